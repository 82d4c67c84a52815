//! Four candidates side by side, with their separating axes from two points.

use glam::DVec3;

use super::bounds::Bounds;
use super::lanes::Block;

/// Four polygons of the list, side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneBlock {
    pub(super) lanes: Block,
    /// Axes from two points: the start of an iteration, and a point ahead of it. A move queries the
    /// same point several times. From other points, the distance differs by at most the distance of
    /// the two points. This rules out most polygons without measuring them again.
    pub(super) views: [View; 2],
    pub(super) last: usize,
    /// One bit for each polygon that is not a triangle.
    pub(super) others: u32,
    /// One bit for each one-sided polygon that the mover may pass, because it started behind it.
    pub(super) passing: u32,
}

/// Separating axes of a block from one point.
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

    /// Copies a lane of a block that was just filled. Such a block has been measured from one point
    /// only, and all of its lanes let the mover pass.
    pub(super) fn copy_lane(&mut self, lane: usize, other: &Self, from: usize) {
        self.lanes.copy_lane(lane, &other.lanes, from);
        self.views[0].bounds.set(lane, &other.views[0].bounds.get(from));
        self.others = self.others & !(1 << lane) | (other.others >> from & 1) << lane;
    }

    pub(super) fn view(&self) -> &View {
        &self.views[self.last]
    }

    /// Returns one bit for each lane that could be within `limit` of `x`, judging by the known
    /// axes.
    pub(super) fn may_be_within(&self, x: DVec3, limit: f64) -> u32 {
        self.view().bounds.within(limit + (x - self.view().at).length())
    }
}

/// Some candidates of one block, by their indices in the list.
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
