//! Solid instances: what their meshes enclose overlaps them.

use glam::DVec3;

use super::Placed;
use crate::geometry::WideBox;
use crate::geometry::polygon;
use crate::world::corners::Corners;
use crate::world::{QueryFilter, World};

/// Largest number of directions in which a way out of a solid instance is searched.
const MOST_WAYS: usize = 32;

impl World {
    /// Returns true if a solid instance encloses a point.
    #[inline]
    pub(crate) fn is_in_solid(&self, point: DVec3, filter: &QueryFilter) -> bool {
        self.instances.solids > 0 && self.solid_around(point, filter).is_some()
    }

    /// Returns true if the instance with this number is solid.
    pub(crate) fn is_solid(&self, instance: u32) -> bool {
        let first = self.base.len() as u32;
        let slot = instance.checked_sub(first).filter(|_| self.instances.solids > 0);
        slot.and_then(|slot| self.instances.get(slot)).is_some_and(Placed::is_solid)
    }

    /// Returns the number of the first solid instance that encloses a point.
    #[cold]
    pub(crate) fn solid_around(&self, point: DVec3, filter: &QueryFilter) -> Option<u32> {
        let mut found = None;
        if filter.triggers || !point.is_finite() {
            return None;
        }
        let mut corners = Corners::default();
        self.each_placed(&WideBox::around(point, DVec3::ZERO), |i, placed| {
            let is_first = found.is_none_or(|first| i < first);
            if is_first && placed.is_solid() && self.encloses(point, i, filter, &mut corners) {
                found = Some(i);
            }
        });
        found
    }

    /// Returns the numbers of all solid instances that enclose a point, in order.
    pub(crate) fn solids_around(&self, point: DVec3, filter: &QueryFilter) -> Vec<u32> {
        let mut found = Vec::new();
        if filter.triggers || !point.is_finite() {
            return found;
        }
        let mut corners = Corners::default();
        self.each_placed(&WideBox::around(point, DVec3::ZERO), |i, placed| {
            if placed.is_solid() && self.encloses(point, i, filter, &mut corners) {
                found.push(i);
            }
        });
        found.sort_unstable();
        found
    }

    /// Returns the displacements from a point to the surfaces of solid instances that enclose it,
    /// one for each of the nearest polygons, the shortest first. Also returns the largest distance
    /// from the point to the surface of one of them: no way out is shorter.
    pub(crate) fn ways_out_of_solids(
        &self,
        point: DVec3,
        solids: &[u32],
        filter: &QueryFilter,
    ) -> (Vec<DVec3>, f64) {
        let (mut corners, mut exits, mut deepest) = (Corners::default(), Vec::new(), 0.0);
        for &number in solids {
            let at = self.part(number);
            let relative = at.relative_to(point);
            let mut nearest = f64::INFINITY;
            for p in 0..at.geometry.polygons() as u32 {
                if self.sees(at, p, filter) {
                    let corners = corners.load(at.geometry, p, relative);
                    let normal = polygon::area_normal(corners).normalize_or_zero();
                    let exit = polygon::nearest(DVec3::ZERO, corners, normal).point;
                    let length = exit.length();
                    nearest = if length < nearest { length } else { nearest };
                    exits.push(exit);
                }
            }
            deepest = if nearest > deepest { nearest } else { deepest };
        }
        exits.sort_unstable_by(|a: &DVec3, b| {
            let order = |v: &DVec3| (v.length_squared(), v.x, v.y, v.z);
            let ((a, x, y, z), (b, u, v, w)) = (order(a), order(b));
            a.total_cmp(&b).then(x.total_cmp(&u)).then(y.total_cmp(&v)).then(z.total_cmp(&w))
        });
        exits.dedup();
        exits.truncate(MOST_WAYS);
        (exits, deepest)
    }
}
