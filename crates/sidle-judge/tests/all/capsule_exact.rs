//! The capsule in exact arithmetic: closed forms, its rational reference, the sphere, and f64.

use std::cmp::Ordering;

use crate::common::exact_checks::{Agreement, f32_born, is_parted, level_of, order_in_all_orders, turn};
use crate::common::{Random, add, along, length, sub};
use sidle_judge::{Body, V, exact};

const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// Triangles at the distance 5 from the segment between (0, -6, 0) and (0, 6, 0).
fn triangles_at_five() -> Vec<[V; 3]> {
    let beside = [3.0, 1.0, 4.0];
    let (out, round) = ([3.0, 0.0, 4.0], [4.0, 0.0, -3.0]);
    let past_the_end = [0.0, 9.0, 4.0];
    vec![
        // A corner beside the core, and past its end.
        [beside, along(beside, out, 2.0), add(along(beside, out, 2.0), [0.0, 3.0, 0.0])],
        [past_the_end, [0.0, 18.0, 8.0], [1.0, 27.0, 12.0]],
        // An edge across the core, parallel to it, and past its end.
        [along(beside, round, 3.0), along(beside, round, -2.0), along(beside, out, 9.0)],
        [[3.0, -20.0, 4.0], [3.0, 20.0, 4.0], [6.0, 0.0, 8.0]],
        [[3.0, -2.0, 4.0], [3.0, 2.0, 4.0], [6.0, 0.0, 8.0]],
        [[5.0, 9.0, 4.0], [-7.0, 9.0, 4.0], [0.0, 30.0, 13.0]],
        // A face beside the core and parallel to it, and one that only the end touches.
        [[-1.0, 20.0, 7.0], [7.0, -20.0, 1.0], [3.0, -20.0, 4.0]],
        [along(past_the_end, [1.0, 0.0, 0.0], 9.0), add(past_the_end, [-9.0, 4.0, -3.0]), [0.0, 1.0, 10.0]],
        // Zero area: lines, and one point three times.
        [along(beside, round, 3.0), along(beside, round, -2.0), along(beside, round, -2.0)],
        [[3.0, -20.0, 4.0], [3.0, 20.0, 4.0], [3.0, 7.0, 4.0]],
        [beside; 3],
        [past_the_end; 3],
    ]
}

#[test]
fn touching_by_pythagoras() {
    let mut random = Random(21);
    for round in 0..60 {
        let q = if round == 0 { UPRIGHT } else { [0; 4].map(|_| random.between(-5.0, 5.0).round()) };
        let s: f64 = q.iter().map(|x| x * x).sum();
        if s == 0.0 {
            continue;
        }
        let centre = random.point(1e6).map(f64::round);
        for size in [1.0, 2f64.powi(-60), 2f64.powi(90)] {
            let place = |v: V| add(turn(q, v), centre).map(|x| x * size);
            let at = centre.map(|x| x * size);
            for triangle in triangles_at_five() {
                let placed = triangle.map(place);
                let order = |radius: f64, half: f64| {
                    let body = Body::Capsule { radius, half_core: [half, 0.0], rotation: q };
                    order_in_all_orders(&body, at, at, placed)
                };
                let (radius, half) = (5.0 * s * size, 6.0 * s * size);
                assert_eq!(order(radius, half), Ordering::Equal, "{q:?} {triangle:?}");
                assert_eq!(order(radius.next_down(), half), Ordering::Greater, "{q:?} {triangle:?}");
                assert_eq!(order(radius.next_up(), half), Ordering::Less, "{q:?} {triangle:?}");
                // Past the end, the length of the core counts too.
                if triangle.iter().all(|corner| corner[1] >= 9.0) {
                    assert_eq!(order(radius, half.next_down()), Ordering::Greater, "{q:?} {triangle:?}");
                    assert_eq!(order(radius, half.next_up()), Ordering::Less, "{q:?} {triangle:?}");
                }
            }
        }
    }
}

