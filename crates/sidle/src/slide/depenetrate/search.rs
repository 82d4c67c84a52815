//! Searches the ball around the start for the nearest free place: branch and bound over boxes.
//!
//! ```text
//! repeat with the nearest large box, or else the nearest small one:
//!     drop it if all of it is further away than (distance of the best place) / DEPENETRATE_NEAR
//!     drop it if a single polygon blocks all of it, or if the centre cannot get there
//!     for each polygon nearby: take the half-space that it leaves free, as seen from the middle of the box
//!     the point nearest to the start in all half-spaces is a free place: keep it if it is the best so far
//!     if no such point is near enough: drop the box if the multipliers prove that for all of it
//!     cut the box in two
//! ```
//!
//! The planes are those of Deits and Tedrake, "Computing large convex regions of obstacle-free
//! space through semidefinite programming" (2015).

use glam::DVec3;

use super::{Bounds, EscapePath};
use crate::geometry::morton::morton;
use crate::narrow_phase::{Candidates, RoundingScale};
use crate::slide::mover::Mover;
use crate::slide::search_space::Search;
use crate::slide::search_space::cell::{Cell, Proof, WALLS};
use crate::slide::search_space::measure::{Measure, position_of, stored};
use crate::solve::nearest::{Multipliers, NearestPoint, nearest_point};
use crate::tolerance::{
    DEPENETRATE_FINEST, DEPENETRATE_GAIN, DEPENETRATE_NEAR, DEPENETRATE_SMALL, DEPENETRATE_VIEW,
    DEPENETRATE_WAIT,
};

/// Maximum number of times that a place is improved by the planes visible from it.
const POLISHINGS: usize = 6;

/// Cost of a box besides its polygons, in measured blocks of polygons.
const CELL: usize = 5;

/// Work that each polygon adds to the budget of a search. All polygons are copied, drawn and
/// measured at least once.
const WORK_EACH: usize = 15;

/// Number of half-spaces of a box that cost as much as measuring one block. Most boxes have fewer.
const PLANES: usize = 256;

/// Number of crossing tests that cost as much as measuring one block of polygons.
const TESTS: usize = 12;

impl Search {
    /// Returns the number of examined boxes.
    pub(super) fn examined(&self) -> u32 {
        self.examined
    }

    /// Returns the largest distance of a place, in metres.
    pub(super) fn furthest(&self) -> f64 {
        self.measure.limit
    }

    /// Returns the corners of the path to the place found, without start and end.
    pub(super) fn corners(&self) -> &[DVec3] {
        self.reach.kept()
    }

    /// Prepares for a mover that stands at its start. A place needs `room` metres of clearance. The
    /// centre may cross the polygons of `solids`: the solid instances that enclose it.
    pub(super) fn begin(&mut self, mover: &mut Mover<'_>, room: f64, solids: &[u32]) {
        let limit = mover.gathered.region().radius / DEPENETRATE_VIEW - mover.skin;
        self.measure = Measure::new(&mover.space, mover.skin, room, limit);
        // Polygons are known one radius beyond the places where the mover may touch them.
        let known = mover.gathered.region().radius + mover.space.bare_half_lengths().min_element();
        self.copy_polygons(mover);
        let (world, from, all) = (mover.world, mover.from, &mover.scratch.candidates);
        let side_of = |copies: &Candidates, i: usize| {
            world.side_of_polygon(all.get(copies.get(i).polygon as usize), from)
        };
        let is_crossed = |copies: &Candidates, i: usize| {
            solids.contains(&all.get(copies.get(i).polygon as usize).instance)
        };
        let lists = (side_of, is_crossed);
        self.reach.begin((&mut self.polygons, &mover.space), self.measure.metres, known, lists);
        (self.work, self.examined, self.made) = (0, 0, 0);
    }

    /// Copies all solid candidates of the mover in spatial order. So a block of them is measured or
    /// skipped as a whole.
    fn copy_polygons(&mut self, mover: &mut Mover<'_>) {
        let candidates = &mut mover.scratch.candidates;
        let scale = self.measure.metres / self.measure.limit;
        self.order.clear();
        for block in 0..candidates.blocks() {
            for i in candidates.within(block, DVec3::ZERO, f64::INFINITY) {
                let corners = candidates.obstacle(i).corners;
                let sum = corners.iter().fold(DVec3::ZERO, |sum, &corner| sum + corner);
                self.order.push((morton(sum * scale / corners.len() as f64), i as u32));
            }
        }
        self.order.sort_unstable();
        self.polygons.clear(mover.space.core());
        self.polygons.note_lever(candidates.lever());
        for &(_, i) in &self.order {
            match candidates.obstacle(i as usize).corners {
                &[a, b, c] => self.polygons.push_triangle((0, i), &[a, b, c]),
                corners => self.polygons.push((0, i), corners.iter().copied()),
            }
        }
        let reach = mover.gathered.region().radius
            + mover.space.half_extents.max_element()
            + mover.space.core_length();
        let rounding_scale = RoundingScale { reach, squeeze: mover.space.squeeze() };
        self.polygons.keep_within(rounding_scale, DVec3::ZERO, f64::INFINITY);
        self.polygons.let_nothing_pass();
    }

