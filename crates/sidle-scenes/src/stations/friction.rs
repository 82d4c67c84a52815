//! Two laws of friction on a flat floor.

use crate::build::Builder;
use crate::level::{Level, Surface};
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::stations::RATES;

/// Gravity in metres per second squared, speed in metres per second, and duration in seconds.
const GRAVITY: f64 = 9.81;
const SPEED: f64 = 5.0;
const SECONDS: f64 = 3.0;
const RADIUS: f64 = 0.4;

/// Coulomb's coefficient, and the fraction of the speed lost per metre.
const MU: f64 = 0.35;
const SHARE: f64 = 0.6;

fn level(name: &str, friction: f64, cells: usize) -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-3.1, -3.7], [9.2, 4.3], [cells, cells]);
    b.finish(name, &[Surface::rough(friction as f32)])
}

pub(super) fn station() -> Station {
    let start = [-1.5, RADIUS + DEFAULT_SKIN, -0.9];
    let (x, z) = (0.8, 0.6);
    let run = |label: &str, level: usize, way: f64, left: f64, gravity: f64| {
        let body = Drive::Body { velocity: Some([SPEED * x, 0.0, SPEED * z]), gravity: [0.0, -gravity, 0.0] };
        Run::new(label, Shape::Sphere(RADIUS), start)
            .on(level)
            .law(Law::Momentum)
            .rates(&RATES)
            .then(SECONDS, body)
            .expect_end([start[0] + way * x, start[1], start[2] + way * z], 1e-3)
            .expect("speed", Measure::EndSpeed, left, 1e-3)
            .expect_same_at_every_rate()
    };
    let coulomb = SPEED * SPEED / (2.0 * MU * GRAVITY);
    let loss = SHARE * SPEED * SECONDS;
    let (drag, slowed) = (loss.ln_1p() / SHARE, SPEED / (1.0 + loss));
    Station {
        id: "friction",
        title: "Two laws of friction",
        about: "A puck slides over a floor of two triangles, and over one of 1,800. Coulomb \
                friction removes its coefficient times the speed that the floor removes, so the \
                puck stops after v^2 / (2 mu g) metres. Nettle shortens each slide by a share. As \
                a share per metre of path (drag), the speed falls to exp(-k s) and never reaches \
                zero. Neither law may depend on the triangulation or on the number of moves.",
        levels: vec![
            level("rough", MU, 1),
            level("rough, finely cut", MU, 30),
            level("mud", SHARE, 1),
            level("mud, finely cut", SHARE, 30),
        ],
        runs: vec![
            run("Coulomb, two triangles", 0, coulomb, 0.0, GRAVITY),
            run("Coulomb, 1,800 triangles", 1, coulomb, 0.0, GRAVITY),
            run("drag, two triangles", 2, drag, slowed, GRAVITY).drag(),
            run("drag, 1,800 triangles", 3, drag, slowed, GRAVITY).drag(),
        ],
    }
}
