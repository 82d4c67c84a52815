//! The world of all levels, platforms and triggers.

mod edits;

use edits::Edit;

use bevy_ecs::prelude::*;
use sidle::{InstanceId, World};
use std::collections::HashMap;

use crate::WorldOrigin;

/// The collision world of the app: all levels in one mesh, and the platforms and triggers as placed
/// instances. The system parameter [`Sidle`](crate::Sidle) is the usual way to read it.
#[derive(Resource, Debug, Default)]
pub struct SidleWorld {
    pub(crate) world: World,
    /// The origin that the transforms are relative to.
    pub(crate) origin: WorldOrigin,
    /// The polygons of the levels.
    pub(crate) ranges: Ranges,
    /// The entity of each instance.
    pub(crate) placed: HashMap<InstanceId, Entity>,
    /// The characters of the last step, in their order, if they meet.
    pub(crate) crowd: Vec<Entity>,
    /// True if a level is ready.
    pub(crate) has_level: bool,
    /// Number of instances that are triggers.
    pub(crate) triggers: usize,
    /// Number of instances that are solid.
    pub(crate) platforms: usize,
    /// True if a geometry was ever added to the world.
    has_geometries: bool,
    /// The edits since a level is being built in the background.
    log: Option<Vec<Edit>>,
}

/// The numbers of the polygons of the levels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    /// The number of the first polygon of each mesh, ascending, and its entity.
    pub(crate) firsts: Vec<(u32, Entity)>,
    /// The number after the last polygon.
    pub(crate) end: u32,
}

impl Ranges {
    /// Returns the entity of a polygon.
    fn entity(&self, polygon: usize) -> Option<Entity> {
        let after = self.firsts.partition_point(|range| range.0 as usize <= polygon);
        self.firsts.get(after.checked_sub(1)?).map(|range| range.1)
    }
}

impl SidleWorld {
    /// Returns the world of the library.
    #[must_use]
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Returns the entity of an instance, a mesh of a level or a character.
    pub(crate) fn entity_of(&self, instance: InstanceId, polygon: Option<usize>) -> Option<Entity> {
        if let Some(number) = instance.character() {
            return self.crowd.get(number).copied();
        }
        if instance != InstanceId::MESH {
            return self.placed.get(&instance).copied();
        }
        polygon.and_then(|number| self.ranges.entity(number))
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
