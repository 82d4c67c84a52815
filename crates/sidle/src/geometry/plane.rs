//! Planes: on which side, crossed or not, met where, touched when.

use glam::{DVec3, Vec3};

use super::polygon::unit_normal;
use super::wide::wide;
use crate::tolerance::PARALLEL;

/// An endless plane: the places x with `normal . x = offset`, the normal of unit length. Its front
/// is where the normal points.
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

/// The side of a plane that a point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Where the normal points.
    Front,
    /// On the plane, within the tolerance asked for.
    On,
    /// Behind it.
    Back,
}

/// Which way a motion goes through a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// From the front to the back: against the normal.
    IntoBack,
    /// From the back to the front: along the normal.
    IntoFront,
}

/// Where a line meets a plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinePlane {
    /// In one place: at `start + fraction * direction`. Any finite number; below 0 lies before the
    /// start.
    Meets {
        /// In lengths of the direction.
        fraction: f64,
    },
    /// Nowhere, or everywhere: the line runs along the plane.
    Parallel {
        /// The signed distance of the line from the plane in metres. 0: the line lies in the plane.
        /// Infinite: the line was none, since a number of it was not finite.
        distance: f64,
    },
}

/// Where a moving body touches a plane first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneHit {
    /// How much of the motion was free, 0..=1. 0 for a start that overlaps.
    pub fraction: f64,
    /// The point of the plane that is touched; for a start that overlaps, the point of the plane
    /// below the foremost point of the body.
    pub point: Vec3,
    /// Unit length, from the plane towards the body.
    pub normal: Vec3,
}

impl Plane {
    /// The plane `normal . x = offset`. The normal may have any length but 0: both sides of the
    /// equation are divided by it, so the places are those you wrote. None for a zero normal or a
    /// number that is not finite.
    ///
    /// Miller writes the equation as `normal . x + distance = 0`: his distance is minus this
    /// offset.
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

    /// The plane through a point. The normal may have any length but 0. None for a zero normal or a
    /// number that is not finite.
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

    /// The plane of a triangle; its corners run counter-clockwise seen from the front. None when
    /// the corners lie on a line (the doubled area below 1e-8 of the longest edge squared: no such
    /// plane can be trusted) or are not finite.
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

    /// The normal, of unit length, rounded to f32 (inside, the plane keeps f64).
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// assert_eq!(Plane::new(Vec3::X * 3.0, 3.0).map(|p| p.normal()), Some(Vec3::X));
    /// ```
    #[must_use]
    pub fn normal(&self) -> Vec3 {
        self.normal.as_vec3()
    }

    /// The signed distance of the plane from the origin along the normal, in metres.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// assert_eq!(Plane::new(Vec3::X * 3.0, 3.0).map(|p| p.offset()), Some(1.0));
    /// ```
    #[must_use]
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// How far in front of the plane a point is, in metres; negative behind it. Infinite for a
    /// point that is not finite.
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

    /// On which side a point is: Miller's `ClassifyPoint`. `tolerance` in metres: up to so far, a
    /// point is on the plane (a negative or missing number counts as 0).
    ///
    /// The text has no tolerance, so that the last bit decides whether a point that was put on a
    /// floor is in front of it or behind it. Take at least a few units in the last place of your
    /// coordinates: 1e-5 m within 50 m of the origin.
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

    /// Whether and which way a motion from one place to another crosses the plane. None when it
    /// does not, or a number is not finite.
    ///
    /// The plane itself counts as its front. So the pieces of a path cross as often as the path
    /// does: a walker that stops exactly on the plane has not crossed it, and has when he leaves it
    /// to the back. In Miller's text "on" is a third side that differs from both others, and such a
    /// walker crosses twice.
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

    /// Where the endless line through `start` along `direction` meets the plane. The direction may
    /// have any length: the fraction counts in lengths of it, so a segment is met when the fraction
    /// is in 0..=1.
    ///
    /// A direction within 1e-15 radians of the plane (the rounding of the plane itself), or without
    /// length, is parallel. Miller warns of the zero denominator and Nettle's `intersect` divides
    /// by it; both leave open in which unit their t is, and Nettle's code then takes a fraction for
    /// a length.
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

    /// How fast a direction leaves the plane to its front; None when it runs along it.
    pub(super) fn speed_along_normal(&self, direction: DVec3) -> Option<f64> {
        let speed = self.normal.dot(direction);
        (speed.abs() > PARALLEL * direction.length()).then_some(speed)
    }
}
