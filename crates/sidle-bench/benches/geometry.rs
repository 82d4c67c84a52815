//! Compares different methods for one question. All methods answer the same 1000 questions; some
//! answers are yes, some no.
//!
//! `cargo bench -p sidle-bench --bench geometry`

use divan::{Bencher, black_box};
use sidle::geometry::{
    Aabb, Ellipsoid, Plane, closest_on_perimeter, closest_on_polygon, point_in_convex_polygon,
    point_in_convex_polygon_by_angles, point_in_polygon, ray_triangle, ray_triangle_in_plane,
    segment_polygon,
};
use sidle::{Quat, Sides, Vec3};
use sidle_scenes::{SplitMix64, trig};

fn main() {
    divan::main();
}

fn vectors(seed: u64, size: f64) -> impl FnMut() -> Vec3 {
    let mut rng = SplitMix64::new(seed);
    move || Vec3::from_array(std::array::from_fn(|_| rng.range(-size, size) as f32))
}

/// Returns polygons with this number of corners on a circle of radius 1, all rotated differently,
/// each with a point of its plane.
fn points_and_polygons(corners: usize) -> Vec<(Vec3, Vec<Vec3>)> {
    let (mut direction, mut rng) = (vectors(1, 1.0), SplitMix64::new(2));
    let mut one = || {
        let (a, b) = (direction().normalize(), direction());
        let b = (b - a * a.dot(b)).normalize();
        let at = |turn: f64, r: f64| {
            let (s, c) = trig::sin_cos(turn * std::f64::consts::TAU);
            a * (r * c) as f32 + b * (r * s) as f32
        };
        let outline = (0..corners).map(|i| at(i as f64 / corners as f64, 1.0)).collect();
        (at(rng.range(0.0, 1.0), rng.range(0.3, 1.5)), outline)
    };
    (0..1000).map(|_| one()).collect()
}

fn count_inside(bencher: Bencher, corners: usize, method: impl Fn(Vec3, &[Vec3]) -> bool + Sync) {
    let questions = points_and_polygons(corners);
    bencher.bench(|| questions.iter().filter(|(p, outline)| method(black_box(*p), outline)).count());
}

#[divan::bench(args = [4, 12])]
fn m04_thousand_points_by_edge_planes(bencher: Bencher, corners: usize) {
    count_inside(bencher, corners, point_in_convex_polygon);
}

#[divan::bench(args = [4, 12])]
fn m05_thousand_points_by_crossing_number(bencher: Bencher, corners: usize) {
    count_inside(bencher, corners, point_in_polygon);
}

#[divan::bench(args = [4, 12])]
fn m06_thousand_points_by_angle_sum(bencher: Bencher, corners: usize) {
    count_inside(bencher, corners, point_in_convex_polygon_by_angles);
}

struct RayAndTriangle {
    origin: Vec3,
    direction: Vec3,
    triangle: [Vec3; 3],
    plane: Plane,
}

/// Returns rays that cross the plane of a triangle ahead of them, inside the triangle or about as
/// far beside it.
fn rays_and_triangles() -> Vec<RayAndTriangle> {
    let (mut place, mut rng) = (vectors(3, 1.0), SplitMix64::new(4));
    let mut one = || {
        let triangle @ [a, b, c] = [place(), place(), place()];
        let origin = place() * 4.0;
        let (u, v) = (rng.range(-0.15, 1.0) as f32, rng.range(-0.15, 1.0) as f32);
        let direction = (a + (b - a) * u + (c - a) * v - origin) * 1.5;
        Plane::from_triangle(a, b, c).map(|plane| RayAndTriangle { origin, direction, triangle, plane })
    };
    (0..1000).filter_map(|_| one()).collect()
}

fn count_hits(bencher: Bencher, method: impl Fn(&RayAndTriangle) -> bool + Sync) {
    let questions = rays_and_triangles();
    bencher.bench(|| questions.iter().filter(|q| method(black_box(q))).count());
}

#[divan::bench]
fn m07_thousand_rays_by_moeller_and_trumbore(bencher: Bencher) {
    count_hits(bencher, |q| ray_triangle(q.origin, q.direction, &q.triangle, Sides::Two).is_some());
}

#[divan::bench]
fn m08_thousand_rays_by_badouel_plane_known(bencher: Bencher) {
    count_hits(bencher, |q| {
        ray_triangle_in_plane(q.origin, q.direction, &q.triangle, &q.plane, Sides::Two).is_some()
    });
}

#[divan::bench]
fn m08_thousand_rays_by_badouel_plane_made_anew(bencher: Bencher) {
    count_hits(bencher, |q| {
        let [a, b, c] = q.triangle;
        Plane::from_triangle(a, b, c).is_some_and(|plane| {
            ray_triangle_in_plane(q.origin, q.direction, &q.triangle, &plane, Sides::Two).is_some()
        })
    });
}

#[divan::bench]
fn m13_thousand_segments_watertight(bencher: Bencher) {
    count_hits(bencher, |q| segment_polygon(q.origin, q.direction, &q.triangle, Sides::Two).is_some());
}

fn count_lines(bencher: Bencher, body: Ellipsoid) {
    let (mut start, mut aim) = (vectors(5, 6.0), vectors(6, 1.6));
    let lines: Vec<_> = (0..1000).map(|_| (start(), aim())).map(|(s, a)| (s, a - s)).collect();
    bencher.bench(|| lines.iter().filter(|l| black_box(&body).intersect_line(l.0, l.1).is_some()).count());
}

#[divan::bench]
fn n12_thousand_lines_and_a_sphere(bencher: Bencher) {
    count_lines(bencher, Ellipsoid::sphere(Vec3::ZERO, 1.0).expect("a radius"));
}

#[divan::bench]
fn n12_thousand_lines_and_an_ellipsoid(bencher: Bencher) {
    let turn = Quat::from_xyzw(0.1, 0.2, 0.3, 0.9);
    count_lines(bencher, Ellipsoid::new(Vec3::ZERO, Vec3::new(0.7, 1.6, 0.9), turn).expect("a body"));
}

/// Returns a box, and triangles near it that are about as large.
fn boxes() -> (Aabb, Vec<[Vec3; 3]>) {
    let mut place = vectors(7, 2.0);
    let triangles = (0..1000).map(|_| [place(), place(), place()]).collect();
    (Aabb { min: Vec3::splat(-0.5), max: Vec3::splat(0.5) }, triangles)
}

#[divan::bench]
fn n05_thousand_triangles_in_a_box(bencher: Bencher) {
    let (bounds, triangles) = boxes();
    bencher.bench(|| triangles.iter().filter(|t| black_box(&bounds).overlaps_polygon(&t[..])).count());
}

#[divan::bench]
fn n05_thousand_triangles_clipped_to_a_box(bencher: Bencher) {
    let (bounds, triangles) = boxes();
    bencher
        .bench(|| triangles.iter().filter(|t| !black_box(&bounds).clip_polygon(&t[..]).is_empty()).count());
}

#[divan::bench]
fn n06_thousand_closest_points_of_a_triangle(bencher: Bencher) {
    let ((_, triangles), mut place) = (boxes(), vectors(8, 3.0));
    let p = place();
    bencher.bench(|| triangles.iter().filter_map(|t| closest_on_polygon(black_box(p), &t[..])).count());
}

#[divan::bench]
fn n06_thousand_closest_points_of_a_perimeter(bencher: Bencher) {
    let ((_, triangles), mut place) = (boxes(), vectors(8, 3.0));
    let p = place();
    bencher.bench(|| triangles.iter().filter_map(|t| closest_on_perimeter(black_box(p), &t[..])).count());
}
