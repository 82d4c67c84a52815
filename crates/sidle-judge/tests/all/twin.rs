//! The reference mover, compared with closed forms. Z is up.

use crate::common::{Mesh, Random, add, dot, length, room, stairs, sub};
use sidle_judge::{Body, Judge, Law, ReferenceOutcome, Tally, V, reference_move};

const SKIN: f64 = 1e-3;
/// A rotation of y to z, the direction up.
const UPRIGHT: [f64; 4] = [1.0, 0.0, 0.0, 1.0];
const HALF: Body = Body::Sphere { radius: 0.5 };

/// Performs a move and checks the properties of every move: it settles, keeps the skin and never
/// gains distance.
fn steer(judge: &Judge, body: &Body, from: V, motion: V) -> ReferenceOutcome {
    let out = reference_move(judge, body, from, motion, Law::Slide, SKIN);
    assert!(out.settled);
    assert!(out.distance <= length(motion) * (1.0 + 1e-9));
    let start = judge.clearance(&body.inflated(SKIN), from, 1.0).gap.min(0.0);
    for piece in out.path.windows(2) {
        let gap = judge.path_clearance(&body.inflated(SKIN), piece[0], piece[1], 1.0).gap;
        assert!(gap >= start - 1e-3 * SKIN, "{gap:e} below the level");
    }
    assert!(!judge.path_crosses(&out.path));
    out
}

fn assert_near(got: V, wanted: V, within: f64) {
    assert!(length(sub(got, wanted)) <= within, "{got:?}, wanted {wanted:?}");
}

fn floor(cells: usize) -> Judge {
    let mut mesh = Mesh::default();
    mesh.sheet([-20.0, -20.0, 0.0], [40.0, 0.0, 0.0], [0.0, 40.0, 0.0], cells);
    mesh.judge()
}

#[test]
fn flat_tessellated_floor_takes_nothing() {
    for (cells, push) in [(40, -5.0), (400, -5.0), (400, -100.0), (40, 0.0), (40, -1e-9)] {
        let out = steer(&floor(cells), &HALF, [-3.0, 0.2, 0.5 + SKIN], [3.0, 1.95, push]);
        assert_near(out.position, [0.0, 2.15, 0.5 + SKIN], 1e-5);
    }
}

#[test]
fn a_start_inside_the_skin_still_slides() {
    for depth in [0.999, 0.5, 1e-3] {
        let out = steer(&floor(40), &HALF, [0.0, 0.0, 0.5 + SKIN * (1.0 - depth)], [2.0, 0.0, -3.0]);
        assert_near(out.position, [2.0, 0.0, 0.5 + SKIN], 1e-5);
    }
    // Under a ceiling with less room than two skins there is no free place, and yet the mover can
    // slide on.
    let mut mesh = Mesh::default();
    for z in [0.0, 1.0 + 1.2 * SKIN] {
        mesh.sheet([-20.0, -20.0, z], [40.0, 0.0, 0.0], [0.0, 40.0, 0.0], 40);
    }
    let out = steer(&mesh.judge(), &HALF, [0.0, 0.0, 0.5 + 0.6 * SKIN], [2.0, 0.7, -3.0]);
    assert_near(out.position, [2.0, 0.7, 0.5 + 0.6 * SKIN], 1e-4);
}

