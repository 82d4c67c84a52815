//! Nothing is allocated once a scratch has grown, nor by the queries that return one answer.

mod common;

use allocation_counter::measure;
use common::world_of;
use sidle::{MoveConfig, QueryFilter, Response, Scratch, Shape, Vec3, World};
use sidle_scenes::{Level, SplitMix64, generate};

const ALL: QueryFilter = QueryFilter::ALL;

fn shapes() -> [Shape; 2] {
    [Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))]
}

fn levels() -> [(Level, World); 2] {
    [generate::hall(1, 5_000), generate::soup(1, 5_000)].map(|level| {
        let world = world_of(&level);
        (level, world)
    })
}

/// Walks and dashes of every spawn, each from where the last one ended.
fn walk(level: &Level, world: &World, scratch: &mut Scratch, shape: &Shape, config: &MoveConfig) -> usize {
    let mut rng = SplitMix64::new(9);
    let mut hits = 0;
    for &spawn in &level.spawns {
        let mut position = Vec3::from(spawn);
        for step in 0..60 {
            let mut v = || rng.range(-1.0, 1.0) as f32;
            let motion = Vec3::new(v(), v() - 0.5, v()) * if step % 10 == 0 { 4.0 } else { 0.3 };
            position = world.move_and_slide(scratch, shape, position, motion, config).position;
            hits += scratch.hits().len();
        }
    }
    hits
}

#[test]
fn a_move_allocates_nothing_after_the_first_time() {
    for (level, world) in levels() {
        for shape in shapes() {
            for response in [Response::Steer, Response::Momentum, Response::Stop] {
                let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
                let mut scratch = Scratch::default();
                let first = measure(|| _ = walk(&level, &world, &mut scratch, &shape, &config));
                assert!(first.count_total > 0, "the counter does not count");
                let mut hits = 0;
                let second = measure(|| hits = walk(&level, &world, &mut scratch, &shape, &config));
                assert!(hits > 500, "{} {response:?}: {hits} hits are no test", level.name);
                assert_eq!(second.count_total, 0, "{} {shape:?} {response:?}: {second:?}", level.name);
            }
        }
    }
}

#[test]
fn depenetration_allocates_nothing_after_the_first_time() {
    for (level, world) in levels() {
        let mut scratch = Scratch::default();
        let mut all = || {
            for (i, &v) in level.vertices.iter().enumerate() {
                let _ = world.depenetrate(&mut scratch, &shapes()[i % 2], v.into(), &MoveConfig::default());
            }
        };
        all();
        let second = measure(all);
        assert_eq!(second.count_total, 0, "{}: {second:?}", level.name);
    }
}

#[test]
fn queries_with_one_answer_allocate_nothing() {
    for (level, world) in levels() {
        let mut rng = SplitMix64::new(4);
        let mut answers = 0;
        let seen = measure(|| {
            for i in 0..2_000 {
                let from = Vec3::from(level.spawns[i % level.spawns.len()]);
                let mut v = || rng.range(-9.0, 9.0) as f32;
                let motion = Vec3::new(v(), v(), v());
                let shape = shapes()[i % 2];
                answers += usize::from(world.cast_ray(from, motion, &ALL).is_some());
                answers += usize::from(world.is_blocked(from, from + motion, &ALL));
                answers += usize::from(world.cast_shape(&shape, from, motion, &ALL).is_some());
                answers += usize::from(world.overlaps(&shape, from + motion, &ALL));
                answers += usize::from(world.closest_point(from, 9.0, &ALL).is_some());
            }
        });
        assert!(answers > 4_000, "{}: {answers} answers are no test", level.name);
        assert_eq!(seen.count_total, 0, "{}: {seen:?}", level.name);
    }
}
