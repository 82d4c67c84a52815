//! Many moves in one call: bit-identical to single moves, on any number of threads.

use crate::common::{by, world_of};
use allocation_counter::measure;
use sidle::{
    Batch, DVec3, Motion, Move, MoveConfig, MoveHit, Outcome, Response, Scratch, Shape, StopReason, Vec3,
    World,
};
use sidle_scenes::{Level, SplitMix64, generate};

/// Returns moves of both shapes, from free places and others, short and long, some with invalid
/// numbers. The last chunk of `count` moves should not be full.
fn moves(level: &Level, count: usize) -> Vec<Move<'static>> {
    static SHAPES: [Shape; 2] = [Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3))];
    static INVALID: Shape = Shape::sphere(-1.0);
    let mut rng = SplitMix64::new(21);
    let all = (0..count).map(|i| {
        let mut v = |s: f64| Vec3::from([(); 3].map(|()| rng.range(-s, s) as f32));
        let shape = &SHAPES[i % 2];
        let from = Vec3::from(level.spawns[i % level.spawns.len()]) + v(0.5);
        let motion = v(if i % 10 == 0 { 5.0 } else { 0.4 }) - Vec3::Y * 0.8;
        match i % 97 {
            13 => Move::new(shape, Vec3::NAN, by(motion)),
            14 => Move::new(&INVALID, from, by(motion)),
            15 => Move::new(shape, from, by(Vec3::splat(f32::INFINITY))),
            _ => {
                let motion = Motion { displacement: motion, velocity: motion * 60.0 };
                Move { shape, from: from.as_dvec3(), motion }
            }
        }
    });
    all.collect()
}

fn config() -> MoveConfig {
    MoveConfig { record_path: true, ..MoveConfig::default() }
}

type Told = (Outcome, Vec<MoveHit>, Vec<DVec3>);

fn one_by_one(world: &World, moves: &[Move], config: &MoveConfig) -> Vec<Told> {
    let mut scratch = Scratch::default();
    let told = moves.iter().map(|m| {
        let outcome = world.move_and_slide(&mut scratch, m.shape, m.from, m.motion, config);
        (outcome, scratch.hits().to_vec(), scratch.path().to_vec())
    });
    told.collect()
}

fn told(batch: &Batch) -> Vec<Told> {
    let all = batch.outcomes().iter().enumerate();
    all.map(|(i, &outcome)| (outcome, batch.hits(i).to_vec(), batch.path(i).to_vec())).collect()
}

/// Compares the text of all floats, which identifies their bits. (It does not for NaN, which no
/// outcome contains.)
fn assert_same(expected: &[Told], found: &[Told], what: &str) {
    assert_eq!(expected.len(), found.len(), "{what}");
    for (i, (expected, found)) in expected.iter().zip(found).enumerate() {
        assert_eq!(format!("{expected:?}"), format!("{found:?}"), "{what}: move {i}");
    }
}

#[test]
fn many_moves_in_one_call_have_the_bits_of_one_by_one() {
    let mut batch = Batch::default();
    for level in [generate::hall(1, 5_000), generate::soup(1, 5_000)] {
        let world = world_of(&level);
        for response in [Response::Slide, Response::Momentum] {
            let config = MoveConfig { response, ..config() };
            // More, fewer, none, more again: no result of an earlier call is left.
            for count in [1_000, 130, 0, 64, 777] {
                let moves = moves(&level, count);
                let expected = one_by_one(&world, &moves, &config);
                world.move_all(&mut batch, &moves, &config);
                assert_same(&expected, &told(&batch), &format!("{} {response:?} {count}", level.name));
                let hits: usize = expected.iter().map(|t| t.1.len()).sum();
                assert!(count < 777 || hits > 150, "{hits} hits are no test");
            }
        }
    }
}

#[test]
fn a_bad_move_spoils_no_other() {
    let level = generate::hall(1, 5_000);
    let world = world_of(&level);
    let mut batch = Batch::default();
    world.move_all(&mut batch, &moves(&level, 300), &config());
    let bad = |i: usize| (13..16).contains(&(i % 97));
    for (i, outcome) in batch.outcomes().iter().enumerate() {
        assert_eq!(outcome.reason == StopReason::InvalidInput, bad(i), "move {i}: {outcome:?}");
        assert!(!bad(i) || batch.hits(i).is_empty(), "move {i}");
    }
    assert!(batch.hits(300).is_empty() && batch.path(usize::MAX).is_empty(), "no such move");
}

#[test]
fn a_batch_allocates_nothing_after_the_first_time() {
    let level = generate::hall(1, 5_000);
    let (world, moves, config) = (world_of(&level), moves(&level, 500), config());
    let mut batch = Batch::default();
    let first = measure(|| world.move_all(&mut batch, &moves, &config));
    assert!(first.count_total > 0, "the counter does not count");
    let second = measure(|| world.move_all(&mut batch, &moves, &config));
    assert_eq!(second.count_total, 0, "{second:?}");
    assert!(batch.memory_bytes() > 500 * size_of::<Outcome>());
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let level = generate::hall(1, 5_000);
    let world = world_of(&level);
    let (mut one, mut many) = (Batch::default(), Batch::default());
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        for count in [1_500, 65, 0, 1_000] {
            let moves = moves(&level, count);
            world.move_all(&mut one, &moves, &config());
            pool.install(|| world.par_move_all(&mut many, &moves, &config()));
            assert_same(&told(&one), &told(&many), &format!("{threads} threads, {count} moves"));
        }
    }
    // Also from outside of any thread pool.
    let moves = moves(&level, 1_000);
    world.move_all(&mut one, &moves, &config());
    world.par_move_all(&mut many, &moves, &config());
    assert_same(&told(&one), &told(&many), "the global pool");
}
