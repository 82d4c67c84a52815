//! What an engine must be able to do.

use crate::P;

/// What an engine takes for a body that is taller than wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tall {
    /// A true ellipsoid of the half sizes.
    Ellipsoid,
    /// An upright capsule of the same width and height.
    Capsule,
}

/// One engine. Everything is in metres and seconds; both faces of each triangle collide.
pub trait Engine: Sized {
    /// "Jolt".
    const NAME: &'static str;
    /// The padding (skin, contact offset) that the walker keeps around itself, metres. The judge
    /// measures how deep it dips into the bare radius, and into the radius and this.
    const PADDING: f32 = 0.0;
    /// Which shape [`Engine::walker`] makes of half sizes that differ.
    const TALL: Tall = Tall::Capsule;
    /// Crate and engine version.
    fn version() -> String;
    /// What was chosen, in words: padding, leaf size and so on.
    fn settings() -> String;
    /// Timed, the copies of the level that the engine keeps included.
    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self;
    /// Bytes of everything the engine keeps, if it can tell.
    fn bytes(&self) -> Option<usize>;
    /// Fraction of `motion` at the first hit.
    fn ray(&mut self, from: P, motion: P) -> Option<f32>;
    /// Is anything between?
    fn blocked(&mut self, from: P, motion: P) -> bool {
        self.ray(from, motion).is_some()
    }
    /// Fraction of `motion` at which a sphere first touches something.
    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32>;
    /// What the engine keeps for one walker.
    type Walker;
    /// A walker with its centre `at`. `half` sizes: a sphere where they are equal, else the shape
    /// of [`Engine::TALL`].
    fn walker(&mut self, at: P, half: P) -> Self::Walker;
    /// Collide and slide by `motion` (the displacement of this frame of `dt` seconds); returns the
    /// new centre.
    fn step(&mut self, walker: &mut Self::Walker, motion: P, dt: f32) -> P;
}
