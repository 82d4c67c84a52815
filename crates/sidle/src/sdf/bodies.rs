//! Predefined bodies, built only on the public trait.

use glam::{DMat3, DVec3, Quat};

use super::Sdf;
use crate::geometry::rotation_matrix;
use crate::tolerance::TURNED_REACH;

/// A ball.
///
/// ```
/// use sidle::DVec3;
/// use sidle::sdf::{Sphere, Sdf};
/// assert_eq!(Sphere { radius: 0.5 }.distance(DVec3::X * 2.0), 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Radius of the ball in metres, 0 or more.
    pub radius: f64,
}

impl Sdf for Sphere {
    fn distance(&self, p: DVec3) -> f64 {
        p.length() - self.radius
    }

    fn bounding_radius(&self) -> f64 {
        self.radius
    }
}

/// A box with rounded edges, aligned with the axes of its frame.
///
/// ```
/// use sidle::DVec3;
/// use sidle::sdf::{Sdf, RoundedBox};
/// let crate_ = RoundedBox { half: DVec3::new(0.5, 0.5, 1.0), radius: 0.1 };
/// assert!((crate_.distance(DVec3::Z * 3.0) - 2.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedBox {
    /// Half lengths of the box in metres, with the rounded edges included.
    pub half: DVec3,
    /// Radius of the rounded edges in metres, from 0 to the smallest half length. With a radius of
    /// 0 the edges are sharp, and slides are less smooth.
    pub radius: f64,
}

impl Sdf for RoundedBox {
    fn distance(&self, p: DVec3) -> f64 {
        let q = p.abs() - (self.half - DVec3::splat(self.radius));
        let outside = q.max(DVec3::ZERO).length();
        let inside = q.max_element().min(0.0);
        outside + inside - self.radius
    }

    fn bounding_radius(&self) -> f64 {
        self.half.length()
    }
}

/// A torus around the y axis of its frame.
///
/// ```
/// use sidle::DVec3;
/// use sidle::sdf::{Sdf, Torus};
/// // From the middle it is the ring's radius less the tube's to the rubber.
/// assert_eq!(Torus { ring: 1.0, tube: 0.25 }.distance(DVec3::ZERO), 0.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// Radius of the ring in metres, from the centre of the hole to the centre of the tube; 0 or
    /// more.
    pub ring: f64,
    /// Radius of the tube in metres, 0 or more.
    pub tube: f64,
}

impl Sdf for Torus {
    fn distance(&self, p: DVec3) -> f64 {
        let across = (p.x * p.x + p.z * p.z).sqrt() - self.ring;
        (across * across + p.y * p.y).sqrt() - self.tube
    }

    fn bounding_radius(&self) -> f64 {
        self.ring + self.tube
    }
}

/// A capsule: all points within a radius of a segment of the y axis of its frame.
///
/// ```
/// use sidle::DVec3;
/// use sidle::sdf::{Capsule, Sdf};
/// assert_eq!(Capsule { half_height: 0.5, radius: 0.4 }.distance(DVec3::Y * 2.0), 1.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Distance from the centre of the capsule to the centre of either cap in metres, 0 or more.
    pub half_height: f64,
    /// Radius in metres, 0 or more.
    pub radius: f64,
}

impl Sdf for Capsule {
    fn distance(&self, p: DVec3) -> f64 {
        let beyond = (p.y.abs() - self.half_height).max(0.0);
        DVec3::new(p.x, beyond, p.z).length() - self.radius
    }

    fn bounding_radius(&self) -> f64 {
        self.half_height + self.radius
    }
}

/// A body, rotated about the origin of its frame.
///
/// ```
/// use sidle::sdf::{Sdf, Torus, Rotated};
/// use sidle::{DVec3, Quat};
/// let quarter = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);
/// let wheel = Rotated::new(Torus { ring: 1.0, tube: 0.25 }, quarter);
/// assert!((wheel.distance(DVec3::Y * 2.0) - 0.75).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotated<B> {
    body: B,
    /// Rotation from the world to the frame of the body.
    inverse: DMat3,
}

impl<B: Sdf> Rotated<B> {
    /// Creates `body` rotated by `rotation` about the origin of its frame. Only the direction of
    /// the quaternion counts: it may have any length except 0. A quaternion without a direction
    /// leaves the body unrotated.
    #[must_use]
    pub fn new(body: B, rotation: Quat) -> Self {
        let matrix = rotation_matrix(rotation.to_array().map(f64::from));
        Self { body, inverse: matrix.unwrap_or(DMat3::IDENTITY).transpose() }
    }
}

impl<B: Sdf> Sdf for Rotated<B> {
    fn distance(&self, p: DVec3) -> f64 {
        self.body.distance(self.inverse.mul_vec3(p))
    }

    fn bounding_radius(&self) -> f64 {
        self.body.bounding_radius()
    }

    fn rounding(&self, reach: f64) -> f64 {
        // The rotation itself shifts the point by a few rounding units of its length.
        self.body.rounding(reach * (1.0 + TURNED_REACH)) + 8.0 * f64::EPSILON * reach
    }

    fn gradient(&self, p: DVec3) -> DVec3 {
        self.inverse.transpose().mul_vec3(self.body.gradient(self.inverse.mul_vec3(p)))
    }
}
