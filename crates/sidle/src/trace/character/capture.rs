//! Captures steps of a character from a large world.

use std::cell::RefCell;

use super::{CharacterReplay, CharacterReplayStep};
use crate::character::{CharacterConfig, CharacterInput, CharacterState, CharacterTrace};
use crate::mesh::SectorSet;
use crate::slide::Scratch;
use crate::trace::capture::polygons_of;
use crate::world::{QueryFilter, World};

/// Makes consecutive steps of a character, and returns them with all their inputs: the polygons
/// that the steps could touch or see, and nothing else of the world.
///
/// `steps` are inputs, each with the time of its step in seconds. [`CharacterReplay::run`]
/// reproduces the states bit-identically; the instance and polygon numbers of surfaces are those
/// of the replay.
///
/// The polygons are those that the moves of the character could touch, as for
/// [`capture`](crate::trace::capture), those that its rays hit, and those around the body where it
/// looks for overlaps and triggers. Another polygon of the same world would change nothing.
#[must_use]
pub fn capture_character(
    world: &World,
    config: &CharacterConfig,
    state: &CharacterState,
    steps: &[(CharacterInput, f32)],
) -> CharacterReplay {
    let mut scratch = Scratch::traced();
    let trace = RefCell::new(CharacterTrace::default());
    let mut after = *state;
    let made = steps.iter().map(|&(input, dt)| {
        let _ = world.run_step(&mut scratch, config, &mut after, (&input, dt), Some(&trace));
        CharacterReplayStep { input, dt, end: Some(after.position) }
    });
    let made: Vec<_> = made.collect();
    let mut slots = scratch.gathered();
    for read in trace.borrow().reads.iter().filter(|read| read.min.is_finite() && read.max.is_finite()) {
        world.slots_in_box(read, &config.filter, &mut slots);
    }
    slots.sort_unstable();
    slots.dedup();
    let (materials, polygons) = polygons_of(world, slots);
    let filter = QueryFilter { sectors: SectorSet::ALL, ..config.filter };
    CharacterReplay {
        materials,
        polygons,
        index: world.index_kind(),
        config: CharacterConfig { filter, ..config.clone() },
        state: *state,
        steps: made,
    }
}
