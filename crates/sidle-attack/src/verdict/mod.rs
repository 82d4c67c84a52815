//! The verdict on a move: compares sidle's guarantees with the judge's results.
//!
//! A judge is two-sided, so it gets the polygons that are solid from both sides and that the
//! mover's filter selects. One-sided surfaces and overlapping starts cannot be judged. For these,
//! the guarantee is only that there is a result and that it is finite.

mod character;
mod fault;
mod iterations;
mod moves;
mod path;
mod replay;

use sidle::{CharacterConfig, CharacterState, DVec3, Vec3};
use sidle_judge::{Judge, V};

pub use character::{CharacterFault, CharacterJudge, CharacterStep, judge_push, rules_of};
pub use fault::Fault;
pub(crate) use iterations::exact_path;
pub use iterations::{judge_iterations, judge_path_and_iterations};
pub(crate) use moves::{is_in_range, is_vertex, told_too_long, widest_stop};
pub use moves::{judge_move, judge_path, judge_stop};
pub(crate) use path::{Way, axis_ratio, is_lost_beside_needle, stop_doubt};
pub use replay::{judge_replay, judges_of};
pub use sidle_walkers::{body_of, spacing, wide};

/// Returns the centre of a character, if a step has placed it.
pub(crate) fn centre_of(state: &CharacterState, config: &CharacterConfig) -> Option<DVec3> {
    state.up().map(|_| state.centre(config))
}

/// Creates a judge of polygons given by their corners in order. Each polygon is split into a fan,
/// and its triangles are numbered in sequence.
#[must_use]
pub fn judge_of<'a>(polygons: impl IntoIterator<Item = &'a [Vec3]>) -> Judge {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for corners in polygons {
        let first = vertices.len() as u32;
        vertices.extend(corners.iter().map(|c| c.to_array()));
        triangles.extend((2..corners.len() as u32).map(|i| [first, first + i - 1, first + i]));
    }
    Judge::new(&vertices, &triangles)
}

/// Returns a fault if a move in a closed level began inside the level's bounding box and ended
/// outside it.
#[must_use]
pub fn judge_inside(judge: &Judge, from: DVec3, end: DVec3) -> Option<Fault> {
    let (low, high) = judge.bounds()?;
    let inside = |v: V| (0..3).all(|k| v[k] >= low[k] && v[k] <= high[k]);
    (inside(wide(from)) && !inside(wide(end))).then_some(Fault::Escaped)
}
