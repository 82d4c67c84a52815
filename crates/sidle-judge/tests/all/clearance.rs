//! The clearance compared with dense samples and with proofs that need no samples, and the grid
//! compared with all triangles.

use crate::common::{Mesh, Random, add, along, dot, length, sub};
use sidle_judge::{Body, Judge, V, closest_on_triangle};

fn sample(triangle: &[V; 3], i: usize, j: usize, n: usize) -> V {
    let [a, b, c] = *triangle;
    let (u, v) = (i as f64 / n as f64, j as f64 / n as f64);
    along(along(a, sub(b, a), u), sub(c, a), v)
}

/// No sample is nearer, and all corners are behind the plane through the answer. Together, these
/// prove that the answer is the nearest point.
#[test]
fn closest_point_is_proved_from_both_sides() {
    let mut random = Random(1);
    let mut worst = 0.0f64;
    for round in 0..200_000 {
        let triangle = random.triangle([0.0; 3], 3.0);
        let scale = triangle.iter().fold(6.0f64, |s, v| s.max(length(*v)));
        let point = random.point(6.0);
        let closest = closest_on_triangle(point, &triangle);
        let distance = length(sub(point, closest));
        if distance < 1e-6 {
            continue;
        }
        let normal = sub(point, closest).map(|x| x / distance);
        let bound = triangle.iter().fold(f64::INFINITY, |least, v| least.min(dot(normal, sub(point, *v))));
        worst = worst.max((distance - bound) / scale);
        if round % 100 == 0 {
            for (i, j) in (0..=40).flat_map(|i| (0..=40 - i).map(move |j| (i, j))) {
                assert!(length(sub(point, sample(&triangle, i, j, 40))) >= distance - 1e-9);
            }
        }
    }
    println!("distance above its certificate by at most {worst:e} of the triangle's size");
    assert!(worst < 1e-10, "{worst:e}");
}

fn one(triangle: [V; 3]) -> (Judge, [V; 3]) {
    let mut mesh = Mesh::default();
    mesh.triangle(triangle[0], triangle[1], triangle[2]);
    (mesh.judge(), triangle.map(|v| v.map(|x| f64::from(x as f32))))
}

#[test]
fn sphere_gap_equals_dense_sampling() {
    let mut random = Random(2);
    for _ in 0..2000 {
        let (judge, triangle) = one(random.triangle([0.0; 3], 1.0));
        let (at, radius) = (random.point(2.0), random.scale(0.05, 2.0));
        let gap = judge.clearance(&Body::Sphere { radius }, at, 1e9).gap;
        let n = 80;
        let sampled = (0..=n)
            .flat_map(|i| (0..=n - i).map(move |j| (i, j)))
            .fold(f64::INFINITY, |least: f64, (i, j)| least.min(length(sub(at, sample(&triangle, i, j, n)))))
            - radius;
        let longest = (0..3).fold(0.0f64, |m, i| m.max(length(sub(triangle[i], triangle[(i + 1) % 3]))));
        assert!(gap <= sampled + 1e-9 && gap >= sampled - longest / n as f64 - 1e-12, "{gap} {sampled}");
    }
}

/// The body as an inequality, written apart from the judge: |R^-1 Q^T (p - c)| <= 1, and for a
/// capsule the distance from the core in radii.
fn inside(body: &Body, at: V, p: V) -> f64 {
    let q = sub(p, at);
    match *body {
        Body::Point => f64::INFINITY,
        Body::Sphere { radius } => length(q) / radius,
        Body::Ellipsoid { radii, rotation } => {
            let turned = turned_back(q, rotation);
            length([turned[0] / radii[0], turned[1] / radii[1], turned[2] / radii[2]])
        }
        Body::Capsule { radius, half_core, rotation } => {
            let half = half_core[0] + half_core[1];
            let [x, y, z] = turned_back(q, rotation);
            length([x, (y.abs() - half).max(0.0), z]) / radius
        }
    }
}

