//! Simulates the walkers: a slice of time for each of them, with every move timed. The moves are
//! judged afterwards, in `judge`.

use std::time::Instant;

use sidle::{Motion, MoveConfig, Outcome, Scratch, Shape, Vec3, World};

use super::timing::Histogram;
use sidle_attack::walker::Walker;

/// A walker this many metres outside the bounding box of an open level has left the level.
pub(crate) const LEFT: f32 = 10.0;

/// The data that is the same for every move of the run.
pub(crate) struct Rules<'a> {
    /// The world that they walk in.
    pub(crate) world: &'a World,
    /// Minimum and maximum corner of the world.
    pub(crate) bounds: (Vec3, Vec3),
    /// Shape of the walkers.
    pub(crate) shape: Shape,
    /// Configuration of the moves. It records the path.
    pub(crate) config: MoveConfig,
    /// Duration of one move in seconds.
    pub(crate) dt: f32,
    /// Overhead of the clock in each measured time, in nanoseconds.
    pub(crate) clock_ns: u64,
}

/// A move: its input and its reported result. The judge decides if the result is correct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// Start position.
    pub(crate) from: Vec3,
    /// Requested motion.
    pub(crate) motion: Motion,
    /// Reported outcome.
    pub(crate) outcome: Outcome,
    /// End of its path in [`Slice::path`]. The path begins at the end of the previous one.
    pub(crate) path_end: u32,
    /// True if the move hit something.
    pub(crate) has_hits: bool,
    /// Duration in nanoseconds, without the overhead of the clock.
    pub(crate) nanos: u64,
    /// True if the walker had just turned.
    pub(crate) turned: bool,
    /// True if the walker was put back to its spawn after this move.
    pub(crate) restarted: bool,
}

/// The moves of one walker in one slice of time.
#[derive(Debug, Default)]
pub(crate) struct Slice {
    /// The moves, in order.
    pub(crate) records: Vec<Record>,
    /// The paths of all moves, one after the other.
    pub(crate) path: Vec<Vec3>,
}

/// Counts of the simulation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Number of moves.
    pub(crate) moves: u64,
    /// Total duration of the moves in nanoseconds.
    pub(crate) nanos: u64,
    /// Durations of the moves that had something near.
    pub(crate) times: Histogram,
    /// Number of times that a walker left the level and started again.
    pub(crate) left: u64,
}

impl Counts {
    /// Adds the counts of another walker.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nanos += other.nanos;
        self.times.merge(&other.times);
        self.left += other.left;
    }
}

/// Simulates `moves` moves and stores them in `slice`.
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

/// Returns true if a walker at this position counts as in the level. False for positions that are
/// not finite.
pub(crate) fn is_near((low, high): (Vec3, Vec3), p: Vec3) -> bool {
    (low - LEFT).cmple(p).all() && p.cmple(high + LEFT).all()
}
