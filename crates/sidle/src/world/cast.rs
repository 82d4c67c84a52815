//! Casts of rays and moving shapes: the first hit, any hit, all hits.

use std::ops::ControlFlow;

use glam::DVec3;

use super::corners::Corners;
use super::sweep::{FirstHit, Found};
use super::{Hit, QueryFilter, World};
use crate::geometry::{Feature, WorldVector, is_cast_in_range, is_in_range};
use crate::shape::Shape;
use crate::shape::space::Space;

impl World {
    /// Returns the first surface that a ray from `origin` crosses. `motion` gives the direction and
    /// length of the ray.
    ///
    /// The test is watertight: a ray cannot slip between polygons that share an edge. A ray in the
    /// plane of a polygon does not cross it. Input that is not finite hits nothing.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// let hit = world.cast_ray(Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL).unwrap();
    /// assert_eq!((hit.fraction, hit.normal, hit.surface.polygon.index()), (0.75, Vec3::NEG_X, 0));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn cast_ray(
        &self,
        origin: impl WorldVector,
        motion: impl WorldVector,
        filter: &QueryFilter,
    ) -> Option<Hit> {
        let origin = origin.to_dvec3();
        let motion = motion.to_dvec3();
        self.first_crossing(origin, motion, filter).map(|(hit, _)| hit)
    }

    /// Returns the first surface that a ray crosses, and true if it crosses it from its back.
    pub(crate) fn first_crossing(
        &self,
        origin: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
    ) -> Option<(Hit, bool)> {
        let mut best: Option<(FirstHit, DVec3)> = None;
        self.each_crossing(origin, motion, filter, |hit, area, limit| {
            if best.is_none_or(|b| self.is_before(&hit, &b.0)) {
                (best, *limit) = (Some((hit, area)), hit.fraction);
            }
            ControlFlow::Continue(())
        });
        best.map(|(hit, area)| (self.hit(&crossed(hit, area, origin, motion)), area.dot(motion) > 0.0))
    }

    /// Returns true if a surface lies between two points. This is faster than [`World::cast_ray`],
    /// because the search stops at any hit.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3: is a light at x = 5 seen?
    /// assert!(world.is_blocked(Vec3::ZERO, Vec3::X * 5.0, &QueryFilter::ALL));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn is_blocked(&self, from: impl WorldVector, to: impl WorldVector, filter: &QueryFilter) -> bool {
        let from = from.to_dvec3();
        let to = to.to_dvec3();
        self.any_blocker(from, to - from, filter).is_some()
    }

    /// Returns the first surface that a shape hits along `motion`.
    ///
    /// A surface that overlaps the shape at the start is hit at fraction 0, unless the motion leads
    /// out of it or along it. The fraction is never too large. The cast uses the bare shape,
    /// without a skin. Input that is not finite, or a shape without size, hits nothing.
    ///
    /// ```
    /// use sidle::{QueryFilter, Shape, Vec3, World};
    /// let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let hit = world.cast_shape(&Shape::sphere(1.0), Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL).unwrap();
    /// assert!((hit.fraction - 0.5).abs() < 1e-6 && hit.normal == Vec3::NEG_X);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    #[must_use]
    pub fn cast_shape(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        motion: impl WorldVector,
        filter: &QueryFilter,
    ) -> Option<Hit> {
        self.cast_shape_inner(shape, from.to_dvec3(), motion.to_dvec3(), filter)
    }

    fn cast_shape_inner(
        &self,
        shape: &Shape,
        from: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
    ) -> Option<Hit> {
        if shape.is_point() {
            return self.cast_ray(from, motion, filter);
        }
        let space = space_for(shape, from, motion)?;
        let mut best: Option<Found> = None;
        let segment = (DVec3::ZERO, motion);
        self.each_contact(&space, segment, filter, &mut Corners::default(), |found, limit| {
            if best.is_none_or(|b| self.is_before(&found.hit, &b.hit)) {
                (best, *limit) = (Some(found), found.hit.fraction);
            }
        });
        best.map(|f| self.hit(&f))
    }

    /// Finds every surface that a shape would hit along `motion` if it passed through all of them.
    /// The hits are sorted by distance, nearest first. Clears `hits` first.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let mut hits = Vec::new();
    /// world.cast_shape_all(&Shape::sphere(1.0), Vec3::ZERO, Vec3::X * 4.0, &QueryFilter::ALL, &mut hits);
    /// assert_eq!(hits.len(), 1);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn cast_shape_all(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        motion: impl WorldVector,
        filter: &QueryFilter,
        hits: &mut Vec<Hit>,
    ) {
        self.cast_shape_all_inner(shape, from.to_dvec3(), motion.to_dvec3(), filter, hits)
    }

    fn cast_shape_all_inner(
        &self,
        shape: &Shape,
        from: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
        hits: &mut Vec<Hit>,
    ) {
        let mut all = Vec::new();
        if shape.is_point() {
            self.each_crossing(from, motion, filter, |hit, area, _| {
                all.push(crossed(hit, area, from, motion));
                ControlFlow::Continue(())
            });
        } else if let Some(space) = space_for(shape, from, motion) {
            let segment = (DVec3::ZERO, motion);
            self.each_contact(&space, segment, filter, &mut Corners::default(), |found, _| all.push(found));
        }
        all.sort_unstable_by(|a, b| {
            let [a, b] = [&a.hit, &b.hit];
            a.fraction.total_cmp(&b.fraction).then(self.number(a).cmp(&self.number(b)))
        });
        hits.clear();
        hits.extend(all.iter().map(|f| self.hit(f)));
    }

    /// Returns the fraction of `motion`, 0..=1, that a shape can move before a surface is within
    /// its skin. `motion` is in world metres; the path starts at `x`, relative to the origin of the
    /// space.
    pub(crate) fn free_fraction(
        &self,
        space: &Space,
        x: DVec3,
        motion: DVec3,
        filter: &QueryFilter,
        memory: &mut Corners,
    ) -> f64 {
        let mut free = 1.0;
        self.each_contact(space, (x, motion), filter, memory, |found, limit| {
            free = if found.hit.fraction < free { found.hit.fraction } else { free };
            *limit = free;
        });
        free
    }

    /// Sort key for hits at the same fraction: the caller's numbers, which do not depend on the
    /// index.
    fn number(&self, hit: &FirstHit) -> (u32, u32) {
        (hit.instance, self.part(hit.instance).source(hit.polygon))
    }

    /// Returns true if `one` comes before `other`.
    fn is_before(&self, one: &FirstHit, other: &FirstHit) -> bool {
        one.fraction < other.fraction
            || (one.fraction == other.fraction && self.number(one) < self.number(other))
    }

    fn hit(&self, f: &Found) -> Hit {
        Hit {
            fraction: f.hit.fraction,
            point: f.point,
            normal: f.normal.as_vec3(),
            surface: self.surface(f.hit.instance, f.hit.polygon, f.feature),
        }
    }
}

/// Converts a ray crossing to a hit, with the normal turned against the motion.
fn crossed(hit: FirstHit, area: DVec3, origin: DVec3, motion: DVec3) -> Found {
    let normal = area.normalize() * if area.dot(motion) > 0.0 { -1.0 } else { 1.0 };
    Found { hit, normal, point: origin + motion * hit.fraction, feature: Feature::Face }
}

// Always inlined: returning a `Space` by copy slows down short casts.
#[inline(always)]
pub(super) fn space_for(shape: &Shape, from: DVec3, motion: DVec3) -> Option<Space> {
    (is_in_range(from) && is_cast_in_range(motion)).then(|| Space::new(shape, from, 0.0)).flatten()
}
