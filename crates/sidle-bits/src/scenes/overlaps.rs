//! Scenes with overlapping starts, and their resolution.

use std::sync::Arc;

use sidle::{IndexKind, Motion, MoveConfig, OnOverlap, Scratch, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, cases};

use super::Scene;
use super::stations::{narrow, shape_of};
use crate::desired::{Shapes, capsules, shapes, vector};
use crate::level::{Ground, world_of};
use crate::record::Record;

pub(super) fn scenes(grounds: &[(&'static str, Arc<Ground>)]) -> Vec<Scene> {
    let mut scenes = vec![Scene::new("overlap/coincident", coincident)];
    scenes.extend(with_shapes(grounds, "", shapes));
    scenes
}

pub(super) fn with_capsules(grounds: &[(&'static str, Arc<Ground>)]) -> Vec<Scene> {
    with_shapes(grounds, "/capsules", capsules)
}

fn with_shapes(
    grounds: &[(&'static str, Arc<Ground>)],
    suffix: &'static str,
    shapes: fn() -> Shapes,
) -> Vec<Scene> {
    let scene = |(name, ground): &(&str, Arc<Ground>)| {
        let ground = Arc::clone(ground);
        Scene::new(format!("overlap/{name}{suffix}"), move |index, record| {
            push(&ground, &shapes(), index, record);
        })
    };
    grounds.iter().map(scene).collect()
}

/// Tests centres that are exactly on corners, edges and faces.
fn coincident(index: IndexKind, record: &mut Record) {
    let overlaps = cases::coincident();
    let world = world_of(&overlaps.level, index);
    for (_, shape, place) in &overlaps.starts {
        out(&world, &shape_of(shape), narrow(*place), Vec3::new(0.0, 4.0, 0.0), record);
    }
}

/// Tests positions near the ground; about half of them are below its surface.
fn push(ground: &Ground, shapes: &Shapes, index: IndexKind, record: &mut Record) {
    let (mut rng, world) = (SplitMix64::new(77), ground.world(index));
    for i in 0..60 {
        let free = ground.spawn(i);
        let below = world.cast_ray(free, Vec3::NEG_Y * 20.0, &sidle::QueryFilter::ALL);
        let near = below.map_or(free, |hit| hit.point) + vector(&mut rng, 0.5);
        out(world, &shapes[i % 5].1, near, free, record);
    }
}

/// Depenetrates the shape, and moves it with every overlap option.
fn out(world: &World, shape: &Shape, at: Vec3, free: Vec3, record: &mut Record) {
    let (mut scratch, plain) = (Scratch::default(), MoveConfig::default());
    let pushed = world.depenetrate(&mut scratch, shape, at, &plain);
    record.depenetration(&pushed);
    for on_overlap in [OnOverlap::Refuse, OnOverlap::PushOut, OnOverlap::ReturnTo(free)] {
        let config = MoveConfig { on_overlap, record_path: true, ..plain };
        let motion = Vec3::new(0.3, -0.2, 0.25);
        record.outcome(&world.move_and_slide(
            &mut scratch,
            shape,
            at,
            Motion::displacement(motion, 1.0),
            &config,
        ));
        record.move_hits(scratch.hits().iter().copied());
        record.path(scratch.path());
    }
}
