//! The polygons that a move could touch, gathered once.

use fearless_simd::Level;
use glam::DVec3;

use super::lanes::{Block, Bounds, LANES};
use super::polygon::{Bound, Lever, Polygon};
use crate::geometry::level;

/// Fewer than this are asked about one by one.
const WORTH_A_BLOCK: u32 = 2;

/// One polygon of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    first: u32,
    count: u32,
    normal: DVec3,
    error: f64,
    /// Which instance, and which polygon of its mesh.
    pub(crate) instance: u32,
    pub(crate) polygon: u32,
    /// The last bound that was asked for, and where: a move asks several times from the same place, and from other places the
    /// distance differs by no more than they are apart, which rules most polygons out without looking at them again.
    bound: Bound,
    bound_at: DVec3,
    /// One-sided, and the mover has been behind it or on its way through since it was gathered: it is not there for now.
    passes: bool,
}

impl Candidate {
    fn corners<'a>(&self, corners: &'a [DVec3]) -> &'a [DVec3] {
        &corners[self.first as usize..(self.first + self.count) as usize]
    }

    fn really_at_least(&self, x: DVec3) -> f64 {
        self.bound.distance - (x - self.bound_at).length()
    }

    fn at_least(&self, x: DVec3) -> f64 {
        if self.passes { f64::INFINITY } else { self.really_at_least(x) }
    }

    fn polygon<'a>(&self, corners: &'a [DVec3]) -> Polygon<'a> {
        Polygon { corners: self.corners(corners), normal: self.normal, error: self.error }
    }
}

/// Polygons in the space of a mover.
#[derive(Debug)]
pub(crate) struct Candidates {
    corners: Vec<DVec3>,
    list: Vec<Candidate>,
    /// Candidate i is lane i % 8 of block i / 8, if it is a triangle; the lane of another polygon lies idle.
    blocks: Vec<Block>,
    /// Those of the block that was asked last.
    bounds: Bounds,
    buffer: Vec<DVec3>,
    /// Memory for a gather: instance, number and slot of each polygon.
    names: Vec<(u32, u32, u32)>,
    level: Level,
}

impl Default for Candidates {
    fn default() -> Self {
        let (corners, list, blocks, bounds, buffer, names) = Default::default();
        Self { corners, list, blocks, bounds, buffer, names, level: level() }
    }
}

impl Candidates {
    pub(crate) fn clear(&mut self) {
        self.corners.clear();
        self.list.clear();
        self.blocks.clear();
    }

    /// Memory to list polygons in before they are pushed, empty; see [`Candidates::give_names`].
    pub(crate) fn take_names(&mut self) -> Vec<(u32, u32, u32)> {
        self.names.clear();
        std::mem::take(&mut self.names)
    }

    /// Gives the memory back.
    pub(crate) fn give_names(&mut self, names: Vec<(u32, u32, u32)>) {
        self.names = names;
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, i: usize) -> &Candidate {
        &self.list[i]
    }

