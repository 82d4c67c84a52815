//! Nettle's potential colliders: the polygons in a box.

use glam::Vec3;

use super::{QueryFilter, Surface, World};
use crate::geometry::{Aabb, Feature};

impl World {
    /// Every polygon that has a point in a box, in the order of their numbers; exact, so a huge polygon round a tiny box is
    /// found and one that passes its corner is not. `found` is cleared first. The features are faces.
    ///
    /// With [`Ellipsoid::swept_bounds`](crate::geometry::Ellipsoid::swept_bounds) these are Nettle's potential colliders. Moves
    /// and casts need no help to find theirs; this is for questions that sidle does not answer.
    ///
    /// ```
    /// use sidle::{QueryFilter, Vec3, World, geometry::Aabb};
    /// let floor = [Vec3::new(-300.0, 0.0, -300.0), Vec3::new(0.0, 0.0, 500.0), Vec3::new(300.0, 0.0, -300.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let mut found = Vec::new();
    /// let foot = Aabb { min: Vec3::splat(-0.1), max: Vec3::splat(0.1) };
    /// world.polygons_in_box(&foot, &QueryFilter::ALL, &mut found);
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn polygons_in_box(&self, query: &Aabb, filter: &QueryFilter, found: &mut Vec<Surface>) {
        found.clear();
        let mut corners: Vec<Vec3> = Vec::new();
        for (i, at) in (0..).zip(&self.instances) {
            at.gather(query, |range| {
                for p in range.filter(|&p| self.sees(at, p, filter)) {
                    corners.clear();
                    corners.extend(at.corners(p));
                    if query.overlaps_polygon(&corners) {
                        found.push(self.surface(i, p, Feature::Face));
                    }
                }
            });
        }
        found.sort_unstable();
    }
}
