//! The plain polygons of a place, for movers that know no shape's space.

use glam::Vec3;

use super::{QueryFilter, Surface, World};
use crate::geometry::{Aabb, Feature};
use crate::mesh::Material;

impl World {
    /// Calls `visit` with every polygon that meets the box and is seen: its surface (as a face), its material and its corners.
    /// The order is that of the index.
    pub(crate) fn polygons_in(
        &self,
        query: &Aabb,
        filter: &QueryFilter,
        mut visit: impl FnMut(Surface, &Material, &mut dyn Iterator<Item = Vec3>),
    ) {
        for (i, instance) in (0..).zip(&self.instances) {
            instance.gather(query, |range| {
                for p in range {
                    let material = self.material(instance, p);
                    if Aabb::of_points(instance.corners(p)).overlaps(*query) && filter.sees(material) {
                        visit(self.surface(i, p, Feature::Face), material, &mut instance.corners(p));
                    }
                }
            });
        }
    }
}
