//! Scenes with placed and moving instances: queries and moves among them, bodies that they carry,
//! characters on platforms, and crowds. Rotations are given by the tangent of half the angle, so
//! that no machine has to compute a sine.

use sidle::{
    Carried, CarryConfig, CarryEnd, CharacterConfig, CharacterInput, CharacterState, Crowd, CrowdMember,
    DQuat, DVec3, IndexKind, InstanceId, InstanceOptions, MaterialId, Motion, MoveConfig, OnOverlap, Pose,
    PoseSet, QuantizedState, QueryFilter, Scratch, Shape, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

use super::Scene;
use crate::desired::number;
use crate::record::Record;

const CASES: usize = 60;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("instances/resting", resting),
        Scene::new("instances/carried", carried),
        Scene::new("instances/hulls", hulls),
        Scene::new("instances/platforms", platforms),
        Scene::new("instances/crowd", crowd),
    ]
}

fn vector(rng: &mut SplitMix64, size: f64) -> Vec3 {
    Vec3::new(number(rng, -size, size), number(rng, -size, size), number(rng, -size, size))
}

fn shape(i: usize) -> Shape {
    match i % 4 {
        0 => Shape::capsule(0.3, 1.8),
        1 => Shape::sphere(0.4),
        2 => Shape::ellipsoid(Vec3::new(0.3, 0.8, 0.4)),
        _ => Shape::point(),
    }
}

fn floor(index: IndexKind) -> World {
    let mut builder = WorldBuilder::new();
    builder.set_index(index);
    let corner = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    let corners = [corner(-30.0, -30.0), corner(-30.0, 30.0), corner(30.0, 30.0), corner(30.0, -30.0)];
    builder.add_triangles(&corners, &[[0, 1, 2], [0, 2, 3]], MaterialId(0));
    builder.build().expect("a floor")
}

fn add(world: &mut World, half: Vec3, pose: &Pose) -> InstanceId {
    let mut builder = world.geometry_builder();
    builder.set_index(world.index_kind());
    builder.add_box(half, MaterialId(0));
    let geometry = world.add_geometry(builder).expect("a box");
    world.add_instance(geometry, pose, InstanceOptions::default()).expect("a pose")
}

fn any_pose(rng: &mut SplitMix64, size: f64) -> Pose {
    let at = vector(rng, size);
    let turn = vector(rng, 0.7).as_dvec3();
    let scale = f64::from(number(rng, 0.5, 2.0));
    Pose { translation: at.as_dvec3(), rotation: DQuat::from_xyzw(turn.x, turn.y, turn.z, 0.6), scale }
}

/// Returns a pose turned about y, by the tangent of half the angle.
fn turned(at: DVec3, tangent: f64) -> Pose {
    Pose { translation: at, rotation: DQuat::from_xyzw(0.0, tangent, 0.0, 1.0), scale: 1.0 }
}

fn resting(index: IndexKind, record: &mut Record) {
    let mut rng = SplitMix64::new(260);
    let mut world = floor(index);
    for _ in 0..40 {
        let (half, pose) = (vector(&mut rng, 0.8).abs() + 0.05, any_pose(&mut rng, 5.0));
        add(&mut world, half, &pose);
    }
    let (mut scratch, mut contacts) = (Scratch::default(), Vec::new());
    let config = MoveConfig { on_overlap: OnOverlap::PushOut, record_path: true, ..MoveConfig::default() };
    for i in 0..8 * CASES {
        let (shape, from, way) = (shape(i), vector(&mut rng, 6.0), vector(&mut rng, 4.0));
        record.perhaps(world.cast_shape(&shape, from, way, &QueryFilter::ALL), Record::hit);
        record.perhaps(world.closest_point(from, 4.0, &QueryFilter::ALL), Record::closest);
        record.truth(world.overlaps(&shape, from, &QueryFilter::ALL));
        world.contacts(&shape, from, 0.2, &QueryFilter::ALL, &mut contacts);
        contacts.drain(..).for_each(|contact| record.contact(contact));
        let outcome =
            world.move_and_slide(&mut scratch, &shape, from, Motion::displacement(way, 1.0), &config);
        record.outcome(&outcome);
        record.move_hits(scratch.hits().iter().copied());
        record.path(scratch.path());
    }
}

