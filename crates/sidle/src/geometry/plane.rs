//! Planes: construction, side and crossing tests, and line intersections.

use glam::{DVec3, Vec3};

use super::polygon::unit_normal;
use super::wide::wide;
use crate::tolerance::PARALLEL;

/// Infinite plane of the points x with `normal . x = offset`, where the normal has unit length. The
/// normal points to the front.
///
/// ```
/// use sidle::{Vec3, geometry::{Plane, Side}};
/// let floor = Plane::from_point(Vec3::new(0.0, 2.0, 0.0), Vec3::Y).expect("a normal that is not zero");
/// assert_eq!(floor.side(Vec3::new(5.0, 2.1, 5.0), 0.0), Side::Front);
/// assert_eq!(floor.signed_distance(Vec3::ZERO), -2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// Side of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side to which the normal points.
    Front,
    /// On the plane, within the given tolerance.
    On,
    /// The side opposite to the normal.
    Back,
}

/// Direction in which a motion crosses a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// From the front to the back, against the normal.
    IntoBack,
    /// From the back to the front, along the normal.
    IntoFront,
}

/// Intersection of a line and a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinePlane {
    /// The line intersects the plane in one point, `start + fraction * direction`.
    Meets {
        /// Position of the intersection on the line, as a multiple of `direction`: any finite
        /// number. Negative if the intersection is before the start.
        fraction: f64,
    },
    /// The line is parallel to the plane: there is no intersection, or the line lies in the plane.
    Parallel {
        /// Signed distance of the line from the plane, in metres. 0 if the line lies in the plane;
        /// infinite if a number of the line is not finite.
        distance: f64,
    },
}

/// First contact of a moving body with a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneHit {
    /// Fraction of the motion before the contact, 0..=1. 0 if the body overlaps the plane at the
    /// start.
    pub fraction: f64,
    /// Contact point on the plane. If the body overlaps the plane at the start: the point of the
    /// body that is furthest along `-normal`, projected onto the plane.
    pub point: Vec3,
    /// Unit normal of the plane, on the side of the body.
    pub normal: Vec3,
}

impl Plane {
    /// Creates the plane `normal . x = offset`. The normal may have any length except 0. Both sides
    /// of the equation are divided by its length, so the plane contains the same points. Returns
    /// `None` for a zero normal, or if a number is not finite.
    ///
    /// [Miller](super) writes the equation as `normal . x + distance = 0`: Miller's distance is
    /// minus this offset.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// assert_eq!(Plane::new(Vec3::new(0.0, 4.0, 0.0), 8.0), Plane::new(Vec3::Y, 2.0));
    /// assert_eq!(Plane::new(Vec3::ZERO, 2.0), None);
    /// ```
    #[must_use]
    pub fn new(normal: Vec3, offset: f32) -> Option<Self> {
        let normal = wide(normal)?;
        let length = normal.length();
        (length > 0.0 && offset.is_finite())
            .then(|| Self { normal: normal / length, offset: f64::from(offset) / length })
    }

    /// Creates the plane through a point. The normal may have any length except 0. Returns `None`
    /// for a zero normal, or if a number is not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// let wall = Plane::from_point(Vec3::new(3.0, 7.0, 7.0), Vec3::X * 0.01).expect("a normal");
    /// assert_eq!((wall.normal(), wall.offset()), (Vec3::X, 3.0));
    /// ```
    #[must_use]
    pub fn from_point(point: Vec3, normal: Vec3) -> Option<Self> {
        let plane = Self::new(normal, 0.0)?;
        let offset = plane.normal.dot(wide(point)?);
        Some(Self { offset, ..plane })
    }

    /// Creates the plane of a triangle whose corners run counter-clockwise seen from the front.
    /// Returns `None` if the corners are collinear or not finite. Corners count as collinear if the
    /// doubled area is below 1e-8 of the longest edge squared: such a plane would be unreliable.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// let floor = Plane::from_triangle(Vec3::ZERO, Vec3::Z, Vec3::X).expect("three corners with an area");
    /// assert_eq!(floor.normal(), Vec3::Y);
    /// assert_eq!(Plane::from_triangle(Vec3::ZERO, Vec3::X, Vec3::X * 3.0), None);
    /// ```
    #[must_use]
    pub fn from_triangle(a: Vec3, b: Vec3, c: Vec3) -> Option<Self> {
        let corners = [wide(a)?, wide(b)?, wide(c)?];
        let normal = unit_normal(&corners);
        (normal != DVec3::ZERO).then(|| Self { normal, offset: normal.dot(corners[0]) })
    }

