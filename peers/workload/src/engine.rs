//! The trait that an engine implements.

use crate::P;

/// The shape of a body that is taller than wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tall {
    /// An ellipsoid of the half sizes.
    Ellipsoid,
    /// An upright capsule of the same width and height.
    Capsule,
}

/// One engine. Everything is in metres and seconds. Both faces of each triangle collide.
pub trait Engine: Sized {
    /// The name, for example "Jolt".
    const NAME: &'static str;
    /// The padding (skin, contact offset) that the walker keeps around itself, in metres. The judge
    /// measures penetration of the bare radius, and of the radius plus this padding.
    const PADDING: f32 = 0.0;
    /// The shape that [`Engine::walker`] makes of half sizes that differ.
    const TALL: Tall = Tall::Capsule;
    /// Returns the versions of the crate and of the engine.
    fn version() -> String;
    /// Returns the settings as text: padding, leaf size and so on.
    fn settings() -> String;
    /// Builds the level. This is timed, and includes the copies of the level that the engine keeps.
    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self;
    /// Returns the bytes of all data that the engine keeps, if it can report them.
    fn bytes(&self) -> Option<usize>;
    /// Returns the fraction of `motion` at the first hit.
    fn ray(&mut self, from: P, motion: P) -> Option<f32>;
    /// Returns true if the segment is blocked.
    fn blocked(&mut self, from: P, motion: P) -> bool {
        self.ray(from, motion).is_some()
    }
    /// Returns the fraction of `motion` at the first contact of a sphere.
    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32>;
    /// The data that the engine keeps for one walker.
    type Walker;
    /// Creates a walker with its centre `at`. With equal `half` sizes it is a sphere, otherwise the
    /// shape of [`Engine::TALL`].
    fn walker(&mut self, at: P, half: P) -> Self::Walker;
    /// Collides and slides by `motion`, the displacement of this frame of `dt` seconds. Returns the
    /// new centre.
    fn step(&mut self, walker: &mut Self::Walker, motion: P, dt: f32) -> P;
}
