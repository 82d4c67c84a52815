//! The exact judge, compared with closed forms, with the rational reference, and with the judge in
//! f64.

use std::cmp::Ordering;

use crate::common::exact_checks::{Agreement, f32_born, is_parted, order_in_all_orders, turn};
use crate::common::{Random, add, along, sub};
use sidle_judge::{Body, Judge, V, closest_on_triangle, exact};
use sidle_scenes::trials;

fn ball(radius: f64) -> Body {
    Body::Sphere { radius }
}

/// In contact, and with one ulp less and one ulp more of radius.
#[track_caller]
fn touches_at(radius: f64, centre: V, triangle: [V; 3]) {
    let order = |radius: f64| order_in_all_orders(&ball(radius), centre, centre, triangle);
    assert_eq!(order(radius.next_down()), Ordering::Greater);
    assert_eq!(order(radius), Ordering::Equal);
    assert_eq!(order(radius.next_up()), Ordering::Less);
}

/// Three points around `p` in the plane of two directions, with `p` in the middle.
fn around(p: V, u: V, v: V) -> [V; 3] {
    [along(p, u, 4.0), along(p, v, 4.0), along(along(p, u, -4.0), v, -4.0)]
}

#[test]
fn touching_by_pythagoras() {
    let (foot, u, v) = ([2.0, 3.0, 6.0], [3.0, -2.0, 0.0], [0.0, 2.0, -1.0]);
    let (near, edge) = ([3.0, 4.0, 0.0], [4.0, -3.0, 7.0]);
    let (edge_a, edge_b, out) = (add(near, edge), sub(near, edge), [30.0, 40.0, 0.0]);
    for size in [1.0, 2f64.powi(-60), 2f64.powi(90), 2f64.powi(-10)] {
        for shift in [[0.0; 3], [1e5, -3e6, 0.25], [-8e6, 8e6, 1.0]] {
            let place = |v: V| add(v, shift).map(|x| x * size);
            let check = |radius: f64, triangle: [V; 3]| {
                touches_at(radius * size, place([0.0; 3]), triangle.map(place));
            };
            check(7.0, around(foot, u, v));
            check(7.0, [foot, along(foot, u, 9.0), along(foot, v, 9.0)]);
            check(7.0, [foot, [20.0, 30.0, 60.0], [2.0, 3.0, 70.0]]);
            check(5.0, [edge_a, edge_b, out]);
            // Zero area: lines, needles without a width, and one point three times.
            check(5.0, [edge_a, edge_b, edge_b]);
            check(5.0, [edge_a, edge_b, along(near, edge, 0.5)]);
            check(5.0, [near, along(near, [1.0, 0.0, 0.0], 3.0), along(near, [1.0, 0.0, 0.0], 5.0)]);
            check(5.0, [near; 3]);
        }
    }
}

/// Integer points that a rotated body touches: `p` of a body with integer radii, rotated by an
/// integer quaternion. Its squared length multiplies the radii instead of dividing the rotation.
#[test]
fn turned_ellipsoids_touch_where_they_should() {
    let mut random = Random(3);
    for _ in 0..300 {
        let q = [0; 4].map(|_| random.between(-9.0, 9.0).round());
        let s: f64 = q.iter().map(|x| x * x).sum();
        if s == 0.0 {
            continue;
        }
        // 2/7, 3/7, 6/7 of the radii; the normal there is p / R^2, with two directions
        // perpendicular to it.
        let (p, n, u, v) = ([2.0, 6.0, 24.0], [4.0, 3.0, 3.0], [3.0, -4.0, 0.0], [0.0, 1.0, -1.0]);
        let centre = random.point(1e6).map(f64::round);
        let turned = |v: V| turn(q, v);
        let [corner, normal, u, v] = [turned(p), turned(n), turned(u), turned(v)];
        let body =
            |scale: f64| Body::Ellipsoid { radii: [7.0, 14.0, 28.0].map(|r| r * s * scale), rotation: q };
        let triangles = [
            around(corner, u, v),
            [corner, along(corner, u, 5.0), along(corner, v, -3.0)],
            [along(corner, u, 2.0), along(corner, u, -1.0), along(corner, normal, 40.0)],
            [corner; 3],
        ];
        for triangle in triangles.map(|t| t.map(|v| add(v, centre))) {
            let order = |scale: f64| order_in_all_orders(&body(scale), centre, centre, triangle);
            assert_eq!(order(1.0), Ordering::Equal, "{q:?} {triangle:?}");
            assert_eq!(order(1.0 - 1e-15), Ordering::Greater);
            assert_eq!(order(1.0 + 1e-15), Ordering::Less);
            let parts = |scale: f64| exact::plane_order(&body(scale), centre, &triangle, normal.map(|x| -x));
            assert_eq!(parts(1.0), Some(Ordering::Equal));
            assert_eq!(parts(1.0 - 1e-15), Some(Ordering::Greater));
            assert_eq!(parts(1.0 + 1e-15), Some(Ordering::Less));
        }
    }
}