#[test]
fn slope_of_45_degrees_for_every_body() {
    let mut mesh = Mesh::default();
    mesh.sheet([-20.0, -20.0, 20.0], [40.0, 0.0, -40.0], [0.0, 40.0, 0.0], 33);
    let judge = mesh.judge();
    let tilted = Body::Ellipsoid { radii: [0.4, 0.9, 0.4], rotation: [0.3, -0.2, 0.5, 1.1] };
    let upright = Body::Ellipsoid { radii: [0.4, 0.4, 0.9], rotation: [0.0, 0.0, 0.0, 1.0] };
    let capsule = Body::capsule(0.4, 1.8, UPRIGHT);
    let leaning = Body::capsule(0.3, 1.5, [0.3, -0.2, 0.5, 1.1]);
    let segment = Body::capsule(0.0, 1.5, [0.3, -0.2, 0.5, 1.1]);
    for body in [HALF, tilted, upright, Body::Point, capsule, leaning, segment] {
        let mut from = [-2.0, 0.3, 5.0];
        // The gap is a lower bound for ellipsoids: never too large, and soon exact.
        for _ in 0..50 {
            from[2] -= judge.clearance(&body.inflated(SKIN), from, 9.0).gap * 2f64.sqrt();
        }
        let down = steer(&judge, &body, from, [0.0, 0.0, -2.0]);
        assert!((down.distance - 2f64.sqrt()).abs() < 1e-3, "{body:?} {}", down.distance);
        let into = steer(&judge, &body, from, [-1.0, 0.5, 0.0]);
        assert_near(sub(into.position, from), [-0.5, 0.5, 0.5], 1e-3);
    }
}

fn corner() -> Judge {
    let mut mesh = Mesh::default();
    mesh.sheet([-5.0, -5.0, 0.0], [10.0, 0.0, 0.0], [0.0, 10.0, 0.0], 9);
    mesh.sheet([2.0, -5.0, -1.0], [0.0, 10.0, 0.0], [0.0, 0.0, 4.0], 9);
    mesh.sheet([-5.0, 2.0, -1.0], [10.0, 0.0, 0.0], [0.0, 0.0, 4.0], 9);
    mesh.judge()
}

#[test]
fn a_corner_of_three_stops() {
    let inner = 2.0 - 0.5 - SKIN;
    let out = steer(&corner(), &HALF, [0.0, 0.0, 0.5 + SKIN], [9.0, 6.0, -9.0]);
    assert_near(out.position, [inner, inner, 0.5 + SKIN], 1e-5);
    let again = steer(&corner(), &HALF, out.position, [9.0, 6.0, -9.0]);
    assert!(again.distance < 1e-5 && again.hindered, "{}", again.distance);
}

/// A capsule in the same corner: upright, and lying along x.
#[test]
fn a_capsule_in_a_corner_of_three_stops() {
    for (rotation, [x, y, z]) in [(UPRIGHT, [0.3, 0.3, 0.9]), ([0.0, 0.0, 1.0, 1.0], [0.9, 0.3, 0.3])] {
        let capsule = Body::capsule(0.3, 1.8, rotation);
        let out = steer(&corner(), &capsule, [0.0, 0.0, z + SKIN], [9.0, 6.0, -9.0]);
        assert_near(out.position, [2.0 - x - SKIN, 2.0 - y - SKIN, z + SKIN], 1e-5);
        let again = steer(&corner(), &capsule, out.position, [9.0, 6.0, -9.0]);
        assert!(again.distance < 1e-5 && again.hindered, "{}", again.distance);
    }
}

/// An upright capsule follows the stairs as the ball of its lower cap does, and travels as far.
#[test]
fn an_upright_capsule_climbs_stairs_as_its_lower_cap() {
    let (judge, level) = (stairs(0.1).judge(), 0.3 + SKIN);
    let (ball, capsule) = (Body::Sphere { radius: 0.3 }, Body::capsule(0.3, 1.8, UPRIGHT));
    let cap = steer(&judge, &ball, [0.0, 0.0, level], [1.2, 0.1, -0.6]);
    let out = steer(&judge, &capsule, [0.0, 0.0, level + 0.6], [1.2, 0.1, -0.6]);
    assert!((out.distance / cap.distance - 1.0).abs() < 1e-3, "{} and {}", out.distance, cap.distance);
    assert_near(sub(out.position, [0.0, 0.0, 0.6]), cap.position, 1e-4);
}

