//! The trait that an engine implements.

use serde::{Deserialize, Serialize};

use crate::P;

/// The shape of a body that is taller than wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tall {
    /// A capsule along the level's up, of the same width and height.
    Capsule,
    /// An ellipsoid of the half sizes.
    Ellipsoid,
}

impl Tall {
    pub fn name(self) -> &'static str {
        match self {
            Self::Capsule => "capsule",
            Self::Ellipsoid => "ellipsoid",
        }
    }

    /// # Errors
    /// Returns an error if no shape has this name.
    pub fn parse(name: &str) -> Result<Self, String> {
        let found = [Self::Capsule, Self::Ellipsoid].into_iter().find(|tall| tall.name() == name);
        found.ok_or_else(|| format!("no tall shape {name}; there are capsule and ellipsoid"))
    }
}

/// A capsule along the level's up, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    pub radius: f32,
    /// The total height.
    pub height: f32,
}

impl Capsule {
    /// Returns half the length of the segment between the centres of the two half spheres.
    pub fn half_core(self) -> f32 {
        0.5 * self.height - self.radius
    }

    /// Returns the centre of the upper half sphere, relative to the centre of the capsule. That of
    /// the lower one is its negative.
    pub fn end(self, up: P) -> P {
        up.map(|u| u * self.half_core())
    }

    /// Returns the capsule of a mover with these half sizes, or `None` if it is a sphere.
    pub fn of(half: P, up: P) -> Option<Self> {
        let along = (0..3).map(|k| half[k] * up[k].abs()).sum::<f32>();
        let across = (0..3).map(|k| half[k] * (1.0 - up[k].abs())).fold(0.0, f32::max);
        (along > across).then_some(Self { radius: across, height: 2.0 * along })
    }
}

/// One engine. Everything is in metres and seconds. Both faces of each triangle collide.
pub trait Engine: Sized {
    /// The name, for example "Jolt".
    const NAME: &'static str;
    /// The padding (skin, contact offset) that the walker keeps around itself, in metres. The judge
    /// measures penetration of the bare radius, and of the radius plus this padding.
    const PADDING: f32 = 0.0;
    /// The tall shapes that the engine has. Each one gets its own run and its own row. An engine
    /// that has capsules lists them first.
    const TALL: &'static [Tall] = &[Tall::Capsule];
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
    /// Returns the fraction of `motion` at the first contact of a capsule with its centre at
    /// `from`.
    fn capsule_cast(&mut self, from: P, capsule: Capsule, motion: P) -> Option<f32>;
    /// The data that the engine keeps for one walker.
    type Walker;
    /// Creates a walker with its centre `at`. With equal `half` sizes it is a sphere, otherwise the
    /// shape `tall`, which is one of [`Engine::TALL`].
    fn walker(&mut self, at: P, half: P, tall: Tall) -> Self::Walker;
    /// Collides and slides by `motion`, the displacement of this frame of `dt` seconds. Returns the
    /// new centre.
    fn step(&mut self, walker: &mut Self::Walker, motion: P, dt: f32) -> P;
}
