//! Events of characters. Each targets the entity of the character; observe them there or globally.
//!
//! A step that is repeated triggers its events again.

use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;

/// A character landed on the ground.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Landed {
    /// The character.
    pub entity: Entity,
    /// The speed in m/s towards the ground.
    pub speed: f32,
}

/// A character left the ground.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub struct LeftGround {
    /// The character.
    pub entity: Entity,
    /// True if it jumped.
    pub jumped: bool,
}

/// A character climbed a step.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Stepped {
    /// The character.
    pub entity: Entity,
    /// The height in metres.
    pub height: f32,
}

/// Platforms began to crush a character: they left no way out, and no free place was near.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
pub struct Crushed {
    /// The character.
    pub entity: Entity,
    /// Fraction of the step, 0..=1, up to which the character could still get out of the way.
    pub fraction: f64,
    /// A platform that crushes it. `None` if the characters meet as a
    /// [crowd](crate::SidlePlugin::with_crowd).
    pub by: Option<Entity>,
}

/// Identifies a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Reflect)]
pub enum Trigger {
    /// An entity with a [`Surface`](crate::Surface) that is a trigger.
    Entity(Entity),
    /// A layer of [`triggers`](sidle::SurfaceRules::triggers).
    Layer(u8),
}

/// A character entered a trigger, or passed through it.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub struct TriggerEntered {
    /// The character.
    pub entity: Entity,
    /// The trigger.
    pub trigger: Trigger,
}

/// A character left a trigger, or passed through it.
#[derive(EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub struct TriggerLeft {
    /// The character.
    pub entity: Entity,
    /// The trigger. Its entity may be despawned.
    pub trigger: Trigger,
}
