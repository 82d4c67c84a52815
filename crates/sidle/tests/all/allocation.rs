//! Moves allocate nothing once a scratch has grown, and queries that return one answer never
//! allocate.
//!
//! A scratch grows when a move needs more room than every move before it, wherever and whenever
//! that happens. So the tests check this: a move that leaves [`Scratch::memory_bytes`] unchanged
//! has allocated nothing.

use crate::common::{by, world_of};
use allocation_counter::measure;
use sidle::{
    Ball, BallConfig, CharacterConfig, CharacterInput, CharacterState, MoveConfig, MoverCache, Quat,
    QueryFilter, Response, Scratch, Shape, Vec3, World,
};
use sidle_scenes::{Level, SplitMix64, generate, trials};

const ALL: QueryFilter = QueryFilter::ALL;
const RESPONSES: [Response; 5] =
    [Response::Slide, Response::Momentum, Response::Stop, Response::Bounce, Response::PushBack];

fn shapes() -> [Shape; 4] {
    let turned = Quat::from_xyzw(0.36, -0.48, 0.64, 0.48);
    [
        Shape::sphere(0.4),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::point(),
        Shape::ellipsoid(Vec3::new(0.7, 0.2, 0.4)).with_rotation(turned),
    ]
}

fn levels() -> [(Level, World); 2] {
    [generate::hall(1, 5_000), generate::soup(1, 5_000)].map(|mut level| {
        // Restitution for `Bounce`; the other responses ignore it.
        for material in &mut level.materials {
            material.restitution = 0.6;
        }
        let world = world_of(&level);
        (level, world)
    })
}

/// Counts over a number of moves with one scratch.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    hits: usize,
    /// Number of moves that allocated. The scratch grew in each of them.
    grew: usize,
    /// The allocations of all moves.
    allocations: u64,
}

impl Moves {
    fn watch(&mut self, scratch: &mut Scratch, act: impl FnOnce(&mut Scratch)) {
        let before = scratch.memory_bytes();
        let seen = measure(|| act(scratch));
        let after = scratch.memory_bytes();
        let has_grown = after > before;
        assert_eq!(seen.count_total > 0, has_grown, "{seen:?}, {before} to {after} bytes");
        assert_eq!(seen.bytes_current, after as i64 - before as i64, "{seen:?}, {before} to {after} bytes");
        self.hits += scratch.hits().len();
        self.grew += usize::from(has_grown);
        self.allocations += seen.count_total;
    }
}

/// Walks and dashes from every spawn, each from the end of the last one.
fn walk(
    (level, world): &(Level, World),
    scratch: &mut Scratch,
    shape: &Shape,
    config: &MoveConfig,
    seed: u64,
) -> Moves {
    let mut rng = SplitMix64::new(seed);
    let mut moves = Moves::default();
    for &spawn in &level.spawns {
        let mut position = Vec3::from(spawn).as_dvec3();
        for step in 0..60 {
            let mut v = || rng.range(-1.0, 1.0) as f32;
            let motion = Vec3::new(v(), v() - 0.5, v()) * if step % 10 == 0 { 4.0 } else { 0.3 };
            moves.watch(scratch, |scratch| {
                position = world.move_and_slide(scratch, shape, position, by(motion), config).position;
            });
        }
    }
    moves
}

#[test]
fn the_same_moves_again_allocate_nothing() {
    for level in levels() {
        for shape in shapes() {
            for response in RESPONSES {
                let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
                let mut scratch = Scratch::default();
                let first = walk(&level, &mut scratch, &shape, &config, 9);
                assert!(first.allocations > 0, "the counter does not count");
                let second = walk(&level, &mut scratch, &shape, &config, 9);
                assert!(second.hits > 400, "{} {response:?}: {second:?} is no test", level.0.name);
                assert_eq!(second.allocations, 0, "{} {shape:?} {response:?}: {second:?}", level.0.name);
            }
        }
    }
}

/// Uses other paths than those on which the scratch has grown. Each move is checked: see
/// [`Moves::watch`].
#[test]
fn other_moves_allocate_only_where_the_scratch_grows() {
    for level in levels() {
        for shape in shapes() {
            for response in RESPONSES {
                let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
                let mut scratch = Scratch::default();
                walk(&level, &mut scratch, &shape, &config, 9);
                let (mut others, mut again) = (Moves::default(), 0);
                let seeds = trials(1, 4);
                for seed in 10..10 + seeds {
                    let walked = walk(&level, &mut scratch, &shape, &config, seed);
                    (others.hits, others.grew) = (others.hits + walked.hits, others.grew + walked.grew);
                    again += walk(&level, &mut scratch, &shape, &config, seed).allocations;
                }
                assert!(
                    others.hits as u64 > 375 * seeds,
                    "{} {response:?}: {others:?} is no test",
                    level.0.name
                );
                assert_eq!(again, 0, "{} {shape:?} {response:?}: the same moves again", level.0.name);
                assert!(others.grew <= 12, "{} {shape:?} {response:?}: {others:?}", level.0.name);
            }
        }
    }
}

