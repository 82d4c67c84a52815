//! A body at rest for an hour.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::HEIGHT;

pub(super) fn station() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-10.3, -10.7], [10.1, 10.9], [7, 9]);
    let fall = Drive::Body { velocity: None, gravity: [0.0, -9.81, 0.0] };
    let at = [0.31, 0.2];
    let rest = |label: &str, shape: Shape, seconds: f64| {
        let height = shape.reach(DEFAULT_SKIN)[1];
        Run::new(label, shape, [at[0], height + 0.1, at[1]])
            .law(Law::Momentum)
            .then(seconds, fall)
            .expect_end([at[0], height, at[1]], HEIGHT)
            .expect(
                "moves that moved it, after the first second",
                Measure::MovesThatChanged { seconds: seconds - 1.0 },
                0.0,
                0.0,
            )
            .expect("speed", Measure::EndSpeed, 0.0, 1e-6)
    };
    Station {
        id: "rest",
        title: "At rest for an hour",
        about: "A ball falls ten centimetres onto flat ground and stays there for an hour, 216,000 \
                moves, with gravity in every one of them. After the first second its position may \
                not change by one bit. Otherwise small errors would slowly move every crate of a \
                level.",
        levels: vec![b.finish("ground", &[])],
        runs: vec![
            rest("a ball, one hour", Shape::Sphere(0.5), 3600.0),
            rest("an ellipsoid, one minute", Shape::Ellipsoid([0.4, 0.9, 0.4]), 60.0)
                .rates(&[30, 60, 144, 240]),
        ],
    }
}
