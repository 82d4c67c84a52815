//! The trace log of a move: more details than its outcome.
//!
//! Only the scratch of a traced move has a log. An untraced move tests for a log a few times per
//! iteration. The mover never reads the log. A traced move skips the fast path (`fast_path.rs`), so
//! that every iteration is logged; results are bit-identical.

mod iteration;
mod notes;

use crate::narrow_phase::Candidates;
use crate::slide::Depenetration;
use crate::slide::mover::contacts::MoverContact;
use crate::world::{FIRST_CHARACTER, Surface};
pub use iteration::{
    ContactRole, Decision, EndAttempt, Iteration, IterationContact, SegmentEnd, StartClearance,
};

/// The log of a traced move.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Instance and slot of every gathered polygon, once per gather.
    pub(crate) gathered: Vec<(u32, u32)>,
    /// The instances that moved near a body that was carried.
    pub(crate) moving: Vec<u32>,
    /// The solid instances that enclosed a position where a move began or could have ended.
    pub(crate) solids: Vec<u32>,
    /// The first surface that the start overlaps.
    pub(crate) overlap: Option<Surface>,
    /// The result of pushing the start out of the overlap.
    pub(crate) pushed_out: Option<Depenetration>,
    pub(crate) start_clearance: Option<StartClearance>,
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) end_attempts: Vec<EndAttempt>,
    /// For each contact, true if it was discarded as an internal edge.
    internal_edges: Vec<bool>,
    /// True while the last iteration is in progress.
    is_open: bool,
    /// True once the last iteration has a decision.
    is_decided: bool,
}

impl Log {
    /// Begins the log of a move. A move can begin a second time, from another position.
    pub(in crate::slide::mover) fn begin(&mut self) {
        self.start_clearance = None;
        self.iterations.clear();
        self.end_attempts.clear();
        (self.is_open, self.is_decided) = (false, false);
    }

    pub(crate) fn gathered(&mut self, candidates: &Candidates) {
        let all = (0..candidates.len()).map(|i| candidates.get(i));
        self.gathered.extend(all.map(|c| (c.instance, c.polygon)).filter(|c| c.0 < FIRST_CHARACTER));
        if let Some(iteration) =
            self.iterations.last_mut().filter(|s| self.is_open && s.end == SegmentEnd::Complete)
        {
            iteration.end = SegmentEnd::Regathered;
        }
    }

    /// Records the internal edges. Called after they are discarded, and before contacts with
    /// duplicate normals are discarded.
    pub(super) fn internal_edges(&mut self, contacts: &[MoverContact]) {
        self.internal_edges.clear();
        self.internal_edges.extend(contacts.iter().map(|t| !t.counts));
    }

    /// Returns the iteration in progress.
    fn iteration(&mut self) -> Option<&mut Iteration> {
        self.iterations.last_mut().filter(|_| self.is_open)
    }
}
