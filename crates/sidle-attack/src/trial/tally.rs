//! Statistics of trials.

use sidle::{Outcome, StopReason};

/// Counts and worst values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tally {
    /// True if a move that violates no guarantee, but stops without a contact, also counts as a
    /// failure, and a character that breaks a rule.
    pub strict: bool,
    /// Number of trials.
    pub cases: u64,
    /// Number of moves of shapes.
    pub moves: u64,
    /// Number of moves from a free start.
    pub free: u64,
    /// Number of moves with a contact.
    pub hindered: u64,
    /// Number of steps of balls.
    pub ball_steps: u64,
    /// Number of steps of characters.
    pub character_steps: u64,
    /// Number of these in which a step of the ground was climbed.
    pub steps_climbed: u64,
    /// Number of these in which the character swims or climbs.
    pub modes: u64,
    /// Number of these after which the judge accepts ground and no ground.
    pub either_ground: u64,
    /// Number of trials in which a character broke a rule of its own, which is not a guarantee:
    /// ground or not, a snap, or a distance, a speed or a height that it gained.
    pub rules_broken: u64,
    /// Number of queries to both indexes.
    pub queries: u64,
    /// Number of polygons added or removed between moves.
    pub edits: u64,
    /// Number of moves that reached the iteration limit.
    pub gave_up: u64,
    /// Number of moves that stopped farther from their contact than they should.
    pub stopped_early: u64,
    /// Largest distance of these stops, in skins.
    pub worst_stop_skins: f64,
    /// Smallest gap at an end, in its own skins; negative inside a polygon.
    pub least_end_skins: f64,
    /// Largest number of iterations of a move.
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
            character_steps: 0,
            steps_climbed: 0,
            modes: 0,
            either_ground: 0,
            rules_broken: 0,
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
    /// Returns the combined statistics of both.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let mut sum = *self;
        add_fields!(
            other => sum:
            cases, moves, free, hindered, ball_steps, character_steps, steps_climbed, modes,
            either_ground, rules_broken, queries, edits, gave_up, stopped_early,
        );
        sum.strict |= other.strict;
        sum.worst_stop_skins = sum.worst_stop_skins.max(other.worst_stop_skins);
        sum.least_end_skins = sum.least_end_skins.min(other.least_end_skins);
        sum.most_stages = sum.most_stages.max(other.most_stages);
        sum
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
