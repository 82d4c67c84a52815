//! Poses: where an instance stands.

use glam::{DMat3, DQuat, DVec3, Quat};

use crate::geometry::{Aabb, WideBox, WorldVector, is_in_range, rotation_matrix};
use crate::tolerance::{LARGEST_SCALE, PLACING_ROUNDING, SMALLEST_SCALE};

/// The position, rotation and size of an instance: a point `p` of its geometry is at
/// `rotation * (scale * p) + translation` in the world.
///
/// The numbers are f64, so that the corners of a distant or rotated instance are as exact as those
/// of the level.
///
/// ```
/// use sidle::{DVec3, Pose, Quat, Vec3};
/// let door = Pose::at(Vec3::X * 4.0).with_rotation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2));
/// assert!((door.point(DVec3::X) - DVec3::new(4.0, 0.0, -1.0)).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose {
    /// Position of the origin of the geometry, in metres.
    pub translation: DVec3,
    /// Rotation about the origin of the geometry. Need not have unit length.
    pub rotation: DQuat,
    /// Size, 1e-6..=1e6. The default is 1.
    pub scale: f64,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// The pose of a geometry that is placed as it was built.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: 1.0 };

    /// Returns a pose at a position, without rotation.
    #[must_use]
    pub fn at(position: impl WorldVector) -> Self {
        let position = position.to_dvec3();
        Self { translation: position, ..Self::IDENTITY }
    }

    /// Returns this pose with another rotation. For a rotation in double precision, set the field.
    #[must_use]
    pub fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation: rotation.as_dquat(), ..self }
    }

    /// Returns this pose with another size.
    #[must_use]
    pub const fn with_scale(self, scale: f64) -> Self {
        Self { scale, ..self }
    }

    /// Returns where a point of the geometry is in the world. NaN for a pose that is not valid.
    #[must_use]
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.placement().map_or(DVec3::NAN, |placement| placement.world(point))
    }

    /// Returns the pose in the form that queries use, or `None` if a number is out of its range.
    pub(crate) fn placement(&self) -> Option<Placement> {
        let is_placed =
            is_in_range(self.translation) && (SMALLEST_SCALE..=LARGEST_SCALE).contains(&self.scale);
        let rotation = rotation_matrix(self.rotation.to_array()).filter(|_| is_placed)?;
        Some(Placement {
            to_world: rotation * self.scale,
            to_local: rotation.transpose() * (1.0 / self.scale),
            translation: self.translation,
            scale: self.scale,
        })
    }
}

/// A pose as matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(super) to_world: DMat3,
    to_local: DMat3,
    pub(super) translation: DVec3,
    pub(crate) scale: f64,
}

impl Placement {
    pub(crate) fn world(&self, v: DVec3) -> DVec3 {
        self.to_world * v + self.translation
    }

    /// Returns the position of a point of the geometry relative to an origin in the world. The
    /// difference of the two origins is taken first, so that it is exact where they are close.
    #[inline]
    pub(crate) fn world_from(&self, v: DVec3, origin: DVec3) -> DVec3 {
        self.to_world * v + (self.translation - origin)
    }

    /// Returns the distance between an origin in the world and that of the geometry, in metres.
    pub(super) fn lever(&self, origin: DVec3) -> f64 {
        (self.translation - origin).length()
    }

    /// Returns the point of the geometry at a place in the world.
    pub(crate) fn local(&self, p: DVec3) -> DVec3 {
        self.to_local * (p - self.translation)
    }

    pub(crate) fn local_vector(&self, v: DVec3) -> DVec3 {
        self.to_local * v
    }

    /// Returns a vector of the geometry in the world, without the scale.
    pub(super) fn turned(&self, v: DVec3) -> DVec3 {
        self.to_world * v * (1.0 / self.scale)
    }

    pub(crate) fn world_vector(&self, v: DVec3) -> DVec3 {
        self.to_world * v
    }

    /// Returns the rotated axes of the geometry, of unit length.
    pub(super) fn axes(&self) -> [DVec3; 3] {
        let inverse = 1.0 / self.scale;
        [self.to_world.x_axis * inverse, self.to_world.y_axis * inverse, self.to_world.z_axis * inverse]
    }

    /// Returns half the size, in the space of the geometry, of a box around a box of the world.
    pub(super) fn local_half(&self, half: DVec3) -> DVec3 {
        absolute(&self.to_local) * half
    }

    /// Returns a bound of the rounding of [`Placement::local`] for places in a box of the world.
    pub(super) fn local_rounding(&self, center: DVec3, half: DVec3) -> f64 {
        let lengths = center.abs() + half + self.translation.abs();
        lengths.element_sum() * PLACING_ROUNDING / self.scale
    }

    /// Returns a box in the space of the geometry that contains a box of the world.
    pub(super) fn local_box(&self, b: &WideBox) -> Aabb {
        let (center, half) = (0.5 * (b.min + b.max), 0.5 * (b.max - b.min));
        let rounding = self.local_rounding(center, half);
        Aabb::around(self.local(center), self.local_half(half) + rounding)
    }

    /// Returns a box in the world that contains a box of the geometry.
    pub(super) fn world_box(&self, b: &Aabb) -> WideBox {
        let (low, high) = (b.min.as_dvec3(), b.max.as_dvec3());
        let (center, half) = (0.5 * (low + high), 0.5 * (high - low));
        let half = absolute(&self.to_world) * half;
        let center = self.world(center);
        let rounding = (center.abs() + half + self.translation.abs()).element_sum() * PLACING_ROUNDING;
        WideBox::around(center, half + rounding)
    }
}

fn absolute(m: &DMat3) -> DMat3 {
    DMat3::from_cols(m.x_axis.abs(), m.y_axis.abs(), m.z_axis.abs())
}
