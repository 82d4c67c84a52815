//! The scene of the film in the README.

use super::{Form, Input, Now, Scene, Settings, Stage, Variant, View, Walk, level, scene};
use crate::trig::{degrees, sin_cos};

/// A character that walks up stairs, jumps over a gap and walks down a ramp. It is no part of
/// [`all`](super::all).
pub const STAIRS: Scene = scene("stairs", "stairs, a gap and a ramp", View::Front, stairs);

/// Height and depth of a step, and number of steps.
const RISE: f64 = 0.18;
const RUN: f64 = 0.29;
const STEPS: u32 = 7;
/// The gap: its ends and its bottom.
const GAP: [f64; 2] = [3.7, 4.35];
const BOTTOM: f64 = 0.25;
/// The ramp: its beginning and its slope in degrees.
const RAMP: f64 = 5.6;
const SLOPE: f64 = 30.0;
/// Walking speed in m/s, and the distance before the gap at which the character jumps.
const SPEED: f64 = 1.9;
const BEFORE: f64 = 0.12;

fn stairs(_: &Variant) -> Vec<Stage> {
    let mut profile = vec![[-30.0, 0.0]];
    for i in 0..STEPS {
        let (x, y) = (RUN * f64::from(i), RISE * f64::from(i));
        profile.extend([[x, y], [x, y + RISE]]);
    }
    let top = RISE * f64::from(STEPS);
    let (sin, cos) = sin_cos(degrees(SLOPE));
    profile.extend([[GAP[0], top], [GAP[0], BOTTOM], [GAP[1], BOTTOM], [GAP[1], top]]);
    profile.extend([[RAMP, top], [RAMP + top * cos / sin, 0.0], [40.0, 0.0]]);
    let level = level("stairs", |b| {
        b.extrude(&profile, [-10.0, 10.0]);
    });
    let settings = Settings { jump_height: 0.32, ..Settings::of(Form::Capsule, 0.3, 1.8) };
    let script = |now: &Now| Input {
        jump: now.last.is_grounded() && (GAP[0] - BEFORE..GAP[0] + 0.2).contains(&now.last.feet[0]),
        ..Input::wish([SPEED, 0.0, 0.0])
    };
    let walk = Walk::new("A character of 1.8 m at 60 steps per second", settings, [-1.5, 0.0, 0.0], 5.7);
    vec![Stage::new(level, vec![walk.script(script)])]
}
