//! Surfaces: what a mesh is made of.

use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use sidle::{Material, Sides};

use crate::origin::Anchor;

/// The surface of the meshes of an entity and its descendants. The nearest one up the hierarchy
/// counts; without one, a mesh has the default.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[require(Anchor)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// The layer, 0..=31, for [`sidle::QueryFilter`] and [`sidle::SurfaceRules`]. Default 0.
    pub layer: u8,
    /// True if the surface is solid only from its front: a platform to jump through from below, or
    /// a one-way wall. Default false.
    pub one_way: bool,
    /// True for a trigger: the meshes of this entity and its descendants block nothing, and
    /// [`TriggerEntered`](crate::TriggerEntered) and [`TriggerLeft`](crate::TriggerLeft) name the
    /// entity. It need not be below a level, and may move. Default false.
    pub trigger: bool,
    /// Velocity in m/s of a conveyor belt, in the space of the entity. It carries the characters
    /// that stand on it. Default zero.
    pub conveyor: Vec3,
    /// Coulomb friction coefficient, for balls and moves. Default 0.
    pub friction: f32,
    /// Restitution 0..=1, for balls and bounces. Default 0.
    pub restitution: f32,
}

impl Default for Surface {
    fn default() -> Self {
        Self {
            layer: 0,
            one_way: false,
            trigger: false,
            conveyor: Vec3::ZERO,
            friction: 0.0,
            restitution: 0.0,
        }
    }
}

impl Surface {
    /// Returns the material of this surface, for an entity with this rotation.
    pub(crate) fn material(&self, rotation: Quat) -> Material {
        Material {
            friction: self.friction,
            restitution: self.restitution,
            sides: if self.one_way { Sides::Front } else { Sides::Two },
            layer: self.layer,
            surface_velocity: if self.conveyor == Vec3::ZERO { Vec3::ZERO } else { rotation * self.conveyor },
        }
    }
}
