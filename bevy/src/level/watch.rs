//! Finds out whether something below a root changed, so that nothing is gathered in vain.

#[cfg(feature = "mesh")]
use bevy_asset::{AssetEvent, AssetId};
#[cfg(feature = "mesh")]
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
#[cfg(feature = "mesh")]
use bevy_mesh::{Mesh, Mesh3d, skinning::SkinnedMesh};
use bevy_transform::components::Transform;
#[cfg(feature = "mesh")]
use std::collections::HashMap;
use std::collections::HashSet;

use super::{Part, SidleChunk, SidleIgnore, SidleLevel, SidleMesh};
use crate::{Character, Platform, Surface};

/// The roots below which something may have changed.
#[derive(Resource, Debug, Default)]
pub(crate) struct Changes {
    /// True if a level may have changed.
    pub(crate) levels: bool,
    /// Platforms and triggers whose geometry may have changed.
    pub(crate) placed: HashSet<Entity>,
    /// True if any of them may have changed.
    pub(crate) all_placed: bool,
    /// The entities below levels, as they were gathered last.
    pub(crate) nodes_of_levels: HashSet<Entity>,
    /// The entities below platforms and triggers, as they were gathered, with some that are gone.
    pub(crate) nodes_of_placed: HashSet<Entity>,
    /// The meshes that were gathered.
    #[cfg(feature = "mesh")]
    pub(crate) meshes: HashSet<AssetId<Mesh>>,
}

impl Changes {
    /// Notes the meshes of a root, whose changes matter from now on.
    pub(crate) fn note_meshes(&mut self, parts: &[Part]) {
        #[cfg(feature = "mesh")]
        self.meshes.extend(parts.iter().filter_map(Part::mesh));
        let _ = parts;
    }

    /// Marks everything.
    fn mark_all(&mut self) {
        (self.levels, self.all_placed) = (true, true);
    }

    /// Marks the roots that an entity was below.
    fn mark_former(&mut self, entity: Entity) {
        self.levels |= self.nodes_of_levels.contains(&entity);
        self.all_placed |= self.nodes_of_placed.contains(&entity);
    }
}

/// How often the data of each mesh changed.
#[derive(Resource, Debug, Default)]
pub(crate) struct Revisions {
    #[cfg(feature = "mesh")]
    changed: HashMap<AssetId<Mesh>, u32>,
}

#[cfg(feature = "mesh")]
impl Revisions {
    pub(crate) fn of(&self, id: AssetId<Mesh>) -> u32 {
        self.changed.get(&id).copied().unwrap_or_default()
    }
}

#[cfg(feature = "mesh")]
type MeshChanged = Or<(Changed<Mesh3d>, Added<SkinnedMesh>)>;
#[cfg(not(feature = "mesh"))]
type MeshChanged = Changed<SidleMesh>;

/// The entities that changed.
#[derive(SystemParam)]
pub(crate) struct ChangedNodes<'w, 's> {
    moved: Query<'w, 's, Entity, Or<(Changed<Transform>, Changed<SidleMesh>, MeshChanged)>>,
    /// Changes that can move an entity from one root to another.
    sorted: Query<
        'w,
        's,
        (Entity, Option<Ref<'static, ChildOf>>),
        Or<(
            Changed<ChildOf>,
            Changed<Surface>,
            Added<SidleIgnore>,
            Added<SidleLevel>,
            Added<Platform>,
            Added<SidleChunk>,
            Added<Character>,
        )>,
    >,
    /// Changes other than those of a transform, which moves a platform but does not change it.
    shapes: Query<'w, 's, (), Or<(Changed<Surface>, Changed<SidleMesh>, MeshChanged)>>,
}

/// Components that were removed.
#[derive(SystemParam)]
pub(crate) struct Removed<'w, 's> {
    levels: RemovedComponents<'w, 's, SidleLevel>,
    ignored: RemovedComponents<'w, 's, SidleIgnore>,
    platforms: RemovedComponents<'w, 's, Platform>,
    chunks: RemovedComponents<'w, 's, SidleChunk>,
    characters: RemovedComponents<'w, 's, Character>,
    parents: RemovedComponents<'w, 's, ChildOf>,
    surfaces: RemovedComponents<'w, 's, Surface>,
    own: RemovedComponents<'w, 's, SidleMesh>,
    #[cfg(feature = "mesh")]
    drawn: RemovedComponents<'w, 's, Mesh3d>,
    #[cfg(feature = "mesh")]
    skins: RemovedComponents<'w, 's, SkinnedMesh>,
}

impl Removed<'_, '_> {
    fn mark(&mut self, changes: &mut Changes) {
        let uncovers = self.ignored.read().count()
            + self.platforms.read().count()
            + self.chunks.read().count()
            + self.characters.read().count()
            + self.levels.read().count();
        if uncovers > 0 {
            changes.mark_all();
        }
        self.parents.read().for_each(|entity| changes.mark_former(entity));
        self.surfaces.read().for_each(|entity| changes.mark_former(entity));
        self.own.read().for_each(|entity| changes.mark_former(entity));
        #[cfg(feature = "mesh")]
        {
            self.drawn.read().for_each(|entity| changes.mark_former(entity));
            self.skins.read().for_each(|entity| changes.mark_former(entity));
        }
    }
}

/// The kind of a root, or of an entity that hides what is below it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Node,
    Level,
    Placed,
    LeftOut,
}

