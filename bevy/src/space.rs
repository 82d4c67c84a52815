//! The world of all levels, platforms and triggers.

use bevy_ecs::prelude::*;
use sidle::{BuildError, InstanceId, Material, MaterialId, World};
use std::collections::HashMap;

/// The collision world of the app: all levels in one mesh, and the platforms and triggers as placed
/// instances. The system parameter [`Sidle`](crate::Sidle) is the usual way to read it.
#[derive(Resource, Debug, Default)]
pub struct SidleWorld {
    pub(crate) world: World,
    /// The number of the first polygon of each mesh of the levels, ascending, and its entity.
    pub(crate) ranges: Vec<(usize, Entity)>,
    /// The entity of each instance.
    pub(crate) placed: HashMap<InstanceId, Entity>,
    /// The characters of the last step, in their order, if they meet.
    pub(crate) crowd: Vec<Entity>,
    /// True if a level stands.
    pub(crate) has_level: bool,
    /// Number of instances that are triggers.
    pub(crate) triggers: usize,
    /// Number of instances that are solid.
    pub(crate) platforms: usize,
}

impl SidleWorld {
    /// Returns the world of the library.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Returns the id of a material, which is added to the table if it is new.
    pub(crate) fn material(&mut self, material: Material) -> Result<MaterialId, BuildError> {
        let known = self.world.materials().iter().position(|m| *m == material);
        match known.and_then(|i| u16::try_from(i).ok()) {
            Some(i) => Ok(MaterialId(i)),
            None => self.world.add_material(material),
        }
    }

    /// Returns the entity of an instance, a mesh of a level or a character.
    pub(crate) fn entity_of(&self, instance: InstanceId, polygon: Option<usize>) -> Option<Entity> {
        if let Some(number) = instance.character() {
            return self.crowd.get(number).copied();
        }
        if instance != InstanceId::MESH {
            return self.placed.get(&instance).copied();
        }
        let after = self.ranges.partition_point(|range| range.0 <= polygon.unwrap_or(usize::MAX));
        polygon.and(self.ranges.get(after.checked_sub(1)?)).map(|range| range.1)
    }
}

/// The choices of the plugin.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// True if characters do not enter each other.
    pub(crate) crowd: bool,
    /// True if levels are built in the frame in which they are complete.
    pub(crate) at_once: bool,
    /// True if transforms are interpolated between fixed steps.
    pub(crate) interpolates: bool,
}
