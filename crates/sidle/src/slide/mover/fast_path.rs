//! The fast path: the first iteration of most moves, and usually their only one. It covers motion
//! along flat ground, possibly beside a wall.
//!
//! ```text
//!     if the contacts are not faces about a skin away and their internal edges:   iterations of mover.rs
//!     if no motion along them remains:                                            done
//!     move along them, as far as they support the mover and the path is free
//!     if the motion is complete and the contacts at the end are of that kind:     done
//!     otherwise:                                                                  next iteration in mover.rs, or end in run.rs
//! ```
//!
//! The reference implementation is the loop of `mover.rs`. It makes the same iteration with
//! bit-identical results, and its lists hold any number of contacts, internal edges and planes with
//! any friction and response. The fast path lists no contacts. Until it is certain to complete the
//! iteration, it stores only its knowledge of the start. Traced moves take the reference
//! implementation, so the tests can compare the two.

use glam::DVec3;

use super::Mover;
use super::contacts::{contact_limit, is_internal_edge_of};
use super::response::{leaves_freedom, slowed};
use super::segment::Segment;
use super::stop::Stop;
use crate::geometry::Feature;
use crate::slide::{Response, StopReason};
use crate::solve::cone::{self, Direction};
use crate::tolerance::{LEAST_START_CLEARANCE, SAME_NORMAL};

/// Maximum number of planes, and of internal edges. Three or more planes usually leave no motion.
const MOST: usize = 4;

/// Result of the first iteration.
pub(in crate::slide) enum FastPath {
    /// The move is complete; only its end has to be finalised.
    Finished(StopReason),
    /// Motion remains. The start was clear.
    Continues,
    /// The fast path does not apply; the iteration is still to be made.
    NotTaken {
        /// True if the start is known to be free, and no contact is nearer than
        /// `LEAST_START_CLEARANCE`.
        start_is_clear: bool,
    },
}

/// Faces that support the mover or that it leans against.
struct FaceContacts {
    /// True if all contacts are such faces or their internal edges. If false, only `level` is
    /// valid.
    are_flat: bool,
    normals: [DVec3; MOST],
    /// Candidate index of each face.
    candidates: [usize; MOST],
    count: usize,
    /// Distance of the nearest contact, as in [`super::Scratch::level`].
    level: f64,
}

impl FaceContacts {
    /// An empty value. All of it is zero, because a copy of any other constant needs a call.
    const BLANK: Self =
        Self { are_flat: false, normals: [DVec3::ZERO; MOST], candidates: [0; MOST], count: 0, level: 0.0 };

    fn normals(&self) -> &[DVec3] {
        &self.normals[..self.count]
    }

    /// Returns true if the normals are bit-identical. The two sides of a level floor differ in the
    /// sign of a zero.
    // Compares all components without branches, since the first difference is unpredictable. Unused
    // entries are zero.
    fn has_the_planes_of(&self, other: &Self) -> bool {
        let mut differ = (self.count ^ other.count) as u64;
        for (n, o) in self.normals.iter().zip(&other.normals) {
            let ([a, b, c], [x, y, z]) = (n.to_array().map(f64::to_bits), o.to_array().map(f64::to_bits));
            differ |= (a ^ x) | (b ^ y) | (c ^ z);
        }
        differ == 0
    }
}

