//! Scenes with overlapping starts, and their resolution.

use sidle::{DVec3, IndexKind, Motion, MoveConfig, OnOverlap, Scratch, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, cases};

use super::stations::{narrow, shape_of};
use crate::desired::{Shapes, vector};
use crate::level::{Ground, world_of};
use crate::record::Record;

/// Tests centres that are exactly on corners, edges and faces.
pub(super) fn coincident(index: IndexKind, record: &mut Record) {
    let overlaps = cases::coincident();
    let world = world_of(&overlaps.level, index);
    for (_, shape, place) in &overlaps.starts {
        out(&world, &shape_of(shape), narrow(*place).as_dvec3(), DVec3::new(0.0, 4.0, 0.0), record);
    }
}

/// Tests positions near the ground; about half of them are below its surface.
pub(super) fn push(ground: &Ground, shapes: &Shapes, index: IndexKind, record: &mut Record) {
    let (mut rng, world) = (SplitMix64::new(77), ground.world(index));
    for i in 0..60 {
        let free = ground.spawn(i);
        let below = world.cast_ray(free, Vec3::NEG_Y * 20.0, &sidle::QueryFilter::ALL);
        let near = below.map_or(free, |hit| hit.point) + vector(&mut rng, 0.5).as_dvec3();
        out(world, &shapes[i % 5].1, near, free, record);
    }
}

/// Depenetrates the shape, and moves it with every overlap option.
fn out(world: &World, shape: &Shape, at: DVec3, free: DVec3, record: &mut Record) {
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
