//! Motion along the bottom of sharp creases.

use crate::measure::Measure;
use crate::slides::groove;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::stations::RATES;
use crate::trig::{degrees, sin_cos};

/// Angle in degrees, and the depth in metres that a ball of radius 0.5 needs.
const GROOVES: [[f64; 2]; 3] = [[20.0, 6.0], [60.0, 4.0], [5.0, 16.0]];

pub(super) fn station() -> Station {
    let run = |(i, [angle, _]): (usize, [f64; 2])| {
        let radius = 0.5;
        let reach = radius + DEFAULT_SKIN;
        let height = reach / sin_cos(degrees(angle / 2.0)).0;
        // Dropped slightly above its resting place. The resting height is less accurate in a
        // sharper crease.
        Run::new(format!("{angle} degrees"), Shape::Sphere(radius), [0.0, height + 0.3, 0.0])
            .on(i)
            .rates(&RATES)
            .then(3.0, Drive::Velocity([0.3, -3.0, 3.0]))
            .expect("way along the groove", Measure::End { axis: 2 }, 9.0, 1e-3)
            .expect("height", Measure::End { axis: 1 }, height, 1e-4 * height / reach)
            .expect("off its middle", Measure::End { axis: 0 }, 0.0, 1e-4 * height / reach)
            .expect_same_at_every_rate()
    };
    Station {
        id: "groove",
        title: "Along a groove of 20 degrees",
        about: "A ball is pushed down into a V-shaped groove and along it. It touches both sides, \
                and can only move along the line where they meet. The part of the push along that \
                line must remain complete: three metres per second for three seconds. Methods that \
                slide on one side after the other get stuck in the first metre.",
        levels: GROOVES.map(|[angle, depth]| groove(angle, depth)).to_vec(),
        runs: GROOVES.into_iter().enumerate().map(run).collect(),
    }
}
