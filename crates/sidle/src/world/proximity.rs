//! Queries at a fixed position: overlaps, the closest point, contacts.

use glam::DVec3;

use super::cast::space_for;
use super::corners::Corners;
use super::gather::Region;
use super::{ClosestPoint, Contact, Part, QueryFilter, World};
use crate::cull::Zone;
use crate::geometry::{Aabb, WideBox, WorldVector, is_in_range, polygon};
use crate::mesh::Sides;
use crate::narrow_phase::{Candidates, Obstacle, RoundingScale};
use crate::shape::Shape;
use crate::tolerance::{CERTIFICATE_ROUNDING, FURTHEST_APART, TOUCHING};

impl World {
    /// Returns true if a shape overlaps the world. Touching does not count. A point never overlaps,
    /// and one-sided surfaces never count, because they let an overlapping shape pass.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// // A wall across x = 3.
    /// assert!(world.overlaps(&Shape::sphere(1.0), Vec3::X * 2.5, &QueryFilter::ALL));
    /// assert!(!world.overlaps(&Shape::sphere(1.0), Vec3::ZERO, &QueryFilter::ALL));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn overlaps(&self, shape: &Shape, at: impl WorldVector, filter: &QueryFilter) -> bool {
        self.overlaps_inner(shape, at.to_dvec3(), filter)
    }

    fn overlaps_inner(&self, shape: &Shape, at: DVec3, filter: &QueryFilter) -> bool {
        let Some(space) = space_for(shape, at, DVec3::ZERO) else { return false };
        if self.is_in_solid(at, filter) {
            return true;
        }
        if shape.is_point() {
            return false;
        }
        let query = space.zone(Aabb::around(space.origin, space.half_extents), space.origin, 0.0);
        let mut corners = Corners::default();
        let (mut overlaps, core) = (false, space.core());
        let rounding_scale = RoundingScale { reach: space.core_length(), squeeze: space.squeeze() };
        let mut look = |at: Part<'_>, zone: &Zone| {
            let relative = at.relative_to(space.origin);
            at.geometry.gather(zone, |range| {
                let is_solid =
                    |p: &u32| self.sees(at, *p, filter) && self.material(at, *p).sides == Sides::Two;
                for p in range.filter(is_solid) {
                    let corners = corners.load(at.geometry, p, |v| space.unit_from_world(relative(v)));
                    let obstacle = Obstacle::new(corners, core.as_ref(), rounding_scale);
                    // The shape must also overlap the polygon's own box. The nearest point of an
                    // ill-conditioned polygon is mostly rounding error, and the result must not
                    // depend on the boxes that the index visits.
                    overlaps |= obstacle.is_within(DVec3::ZERO, space.radius * (1.0 - TOUCHING))
                        && at.geometry.may_overlap(p, zone);
                }
            });
        };
        for geometry in &self.base {
            look(Part { geometry, placed: None }, &query);
        }
        let bounds = WideBox::around(space.origin, space.half_extents);
        self.each_placed(&bounds, |_, placed| {
            let zone = placed.placement().local_zone(&bounds);
            look(Part { geometry: placed.geometry(), placed: Some(placed) }, &zone);
        });
        overlaps
    }

    /// Returns the point of the world nearest to `at`, or `None` if no point of the world is within
    /// `max_distance` metres.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let near = world.closest_point(Vec3::ZERO, 10.0, &QueryFilter::ALL).unwrap();
    /// assert_eq!((near.point, near.distance), (DVec3::X * 3.0, 3.0));
    /// # Ok::<(), BuildError>(())
    /// ```
    #[must_use]
    pub fn closest_point(
        &self,
        at: impl WorldVector,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<ClosestPoint> {
        self.closest_point_inner(at.to_dvec3(), max_distance, filter)
    }

    fn closest_point_inner(
        &self,
        origin: DVec3,
        max_distance: f32,
        filter: &QueryFilter,
    ) -> Option<ClosestPoint> {
        if !is_in_range(origin) || max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let mut limit = f64::from(max_distance).min(FURTHEST_APART);
        // Searches boxes of doubling size: the index is fastest for box queries, and one of the
        // first boxes almost always contains the answer.
        let mut radius = self.first_radius().min(limit);
        let (mut corners, rounding_scale) = (Corners::default(), RoundingScale { reach: 0.0, squeeze: 1.0 });
        loop {
            let mut best: Option<(f64, ClosestPoint)> = None;
            // Enlarged by the rounding error of a distance, so that the box contains every polygon
            // whose computed distance is at most the radius.
            let rounding = CERTIFICATE_ROUNDING * (origin.abs().max_element() + radius);
            let query = Zone::from(Aabb::around(origin, DVec3::splat(radius + rounding)));
            let mut look = |i: u32, at: Part<'_>, zone: &Zone| {
                let relative = at.relative_to(origin);
                at.geometry.gather(zone, |range| {
                    let is_near = |&p: &u32| {
                        (at.placed.is_none() || at.geometry.may_overlap(p, zone)) && self.sees(at, p, filter)
                    };
                    for p in range.filter(is_near) {
                        let shape =
                            Obstacle::new(corners.load(at.geometry, p, relative), None, rounding_scale);
                        let near = polygon::nearest(DVec3::ZERO, shape.corners, shape.normal);
                        // Not less than the distance to the polygon's own box, so that the result
                        // does not depend on the boxes that the index visits.
                        let distance = near.point.length();
                        let of_box = apart(origin, at.polygon_box(p));
                        let distance = if distance > of_box { distance } else { of_box };
                        let surface = self.surface(i, p, near.feature);
                        let key = (surface.instance.index(), surface.polygon);
                        let first = best.is_none_or(|(d, b)| {
                            distance < d
                                || (distance == d && key < (b.surface.instance.index(), b.surface.polygon))
                        });
                        if distance <= limit && first {
                            let point = origin + near.point;
                            best =
                                Some((distance, ClosestPoint { point, distance: distance as f32, surface }));
                        }
                    }
                });
            };
            for (i, geometry) in (0..).zip(&self.base) {
                look(i, Part { geometry, placed: None }, &query);
            }
            let bounds = WideBox::around(origin, DVec3::splat(radius + rounding));
            self.each_placed(&bounds, |i, placed| {
                let zone = placed.placement().local_zone(&bounds);
                look(i, Part { geometry: placed.geometry(), placed: Some(placed) }, &zone);
            });
            if let Some((distance, found)) = best {
                if distance <= radius {
                    return Some(found);
                }
                limit = distance;
            }
            if radius >= limit {
                return best.map(|b| b.1);
            }
            radius = (radius * 2.0).min(limit);
        }
    }

    /// Finds all contacts within `margin` metres of a shape, measured along the contact normal,
    /// nearest first. Overlaps are included, with a negative distance. Clears `contacts` first.
    /// Allocates temporary memory.
    ///
    /// ```
    /// # use sidle::*;
    /// # let wall = [Vec3::new(3.0, -9.0, -9.0), Vec3::new(3.0, 9.0, -9.0), Vec3::new(3.0, 0.0, 9.0)];
    /// # let world = World::from_triangles(&wall, &[[0, 1, 2]])?;
    /// let mut contacts = Vec::new();
    /// world.contacts(&Shape::sphere(1.0), Vec3::X * 1.5, 0.75, &QueryFilter::ALL, &mut contacts);
    /// assert!((contacts[0].distance - 0.5).abs() < 1e-6);
    /// # Ok::<(), BuildError>(())
    /// ```
    pub fn contacts(
        &self,
        shape: &Shape,
        at: impl WorldVector,
        margin: f32,
        filter: &QueryFilter,
        contacts: &mut Vec<Contact>,
    ) {
        self.contacts_inner(shape, at.to_dvec3(), margin, filter, contacts)
    }

    fn contacts_inner(
        &self,
        shape: &Shape,
        at: DVec3,
        margin: f32,
        filter: &QueryFilter,
        contacts: &mut Vec<Contact>,
    ) {
        contacts.clear();
        let Some(space) = space_for(shape, at, DVec3::ZERO).filter(|_| margin >= 0.0) else {
            return;
        };
        let mut near = Candidates::default();
        let margin = f64::from(margin).min(FURTHEST_APART);
        // The distance to a polygon can be larger than its gap along the contact normal, so the
        // region is enlarged.
        let region = Region { center: DVec3::ZERO, radius: margin * space.stretch_of_gaps() };
        self.gather_copies(&space, &region, DVec3::ZERO, filter, &mut near);
        for block in 0..near.blocks() {
            for i in near.within(block, DVec3::ZERO, f64::INFINITY) {
                let bound = near.known(i, DVec3::ZERO);
                let (normal, metres) = space.world_normal(bound.normal);
                let distance = (bound.distance - space.radius) * metres;
                if distance <= margin {
                    contacts.push(Contact {
                        point: space.position_of(near.obstacle(i).point_on_polygon(&bound)),
                        normal: normal.as_vec3(),
                        distance: distance as f32,
                        surface: self.surface_of(near.get(i), bound.feature),
                    });
                }
            }
        }
        contacts.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    }

    /// Returns a first estimate of the distance to the nearest polygon: the size that each polygon
    /// would have if all polygons filled the bounds evenly.
    fn first_radius(&self) -> f64 {
        let count = self.polygon_count().max(1) as f64;
        let all = self.base.iter().fold(self.instances.bounds(), |all, i| all.union(i.rough_bounds().into()));
        let extent = (all.max - all.min).max_element();
        extent.max(f64::MIN_POSITIVE) / count.sqrt()
    }
}

/// Returns a lower bound of the distance from a point to a box: the largest gap along an axis.
fn apart(at: DVec3, b: WideBox) -> f64 {
    (b.min - at).max(at - b.max).max_element()
}
