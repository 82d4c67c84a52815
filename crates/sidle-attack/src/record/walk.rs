//! The runs in `docs/soak.json`.

use serde::{Deserialize, Serialize};

use crate::soak::{Figures, GENERATED};

/// One run of `sidle-tour soak`: the counts that the guide quotes, and the faults that were kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SoakRun {
    /// The seed of the walkers.
    pub seed: u64,
    /// Names of the levels.
    pub levels: Vec<String>,
    /// True for steps of characters.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub characters: bool,
    /// Number of moving platforms in each level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platforms: Option<u32>,
    /// True if the run passed all of its checks.
    pub passed: bool,
    /// Number of violated guarantees.
    pub faults: u64,
    /// Wall-clock time, in hours.
    pub hours: f64,
    /// Simulated time, in hours.
    pub simulated_hours: f64,
    /// The counts.
    #[serde(flatten)]
    pub counts: WalkCounts,
    /// The first findings that violate a guarantee.
    pub findings: Vec<WalkFault>,
}

/// The quoted counts of a run. See [`Figures`] for their meanings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of `Figures`")]
pub struct WalkCounts {
    pub moves: u64,
    pub touching: u64,
    pub penetrations: u64,
    pub crossings: u64,
    pub escapes: u64,
    pub refused: u64,
    pub still: u64,
    pub wedged: u64,
    pub false_stuck: u64,
    pub iteration_limit: u64,
    pub worst_stop_gap_skins: f64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub platform_contacts: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub crushed: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub crushed_refuted: u64,
}

/// A move that violates a guarantee. With the seed of the run, these numbers repeat it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkFault {
    /// The name of the level.
    pub level: String,
    /// The number of the chunk.
    pub chunk: u64,
    /// The number of the move in the chunk.
    pub move_number: u64,
    /// The description of the fault.
    pub what: String,
}

/// Returns true for a count that only runs among platforms have.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl SoakRun {
    /// Returns true if every level was generated.
    #[must_use]
    pub fn is_generated(&self) -> bool {
        self.levels.iter().all(|level| GENERATED.contains(&level.as_str()))
    }
}

impl From<&Figures> for WalkCounts {
    fn from(all: &Figures) -> Self {
        let mut counts = Self { worst_stop_gap_skins: all.worst_stop_gap_skins, ..Self::default() };
        add_fields!(
            all => counts:
            moves, touching, penetrations, crossings, escapes, refused, still, wedged, false_stuck,
            iteration_limit, platform_contacts, crushed, crushed_refuted,
        );
        counts
    }
}

impl WalkCounts {
    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &Self) {
        self.worst_stop_gap_skins = self.worst_stop_gap_skins.max(other.worst_stop_gap_skins);
        add_fields!(
            other => self:
            moves, touching, penetrations, crossings, escapes, refused, still, wedged, false_stuck,
            iteration_limit, platform_contacts, crushed, crushed_refuted,
        );
    }
}
