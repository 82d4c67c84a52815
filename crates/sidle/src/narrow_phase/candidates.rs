//! Candidates: the polygons that a move could reach, gathered once.

mod lever;
mod passing;
mod slivers;

use fearless_simd::Level;
use glam::DVec3;

use super::bounds::LANES;
use super::clear_plane::Path;
use super::lane_block::{LaneBlock, Places, View};
use super::obstacle::{Obstacle, RoundingScale};
use super::path_rejection::{coming_nearer, leads_past};
use super::separating_axis::SeparatingAxis;
use crate::cull::level;
use crate::geometry::Feature;
use crate::shape::space::Space;

/// One polygon of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    first: u32,
    count: u32,
    /// Instance, and polygon of its mesh.
    pub(crate) instance: u32,
    pub(crate) polygon: u32,
}

/// Polygons in the space of a mover.
#[derive(Debug)]
pub(crate) struct Candidates {
    corners: Vec<DVec3>,
    list: Vec<Candidate>,
    /// Candidate i is lane i % 4 of block i / 4. Blocks beyond the list are kept for reuse.
    blocks: Vec<LaneBlock>,
    /// Reused memory of a gather: instance, number and slot of each polygon.
    names: Vec<(u32, u32, u32)>,
    /// Reused memory: slivers by a key of their corners.
    slivers: Vec<(u64, usize)>,
    /// Start of the current iteration. Separating axes from there are kept while other points are
    /// queried.
    iteration_start: DVec3,
    level: Level,
    /// Half the segment core of a capsule; `None` for a point core.
    core: Option<DVec3>,
    /// Largest distance of the origin from that of an instance with a listed polygon, in metres.
    lever: f64,
}

impl Default for Candidates {
    fn default() -> Self {
        let (corners, list, blocks, names, slivers) = Default::default();
        Self {
            corners,
            list,
            blocks,
            names,
            slivers,
            iteration_start: DVec3::NAN,
            level: level(),
            core: None,
            lever: 0.0,
        }
    }
}

impl Candidates {
    /// Empties the list, for a mover with this core.
    pub(crate) fn clear(&mut self, core: Option<DVec3>) {
        self.corners.clear();
        self.list.clear();
        self.core = core;
        self.lever = 0.0;
    }

    /// Takes the empty list in which a gather collects polygons before it pushes them. See
    /// [`Candidates::give_names`].
    pub(crate) fn take_names(&mut self) -> Vec<(u32, u32, u32)> {
        self.names.clear();
        std::mem::take(&mut self.names)
    }

    /// Returns the list for reuse.
    pub(crate) fn give_names(&mut self, names: Vec<(u32, u32, u32)>) {
        self.names = names;
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of blocks of four.
    pub(crate) fn blocks(&self) -> usize {
        self.list.len().div_ceil(LANES)
    }

    /// Returns the block of a candidate.
    pub(crate) fn block_of(i: usize) -> usize {
        i / LANES
    }

    pub(crate) fn get(&self, i: usize) -> &Candidate {
        &self.list[i]
    }

    pub(crate) fn obstacle(&self, i: usize) -> Obstacle<'_> {
        let (normal, error) = self.blocks[i / LANES].lanes.plane(i % LANES);
        Obstacle {
            corners: corners_of(&self.list[i], &self.corners),
            normal,
            error,
            core: self.core.as_ref(),
        }
    }

    /// Adds a polygon with any number of corners. Its axis is unknown until
    /// [`Candidates::keep_within`].
    pub(crate) fn push(&mut self, name: (u32, u32), corners: impl Iterator<Item = DVec3>) {
        let first = self.corners.len();
        self.corners.extend(corners);
        let (block, lane) = self.list_next(name, first);
        block.others |= 1 << lane;
    }

    /// Adds a triangle. Most polygons are triangles, and lanes measure them in parallel.
    #[inline]
    pub(crate) fn push_triangle(&mut self, name: (u32, u32), corners: &[DVec3; 3]) {
        let first = self.corners.len();
        self.corners.extend_from_slice(corners);
        let (block, lane) = self.list_next(name, first);
        block.lanes.set(lane, corners);
    }

    /// Adds the polygon whose corners start at `first` to the list. Returns its block and lane.
    #[inline]
    fn list_next(&mut self, (instance, polygon): (u32, u32), first: usize) -> (&mut LaneBlock, usize) {
        let i = self.list.len();
        let count = (self.corners.len() - first) as u32;
        self.list.push(Candidate { first: first as u32, count, instance, polygon });
        if i / LANES == self.blocks.len() {
            self.blocks.push(LaneBlock::EMPTY);
        }
        let (block, lane) = (&mut self.blocks[i / LANES], i % LANES);
        // Clears the bits left in a block that is reused.
        let before = (1 << lane) - 1;
        (block.others, block.passing) = (block.others & before, block.passing & before | 1 << lane);
        (block, lane)
    }