    /// Returns true if the centre can reach the end of `path`. The corners of its path are then
    /// known.
    pub(super) fn reaches_end(&mut self, mover: &Mover<'_>, path: &EscapePath) -> bool {
        self.finds_way(mover, path.position, None)
    }

    /// Returns the nearest place found. `pushed` is a place that is already known. `bounds`
    /// limit the work.
    pub(super) fn run(
        &mut self,
        mover: &mut Mover<'_>,
        pushed: Option<EscapePath>,
        bounds: Bounds,
    ) -> Option<EscapePath> {
        let mut best = pushed;
        self.cells.clear();
        self.lists.clear();
        self.lists.extend(0..self.polygons.blocks() as u32);
        let half = self.limit(best.as_ref());
        self.cells.push(Cell::around_start(half, (0, self.lists.len())));
        let most = bounds.work + (WORK_EACH * self.polygons.len()).min(bounds.room.most_work_of_polygons());
        while let Some(cell) = self.cells.pop() {
            if self.work + self.reach.tests / TESTS >= most {
                break;
            }
            self.examined += 1;
            if cell.distance <= self.limit(best.as_ref()) {
                self.examine(mover, cell, &mut best);
            }
        }
        best
    }

    /// Returns the distance in metres beyond which a place is not worth the search.
    fn limit(&self, best: Option<&EscapePath>) -> f64 {
        best.map_or(self.measure.limit, |path| path.end.length() / DEPENETRATE_NEAR)
    }

    fn examine(&mut self, mover: &mut Mover<'_>, mut cell: Cell, best: &mut Option<EscapePath>) {
        // A proof that nearly held for the parent box often holds for this one.
        if cell.proofs.iter().flatten().any(|proof| self.contains(&cell, proof, best.as_ref())) {
            return;
        }
        let metres = self.measure.metres;
        let (middle, half) = (cell.middle / metres, cell.half / metres);
        let first = self.lists.len();
        let Some(nearest) = self.list_planes(mover, &mut cell) else {
            self.lists.truncate(first);
            return;
        };
        cell.list = (first, self.lists.len() - first);
        if cell.via.is_none() && nearest > half.length() {
            // No polygon passes through the box: the centre can reach all of it or no part of it.
            // Nor does its solid inside end in it.
            if mover.is_in_solid(position_of(&mover.space, middle))
                || !self.can_come(middle, mover.space.radius + half.length())
            {
                return;
            }
            cell.via = Some(middle);
        }
        // Each step of the solver tests all of them.
        self.work += self.planes.len() / PLANES;
        let (beyond, proof) = match nearest_point(&self.planes) {
            NearestPoint::At(point, multipliers) => (Some(point), self.proof(Some(point), &multipliers)),
            NearestPoint::Empty(multipliers) => (None, self.proof(None, &multipliers)),
        };
        if let Some(point) = beyond
            && best.is_none_or(|b| point.length() < b.end.length() * (1.0 - DEPENETRATE_GAIN))
        {
            self.offer(mover, point, cell.via, best);
        }
        if beyond.is_none_or(|point| point.length() > self.limit(best.as_ref())) {
            if self.contains(&cell, &proof, best.as_ref()) {
                return;
            }
            cell.proofs[1] = Some(proof);
        }
        self.cut(mover, &cell, self.limit(best.as_ref()));
    }

    /// Lists the relevant polygons of a box, and the half-spaces that they leave free. Returns the
    /// distance of the nearest polygon from the middle, or `None` if a single polygon blocks the
    /// whole box.
    fn list_planes(&mut self, mover: &mut Mover<'_>, cell: &mut Cell) -> Option<f64> {
        let (middle, half) = (cell.middle / self.measure.metres, cell.half / self.measure.metres);
        let reach = mover.space.radius + half.length();
        let (first, count) = cell.list;
        let (mut nearest, mut least) = (reach, f64::INFINITY);
        self.planes.clear();
        self.owners.clear();
        self.planes.extend(cell.walls());
        self.work += CELL + count;
        for at in first..first + count {
            let block = self.lists[at];
            let near = self.polygons.within(block as usize, middle, reach);
            let before = self.planes.len();
            for i in near {
                let axis = self.polygons.known(i, middle);
                let furthest = ((middle - axis.point).abs() + half).length_squared();
                if furthest < least {
                    (least, cell.proofs[0]) = (furthest, Some(Proof::of_one(i)));
                }
                nearest = if axis.distance < nearest { axis.distance } else { nearest };
                let (plane, length) = self.measure.free_side(&mover.space, &axis, middle);
                self.planes.push(plane);
                self.owners.push((i, length));
            }
            if least < self.measure.blocked * self.measure.blocked {
                return None;
            }
            if self.planes.len() > before {
                self.lists.push(block);
            }
        }
        Some(nearest)
    }

