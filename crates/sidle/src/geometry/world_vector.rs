//! Vectors of the world that callers give in f32 or f64.

use glam::{DVec3, Vec3, Vec3A};

mod sealed {
    /// Only this module implements it.
    pub trait Sealed {}
}

/// A position or a displacement in world space, in metres: a [`Vec3`], a [`Vec3A`] or a [`DVec3`].
///
/// Positions are double precision throughout. Vectors in single precision are converted exactly.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector of the world",
    label = "expected `Vec3`, `Vec3A` or `DVec3`"
)]
pub trait WorldVector: Copy + sealed::Sealed {
    /// Returns the vector in double precision.
    fn to_dvec3(self) -> DVec3;
}

impl sealed::Sealed for Vec3 {}
impl sealed::Sealed for Vec3A {}
impl sealed::Sealed for DVec3 {}

impl WorldVector for Vec3 {
    #[inline(always)]
    fn to_dvec3(self) -> DVec3 {
        self.as_dvec3()
    }
}

impl WorldVector for Vec3A {
    #[inline(always)]
    fn to_dvec3(self) -> DVec3 {
        self.as_dvec3()
    }
}

impl WorldVector for DVec3 {
    #[inline(always)]
    fn to_dvec3(self) -> DVec3 {
        self
    }
}