/// Bodies, paths and triangles of small integers, which often touch, or are parallel, flat or
/// equal.
fn small(random: &mut Random) -> (Body, V, V, [V; 3]) {
    let mut whole = |half: f64| random.between(-half - 0.5, half + 0.5).round();
    let mut point = || [whole(4.0), whole(4.0), whole(4.0)];
    let (from, to, triangle) = (point(), point(), [point(), point(), point()]);
    let body = match random.below(4) {
        0 => Body::Point,
        1 | 2 => ball([1.0, 2.0, 3.0, 5.0, 0.5][random.below(5)]),
        _ => Body::Ellipsoid {
            radii: [0; 3].map(|_| [0.5, 1.0, 2.0, 4.0][random.below(4)]),
            rotation: [0; 4]
                .map(|i: i32| random.between(-2.0, 2.0).round() + 0.5 * f64::from(1 - i.signum())),
        },
    };
    (body, from, [from, to][random.below(3).min(1)], triangle)
}

/// Numbers as in games: from f32, with slivers, needles, zero areas, 1:100, and radii tuned to
/// touch within an ulp.
fn nasty(random: &mut Random) -> (Body, V, V, [V; 3]) {
    let far = [0.0, 0.0, 1e3, 1e7][random.below(4)];
    let middle = random.point(far);
    let size = [1.0, 1.0, 1e-3, 1e3][random.below(4)];
    let triangle = random.triangle([0.0; 3], 1.5).map(|v| f32_born(along(middle, v, size)));
    let from = f32_born(along(middle, random.point(3.0), size));
    let to = if random.below(2) == 0 { from } else { f32_born(along(middle, random.point(3.0), size)) };
    let radii = [0; 3].map(|_| random.scale(0.02, 2.0) * size);
    let rotation = [0; 4].map(|_| f64::from(random.between(-1.0, 1.0) as f32));
    let turned = Body::Ellipsoid { radii: f32_born(radii), rotation };
    let body = [Body::Point, ball(f64::from(radii[0] as f32)), turned][random.below(3)];
    if random.below(2) == 0 {
        return (body, from, to, triangle);
    }
    // Scales all radii to contact by the factor that f64 finds, plus or minus a few ulps.
    let level = Judge::new(&triangle.map(|v| v.map(|x| x as f32)), &[[0, 1, 2]]);
    let touches = |scale: f64| level.path_clearance(&scaled(&body, scale), from, to, 0.0).gap < 0.0;
    let (mut free, mut full) = (0.0, 1e4);
    for _ in 0..80 {
        let scale = 0.5 * (free + full);
        *(if touches(scale) { &mut full } else { &mut free }) = scale;
    }
    (scaled(&body, full * (1.0 + random.between(-8.0, 8.0) * f64::EPSILON)), from, to, triangle)
}

