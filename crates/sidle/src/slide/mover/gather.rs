//! Gathering: the polygons around a mover, and the region in which they are known.
//!
//! A mover gathers at three times. Nothing else changes its candidates:
//!
//! ```text
//!     start                         around its motion      gather         run.rs
//!     segment needs more polygons   around the remainder   gather_after   mover.rs
//!     end without a certificate     around the way back    gather_within  finalize.rs
//! ```
//!
//! Balls and depenetration choose their own regions. Each gather stores its region as [`Gathered`].

use super::Mover;
use super::Scratch;
use super::gathered::Gathered;
use crate::tolerance::{FINALIZE_ROOM, GATHER_REACH, GATHER_SLACK, GATHERS_A_MOVE};
use crate::world::{MovingInstance, Region};

/// The polygons that must be gathered after a segment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Regather {
    /// None: the segment ended within the gathered region.
    None,
    /// Those around the end of the segment: the path leaves the region.
    AtEnd,
    /// The same. A cast through the index stopped there, so the contacts are obstacles.
    AtObstacle,
}

impl Mover<'_> {
    /// Gathers around the remaining motion, or around as much of it as one gather covers.
    pub(in crate::slide) fn gather(&mut self) {
        let rest = self.v * self.time;
        let length = rest.length();
        let reach = self.gather_reach();
        // A little more than the remaining motion, so that neither rounding nor a push leaves the
        // region.
        let slack = FINALIZE_ROOM * self.skin + length * GATHER_SLACK;
        let region = if length > reach {
            Region { center: self.x, radius: reach + slack }
        } else if self.config.response.keeps_desired_motion() {
            // d . v >= |d|^2 holds for every projection d of v: the path stays in the ball with v
            // as its diameter.
            Region { center: self.x + rest * 0.5, radius: 0.5 * length + slack }
        } else {
            Region { center: self.x, radius: length + slack }
        };
        self.gather_within(region);
    }

    /// Gathers the polygons that a segment asked for.
    pub(super) fn gather_after(&mut self, regather: Regather) {
        if regather == Regather::None {
            return;
        }
        self.gather();
        if regather == Regather::AtObstacle {
            self.note_obstacles_here();
        }
    }

    /// Returns the largest distance that one gather covers, in metres: a few body sizes, or a fixed
    /// share of a long motion. The share lets small bodies complete long moves.
    pub(super) fn gather_reach(&self) -> f64 {
        let body = GATHER_REACH * self.space.half_extents.max_element();
        if self.v.length_squared() <= body * body * (GATHERS_A_MOVE * GATHERS_A_MOVE) {
            // Short motions, the common case, need no square root.
            return body;
        }
        let length = self.v.length() / GATHERS_A_MOVE;
        if body > length { body } else { length }
    }

    /// Gathers every polygon that the mover can touch in a region.
    pub(crate) fn gather_within(&mut self, region: Region) {
        self.gather_region(region, true);
    }

    /// Gathers without the mover cache, which would refill itself for a larger region than those of
    /// moves.
    pub(in crate::slide) fn gather_uncached(&mut self, region: Region) {
        self.gather_region(region, false);
    }

    /// Gathers every polygon that the mover can touch in a region while instances move, at a
    /// fraction of their motion.
    pub(in crate::slide) fn gather_among(&mut self, region: Region, moving: (&[MovingInstance], f64)) {
        self.gathered = Gathered::new(region, self.x);
        let filter = &self.config.filter;
        let Scratch { candidates, log, neighbors, .. } = &mut *self.scratch;
        let (moving, fraction) = moving;
        let moving = (moving, fraction, &neighbors[..]);
        self.world.gather_moving(&self.space, &region, self.x, filter, moving, candidates);
        if let Some(log) = log {
            log.gathered(candidates);
        }
    }

    #[inline(always)]
    fn gather_region(&mut self, region: Region, neighbourhood: bool) {
        self.gathered = Gathered::new(region, self.x);
        let filter = &self.config.filter;
        let Scratch { candidates, around, log, neighbors, .. } = &mut *self.scratch;
        let around = if neighbourhood { around.as_deref_mut() } else { None };
        if neighbors.is_empty() {
            self.world.gather(&self.space, &region, self.x, filter, around, candidates);
        } else {
            let beside = (around, &neighbors[..]);
            self.world.gather_beside(&self.space, &region, self.x, filter, beside, candidates);
        }
        if let Some(log) = log {
            log.gathered(candidates);
        }
    }
}
