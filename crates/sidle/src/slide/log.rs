//! What a move did, for whoever wants to know more than what it came to.
//!
//! A log hangs on the scratch of a watched move only: a move that nobody watches asks once a stage whether there is one.

use crate::pair::Candidates;

/// What is kept of a watched move.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Instance and slot of every polygon that was gathered, as often as it was.
    pub(crate) gathered: Vec<(u32, u32)>,
}

impl Log {
    pub(super) fn gathered(&mut self, candidates: &Candidates) {
        let all = (0..candidates.len()).map(|i| candidates.get(i));
        self.gathered.extend(all.map(|c| (c.instance, c.polygon)));
    }
}