fn scaled(body: &Body, scale: f64) -> Body {
    match *body {
        Body::Point => Body::Point,
        Body::Sphere { radius } => ball(radius * scale),
        Body::Ellipsoid { radii, rotation } => Body::Ellipsoid { radii: radii.map(|r| r * scale), rotation },
        Body::Capsule { radius, half_core, rotation } => {
            Body::Capsule { radius: radius * scale, half_core, rotation }
        }
    }
}

#[test]
fn the_rational_twin_agrees() {
    let mut random = Random(4);
    let rounds = trials(1_500, 6_000);
    let (mut seen, mut crossed, mut equal_sides) = ([0u32; 3], 0u32, 0u32);
    for round in 0..rounds {
        let (body, from, to, triangle) = if round % 3 < 2 { small(&mut random) } else { nasty(&mut random) };
        let answer = order_in_all_orders(&body, from, to, triangle);
        let reference = crate::rational::order(&body, from, to, &triangle);
        assert_eq!(answer, reference, "{body:?} {from:?} {to:?} {triangle:?}");
        seen[(answer as i8 + 1) as usize] += 1;
        let side = exact::side(&triangle, from).expect("finite");
        assert_eq!(side, crate::rational::side(&triangle, from), "{from:?} {triangle:?}");
        equal_sides += u32::from(side.is_eq());
        let crosses = exact::crosses(from, to, &triangle);
        assert_eq!(crosses, crate::rational::crosses(from, to, &triangle), "{from:?} {to:?} {triangle:?}");
        crossed += u32::from(crosses);
    }
    println!(
        "{rounds} cases: {seen:?} overlap, touch, are free; {equal_sides} starts on the plane, {crossed} crossings"
    );
    assert!(
        seen.iter().all(|&n| n > rounds / 60) && crossed > rounds / 60 && equal_sides > rounds / 20,
        "{seen:?}"
    );
}

#[test]
fn a_plane_that_parts_them_proves_it() {
    let mut random = Random(5);
    let (mut parted, mut free) = (0, 0);
    for round in 0..20_000 {
        let (body, at, _, triangle) = if round % 2 == 0 { small(&mut random) } else { nasty(&mut random) };
        let towards = sub(at, closest_on_triangle(at, &triangle));
        let normal = [towards, random.point(1.0)][random.below(2)];
        free += u32::from(exact::order(&body, at, &triangle).expect("finite").is_ge());
        parted += u32::from(is_parted(&body, at, &triangle, normal));
    }
    println!("{parted} planes found for {free} free places");
    assert!(parted > 5000, "{parted}");
}

/// The judge in f64 must agree where it is sure, and [`Judge::decide_path`] everywhere.
#[test]
fn f64_agrees_wherever_it_is_sure() {
    let mut random = Random(6);
    let mut agreement = Agreement::default();
    for _ in 0..trials(20_000, 100_000) {
        let (body, from, to, triangle) = nasty(&mut random);
        agreement.compare(&body, [from, to], &triangle, 0.0);
    }
    agreement.check();
}

#[test]
fn what_cannot_be_judged_is_not_free() {
    let (triangle, at) = ([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [0.0, 0.0, 9.0]);
    let level = Judge::new(&triangle.map(|v| v.map(|x| x as f32)), &[[0, 1, 2]]);
    let turned = |rotation| Body::Ellipsoid { radii: [1.0; 3], rotation };
    for body in [ball(f64::NAN), ball(-1.0), ball(f64::INFINITY), turned([0.0; 4]), turned([f64::NAN; 4])] {
        assert!(exact::order(&body, at, &triangle).is_none() && exact::overlaps(&body, at, &triangle));
        assert!(!level.decide(&body, at).free);
    }
    assert!(
        exact::overlaps(&ball(1.0), [f64::NAN; 3], &triangle)
            && !level.decide(&ball(1.0), [f64::NAN; 3]).free
    );
    assert!(level.decide(&ball(1.0), at).free && !level.decide(&ball(9.1), at).free);
    assert_eq!(exact::plane_order(&ball(1.0), at, &triangle, [0.0; 3]), None);
}
