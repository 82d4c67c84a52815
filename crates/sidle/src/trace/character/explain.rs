//! Explains a step of a character.

use std::cell::RefCell;
use std::fmt::{self, Display, Formatter};

use glam::Vec3;

use crate::character::{
    CharacterConfig, CharacterEvent, CharacterInput, CharacterReport, CharacterState, CharacterTrace,
    GroundState, StepRefusal,
};
use crate::slide::{CarryEnd, Scratch};
use crate::tolerance::character::TOLD_HEIGHT;
use crate::trace::format::{At, Metres, Named, Short};
use crate::world::World;

/// A trace of a step of a character: what happened in it, and why. Its `Display` describes the step
/// in words, event by event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct CharacterExplanation {
    /// The state before the step.
    pub before: CharacterState,
    /// The input of the step.
    pub input: CharacterInput,
    /// The state after the step, bit-identical to that of an untraced step.
    pub after: CharacterState,
    /// The report of the step.
    pub report: CharacterReport,
    /// The events of the step, in order.
    pub events: Vec<CharacterEvent>,
}

/// Runs a step of a character, and returns a trace of it: the ground that it probed, the moves,
/// the steps that it tried and why it refused them, and how it followed the ground.
///
/// The results are bit-identical to those of [`World::step_character`]. For debugging only: it
/// allocates and is slower.
///
/// ```
/// use sidle::{CharacterConfig, CharacterInput, CharacterState, Vec3, World, trace};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let input = CharacterInput { wish_velocity: Vec3::X, ..Default::default() };
/// let hero = CharacterState::at(Vec3::ZERO);
/// let step = trace::explain_character(&world, &CharacterConfig::default(), &hero, &input, 0.1);
/// println!("{step}");
/// # assert!(step.to_string().contains("stands on polygon 0"), "{step}");
/// # Ok::<(), sidle::BuildError>(())
/// ```
pub fn explain_character(
    world: &World,
    config: &CharacterConfig,
    state: &CharacterState,
    input: &CharacterInput,
    dt: f32,
) -> CharacterExplanation {
    let trace = RefCell::new(CharacterTrace::default());
    let mut after = *state;
    let report = world.run_step(&mut Scratch::default(), config, &mut after, (input, dt), Some(&trace));
    let events = trace.into_inner().events;
    CharacterExplanation { before: *state, input: *input, after, report, events }
}

impl Display for CharacterExplanation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let at = |v: Vec3| At(v.as_dvec3());
        writeln!(f, "feet at {}, wish {} m/s", At(self.before.position), at(self.input.wish_velocity))?;
        for event in &self.events {
            write!(f, "  ")?;
            format_event(f, event)?;
        }
        if let Some(reason) = self.report.refused {
            return writeln!(f, "refused: {reason:?}");
        }
        writeln!(f, "feet at {}, velocity {} m/s", At(self.after.position), at(self.after.velocity))
    }
}

fn format_event(f: &mut Formatter<'_>, event: &CharacterEvent) -> fmt::Result {
    let at = |v: Vec3| At(v.as_dvec3());
    let metres = |x: f32| Metres(f64::from(x));
    match *event {
        CharacterEvent::PushedOut { to } => writeln!(f, "overlap: pushed out to {}", At(to)),
        CharacterEvent::Carried { by, displacement, end } => {
            let how = match end {
                CarryEnd::Squeezed => "squeezed",
                CarryEnd::Crushed => "crushed",
                _ if by.is_some() => "carried",
                _ => "pushed",
            };
            write!(f, "platform: {how} by {}", at(displacement))?;
            match by {
                Some(instance) => writeln!(f, ", on instance {}", instance.index()),
                None => writeln!(f),
            }
        }
        CharacterEvent::Turned { up } => writeln!(f, "turned: up is {}", at(up)),
        CharacterEvent::Posture { crouches, fits } => {
            let (what, room) =
                (if crouches { "crouches" } else { "stands up" }, if fits { "" } else { ": no room" });
            writeln!(f, "posture: {what}{room}")
        }
        CharacterEvent::Ground { state, height, is_edge, surface, .. } => {
            let what = match (state, is_edge) {
                (GroundState::Grounded, false) => "stands on",
                (GroundState::Grounded, true) => "stands on the edge of a step:",
                (GroundState::Steep, _) => "too steep:",
                (GroundState::Unsupported, _) => "slips off:",
                (GroundState::Airborne, _) => "no ground",
            };
            write!(f, "ground: {what}")?;
            match surface {
                Some(surface) if state != GroundState::Airborne && height > TOLD_HEIGHT => {
                    writeln!(f, " {}, {} above the feet", Named(surface), metres(height))
                }
                Some(surface) if state != GroundState::Airborne => writeln!(f, " {}", Named(surface)),
                _ => writeln!(f),
            }
        }
        CharacterEvent::Jumped { speed } => writeln!(f, "jump: {} m/s", Short(f64::from(speed))),
        CharacterEvent::Moved { displacement, fraction, blocked_by } => {
            write!(f, "move: by {}", at(displacement))?;
            match blocked_by {
                Some(surface) => {
                    writeln!(f, ", {} % of it up to {}", Short(100.0 * fraction), Named(surface))
                }
                None => writeln!(f),
            }
        }
        CharacterEvent::Slid { displacement, distance } => {
            writeln!(f, "slide: by {}, {} along surfaces", at(displacement), metres(distance))
        }
        CharacterEvent::Step { wall, result } => {
            write!(f, "step: wall with normal {}: ", at(wall))?;
            match result {
                Ok(height) => writeln!(f, "climbed, {} higher", metres(height)),
                Err(refusal) => writeln!(f, "not climbed, {}", why(refusal)),
            }
        }
        CharacterEvent::Snapped { by: Some(height) } => {
            writeln!(f, "snap: followed the ground down by {}", metres(height))
        }
        CharacterEvent::Snapped { by: None } => writeln!(f, "snap: no ground within the snap distance"),
    }
}

fn why(refusal: StepRefusal) -> &'static str {
    match refusal {
        StepRefusal::TooHigh => "too high",
        StepRefusal::NoRoomAbove => "no room above",
        StepRefusal::NoTread => "no tread behind it",
        StepRefusal::NoProgress => "it leads no further than the wall",
        StepRefusal::NoSupport => "nothing to stand on at its end",
    }
}