/// Looks for the roots above entities.
#[derive(SystemParam)]
pub(crate) struct Roots<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    kinds: Query<
        'w,
        's,
        (
            Has<SidleLevel>,
            (Has<Platform>, Has<SidleChunk>),
            Option<&'static Surface>,
            Has<SidleIgnore>,
            Has<Character>,
        ),
    >,
    levels: Query<'w, 's, Entity, With<SidleLevel>>,
    moved: Query<'w, 's, (), Or<(Changed<Transform>, Changed<ChildOf>)>>,
}

impl Roots<'_, '_> {
    fn kind(&self, entity: Entity) -> Kind {
        match self.kinds.get(entity) {
            Ok((_, (true, _) | (_, true), ..)) => Kind::Placed,
            Ok((_, _, Some(surface), ..)) if surface.trigger => Kind::Placed,
            Ok((_, _, _, is_ignored, is_character)) if is_ignored || is_character => Kind::LeftOut,
            Ok((true, ..)) => Kind::Level,
            _ => Kind::Node,
        }
    }

    /// Returns the nearest root among an entity and its parents.
    fn above(&self, entity: Entity) -> (Kind, Entity) {
        let with_self = std::iter::once(entity).chain(self.parents.iter_ancestors(entity));
        let mut kinds = with_self.map(|at| (self.kind(at), at));
        kinds.find(|at| at.0 != Kind::Node).unwrap_or((Kind::Node, entity))
    }

    /// Returns true if a parent of a level moved.
    fn moved_a_level(&self) -> bool {
        self.levels.iter().any(|level| self.parents.iter_ancestors(level).any(|at| self.moved.contains(at)))
    }
}

/// Marks the roots below which something changed since the last call.
pub(crate) fn watch_changes(
    mut changes: ResMut<Changes>,
    changed: ChangedNodes,
    mut removed: Removed,
    roots: Roots,
    #[cfg(feature = "mesh")] mut revisions: ResMut<Revisions>,
    #[cfg(feature = "mesh")] events: Option<Res<Messages<AssetEvent<Mesh>>>>,
    #[cfg(feature = "mesh")] mut cursor: Local<MessageCursor<AssetEvent<Mesh>>>,
) {
    for entity in &changed.moved {
        match roots.above(entity) {
            (Kind::Level, _) => changes.levels = true,
            (Kind::Placed, root) if root != entity || changed.shapes.contains(entity) => {
                changes.placed.insert(root);
            }
            _ => {}
        }
    }
    for (entity, parent) in &changed.sorted {
        if parent.as_ref().is_some_and(|parent| !parent.is_added()) {
            changes.mark_former(entity);
        }
        // A platform on the root of a level hides the level.
        changes.levels |= roots.levels.contains(entity);
        let around = [Some(entity), parent.map(|parent| parent.parent())];
        for at in around.into_iter().flatten() {
            match roots.above(at) {
                (Kind::Level, _) => changes.levels = true,
                (Kind::Placed, root) => {
                    changes.placed.insert(root);
                }
                _ => {}
            }
        }
    }
    removed.mark(&mut changes);
    changes.levels |= roots.moved_a_level();
    #[cfg(feature = "mesh")]
    if let Some(events) = events {
        note_events(&mut changes, &mut revisions, cursor.read(&events));
    }
}

/// Notes the meshes whose data changed. A new mesh is waited for, and needs no event.
#[cfg(feature = "mesh")]
fn note_events<'a>(
    changes: &mut Changes,
    revisions: &mut Revisions,
    events: impl Iterator<Item = &'a AssetEvent<Mesh>>,
) {
    for event in events {
        if let AssetEvent::Modified { id } | AssetEvent::Removed { id } = event
            && changes.meshes.contains(id)
        {
            *revisions.changed.entry(*id).or_default() += 1;
            changes.mark_all();
        }
    }
}
