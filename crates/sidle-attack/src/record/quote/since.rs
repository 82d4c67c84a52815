//! The runs of one attack since its last fault.

use super::Recorded;

/// A run that counts its faults.
pub(super) trait Faults {
    /// Returns the number of faults.
    fn faults(&self) -> u64;
}

/// Returns the runs after the last one that has faults, in the order of the list.
pub(super) fn since_fault<'a, 'b, T: Faults>(runs: &'b [&'a Recorded<T>]) -> &'b [&'a Recorded<T>] {
    let first = runs.iter().rposition(|recorded| recorded.run.faults() > 0).map_or(0, |last| last + 1);
    &runs[first..]
}