#[test]
fn a_groove_of_20_degrees_is_a_rail() {
    let mut mesh = Mesh::default();
    let (s, c) = (10f64.to_radians().sin(), 10f64.to_radians().cos());
    for side in [-1.0, 1.0] {
        mesh.sheet([0.0, -20.0, 0.0], [side * 20.0 * s, 0.0, 20.0 * c], [0.0, 40.0, 0.0], 24);
    }
    let rest = [0.0, 0.0, (0.5 + SKIN) / s];
    let start = add(rest, [0.0, 0.0, 0.3]);
    let out = steer(&mesh.judge(), &HALF, start, [0.9, 9.0, -9.0]);
    assert!((out.position[1] - 9.0).abs() < 1e-6, "{:?}", out.position);
    assert_near([out.position[0], 0.0, out.position[2]], rest, 1e-4);
}

/// A push away from one wall must not end the contact with the other. Earlier, the reference
/// oscillated forever.
#[test]
fn an_obtuse_corner_is_reached_once() {
    for degrees in [100.0f64, 120.0, 152.0, 170.0] {
        let mut mesh = Mesh::default();
        mesh.sheet([-9.0, -9.0, 0.0], [18.0, 0.0, 0.0], [0.0, 18.0, 0.0], 1);
        let (s, c) = (0.5 * degrees).to_radians().sin_cos();
        for side in [-1.0, 1.0] {
            mesh.sheet([0.0, 0.0, -1.0], [side * 9.0 * s, -9.0 * c, 0.0], [0.0, 0.0, 4.0], 1);
        }
        let out = steer(&mesh.judge(), &HALF, [-0.3, -2.0, 0.5 + SKIN], [0.3, 4.0, -1.0]);
        // The desired motion leans to one side less than the walls do, so the corner holds it.
        let held = (0.3f64 / 4.0) < c / s;
        assert!(!held || length(sub(out.position, [0.0, -(0.5 + SKIN) / s, 0.5 + SKIN])) < 1e-5);
        assert!(out.path.len() < 50, "{degrees}: {} pieces", out.path.len());
    }
}

/// The height of the centre over the stairs, and its slope, from the profile: the maximum of the
/// treads below and the arcs around the edges.
fn height(x: f64, radius: f64, size: f64) -> (f64, f64) {
    let mut best = (radius, 0.0);
    for step in 0..4 {
        let (edge, top) = ((4.0 + 2.0 * f64::from(step)) * size, (1.0 + f64::from(step)) * size);
        let off = edge - x;
        let here = if off <= 0.0 {
            (top + radius, 0.0)
        } else if off < radius {
            let up = (radius * radius - off * off).sqrt();
            (top + up, off / up)
        } else {
            continue;
        };
        if here.0 > best.0 {
            best = here;
        }
    }
    best
}

#[test]
fn a_ball_rolls_up_the_stairs_as_figure_7_says() {
    // A ball of three metres on steps of one, and one of 0.3 metres on steps of 0.1.
    for size in [1.0, 0.1] {
        // x' = P(x) v along the curve of the centre, integrated separately.
        let (vx, vz, level) = (12.0 * size, -6.0 * size, 3.0 * size + SKIN);
        let (mut x, mut way, n) = (0.0, 0.0, 1_000_000);
        for _ in 0..n {
            let (_, slope) = height(x, level, size);
            let dx = (vx + slope * vz) / (1.0 + slope * slope) / f64::from(n);
            x += dx;
            way += dx * (1.0 + slope * slope).sqrt();
        }
        let body = Body::Sphere { radius: 3.0 * size };
        let out = steer(&stairs(size).judge(), &body, [0.0, 0.0, level], [vx, 0.0, vz]);
        println!("steps of {size}: way {}, {way} on the curve", out.distance);
        assert!((out.distance / way - 1.0).abs() < 5e-3);
        assert!((out.position[2] - height(out.position[0], level, size).0).abs() < 1e-4);
        assert!(x > 6.0 * size);
    }
}

