//! Gathers the meshes below a root.

#[cfg(feature = "mesh")]
use bevy_asset::{AssetId, AssetServer, Assets, LoadState};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Affine3A, Quat};
#[cfg(feature = "mesh")]
use bevy_mesh::{Mesh, Mesh3d, skinning::SkinnedMesh};
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
#[cfg(feature = "scene")]
use bevy_world_serialization::{WorldAssetRoot, WorldInstance, WorldInstanceSpawner};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{MeshError, MeshProblem, Revisions, SidleChunk, SidleIgnore, SidleLevel, SidleMesh, Triangles};
use crate::{Character, Platform, Surface};

/// One mesh below a root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) entity: Entity,
    source: Source,
    /// From the space of the entity to that of the root.
    pub(crate) affine: Affine3A,
    pub(crate) surface: Surface,
    /// Rotation of the entity with the surface, for the direction of a conveyor.
    pub(crate) rotation: Quat,
}

/// Identifies the triangles of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    Own(u64),
    #[cfg(feature = "mesh")]
    Mesh(AssetId<Mesh>, u32),
}

/// The meshes below a root.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) parts: Vec<Part>,
    pub(crate) errors: Vec<MeshError>,
    /// An entity whose mesh or scene is not loaded yet.
    pub(crate) pending: Option<Entity>,
    /// All entities that were looked at.
    pub(crate) nodes: Vec<Entity>,
}