    /// Returns the unit normal, rounded to f32 (the plane stores f64).
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// assert_eq!(Plane::new(Vec3::X * 3.0, 3.0).map(|p| p.normal()), Some(Vec3::X));
    /// ```
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.normal.as_vec3()
    }

    /// Returns the signed distance of the plane from the origin along the normal, in metres.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// assert_eq!(Plane::new(Vec3::X * 3.0, 3.0).map(|p| p.offset()), Some(1.0));
    /// ```
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// Returns the signed distance of a point from the plane, in metres: positive in front of the
    /// plane, negative behind it. Returns infinity for a point that is not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// assert_eq!(floor.signed_distance(Vec3::new(9.0, -2.5, 9.0)), -2.5);
    /// ```
    #[must_use]
    pub fn signed_distance(&self, point: Vec3) -> f64 {
        wide(point).map_or(f64::INFINITY, |p| self.distance(p))
    }

    pub(super) fn distance(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }

    /// Returns the side of the plane that a point is on (`ClassifyPoint` in [Miller's
    /// text](super)). A point is on the plane if its distance is at most `tolerance` metres. A
    /// tolerance that is negative or NaN counts as 0.
    ///
    /// The text has no tolerance. The last bit then decides if a point placed on a floor is in
    /// front of it or behind it. Use at least a few units in the last place of your coordinates:
    /// 1e-5 m within 50 m of the origin.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::{Plane, Side}};
    /// let ramp = Plane::from_point(Vec3::ZERO, Vec3::new(-1.0, 3.0, 0.0)).expect("a normal");
    /// let on_it = Vec3::new(0.3, 0.1, 0.0); // 0.3 and 0.1 are rounded, so it is 2e-9 m off
    /// assert_eq!(ramp.side(on_it, 1e-5), Side::On);
    /// assert_ne!(ramp.side(on_it, 0.0), Side::On);
    /// ```
    #[must_use]
    pub fn side(&self, point: Vec3, tolerance: f32) -> Side {
        let tolerance = if tolerance > 0.0 { f64::from(tolerance) } else { 0.0 };
        let distance = self.signed_distance(point);
        if distance > tolerance {
            Side::Front
        } else if distance < -tolerance {
            Side::Back
        } else {
            Side::On
        }
    }

    /// Returns the direction in which a motion from one point to another crosses the plane. Returns
    /// `None` if it does not cross the plane, or if a number is not finite.
    ///
    /// The plane itself counts as the front. Cutting a motion into segments therefore neither adds
    /// nor loses a crossing of the plane. A walker that stops exactly on the plane has not crossed
    /// it; moving from there to the back is a crossing. In [Miller's text](super), "on" is a third
    /// side that differs from the other two, and the same walker crosses twice.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::{Crossing, Plane}};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// assert_eq!(floor.crossing(Vec3::Y, Vec3::ZERO), None);
    /// assert_eq!(floor.crossing(Vec3::ZERO, -Vec3::Y), Some(Crossing::IntoBack));
    /// assert_eq!(floor.crossing(-Vec3::Y, Vec3::Y), Some(Crossing::IntoFront));
    /// ```
    #[must_use]
    pub fn crossing(&self, from: Vec3, to: Vec3) -> Option<Crossing> {
        match (self.distance(wide(from)?) < 0.0, self.distance(wide(to)?) < 0.0) {
            (false, true) => Some(Crossing::IntoBack),
            (true, false) => Some(Crossing::IntoFront),
            _ => None,
        }
    }

    /// Returns the intersection of the plane with the infinite line through `start` along
    /// `direction`. The direction may have any length. The fraction is relative to that length, so
    /// a segment intersects the plane if the fraction is in 0..=1.
    ///
    /// A direction is parallel if it has no length, or is within 1e-15 radians of the plane (the
    /// rounding of the plane itself). [Miller](super) warns of the zero denominator, and Nettle's
    /// `intersect` divides by it. Neither text gives the unit of its t, and Nettle's code later
    /// uses a fraction as a length.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::{LinePlane, Plane}};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// let above = Vec3::new(1.0, 5.0, 1.0);
    /// assert_eq!(floor.intersect_line(above, Vec3::new(0.0, -8.0, 0.0)), LinePlane::Meets { fraction: 0.625 });
    /// assert_eq!(floor.intersect_line(above, Vec3::X), LinePlane::Parallel { distance: 5.0 });
    /// ```
    #[must_use]
    pub fn intersect_line(&self, start: Vec3, direction: Vec3) -> LinePlane {
        let (Some(start), Some(direction)) = (wide(start), wide(direction)) else {
            return LinePlane::Parallel { distance: f64::INFINITY };
        };
        let distance = self.distance(start);
        match self.speed_along_normal(direction) {
            Some(speed) => LinePlane::Meets { fraction: -distance / speed },
            None => LinePlane::Parallel { distance },
        }
    }

    /// Returns the component of a direction along the normal; `None` if the direction is parallel
    /// to the plane.
    pub(super) fn speed_along_normal(&self, direction: DVec3) -> Option<f64> {
        let speed = self.normal.dot(direction);
        (speed.abs() > PARALLEL * direction.length()).then_some(speed)
    }
}