    /// Builds a proof from the multipliers of the listed half-spaces. `beyond` is the point that
    /// the multipliers belong to.
    fn proof(&self, beyond: Option<DVec3>, multipliers: &Multipliers) -> Proof {
        let mut proof = Proof::default();
        proof.beyond = beyond;
        for &(plane, multiplier) in multipliers.as_slice().iter().filter(|m| m.0 >= WALLS) {
            let (polygon, length) = self.owners[plane - WALLS];
            proof.push(polygon, multiplier / length);
        }
        proof
    }

    /// Returns true if a proof holds for a box. The sum of distances is convex, so it is enough
    /// that it is too small at all corners.
    fn contains(&mut self, cell: &Cell, proof: &Proof, best: Option<&EscapePath>) -> bool {
        let Measure { metres, blocked, .. } = self.measure;
        let beyond = proof.beyond.map(|point| (point, point.length() * self.limit(best)));
        (0..8).all(|k| {
            let corner = cell.corner(k);
            let mut sum = beyond.map_or(0.0, |(point, most)| most - point.dot(corner));
            self.work += 1;
            for &(polygon, weight) in proof.weights() {
                let axis = self.polygons.obstacle(polygon).axis(corner / metres);
                sum += weight * (axis.distance - blocked);
            }
            sum < 0.0
        })
    }

    /// Keeps a free place if the centre reaches it, its end is certified, and it is nearer than the
    /// best.
    fn offer(
        &mut self,
        mover: &mut Mover<'_>,
        point: DVec3,
        via: Option<DVec3>,
        best: &mut Option<EscapePath>,
    ) {
        let place = point / self.measure.metres;
        if via.is_none() && !self.can_come(place, 0.0) {
            return;
        }
        // The rest of the path to the place is in a convex region without polygons.
        let polished = self.polished(mover, place);
        let x = mover.space.world_from_unit(polished);
        mover.x = x;
        if let Some(position) = mover.certified_in_range(x)
            && best.is_none_or(|b| x.length() < b.end.length())
            && !mover.is_in_solid(position)
            && self.finds_way(mover, position, via.or(Some(polished)))
        {
            *best = Some(EscapePath { end: x, position, rounds: self.examined });
        }
    }

    /// Moves a free place towards the start, as far as the planes visible from it allow.
    fn polished(&mut self, mover: &mut Mover<'_>, mut place: DVec3) -> DVec3 {
        let blocks = self.polygons.blocks();
        for _ in 0..POLISHINGS {
            let distance = (place * self.measure.metres).length();
            // Covers all places that are no further from the start.
            let reach = mover.space.radius + 2.0 * distance;
            self.planes.clear();
            self.work += blocks;
            for block in 0..blocks {
                for i in self.polygons.within(block, place, reach) {
                    let axis = self.polygons.known(i, place);
                    self.planes.push(self.measure.free_side(&mover.space, &axis, place).0);
                }
            }
            let NearestPoint::At(point, _) = nearest_point(&self.planes) else { break };
            if point.length() >= distance * (1.0 - DEPENETRATE_GAIN) {
                break;
            }
            place = point / self.measure.metres;
        }
        place
    }

    fn cut(&mut self, mover: &Mover<'_>, cell: &Cell, limit: f64) {
        let half = cell.half / self.measure.metres;
        let (longest, diagonal) = (half.max_element(), half.length());
        if diagonal <= DEPENETRATE_FINEST * mover.space.radius {
            return;
        }
        let axis = (0..3).find(|&k| half[k] >= longest).unwrap_or(0);
        for part in cell.halves(axis) {
            if part.distance <= limit {
                self.made += 1;
                let is_small = diagonal <= DEPENETRATE_SMALL * mover.space.radius;
                let wait = if is_small { DEPENETRATE_WAIT * self.measure.limit } else { 0.0 };
                let waited = cell.key - cell.distance;
                self.cells.push(Cell { key: part.distance + waited + wait, number: self.made, ..part });
            }
        }
    }

    /// Returns true if the centre can reach a place. The half-spaces of the box include all
    /// polygons within `reach` of it.
    fn can_come(&mut self, place: DVec3, reach: f64) -> bool {
        self.reach.can_come(&self.polygons, place, (&self.owners, reach))
    }

    fn finds_way(&mut self, mover: &Mover<'_>, position: DVec3, via: Option<DVec3>) -> bool {
        let end = stored(&mover.space, position);
        self.reach.finds_way(&self.polygons, &mover.space, end, via)
    }
}
