//! Gathering the polygons around a mover.

use super::Scratch;
use super::mover::Mover;
use crate::tolerance::{FINALIZE_ROOM, GATHER_REACH, GATHER_SLACK, GATHERS_A_MOVE};
use crate::world::Region;

impl Mover<'_> {
    /// Gathers around the remaining motion, or around as much of it as one gather covers.
    pub(super) fn gather(&mut self) {
        let rest = self.v * self.time;
        let length = rest.length();
        let reach = self.gather_reach();
        // A little more than the remaining motion, so that neither rounding nor a push leaves the
        // region.
        let slack = FINALIZE_ROOM * self.skin + length * GATHER_SLACK;
        self.region = if length > reach {
            Region { center: self.x, radius: reach + slack }
        } else if self.config.response.keeps_desired_motion() {
            // d . v >= |d|^2 holds for every projection d of v: the path stays in the ball with v
            // as its diameter.
            Region { center: self.x + rest * 0.5, radius: 0.5 * length + slack }
        } else {
            Region { center: self.x, radius: length + slack }
        };
        self.gathered_here = true;
        self.gather_region();
    }

    /// Returns the largest distance that one gather covers, in metres: a few body sizes, or a fixed
    /// share of a long substep. The share lets small bodies complete long moves.
    pub(super) fn gather_reach(&self) -> f64 {
        let body = GATHER_REACH * self.space.half_extents.max_element();
        if self.v.length_squared() <= body * body * (GATHERS_A_MOVE * GATHERS_A_MOVE) {
            // Short motions, the common case, need no square root.
            return body;
        }
        let way = self.length_of_substep(self.v.length()) / GATHERS_A_MOVE;
        if body > way { body } else { way }
    }

    pub(crate) fn gather_region(&mut self) {
        self.gather_region_from(true);
    }

    /// Gathers without the mover cache. The cached list for the same region may hold more polygons
    /// that are out of reach.
    pub(super) fn gather_region_uncached(&mut self) {
        self.gather_region_from(false);
    }

    #[inline(always)]
    fn gather_region_from(&mut self, neighbourhood: bool) {
        self.contacts_are_current = false;
        let filter = &self.config.filter;
        let Scratch { candidates, around, log, .. } = &mut *self.scratch;
        let around = if neighbourhood { around.as_deref_mut() } else { None };
        self.world.gather(&self.space, &self.region, self.x, filter, around, candidates);
        if let Some(log) = log {
            log.gathered(candidates);
        }
    }
}
