//! Shape against shape: distance, contact and cast of two shapes at positions.

use glam::{DVec3, Vec3};

use self::difference::{Body, Difference, SeparatingPlane};
use super::Shape;
use crate::geometry::WorldVector;
use crate::tolerance::{CERTIFICATE_ROUNDING, PAIR_CAST_STEPS, PAIR_TOUCH};

mod difference;
mod ellipsoid;
#[cfg(test)]
mod tests;

/// The distance of two shapes, or the depth of their overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ShapeDistance {
    /// Certified distance between the two shapes, in metres; never more than the true distance.
    /// Negative if the shapes overlap: then moving one shape by `-distance` along the normal
    /// separates them.
    pub distance: f32,
    /// Unit normal of the contact, from the other shape towards this shape.
    pub normal: Vec3,
    /// The point of this shape that is nearest to the other, in world space. In an overlap, the
    /// deepest point of this shape along the normal.
    pub point: DVec3,
    /// The point of the other shape that is nearest to this one, in world space. In an overlap, the
    /// deepest point of the other shape along the normal.
    pub other_point: DVec3,
}

/// The hit of a cast against another shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ShapeHit {
    /// Fraction of the motion before the hit, 0..=1. Never too large: if the shapes are apart at
    /// the start, they do not overlap at this fraction.
    pub fraction: f64,
    /// The contact point on the other shape, in world space.
    pub point: DVec3,
    /// Unit normal of the hit, from the other shape towards the moving shape.
    pub normal: Vec3,
}

/// Queries between two shapes.
impl Shape {
    /// Returns the distance between this shape with its centre `at` and another shape.
    ///
    /// Every combination of points, spheres, capsules and ellipsoids is supported. The distance is
    /// certified: for *any* unit vector n, the distance along n between the two shapes is a lower
    /// bound of their distance. The result is the largest bound found, rounded down, so a positive
    /// distance proves that the shapes do not overlap.
    ///
    /// - For points, spheres and capsules, the bound is in closed form and equals the true distance
    ///   or penetration depth, within rounding.
    /// - For an ellipsoid that does not overlap the other shape, the bound equals the true distance
    ///   within about 1e-9 of the size of the shapes.
    /// - For an ellipsoid that overlaps the other shape, moving out along the normal by the
    ///   reported depth is enough, but a shorter way out may exist.
    ///
    /// Swapping the two shapes swaps the points and negates the normal, bit for bit. The exception
    /// is shapes whose centres coincide: they have no preferred side.
    ///
    /// Returns `None` if a shape is invalid, or if a coordinate is not finite or beyond 2^30 m.
    ///
    /// ```
    /// use sidle::{DVec3, Shape, Vec3};
    /// let person = Shape::capsule(0.3, 1.8);
    /// let egg = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    /// let apart = person.distance(Vec3::X * 2.0, &egg, Vec3::ZERO).expect("valid shapes");
    /// assert!((apart.distance - 1.3).abs() < 1e-6 && apart.normal == Vec3::X);
    /// assert!((apart.point - DVec3::X * 1.7).length() < 1e-6);
    /// assert!((apart.other_point - DVec3::X * 0.4).length() < 1e-6);
    ///
    /// let overlap = person.distance(Vec3::X * 0.5, &person, Vec3::ZERO).expect("valid shapes");
    /// assert!((overlap.distance + 0.1).abs() < 1e-6);
    /// assert_eq!(person.distance(Vec3::NAN, &egg, Vec3::ZERO), None);
    /// ```
    #[must_use]
    pub fn distance(
        &self,
        at: impl WorldVector,
        other: &Self,
        other_at: impl WorldVector,
    ) -> Option<ShapeDistance> {
        self.distance_inner(at.to_dvec3(), other, other_at.to_dvec3())
    }

    fn distance_inner(&self, at: DVec3, other: &Self, other_at: DVec3) -> Option<ShapeDistance> {
        let pair = Pair::new(self, at, other, other_at)?;
        let plane = pair.difference.plane(pair.centers());
        Some(ShapeDistance {
            distance: round_down(plane.separation - pair.difference.rounding(pair.centers().length())),
            normal: plane.normal.as_vec3(),
            point: pair.point(&plane),
            other_point: pair.other_point(&plane),
        })
    }

    /// Returns the contact of two shapes: their [`distance`](Self::distance) if it is at most
    /// `margin` metres, or if they overlap.
    ///
    /// Also returns `None` if the margin is negative or not a number.
    ///
    /// ```
    /// use sidle::{Shape, Vec3};
    /// let (person, ball) = (Shape::capsule(0.3, 1.8), Shape::sphere(0.5));
    /// let contact = |x: f32| person.contact(Vec3::X * x, &ball, Vec3::ZERO, 0.05);
    /// assert!(contact(0.84).is_some_and(|c| c.distance > 0.0));
    /// assert!(contact(0.79).is_some_and(|c| c.distance < 0.0));
    /// assert_eq!(contact(0.9), None);
    /// ```
    #[must_use]
    pub fn contact(
        &self,
        at: impl WorldVector,
        other: &Self,
        other_at: impl WorldVector,
        margin: f32,
    ) -> Option<ShapeDistance> {
        let at = at.to_dvec3();
        let other_at = other_at.to_dvec3();
        self.distance(at, other, other_at).filter(|d| margin >= 0.0 && d.distance <= margin)
    }

