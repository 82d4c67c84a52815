//! Changing the shape of a body in place: crouching and standing up.
//!
//! Between the two shapes A and B at their positions, the body is (1 - t) A + t B in the sense of
//! Minkowski. Its support along a unit vector n is linear in t. A plane that separates a polygon
//! from A and from B therefore separates it from everything in between. All these bodies together
//! are the convex hull of A and B. So there is such a plane wherever the polygon does not touch any
//! of them: the plane of the closest points of the polygon and of the hull.

use glam::{DVec3, Vec3};

use super::Scratch;
use crate::geometry::{WorldVector, is_in_range, polygon, ulp};
use crate::mesh::Sides;
use crate::narrow_phase::{Obstacle, RoundingScale};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::{CERTIFICATE_ROUNDING, HULL_STEPS, TOUCHING_START};
use crate::world::{QueryFilter, Region, Surface, World};

/// The result of [`World::resize_shape`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Resize {
    /// True if there is room: the new shape is certified free at `position`, and so is every shape
    /// between the old and the new one. Together they are the convex hull of both.
    pub fits: bool,
    /// Position of the centre of the new shape, or the given position if there is no room.
    pub position: DVec3,
    /// The first surface that leaves no room, in the order of the numbers of instances and
    /// polygons. `None` if there is room.
    pub blocked_by: Option<Surface>,
}

impl Resize {
    fn refused(at: DVec3, blocked_by: Option<Surface>) -> Self {
        let position = if at.is_finite() { at } else { DVec3::ZERO };
        Self { fits: false, position, blocked_by }
    }
}

/// A shape at a position, relative to the old position of the body.
struct Posed {
    space: Space,
    place: DVec3,
    /// Largest distance of an instance from the old position, in metres. Rounding of its corners.
    lever: f64,
}

impl Posed {
    /// Returns the extent of the shape along a unit vector.
    fn support(&self, n: DVec3) -> f64 {
        self.space.bare_support(n)
    }

    /// Returns the unit vector from a polygon to the shape, along which the two are furthest apart.
    fn away_from(&self, corners: &[DVec3], mapped: &mut Vec<DVec3>) -> DVec3 {
        self.with_obstacle(corners, mapped, |obstacle| {
            self.space.world_normal(obstacle.axis(DVec3::ZERO).normal).0
        })
    }

    /// Returns true if the shape is behind a one-sided polygon or overlaps it, and so passes it.
    fn passes(&self, corners: &[DVec3], mapped: &mut Vec<DVec3>) -> bool {
        self.with_obstacle(corners, mapped, |obstacle| {
            obstacle.is_behind(DVec3::ZERO) || obstacle.overlaps_bare(&self.space, DVec3::ZERO)
        })
    }

    fn with_obstacle<T>(
        &self,
        corners: &[DVec3],
        mapped: &mut Vec<DVec3>,
        ask: impl FnOnce(&Obstacle<'_>) -> T,
    ) -> T {
        mapped.clear();
        mapped.extend(corners.iter().map(|&corner| self.space.unit_from_world(corner - self.place)));
        let squeeze = self.space.squeeze();
        let scale = RoundingScale { reach: self.space.core_length() + squeeze * self.lever, squeeze };
        ask(&Obstacle::new(mapped, self.space.core().as_ref(), scale))
    }

    /// Returns the certified gap between the shape and a polygon along a unit vector, less `errors`
    /// times its rounding error.
    fn gap(&self, corners: &[DVec3], n: DVec3, errors: f64) -> f64 {
        let support = self.support(n);
        let mut least = f64::INFINITY;
        let mut furthest = 0.0;
        for &corner in corners {
            let height = n.dot(self.place - corner);
            least = if height < least { height } else { least };
            let length = corner.length();
            furthest = if length > furthest { length } else { furthest };
        }
        least
            - support
            - errors * CERTIFICATE_ROUNDING * (furthest + self.place.length() + support + self.lever)
    }

    /// Returns the point of the shape that is furthest along a unit vector.
    fn furthest(&self, n: DVec3) -> DVec3 {
        self.place + self.space.bare_support_point(n)
    }
}

/// The shapes at the start and at the end of a change.
struct Change {
    before: Posed,
    after: Posed,
}

impl Change {
    /// Returns true if a plane is found that separates a polygon from both shapes.
    fn is_clear_of(&self, obstacle: &Obstacle<'_>, mapped: &mut Vec<DVec3>) -> bool {
        let (corners, normal) = (obstacle.corners, obstacle.normal);
        // In exact contact, only these directions are exact enough.
        self.is_separated(corners, self.after.away_from(corners, mapped))
            || self.is_separated(corners, self.before.away_from(corners, mapped))
            || self.is_separated(corners, normal)
            || self.is_separated(corners, -normal)
            || self.is_hull_separated(corners)
    }

