//! Gravity in every direction.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::HEIGHT;

/// Half the side of the room in metres, and gravity in metres per second squared.
const HALF: f64 = 5.0;
const GRAVITY: f64 = 9.81;

pub(super) fn station() -> Station {
    let mut b = Builder::new();
    b.room([-HALF; 3], [HALF; 3], 2.5);
    let shape = Shape::Sphere(0.5);
    let wall = HALF - 0.5 - DEFAULT_SKIN;
    let fall = |label: &str, pull: [f64; 3], seconds: f64, end: [f64; 3]| {
        Run::new(label, shape, [0.0; 3])
            .law(Law::Momentum)
            .rates(&[30, 60, 240])
            .then(seconds, Drive::Body { velocity: None, gravity: pull.map(|g| g * GRAVITY) })
            .expect_end(end, HEIGHT)
    };
    let directions = [
        ("down", [0.0, -1.0, 0.0]),
        ("sideways", [1.0, 0.0, 0.0]),
        ("up", [0.0, 1.0, 0.0]),
        ("into a corner", [0.6, -0.5, 0.7]),
    ];
    let mut runs = Vec::new();
    for (label, pull) in directions {
        let half_second = pull.map(|g| g * GRAVITY * 0.125);
        runs.push(fall(&format!("{label}, half a second"), pull, 0.5, half_second));
        // In contact with every wall that gravity pulls towards.
        let landed = pull.map(|g: f64| if g == 0.0 { 0.0 } else { wall.copysign(g) });
        let run = fall(&format!("{label}, to rest"), pull, 4.0, landed)
            .expect("speed", Measure::EndSpeed, 0.0, 1e-6)
            .expect(
                "moves of the last second that moved it",
                Measure::MovesThatChanged { seconds: 1.0 },
                0.0,
                0.0,
            );
        runs.push(run);
    }
    Station {
        id: "gravity",
        title: "Down is where you say it is",
        about: "The same ball falls in the same room with gravity down, sideways, up and into a \
                corner. It falls exactly as far as the law of falling says, lands, and rests a \
                radius and a skin away from the surface. The library has no fixed direction down.",
        levels: vec![b.finish("room", &[])],
        runs,
    }
}
