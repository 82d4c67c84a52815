//! Places platforms, chunks and triggers in the world, and moves them.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Affine3A, DVec3, Mat3, Quat, Vec3};
use bevy_transform::components::Transform;
use sidle::{GeometryId, InstanceId, InstanceOptions, Pose, PoseSet};
use std::collections::HashMap;

use super::{Ease, Platform, PlatformPose};
use crate::Surface;
use crate::level::{
    Changes, Frame, Gather, LevelReady, MeshProblem, Part, SidleChunk, Triangles, material_of,
};
use crate::origin::Anchor;
use crate::space::SidleWorld;
use crate::warnings::Warn;

/// Number of steps after which a platform or trigger without any mesh is worth a warning.
const PATIENCE: u32 = 120;
/// Relative change of a scale that counts as one. Smaller ones are rounding in rotated parents.
const SCALE_TOLERANCE: f32 = 1e-4;
/// Largest length by which the axes of a transform, over its scale, may miss a rotation.
const SHEAR_TOLERANCE: f32 = 1e-3;

/// The instances of platforms and triggers.
#[derive(Resource, Debug, Default)]
pub(crate) struct Placements {
    placed: HashMap<Entity, Placement>,
    /// Geometries by the number of their parts, and how many instances share each.
    geometries: HashMap<u64, (GeometryId, usize)>,
    /// Number of steps in which a platform or trigger had no mesh.
    empty: HashMap<Entity, u32>,
    /// True if the last step had motions.
    had_motion: bool,
}

#[derive(Debug)]
struct Placement {
    instance: InstanceId,
    geometry: u64,
    scale: Vec3,
    options: InstanceOptions,
}

/// Where a root is: its pose, and the scale that its geometry contains.
#[derive(Clone, Copy, Debug)]
struct Place {
    pose: Pose,
    scale: Vec3,
}

type Roots<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        (&'static Transform, &'static Anchor, Has<ChildOf>),
        Option<&'static Surface>,
        Has<SidleChunk>,
        Option<(&'static mut Platform, &'static mut PlatformPose, &'static mut Ease)>,
    ),
    Or<(With<Platform>, With<SidleChunk>, With<Surface>)>,
>;

/// The world and the notes about its instances.
#[derive(SystemParam)]
pub(crate) struct Stage<'w, 's> {
    commands: Commands<'w, 's>,
    space: ResMut<'w, SidleWorld>,
    placements: ResMut<'w, Placements>,
    changes: ResMut<'w, Changes>,
    warn: Warn<'w, 's>,
}

/// Places new platforms and triggers, and gives the moving ones both ends of their motion.
pub(crate) fn move_platforms(mut roots: Roots, gather: Gather, mut stage: Stage) {
    stage.remove_missing(&roots);
    let mut entities: Vec<Entity> = roots.iter().map(|root| root.0).collect();
    entities.sort_unstable();
    let mut poses = PoseSet::default();
    for entity in entities {
        let Ok((_, at, surface, is_chunk, platform)) = roots.get_mut(entity) else { continue };
        let is_trigger = surface.is_some_and(|surface| surface.trigger);
        if platform.is_none() && !is_chunk && !is_trigger {
            continue;
        }
        let mass = platform.as_ref().and_then(|platform| platform.0.mass);
        let options = InstanceOptions { trigger: is_trigger, mass, ..Default::default() };
        let Some(place) = stage.place_of(entity, at, &gather) else { continue };
        let Some(instance) = stage.instance(entity, place, (options, is_chunk), &gather) else { continue };
        let now = stage.space.world.instance(instance).map(|info| info.pose);
        let mut from = now.filter(|_| !is_chunk).unwrap_or(place.pose);
        if let Some((mut platform, mut pose, mut ease)) = platform {
            from = pose.0.filter(|_| !platform.teleport).unwrap_or(place.pose);
            ease.step(*at.0, platform.teleport);
            if platform.teleport {
                platform.teleport = false;
            }
            if pose.0 != Some(place.pose) {
                pose.0 = Some(place.pose);
            }
        }
        if from != place.pose || now != Some(from) {
            poses.add(instance, from, place.pose);
        }
    }
    stage.changes.placed.clear();
    stage.changes.all_placed = false;
    stage.set_poses(poses);
}

