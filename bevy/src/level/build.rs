//! Builds the world of all levels in the background.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Affine3A;
use bevy_tasks::{AsyncComputeTaskPool, Task, futures::check_ready};
use bevy_time::{Real, Time};
use bevy_transform::components::Transform;
use sidle::{BuildError, MaterialId, World};
use std::collections::HashMap;
use std::time::Duration;

use super::base::Base;
use super::gather::{Gathered, rotation_of};
use super::{
    Changes, Frame, Gather, LevelReady, MeshError, MeshProblem, Part, SidleChunk, SidleLevel, Triangles,
};
use crate::origin::Anchor;
use crate::space::{Ranges, Settings, SidleWorld};
use crate::warnings::Warn;
use crate::{Platform, WorldOrigin};

/// Time after which a level without any mesh is worth a warning.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time after which a level whose meshes are not loaded is worth a warning.
const PATIENCE_TO_LOAD: Duration = Duration::from_secs(20);
/// Distance from zero, in metres, from which a level is worth a warning: there, the distance
/// between two coordinates is 4 mm.
const FAR: f64 = 65_536.0;
/// Number of changes in a second that are worth a warning.
const CHANGES: u32 = 20;

/// The states of the levels.
#[derive(Resource, Debug, Default)]
pub(crate) struct Levels {
    /// The signatures of the levels that are ready.
    ready: HashMap<Entity, u64>,
    /// The levels of the last job, and their signatures.
    key: Vec<(Entity, u64)>,
    /// The world that is being built.
    job: Option<Task<Built>>,
    /// True to look again in the next frame, although nothing changed.
    is_waiting: bool,
    /// Since when a level has no mesh, or waits for one.
    waits: HashMap<Entity, Duration>,
    /// The beginning of the present second of each level, and the changes since.
    changes: HashMap<Entity, (Duration, u32)>,
}

/// A level that is being built.
#[derive(Debug)]
struct LevelPlan {
    root: Entity,
    signature: u64,
    errors: Vec<MeshError>,
    parts: Vec<(Entity, Affine3A, Triangles, MaterialId)>,
}

/// The world with all levels.
#[derive(Debug)]
struct Built {
    world: Result<World, BuildError>,
    ranges: Ranges,
    levels: Vec<BuiltLevel>,
}

#[derive(Debug)]
struct BuiltLevel {
    root: Entity,
    signature: u64,
    errors: Vec<MeshError>,
    triangles: usize,
}

/// The parameters of [`build_levels`] that it only reads.
#[derive(SystemParam)]
pub(crate) struct Context<'w, 's> {
    roots: Query<'w, 's, Entity, (With<SidleLevel>, Without<Platform>, Without<SidleChunk>)>,
    both: Query<'w, 's, Entity, (With<SidleLevel>, Or<(With<Platform>, With<SidleChunk>)>)>,
    anchors: Query<'w, 's, (&'static Transform, &'static Anchor), Without<ChildOf>>,
    gather: Gather<'w, 's>,
    settings: Res<'w, Settings>,
    time: Option<Res<'w, Time<Real>>>,
}

impl Context<'_, '_> {
    /// Returns the real time, which goes on in a pause.
    fn now(&self) -> Option<Duration> {
        self.time.as_ref().map(|time| time.elapsed())
    }
}

/// Builds the levels that changed, and puts finished ones into the world.
pub(crate) fn build_levels(
    mut commands: Commands,
    context: Context,
    mut changes: ResMut<Changes>,
    mut levels: ResMut<Levels>,
    mut space: ResMut<SidleWorld>,
    mut warn: Warn,
) {
    if let Some(task) = &mut levels.job {
        // Changes of the meantime wait until it is done. Otherwise, a level that changes in every
        // frame would never be ready.
        let Some(built) = check_ready(task) else { return };
        levels.job = None;
        levels.put(built, &context, &mut commands, &mut space, &mut warn);
    }
    if changes.levels || levels.is_waiting {
        changes.levels = false;
        if let Some(built) = levels.look(&context, &mut changes, &mut space, &mut warn) {
            levels.put(built, &context, &mut commands, &mut space, &mut warn);
        }
    }
}