/// The core is `height / 2 - radius` without rounding, even where f64 would round it.
#[test]
fn the_length_of_the_core_is_not_rounded() {
    let (radius, height) = (f64::from(1e-30f32), f64::from(1.8f32));
    assert_eq!(0.5 * height - radius, 0.5 * height, "rounded in f64");
    let body = Body::capsule(radius, height, UPRIGHT);
    let top = [[0.0, 0.5 * height, 0.0], [1.0, 2.0, 0.0], [0.0, 2.0, 1.0]];
    assert_eq!(exact::order(&body, [0.0; 3], &top), Some(Ordering::Equal));
    let taller = Body::Capsule { radius, half_core: [0.5 * height, 0.0], rotation: UPRIGHT };
    assert_eq!(exact::order(&taller, [0.0; 3], &top), Some(Ordering::Less));
    // Sizes from f32 in the range of games need no rounding.
    let mut random = Random(22);
    for _ in 0..10_000 {
        let radius = f64::from(random.scale(1e-6, 10.0) as f32);
        let height = f64::from((2.0 * radius + random.scale(1e-6, 100.0)) as f32);
        let half = 0.5 * height - radius;
        assert_eq!((half + radius, 0.5 * height - half), (0.5 * height, radius));
    }
}

/// A core without a radius overlaps only what it passes through.
#[test]
fn a_segment_pierces_or_touches() {
    let triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
    let body = |half: f64| Body::Capsule { radius: 0.0, half_core: [half, 0.0], rotation: UPRIGHT };
    let order = |at: V, half: f64| order_in_all_orders(&body(half), at, at, triangle);
    let tiny = 0.5_f64.powi(100);
    assert_eq!(order([1.0, 0.5, 1.0], 0.5), Ordering::Equal);
    assert_eq!(order([1.0, 0.5, 1.0], 0.5f64.next_up()), Ordering::Less);
    assert_eq!(order([1.0, 0.5, 1.0], 0.5f64.next_down()), Ordering::Greater);
    for (x, z) in [(0.0, 1.0), (1.0, 0.0), (2.0, 2.0), (0.0, 0.0), (4.0, 0.0)] {
        assert_eq!(order([x, 0.25, z], 1.0), Ordering::Equal, "through the border");
    }
    assert_eq!(order([tiny, 0.25, 1.0], 1.0), Ordering::Less);
    assert_eq!(order([-tiny, 0.25, 1.0], 1.0), Ordering::Greater);
    // Smaller components count as 0.
    assert_eq!(order([-tiny.next_down(), 0.25, 1.0], 1.0), Ordering::Equal);
    // In the plane of the triangle it touches.
    let lying = Body::Capsule { radius: 0.0, half_core: [9.0, 0.0], rotation: [1.0, 0.0, 0.0, 1.0] };
    assert_eq!(order_in_all_orders(&lying, [1.0, 0.0, 1.0], [1.0, 0.0, 1.0], triangle), Ordering::Equal);
    // On its way it passes through, or along the border, or past the border before it reaches the
    // plane.
    let way = |from: V, to: V| order_in_all_orders(&body(1.0), from, to, triangle);
    assert_eq!(way([-3.0, 0.5, 1.0], [6.0, 0.5, 1.0]), Ordering::Less);
    assert_eq!(way([-3.0, 0.5, 4.0], [6.0, 0.5, 4.0]), Ordering::Equal);
    assert_eq!(way([-2.0, 3.0, 1.0], [0.0, 1.0, 1.0]), Ordering::Equal);
    assert_eq!(way([-2.0, 4.0, 1.0], [2.0, 0.0, 1.0]), Ordering::Less);
    assert_eq!(way([-3.0, 1.0, 1.0], [0.0, 9.0, 1.0]), Ordering::Greater);
    // The judge in f64 sees the same.
    let level = level_of(&triangle);
    assert!(
        !level.decide(&body(1.0), [1.0, 0.25, 1.0]).free && level.decide(&body(1.0), [2.0, 0.25, 2.0]).free
    );
    assert_eq!(level.clearance(&body(1.0), [1.0, 0.25, 1.0], 1.0).gap, -0.75);
}

