//! The system parameter for everything that is not a character.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use sidle::{InstanceId, Motion, MoveConfig, MoveReport, Shape, Surface, World, WorldVector};
use std::ops::Deref;

use crate::space::SidleWorld;

/// Queries and moves through the levels, platforms and triggers, without side effects.
///
/// It dereferences to [`sidle::World`], so it has all its queries: `cast_ray`, `cast_shape`,
/// `is_blocked`, `overlaps`, `contacts`, `closest_point` and more. Coordinates are those of the
/// world of sidle, in double precision, not of a parent: [`WorldOrigin`](crate::WorldOrigin) turns
/// translations into places, and places into translations.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec3;
/// use bevy_sidle::{Sidle, sidle::QueryFilter};
///
/// fn look_down(sidle: Sidle) {
///     if let Some(hit) = sidle.cast_ray(Vec3::Y * 10.0, Vec3::NEG_Y * 20.0, &QueryFilter::ALL) {
///         println!("{:?} at {}", sidle.entity(&hit.surface), hit.point);
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct Sidle<'w> {
    space: Res<'w, SidleWorld>,
}

impl Deref for Sidle<'_> {
    type Target = World;

    fn deref(&self) -> &World {
        &self.space.world
    }
}

impl Sidle<'_> {
    /// Returns the world of all levels, platforms and triggers.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.space.world
    }

    /// Returns true if a level is ready.
    #[must_use]
    pub fn has_level(&self) -> bool {
        self.space.has_level
    }

    /// Returns the entity of a surface: that of the mesh, platform, trigger or character. `None` if
    /// the entity is gone.
    #[must_use]
    pub fn entity(&self, surface: &Surface) -> Option<Entity> {
        self.space.entity_of(surface.instance, Some(surface.polygon.index()))
    }

    /// Returns the entity of an instance: that of the platform, trigger or character. `None` for
    /// the mesh of the levels.
    #[must_use]
    pub fn entity_of(&self, instance: InstanceId) -> Option<Entity> {
        self.space.entity_of(instance, None)
    }

    /// Returns where a shape ends that moves from its centre `from`, and what it touches, as
    /// [`World::move_and_slide`]. Nothing is changed.
    pub fn move_and_slide(
        &self,
        shape: &Shape,
        from: impl WorldVector,
        motion: Motion,
        config: &MoveConfig,
    ) -> MoveReport {
        self.space.world.move_once(shape, from, motion, config)
    }
}
