//! `Stop`: the end of the iterations of a move, passed from the loop to the computation of the
//! outcome. The public enum `StopReason`, which it contains, is in `outcome.rs`.

use crate::slide::StopReason;

/// The end of the iterations of a move.
#[derive(Clone, Copy)]
pub(in crate::slide) struct Stop {
    pub(in crate::slide) reason: StopReason,
    pub(in crate::slide) contacts: ContactsOf,
}

/// The position, candidates and obstacles for which the contacts in the scratch were found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::slide) enum ContactsOf {
    /// The current ones.
    Here,
    /// Possibly earlier ones: the contacts must be found again.
    Elsewhere,
}

impl Stop {
    /// A stop with the contacts of the current position.
    pub(super) fn here(reason: StopReason) -> Self {
        Self { reason, contacts: ContactsOf::Here }
    }

    /// A stop after a segment, or before the first search for contacts.
    pub(super) fn elsewhere(reason: StopReason) -> Self {
        Self { reason, contacts: ContactsOf::Elsewhere }
    }
}
