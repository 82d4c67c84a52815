//! Solid instances: what their meshes enclose overlaps them.

use glam::{DVec3, Vec3};

use crate::geometry::Aabb;
use crate::geometry::polygon;
use crate::world::corners::Corners;
use crate::world::{QueryFilter, World};

/// Largest number of directions in which a way out of a solid instance is searched.
const MOST_WAYS: usize = 32;

impl World {
    /// Returns true if a solid instance encloses a point.
    #[inline]
    pub(crate) fn is_in_solid(&self, point: Vec3, filter: &QueryFilter) -> bool {
        self.instances.solids > 0 && self.solid_around(point, filter).is_some()
    }

    /// Returns the number of the first solid instance that encloses a point.
    #[cold]
    pub(crate) fn solid_around(&self, point: Vec3, filter: &QueryFilter) -> Option<u32> {
        let (at, mut found) = (point.as_dvec3(), None);
        if filter.triggers || !point.is_finite() {
            return None;
        }
        let mut corners = Corners::default();
        self.each_placed(&Aabb::around(at, DVec3::ZERO), |i, placed| {
            let is_first = found.is_none_or(|first| i < first);
            if is_first && placed.is_solid() && self.encloses(at, i, filter, &mut corners) {
                found = Some(i);
            }
        });
        found
    }

    /// Returns true if a segment crosses polygons of nothing but the solid instance that encloses
    /// its start.
    pub(crate) fn leaves_only_solid(&self, from: Vec3, to: Vec3, filter: &QueryFilter) -> bool {
        let Some(number) = self.solid_around(from, filter) else { return false };
        let segment = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        !self.crosses_any(segment, Some(number), filter)
    }

    /// Returns the displacements from a point to the surface of the solid instance that encloses
    /// it, one for each of the nearest polygons, the shortest first.
    pub(crate) fn ways_out_of_solid(&self, point: Vec3, filter: &QueryFilter) -> Vec<DVec3> {
        let Some(number) = self.solid_around(point, filter) else { return Vec::new() };
        let at = self.part(number);
        let relative = at.relative_to(point.as_dvec3());
        let (mut corners, mut ways) = (Corners::default(), Vec::new());
        for p in 0..at.geometry.polygons() as u32 {
            if self.sees(at, p, filter) {
                let corners = corners.load(at.geometry, p, relative);
                let normal = polygon::area_normal(corners).normalize_or_zero();
                ways.push(polygon::nearest(DVec3::ZERO, corners, normal).point);
            }
        }
        ways.sort_unstable_by(|a: &DVec3, b| {
            let order = |v: &DVec3| (v.length_squared(), v.x, v.y, v.z);
            let ((a, x, y, z), (b, u, v, w)) = (order(a), order(b));
            a.total_cmp(&b).then(x.total_cmp(&u)).then(y.total_cmp(&v)).then(z.total_cmp(&w))
        });
        ways.dedup();
        ways.truncate(MOST_WAYS);
        ways
    }
}