impl Stage<'_, '_> {
    /// Removes the instances of entities that are gone or no longer placed.
    fn remove_missing(&mut self, roots: &Roots) {
        let is_placed = |entity: Entity| {
            let root = roots.get(entity);
            root.is_ok_and(|root| root.4.is_some() || root.3 || root.2.is_some_and(|surface| surface.trigger))
        };
        let missing: Vec<Entity> =
            self.placements.placed.keys().copied().filter(|&entity| !is_placed(entity)).collect();
        for entity in missing {
            self.remove(entity);
        }
        self.placements.empty.retain(|&entity, _| is_placed(entity));
    }

    fn remove(&mut self, entity: Entity) {
        let Some(placement) = self.placements.placed.remove(&entity) else { return };
        self.space.remove_instance(placement.instance);
        self.space.placed.remove(&placement.instance);
        *self.count(placement.options.trigger) -= 1;
        let Some(shared) = self.placements.geometries.get_mut(&placement.geometry) else { return };
        shared.1 -= 1;
        if shared.1 == 0 {
            self.space.remove_geometry(shared.0);
            self.placements.geometries.remove(&placement.geometry);
        }
    }

    fn count(&mut self, is_trigger: bool) -> &mut usize {
        if is_trigger { &mut self.space.triggers } else { &mut self.space.platforms }
    }

    /// Returns where a root is, or warns.
    fn place_of(
        &mut self,
        entity: Entity,
        (transform, anchor, is_child): (&Transform, &Anchor, bool),
        gather: &Gather,
    ) -> Option<Place> {
        let origin = self.space.origin;
        let place = if is_child {
            let global = gather.helper.compute_global_transform(entity);
            let global = global.map_err(|_| MeshProblem::NoTransform);
            global.and_then(|global| decompose(&global.affine(), origin.place(global.translation())))
        } else {
            direct(transform, anchor.place(transform.translation, origin))
        };
        match place {
            Ok(place) => {
                self.warn.forget(entity, MeshProblem::BadTransform.kind());
                self.warn.forget(entity, MeshProblem::ZeroScale.kind());
                Some(place)
            }
            Err(problem) => {
                self.warn.about(entity, problem.kind(), problem);
                None
            }
        }
    }

    /// Returns the instance of a root, which is placed if it is new or changed.
    fn instance(
        &mut self,
        entity: Entity,
        place: Place,
        (options, is_chunk): (InstanceOptions, bool),
        gather: &Gather,
    ) -> Option<InstanceId> {
        if let Some(placement) = self.placements.placed.get(&entity) {
            let change = (placement.scale - place.scale).abs().max_element();
            let is_same = change <= SCALE_TOLERANCE * place.scale.abs().max_element()
                && placement.options == options
                && !self.changes.all_placed
                && !self.changes.placed.contains(&entity);
            if is_same {
                return Some(placement.instance);
            }
        }
        let found = gather.below(entity, Affine3A::from_scale(place.scale), Quat::IDENTITY);
        self.changes.nodes_of_placed.extend(&found.nodes);
        self.changes.note_meshes(&found.parts);
        if found.pending.is_some() {
            // It keeps its old shape until the new one is loaded.
            self.changes.placed.insert(entity);
            return self.placements.placed.get(&entity).map(|placement| placement.instance);
        }
        let geometry = found.geometry();
        if let Some(placement) = self.placements.placed.get_mut(&entity)
            && placement.geometry == geometry
            && placement.options == options
        {
            return Some(placement.instance);
        }
        self.remove(entity);
        for error in &found.errors {
            self.warn.about(error.entity, error.problem.kind(), error.problem);
        }
        let id = self.geometry(entity, geometry, &found.parts, gather)?;
        match self.space.add_instance(id, &place.pose, options) {
            Ok(instance) => {
                if let Some(shared) = self.placements.geometries.get_mut(&geometry) {
                    shared.1 += 1;
                }
                self.space.placed.insert(instance, entity);
                *self.count(options.trigger) += 1;
                let placement = Placement { instance, geometry, scale: place.scale, options };
                self.placements.placed.insert(entity, placement);
                if is_chunk {
                    let triangles = self.space.world.geometry_report(id).map_or(0, |report| report.polygons);
                    self.commands.trigger(LevelReady { entity, triangles, errors: found.errors });
                }
                Some(instance)
            }
            Err(error) => {
                self.warn.about(entity, "instance", format_args!("it cannot be placed: {error}"));
                None
            }
        }
    }