    /// Returns the hit of this shape, moving from `from` along `motion`, with another shape that
    /// does not move. For two moving shapes, pass the difference of their motions.
    ///
    /// Conservative advancement: every step is certified by a separating plane, so the fraction is
    /// never too large. The gap at the hit is at most 1e-7 of the size of the two shapes, plus the
    /// rounding of the coordinates in f64.
    ///
    /// If the shapes touch or overlap at the start, the fraction is 0. If the motion leads apart
    /// then, or along the contact, there is no hit. Returns `None` if a shape is invalid, if the
    /// motion is not finite, or if a position is not finite or beyond 2^30 m.
    ///
    /// ```
    /// use sidle::{Shape, Vec3};
    /// let (person, post) = (Shape::capsule(0.3, 1.8), Shape::capsule(0.2, 3.0));
    /// let hit = person.cast(Vec3::ZERO, Vec3::X * 4.0, &post, Vec3::X * 2.5).expect("a hit");
    /// assert!((hit.fraction - 0.5).abs() < 1e-6 && hit.normal == Vec3::NEG_X);
    /// assert!((hit.point.x - 2.3).abs() < 1e-6);
    /// // A motion away from the post, or past it.
    /// assert_eq!(person.cast(Vec3::ZERO, Vec3::NEG_X, &post, Vec3::X * 2.5), None);
    /// assert_eq!(person.cast(Vec3::Z, Vec3::X * 4.0, &post, Vec3::X * 2.5), None);
    /// ```
    #[must_use]
    pub fn cast(
        &self,
        from: impl WorldVector,
        motion: impl WorldVector,
        other: &Self,
        other_at: impl WorldVector,
    ) -> Option<ShapeHit> {
        self.cast_inner(from.to_dvec3(), motion.to_dvec3(), other, other_at.to_dvec3())
    }

    fn cast_inner(&self, from: DVec3, motion: DVec3, other: &Self, other_at: DVec3) -> Option<ShapeHit> {
        let pair = Pair::new(self, from, other, other_at).filter(|_| motion.is_finite())?;
        let (fraction, plane) = pair.impact(motion)?;
        let normal = plane.normal.as_vec3();
        Some(ShapeHit { fraction, point: pair.other_point(&plane), normal })
    }
}

/// Two shapes at positions.
struct Pair {
    at: DVec3,
    other_at: DVec3,
    bodies: [Body; 2],
    difference: Difference,
}

impl Pair {
    fn new(shape: &Shape, at: DVec3, other: &Shape, other_at: DVec3) -> Option<Self> {
        let bodies = [Body::new(shape, at)?, Body::new(other, other_at)?];
        let difference = Difference::new(bodies[0], bodies[1]);
        Some(Self { at, other_at, bodies, difference })
    }

    /// Returns the difference of the centres.
    fn centers(&self) -> DVec3 {
        self.at - self.other_at
    }

    fn point(&self, plane: &SeparatingPlane) -> DVec3 {
        self.at + self.bodies[0].point(-plane.normal, plane.along[0])
    }

    fn other_point(&self, plane: &SeparatingPlane) -> DVec3 {
        self.other_at + self.bodies[1].point(plane.normal, plane.along[1])
    }

    /// Returns the fraction of the motion of the first shape at which the shapes touch, and the
    /// plane between them there.
    ///
    /// The separation is convex along the motion, and the certificate of a plane is a straight line
    /// below it. A step to the fraction at which that line is within the tolerance is therefore
    /// clear.
    fn impact(&self, motion: DVec3) -> Option<(f64, SeparatingPlane)> {
        let c = self.centers();
        let size = self.difference.size();
        // At a contact, the shapes are closer than at the start, so the path is not much longer
        // than twice this.
        let rounding = self.difference.rounding(2.0 * c.length() + size);
        let touch = PAIR_TOUCH * size + 4.0 * rounding;
        let parallel = CERTIFICATE_ROUNDING * motion.length();
        let mut fraction = 0.0;
        let mut plane = self.difference.plane(c);
        for _ in 0..PAIR_CAST_STEPS {
            let closing = -plane.normal.dot(motion);
            if closing <= parallel {
                return None;
            }
            let gap = plane.separation - rounding;
            if gap <= touch {
                break;
            }
            // Aims for half the tolerance, so that the whole tolerance ends the search.
            fraction += (gap - 0.5 * touch) / closing;
            if fraction > 1.0 {
                return None;
            }
            plane = self.difference.plane(c + motion * fraction);
        }
        Some((fraction, plane))
    }
}

/// Rounds to f32 towards negative infinity.
fn round_down(x: f64) -> f32 {
    let f = x as f32;
    if f64::from(f) > x { f.next_down() } else { f }
}
