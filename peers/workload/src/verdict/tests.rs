use super::*;
use crate::{Level, Queries};

/// A floor at 0, one walker of radius 0.5 that walks along x on it, one ray and two casts down.
fn work() -> Work {
    let up = [0.0, 1.0, 0.0];
    let vertices = vec![[-90.0, 0.0, -90.0], [0.0, 0.0, 90.0], [90.0, 0.0, -90.0]];
    let level = Level { name: "floor".into(), up, vertices, triangles: vec![[0, 1, 2]], spawns: Vec::new() };
    let plan = Plan {
        name: "walk".into(),
        half: [0.5; 3],
        dt: 0.1,
        frames: 4,
        starts: vec![[0.0, 0.51, 0.0]],
        wishes: vec![[5.0, 0.0, 0.0]; 4],
        up,
        lost_below: -3.0,
        every_move: true,
        goals: Vec::new(),
    };
    let down = |from: f32| Queries {
        from: vec![[0.0, from, 0.0]],
        short: vec![[0.0, -2.0, 0.0]],
        long: vec![[0.0, -4.0, 0.0]],
    };
    let (queries, capsules) = (down(1.0), down(1.575));
    let judge = Judge::new(&level.vertices, &level.triangles);
    let mut work = Work {
        level,
        share: 10,
        queries,
        capsules,
        truths: Vec::new(),
        plans: vec![plan],
        characters: false,
    };
    let truth = |(_, kind, long)| {
        let (from, motions) = work.asked(kind, long);
        vec![crate::samples::truth(&judge, kind, up, from[0], motions[0])]
    };
    work.truths = QUERY_KINDS.map(truth).into();
    work
}

fn raw(ends: [P; 4], answers: [f32; 8]) -> Raw {
    Raw {
        padding: 0.02,
        queries: answers.map(|a| (1.0, vec![a])).into(),
        walks: vec![WalkRaw {
            total_ns: 400.0,
            ends: ends.into(),
            move_ns: vec![10, 20, 30, 40],
            repeats: true,
            grounded: Vec::new(),
        }],
        ..Raw::default()
    }
}

const RIGHT: [f32; 8] = [0.5, 0.25, 0.0, 0.0, 0.3, 0.15, 0.3, 0.15];
const FREE: [P; 4] = [[0.5, 0.5, 0.0], [1.0, 0.505, 0.0], [1.5, 0.51, 0.0], [2.0, 0.502, 0.0]];

#[test]
fn an_honest_engine_passes() {
    let row = judge(&work(), &raw(FREE, RIGHT)).unwrap();
    let walk = &row.walks[0];
    assert_eq!((walk.penetrating, walk.crossings, walk.lost), (0, 0, 0));
    assert!((walk.metres - 2.0).abs() < 1e-6);
    assert!((walk.deepest_padded_mm - 20.0).abs() < 1e-4, "{}", walk.deepest_padded_mm);
    let single = walk.with_candidates.unwrap();
    assert_eq!((single.moves, single.p50_ns, single.p99_ns), (4, 20, 40));
    assert_eq!(walk.mean_ns, 100.0);
    assert!(row.queries.iter().all(|q| (q.checked, q.early, q.late, q.missed) == (1, 0, 0, 0)), "{row:?}");
}

#[test]
fn planted_penetrations_and_crossings_are_found() {
    let mut ends = FREE;
    ends[1][1] = 0.497;
    ends[3][1] = -0.6;
    let walk = judge(&work(), &raw(ends, RIGHT)).unwrap().walks.remove(0);
    assert_eq!((walk.penetrating, walk.deep, walk.crossings), (1, 1, 1));
    assert!((walk.deepest_mm - 3.0).abs() < 1e-3, "{}", walk.deepest_mm);
}

#[test]
fn planted_wrong_answers_are_found() {
    // A ray 2 mm early, one missed, one any-hit missed, a cast 2 mm late, one missed, a capsule
    // cast 2 mm early, one missed.
    let row = judge(&work(), &raw(FREE, [0.499, -1.0, -1.0, 0.0, 0.301, -1.0, 0.299, -1.0])).unwrap();
    let seen: Vec<_> = row.queries.iter().map(|q| (q.early, q.late, q.missed)).collect();
    let first = [(1, 0, 0), (0, 0, 1), (0, 0, 1), (0, 0, 0), (0, 1, 0), (0, 0, 1)];
    assert_eq!((&seen[..6], &seen[6..]), (&first[..], &[(1, 0, 0), (0, 0, 1)][..]));
}

#[test]
fn a_walker_that_fell_out_begins_again_and_in_the_air_there_are_no_candidates() {
    let ends = [[0.5, 9.0, 0.0], [0.5, -9.0, 0.0], [0.5, 0.51, 0.0], [0.5, 0.52, 0.0]];
    let walk = judge(&work(), &raw(ends, RIGHT)).unwrap().walks.remove(0);
    assert_eq!((walk.lost, walk.crossings), (1, 1));
    let mut ends = FREE;
    ends[2..].iter_mut().for_each(|end| end[1] = 9.0);
    let walk = judge(&work(), &raw(ends, RIGHT)).unwrap().walks.remove(0);
    assert_eq!(walk.with_candidates.unwrap().moves, 3);
}

#[test]
fn tall_movers_are_judged_with_their_shape() {
    let mut work = work();
    work.plans[0].half = [0.2, 0.5, 0.2];
    let walk = |tall, ends| judge(&work, &Raw { tall, ..raw(ends, RIGHT) }).map(|row| row.walks[0].clone());
    assert_eq!(walk(Some(Tall::Capsule), FREE).unwrap().penetrating, 0);
    let mut low = FREE;
    low[0][1] = 0.4999;
    assert_eq!(walk(Some(Tall::Capsule), low).unwrap().penetrating, 1);
    assert_eq!(walk(Some(Tall::Ellipsoid), low).unwrap().penetrating, 1);
    assert!(walk(None, FREE).is_err());
    // Beside the tip of the floor, below the middle: the ellipsoid is thinner there.
    let mut side = FREE;
    side[0] = [0.0, 0.45, 90.12];
    assert_eq!(walk(Some(Tall::Capsule), side).unwrap().penetrating, 1);
    assert_eq!(walk(Some(Tall::Ellipsoid), side).unwrap().penetrating, 0);
}

#[test]
fn equal_bits_keep_their_verdict_and_get_their_own_times() {
    let mut ends = FREE;
    ends[2..].iter_mut().for_each(|end| end[1] = 9.0);
    let first = raw(ends, RIGHT);
    let mut second = first.clone();
    second.build_ns = 7.0;
    second.queries[4].0 = 5.0;
    second.walks[0].total_ns = 800.0;
    second.walks[0].move_ns = vec![1, 2, 3, 90];
    assert!(first.has_bits_of(&second));
    let row = judge(&work(), &first).unwrap().with_times_of(&second);
    assert_eq!(row, judge(&work(), &second).unwrap());
    second.walks[0].ends[0][2] = -0.0;
    assert!(!first.has_bits_of(&second));
}
