//! The judge must reject wrong moves and accept right ones: movers with planted faults, and the
//! reference implementation.

use crate::common::{Mesh, add, along, dot, length, oblique_step, room, stairs, sub};
use sidle_judge::{Body, Claim, Judge, Law, Limits, Tally, V, Verdict, closest_on_triangle, reference_move};

const SKIN: f64 = 1e-3;
const LIMITS: Limits = Limits { penetration_m: 0.0, stop_gap_m: 1.2 * SKIN, travel_share: 0.99 };

/// A path and whether it ended at a hit.
type Moved = (Vec<V>, bool);

fn judged(judge: &Judge, body: &Body, motion: V, (path, stopped_by_hit): Moved) -> Verdict {
    let mut tally = Tally::default();
    tally.note_move(judge, &Claim { body, path: &path, stopped_by_hit, may_leave: true });
    let way: f64 = path.windows(2).map(|p| length(sub(p[1], p[0]))).sum();
    let reference = reference_move(judge, body, path[0], motion, Law::Slide, SKIN);
    tally.note_travel(way, reference.distance, SKIN);
    tally.verdict(&LIMITS)
}

fn honest(judge: &Judge, body: &Body, from: V, motion: V) -> Moved {
    let out = reference_move(judge, body, from, motion, Law::Slide, SKIN);
    (out.path, out.hindered)
}

#[track_caller]
fn assert_fault(verdict: &Verdict, word: &str) {
    assert!(verdict.faults.iter().any(|fault| fault.contains(word)), "no '{word}' in {verdict:?}");
}

/// The printed sweep of "General Collision Detection for Games Using Ellipsoids" for a unit sphere
/// and one triangle: the point on the plane, the nearest point of the perimeter, and a ray back to
/// the sphere. Returns the fraction of the motion.
fn printed_sweep(from: V, motion: V, triangle: &[V; 3]) -> Option<f64> {
    let (e, f) = (sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    let size = length(n);
    let mut n = n.map(|x| x / size);
    let mut height = dot(n, sub(from, triangle[0]));
    if height < 0.0 {
        (n, height) = (n.map(|x| -x), -height);
    }
    let on_plane = if height <= 1.0 {
        along(from, n, -height)
    } else {
        let share = (height - 1.0) / -dot(n, motion);
        along(along(from, n, -1.0), motion, share)
    };
    let touched = closest_on_triangle(on_plane, triangle);
    let back = sub(touched, from);
    let (a, b) = (dot(motion, motion), dot(back, motion));
    let root = b * b - a * (dot(back, back) - 1.0);
    (root >= 0.0).then(|| (b - root.sqrt()) / a).filter(|t| (0.0..=1.0).contains(t))
}

fn printed_mover(triangle: &[V; 3], from: V, motion: V) -> Moved {
    let hit = printed_sweep(from, motion, triangle);
    (vec![from, along(from, motion, hit.unwrap_or(1.0))], hit.is_some())
}

#[test]
fn the_printed_sweep_walks_through_a_step() {
    let mesh = oblique_step();
    let triangle = [[0.0, -100.0, 0.0], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]];
    let (judge, unit, from) = (mesh.judge(), Body::Sphere { radius: 1.0 }, [-3.0, 0.0, 0.5]);
    for motion in [[4.0, 4.0, 0.0], [4.0, 1.0, 0.0]] {
        let verdict = judged(&judge, &unit, motion, printed_mover(&triangle, from, motion));
        assert_fault(&verdict, "penetrates");
        let verdict = judged(&judge, &unit, motion, honest(&judge, &unit, from, motion));
        assert!(verdict.is_honest(), "{verdict:?}");
    }
    // Head-on, the printed sweep is right, and the judge finds no overlap beyond rounding.
    let (path, _) = printed_mover(&triangle, from, [4.0, 0.0, 0.0]);
    let least = judge.path_clearance(&unit, path[0], path[1], 1.0).gap;
    assert!(least.abs() < 1e-12, "{least:e}");
}

#[test]
fn a_radius_short_of_five_millimetres() {
    let (judge, body) = (room().judge(), Body::Sphere { radius: 0.4 });
    let (from, motion) = ([-3.0, 5.0, 1.0], [0.5, 1.0, -3.0]);
    let thin = Body::Sphere { radius: 0.395 };
    let verdict = judged(&judge, &body, motion, honest(&judge, &thin, from, motion));
    assert_fault(&verdict, "penetrates");
    let verdict = judged(&judge, &body, motion, honest(&judge, &body, from, motion));
    assert!(verdict.is_honest(), "{verdict:?}");
    // In the other direction it stops too early.
    let thick = Body::Sphere { radius: 0.405 };
    let verdict = judged(&judge, &body, motion, honest(&judge, &thick, from, motion));
    assert_fault(&verdict, "before a hit");
}

#[test]
fn a_thin_ellipsoid_is_found_too() {
    let judge = room().judge();
    let body = |less: f64| Body::Ellipsoid {
        radii: [0.4 - less, 0.3 - less, 0.9 - less],
        rotation: [0.1, 0.4, 0.2, 0.9],
    };
    let (from, motion) = ([-3.0, 5.0, 1.2], [0.5, 1.0, -3.0]);
    let verdict = judged(&judge, &body(0.0), motion, honest(&judge, &body(5e-3), from, motion));
    assert_fault(&verdict, "penetrates");
    let verdict = judged(&judge, &body(0.0), motion, honest(&judge, &body(0.0), from, motion));
    assert!(verdict.is_honest(), "{verdict:?}");
}

