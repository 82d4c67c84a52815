//! What trials came to.

use sidle::{Outcome, StopReason};

/// Counts, and the worst that was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tally {
    /// Whether a move that breaks no promise, but stops where nothing is, is a failure as well.
    pub strict: bool,
    /// Trials.
    pub cases: u64,
    /// Moves of shapes.
    pub moves: u64,
    /// Those of them that were made from a free start.
    pub free: u64,
    /// Those that met something.
    pub hindered: u64,
    /// Steps of balls.
    pub ball_steps: u64,
    /// Queries asked of both indexes.
    pub queries: u64,
    /// Polygons added or taken away between moves.
    pub edits: u64,
    /// Moves that needed more stages than they were allowed.
    pub gave_up: u64,
    /// Moves that stopped at something further away than they should, and the furthest in skins.
    pub stopped_early: u64,
    /// Of those, the furthest, in skins.
    pub worst_stop_skins: f64,
    /// The nearest that an end came, in skins of its own; below 0 it is inside.
    pub least_end_skins: f64,
    /// The most stages of a move.
    pub most_stages: u32,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            strict: false,
            cases: 0,
            moves: 0,
            free: 0,
            hindered: 0,
            ball_steps: 0,
            queries: 0,
            edits: 0,
            gave_up: 0,
            stopped_early: 0,
            worst_stop_skins: 0.0,
            least_end_skins: 1.0,
            most_stages: 0,
        }
    }
}

impl Tally {
    /// Both as one.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            strict: self.strict || other.strict,
            cases: self.cases + other.cases,
            moves: self.moves + other.moves,
            free: self.free + other.free,
            hindered: self.hindered + other.hindered,
            ball_steps: self.ball_steps + other.ball_steps,
            queries: self.queries + other.queries,
            edits: self.edits + other.edits,
            gave_up: self.gave_up + other.gave_up,
            stopped_early: self.stopped_early + other.stopped_early,
            worst_stop_skins: self.worst_stop_skins.max(other.worst_stop_skins),
            least_end_skins: self.least_end_skins.min(other.least_end_skins),
            most_stages: self.most_stages.max(other.most_stages),
        }
    }

    pub(super) fn note_move(&mut self, outcome: &Outcome, hits: usize, end_skins: f64) {
        self.moves += 1;
        if matches!(outcome.reason, StopReason::InvalidInput | StopReason::StartedInside) {
            return;
        }
        self.free += 1;
        self.hindered += u64::from(hits > 0);
        self.gave_up += u64::from(outcome.reason == StopReason::IterationLimit);
        self.least_end_skins = self.least_end_skins.min(end_skins);
        self.most_stages = self.most_stages.max(outcome.iterations);
    }
}