impl Gathered {
    /// Returns a number that is equal for equal parts.
    pub(crate) fn signature(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for part in &self.parts {
            part.entity.hash(&mut hasher);
            part.hash_geometry(&mut hasher);
        }
        for error in &self.errors {
            (error.entity, error.problem).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns a number that is equal for roots with the same geometry.
    pub(crate) fn geometry(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts.iter().for_each(|part| part.hash_geometry(&mut hasher));
        hasher.finish()
    }
}

impl Part {
    /// Returns the mesh of the part, if it is an asset.
    #[cfg(feature = "mesh")]
    pub(crate) const fn mesh(&self) -> Option<AssetId<Mesh>> {
        match self.source {
            Source::Mesh(id, _) => Some(id),
            Source::Own(_) => None,
        }
    }

    fn hash_geometry(&self, hasher: &mut DefaultHasher) {
        self.source.hash(hasher);
        let bits = |x: f32| x.to_bits();
        self.affine.to_cols_array().map(bits).hash(hasher);
        let Surface { layer, one_way, trigger, conveyor, friction, restitution } = self.surface;
        (layer, one_way, trigger, friction.to_bits(), restitution.to_bits()).hash(hasher);
        conveyor.to_array().map(bits).hash(hasher);
        if conveyor != bevy_math::Vec3::ZERO {
            self.rotation.to_array().map(bits).hash(hasher);
        }
    }
}

/// Finds the meshes below roots, and reads them.
#[derive(SystemParam)]
pub(crate) struct Gather<'w, 's> {
    nodes: Query<
        'w,
        's,
        (
            Option<&'static Transform>,
            Option<&'static Children>,
            Option<&'static Surface>,
            Option<&'static SidleMesh>,
            Has<SidleLevel>,
            (Has<Platform>, Has<SidleChunk>),
            Has<SidleIgnore>,
            Has<Character>,
        ),
    >,
    pub(crate) helper: TransformHelper<'w, 's>,
    revisions: Res<'w, Revisions>,
    #[cfg(feature = "mesh")]
    drawn: Query<'w, 's, (&'static Mesh3d, Has<SkinnedMesh>)>,
    #[cfg(feature = "mesh")]
    meshes: Option<Res<'w, Assets<Mesh>>>,
    #[cfg(feature = "mesh")]
    server: Option<Res<'w, AssetServer>>,
    #[cfg(feature = "scene")]
    scenes: Query<'w, 's, (&'static WorldAssetRoot, Option<&'static WorldInstance>)>,
    #[cfg(feature = "scene")]
    spawner: Option<Res<'w, WorldInstanceSpawner>>,
}

/// A node on the way down from a root.
#[derive(Clone, Copy)]
struct Node {
    entity: Entity,
    affine: Affine3A,
    rotation: Quat,
    surface: Surface,
}

impl Gather<'_, '_> {
    /// Finds the meshes of a root, which is at `affine`, and of its descendants.
    pub(crate) fn below(&self, root: Entity, affine: Affine3A, rotation: Quat) -> Gathered {
        let mut found = Gathered::default();
        let surface = self.nodes.get(root).ok().and_then(|node| node.2).copied().unwrap_or_default();
        let mut stack = vec![Node { entity: root, affine, rotation, surface }];
        while let Some(node) = stack.pop() {
            self.visit(&mut found, node);
            #[cfg(feature = "scene")]
            self.visit_scene(&mut found, node.entity);
            found.nodes.push(node.entity);
            let Ok((_, Some(children), ..)) = self.nodes.get(node.entity) else { continue };
            stack.extend(children.iter().rev().filter_map(|child| self.child(&mut found, node, child)));
        }
        found
    }

    /// Returns a child, unless it is a root itself or left out.
    fn child(&self, found: &mut Gathered, parent: Node, entity: Entity) -> Option<Node> {
        let node = self.nodes.get(entity).ok()?;
        let (transform, _, surface, _, is_level, is_placed, is_ignored, is_character) = node;
        let is_trigger = surface.is_some_and(|surface| surface.trigger);
        if is_level || is_placed != (false, false) || is_trigger || is_ignored || is_character {
            return None;
        }
        let Some(transform) = transform else {
            // Without a transform nothing below is drawn either.
            if self.has_mesh(entity) {
                found.errors.push(MeshError { entity, problem: MeshProblem::NoTransform });
            }
            return None;
        };
        let affine = parent.affine * transform.compute_affine();
        let (surface, rotation) = match surface {
            Some(&surface) => (surface, rotation_of(&affine)),
            None => (parent.surface, parent.rotation),
        };
        Some(Node { entity, affine, rotation, surface })
    }

    /// Adds the mesh of a node, if it has one.
    fn visit(&self, found: &mut Gathered, node: Node) {
        let source = match self.source(node.entity) {
            Ok(Some(source)) => source,
            Ok(None) => return,
            Err(None) => {
                found.pending = Some(node.entity);
                return;
            }
            Err(Some(problem)) => {
                found.errors.push(MeshError { entity: node.entity, problem });
                return;
            }
        };
        let Node { entity, affine, rotation, surface } = node;
        match check(&affine) {
            Ok(()) => found.parts.push(Part { entity, source, affine, surface, rotation }),
            Err(problem) => found.errors.push(MeshError { entity, problem }),
        }
    }

    /// Waits for the scene of a node, if it has one.
    #[cfg(feature = "scene")]
    fn visit_scene(&self, found: &mut Gathered, entity: Entity) {
        let Ok((root, instance)) = self.scenes.get(entity) else { return };
        let Some(spawner) = &self.spawner else { return };
        if instance.is_some_and(|instance| spawner.instance_is_ready(**instance)) {
            return;
        }
        let state = self.server.as_ref().and_then(|server| server.get_load_state(root.id()));
        match state {
            Some(LoadState::Failed(_)) => {
                found.errors.push(MeshError { entity, problem: MeshProblem::NotLoaded });
            }
            _ => found.pending = Some(entity),
        }
    }

    fn has_mesh(&self, entity: Entity) -> bool {
        !matches!(self.source(entity), Ok(None))
    }

    /// Returns the mesh of an entity, if it has one. `Err(None)` if it is not loaded yet.
    fn source(&self, entity: Entity) -> Result<Option<Source>, Option<MeshProblem>> {
        if let Ok((_, _, _, Some(own), ..)) = self.nodes.get(entity) {
            return Ok(Some(Source::Own(own.number)));
        }
        #[cfg(feature = "mesh")]
        if let Ok((mesh, is_skinned)) = self.drawn.get(entity) {
            if is_skinned {
                return Err(Some(MeshProblem::Skinned));
            }
            let id = mesh.id();
            if self.meshes.as_ref().is_some_and(|meshes| meshes.contains(id)) {
                return Ok(Some(Source::Mesh(id, self.revisions.of(id))));
            }
            return Err(self.reason_of_absence(id));
        }
        let _ = &self.revisions;
        Ok(None)
    }

    /// Returns why a mesh is missing, or `None` if it may still be loaded.
    #[cfg(feature = "mesh")]
    fn reason_of_absence(&self, id: AssetId<Mesh>) -> Option<MeshProblem> {
        let state = self.server.as_ref().and_then(|server| server.get_load_state(id));
        match state {
            Some(LoadState::Loaded) => Some(MeshProblem::RenderWorldOnly),
            Some(LoadState::Failed(_)) => Some(MeshProblem::NotLoaded),
            _ => None,
        }
    }

    /// Copies the triangles of a part, in the space of its entity.
    pub(crate) fn triangles(&self, part: &Part) -> Result<Triangles, MeshProblem> {
        match part.source {
            Source::Own(_) => match self.nodes.get(part.entity) {
                Ok((_, _, _, Some(own), ..)) => Ok(own.triangles()),
                _ => Err(MeshProblem::Empty),
            },
            #[cfg(feature = "mesh")]
            Source::Mesh(id, _) => {
                let mesh = self.meshes.as_ref().and_then(|meshes| meshes.get(id));
                Triangles::of_mesh(mesh.ok_or(MeshProblem::NotLoaded)?)
            }
        }
    }
}

fn check(affine: &Affine3A) -> Result<(), MeshProblem> {
    if !affine.is_finite() {
        return Err(MeshProblem::BadTransform);
    }
    let m = affine.matrix3;
    let has_zero = [m.x_axis, m.y_axis, m.z_axis].iter().any(|axis| axis.length_squared() == 0.0);
    if has_zero { Err(MeshProblem::ZeroScale) } else { Ok(()) }
}

/// Returns the rotation of a transform without its scale.
pub(crate) fn rotation_of(affine: &Affine3A) -> Quat {
    affine.to_scale_rotation_translation().1
}