    /// Measures all pushed polygons from `x`, and keeps those within `limit`.
    pub(crate) fn keep_within(&mut self, rounding_scale: RoundingScale, x: DVec3, limit: f64) {
        let mut kept = 0;
        let rounding_scale = self.with_lever(rounding_scale);
        self.iteration_start = x;
        for b in 0..self.blocks() {
            let lanes = lanes_of(self.list.len(), b);
            let block = &mut self.blocks[b];
            let triangles = lanes & !block.others;
            if triangles != 0 && self.core.is_some() {
                block.lanes.find_planes(self.level, rounding_scale);
            } else if triangles != 0 {
                let bounds = &mut block.views[0].bounds;
                block.lanes.find_planes_and_bounds(self.level, rounding_scale, x, triangles, bounds);
            }
            let block = &mut self.blocks[b];
            (block.last, block.views[0].at, block.views[1].at) = (0, x, DVec3::NAN);
            for i in (Places { first: LANES * b, bits: block.others }) {
                let corners = corners_of(&self.list[i], &self.corners);
                let obstacle = Obstacle::new(corners, self.core.as_ref(), rounding_scale);
                block.lanes.set_plane(i % LANES, (obstacle.normal, obstacle.error));
                if self.core.is_none() {
                    block.views[0].bounds.set(i % LANES, &obstacle.axis(x));
                }
            }
            if let Some(core) = self.core {
                self.find_bounds_of_capsule(b, 0, core, x);
            }
            let block = &self.blocks[b];
            let bits = block.views[0].bounds.within(limit) & lanes;
            if bits == lanes && kept == LANES * b {
                kept += lanes.count_ones() as usize;
                continue;
            }
            for i in (Places { first: LANES * b, bits }) {
                self.move_to(kept, i);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Moves a polygon that was just measured to an earlier place of the list.
    #[inline]
    fn move_to(&mut self, place: usize, i: usize) {
        if place < i {
            self.list[place] = self.list[i];
            let from = self.blocks[i / LANES];
            self.blocks[place / LANES].copy_lane(place % LANES, &from, i % LANES);
        }
    }

    fn truncate(&mut self, kept: usize) {
        self.list.truncate(kept);
        if let Some(last) = self.blocks().checked_sub(1) {
            let (block, lanes) = (&mut self.blocks[last], lanes_of(kept, last));
            (block.others, block.passing) = (block.others & lanes, block.passing & lanes);
        }
    }

    /// Returns the candidates of a block within `limit` of `x`, except those that let the mover
    /// pass. Their axes from `x` are known afterwards. Usually the axes from another point already
    /// rule out the whole block.
    #[inline]
    pub(crate) fn within(&mut self, block: usize, x: DVec3, limit: f64) -> Places {
        let at = &self.blocks[block];
        let solid = lanes_of(self.list.len(), block) & !at.passing;
        let first = LANES * block;
        if at.view().at != x {
            if at.views[1 - at.last].at != x && at.may_be_within(x, limit) & solid == 0 {
                return Places { first, bits: 0 };
            }
            self.measure(block, x);
        }
        Places { first, bits: self.blocks[block].view().bounds.within(limit) & solid }
    }

    /// Begins an iteration at `x`.
    pub(crate) fn begin_iteration(&mut self, x: DVec3) {
        self.iteration_start = x;
    }

    /// Returns true if known axes prove that all solid candidates are further than `limit` from
    /// `x`.
    pub(crate) fn are_beyond(&self, x: DVec3, limit: f64) -> bool {
        (0..self.blocks()).all(|block| {
            let at = &self.blocks[block];
            let solid = lanes_of(self.list.len(), block) & !at.passing;
            at.may_be_within(x, limit) & solid == 0
        })
    }

    /// Computes the axes of a block from `x`, unless they are known.
    fn measure(&mut self, block: usize, x: DVec3) {
        let at = &mut self.blocks[block];
        at.last = 1 - at.last;
        if at.view().at == x {
            return;
        }
        if at.view().at == self.iteration_start {
            at.last = 1 - at.last;
        }
        let view = at.last;
        self.find_bounds(block, view, x);
    }

    fn find_bounds(&mut self, block: usize, view: usize, x: DVec3) {
        if let Some(core) = self.core {
            return self.find_bounds_of_capsule(block, view, core, x);
        }
        let at = &mut self.blocks[block];
        let view = &mut at.views[view];
        let triangles = lanes_of(self.list.len(), block) & !at.others;
        if triangles != 0 {
            at.lanes.bounds(self.level, x, triangles, &mut view.bounds);
        }
        view.at = x;
        for i in (Places { first: LANES * block, bits: at.others }) {
            let (normal, error) = at.lanes.plane(i % LANES);
            let corners = corners_of(&self.list[i], &self.corners);
            let obstacle = Obstacle { corners, normal, error, core: self.core.as_ref() };
            view.bounds.set(i % LANES, &obstacle.axis(x));
        }
    }

    /// Computes the axes of a block from `x`, for a capsule.
    // Not inlined: movers without a core never call it.
    #[inline(never)]
    fn find_bounds_of_capsule(&mut self, block: usize, view: usize, core: DVec3, x: DVec3) {
        let (first, lanes) = (LANES * block, lanes_of(self.list.len(), block));
        let at = &mut self.blocks[block];
        let view = &mut at.views[view];
        let crossed = if lanes & !at.others == 0 {
            0
        } else {
            at.lanes.bounds_of_capsule(self.level, core, x, &mut view.bounds)
        };
        view.at = x;
        for i in (Places { first, bits: (crossed | at.others) & lanes }) {
            let (normal, error) = at.lanes.plane(i % LANES);
            let corners = corners_of(&self.list[i], &self.corners);
            let obstacle = Obstacle { corners, normal, error, core: Some(&core) };
            view.bounds.set(i % LANES, &obstacle.axis(x));
        }
    }

    /// Returns a lower bound of the distance from `x` to candidate `i`, even if it lets the mover
    /// pass.
    pub(crate) fn at_least(&self, i: usize, x: DVec3) -> f64 {
        let view = self.blocks[i / LANES].view();
        view.bounds.distance[i % LANES] - (x - view.at).length()
    }

    /// Returns the separating axis of candidate `i` from `x`. Its block must have been measured
    /// from `x` last.
    pub(crate) fn known(&self, i: usize, x: DVec3) -> SeparatingAxis {
        let view = self.blocks[i / LANES].view();
        debug_assert!(view.at == x, "measured from elsewhere");
        view.bounds.get(i % LANES)
    }

    /// Like `known`, and also returns the distance in skins. If that is negative, also tests the
    /// bare shape, and stores the better axis.
    #[inline]
    pub(crate) fn certified(&mut self, i: usize, x: DVec3, space: &Space) -> (SeparatingAxis, f64) {
        let axis = self.known(i, x);
        let skins = space.skins(axis.distance, axis.normal);
        if skins < 0.0 && !space.is_round() {
            return self.by_bare(i, x, space, (axis, skins));
        }
        (axis, skins)
    }

    #[cold]
    fn by_bare(
        &mut self,
        i: usize,
        x: DVec3,
        space: &Space,
        known: (SeparatingAxis, f64),
    ) -> (SeparatingAxis, f64) {
        let found = self.obstacle(i).bound_of_bare(space, x);
        let found = found.map(|axis| (axis, space.skins(axis.distance, axis.normal)));
        let Some(better) = found.filter(|found| found.1 > known.1) else { return known };
        let block = &mut self.blocks[i / LANES];
        block.views[block.last].bounds.set(i % LANES, &better.0);
        better
    }

    /// Returns true if the closest part of candidate `i` to `x` is the face of the polygon. Its
    /// block must have been measured from the start of the iteration last. Keeps the axes from `x`
    /// for the next query.
    pub(crate) fn is_face_ahead(&mut self, i: usize, x: DVec3) -> bool {
        self.look_ahead(i / LANES, x).bounds.feature(i % LANES) == Feature::Face
    }

    /// Computes the axes of a block from a possible next position of the mover. The view that was
    /// used last stays the current one.
    fn look_ahead(&mut self, block: usize, x: DVec3) -> &View {
        let ahead = 1 - self.blocks[block].last;
        if self.blocks[block].views[ahead].at != x {
            self.find_bounds(block, ahead, x);
        }
        &self.blocks[block].views[ahead]
    }

    /// Returns the candidates of a block that could obstruct a path. The path approaches them, and
    /// may pass them closer than `clear`. The block must have been measured from `path.x` last.
    /// `bare` is the radius of a ball around the bare shape.
    pub(crate) fn in_the_way(
        &mut self,
        some: Places,
        block: usize,
        path: &Path,
        (bare, clear): (f64, f64),
    ) -> Places {
        if some.bits == 0 {
            return some;
        }
        let coming = some.bits & coming_nearer(self.level, path, &self.blocks[block].view().bounds, bare);
        if coming == 0 {
            return Places { bits: 0, ..some };
        }
        let end = path.x + path.d;
        self.look_ahead(block, end);
        let at = &self.blocks[block];
        let (here, there) = (at.view(), &at.views[1 - at.last]);
        let past = leads_past(self.level, path, &here.bounds, &there.bounds, clear);
        Places { bits: coming & !past, ..some }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.corners.capacity() * size_of::<DVec3>()
            + self.list.capacity() * size_of::<Candidate>()
            + self.blocks.capacity() * size_of::<LaneBlock>()
            + self.names.capacity() * size_of::<(u32, u32, u32)>()
            + self.slivers.capacity() * size_of::<(u64, usize)>()
    }
}

fn corners_of<'a>(c: &Candidate, corners: &'a [DVec3]) -> &'a [DVec3] {
    &corners[c.first as usize..(c.first + c.count) as usize]
}

/// Returns one bit for each candidate of a block, in a list of `len` candidates.
fn lanes_of(len: usize, block: usize) -> u32 {
    let rest = len - LANES * block;
    if rest < LANES { (1 << rest) - 1 } else { (1 << LANES) - 1 }
}