#[test]
fn a_wall_higher_than_the_ball_and_the_law_stop() {
    let out = reference_move(&corner(), &HALF, [0.0, 0.0, 1.0], [4.0, 0.5, 0.0], Law::Stop, SKIN);
    assert!(out.hindered && out.settled);
    assert!((out.position[0] - (1.5 - SKIN)).abs() < 1e-6, "{:?}", out.position);
    assert!((out.position[1] - 0.5 * (1.5 - SKIN) / 4.0).abs() < 1e-6);
}

/// A puck in a turn of facets keeps its speed times the cosines of the turns.
#[test]
fn momentum_loses_what_the_facets_take() {
    let mut mesh = Mesh::default();
    let facets = 16;
    let at = |i: i32| (f64::from(i) / f64::from(facets) * std::f64::consts::FRAC_PI_2).sin_cos();
    for i in 0..facets {
        let ((s0, c0), (s1, c1)) = (at(i), at(i + 1));
        let (a, b) = ([10.0 * s0, -10.0 * c0], [10.0 * s1, -10.0 * c1]);
        mesh.quad([a[0], a[1], -1.0], [b[0], b[1], -1.0], [b[0], b[1], 2.0], [a[0], a[1], 2.0]);
    }
    // Runs in along the first facet, turns fifteen times, and leaves along the last.
    let ((s0, c0), (s1, c1)) = (at(0), at(1));
    let first = [s1 - s0, c0 - c1, 0.0].map(|x| x / length([s1 - s0, c0 - c1, 0.0]));
    let inward = [-first[1], first[0], 0.0];
    let middle = [5.0 * (s0 + s1), -5.0 * (c0 + c1), 0.0];
    let from = add(middle, inward.map(|x| x * (0.5 + 2.0 * SKIN)));
    let motion = first.map(|x| x * 20.0);
    let out = reference_move(&mesh.judge(), &HALF, from, motion, Law::Momentum, SKIN);
    let turn = std::f64::consts::FRAC_PI_2 / f64::from(facets);
    let wanted = 20.0 * turn.cos().powi(facets - 1);
    println!("speed left {} of 20, product of cosines {wanted}", length(out.motion));
    assert!(out.settled && (length(out.motion) - wanted).abs() < 1e-6);
}

/// In a furnished room, with any body: always settled, always outside, never gaining distance, and
/// accepted by the judge.
#[test]
fn random_walks_are_honest() {
    let (judge, mut random) = (room().judge(), Random(11));
    let mut tally = Tally::default();
    let started = std::time::Instant::now();
    let mut steps = 0u32;
    for _ in 0..25 {
        let body = match random.body() {
            Body::Sphere { radius } => Body::Sphere { radius: radius.min(0.8) },
            other => other,
        };
        let mut at = [random.between(-9.0, 1.0), 7.0, 2.5];
        for _ in 0..40 {
            let mut motion = random.point(0.5);
            motion[2] -= 0.2;
            if judge.clearance(&body, at, 1.0).gap < 0.0 {
                break;
            }
            let out = steer(&judge, &body, at, motion);
            let claim = sidle_judge::Claim {
                body: &body,
                path: &out.path,
                stopped_by_hit: out.hindered,
                may_leave: false,
            };
            tally.note_move(&judge, &claim);
            assert!(dot(sub(out.position, at), motion) >= -2.0 * SKIN);
            at = out.position;
            steps += 1;
        }
    }
    println!("{steps} moves, {:?} each with their judging; {tally:?}", started.elapsed() / steps);
    let limits = sidle_judge::Limits { penetration_m: 0.0, stop_gap_m: 1.3 * SKIN, travel_share: 0.0 };
    assert!(steps > 800, "{steps}");
    let verdict = tally.verdict(&limits);
    assert!(verdict.is_honest(), "{verdict:?}");
}
