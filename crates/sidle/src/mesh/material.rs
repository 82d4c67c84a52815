//! What a surface is made of.

pub use crate::geometry::Sides;

/// How a surface behaves, and who sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// Coulomb's coefficient, 0 (ice) or more: a ramp holds when this is at least the tangent of
    /// its angle. Under [`FrictionLaw::Drag`](crate::FrictionLaw) the share of the speed
    /// lost per metre of path, in 1/m.
    pub friction: f32,
    /// How much of the speed along the normal a bounce gives back, 0..=1:
    /// [`Response::Bounce`](crate::Response::Bounce) asks for it, and
    /// [`World::step_ball`](crate::World::step_ball) always.
    pub restitution: f32,
    /// Which sides are solid.
    pub sides: Sides,
    /// The layer, 0..=31, that a [`QueryFilter`](crate::QueryFilter) selects by.
    pub layer: u8,
}

impl Default for Material {
    /// Frictionless, no bounce, two-sided, layer 0.
    fn default() -> Self {
        Self { friction: 0.0, restitution: 0.0, sides: Sides::Two, layer: 0 }
    }
}

/// The place of a [`Material`] in the table of its world. The default, 0, is the first material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialId(pub u16);
