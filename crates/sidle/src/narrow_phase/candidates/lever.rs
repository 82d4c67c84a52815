//! The rounding of polygons that belong to instances.

use super::Candidates;
use crate::narrow_phase::RoundingScale;

impl Candidates {
    /// Notes the distance between the origin and that of an instance with polygons in the list.
    /// Placing a corner rounds lengths of up to this distance, wherever the corner is.
    pub(crate) fn note_lever(&mut self, lever: f64) {
        self.lever = if lever > self.lever { lever } else { self.lever };
    }

    /// Returns the largest noted lever, in metres.
    pub(crate) fn lever(&self) -> f64 {
        self.lever
    }

    /// Returns the rounding of certificates, with that of placing the corners.
    pub(crate) fn with_lever(&self, RoundingScale { reach, squeeze }: RoundingScale) -> RoundingScale {
        RoundingScale { reach: reach + squeeze * self.lever, squeeze }
    }
}
