//! Motions nearly parallel to large planes.

use crate::build::Builder;
use crate::measure::Measure;
use crate::station::{DEFAULT_SKIN, Drive, Run, Shape, Station};
use crate::trig::{degrees, sin_cos};

/// Largest change in metres of a ball's height above a plane half a kilometre from the origin, for
/// a slide of any length. The skin is restored when 1/32 of it, 3.1e-5, is missing. Rounding the
/// corners of the plane to f32 moves it by up to 2.1e-5 along the normal.
const CREEP: f64 = 5.2e-5;

/// Distance in metres within which a sweep counts a surface as a contact: 1/256 of the skin.
const BAND: f64 = DEFAULT_SKIN / 256.0;

/// C2: ten thousand frames at a tenth of a degree.
pub(super) fn padding() -> Station {
    let mut b = Builder::new();
    b.floor(0.0, [-60.0, -60.0], [60.0, 60.0], [1, 1]);
    let reach = 1.0 + DEFAULT_SKIN;
    let seconds = 10_000.0 / 120.0;
    let run = |angle: f64| {
        let (sin, cos) = sin_cos(degrees(angle));
        // Across the diagonal of the floor, once.
        let (vx, vz) = (cos * 0.8, -cos * 0.6);
        Run::new(format!("{angle} degrees into the floor"), Shape::Sphere(1.0), [-30.0, reach, 20.0])
            .rates(&[120])
            .then(seconds, Drive::Velocity([vx, -sin, vz]))
            .expect_end([vx * seconds - 30.0, reach, 20.0 + vz * seconds], 1e-3)
            .expect("lowest", Measure::Lowest { axis: 1 }, reach, BAND)
            .expect("highest", Measure::Highest { axis: 1 }, reach, BAND)
    };
    Station {
        id: "c2-padding-along-the-way",
        title: "A tenth of a degree",
        about: "A ball glides over a floor, pressed into it ever so little, for ten thousand frames. A gap that is \
                kept along the way instead of along the normal shrinks to nothing here, and the ball sinks or hops.",
        levels: vec![b.finish("two-triangles", &[])],
        runs: [0.01, 0.1, 1.0, 10.0].map(run).to_vec(),
    }
}

/// F8: a slide of one kilometre over two triangles.
pub(super) fn huge() -> Station {
    let angles = [0.0, 10.0, 30.0];
    let level = |angle: f64| {
        let mut b = Builder::new();
        b.ramp(degrees(angle), 1000.0);
        b.finish(&format!("kilometre-{angle}"), &[])
    };
    let run = |(i, angle): (usize, f64)| {
        let (sin, cos) = sin_cos(degrees(angle));
        let reach = 0.5 + DEFAULT_SKIN;
        let normal = [-sin, cos, 0.0];
        let at = |way: f64| [way * cos - reach * sin, way * sin + reach * cos, 0.0];
        // A press straight down at 5 m/s; the push along the slope compensates for what the press
        // removes.
        let (along, press) = (50.0, 5.0);
        let velocity = [along * cos, along * sin - press, 0.0];
        let seconds = 20.0;
        let way = (along - press * sin) * seconds;
        Run::new(format!("{angle} degrees"), Shape::Sphere(0.5), at(-way / 2.0))
            .on(i)
            .rates(&[20, 60])
            .then(seconds, Drive::Velocity(velocity))
            // Errors along the normal do not accumulate.
            .expect("lowest above the plane", Measure::LowestAlong(normal), reach, CREEP)
            .expect("highest above the plane", Measure::HighestAlong(normal), reach, CREEP)
            .expect_end(at(way / 2.0), 1e-3)
            .expect("travelled", Measure::Travelled, way, 1e-3)
    };
    Station {
        id: "f8-huge-triangles",
        title: "A kilometre over two triangles",
        about: "A ball slides a kilometre over a plane of two triangles, level and tilted. Far from their corners the \
                rounding of large numbers must not lift it or press it in.",
        levels: angles.map(level).to_vec(),
        runs: angles.into_iter().enumerate().map(run).collect(),
    }
}