fn note(record: &mut Record, carried: &Carried, scratch: &Scratch) {
    record.answer();
    record.position(carried.position);
    record.count(carried.end as usize);
    record.double(carried.fraction);
    record.vector(carried.velocity);
    for x in carried.rotation.to_array() {
        record.float(x);
    }
    for (time, place) in scratch.timed_path() {
        record.double(*time);
        record.position(*place);
    }
    record.move_hits(scratch.hits().iter().copied());
}

fn carried(index: IndexKind, record: &mut Record) {
    let mut rng = SplitMix64::new(261);
    let mut scratch = Scratch::default();
    for case in 0..4 * CASES {
        let mut world = floor(index);
        let (mut poses, mut at) = (PoseSet::default(), (vector(&mut rng, 1.5).abs() + Vec3::Y).as_dvec3());
        for _ in 0..4 {
            let (half, from) = (vector(&mut rng, 0.8).abs() + 0.05, any_pose(&mut rng, 2.0));
            let id = add(&mut world, half, &from);
            let turn = vector(&mut rng, [0.0, 0.02, 0.2][case % 3]).as_dvec3();
            let rotation = DQuat::from_xyzw(turn.x, turn.y, turn.z, 1.0) * from.rotation;
            let translation = from.translation + vector(&mut rng, 0.3).as_dvec3();
            poses.add(id, from, Pose { translation, rotation, ..from });
        }
        world.set_poses(&poses).expect("poses");
        let movement =
            MoveConfig { on_overlap: OnOverlap::PushOut, record_path: true, ..MoveConfig::default() };
        let config = CarryConfig { movement, ..CarryConfig::default() };
        let body = shape(case);
        let carried = world.carry(&mut scratch, &body, at, 1.0 / 60.0, &config);
        note(record, &carried, &scratch);
        if carried.end != CarryEnd::Crushed {
            at = carried.position;
            let step = Motion::displacement(vector(&mut rng, 0.3), 1.0);
            record.outcome(&world.move_and_slide(&mut scratch, &body, at, step, &movement));
        }
    }
}

/// Hulls of points on a coarse grid, of which many are in one plane, and of any points.
fn hulls(index: IndexKind, record: &mut Record) {
    let mut rng = SplitMix64::new(264);
    let (mut scratch, mut contacts) = (Scratch::default(), Vec::new());
    let movement = MoveConfig { record_path: true, ..MoveConfig::default() };
    let config = CarryConfig { movement, max_push_speed: 100.0, ..CarryConfig::default() };
    for case in 0..2 * CASES {
        let mut world = floor(index);
        let mut builder = world.geometry_builder();
        builder.set_index(index);
        let points: Vec<Vec3> = (0..6 + case % 40)
            .map(|_| vector(&mut rng, 1.0))
            .map(|p| if case % 2 == 0 { (p * 2.0).round() * 0.5 } else { p })
            .collect();
        builder.add_convex_hull(&points, MaterialId(0));
        // A cloud of few points can be flat.
        let geometry = world.add_geometry(builder);
        record.truth(geometry.is_ok());
        let Ok(geometry) = geometry else { continue };
        let from = any_pose(&mut rng, 2.0);
        let hull = world.add_instance(geometry, &from, InstanceOptions::default()).expect("a pose");
        let mut poses = PoseSet::default();
        poses.add(
            hull,
            from,
            Pose { translation: from.translation + vector(&mut rng, 0.3).as_dvec3(), ..from },
        );
        world.set_poses(&poses).expect("poses");
        let (body, at) = (shape(case), vector(&mut rng, 2.0).abs() + Vec3::Y);
        world.contacts(&body, at, 1.0, &QueryFilter::ALL, &mut contacts);
        contacts.drain(..).for_each(|contact| record.contact(contact));
        let carried = world.carry(&mut scratch, &body, at, 0.1, &config);
        note(record, &carried, &scratch);
        let step = Motion::displacement(from.translation.as_vec3() - at, 1.0);
        record.outcome(&world.move_and_slide(&mut scratch, &body, at, step, &movement));
        record.move_hits(scratch.hits().iter().copied());
    }
}

