//! Transforms eight vectors into the space in which an ellipsoid is a ball.
//!
//! Each kind of space has its own kernel, so that no leaf has to test the kind.

use fearless_simd::Simd;
use glam::Vec3;
#[cfg(test)]
use glam::{DQuat, DVec3};

use super::triangles::Eight;

/// Axes of the world in another space.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axes {
    Scaled(Scaled),
    Rotated(Rotated),
}

/// Transform of eight vectors into another space.
pub(super) trait See: Copy {
    fn see<S: Simd>(self, simd: S, v: Eight<S>) -> Eight<S>;
}

/// Identity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain;

/// Scale along each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled(pub(crate) Vec3);

/// Any axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rotated(pub(crate) [Vec3; 3]);

/// Calls the kernel that is compiled for the given kind of space.
macro_rules! in_space {
    ($axes:expr, $space:ident => $kernel:expr) => {
        match $axes {
            None => {
                let $space = crate::cull::axes::Plain;
                $kernel
            }
            Some(crate::cull::axes::Axes::Scaled($space)) => $kernel,
            Some(crate::cull::axes::Axes::Rotated($space)) => $kernel,
        }
    };
}
pub(super) use in_space;

impl See for Plain {
    #[inline(always)]
    fn see<S: Simd>(self, _: S, v: Eight<S>) -> Eight<S> {
        v
    }
}

impl See for Scaled {
    #[inline(always)]
    fn see<S: Simd>(self, _: S, v: Eight<S>) -> Eight<S> {
        v.scaled(self.0)
    }
}

impl See for Rotated {
    #[inline(always)]
    fn see<S: Simd>(self, simd: S, v: Eight<S>) -> Eight<S> {
        let [x, y, z] = self.0;
        let (x, y, z) = (Eight::splat(simd, x), Eight::splat(simd, y), Eight::splat(simd, z));
        Eight {
            x: x.x * v.x + y.x * v.y + z.x * v.z,
            y: x.y * v.x + y.y * v.y + z.y * v.z,
            z: x.z * v.x + y.z * v.y + z.z * v.z,
        }
    }
}

impl Axes {
    /// Returns the axes of a mirrored world: 1 or -1 for each axis.
    pub(super) fn mirrored(self, mirror: Vec3) -> Self {
        match self {
            Self::Scaled(Scaled(scale)) => Self::Scaled(Scaled(scale * mirror)),
            Self::Rotated(Rotated([x, y, z])) => {
                Self::Rotated(Rotated([x * mirror.x, y * mirror.y, z * mirror.z]))
            }
        }
    }
}

/// For tests: the space in which an ellipsoid is a ball with its smallest radius, in f64.
#[cfg(test)]
pub(super) struct BallSpace {
    radii: DVec3,
    turn: DQuat,
    pub(super) radius: f64,
}

#[cfg(test)]
impl BallSpace {
    /// Creates the space of an ellipsoid that is rotated by any angle, or not at all if `spin` is
    /// zero.
    pub(super) fn of(radii: Vec3, spin: Vec3) -> Self {
        let turn = DQuat::from_vec4(spin.as_dvec3().extend(1.0)).normalize();
        Self { radii: radii.as_dvec3(), turn, radius: f64::from(radii.min_element()) }
    }

    /// Transforms a vector of the world.
    pub(super) fn map(&self, v: DVec3) -> DVec3 {
        self.turn.conjugate() * v * self.radius / self.radii
    }

    /// Returns half the size of the box around the ellipsoid, in world space.
    pub(super) fn half_extents(&self) -> DVec3 {
        let arms = DVec3::AXES.map(|axis| self.turn * (axis * self.radii));
        arms.iter().map(|arm| arm * arm).sum::<DVec3>().map(f64::sqrt)
    }

    /// Returns `None` for a ball.
    pub(super) fn axes(&self) -> Option<Axes> {
        let axes = if self.turn == DQuat::IDENTITY {
            Axes::Scaled(Scaled(self.map(DVec3::ONE).as_vec3()))
        } else {
            Axes::Rotated(Rotated(DVec3::AXES.map(|axis| self.map(axis).as_vec3())))
        };
        (self.radii.x != self.radii.y).then_some(axes)
    }
}