/// Bodies, ways and triangles of small integers: touching, parallel, flat and equal are common
/// there.
fn small(random: &mut Random) -> (Body, V, V, [V; 3]) {
    let mut whole = |half: f64| random.between(-half - 0.5, half + 0.5).round();
    let mut point = || [whole(4.0), whole(4.0), whole(4.0)];
    let (from, to, triangle) = (point(), point(), [point(), point(), point()]);
    let radius = [0.0, 0.0, 1.0, 2.0, 3.0, 0.5][random.below(6)];
    let height = 2.0 * radius + [0.0, 1.0, 2.0, 4.0, 5.0][random.below(5)];
    let turned = [0; 4].map(|i: i32| random.between(-2.0, 2.0).round() + 0.5 * f64::from(1 - i.signum()));
    let rotation = [UPRIGHT, [1.0, 0.0, 0.0, 1.0], turned][random.below(3)];
    (Body::capsule(radius, height, rotation), from, [from, to][random.below(3).min(1)], triangle)
}

/// Numbers as games have them: f32-born, slivers, needles, zero areas, cores parallel to faces and
/// edges; for every second case the radius is tuned to touch within a few ulps.
fn nasty(random: &mut Random) -> (Body, V, V, [V; 3]) {
    let far = [0.0, 0.0, 1e3, 1e7][random.below(4)];
    let middle = random.point(far);
    let size = [1.0, 1.0, 1e-3, 1e3][random.below(4)];
    let triangle = random.triangle([0.0; 3], 1.5).map(|v| f32_born(along(middle, v, size)));
    let from = f32_born(along(middle, random.point(3.0), size));
    let to = if random.below(2) == 0 { from } else { f32_born(along(middle, random.point(3.0), size)) };
    let radius = [0.0, f64::from((random.scale(0.001, 2.0) * size) as f32)][random.below(5).min(1)];
    let height = f64::from((2.0 * radius + random.scale(0.01, 4.0) * size) as f32);
    let height = height.max(2.0 * radius);
    let turned = [0; 4].map(|_| f64::from(random.between(-1.0, 1.0) as f32));
    let edge = sub(triangle[1], triangle[0]);
    // Turns y to the direction of an edge, or nearly so.
    let turn_to_edge = f32_rotation(edge);
    let rotation = [UPRIGHT, turned, turned, turn_to_edge][random.below(4)];
    let body = Body::capsule(radius, height, rotation);
    if random.below(2) == 0 {
        return (body, from, to, triangle);
    }
    let level = level_of(&triangle);
    let touches = |radius: f64| level.path_clearance(&with_radius(&body, radius), from, to, 0.0).gap < 0.0;
    let (mut free, mut full) = (0.0, 1e4 * size);
    for _ in 0..80 {
        let radius = 0.5 * (free + full);
        *(if touches(radius) { &mut full } else { &mut free }) = radius;
    }
    let radius = full * (1.0 + random.between(-8.0, 8.0) * f64::EPSILON);
    (with_radius(&body, radius), from, to, triangle)
}

fn f32_rotation(to: V) -> [f64; 4] {
    let size = length(to);
    if size == 0.0 {
        return UPRIGHT;
    }
    // The quaternion (y x to, |to| + y . to), rounded to f32.
    [to[2] / size, 0.0, -to[0] / size, 1.0 + to[1] / size].map(|x| f64::from((x + 1e-30) as f32))
}

fn with_radius(body: &Body, radius: f64) -> Body {
    let Body::Capsule { half_core, rotation, .. } = *body else { unreachable!("only capsules here") };
    Body::Capsule { radius, half_core, rotation }
}