fn platforms(index: IndexKind, record: &mut Record) {
    for i in 0..8_usize {
        let mut rng = SplitMix64::new(262 + i as u64);
        let mut world = floor(index);
        let lift = add(&mut world, Vec3::new(2.0, 0.2, 2.0), &turned(DVec3::ZERO, 0.0));
        let table = add(&mut world, Vec3::new(2.5, 0.1, 2.5), &turned(DVec3::X * 5.0, 0.0));
        let config = CharacterConfig { shape: shape(i), record_path: true, ..CharacterConfig::default() };
        let start = CharacterState::at(Vec3::new([0.0, 5.0, 3.0][i % 3], 0.5, 0.5));
        let (mut state, mut scratch, mut input) = (start, Scratch::default(), CharacterInput::default());
        let height = |step: u32| 0.25 * f64::from((step % 80).min(80 - step % 80)) / 40.0;
        for step in 0..160_u32 {
            if step % 9 == 0 {
                let wish_velocity = vector(&mut rng, 3.0).with_y(0.0);
                input = CharacterInput { wish_velocity, jump: rng.unit() < 0.2, ..CharacterInput::default() };
            }
            let mut poses = PoseSet::default();
            let (now, next) = (DVec3::Y * height(step), DVec3::Y * height(step + 1));
            poses.add(lift, turned(now, 0.0), turned(next, 0.0));
            // Each step begins at the rotation of 0, which is the same box.
            poses.add(table, turned(DVec3::X * 5.0, 0.0), turned(DVec3::X * 5.0, 0.02));
            world.set_poses(&poses).expect("poses");
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
            record.character(&state, &report);
            record.truth(report.platform.is_some());
            record.vector(report.ground_velocity);
            let bytes = QuantizedState::of(&state).to_bytes();
            let decoded = world.decode_character(&mut scratch, &config, &QuantizedState::from_bytes(&bytes));
            record.perhaps(decoded, |record, state| record.position(state.position));
        }
    }
}

fn crowd(index: IndexKind, record: &mut Record) {
    let mut rng = SplitMix64::new(263);
    let mut world = floor(index);
    let lift = add(&mut world, Vec3::new(2.0, 0.3, 2.0), &turned(DVec3::ZERO, 0.0));
    let configs: Vec<_> =
        (0..3).map(|i| CharacterConfig { shape: shape(i), ..CharacterConfig::default() }).collect();
    let spot = |i: usize| Vec3::new((i % 5) as f32 * 1.3 - 2.6, 0.5, (i / 5) as f32 * 1.3 - 2.6);
    let mut members: Vec<_> =
        (0..25).map(|i| CrowdMember::new(&configs[i % 3], CharacterState::at(spot(i)))).collect();
    let mut crowd = Crowd::default();
    let height = |step: u32| 0.25 * f64::from((step % 80).min(80 - step % 80)) / 40.0 - 0.25;
    for step in 0..80_u32 {
        for member in &mut members {
            if step % 20 == 0 {
                member.input.wish_velocity = vector(&mut rng, 3.0).with_y(0.0);
            }
        }
        let mut poses = PoseSet::default();
        poses.add(lift, turned(DVec3::Y * height(step), 0.0), turned(DVec3::Y * height(step + 1), 0.01));
        world.set_poses(&poses).expect("poses");
        world.step_characters(&mut crowd, &mut members, 1.0 / 60.0);
        for (member, report) in members.iter().zip(crowd.reports()) {
            record.character(&member.state, report);
        }
    }
}
