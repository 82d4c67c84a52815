//! B8, B10 and E8: a lift, a turntable, and a wall that comes closer.

use super::{Piece, Scene, Settings, Stage, Variant, View, Walk, cuboid, ground, level, scene};
use crate::trig::sin_cos;

pub(super) const SCENES: &[Scene] = &[
    scene("B8", "a lift that reverses at once", View::Front, lift),
    scene("B10", "a turntable", View::Top, turntable),
    scene("E8", "a wall that is pushed into a body at rest", View::Front, pushed),
];

/// Speed of the lift in m/s, and its stroke in metres.
const SPEED: f64 = 2.4;
const STROKE: f64 = 3.0;

/// Returns the height of the lift.
fn height(time: f64) -> f64 {
    let strokes = (time * SPEED / STROKE).rem_euclid(2.0);
    STROKE * if strokes < 1.0 { strokes } else { 2.0 - strokes }
}

fn lift(variant: &Variant) -> Vec<Stage> {
    let plate = level("plate", |b| cuboid(b, [0.0, -0.1, 0.0], [2.0, 0.1, 2.0]));
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let walk = Walk::new("stands", settings, [0.3, 0.0, -0.2], 5.0).check(|run, f| {
        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
        let off = |(i, feet): (u32, f64)| (feet - height(f64::from(i) * run.dt())).abs();
        let worst = (1..).zip(run.frames.iter().map(|s| s.feet[1])).map(off).fold(0.0, f64::max);
        f.at_most("distance from the plate, m", worst, 1e-4);
    });
    let pieces = vec![Piece::new(plate, |time| ([0.0, height(time), 0.0], 0.0))];
    vec![Stage { pieces, ..Stage::new(level("nothing", |_| {}), vec![walk]) }]
}

fn turntable(variant: &Variant) -> Vec<Stage> {
    let table = level("table", |b| cuboid(b, [0.0; 3], [10.0, 1.0, 10.0]));
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let walk = Walk::new("stands", settings, [9.0, 1.0, 0.0], 2.0).check(|run, f| {
        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
        let off = |(i, [x, _, z]): (u32, [f64; 3])| {
            let (sin, cos) = sin_cos(std::f64::consts::TAU * f64::from(i) * run.dt());
            (x - 9.0 * cos).hypot(z + 9.0 * sin)
        };
        let worst = (1..).zip(run.frames.iter().map(|s| s.feet)).map(off).fold(0.0, f64::max);
        f.at_most("distance from the true circle, m", worst, 1e-4);
    });
    let pieces = vec![Piece::new(table, |time| ([0.0; 3], std::f64::consts::TAU * time))];
    vec![Stage { pieces, ..Stage::new(level("nothing", |_| {}), vec![walk]) }]
}

fn pushed(variant: &Variant) -> Vec<Stage> {
    let wall = level("wall", |b| cuboid(b, [-0.1, 1.0, 0.0], [0.1, 1.0, 2.0]));
    let settings = Settings::of(variant.form, 0.3, 1.8);
    let side = settings.side();
    let start = side + 0.3;
    let walk = Walk::new("stands", settings, [start, 0.0, 0.1], 2.0).check(move |run, f| {
        f.at_most("frames off the ground", run.frames_off_ground() as f64, 0.0);
        let pushed = run.last().feet[0] - run.time();
        f.at_least("distance to the wall, m", pushed, side - 5e-4);
        f.at_most("distance to the wall, m", pushed, side + 5e-4);
        f.at_most("sideways, m", run.largest(|s| (s.feet[2] - 0.1).abs()), 1e-4);
    });
    // It moves at 1 m/s.
    let pieces = vec![Piece::new(wall, |time| ([time, 0.0, 0.0], 0.0))];
    vec![Stage { pieces, ..Stage::new(level("ground", ground), vec![walk]) }]
}