#[test]
fn the_rational_twin_agrees() {
    let mut random = Random(23);
    let (mut seen, mut pierced, mut moving) = ([0u32; 3], 0u32, 0u32);
    for round in 0..4000 {
        let (body, from, to, triangle) = if round % 4 < 3 { small(&mut random) } else { nasty(&mut random) };
        let answer = order_in_all_orders(&body, from, to, triangle);
        let reference = crate::rational::order(&body, from, to, &triangle);
        assert_eq!(answer, reference, "{body:?} {from:?} {to:?} {triangle:?}");
        seen[(answer as i8 + 1) as usize] += 1;
        pierced += u32::from(matches!(body, Body::Capsule { radius: 0.0, .. }) && answer.is_lt());
        moving += u32::from(from != to);
    }
    println!(
        "4000 cases: {seen:?} overlap, touch, are free; {pierced} pierced without a radius, {moving} moving"
    );
    assert!(seen.iter().all(|&n| n > 40) && pierced > 50 && moving > 1000, "{seen:?} {pierced}");
}

/// A capsule covers what a sphere sweeps along its core; both answers are exact.
#[test]
fn the_sphere_swept_along_the_core_agrees() {
    let mut random = Random(24);
    let mut seen = [0u32; 3];
    for round in 0..20_000 {
        let (body, at, _, triangle) = if round % 2 == 0 { small(&mut random) } else { nasty(&mut random) };
        let Body::Capsule { radius, half_core, .. } = body else { unreachable!("only capsules here") };
        // Upright and with a core of few digits, its ends are exact in f64.
        let half = f64::from((half_core[0] + half_core[1]) as f32);
        let ([x, y, z], body) = (at, Body::Capsule { radius, half_core: [half, 0.0], rotation: UPRIGHT });
        let (low, high) = ([x, y - half, z], [x, y + half, z]);
        if radius == 0.0 || y - half + half != y || y + half - half != y || high[1] - y != half {
            continue;
        }
        let sphere = exact::path_order(&Body::Sphere { radius }, low, high, &triangle);
        assert_eq!(exact::order(&body, at, &triangle), sphere, "{body:?} {at:?} {triangle:?}");
        seen[(sphere.expect("finite") as i8 + 1) as usize] += 1;
    }
    println!("{seen:?} overlap, touch, are free");
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
}

/// Without a core it is the sphere: the same verdicts, and the same bits in f64.
#[test]
fn without_a_core_it_is_the_sphere() {
    let mut random = Random(25);
    for round in 0..20_000 {
        let (body, from, to, triangle) = if round % 2 == 0 { small(&mut random) } else { nasty(&mut random) };
        let Body::Capsule { radius, rotation, .. } = body else { unreachable!("only capsules here") };
        let (ball, body) = (Body::Sphere { radius }, Body::capsule(radius, 2.0 * radius, rotation));
        let order = |body: &Body| exact::path_order(body, from, to, &triangle);
        assert_eq!(order(&ball), order(&body), "{body:?} {from:?} {to:?} {triangle:?}");
        let parts = |body: &Body| exact::plane_order(body, from, &triangle, sub(from, triangle[0]));
        assert_eq!(parts(&ball), parts(&body));
        let level = level_of(&triangle);
        assert_eq!(level.decide_path(&ball, from, to), level.decide_path(&body, from, to));
        assert_eq!(level.path_clearance(&ball, from, to, 9.0), level.path_clearance(&body, from, to, 9.0));
    }
}

