//! Progress of a soak: the finished chunks and their results. This is the content of a checkpoint.

use serde::{Deserialize, Serialize};
use sidle_attack::record::UNKNOWN;
use sidle_attack::soak::{Chunk, Figures, Kind};
use sidle_scenes::SplitMix64;

/// Maximum number of findings that are kept. All faults are counted.
const MOST_FINDINGS: usize = 40;

/// Results of the finished chunks. They are merged by sums and maxima, so the order of the chunks
/// does not matter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Totals {
    /// Ranges of finished chunks: the first number, and one past the last number.
    pub(crate) done: Vec<[u64; 2]>,
    /// Results per level.
    pub(crate) levels: Vec<Figures>,
    /// Results per kind of shape.
    pub(crate) kinds: Vec<Figures>,
    /// Hash of every stored position of every chunk.
    pub(crate) hash: u64,
    /// The first faults, in the order of the chunks, followed by findings that violate no
    /// guarantee.
    pub(crate) findings: Vec<Found>,
    /// Wall-clock seconds in all sessions.
    pub(crate) seconds: f64,
    /// Commits of the programs that ran the chunks. Empty in checkpoints of older versions.
    #[serde(default)]
    pub(crate) commits: Vec<String>,
}

/// A finding as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    pub(crate) level: String,
    pub(crate) chunk: u64,
    pub(crate) move_number: u64,
    pub(crate) what: String,
    /// True if it violates a guarantee.
    pub(crate) is_fault: bool,
    /// Text of the replay file, shrunk.
    pub(crate) replay: String,
}

impl Totals {
    /// Returns empty totals.
    pub(crate) fn new(levels: usize) -> Self {
        Self {
            levels: vec![Figures::default(); levels],
            kinds: vec![Figures::default(); Kind::ALL.len()],
            ..Self::default()
        }
    }

    /// Records the commit of the program that runs the remaining chunks, if any of the `count`
    /// chunks remain.
    pub(crate) fn continue_on(&mut self, commit: &str, count: u64) {
        if self.commits.is_empty() && self.count() > 0 {
            self.commits.push(UNKNOWN.into());
        }
        if self.count() < count && !self.commits.iter().any(|known| known == commit) {
            self.commits.push(commit.into());
        }
    }

    /// Returns the commits of the programs that ran the chunks, separated by commas.
    pub(crate) fn commit(&self) -> String {
        self.commits.join(", ")
    }

    /// Adds the results of a chunk.
    pub(crate) fn add(&mut self, chunk: &Chunk, figures: &Figures, hash: u64, found: Vec<Found>) {
        self.finish(chunk.number);
        self.levels[chunk.level].merge(figures);
        if let Some(place) = Kind::ALL.iter().position(|kind| *kind == chunk.kind) {
            self.kinds[place].merge(figures);
        }
        // A sum does not depend on the order. The numbers are mixed first, so that they do not
        // cancel.
        self.hash = self.hash.wrapping_add(SplitMix64::new(hash ^ chunk.number << 20).next_u64());
        self.findings.extend(found);
        self.findings.sort_by_key(|found| (!found.is_fault, found.chunk, found.move_number));
        self.findings.truncate(MOST_FINDINGS);
    }

    /// Returns the sum over all levels.
    pub(crate) fn all(&self) -> Figures {
        let mut all = Figures::default();
        self.levels.iter().for_each(|level| all.merge(level));
        all
    }

    /// Returns true if a chunk is finished.
    pub(crate) fn is_done(&self, chunk: u64) -> bool {
        self.done.iter().any(|[first, end]| (*first..*end).contains(&chunk))
    }

    /// Returns the number of finished chunks.
    pub(crate) fn count(&self) -> u64 {
        self.done.iter().map(|[first, end]| end - first).sum()
    }

    fn finish(&mut self, chunk: u64) {
        let place = self.done.partition_point(|[first, _]| *first <= chunk);
        self.done.insert(place, [chunk, chunk + 1]);
        let mut joined: Vec<[u64; 2]> = Vec::with_capacity(self.done.len());
        for &run in &self.done {
            match joined.last_mut() {
                Some(last) if last[1] == run[0] => last[1] = run[1],
                _ => joined.push(run),
            }
        }
        self.done = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;

    #[test]
    fn chunks_done_in_any_order_become_runs() {
        let mut totals = Totals::new(1);
        for chunk in [5, 0, 2, 1, 7, 6] {
            assert!(!totals.is_done(chunk));
            totals.finish(chunk);
            assert!(totals.is_done(chunk));
        }
        assert_eq!(totals.done, [[0, 3], [5, 8]]);
        assert_eq!(totals.count(), 6);
        assert!(!totals.is_done(3) && !totals.is_done(8));
    }

    #[test]
    fn the_commit_of_every_sitting_is_kept() {
        let mut totals = Totals::new(1);
        totals.continue_on("a", 3);
        totals.finish(0);
        // The same program continues, then another one.
        totals.continue_on("a", 3);
        totals.continue_on("b", 3);
        assert_eq!(totals.commit(), "a, b");
        (1..3).for_each(|chunk| totals.finish(chunk));
        // No chunks are left for this program.
        totals.continue_on("c", 3);
        assert_eq!(totals.commit(), "a, b");
        // Totals from a checkpoint of an older version.
        totals.commits.clear();
        totals.continue_on("c", 4);
        assert_eq!(totals.commit(), "unknown, c");
    }
}
