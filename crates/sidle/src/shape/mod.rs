//! The shapes of moving bodies.

use std::convert::Infallible;
use std::marker::PhantomData;

use glam::{Quat, Vec3};

pub(crate) mod space;

/// A convex shape that moves through a world. Its position is its centre.
///
/// Lengths must be finite, above 0 and at most 16,777,216 m. A move with any other shape ends where
/// it started, with [`StopReason::InvalidInput`](crate::StopReason::InvalidInput).
///
/// ```
/// use sidle::{Quat, Shape, ShapeKind, Vec3};
/// let ball = Shape::sphere(0.4);
/// let person = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
/// let lying = person.clone().with_rotation(Quat::from_xyzw(0.0, 0.0, 1.0, 1.0));
/// assert!(ball != person && person != lying);
/// assert_eq!(ball.kind(), ShapeKind::Sphere { radius: 0.4 });
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Shape {
    form: Form,
}

/// The content of a [`Shape`]. The variant names appear in serialised shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Form {
    Point,
    Sphere { radius: f32 },
    Ellipsoid { radii: Vec3, rotation: Quat },
}

/// The kind of a [`Shape`], with its dimensions in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeKind<'a> {
    /// A point.
    Point,
    /// A sphere.
    Sphere {
        /// The radius, in metres.
        radius: f32,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// The half lengths of its three axes, in metres.
        radii: Vec3,
    },
    /// Reserves the lifetime for a future convex hull, which will borrow its corners.
    #[doc(hidden)]
    Reserved(Infallible, PhantomData<&'a ()>),
}

impl Shape {
    /// Returns a point. Like every other shape, a moving point keeps the skin width away from the
    /// world.
    #[must_use]
    pub const fn point() -> Self {
        Self { form: Form::Point }
    }

    /// Returns a sphere with this radius in metres.
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self { form: Form::Sphere { radius } }
    }

    /// Returns an ellipsoid along the axes of the world, with these half lengths in metres.
    #[must_use]
    pub const fn ellipsoid(radii: Vec3) -> Self {
        Self { form: Form::Ellipsoid { radii, rotation: Quat::IDENTITY } }
    }

    /// Returns the same shape with this rotation from its own axes to those of the world.
    ///
    /// The quaternion may have any length except 0. Points and spheres are unchanged by rotation
    /// and store none.
    #[must_use]
    pub fn with_rotation(mut self, rotation: Quat) -> Self {
        if let Form::Ellipsoid { radii, .. } = self.form {
            self.form = Form::Ellipsoid { radii, rotation };
        }
        self
    }

    /// Returns the same shape with every length multiplied by `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        let form = match self.form {
            Form::Point => Form::Point,
            Form::Sphere { radius } => Form::Sphere { radius: radius * factor },
            Form::Ellipsoid { radii, rotation } => Form::Ellipsoid { radii: radii * factor, rotation },
        };
        Self { form }
    }

    /// Returns the kind of the shape with its dimensions.
    #[must_use]
    pub const fn kind(&self) -> ShapeKind<'_> {
        match self.form {
            Form::Point => ShapeKind::Point,
            Form::Sphere { radius } => ShapeKind::Sphere { radius },
            Form::Ellipsoid { radii, .. } => ShapeKind::Ellipsoid { radii },
        }
    }

    /// Returns the rotation from the axes of the shape to those of the world.
    #[must_use]
    pub const fn rotation(&self) -> Quat {
        match self.form {
            Form::Point | Form::Sphere { .. } => Quat::IDENTITY,
            Form::Ellipsoid { rotation, .. } => rotation,
        }
    }

    pub(crate) const fn form(&self) -> Form {
        self.form
    }

    /// Returns true if the shape is a point.
    pub(crate) const fn is_point(&self) -> bool {
        matches!(self.form, Form::Point)
    }

    /// Returns the smallest half length of an ellipsoid, or infinity for points and spheres, which
    /// stay round with any skin.
    pub(crate) fn shortest_half_length(&self) -> f32 {
        match self.form {
            Form::Point | Form::Sphere { .. } => f32::INFINITY,
            Form::Ellipsoid { radii, .. } => radii.min_element(),
        }
    }

    /// Returns the largest half length, 0 for a point.
    pub(crate) fn longest_half_length(&self) -> f32 {
        match self.form {
            Form::Point => 0.0,
            Form::Sphere { radius } => radius,
            Form::Ellipsoid { radii, .. } => radii.max_element(),
        }
    }
}
