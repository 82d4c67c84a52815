//! The reason why a character stopped.

use bevy_math::Vec3;
use sidle::trace::{CharacterEvent, StepRefusal, explain_character};
use sidle::{CharacterInput, CharacterState, StopReason};

use crate::character::Motion;
use crate::space::SidleWorld;
use crate::{Character, CharacterReport};

/// Length in seconds of the step that is repeated to explain it.
const STEP: f32 = 1.0 / 60.0;

/// Returns why a character makes less than half of the way that it wants, or `None` if it does not.
pub(super) fn reason(
    space: &SidleWorld,
    character: &Character,
    input: &CharacterInput,
    motion: &Motion,
    state: &CharacterState,
    report: &CharacterReport,
) -> Option<String> {
    if let Some(reason) = report.refused {
        return Some(match reason {
            StopReason::StartedInside => "overlaps the level".into(),
            _ => "invalid input".into(),
        });
    }
    if report.crushed.is_some() {
        return Some("crushed".into());
    }
    let wish = input.wish_velocity;
    let way = (state.position - motion.before.position).as_vec3();
    let is_slow = state.velocity.dot(wish) < 0.5 * wish.length_squared();
    let is_back = way.dot(wish) <= 0.0;
    if wish == Vec3::ZERO || !(is_slow || is_back) || !state.is_grounded() {
        return None;
    }
    explain(space, character, input, state, report)
}

/// Repeats a step of a character, and returns the obstacle that it found.
fn explain(
    space: &SidleWorld,
    character: &Character,
    input: &CharacterInput,
    state: &CharacterState,
    report: &CharacterReport,
) -> Option<String> {
    let step = explain_character(&space.world, &character.config, state, input, STEP);
    let refusal = step.events.iter().rev().find_map(|event| match event {
        CharacterEvent::Step { result: Err(refusal), .. } => Some(*refusal),
        _ => None,
    });
    let obstacle = step.events.iter().rev().find_map(|event| match event {
        CharacterEvent::Moved { blocked_by, .. } => *blocked_by,
        _ => None,
    });
    let surface = report.wall.or(obstacle)?;
    let what = match surface.instance.character() {
        Some(_) => "character",
        None if space.placed.contains_key(&surface.instance) => "platform",
        None => "wall",
    };
    let by = match space.entity_of(surface.instance, Some(surface.polygon.index())) {
        Some(entity) => format!("{what} {entity}"),
        None => what.into(),
    };
    Some(match refusal {
        Some(refusal) => format!("{by}: {}", words(refusal)),
        None => by,
    })
}

const fn words(refusal: StepRefusal) -> &'static str {
    match refusal {
        StepRefusal::TooHigh => "higher than the step height",
        StepRefusal::NoRoomAbove => "no room above",
        StepRefusal::NoTread => "no tread to step on",
        StepRefusal::NoProgress => "the step leads nowhere",
        StepRefusal::NoSupport => "no support on the step",
        _ => "no step",
    }
}