    /// Returns true if a plane with this unit normal certainly separates a polygon from both
    /// shapes.
    fn is_separated(&self, corners: &[DVec3], n: DVec3) -> bool {
        n != DVec3::ZERO
            && self.after.gap(corners, n, 1.0) >= 0.0
            && self.before.gap(corners, n, 1.0 - TOUCHING_START) >= 0.0
    }

    /// Searches for the closest points of a polygon and of the convex hull of both shapes (Gilbert,
    /// Johnson and Keerthi) until the direction between them separates the two.
    fn is_hull_separated(&self, corners: &[DVec3]) -> bool {
        // Differences of points of the hull and of the polygon. The nearest to 0 is on this
        // triangle.
        let mut nearest = -corners[0];
        let mut triangle = [nearest; 3];
        for _ in 0..HULL_STEPS {
            let n = nearest.normalize_or_zero();
            if self.is_separated(corners, n) {
                return true;
            }
            let next = self.least_difference(corners, n);
            let [a, b, c] = triangle;
            let length = nearest.length_squared();
            for face in [[next, a, b], [next, b, c], [next, c, a]] {
                let point = polygon::nearest(DVec3::ZERO, &face, polygon::unit_normal(&face)).point;
                if point.length_squared() < nearest.length_squared() {
                    (nearest, triangle) = (point, face);
                }
            }
            if nearest.length_squared() >= length {
                return false;
            }
        }
        false
    }

    /// Returns the difference, of a point of the hull and a point of a polygon, that is least along
    /// a unit vector.
    fn least_difference(&self, corners: &[DVec3], n: DVec3) -> DVec3 {
        let (a, b) = (self.before.furthest(-n), self.after.furthest(-n));
        let of_hull = if a.dot(n) < b.dot(n) { a } else { b };
        let first = corners[0];
        let of_polygon = corners.iter().fold(first, |best, &v| if v.dot(n) > best.dot(n) { v } else { best });
        of_hull - of_polygon
    }
}

impl World {
    /// Replaces the shape of a body by another one in place, for example to crouch or to stand up,
    /// and says whether there is room.
    ///
    /// `at` is the position of the old shape. `anchor` is a direction: the point of the body that
    /// is furthest along it stays where it is. With `Vec3::NEG_Y` the feet stay, with `Vec3::ZERO`
    /// the centre. The new shape may be nearer to a surface than the skin. The next move restores
    /// the skin where there is room.
    ///
    /// From a free position, the returned position is free, and the body crosses nothing while it
    /// changes from the old shape to the new one at a constant rate. [`Resize::fits`] is true
    /// wherever every shape in between has more room than the possible rounding error. It is also
    /// false for invalid input, and if the old shape overlaps the world.
    ///
    /// ```
    /// use sidle::{DVec3, QueryFilter, Scratch, Shape, Vec3, World};
    /// // A floor, and a low ceiling 1.5 m above a part of it.
    /// let square = |y: f32, x: f32| [(x, -9.0), (x, 9.0), (9.0, 9.0), (9.0, -9.0)].map(|(x, z)| Vec3::new(x, y, z));
    /// let vertices = [square(0.0, -9.0), square(1.5, 0.0)].concat();
    /// let world = World::from_triangles(&vertices, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])?;
    /// let (standing, crouching, all) = (Shape::capsule(0.3, 1.8), Shape::capsule(0.3, 1.0), QueryFilter::ALL);
    /// let mut scratch = Scratch::default();
    ///
    /// let outside = Vec3::new(-3.0, 0.901, 0.0);
    /// let down = world.resize_shape(&mut scratch, &standing, &crouching, outside, Vec3::NEG_Y, &all);
    /// assert!(down.fits && (down.position.y - 0.501).abs() < 1e-6);
    /// let below = DVec3::new(3.0, 0.501, 0.0);
    /// let up = world.resize_shape(&mut scratch, &crouching, &standing, below, Vec3::NEG_Y, &all);
    /// assert!(!up.fits && up.position == below && up.blocked_by.is_some());
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn resize_shape(
        &self,
        scratch: &mut Scratch,
        old: &Shape,
        new: &Shape,
        at: impl WorldVector,
        anchor: Vec3,
        filter: &QueryFilter,
    ) -> Resize {
        self.resize_shape_inner(scratch, old, new, at.to_dvec3(), anchor, filter)
    }

