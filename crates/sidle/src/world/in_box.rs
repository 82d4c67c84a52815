//! Box queries: the polygons in a box (the potential colliders of Nettle's paper), for queries
//! without a shape.

use glam::DVec3;

use super::{Part, QueryFilter, Surface, World};
use crate::cull::Zone;
use crate::geometry::{Feature, WideBox, WorldVector};
use crate::mesh::Material;

impl World {
    /// Finds every polygon that has a point in a box, sorted by instance and polygon number. The
    /// test is exact: it finds a huge polygon around a tiny box, and rejects one that only passes
    /// near a corner. Clears `found` first. The feature of each surface in `found` is its face.
    ///
    /// With [`Ellipsoid::swept_bounds`](crate::geometry::Ellipsoid::swept_bounds) the result is the
    /// set of potential colliders of [Nettle's text](crate::geometry). Moves and casts do not need
    /// this; it is meant for queries that sidle does not provide.
    ///
    /// ```
    /// use sidle::{QueryFilter, Vec3, World};
    /// let floor = [Vec3::new(-300.0, 0.0, -300.0), Vec3::new(0.0, 0.0, 500.0), Vec3::new(300.0, 0.0, -300.0)];
    /// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
    /// let mut found = Vec::new();
    /// world.polygons_in_box(Vec3::splat(-0.1), Vec3::splat(0.1), &QueryFilter::ALL, &mut found);
    /// assert_eq!(found.len(), 1);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn polygons_in_box(
        &self,
        min: impl WorldVector,
        max: impl WorldVector,
        filter: &QueryFilter,
        found: &mut Vec<Surface>,
    ) {
        self.polygons_in_box_inner(WideBox { min: min.to_dvec3(), max: max.to_dvec3() }, filter, found);
    }

    fn polygons_in_box_inner(&self, query: WideBox, filter: &QueryFilter, found: &mut Vec<Surface>) {
        found.clear();
        if !(query.min.is_finite() && query.max.is_finite()) {
            return;
        }
        let mut all: Vec<DVec3> = Vec::new();
        self.polygons_in(query, filter, |surface, _, corners| {
            all.clear();
            all.extend(corners);
            if query.overlaps_polygon(&mut all) {
                found.push(surface);
            }
        });
        found.sort_unstable();
    }

    /// Adds the instance and slot of every polygon that the filter sees and whose bounding box
    /// overlaps the query box.
    pub(crate) fn slots_in_box(&self, query: WideBox, filter: &QueryFilter, slots: &mut Vec<(u32, u32)>) {
        self.each_in_box(query, filter, |i, p| slots.push((i, p)));
    }

    /// Calls `visit` with the instance and slot of every polygon that the filter sees and whose
    /// bounding box overlaps the query box.
    fn each_in_box(&self, query: WideBox, filter: &QueryFilter, mut visit: impl FnMut(u32, u32)) {
        let mut look = |i: u32, at: Part<'_>, zone: &Zone| {
            at.geometry.gather(zone, |range| {
                for p in range {
                    let is_near = at.geometry.may_overlap(p, zone) && at.polygon_box(p).overlaps(query);
                    if is_near && self.sees(at, p, filter) {
                        visit(i, p);
                    }
                }
            });
        };
        for (i, geometry) in (0..).zip(&self.base) {
            look(i, Part { geometry, placed: None }, &query.rounded().into());
        }
        self.each_placed(&query, |i, placed| {
            let zone = placed.placement().local_zone(&query);
            look(i, Part { geometry: placed.geometry(), placed: Some(placed) }, &zone);
        });
    }

    /// Calls `visit` with every polygon that the filter sees and whose bounding box overlaps the
    /// query box. The arguments are the surface of the polygon (as a face), its material and its
    /// corners. The order of the polygons depends on the index.
    pub(crate) fn polygons_in(
        &self,
        query: WideBox,
        filter: &QueryFilter,
        mut visit: impl FnMut(Surface, &Material, &mut dyn Iterator<Item = DVec3>),
    ) {
        self.each_in_box(query, filter, |i, p| {
            let at = self.part(i);
            let surface = self.surface(i, p, Feature::Face);
            visit(surface, self.material(at, p), &mut at.corners(p));
        });
    }
}