impl Levels {
    /// Gathers all levels, and starts to build them if one of them changed. Returns the result if
    /// it was not left to the background.
    fn look(
        &mut self,
        context: &Context,
        changes: &mut Changes,
        space: &mut SidleWorld,
        warn: &mut Warn,
    ) -> Option<Built> {
        self.is_waiting = false;
        changes.nodes_of_levels.clear();
        let mut roots: Vec<Entity> = context.roots.iter().collect();
        roots.sort_unstable();
        for root in &context.both {
            let text = "the entity has SidleLevel and Platform or SidleChunk: it is not a part of the levels";
            warn.about(root, "both", text);
        }
        self.waits.retain(|root, _| roots.contains(root));
        self.changes.retain(|root, _| roots.contains(root));
        let mut complete = Vec::new();
        let mut must_wait = false;
        for root in roots {
            let found = gather_level(context, root, space.origin, warn);
            changes.nodes_of_levels.extend(&found.nodes);
            changes.note_meshes(&found.parts);
            if found.pending.is_some() {
                // A level stays while a part of it is loaded again.
                must_wait |= self.ready.contains_key(&root);
            } else if !found.parts.is_empty() {
                self.waits.remove(&root);
                complete.push((root, found.signature(), found));
                continue;
            }
            self.wait(context, root, &found, warn);
        }
        let key: Vec<_> = complete.iter().map(|(root, signature, _)| (*root, *signature)).collect();
        if must_wait || key == self.key {
            return None;
        }
        self.count_changes(context, &key, warn);
        self.key = key;
        let plans: Vec<LevelPlan> =
            complete.into_iter().map(|level| plan(&context.gather, level, space, warn)).collect();
        let base = match space.begin_replacement() {
            Some(world) => Base::Old(Box::new(world), space.ranges.clone()),
            None => Base::New(Box::new(space.world.geometry_builder()), 0),
        };
        let in_background = !context.settings.at_once && !plans.is_empty();
        match AsyncComputeTaskPool::try_get().filter(|_| in_background) {
            Some(pool) => {
                self.job = Some(pool.spawn(async move { build(plans, base) }));
                None
            }
            None => Some(build(plans, base)),
        }
    }

    /// Waits for a level that is not complete, and warns if it takes long.
    fn wait(&mut self, context: &Context, root: Entity, found: &Gathered, warn: &mut Warn) {
        for error in &found.errors {
            warn.about(error.entity, error.problem.kind(), error.problem);
        }
        let now = context.now();
        let since = *self.waits.entry(root).or_insert(now.unwrap_or_default());
        let has_waited = |patience| now.is_none_or(|now| now >= since + patience);
        if let Some(entity) = found.pending {
            self.is_waiting = true;
            if now.is_some() && has_waited(PATIENCE_TO_LOAD) {
                warn.about(entity, "pending", "the level waits for this mesh or scene, which is not loaded");
            }
        } else if has_waited(PATIENCE) {
            warn.about(root, "no meshes", "the level has no meshes below it that could be used");
        } else {
            self.is_waiting = true;
        }
    }

    /// Warns about levels that change all the time.
    fn count_changes(&mut self, context: &Context, key: &[(Entity, u64)], warn: &mut Warn) {
        let Some(now) = context.now() else { return };
        for (root, signature) in key {
            if self.ready.get(root).is_none_or(|before| before == signature) {
                continue;
            }
            let (since, count) = self.changes.entry(*root).or_insert((now, 0));
            if now > *since + Duration::from_secs(1) {
                (*since, *count) = (now, 0);
            }
            *count += 1;
            if *count >= CHANGES {
                let text = "the level is built again and again because something in it moves or changes: \
                            add Platform or SidleIgnore there";
                warn.about(*root, "changes", text);
            }
        }
    }

