//! The shapes of moving bodies.

use std::convert::Infallible;
use std::marker::PhantomData;

use glam::{Quat, Vec3};

mod pair;
pub(crate) mod space;

pub use pair::{ShapeDistance, ShapeHit};

/// A convex shape that moves through a world. Its position is its centre.
///
/// Lengths must be finite, above 0 and at most 16,777,216 m, and the longest half length of an
/// ellipsoid at most 1,000,000 times its shortest. A move with any other shape ends where it
/// started, with [`StopReason::InvalidInput`](crate::StopReason::InvalidInput).
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
    Capsule { radius: f32, height: f32, rotation: Quat },
}

/// The kind of a [`Shape`], with its dimensions in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeKind<'a> {
    /// A point.
    Point,
    /// A sphere.
    Sphere {
        /// The radius of the sphere, in metres.
        radius: f32,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// The half lengths of the ellipsoid along its three axes, in metres.
        radii: Vec3,
    },
    /// A capsule.
    Capsule {
        /// The radius of the capsule, in metres.
        radius: f32,
        /// The total height of the capsule, with both caps, in metres.
        height: f32,
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

    /// Returns an upright capsule: all points within `radius` of a vertical segment, its core.
    ///
    /// `height` is the total height in metres, from the bottom of the lower cap to the top of the
    /// upper one. It must be at least `2.0 * radius`; with that height, the capsule is a sphere.
    /// The radius may be 0: then the shape is a segment. The position of the capsule is its centre,
    /// so its feet are half a height below.
    ///
    /// Other engines measure the height differently:
    ///
    /// | engine | arguments | sidle |
    /// |---|---|---|
    /// | Godot `CapsuleShape3D` | `radius`, `height` | `capsule(radius, height)` |
    /// | Unity `CapsuleCollider`, `CharacterController` | `radius`, `height` | `capsule(radius, height)` |
    /// | Parry, Rapier, Avian (`capsule_y`) | half height of the cylinder `h`, `radius` | `capsule(radius, 2.0 * (h + radius))` |
    /// | Jolt `CapsuleShape`, PhysX | half height of the cylinder `h`, `radius` | `capsule(radius, 2.0 * (h + radius))` |
    /// | Bevy `Capsule3d` | `radius`, length of the cylinder `l` | `capsule(radius, l + 2.0 * radius)` |
    ///
    /// ```
    /// use sidle::{Quat, Shape, ShapeKind, Vec3};
    /// let person = Shape::capsule(0.3, 1.8);
    /// assert_eq!(person.kind(), ShapeKind::Capsule { radius: 0.3, height: 1.8 });
    /// let lying = person.with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    /// assert_eq!(lying.kind(), ShapeKind::Capsule { radius: 0.3, height: 1.8 });
    /// ```
    #[must_use]
    pub const fn capsule(radius: f32, height: f32) -> Self {
        Self { form: Form::Capsule { radius, height, rotation: Quat::IDENTITY } }
    }

    /// Returns the same shape with this rotation from its own axes to those of the world.
    ///
    /// The quaternion may have any length except 0. Points and spheres are unchanged by rotation
    /// and store none.
    #[must_use]
    pub fn with_rotation(mut self, new: Quat) -> Self {
        if let Form::Ellipsoid { rotation, .. } | Form::Capsule { rotation, .. } = &mut self.form {
            *rotation = new;
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
            Form::Capsule { radius, height, rotation } => {
                Form::Capsule { radius: radius * factor, height: height * factor, rotation }
            }
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
            Form::Capsule { radius, height, .. } => ShapeKind::Capsule { radius, height },
        }
    }

    /// Returns the rotation from the axes of the shape to those of the world.
    #[must_use]
    pub const fn rotation(&self) -> Quat {
        match self.form {
            Form::Point | Form::Sphere { .. } => Quat::IDENTITY,
            Form::Ellipsoid { rotation, .. } | Form::Capsule { rotation, .. } => rotation,
        }
    }

    pub(crate) const fn form(&self) -> Form {
        self.form
    }

    /// Returns true if the shape is a point.
    pub(crate) const fn is_point(&self) -> bool {
        matches!(self.form, Form::Point)
    }

    /// Returns the smallest half length of an ellipsoid, or infinity for other shapes, whose skin
    /// has the same thickness everywhere.
    pub(crate) fn shortest_half_length(&self) -> f32 {
        match self.form {
            Form::Point | Form::Sphere { .. } | Form::Capsule { .. } => f32::INFINITY,
            Form::Ellipsoid { radii, .. } => radii.min_element(),
        }
    }

    /// Returns the largest half length, 0 for a point.
    pub(crate) fn longest_half_length(&self) -> f32 {
        match self.form {
            Form::Point => 0.0,
            Form::Sphere { radius } => radius,
            Form::Ellipsoid { radii, .. } => radii.max_element(),
            Form::Capsule { height, .. } => 0.5 * height,
        }
    }
}
