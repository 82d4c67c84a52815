//! Exhibits about worlds that move: a lift, a train, a turntable, doors, a press, a belt, and a
//! crowd.

mod crowd;
mod doors;
mod picture;
mod platforms;
mod press;
mod stage;

use anyhow::Result;
use sidle::{CharacterInput, Vec3};

use crate::tour::exhibit::{Check, Exhibit, Row};
use stage::{Block, Frame, Stage, Take};

/// Steps per second at which every stage is played. The picture shows the second.
const RATES: [u16; 3] = [30, 60, 1000];

/// The skin of the character. When two surfaces crush it, the gap on each of its sides is between 0
/// and one skin, so both together are one skin, give or take one.
const SKIN: f32 = 0.001;

/// Returns the exhibits, in the order of the tour.
pub(super) fn all() -> [fn() -> Result<Exhibit>; 7] {
    [
        platforms::lift,
        platforms::train,
        platforms::turntable,
        doors::door,
        press::press,
        platforms::conveyor,
        crowd::crowd,
    ]
}

/// Plays a stage at every rate.
fn play(
    blocks: fn() -> Vec<Block>,
    feet: [f32; 3],
    seconds: f32,
    input: impl Fn(f32, Option<&Frame>) -> CharacterInput,
) -> Result<Vec<Take>> {
    let play = |&rate| Stage::new(blocks(), Vec3::from(feet))?.play(rate, seconds, &input);
    RATES.iter().map(play).collect()
}

/// Returns the check of the take that is furthest from the expected value.
fn worst(what: &str, expected: f64, tolerance: f64, takes: &[Take], read: impl Fn(&Take) -> f64) -> Check {
    let error = |value: &f64| (value - expected).abs();
    let worst = takes.iter().map(read).max_by(|a, b| error(a).total_cmp(&error(b)));
    Check::new(what, expected, worst.unwrap_or(f64::NAN), tolerance)
}

fn row(label: &str, takes: &[Take], checks: Vec<Check>) -> Row {
    let rates: Vec<String> = takes.iter().map(|take| take.rate.to_string()).collect();
    let ns = takes.get(1).map_or(f64::NAN, |take| take.ns);
    Row { label: label.into(), rates: rates.join(", "), checks, ns }
}

fn stands(_: f32, _: Option<&Frame>) -> CharacterInput {
    CharacterInput::default()
}

fn walks(velocity: [f32; 3]) -> CharacterInput {
    CharacterInput { wish_velocity: Vec3::from(velocity), ..CharacterInput::default() }
}

/// Returns the number of frames in which the character does not stand.
fn off_ground(take: &Take) -> f64 {
    take.frames.iter().filter(|frame| !frame.state.is_grounded()).count() as f64
}
