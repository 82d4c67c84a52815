//! Materials of surfaces.

use glam::Vec3;

pub use crate::geometry::Sides;

/// The physical behaviour of a surface, its solid sides and its filter layer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Material {
    /// Coulomb friction coefficient of the surface, 0 (ice) or more. A body rests on a ramp if the
    /// coefficient is at least the tangent of the ramp's angle. Under
    /// [`FrictionLaw::Drag`](crate::FrictionLaw) the value is the drag rate in 1/m: the share of
    /// the speed lost per metre of path.
    pub friction: f32,
    /// Fraction of a body's speed along the normal that a bounce returns, 0..=1. Used by
    /// [`Response::Bounce`](crate::Response::Bounce), and always by
    /// [`World::step_ball`](crate::World::step_ball).
    pub restitution: f32,
    /// The sides from which the surface is solid.
    pub sides: Sides,
    /// The layer of the surface, 0..=31, by which a [`QueryFilter`](crate::QueryFilter) selects
    /// polygons.
    pub layer: u8,
    /// Velocity of the surface in m/s, for example of a conveyor belt: it carries the characters
    /// that stand on it ([`World::step_character`](crate::World::step_character)). Moves and balls
    /// do not use it.
    #[cfg_attr(feature = "serde", serde(default))]
    pub surface_velocity: Vec3,
}

impl Default for Material {
    /// Returns a frictionless, two-sided material without bounce or velocity, in layer 0.
    fn default() -> Self {
        Self { friction: 0.0, restitution: 0.0, sides: Sides::Two, layer: 0, surface_velocity: Vec3::ZERO }
    }
}

/// The index of a [`Material`] in the table of its world. The default, 0, is the first material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaterialId(pub u16);