    pub(crate) fn polygon(&self, i: usize) -> Polygon<'_> {
        self.list[i].polygon(&self.corners)
    }

    /// Adds a polygon. Nothing is known of it before [`Candidates::keep_within`].
    pub(crate) fn push(&mut self, (instance, polygon): (u32, u32), corners: impl Iterator<Item = DVec3>) {
        let (i, first) = (self.list.len(), self.corners.len());
        self.corners.extend(corners);
        if i.is_multiple_of(LANES) {
            self.blocks.push(Block::default());
        }
        if let Ok(triangle) = <&[DVec3; 3]>::try_from(&self.corners[first..]) {
            self.blocks[i / LANES].set(i % LANES, triangle);
        }
        self.list.push(Candidate {
            first: first as u32,
            count: (self.corners.len() - first) as u32,
            normal: DVec3::ZERO,
            error: 0.0,
            instance,
            polygon,
            bound: Bound::UNKNOWN,
            bound_at: DVec3::NAN,
            passes: true,
        });
    }

    /// Measures all that was pushed from `x`, and keeps what is within `limit` of it.
    pub(crate) fn keep_within(&mut self, lever: Lever, x: DVec3, limit: f64) {
        let mut kept = 0;
        for b in 0..self.blocks.len() {
            let lanes = LANES * b..self.list.len().min(LANES * (b + 1));
            let block = &mut self.blocks[b];
            block.find_planes(self.level, lever, lanes.len());
            block.bounds(self.level, x, (1 << lanes.len()) - 1, &mut self.bounds);
            for i in lanes {
                let c = &mut self.list[i];
                if c.count == 3 {
                    (c.normal, c.error) = self.blocks[b].plane(i % LANES);
                    c.bound = self.bounds.get(i % LANES);
                } else {
                    let polygon = Polygon::new(c.corners(&self.corners), lever);
                    (c.normal, c.error, c.bound) = (polygon.normal, polygon.error, polygon.bound(x));
                }
                if c.bound.distance <= limit {
                    c.bound_at = x;
                    if kept < i {
                        self.list[kept] = *c;
                        let lane = self.blocks[b].lane(i % LANES);
                        self.blocks[kept / LANES].set_lane(kept % LANES, &lane);
                    }
                    kept += 1;
                }
            }
        }
        self.list.truncate(kept);
        self.blocks.truncate(kept.div_ceil(LANES));
    }

    /// Measures at `x` everything whose distance is not known to be above `limit`, so that what is asked about it next is known.
    pub(crate) fn look(&mut self, x: DVec3, limit: f64) {
        for b in 0..self.blocks.len() {
            let lanes = LANES * b..self.list.len().min(LANES * (b + 1));
            let mut wanted = 0_u32;
            for i in lanes {
                let c = &self.list[i];
                let is_wanted = c.count == 3 && c.bound_at != x && c.at_least(x) <= limit;
                wanted |= u32::from(is_wanted) << (i % LANES);
            }
            if wanted.count_ones() < WORTH_A_BLOCK {
                continue;
            }
            self.blocks[b].bounds(self.level, x, wanted, &mut self.bounds);
            while wanted != 0 {
                let lane = wanted.trailing_zeros() as usize;
                let c = &mut self.list[LANES * b + lane];
                (c.bound, c.bound_at) = (self.bounds.get(lane), x);
                wanted &= wanted - 1;
            }
        }
    }

    /// Looks anew which candidates still let the mover pass: new ones may, and one that did not once stays solid, since a
    /// mover that rolls round its rim must not lose what it rolls on. `passes` gets memory to work in besides.
    pub(crate) fn let_pass(
        &mut self,
        mut passes: impl FnMut(&Candidate, &Polygon<'_>, &mut Vec<DVec3>) -> bool,
    ) {
        let Self { corners, list, buffer, .. } = self;
        for c in list.iter_mut().filter(|c| c.passes) {
            c.passes = passes(c, &c.polygon(corners), buffer);
        }
    }

    /// The distance from `x` to candidate `i` is not below this; infinite for one that lets the mover pass.
    pub(crate) fn at_least(&self, i: usize, x: DVec3) -> f64 {
        self.list[i].at_least(x)
    }

    /// The distance from `x` to candidate `i` is not below this, whether it lets the mover pass or not.
    pub(crate) fn really_at_least(&self, i: usize, x: DVec3) -> f64 {
        self.list[i].really_at_least(x)
    }

    /// The bound of candidate `i` from any place.
    pub(crate) fn bound(&mut self, i: usize, x: DVec3) -> Bound {
        let c = &mut self.list[i];
        if c.bound_at != x {
            c.bound = c.polygon(&self.corners).bound(x);
            c.bound_at = x;
        }
        c.bound
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.corners.capacity() + self.buffer.capacity()) * size_of::<DVec3>()
            + self.list.capacity() * size_of::<Candidate>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.names.capacity() * size_of::<(u32, u32, u32)>()
    }
}
