//! Four candidates side by side, with their separating axes from two places.

use glam::DVec3;

use super::bounds::Bounds;
use super::lanes::Block;

/// Four polygons of the list, side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneBlock {
    pub(super) lanes: Block,
    /// Bounds from two places, those of a stage and what it looks at: a move asks several times
    /// from the same place, and from other places the distance differs by no more than they are
    /// apart, which rules most polygons out without looking at them again.
    pub(super) views: [View; 2],
    pub(super) last: usize,
    /// One bit each: no triangle.
    pub(super) others: u32,
    /// A bit for each one-sided polygon that the mover may pass, having been behind it.
    pub(super) passing: u32,
}

/// The bounds of a row from one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) bounds: Bounds,
    pub(super) at: DVec3,
}

impl LaneBlock {
    pub(super) const EMPTY: Self = Self {
        lanes: Block::EMPTY,
        views: [View { bounds: Bounds::EMPTY, at: DVec3::NAN }; 2],
        last: 0,
        others: 0,
        passing: 0,
    };

    /// Copies a lane of a row that was just filled: it was seen from one place, and all still pass.
    pub(super) fn copy_lane(&mut self, lane: usize, other: &Self, from: usize) {
        self.lanes.copy_lane(lane, &other.lanes, from);
        self.views[0].bounds.set(lane, &other.views[0].bounds.get(from));
        self.others = self.others & !(1 << lane) | (other.others >> from & 1) << lane;
    }

    pub(super) fn view(&self) -> &View {
        &self.views[self.last]
    }

    /// One bit for each lane that may be no further than `limit` from `x`, as far as is known.
    pub(super) fn may_be_within(&self, x: DVec3, limit: f64) -> u32 {
        self.view().bounds.within(limit + (x - self.view().at).length())
    }
}

/// Some candidates of one row, by their places in the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(super) first: usize,
    pub(super) bits: u32,
}

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 {
            return None;
        }
        let lane = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.first + lane)
    }
}
