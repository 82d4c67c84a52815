//! G1, G2: results that must not depend on the proportions of an ellipsoid.

use crate::build::Builder;
use crate::cases::HEIGHT;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Law, Run, Shape, Station};
use crate::trig::{degrees, sin_cos};

/// Gravity, in metres per second squared.
const GRAVITY: f64 = 9.81;
const SHAPES: [[f64; 3]; 4] = [[1.0, 1.0, 1.0], [0.2, 1.0, 0.2], [0.4, 0.9, 0.4], [1.0, 0.25, 0.5]];

/// G1: on a slope every ellipsoid slides like a ball.
pub(super) fn slope() -> Station {
    let slopes = [10.0, 25.0, 40.0];
    let level = |angle: f64| {
        let mut b = Builder::new();
        b.ramp(degrees(angle), 60.0);
        b.finish(&format!("slope-{angle}"), &[])
    };
    let mut runs = Vec::new();
    for (i, angle) in slopes.into_iter().enumerate() {
        let (sin, cos) = sin_cos(degrees(angle));
        for radii in SHAPES {
            let shape = Shape::Ellipsoid(radii);
            let half = shape.reach(DEFAULT_SKIN);
            // Distance of the plane from the centre at contact: the support along its normal.
            let support = (half[0] * half[0] * sin * sin + half[1] * half[1] * cos * cos).sqrt();
            let at = |way: f64, z: f64| [way * cos - support * sin, way * sin + support * cos, z];
            let seconds = 2.0;
            let label = |what: &str| format!("{what}, {angle} degrees, {radii:?}");
            let way = GRAVITY * sin * seconds * seconds / 2.0;
            runs.push(
                Run::new(label("released"), shape, at(0.0, 0.0))
                    .on(i)
                    .law(Law::Momentum)
                    .rates(&[60, 240])
                    .then(seconds, Drive::Body { velocity: None, gravity: [0.0, -GRAVITY, 0.0] })
                    .expect_end(at(-way, 0.0), 2e-3),
            );
            runs.push(
                Run::new(label("pushed straight in"), shape, at(0.0, 0.0))
                    .on(i)
                    .rates(&[60, 240])
                    .then(seconds, Drive::Velocity([1.0, 0.0, 0.5]))
                    .expect_end(at(cos * seconds, 0.5 * seconds), 1e-3),
            );
            runs.push(
                Run::new(label("held"), shape, at(0.0, 0.0))
                    .on(i)
                    .then(seconds, Drive::Velocity([2.0 * sin, -2.0 * cos, 0.0]))
                    .expect("drift", Measure::Drift { seconds: seconds - 0.1 }, 0.0, HEIGHT),
            );
        }
    }
    Station {
        id: "g1-slope-any-proportions",
        title: "A slope does not ask for your proportions",
        about: "A ball, a needle, a person and a disc on the same slopes: released, pushed, and pressed straight in. \
                All slide alike, for the slope is the same; a slide that is worked out in the body's own units gets \
                this wrong.",
        levels: slopes.map(level).to_vec(),
        runs,
    }
}

/// G2: the same gap along every axis.
pub(super) fn skin() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-20.0, -20.0], [2.0, 6.0], [1, 1]);
    b.wall([2.0, 6.0], [2.0, -20.0], [0.0, 9.0]).wall([-20.0, 6.0], [2.0, 6.0], [0.0, 9.0]);
    let radii = [0.25, 1.0, 4.0];
    let run = |skin: f64| {
        let mut run = Run::new(format!("skin {skin}"), Shape::Ellipsoid(radii), [0.0, 3.0, 0.0]);
        run.skin = skin;
        run.then(4.0, Drive::Velocity([2.0, -2.0, 2.0]))
            .expect_end([2.0 - radii[0] - skin, radii[1] + skin, 6.0 - radii[2] - skin], skin / 10.0)
    };
    Station {
        id: "g2-skin-in-metres",
        title: "The skin is metres",
        about: "An ellipsoid sixteen times as long as it is thin is pushed into a corner. The gap that stays is the \
                same to all three walls.",
        levels: vec![b.finish("corner", &[])],
        runs: [0.001, 0.01].map(run).to_vec(),
    }
}