    fn resize_shape_inner(
        &self,
        scratch: &mut Scratch,
        old: &Shape,
        new: &Shape,
        at: DVec3,
        anchor: Vec3,
        filter: &QueryFilter,
    ) -> Resize {
        let spaces = (Space::new(old, at, 0.0), Space::new(new, at, 0.0));
        let (Some(before), Some(after), true) = (spaces.0, spaces.1, anchor.is_finite()) else {
            return Resize::refused(at, None);
        };
        let anchor = anchor.as_dvec3().normalize_or_zero();
        let shift = anchor * (before.bare_support(anchor) - after.bare_support(anchor));
        let position = at + shift;
        self.replace_shape(scratch, (old, at), (new, position), filter)
    }

    /// Replaces a shape at a position by another one at another position, as
    /// [`resize_shape`](Self::resize_shape).
    pub(crate) fn replace_shape(
        &self,
        scratch: &mut Scratch,
        (old, at): (&Shape, DVec3),
        (new, position): (&Shape, DVec3),
        filter: &QueryFilter,
    ) -> Resize {
        let refused = |blocked_by| Resize::refused(at, blocked_by);
        scratch.clear();
        if !(is_in_range(at) && is_in_range(position)) {
            return refused(None);
        }
        let position = scratch.feet.nearest_centre(position);
        let (Some(before), Some(after)) = (Space::new(old, at, 0.0), Space::new(new, at, 0.0)) else {
            return refused(None);
        };
        // Every shape in between lies in this ball. A point sees the world in world metres.
        let longest = |shape: &Shape| f64::from(shape.longest_half_length());
        let place = position - at;
        let reach = place.length() + longest(old).max(longest(new));
        let reach = reach + ulp(reach);
        let Some(ball) = Space::new(&Shape::point(), at, reach) else { return refused(None) };
        let region = Region { center: DVec3::ZERO, radius: 0.0 };
        let Scratch { candidates, log, neighbors, .. } = scratch;
        self.gather_beside(&ball, &region, DVec3::ZERO, filter, (None, neighbors), candidates);
        if let Some(log) = log {
            log.gathered(candidates);
        }
        let lever = candidates.lever();
        let change = Change {
            before: Posed { space: before, place: DVec3::ZERO, lever },
            after: Posed { space: after, place, lever },
        };
        let mut mapped = Vec::new();
        for i in 0..candidates.len() {
            let (candidate, polygon) = (candidates.get(i), candidates.obstacle(i));
            let corners = polygon.corners;
            if self.material_of(candidate).sides == Sides::Front && change.before.passes(corners, &mut mapped)
            {
                continue;
            }
            if !change.is_clear_of(&polygon, &mut mapped) {
                let feature = polygon.axis(change.after.place).feature;
                return refused(Some(self.surface_of(candidate, feature)));
            }
        }
        Resize { fits: true, position, blocked_by: None }
    }
}

#[cfg(test)]
mod tests;