    /// Returns the geometry of these parts, which is built if no other root has it.
    fn geometry(&mut self, entity: Entity, key: u64, parts: &[Part], gather: &Gather) -> Option<GeometryId> {
        if let Some(&(id, _)) = self.placements.geometries.get(&key) {
            return Some(id);
        }
        let mut usable = Vec::new();
        for part in parts {
            match gather.triangles(part).and_then(|triangles| triangles.into_frame(Frame(part.affine))) {
                Ok(triangles) => usable.push((triangles, material_of(part, &mut self.space, &mut self.warn))),
                Err(problem) => self.warn.about(part.entity, problem.kind(), problem),
            }
        }
        if usable.is_empty() {
            let steps = self.placements.empty.entry(entity).or_default();
            *steps += 1;
            if *steps == PATIENCE {
                let text = "the platform or trigger has no meshes that could be used";
                self.warn.about(entity, "no meshes", text);
            }
            return None;
        }
        self.placements.empty.remove(&entity);
        let mut builder = self.space.world.geometry_builder();
        for (Triangles { vertices, triangles }, material) in &usable {
            builder.add_triangles(vertices, triangles, *material);
        }
        match self.space.add_geometry(builder) {
            Ok(id) => {
                self.placements.geometries.insert(key, (id, 0));
                Some(id)
            }
            Err(error) => {
                self.warn.about(entity, "geometry", format_args!("its shape cannot be used: {error}"));
                None
            }
        }
    }

    /// Begins the step of the moving instances. Those with invalid poses stand still.
    fn set_poses(&mut self, mut poses: PoseSet) {
        if poses.motions.is_empty() && !self.placements.had_motion {
            return;
        }
        self.placements.had_motion = !poses.motions.is_empty();
        while let Err(wrong) = self.space.world.set_poses(&poses) {
            let entity = self.space.placed.get(&wrong.instance).copied().unwrap_or(Entity::PLACEHOLDER);
            self.warn.about(entity, "pose", format_args!("it cannot move: {}", wrong.error));
            let before = poses.motions.len();
            poses.motions.retain(|motion| motion.instance != wrong.instance);
            if poses.motions.len() == before {
                break;
            }
        }
    }
}

/// Returns where a root without parents is, with the very numbers of its transform.
fn direct(transform: &Transform, place: DVec3) -> Result<Place, MeshProblem> {
    let Transform { translation, rotation, scale } = *transform;
    if !(translation.is_finite() && rotation.is_finite() && scale.is_finite()) {
        return Err(MeshProblem::BadTransform);
    }
    if scale.abs().min_element() == 0.0 {
        return Err(MeshProblem::ZeroScale);
    }
    Ok(Place { pose: Pose::at(place).with_rotation(rotation), scale })
}

/// Returns where a root with parents is.
fn decompose(affine: &Affine3A, place: DVec3) -> Result<Place, MeshProblem> {
    if !affine.is_finite() {
        return Err(MeshProblem::BadTransform);
    }
    let m = Mat3::from(affine.matrix3);
    let axes = [m.x_axis, m.y_axis, m.z_axis];
    if axes.iter().any(|axis| axis.length_squared() == 0.0) {
        return Err(MeshProblem::ZeroScale);
    }
    let (scale, rotation, _) = affine.to_scale_rotation_translation();
    let turned = Mat3::from_quat(rotation);
    let errors = [
        axes[0] / scale.x - turned.x_axis,
        axes[1] / scale.y - turned.y_axis,
        axes[2] / scale.z - turned.z_axis,
    ];
    if errors.iter().any(|error| error.length() > SHEAR_TOLERANCE) {
        return Err(MeshProblem::Sheared);
    }
    Ok(Place { pose: Pose::at(place).with_rotation(rotation), scale })
}
