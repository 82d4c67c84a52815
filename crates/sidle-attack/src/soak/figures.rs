//! Statistics of a soak: sums and maxima of whole numbers and of numbers that only grow. The result
//! does not depend on the order in which chunks finish.

use serde::{Deserialize, Serialize};

use crate::platforms::RideFault;
use crate::verdict::{CharacterFault, Fault};

/// Statistics of one chunk or of all chunks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of moves made and judged.
    pub moves: u64,
    /// Number of moves that were judged by their iterations in f64.
    #[serde(default)]
    pub exact_paths: u64,
    /// Simulated time of these moves, in microseconds.
    pub simulated_us: u64,
    /// Number of moves that hit something.
    pub touching: u64,
    /// Number of moves that report that something stopped them.
    pub stops: u64,
    /// Number of walkers that left an open level and were put back.
    pub left: u64,
    /// Largest overlap of the bare shape anywhere on any path, in metres.
    pub worst_penetration_m: f64,
    /// Largest gap at a stop, in skins.
    pub worst_stop_gap_skins: f64,
    /// Largest number of iterations of a move.
    pub most_stages: u32,
    /// Number of moves that overlapped something.
    pub penetrations: u64,
    /// Number of moves whose centre went through a triangle.
    pub crossings: u64,
    /// Number of moves out of a closed or enclosed level.
    pub escapes: u64,
    /// Number of moves that went farther than the requested motion.
    pub too_long: u64,
    /// Number of moves with a number that is not finite.
    pub not_finite: u64,
    /// Number of refused moves whose start was the end of the move before.
    pub refused: u64,
    /// Number of chunks that ended in a panic; none of their moves is counted.
    #[serde(default)]
    pub panics: u64,
    /// Number of stops with no surface within the expected distance.
    pub wide_stops: u64,
    /// Number of moves that reached the iteration limit.
    pub iteration_limit: u64,
    /// Number of times that a walker moved less than 1 cm in 2 s, for any desired motion.
    pub still: u64,
    /// Number of those where eight headings moved less than 1 cm and the judge also finds no free
    /// path.
    pub wedged: u64,
    /// Number of those where the judge finds a free path.
    pub false_stuck: u64,
    /// Number of steps of characters that climbed a step.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub climbed: u64,
    /// Number of steps of characters that ended off the ground.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub off_the_ground: u64,
    /// Number of steps of characters without input at rest.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub idle: u64,
    /// Number of steps in which the character swims or climbs.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub modes: u64,
    /// Number of steps after which the judge accepts ground and no ground.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub either_ground: u64,
    /// Number of steps after which the ground was not as the judge says.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong_ground: u64,
    /// Number of steps that went too far, or were too fast afterwards.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub too_fast: u64,
    /// Number of steps that climbed a ledge above the limit.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub too_high: u64,
    /// Number of steps at rest that changed the position.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub restless: u64,
    /// Number of moves and steps that touched a moving platform.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub platform_contacts: u64,
    /// Number of these that a platform carried.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub carried: u64,
    /// Number of these that were squeezed out between surfaces.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub squeezed: u64,
    /// Number of these that were crushed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub crushed: u64,
    /// Number of crushes for which the judge finds a way out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub crushed_refuted: u64,
}

/// Returns true for a count that the soak of shapes leaves out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Figures {
    /// Adds the statistics of another chunk.
    pub fn merge(&mut self, other: &Self) {
        self.worst_penetration_m = self.worst_penetration_m.max(other.worst_penetration_m);
        self.worst_stop_gap_skins = self.worst_stop_gap_skins.max(other.worst_stop_gap_skins);
        self.most_stages = self.most_stages.max(other.most_stages);
        add_fields!(
            other => self:
            moves, exact_paths, simulated_us, touching, stops, left,
            penetrations, crossings, escapes, too_long, not_finite, refused, panics, wide_stops,
            iteration_limit, still, wedged, false_stuck,
            climbed, off_the_ground, idle, modes, either_ground,
            wrong_ground, too_fast, too_high, restless,
            platform_contacts, carried, squeezed, crushed, crushed_refuted,
        );
    }

    /// Counts the fault of a move.
    pub(crate) fn blame(&mut self, fault: &Fault) {
        let count = match fault {
            Fault::NotFinite => &mut self.not_finite,
            Fault::Penetration { depth_m } | Fault::PenetrationOnTheWay { depth_m } => {
                self.worst_penetration_m = self.worst_penetration_m.max(*depth_m);
                &mut self.penetrations
            }
            Fault::Crossing => &mut self.crossings,
            Fault::Escaped => &mut self.escapes,
            Fault::TooLong { .. } => &mut self.too_long,
            Fault::StopGap { .. } => &mut self.wide_stops,
            Fault::IterationLimit => &mut self.iteration_limit,
            _ => &mut self.refused,
        };
        *count += 1;
    }

    /// Counts the fault of a step in which platforms move.
    pub(crate) fn blame_ride(&mut self, fault: &RideFault) {
        let count = match fault {
            RideFault::NotFinite => &mut self.not_finite,
            RideFault::Inside { depth_m, .. } => {
                self.worst_penetration_m = self.worst_penetration_m.max(*depth_m);
                &mut self.penetrations
            }
            RideFault::Crossing { .. } => &mut self.crossings,
            RideFault::RefutedCrush { .. } => &mut self.crushed_refuted,
            _ => &mut self.refused,
        };
        *count += 1;
    }

    /// Counts the fault of a step of a character.
    pub(crate) fn blame_character(&mut self, fault: &CharacterFault) {
        let count = match fault {
            CharacterFault::TooFar { .. } | CharacterFault::TooFast { .. } => &mut self.too_fast,
            CharacterFault::TooHigh { .. } => &mut self.too_high,
            CharacterFault::Restless => &mut self.restless,
            _ => &mut self.wrong_ground,
        };
        *count += 1;
    }

    /// Returns the number of faults of every kind. The iteration limit violates no guarantee and is
    /// not counted.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.penetrations
            + self.crossings
            + self.escapes
            + self.too_long
            + self.not_finite
            + self.refused
            + self.panics
            + self.wide_stops
            + self.false_stuck
            + self.wrong_ground
            + self.too_fast
            + self.too_high
            + self.restless
    }
}