fn turned_back(q: V, [x, y, z, w]: [f64; 4]) -> V {
    // Turned back by the conjugate quaternion: v + 2 u x (u x v + w v), u = -(x, y, z) /
    // length.
    let s = (x * x + y * y + z * z + w * w).sqrt();
    let (u, w) = ([-x / s, -y / s, -z / s], w / s);
    let cross =
        |a: V, b: V| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    along(q, cross(u, add(cross(u, q), [w * q[0], w * q[1], w * q[2]])), 2.0)
}

#[test]
fn ellipsoid_gap_has_the_sign_of_samples_and_bounds_the_distance() {
    let mut random = Random(3);
    let (mut overlaps, mut free) = (0, 0);
    for _ in 0..20_000 {
        let body = random.body();
        let (judge, triangle) = one(random.triangle([0.0; 3], 1.0));
        let at = random.point(1.5);
        let seen = judge.clearance(&body, at, 1e9);
        let n = 40;
        let mut least = (f64::INFINITY, [0.0; 3]);
        for (i, j) in (0..=n).flat_map(|i| (0..=n - i).map(move |j| (i, j))) {
            let p = sample(&triangle, i, j, n);
            let value = inside(&body, at, p);
            if value < least.0 {
                least = (value, p);
            }
        }
        if least.0 < 1.0 {
            overlaps += 1;
            assert!(seen.gap < 0.0, "a point of the triangle is inside, gap {}", seen.gap);
        }
        if seen.gap > 0.0 {
            free += 1;
            // The plane of the answer separates the two: every corner behind it, the body in front
            // of it.
            let reach = support(&body, seen.normal);
            for corner in triangle {
                let separation = dot(seen.normal, sub(at, corner)) - reach;
                assert!(
                    separation >= seen.gap - 1e-11 * (100.0 + length(corner)),
                    "{separation} {}",
                    seen.gap
                );
            }
        }
        // Moved out by the depth, it is free; by a little less, it is not.
        let depth = -seen.gap;
        let out = |d: f64| judge.clearance(&body, along(at, seen.normal, d), 1e9).gap;
        if depth > 0.0 {
            assert!(out(depth + 1e-9) >= 0.0);
            // An ellipsoid may be free earlier, because of another plane.
            let enough = matches!(body, Body::Ellipsoid { .. }) || depth < 1e-6;
            assert!(enough || out(0.999 * depth) < 0.0);
        }
    }
    println!("{overlaps} overlaps, {free} free");
    assert!(overlaps > 1000 && free > 2000);
}

/// Returns the extent of the body along a unit vector, from samples of its surface refined by hill
/// climbing.
fn support(body: &Body, n: V) -> f64 {
    if let Body::Capsule { radius, half_core, rotation } = *body {
        return radius + (half_core[0] + half_core[1]) * turned_back(n, rotation)[1].abs();
    }
    let surface = |d: V| {
        let value = inside(body, [0.0; 3], d);
        if value.is_finite() { dot(n, d) / value } else { 0.0 }
    };
    let (mut best, mut step) = (n, 1.0);
    while step > 1e-9 {
        let mut better = false;
        for axis in 0..3 {
            for sign in [-step, step] {
                let mut d = best;
                d[axis] += sign;
                let size = length(d);
                if size > 1e-3 && surface(d) > surface(best) + 1e-14 {
                    best = d.map(|x| x / size);
                    better = true;
                }
            }
        }
        if !better {
            step *= 0.5;
        }
    }
    surface(best)
}

