//! Situations in which a character must behave the same at every rate, and what it does there.
//!
//! Each situation is measured at every rate of [`Rate::ALL`] and compared with what it must be.
//! `known-faults.txt` lists the measurements that are out of their range. The test compares them
//! exactly: a fault that goes away leaves the list, and no other may come.

mod ground;
mod jumps;
mod moving;
mod risers;
mod steep;
mod timers;
mod view;

use std::fmt::Write;
use std::path::Path;

use crate::common;
use sidle::{CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, Scratch, Vec3, World};
use sidle_scenes::{Builder, Rate};

/// Skin of the default config, in metres.
const SKIN: f64 = 0.001;

/// The measurements out of their range, as text.
#[derive(Default)]
struct Table {
    rows: String,
    measured: usize,
}

impl Table {
    /// Adds a measurement at a rate, and the range in which it must be.
    fn add(&mut self, what: &str, rate: Rate, measured: f64, range: (f64, f64)) {
        self.measured += 1;
        if !(range.0..=range.1).contains(&measured) {
            let (low, high) = (number(range.0), number(range.1));
            writeln!(self.rows, "{what:<58} {rate:<8} {:>9}  {low} to {high}", number(measured))
                .expect("a string");
        }
    }
}

/// Returns a number to a tenth of a millimetre or of a millisecond.
fn number(x: f64) -> String {
    // Adding 0 turns -0 into 0.
    format!("{:.4}", (x * 1e4).round() / 1e4 + 0.0)
}

/// A character in a world, and the time since its start.
struct Actor<'a> {
    world: &'a World,
    config: CharacterConfig,
    state: CharacterState,
    scratch: Scratch,
    time: f64,
}

impl<'a> Actor<'a> {
    /// Places a character of the default config on the ground.
    fn new(world: &'a World, feet: DVec3) -> Self {
        Self::of(world, feet, CharacterConfig::default())
    }

    fn of(world: &'a World, feet: DVec3, config: CharacterConfig) -> Self {
        let state = CharacterState::at(feet);
        let mut actor = Self { world, config, state, scratch: Scratch::default(), time: 0.0 };
        // The same at every rate, and before the time begins.
        let _ = actor.step(&CharacterInput::default(), 1e-3);
        actor.time = 0.0;
        actor
    }

    fn step(&mut self, input: &CharacterInput, dt: f64) -> CharacterReport {
        let Self { world, config, state, scratch, .. } = self;
        let report = world.step_character(scratch, config, state, input, dt as f32);
        assert_eq!(report.refused, None, "{state:?}");
        self.time += dt;
        report
    }

    /// Walks for some seconds.
    fn walk(&mut self, velocity: Vec3, rate: Rate, seconds: f64) {
        for dt in rate.steps(self.time, self.time + seconds) {
            let _ = self.step(&wish(velocity), dt);
        }
    }

    fn at(&self) -> DVec3 {
        self.state.position
    }

    fn is_grounded(&self) -> bool {
        self.state.is_grounded()
    }
}

/// Performs a step with a fresh scratch.
fn step(
    world: &World,
    config: &CharacterConfig,
    state: &mut CharacterState,
    input: &CharacterInput,
    dt: f64,
) -> CharacterReport {
    world.step_character(&mut Scratch::default(), config, state, input, dt as f32)
}

/// The input of a character that wants to move with this velocity.
fn wish(wish_velocity: Vec3) -> CharacterInput {
    CharacterInput { wish_velocity, ..CharacterInput::default() }
}

/// The input of a character that also jumps, and holds the button.
fn jump(wish_velocity: Vec3) -> CharacterInput {
    CharacterInput { jump: true, jump_held: true, ..wish(wish_velocity) }
}

/// The input of a character in the air that still holds the jump button.
fn held(wish_velocity: Vec3) -> CharacterInput {
    CharacterInput { jump_held: true, ..wish(wish_velocity) }
}

fn world(build: impl FnOnce(&mut Builder)) -> World {
    let mut b = Builder::new();
    build(&mut b);
    common::world_of(&b.finish("fault", &[]))
}

/// A world with this profile in the x-y plane, 40 m wide.
fn profile(points: &[[f64; 2]]) -> World {
    world(|b| {
        b.extrude(points, [-20.0, 20.0]);
    })
}

/// Returns the largest number between two that is accepted, to half a millimetre. All smaller ones
/// are accepted too.
fn largest(mut low: f64, mut high: f64, is_accepted: impl Fn(f64) -> bool) -> f64 {
    while high - low > 5e-4 {
        let middle = 0.5 * (low + high);
        if is_accepted(middle) { low = middle } else { high = middle }
    }
    low
}

/// Returns a range around a value.
fn about(value: f64, error: f64) -> (f64, f64) {
    (value - error, value + error)
}

#[test]
fn the_known_faults_are_as_listed() {
    let mut table = Table::default();
    for measure in [
        jumps::measure,
        steep::measure,
        ground::measure,
        risers::measure,
        timers::measure,
        moving::measure,
        view::measure,
    ] {
        for rate in Rate::ALL {
            measure(&mut table, rate);
        }
    }
    let mut rows: Vec<&str> = table.rows.lines().collect();
    let number = |row: &str| row.split(' ').next().and_then(|number| number.parse::<u32>().ok());
    rows.sort_by_key(|row| (number(row), &row[..58]));
    let found = rows.join("\n") + "\n";
    let listed = include_str!("../../known-faults.txt");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("known-faults.txt");
    std::fs::write(&out, &found).expect("a folder of the target");
    println!("{} measurements, {} out of their range", table.measured, rows.len());
    let added = found.lines().filter(|row| !listed.lines().any(|other| other == *row));
    let gone = listed.lines().filter(|row| !found.lines().any(|other| other == *row));
    let differs: Vec<String> =
        gone.map(|row| format!("- {row}")).chain(added.map(|row| format!("+ {row}"))).collect();
    assert!(differs.is_empty(), "see {}\n{}", out.display(), differs.join("\n"));
}
