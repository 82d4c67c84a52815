//! The shapes that move.

use glam::{Quat, Vec3};

pub(crate) mod space;

/// A convex shape that moves through a world. Its position is its centre.
///
/// ```
/// use sidle::{Quat, Shape, Vec3};
/// let ball = Shape::sphere(0.4);
/// let person = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
/// let lying = Shape::oriented_ellipsoid(Vec3::new(0.4, 0.9, 0.4), Quat::from_xyzw(0.0, 0.0, 1.0, 1.0));
/// assert!(ball != person && person != lying);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shape {
    /// A point. It keeps the skin from the world like every other shape.
    Point,
    /// A ball of a radius in metres.
    Sphere {
        /// Metres, above 0.
        radius: f32,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// The half lengths of its three axes in metres, each above 0.
        radii: Vec3,
        /// How the axes stand in the world. Of any length but 0: only its direction counts.
        rotation: Quat,
    },
}

impl Shape {
    /// A ball.
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// An ellipsoid along the axes of the world.
    #[must_use]
    pub const fn ellipsoid(radii: Vec3) -> Self {
        Self::Ellipsoid { radii, rotation: Quat::IDENTITY }
    }

    /// A turned ellipsoid.
    #[must_use]
    pub const fn oriented_ellipsoid(radii: Vec3, rotation: Quat) -> Self {
        Self::Ellipsoid { radii, rotation }
    }

    /// The smallest half length of an ellipsoid; infinite for what is round with any skin.
    pub(crate) fn shortest_half_length(&self) -> f32 {
        match *self {
            Self::Point | Self::Sphere { .. } => f32::INFINITY,
            Self::Ellipsoid { radii, .. } => radii.min_element(),
        }
    }

    /// The largest half length, 0 for a point.
    pub(crate) fn longest_half_length(&self) -> f32 {
        match *self {
            Self::Point => 0.0,
            Self::Sphere { radius } => radius,
            Self::Ellipsoid { radii, .. } => radii.max_element(),
        }
    }
}
