//! Steps below and above half the body's height.

use crate::build::Builder;
use crate::level::Level;
use crate::measure::Measure;
use crate::reference::arc;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::stations::{HEIGHT, RATES};

fn step(height: f64) -> Level {
    let mut b = Builder::new();
    b.extrude(&[[-6.0, 0.0], [2.0, 0.0], [2.0, height], [12.0, height]], [-4.0, 4.0]);
    b.finish(&format!("step-{height}"), &[])
}

pub(super) fn station() -> Station {
    let ball = Shape::Sphere(0.5);
    let body = Shape::Ellipsoid([0.4, 0.9, 0.4]);
    let r = 0.5 + DEFAULT_SKIN;
    let pushed = |label: &str, shape, height, velocity: [f64; 3]| {
        Run::new(label, shape, [0.0, height, 0.0]).rates(&RATES).then(3.0, Drive::Velocity(velocity))
    };
    let stopped = |run: Run, x: f64, y: f64, z: f64| {
        run.expect_end([x, y, z], HEIGHT).expect("highest", Measure::Highest { axis: 1 }, y, HEIGHT)
    };
    let tall = 0.9 + DEFAULT_SKIN;
    let wide = 0.4 + DEFAULT_SKIN;
    // A step slightly below half the height: the push is nearly perpendicular to the path around
    // the edge.
    let nearly = 0.49;
    let touch = 2.0 - (r * r - (r - nearly) * (r - nearly)).sqrt();
    let over = 3.0 * (3.0 - touch / 3.0 - arc::time_over_step(nearly, 3.0, r));
    // In contact with the floor and the edge at once; the edge's normal is too flat for the push to
    // climb.
    let runs = vec![
        stopped(pushed("a wall above half the ball", ball, r, [3.0, -1.0, 0.0]), 2.0 - r, r, 0.0),
        stopped(pushed("the same, along it", ball, r, [3.0, -1.0, 1.0]), 2.0 - r, r, 3.0),
        stopped(
            pushed("a wall above half the ellipsoid", body, tall, [3.0, -1.0, 0.0]).on(1),
            2.0 - wide,
            tall,
            0.0,
        ),
        pushed("a step just below half the ball", ball, r, [3.0, 0.0, 0.0])
            .on(2)
            .expect_end([2.0 + over, r + nearly, 0.0], 1e-3)
            .expect_same_at_every_rate(),
        stopped(pushed("the same step, pushed down too", ball, r, [3.0, -1.0, 0.0]).on(2), touch, r, 0.0),
    ];
    Station {
        id: "high-wall",
        title: "A wall higher than half the body",
        about: "Geometry alone decides which edges a round body can roll over. An edge below its \
                middle has a normal that points up a little, so a push can climb it. A wall above \
                its middle points straight back, and the body stops at the same height, one radius \
                and a skin away. A step just below half the height is climbed, slowly, unless the \
                push also points down.",
        levels: vec![step(0.8), step(1.2), step(nearly)],
        runs,
    }
}
