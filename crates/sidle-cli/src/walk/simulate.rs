//! Walking: a slice of time for every walker, the moves timed one by one. Judging is somebody
//! else's, afterwards.

use std::time::Instant;

use sidle::{Motion, MoveConfig, Outcome, Scratch, Shape, Vec3, World};

use super::timing::Histogram;
use sidle_attack::walker::Walker;

/// Metres beyond the box of an open level at which a walker has left it.
pub(crate) const LEFT: f32 = 10.0;

/// What is the same for every move of the run.
pub(crate) struct Rules<'a> {
    /// Where they walk.
    pub(crate) world: &'a World,
    /// The least and the greatest corner of it.
    pub(crate) bounds: (Vec3, Vec3),
    /// What walks.
    pub(crate) shape: Shape,
    /// How it moves; with its path recorded.
    pub(crate) config: MoveConfig,
    /// Seconds of one move.
    pub(crate) dt: f32,
    /// What the clock adds to each measured time, in nanoseconds.
    pub(crate) clock_ns: u64,
}

/// A move that was made: what was asked for and what was said to have happened. The judge decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Where it began.
    pub(crate) from: Vec3,
    /// What was asked for.
    pub(crate) motion: Motion,
    /// What it came to.
    pub(crate) outcome: Outcome,
    /// Where its path ends in [`Slice::path`]; it begins where the one before ends.
    pub(crate) path_end: u32,
    /// Something was hit.
    pub(crate) has_hits: bool,
    /// Nanoseconds, the clock's own taken off.
    pub(crate) nanos: u64,
    /// The walker had just turned.
    pub(crate) turned: bool,
    /// The walker was put back to its spawn after this move.
    pub(crate) restarted: bool,
}

/// The moves of one walker in one slice of time.
#[derive(Debug, Default)]
pub(crate) struct Slice {
    /// In order.
    pub(crate) records: Vec<Record>,
    /// The paths of all of them, one after the other.
    pub(crate) path: Vec<Vec3>,
}

/// What is counted while walking.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Moves made.
    pub(crate) moves: u64,
    /// Nanoseconds spent in them.
    pub(crate) nanos: u64,
    /// How long the moves took that had something near.
    pub(crate) times: Histogram,
    /// Times that a walker left the level and started again.
    pub(crate) left: u64,
}

impl Counts {
    /// All of another walker's.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nanos += other.nanos;
        self.times.merge(&other.times);
        self.left += other.left;
    }
}

/// Walks `moves` moves and leaves them in `slice`.
pub(crate) fn walk(
    rules: &Rules<'_>,
    walker: &mut Walker,
    scratch: &mut Scratch,
    moves: u64,
    counts: &mut Counts,
    slice: &mut Slice,
) {
    slice.records.clear();
    slice.path.clear();
    for _ in 0..moves {
        let (motion, turned) = walker.ask(rules.dt);
        let from = walker.position;
        let start = Instant::now();
        let outcome = rules.world.move_and_slide(scratch, &rules.shape, from, motion, &rules.config);
        let nanos = (start.elapsed().as_nanos() as u64).saturating_sub(rules.clock_ns);
        walker.take(&outcome, scratch.hits());
        let left = !is_near(rules.bounds, outcome.position);
        let restarted = left || outcome.reason == sidle::StopReason::StartedInside;
        if restarted {
            walker.restart();
        }
        slice.path.extend_from_slice(scratch.path());
        slice.records.push(Record {
            from,
            motion,
            outcome,
            path_end: slice.path.len() as u32,
            has_hits: !scratch.hits().is_empty(),
            nanos,
            turned,
            restarted,
        });
        counts.moves += 1;
        counts.nanos += nanos;
        counts.left += u64::from(left);
    }
}

/// Whether a walker at a place counts as in the level. False for anything that is not finite.
pub(crate) fn is_near((low, high): (Vec3, Vec3), p: Vec3) -> bool {
    (low - LEFT).cmple(p).all() && p.cmple(high + LEFT).all()
}