#[test]
fn ellipsoid_facing_a_face_measures_true_metres() {
    let mut mesh = Mesh::default();
    mesh.triangle([-50.0, -50.0, 0.0], [50.0, -50.0, 0.0], [0.0, 50.0, 0.0]);
    let judge = mesh.judge();
    let body = Body::Ellipsoid { radii: [0.4, 0.9, 0.3], rotation: [0.0, 0.0, 0.0, 7.0] };
    for height in [2.0, 0.31, 0.29, 0.1, 0.0] {
        let gap = judge.clearance(&body, [0.3, 0.2, height], 9.0).gap;
        assert!((gap - (height - 0.3)).abs() < 1e-12, "{height}: {gap}");
    }
    // Rotated by 90 degrees about x, the 0.9 axis is vertical.
    let body = Body::Ellipsoid { radii: [0.4, 0.9, 0.3], rotation: [3.0, 0.0, 0.0, 3.0] };
    assert!((judge.clearance(&body, [0.0, 0.0, 1.0], 9.0).gap - 0.1).abs() < 1e-12);
}

#[test]
fn grid_equals_brute_force() {
    let mut random = Random(4);
    let mut met = 0;
    for (count, size, half) in [(1, 1.0, 1.0), (40, 3.0, 1.0), (300, 10.0, 2.0), (3000, 60.0, 1.0)] {
        let mut mesh = random.soup(count, size, half);
        mesh.triangle([f64::NAN, 0.0, 0.0], [1.0; 3], [2.0; 3]);
        mesh.triangles.push([0, 1, 4_000_000]);
        let judge = mesh.judge();
        for _ in 0..1500 {
            let (body, at) = (random.body(), random.point(size * 1.3));
            let up_to = [0.0, 0.05, 1.0, 30.0][random.below(4)];
            let (fast, brute) = (judge.clearance(&body, at, up_to), judge.clearance_brute(&body, at, up_to));
            assert_eq!(fast, brute, "{body:?} {at:?} {up_to}");
            met += usize::from(fast.triangle.is_some());
        }
    }
    assert!(met > 2000, "{met}");
}

#[test]
fn path_clearance_equals_dense_sampling() {
    let mut random = Random(5);
    let mesh = random.soup(60, 3.0, 1.0);
    let judge = mesh.judge();
    for round in 0..600 {
        let (body, from) = (random.body(), random.point(4.0));
        let size = random.scale(0.01, 5.0);
        let to = add(from, random.point(size));
        let seen = judge.path_clearance(&body, from, to, 0.5);
        let n = 400;
        let sampled = (0..=n).fold(f64::INFINITY, |least: f64, i| {
            let at = along(from, sub(to, from), f64::from(i) / f64::from(n));
            least.min(judge.clearance(&body, at, 0.5).gap)
        });
        let spacing = length(sub(to, from)) / f64::from(n);
        match body {
            Body::Ellipsoid { .. } => assert!(sampled >= 0.0 || seen.gap < 0.0, "{round}"),
            _ => assert!(seen.gap <= sampled + 1e-9, "{round}: {} {sampled}", seen.gap),
        }
        if !matches!(body, Body::Ellipsoid { .. }) {
            assert!(seen.gap >= sampled - spacing - 1e-12, "{round}: {} {sampled}", seen.gap);
        }
        if seen.triangle.is_some() {
            assert_eq!(judge.clearance(&body, seen.at, 0.5).gap, seen.gap, "{round}: not what is there");
        }
    }
}

#[test]
fn questions_that_are_not_finite_never_pass() {
    let judge = crate::common::room().judge();
    let body = Body::Sphere { radius: 0.5 };
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(judge.clearance(&body, [bad, 0.0, 0.0], 1.0).gap < 0.0);
        assert!(judge.path_clearance(&body, [0.0; 3], [bad, 0.0, 0.0], 1.0).gap < 0.0);
        assert!(judge.crosses([0.0; 3], [bad, 0.0, 0.0]));
        assert!(judge.ray([0.0; 3], [bad, 0.0, 0.0]).is_none());
    }
    let empty = Judge::new(&[], &[]);
    assert_eq!(empty.clearance(&body, [0.0; 3], 1.0).gap, 1.0);
    assert!(empty.bounds().is_none() && !empty.crosses([0.0; 3], [1.0; 3]));
    assert!(empty.ray([0.0; 3], [1.0; 3]).is_none());
}
