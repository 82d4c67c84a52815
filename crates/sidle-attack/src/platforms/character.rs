//! The verdict on a step of a character among moving instances.

use sidle::{CarryEnd, CharacterConfig, CharacterReport, CharacterState, DVec3};
use sidle_judge::V;
use sidle_judge::moving::{rounding_at, watch};

use super::ride::{Ride, RideFault, judge_end, judge_ride};
use crate::verdict::centre_of;
use crate::verdict::{axis_ratio, wide};

/// A step of a character. `ride` has the body, the meshes and the place before the step.
#[derive(Clone, Copy)]
pub struct CharacterRide<'a> {
    /// The body, the meshes, the skin, and where the step began. Other fields are not used.
    pub ride: Ride<'a>,
    /// The settings of the character.
    pub config: &'a CharacterConfig,
    /// The state after the step.
    pub after: &'a CharacterState,
    /// The report of the step.
    pub report: &'a CharacterReport,
    /// The timed path of the ride.
    pub timed: &'a [(f64, DVec3)],
    /// The path of the character's own motion.
    pub path: &'a [DVec3],
}

impl CharacterRide<'_> {
    /// Returns how the ride of the step ended.
    #[must_use]
    pub fn end(&self) -> CarryEnd {
        match (self.report.crushed.is_some(), self.report.was_squeezed, self.timed.is_empty()) {
            (true, ..) => CarryEnd::Crushed,
            (_, true, _) => CarryEnd::Squeezed,
            (.., true) => CarryEnd::Still,
            _ => CarryEnd::Free,
        }
    }

    /// Returns the fault of the step: in its ride, in its own motion, or at its end.
    #[must_use]
    pub fn judge(&self) -> Option<RideFault> {
        let Self { after, report, timed, path, .. } = *self;
        let centre = centre_of(after, self.config).unwrap_or(self.ride.from);
        if !(centre.is_finite() && after.velocity.is_finite()) {
            return Some(RideFault::NotFinite);
        }
        if report.refused.is_some() || report.was_pushed_out {
            return Some(RideFault::Refused);
        }
        let first = path.first().copied().unwrap_or(centre);
        let ride = Ride { timed, end: self.end(), position: first, way_out: &[], ..self.ride };
        match ride.end {
            // The way out is not recorded.
            CarryEnd::Squeezed => return judge_end(&ride, centre),
            CarryEnd::Crushed => return judge_ride(&ride),
            _ => {}
        }
        judge_ride(&ride).or_else(|| self.own_motion(first, centre)).or_else(|| judge_end(&ride, centre))
    }

    fn own_motion(&self, first: DVec3, centre: DVec3) -> Option<RideFault> {
        let Ride { body, meshes, skin, .. } = self.ride;
        let corners = [first].into_iter().chain(self.path.iter().copied()).chain([centre]);
        let corners: Vec<(f64, V)> = corners.map(|p| (1.0, wide(p))).collect();
        let seen = watch(body, meshes, &corners, skin / 64.0, skin);
        let rounding = rounding_at(meshes, &corners) * axis_ratio(body);
        let at = seen.worst.filter(|_| seen.gap < -rounding)?;
        Some(RideFault::Inside { depth_m: -seen.gap, time: at.time, mesh: at.mesh })
    }
}