/// Crouching and standing up allocate, so the characters here do neither.
#[test]
fn steps_of_a_character_allocate_only_where_the_scratch_grows() {
    for (level, world) in levels() {
        for record_path in [false, true] {
            let config = CharacterConfig { record_path, ..CharacterConfig::default() };
            let mut scratch = Scratch::default();
            let mut walk = |seed: u64| {
                let mut rng = SplitMix64::new(seed);
                let mut moves = Moves::default();
                for &spawn in &level.spawns {
                    let mut state = CharacterState::at(Vec3::from(spawn));
                    for step in 0..60 {
                        let mut v = || rng.range(-6.0, 6.0) as f32;
                        let wish_velocity = Vec3::new(v(), 0.0, v());
                        let input =
                            CharacterInput { wish_velocity, jump: step % 20 == 19, ..Default::default() };
                        moves.watch(&mut scratch, |scratch| {
                            let _ = world.step_character(scratch, &config, &mut state, &input, 1.0 / 60.0);
                        });
                    }
                }
                moves
            };
            let first = walk(9);
            assert!(first.allocations > 0, "the counter does not count");
            // The two lists of the path take turns.
            walk(9);
            assert_eq!(walk(9).allocations, 0, "{} {record_path}", level.name);
            assert!(walk(10).grew <= 12, "{} {record_path}", level.name);
        }
    }
}

#[test]
fn steps_of_a_ball_allocate_only_where_the_scratch_grows() {
    for (level, world) in levels() {
        for record_path in [false, true] {
            let config = BallConfig { record_path, ..BallConfig::default() };
            let (mut scratch, mut rng) = (Scratch::default(), SplitMix64::new(7));
            let mut rounds = [Moves::default(); 4];
            for moves in &mut rounds {
                for &spawn in &level.spawns {
                    let mut v = || rng.range(-6.0, 6.0) as f32;
                    let velocity = Vec3::new(v(), v(), v());
                    let mut ball = Ball { velocity, ..Ball::at(Vec3::from(spawn)) };
                    for _ in 0..60 {
                        moves.watch(&mut scratch, |scratch| {
                            ball = world.step_ball(scratch, &ball, 1.0 / 60.0, &config).ball;
                        });
                    }
                }
            }
            let [first, others @ ..] = rounds;
            assert!(
                first.allocations > 0 && others.iter().all(|m| m.hits > 10),
                "{}: {rounds:?}",
                level.name
            );
            let grew: usize = others.iter().map(|m| m.grew).sum();
            assert!(grew <= 12, "{}: {rounds:?}", level.name);
        }
    }
}

#[test]
fn depenetration_allocates_nothing_after_the_first_time() {
    for (level, world) in levels() {
        let mut scratch = Scratch::default();
        let mut rounds = [Moves::default(); 2];
        for moves in &mut rounds {
            for (i, &v) in level.vertices.iter().step_by(trials(5, 1)).enumerate() {
                moves.watch(&mut scratch, |scratch| {
                    let _ =
                        world.depenetrate(scratch, &shapes()[i % 4], Vec3::from(v), &MoveConfig::default());
                });
            }
        }
        assert!(rounds[0].grew > 0 && rounds[1].allocations == 0, "{}: {rounds:?}", level.name);
    }
}

/// The reported memory of a mover cache is exact to the byte.
#[test]
fn a_neighbourhood_knows_its_memory() {
    for (level, world) in levels() {
        let (mut scratch, mut neighbourhood) = (Scratch::default(), MoverCache::default());
        let mut position = Vec3::from(level.spawns[0]).as_dvec3();
        for i in 0..200 {
            let before = scratch.memory_bytes() + neighbourhood.memory_bytes();
            let seen = measure(|| {
                scratch.with_cache(&mut neighbourhood, |scratch| {
                    let motion = Vec3::new(0.05, -0.05, 0.01 * (i / 50) as f32);
                    let config = MoveConfig::default();
                    position = world
                        .move_and_slide(scratch, &Shape::sphere(0.4), position, by(motion), &config)
                        .position;
                });
            });
            let after = scratch.memory_bytes() + neighbourhood.memory_bytes();
            assert_eq!(seen.bytes_current, after as i64 - before as i64, "{}, move {i}", level.name);
        }
        assert!(neighbourhood.memory_bytes() > 500, "{}: {}", level.name, neighbourhood.memory_bytes());
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
                let shape = &shapes()[i % 4];
                answers += usize::from(world.cast_ray(from, motion, &ALL).is_some());
                answers += usize::from(world.is_blocked(from, from + motion, &ALL));
                answers += usize::from(world.cast_shape(shape, from, motion, &ALL).is_some());
                answers += usize::from(world.overlaps(shape, from + motion, &ALL));
                answers += usize::from(world.closest_point(from, 9.0, &ALL).is_some());
            }
        });
        assert!(answers > 4_000, "{}: {answers} answers are no test", level.name);
        assert_eq!(seen.count_total, 0, "{}: {seen:?}", level.name);
    }
}