impl Mover<'_> {
    /// Performs the first iteration, after the gather, if the fast path applies.
    pub(in crate::slide) fn fast_path(&mut self) -> FastPath {
        let is_plain = self.config.response == Response::Slide && !self.is_traced() && self.v != DVec3::ZERO;
        if !is_plain {
            return FastPath::NotTaken { start_is_clear: false };
        }
        let mut faces = FaceContacts::BLANK;
        self.find_face_contacts(&mut faces);
        let not_taken = FastPath::NotTaken { start_is_clear: faces.level >= LEAST_START_CLEARANCE };
        if !faces.are_flat {
            return not_taken;
        }
        let direction = cone::project(self.v, faces.normals());
        let d = direction.d;
        if !direction.is_free() && !leaves_freedom(d, self.v) {
            self.velocity = slowed(self.record_faces(&faces, &direction), 0.0);
            return FastPath::Finished(StopReason::NoFreedom);
        }
        let segment = Segment { delta: d, time: 1.0 }.part(self.carried_part(&faces, &direction));
        if !self.gathered.contains(segment.delta) {
            return not_taken;
        }
        let (free, hit) = self.free_part_at(faces.level, &segment, false);
        let left = self.record_faces(&faces, &direction);
        self.go_part(segment, free, hit);
        if self.time > 0.0 {
            return FastPath::Continues;
        }
        let mut end = FaceContacts::BLANK;
        self.find_face_contacts(&mut end);
        if hit.is_some() || !end.are_flat {
            return FastPath::Finished(self.last_velocity(Stop::elsewhere(StopReason::Arrived)));
        }
        let is_known = !direction.is_free() && end.has_the_planes_of(&faces);
        let left = if is_known { left } else { cone::project(self.velocity, end.normals()).d };
        self.velocity = slowed(left, 0.0);
        FastPath::Finished(StopReason::Arrived)
    }

    /// Finds the contacts at the current position if all of them are faces without friction and
    /// their internal edges, about a skin width away. The planes are those of
    /// [`super::Scratch::find_contacts`] and [`super::Scratch::take_planes`]. `faces` must be
    /// blank. It is filled in place, because a copy would wait for the stores before it.
    #[inline(always)]
    fn find_face_contacts(&mut self, faces: &mut FaceContacts) {
        (faces.are_flat, faces.level) = (true, 1.0);
        let x = self.space.unit_from_world(self.x);
        let limit = contact_limit(&self.space, self.band);
        let (mut internal_edges, mut internal_edge_count) = ([0; MOST], 0);
        for block in 0..self.scratch.candidates.blocks() {
            for i in self.scratch.candidates.within(block, x, limit) {
                let axis = self.scratch.candidates.known(i, x);
                let skins = self.space.skins(axis.distance, axis.normal);
                if skins > 1.0 + self.band {
                    continue;
                }
                faces.level = if skins < faces.level { skins } else { faces.level };
                faces.are_flat &= skins >= LEAST_START_CLEARANCE
                    && self.world.material_of(self.scratch.candidates.get(i)).friction <= 0.0;
                if axis.feature != Feature::Face {
                    if internal_edge_count == MOST {
                        faces.are_flat = false;
                        continue;
                    }
                    internal_edges[internal_edge_count] = i;
                    internal_edge_count += 1;
                    continue;
                }
                let normal = self.space.world_normal(axis.normal).0;
                if !faces.are_flat || faces.normals().iter().any(|n| n.dot(normal) > SAME_NORMAL) {
                    continue;
                }
                if faces.count == MOST {
                    faces.are_flat = false;
                    continue;
                }
                faces.normals[faces.count] = normal;
                faces.candidates[faces.count] = i;
                faces.count += 1;
            }
        }
        if faces.are_flat && internal_edge_count > 0 {
            let candidates = &self.scratch.candidates;
            faces.are_flat = internal_edges[..internal_edge_count].iter().all(|&i| {
                let axis = candidates.known(i, x);
                faces.candidates[..faces.count]
                    .iter()
                    .any(|&face| is_internal_edge_of(candidates, &axis, face, &candidates.known(face, x)))
            });
        }
    }

    /// Returns the fraction of the path over which the pushing faces support the mover. The result
    /// equals that of [`Mover::supported_part`].
    fn carried_part(&mut self, faces: &FaceContacts, direction: &Direction) -> f64 {
        let (x, d) = (self.space.unit_from_world(self.x), self.space.unit_from_world(direction.d));
        let mut least = 1.0;
        for &(i, _) in direction.active() {
            let candidate = faces.candidates[i];
            // Usually the same face is nearest at the end. The separating axes from there are
            // needed later anyway.
            if !self.scratch.candidates.is_face_ahead(candidate, x + d) {
                let axis = self.scratch.candidates.known(candidate, x);
                let part = self.end_of_support(candidate, &axis, d);
                least = if part < least { part } else { least };
            }
        }
        least
    }

    /// Records a hit for each face that opposes the motion. Returns the remaining velocity.
    fn record_faces(&mut self, faces: &FaceContacts, direction: &Direction) -> DVec3 {
        if direction.is_free() {
            return self.velocity;
        }
        debug_assert!(self.scratch.hits.is_empty(), "nothing is noted before the first iteration");
        let x = self.space.unit_from_world(self.x);
        let taken = cone::project(self.velocity, faces.normals());
        // The pushing faces are unpredictable, so they are found without a branch. Unused entries
        // have a zero normal and never push.
        let mut pushing = 0;
        for (i, normal) in faces.normals.iter().enumerate() {
            pushing |= u32::from(normal.dot(self.v) < 0.0) << i;
        }
        pushing &= direction.held_by();
        while pushing != 0 {
            let i = pushing.trailing_zeros() as usize % MOST;
            pushing &= pushing - 1;
            let axis = self.scratch.candidates.known(faces.candidates[i], x);
            let surface = self.surface_at(faces.candidates[i], &axis);
            let point = self.contact_point_in_world(faces.candidates[i], &axis);
            self.note_hit(surface, point, faces.normals[i], taken.taken_by(i));
        }
        taken.d
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::start::prepare;
    use super::*;
    use crate::shape::Shape;
    use crate::slide::{Motion, MoveConfig, Scratch};
    use crate::world::World;

    /// Runs the fast path for a ball of 0.5 m radius on a square floor of 10 m beside a wall at x =
    /// 3. Returns its result as text.
    fn begun(from: DVec3, step: Vec3, config: &MoveConfig) -> String {
        let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        let floor = [corner(-5.0, -5.0), corner(5.0, -5.0), corner(5.0, 5.0), corner(-5.0, 5.0)];
        let wall = [corner(3.0, -5.0), corner(3.0, 5.0), Vec3::new(3.0, 9.0, 0.0)];
        let vertices = [&floor[..], &wall].concat();
        let world =
            World::from_triangles(&vertices, &[[0, 2, 1], [0, 3, 2], [4, 5, 6]]).expect("a floor and a wall");
        let (shape, motion) = (Shape::sphere(0.5), Motion::displacement(step, 1.0));
        let start = prepare(&shape, from, &motion.into(), config).expect("a move");
        let mut scratch = Scratch::default();
        let mut mover = Mover::new(&world, &mut scratch, config, &start, from);
        (mover.v, mover.asked, mover.velocity) = (step.as_dvec3(), step.as_dvec3(), step.as_dvec3());
        mover.gather();
        match mover.fast_path() {
            FastPath::Finished(reason) => format!("{reason:?}"),
            FastPath::Continues => "goes on".into(),
            FastPath::NotTaken { .. } => "no stroll".into(),
        }
    }

    #[test]
    fn what_is_a_stroll() {
        let config = MoveConfig::default();
        let on_the_floor = Vec3::new(-1.0, 0.501, 2.0);
        let beside_the_wall = Vec3::new(2.499, 0.501, 0.2);
        let on_a_seam = Vec3::new(1.0, 0.501, 1.001);
        let walk = Vec3::new(0.05, -0.01, 0.02);
        let into_the_wall = Vec3::new(0.05, -0.01, 0.0);
        for from in [on_the_floor, beside_the_wall, on_a_seam, Vec3::new(0.0, 4.0, 0.0)] {
            assert_eq!(begun(from.as_dvec3(), walk, &config), "Arrived", "{from}");
        }
        assert_eq!(begun(beside_the_wall.as_dvec3(), into_the_wall, &config), "NoFreedom");
        for (from, step, why) in [
            (Vec3::new(0.0, 0.505, 0.0), walk, "it lands"),
            (Vec3::new(2.48, 0.501, 0.2), walk, "it meets the wall"),
            (Vec3::new(-4.99, 0.501, 0.0), -into_the_wall.with_y(0.01), "it rolls over the rim"),
        ] {
            assert_eq!(begun(from.as_dvec3(), step, &config), "goes on", "{why}");
        }
        for (from, why) in [
            (Vec3::new(-5.1, 0.490_92, 0.0), "an edge is no face"),
            (Vec3::new(-1.0, 0.5002, 2.0), "its start has to be cleared first"),
        ] {
            assert_eq!(begun(from.as_dvec3(), walk, &config), "no stroll", "{why}");
        }
        let other = MoveConfig { response: Response::Momentum, ..config };
        assert_eq!(begun(on_the_floor.as_dvec3(), walk, &other), "no stroll");
    }

    /// A sloped floor, 200 metres from the origin. The floor must be a contact at the end of each
    /// move, or the next one needs a second iteration.
    #[test]
    fn a_walk_over_one_floor_is_strolls() {
        let floor =
            [Vec3::new(100.0, 210.0, 90.0), Vec3::new(130.0, 190.0, 300.0), Vec3::new(300.0, 201.0, 120.0)];
        let world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
        let (ball, config, mut scratch) = (Shape::sphere(0.4), MoveConfig::default(), Scratch::default());
        let mut go = |from: DVec3, step: Vec3| {
            world.move_and_slide(&mut scratch, &ball, from, Motion::displacement(step, 1.0), &config)
        };
        let mut at = go(DVec3::new(160.0, 210.0, 160.0), Vec3::NEG_Y * 20.0).position;
        let mut others = 0;
        for i in 0..4000_u16 {
            let angle = f32::from(i) * 0.01;
            let end = go(at, Vec3::new(angle.sin() * 0.08, -0.02, angle.cos() * 0.08));
            assert!((end.position - at).length() > 0.05, "{i}: {end:?}");
            others += u32::from(end.iterations > 1);
            at = end.position;
        }
        assert!(others < 80, "{others}");
    }
}
