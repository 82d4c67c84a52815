//! Character controllers: what an engine offers above its plain moves, with steps, slopes, snapping
//! to the ground and a velocity of its own.

mod course;
mod walk;

use serde::{Deserialize, Serialize};
use sidle_judge::Judge;

pub(crate) use course::{NAME as COURSE, level as course_level};
pub(crate) use walk::walk;

use crate::plan::{Walkers, walkers};
use crate::{Capsule, Engine, Level, P, Plan};

/// The body of every character.
pub const BODY: Capsule = Capsule { radius: 0.3, height: 1.8 };
/// The highest step that a character climbs, in metres.
pub const STEP_HEIGHT: f32 = 0.4;
/// How far the ground may drop in one step so that a character follows it, in metres.
pub const SNAP_DISTANCE: f32 = 0.4;
/// The steepest slope to walk on, in degrees.
pub const MAX_SLOPE: f32 = 50.0;
/// In m/s^2.
pub const GRAVITY: f32 = 9.81;
/// A body is off the ground if no surface is within its padding and this distance, in metres.
const HOVERS: f64 = 0.02;

/// An engine with a character controller. Its characters have the constants of this module as
/// settings, and fall under gravity.
pub trait Characters: Engine {
    /// A character, with the velocity that a game keeps for it.
    type Character;
    /// Returns the settings as text.
    fn character_settings() -> String;
    /// Creates a character with the centre of its capsule `at`.
    fn character(&mut self, at: P) -> Self::Character;
    /// Moves a character by one step of `dt` seconds, with a desired velocity across up.
    fn step_character(&mut self, character: &mut Self::Character, wish: P, dt: f32) -> Stepped;
}

/// The end of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stepped {
    /// The centre of the capsule.
    pub centre: P,
    /// True if the engine says that the character is on the ground.
    pub grounded: bool,
}

/// The goal of a character in a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// It walks along x from `from` to `to` and should stay on the ground. `keeps_speed` if its
    /// horizontal speed should stay the desired one too.
    Cross { from: f32, to: f32, keeps_speed: bool },
    /// Its feet should never come above this height.
    StayBelow(f32),
}

/// The verdict on the characters of one plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CharacterRow {
    /// Number of frames in which a character should be on the ground.
    pub frames: usize,
    /// Number of those after which the engine says that it is not.
    pub told_off_ground: usize,
    /// Number of those after which no surface is within 2 cm of the padding.
    pub off_ground: usize,
    /// Number of characters that should keep their speed, the mean of the kept shares, and the
    /// least.
    pub crossing: usize,
    pub speed_kept: f64,
    pub least_kept: f64,
    /// Number of characters at an obstacle above the limit, and number of those that climbed it.
    pub blocked: usize,
    pub climbed: usize,
}

impl CharacterRow {
    /// Keeps the worse of each figure of two runs with the same plan.
    pub fn keep_worst(&mut self, other: &Self) {
        self.told_off_ground = self.told_off_ground.max(other.told_off_ground);
        self.off_ground = self.off_ground.max(other.off_ground);
        self.speed_kept = self.speed_kept.min(other.speed_kept);
        self.least_kept = self.least_kept.min(other.least_kept);
        self.climbed = self.climbed.max(other.climbed);
    }
}

/// Returns the plans of a level: walkers everywhere, and on the course three plans with goals.
pub(crate) fn plans(level: &Level, judge: &Judge, share: usize) -> Vec<Plan> {
    let half = [BODY.radius, 0.5 * BODY.height, BODY.radius];
    let mut plans = vec![walkers(level, judge, &Walkers { half, count: 256, frames: 600 / share })];
    if level.name == COURSE {
        plans.extend(course::plans(half));
    }
    plans
}

/// The state of one character while its frames are judged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watched {
    /// Metres along the desired direction, and metres that were desired.
    gained: f64,
    desired: f64,
    crossed: bool,
    climbed: bool,
}

impl Watched {
    /// Adds a frame. `hovers` returns true if no surface is near the body with this margin.
    pub(crate) fn add(
        &mut self,
        goal: Goal,
        [from, wish, to]: [P; 3],
        told_grounded: bool,
        hovers: impl Fn(f64) -> bool,
        row: &mut CharacterRow,
    ) {
        match goal {
            Goal::Cross { from: begin, to: end, keeps_speed } => {
                self.crossed |= from[0] >= end;
                if self.crossed || from[0] < begin {
                    return;
                }
                row.frames += 1;
                row.told_off_ground += usize::from(!told_grounded);
                row.off_ground += usize::from(hovers(HOVERS));
                if keeps_speed {
                    let [wx, wz] = [f64::from(wish[0]), f64::from(wish[2])];
                    let speed = wx.hypot(wz);
                    let way = [0, 2].map(|k| f64::from(to[k]) - f64::from(from[k]));
                    self.gained += (way[0] * wx + way[1] * wz) / speed;
                    self.desired += speed / 60.0;
                }
            }
            Goal::StayBelow(height) => self.climbed |= to[1] - 0.5 * BODY.height > height,
        }
    }

    /// Adds the character to the verdict after its last frame.
    pub(crate) fn finish(self, goal: Goal, row: &mut CharacterRow) {
        match goal {
            Goal::Cross { keeps_speed: true, .. } => {
                let kept = if self.desired > 0.0 { self.gained / self.desired } else { 0.0 };
                row.least_kept = if row.crossing == 0 { kept } else { row.least_kept.min(kept) };
                row.speed_kept += (kept - row.speed_kept) / (row.crossing + 1) as f64;
                row.crossing += 1;
            }
            Goal::Cross { .. } => {}
            Goal::StayBelow(_) => {
                row.blocked += 1;
                row.climbed += usize::from(self.climbed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_speed_and_frames_in_the_air_are_counted_between_the_marks() {
        let goal = Goal::Cross { from: 0.0, to: 1.0, keeps_speed: true };
        let (mut row, mut watched) = (CharacterRow::default(), Watched::default());
        let step = 4.0 / 60.0;
        let mut add = |from: f32, gain: f32, grounded: bool, row: &mut CharacterRow| {
            let points = [[from, 0.9, 0.0], [4.0, 0.0, 0.0], [from + gain, 0.9, 0.0]];
            watched.add(goal, points, grounded, |margin| margin == HOVERS && !grounded, row);
        };
        add(-0.5, 0.0, false, &mut row);
        add(0.0, step, true, &mut row);
        add(0.5, 0.5 * step, false, &mut row);
        add(1.0, step, false, &mut row);
        // Behind the end it does not start again.
        add(0.9, step, false, &mut row);
        watched.finish(goal, &mut row);
        assert_eq!((row.frames, row.told_off_ground, row.off_ground, row.crossing), (2, 1, 1, 1));
        assert!((row.speed_kept - 0.75).abs() < 1e-6 && row.least_kept == row.speed_kept, "{row:?}");
    }

    #[test]
    fn a_character_above_the_height_has_climbed() {
        let mut row = CharacterRow::default();
        for top in [0.1, 0.7] {
            let mut watched = Watched::default();
            let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.9 + top, 0.0]];
            watched.add(Goal::StayBelow(0.3), points, true, |_| false, &mut row);
            watched.add(Goal::StayBelow(0.3), [[0.0; 3]; 3], true, |_| false, &mut row);
            watched.finish(Goal::StayBelow(0.3), &mut row);
        }
        assert_eq!((row.blocked, row.climbed, row.frames), (2, 1, 0));
    }
}