    /// Replaces the world by a finished one.
    fn put(
        &mut self,
        built: Built,
        context: &Context,
        commands: &mut Commands,
        space: &mut SidleWorld,
        warn: &mut Warn,
    ) {
        let Built { world, ranges, levels } = built;
        let world = match world {
            Ok(world) => world,
            Err(error) => {
                warn.in_general("build", format_args!("the levels could not be built: {error}"));
                space.cancel_replacement();
                return;
            }
        };
        space.end_replacement(world);
        space.ranges = ranges;
        let before = std::mem::take(&mut self.ready);
        for BuiltLevel { root, signature, errors, triangles } in levels {
            for error in &errors {
                warn.about(error.entity, error.problem.kind(), error.problem);
            }
            if triangles == 0 {
                warn.about(root, "no meshes", "the level has no meshes below it that could be used");
                continue;
            }
            self.ready.insert(root, signature);
            if before.get(&root) != Some(&signature) && context.roots.contains(root) {
                commands.trigger(LevelReady { entity: root, triangles, errors });
            }
        }
        space.has_level = !self.ready.is_empty();
    }
}

/// Gathers a level at its place in the world of sidle.
fn gather_level(context: &Context, root: Entity, origin: WorldOrigin, warn: &mut Warn) -> Gathered {
    match context.gather.helper.compute_global_transform(root) {
        Ok(global) => {
            let mut affine = global.affine();
            let place = match context.anchors.get(root) {
                Ok((transform, anchor)) => anchor.place(transform.translation, origin),
                Err(_) => origin.place(global.translation()),
            };
            affine.translation = place.as_vec3().into();
            if place.abs().max_element() > FAR {
                let text = "the level is so far from zero that its triangles are rounded to 4 mm or more: \
                            use SidleChunk instead of SidleLevel";
                warn.about(root, "far", text);
            }
            let rotation = if affine.is_finite() { rotation_of(&affine) } else { Default::default() };
            context.gather.below(root, affine, rotation)
        }
        Err(_) => Gathered {
            errors: vec![MeshError { entity: root, problem: MeshProblem::NoTransform }],
            nodes: vec![root],
            ..Gathered::default()
        },
    }
}

/// Copies the triangles of a level.
fn plan(
    gather: &Gather,
    (root, signature, found): (Entity, u64, Gathered),
    space: &mut SidleWorld,
    warn: &mut Warn,
) -> LevelPlan {
    let mut errors = found.errors;
    let mut parts = Vec::with_capacity(found.parts.len());
    for part in &found.parts {
        match gather.triangles(part) {
            Ok(triangles) => {
                let material = material_of(part, space, warn);
                parts.push((part.entity, part.affine, triangles, material));
            }
            Err(problem) => errors.push(MeshError { entity: part.entity, problem }),
        }
    }
    LevelPlan { root, signature, errors, parts }
}

/// Returns the material of a part: the default one, with a warning, if its surface is not valid.
pub(crate) fn material_of(part: &Part, space: &mut SidleWorld, warn: &mut Warn) -> MaterialId {
    space.material(part.surface.material(part.rotation)).unwrap_or_else(|_| {
        let problem = MeshProblem::BadSurface;
        warn.about(part.entity, problem.kind(), problem);
        MaterialId(0)
    })
}

/// Builds the world with all levels.
fn build(plans: Vec<LevelPlan>, mut base: Base) -> Built {
    let (mut firsts, mut levels) = (Vec::new(), Vec::new());
    let mut result = Ok(());
    base.clear();
    for LevelPlan { root, signature, mut errors, parts } in plans {
        let mut count = 0;
        for (entity, affine, triangles, material) in parts {
            let added = match triangles.into_frame(Frame(affine)) {
                Ok(triangles) => triangles,
                Err(problem) => {
                    errors.push(MeshError { entity, problem });
                    continue;
                }
            };
            let first = base.next();
            match base.add(&added, material) {
                Ok(()) => {
                    firsts.push((first, entity));
                    count += added.triangles.len();
                }
                Err(error) => result = result.and(Err(error)),
            }
        }
        levels.push(BuiltLevel { root, signature, errors, triangles: count });
    }
    let end = base.next();
    Built { world: result.and_then(|()| base.finish()), ranges: Ranges { firsts, end }, levels }
}
