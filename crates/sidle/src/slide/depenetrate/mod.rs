//! Depenetration: finds a path out of an overlap.
//!
//! ```text
//! gather every polygon within reach
//! rounds.rs    push out of all overlapped polygons at once, a few times: usually ends at the nearest free place
//! done, if that place is known to be near enough and the centre crosses no polygon on its path
//! search.rs    search the ball around the start for a nearer place: best-first over an octree of cells
//! solids.rs    out of solid instances around the centre: through the nearest surfaces, then search
//! ```
//!
//! The data of the search is in `search_space`.

mod rounds;
mod search;
mod solids;

use glam::DVec3;

use super::mover::Mover;
use super::mover::contacts::MoverContact;
use super::mover::start::prepare;
use super::search_space::Search;
use super::search_space::failures::Key;
use super::search_space::measure::Room;
use super::{Depenetration, MoveConfig, Scratch, WideMotion};
use crate::shape::Shape;
use crate::tolerance::{
    DEPENETRATE_NEAR, DEPENETRATE_REACH, DEPENETRATE_ROUNDS, DEPENETRATE_VIEW, DEPENETRATE_WORK,
};
use crate::world::{Region, World};

/// A place that is certified free, at the end of a path out of the overlap.
#[derive(Clone, Copy, Debug)]
struct EscapePath {
    /// Displacement from the start, in world metres.
    end: DVec3,
    /// The end as it is stored.
    position: DVec3,
    /// Number of push rounds, or of examined boxes.
    rounds: u32,
}

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: DVec3,
    config: &MoveConfig,
) -> Depenetration {
    run_within(world, scratch, (shape, from), config, Bounds::default())
}

/// How far and how long a free place is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Largest distance of the place plus the skin, in radii (each with the skin).
    pub(super) radii: f64,
    /// Number of measured blocks of four polygons, or the same amount of other work.
    pub(super) work: usize,
    /// Clearance that the place must have, by the body.
    pub(super) room: Room,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { radii: DEPENETRATE_REACH, work: DEPENETRATE_WORK, room: Room::OfLength }
    }
}

/// Depenetrates a shape within bounds.
pub(super) fn run_within(
    world: &World,
    scratch: &mut Scratch,
    (shape, from): (&Shape, DVec3),
    config: &MoveConfig,
    bounds: Bounds,
) -> Depenetration {
    scratch.clear();
    let Some(start) = prepare(shape, from, &WideMotion::default(), config) else {
        let position = if from.is_finite() { from } else { DVec3::ZERO };
        return Depenetration { position, depth: f32::INFINITY, iterations: 0 };
    };
    let mut mover = Mover::new(world, scratch, config, &start, from);
    let furthest = bounds.radii * (f64::from(shape.longest_half_length()) + start.skin);
    // The work of the search depends on all polygons that it receives, so the list must not depend
    // on the mover cache.
    mover.gather_uncached(Region { center: DVec3::ZERO, radius: DEPENETRATE_VIEW * furthest });
    let mut search = std::mem::take(&mut mover.scratch.search);
    let out = mover.out_of_overlap(shape, &mut search, furthest - start.skin, bounds);
    mover.scratch.search = search;
    out
}

impl Mover<'_> {
    /// Returns a key of the body, its place, the solid instances that enclose it, and every polygon
    /// that the search can see.
    fn key_of_search(&self, solids: &[u32], bounds: Bounds) -> Key {
        let (space, all) = (&self.space, &self.scratch.candidates);
        let Bounds { radii, work, room } = bounds;
        let region = self.gathered.region();
        let lengths = [self.skin, radii, region.radius, space.radius, self.band];
        let vectors =
            [space.origin, space.half_extents, space.bare_half_lengths(), space.core().unwrap_or_default()];
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| space.unit_from_world(axis));
        let mut key = Key::new();
        lengths.into_iter().for_each(|x| key.add(x.to_bits()));
        vectors.into_iter().chain(axes).for_each(|v| key.add_place(v));
        key.add(work as u64);
        key.add(room as u64);
        solids.iter().for_each(|&solid| key.add(u64::from(solid)));
        for i in 0..all.len() {
            let is_solid = self.world.is_solid(all.get(i).instance);
            key.add(u64::from(all.is_passing(i)) | u64::from(is_solid) << 1);
            all.obstacle(i).corners.iter().for_each(|&corner| key.add_place(corner));
        }
        key
    }

    /// Returns true if the core of the shape, usually its centre, touches a polygon.
    fn starts_on_polygon(&self) -> bool {
        let Scratch { contacts, candidates, .. } = &*self.scratch;
        let contains_center = |t: &MoverContact| {
            t.axis.distance <= 0.0 && candidates.obstacle(t.candidate).contains(DVec3::ZERO)
        };
        contacts.iter().any(contains_center)
    }

    fn out_of_overlap(
        &mut self,
        shape: &Shape,
        search: &mut Search,
        furthest: f64,
        bounds: Bounds,
    ) -> Depenetration {
        if self.starts_in_solid() {
            return self.out_of_solids(search, bounds);
        }
        let depth = self.depth_at_start();
        // Beside the edge of a large polygon the certified distance may be far below zero without
        // an overlap.
        let overlaps = depth > 0.0 && self.world.overlaps(shape, self.from, &self.config.filter);
        let is_inside = overlaps || depth > 0.0 && self.starts_on_polygon();
        if !is_inside {
            return Depenetration { position: self.from, depth: 0.0, iterations: 0 };
        }
        let key = self.key_of_search(&[], bounds);
        if let Some(failed) = search.failures.before(key) {
            return failed;
        }
        let least = self.shortest_push();
        let pushed = self.push_out_in_rounds();
        search.begin(self, bounds.room.metres(&self.space, self.skin), &[]);
        let pushed = pushed.filter(|path| path.end.length() <= furthest && search.reaches_end(self, path));
        let is_near = pushed.is_some_and(|path| path.end.length() <= DEPENETRATE_NEAR * least);
        let best = if is_near { pushed } else { search.run(self, pushed, bounds) };
        let Some(path) = best else {
            let iterations = DEPENETRATE_ROUNDS + search.examined();
            // A point that lies on a polygon does not overlap it.
            let depth = if overlaps { depth } else { 0.0 };
            let failed = Depenetration { position: self.from, depth: depth as f32, iterations };
            search.failures.remember(key, failed);
            return failed;
        };
        self.arrive(search, &path)
    }

    /// Returns the result of a search that found a way.
    fn arrive(&mut self, search: &Search, path: &EscapePath) -> Depenetration {
        if self.config.record_path {
            self.scratch.path.push(self.from);
            self.scratch.path.extend_from_slice(search.corners());
            self.scratch.path.push(path.position);
        }
        Depenetration { position: path.position, depth: 0.0, iterations: path.rounds }
    }
}