#[test]
fn a_plane_that_parts_them_proves_it() {
    let mut random = Random(26);
    let (mut parted, mut free) = (0, 0);
    for round in 0..10_000 {
        let (body, at, _, triangle) = if round % 2 == 0 { small(&mut random) } else { nasty(&mut random) };
        let seen = level_of(&triangle).clearance(&body, at, 1e9);
        let normal = [seen.normal, random.point(1.0)][random.below(2)];
        free += u32::from(exact::order(&body, at, &triangle).expect("finite").is_ge());
        parted += u32::from(is_parted(&body, at, &triangle, normal));
    }
    println!("{parted} planes found for {free} free positions");
    assert!(parted > 2500, "{parted}");
    // One ulp around touching, along a normal of length 3.
    let wall = [[5.0, -9.0, 0.0], [5.0, 9.0, 0.0], [7.0, 0.0, 3.0]];
    let order = |radius: f64| {
        let body = Body::Capsule { radius, half_core: [3.0, 0.0], rotation: [0.0, 0.0, -1.0, 1.0] };
        exact::plane_order(&body, [0.0; 3], &wall, [-3.0, 0.0, 0.0])
    };
    assert_eq!(order(2.0), Some(Ordering::Equal));
    assert_eq!(order(2.0f64.next_down()), Some(Ordering::Greater));
    assert_eq!(order(2.0f64.next_up()), Some(Ordering::Less));
}

/// The judge in f64 must agree wherever it is sure, and [`Judge::decide_path`] everywhere.
#[test]
fn f64_agrees_wherever_it_is_sure() {
    let mut random = Random(27);
    let mut agreement = Agreement::default();
    for _ in 0..100_000 {
        let (body, from, to, triangle) = nasty(&mut random);
        let Body::Capsule { half_core: [p, q], .. } = body else { unreachable!("only capsules here") };
        agreement.compare(&body, [from, to], &triangle, p + q);
    }
    agreement.check();
}

/// Turned by quarter turns together with the level, by quaternions of other lengths, and end for
/// end: the same verdict.
#[test]
fn turning_everything_changes_nothing() {
    let mut random = Random(28);
    let (quarter, half_turn) = ([0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.0]);
    for round in 0..5000 {
        let (body, from, to, triangle) = if round % 2 == 0 { small(&mut random) } else { nasty(&mut random) };
        let Body::Capsule { radius, half_core, rotation: q } = body else { unreachable!("only capsules") };
        let with = |rotation: [f64; 4]| Body::Capsule { radius, half_core, rotation };
        let answer = exact::path_order(&body, from, to, &triangle);
        // A quarter turn about z maps (x, y, z) to (-y, x, z).
        let turned = |[x, y, z]: V| [-y, x, z];
        let body = with(product(quarter, q));
        assert_eq!(exact::path_order(&body, turned(from), turned(to), &triangle.map(turned)), answer);
        for other in [q.map(|x| 4.0 * x), q.map(|x| -x), product(q, half_turn)] {
            assert_eq!(exact::path_order(&with(other), from, to, &triangle), answer, "{q:?} {other:?}");
        }
    }
}

/// The product of two quaternions; `b` turns first.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

#[test]
fn what_cannot_be_judged_is_not_free() {
    let (triangle, at) = ([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [0.0, 0.0, 9.0]);
    let level = level_of(&triangle);
    for body in [
        Body::capsule(1.0, 1.9, UPRIGHT),
        Body::capsule(-1.0, 1.0, UPRIGHT),
        Body::capsule(1.0, f64::NAN, UPRIGHT),
        Body::capsule(f64::NAN, 1.0, UPRIGHT),
        Body::capsule(1.0, f64::INFINITY, UPRIGHT),
        Body::capsule(1.0, 3.0, [0.0; 4]),
        Body::capsule(1.0, 3.0, [0.0, 0.0, f64::NAN, 1.0]),
    ] {
        assert!(exact::order(&body, at, &triangle).is_none(), "{body:?}");
        assert!(exact::plane_order(&body, at, &triangle, at).is_none() && !level.decide(&body, at).free);
    }
    let sound = Body::capsule(1.0, 3.0, UPRIGHT);
    assert!(level.decide(&sound, at).free && !level.decide(&sound, [0.0, -1.2, 0.5]).free);
    assert!(!level.decide(&sound, [f64::NAN; 3]).free);
}
