//! Long walks: hundreds of millions of moves by walkers of every shape in every kind of level. Each
//! move is judged.
//!
//! The work is divided into numbered chunks ([`chunk`]). A chunk is one walker with one shape, one
//! rate and one gait, in one level ([`Arena`]). [`walk_chunk`] depends only on its arguments, and
//! its results are merged by sums and maxima. The totals are therefore the same for any number of
//! threads and any number of interruptions.
//!
//! [`ride_chunk`] walks a chunk, of either kind, among moving platforms.
//!
//! [`character_chunk`] and [`walk_characters`] do the same for steps of characters.

mod arena;
mod character;
mod checker;
mod chunk;
mod courses;
mod figures;
mod fleet;
mod mover;
mod plan;
mod retry;
mod riders;
mod stuck;

use sidle::{DVec3, Motion, MoveConfig, Outcome, Scratch, Shape, World};

pub use arena::{
    Arena, Enclosure, GENERATED, GENERATED_FOR_CHARACTERS, generated, generated_for_characters,
    of_height_field, of_mesh,
};
pub use character::{
    CharacterFinding, CharacterStep, CharacterStuck, CharacterWalked, character_chunk, library_step,
    probe_character, walk_characters,
};
pub use chunk::{Finding, Walked, walk_chunk};
pub use figures::Figures;
pub use plan::{CHUNK_MOVES, Chunk, Gait, Kind, chunk, chunk_count};
pub use retry::{fault_of, is_falsely_stuck, shrink_finding};
pub use riders::{Ridden, RideFinding, ride_chunk};
pub use stuck::{Stuck, probe};

/// The function that makes a move: [`library`], or in tests a mover with a planted fault.
pub type Step<'a> = &'a (dyn Fn(&World, &mut Scratch, &Shape, DVec3, Motion, &MoveConfig) -> Outcome + Sync);

/// The library's own move.
pub fn library(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    motion: Motion,
    config: &MoveConfig,
) -> Outcome {
    world.move_and_slide(scratch, shape, from, motion, config)
}