/// A capsule whose radius, or whose core, is 5 mm too short, upright, rotated or a segment.
#[test]
fn a_thin_or_short_capsule_is_found_too() {
    let judge = room().judge();
    let (from, motion) = ([-3.0, 5.0, 1.2], [0.5, 1.0, -3.0]);
    // z is up.
    let (upright, turned) = ([1.0, 0.0, 0.0, 1.0], [0.1, 0.4, 0.2, 0.9]);
    for (radius, rotation) in [(0.3, upright), (0.3, turned), (0.0, turned)] {
        let body = Body::capsule(radius, 1.6, rotation);
        let short = Body::capsule(radius, 1.6 - 0.02, rotation);
        let verdict = judged(&judge, &body, motion, honest(&judge, &short, from, motion));
        assert_fault(&verdict, "penetrates");
        if radius > 0.0 {
            let thin = Body::capsule(radius - 5e-3, 1.6 - 0.01, rotation);
            let verdict = judged(&judge, &body, motion, honest(&judge, &thin, from, motion));
            assert_fault(&verdict, "penetrates");
        }
        let long = Body::capsule(radius, 1.6 + 0.02, rotation);
        let verdict = judged(&judge, &body, motion, honest(&judge, &long, from, motion));
        assert_fault(&verdict, "before a hit");
        let verdict = judged(&judge, &body, motion, honest(&judge, &body, from, motion));
        assert!(verdict.is_honest(), "{verdict:?}");
    }
}

#[test]
fn a_teleport_through_a_wall() {
    let mut mesh = Mesh::default();
    mesh.quad([0.0, -5.0, -5.0], [0.0, 5.0, -5.0], [0.0, 5.0, 5.0], [0.0, -5.0, 5.0]);
    let (judge, from, motion) = (mesh.judge(), [-1.0, 0.2, 0.1], [2.0, 0.0, 0.0]);
    let capsule = Body::capsule(0.2, 1.0, [0.1, 0.4, 0.2, 0.9]);
    for body in [Body::Point, Body::Sphere { radius: 0.3 }, capsule] {
        let verdict = judged(&judge, &body, motion, (vec![from, add(from, motion)], false));
        assert_fault(&verdict, "cross a triangle");
        // Even if it hides the path, with a corner exactly on the wall.
        let on_wall = add(from, [1.0, 0.0, 0.0]);
        let hidden = judged(&judge, &body, motion, (vec![from, on_wall, add(from, motion)], false));
        assert_fault(&hidden, "cross a triangle");
        let verdict = judged(&judge, &body, motion, honest(&judge, &body, from, motion));
        assert!(verdict.is_honest(), "{verdict:?}");
    }
}

#[test]
fn a_mover_that_stays_where_it_is() {
    let (judge, body) = (stairs(1.0).judge(), Body::Sphere { radius: 3.0 });
    let (from, motion) = ([0.0, 0.0, 3.0 + SKIN], [10.0, 0.0, -5.0]);
    let verdict = judged(&judge, &body, motion, (vec![from, from], true));
    assert_fault(&verdict, "of the naive mover's distance");
    assert_eq!(verdict.faults.len(), 1, "{verdict:?}");
    // A mover that sticks at the first edge.
    let verdict = judged(&judge, &body, motion, (vec![from, [1.7, 0.0, 3.0 + SKIN]], false));
    assert_fault(&verdict, "of the naive mover's distance");
    let verdict = judged(&judge, &body, motion, honest(&judge, &body, from, motion));
    assert!(verdict.is_honest(), "{verdict:?}");
}

#[test]
fn a_mover_that_loses_itself() {
    let (judge, body) = (room().judge(), Body::Sphere { radius: 0.4 });
    let from = [-3.0, 5.0, 1.0];
    let claim = |path: &[V]| {
        let mut tally = Tally::default();
        tally.note_move(&judge, &Claim { body: &body, path, stopped_by_hit: false, may_leave: false });
        tally
    };
    assert_fault(&claim(&[from, [f64::NAN, 0.0, 0.0]]).verdict(&LIMITS), "not finite");
    assert_fault(&claim(&[]).verdict(&LIMITS), "not finite");
    assert_fault(&claim(&[from, [0.0, 0.0, 40.0]]).verdict(&LIMITS), "leave the level");
    let mut tally = Tally::default();
    tally.note_travel(f64::NAN, 1.0, 0.0);
    assert_fault(&tally.verdict(&LIMITS), "of the naive mover's distance");

    // Merged verdicts contain the faults of both, and correct moves do not remove them.
    let merged = claim(&[from, from]).merge(&claim(&[from, [0.0, 0.0, 40.0]]));
    assert_eq!((merged.moves, merged.escaped, merged.crossings), (2, 1, 1));
    assert_fault(&merged.verdict(&LIMITS), "penetrates");
    assert!(claim(&[from, from]).verdict(&LIMITS).is_honest());
}

#[test]
fn an_overlapping_start_is_not_the_movers_fault() {
    let (judge, body) = (room().judge(), Body::Sphere { radius: 0.4 });
    let (deep, out, deeper) = ([0.0, 7.0, 0.3], [0.0, 7.0, 0.5], [0.0, 7.0, 0.25]);
    let penetration = |path: [V; 2]| {
        let mut tally = Tally::default();
        tally.note_move(&judge, &Claim { body: &body, path: &path, stopped_by_hit: false, may_leave: true });
        tally.worst_penetration_m
    };
    assert_eq!(penetration([deep, out]), 0.0);
    assert!((penetration([deep, deeper]) - 0.05).abs() < 1e-12);
}
