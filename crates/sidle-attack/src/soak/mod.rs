//! Long walks: hundreds of millions of moves by walkers of every shape in every kind of level, each
//! move judged.
//!
//! The work is cut into numbered chunks ([`chunk`]); a chunk is one walker with one shape, one rate
//! and one way to move, in one level ([`Arena`]). [`walk_chunk`] is a function of its arguments
//! alone, and what it returns is merged by sums and maxima: the totals are the same on any number
//! of threads and however often the soak was interrupted.

mod arena;
mod checker;
mod chunk;
mod figures;
mod mover;
mod plan;
mod retry;
mod stuck;

use sidle::{Motion, MoveConfig, Outcome, Scratch, Shape, Vec3, World};

pub use arena::{Arena, Enclosure, GENERATED, generated, of_height_field, of_mesh};
pub use chunk::{Finding, Walked, walk_chunk};
pub use figures::Figures;
pub use plan::{CHUNK_MOVES, Chunk, Gait, Kind, chunk, chunk_count};
pub use retry::{fault_of, is_falsely_stuck, shrink_finding};
pub use stuck::{Stuck, probe};

/// What makes a move: [`library`], or in tests a mover with a planted fault.
pub type Step<'a> = &'a (dyn Fn(&World, &mut Scratch, &Shape, Vec3, Motion, &MoveConfig) -> Outcome + Sync);

/// The library's own move.
pub fn library(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: Vec3,
    motion: Motion,
    config: &MoveConfig,
) -> Outcome {
    world.move_and_slide(scratch, shape, from, motion, config)
}
