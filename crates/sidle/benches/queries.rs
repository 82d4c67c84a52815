//! Casts, short and long, near the surfaces of a generated hall.
//!
//! `cargo bench -p sidle --bench queries`

use divan::{Bencher, black_box};
use sidle::{QueryFilter, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, generate};

fn main() {
    divan::main();
}

/// A hall, and segments that start near its spawns.
fn scene(longest: f64) -> (World, Vec<(Vec3, Vec3)>) {
    let level = generate::hall(1, 20_000);
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let world = World::from_triangles(&vertices, &level.triangles).expect("a hall");
    let mut rng = SplitMix64::new(1);
    let mut v = |s: f64| Vec3::new(rng.range(-s, s) as f32, rng.range(-s, s) as f32, rng.range(-s, s) as f32);
    let segments = (0..1000).map(|i| {
        let near = Vec3::from(level.spawns[i % level.spawns.len()]);
        (near + v(0.2), v(longest))
    });
    let segments = segments.collect();
    (world, segments)
}

#[divan::bench(args = [0.5, 20.0])]
fn thousand_rays(bencher: Bencher, longest: f64) {
    let (world, segments) = scene(longest);
    bencher.bench(|| {
        segments.iter().filter(|s| world.cast_ray(s.0, s.1, black_box(&QueryFilter::ALL)).is_some()).count()
    });
}

#[divan::bench(args = [0.5, 20.0])]
fn thousand_segments_any_hit(bencher: Bencher, longest: f64) {
    let (world, segments) = scene(longest);
    bencher.bench(|| {
        segments.iter().filter(|s| world.is_blocked(s.0, s.0 + s.1, black_box(&QueryFilter::ALL))).count()
    });
}

/// Shadow rays of rows of floor places, 5 cm apart, to the first spawn.
fn shadow_rays() -> (World, Vec<(Vec3, Vec3)>) {
    let (world, _) = scene(1.0);
    let level = generate::hall(1, 20_000);
    let light = Vec3::from(level.spawns[0]);
    let row = |&p: &[f32; 3]| (0..100_u8).map(move |i| Vec3::from(p) + Vec3::X * 0.05 * f32::from(i));
    let places = level.spawns.iter().flat_map(row).take(10_000);
    let rays = places.map(|p| (p, light)).collect();
    (world, rays)
}

#[divan::bench]
fn shadow_rays_one_by_one(bencher: Bencher) {
    let (world, rays) = shadow_rays();
    bencher
        .bench(|| rays.iter().filter(|r| world.is_blocked(r.0, r.1, black_box(&QueryFilter::ALL))).count());
}

#[divan::bench]
fn shadow_rays_in_bulk(bencher: Bencher) {
    let (world, rays) = shadow_rays();
    let mut blocked = Vec::new();
    bencher.bench_local(|| {
        world.are_blocked(&rays, black_box(&QueryFilter::ALL), &mut blocked);
        blocked.iter().filter(|&&b| b).count()
    });
}

#[divan::bench(args = [0.5, 20.0])]
fn thousand_sphere_casts(bencher: Bencher, longest: f64) {
    let (world, segments) = scene(longest);
    let ball = Shape::sphere(0.3);
    bencher.bench(|| {
        segments
            .iter()
            .filter(|s| world.cast_shape(&ball, s.0, s.1, black_box(&QueryFilter::ALL)).is_some())
            .count()
    });
}

#[divan::bench(args = [0.5, 20.0])]
fn thousand_ellipsoid_casts(bencher: Bencher, longest: f64) {
    let (world, segments) = scene(longest);
    let body = Shape::ellipsoid(Vec3::new(0.2, 0.4, 0.2));
    bencher.bench(|| {
        segments
            .iter()
            .filter(|s| world.cast_shape(&body, s.0, s.1, black_box(&QueryFilter::ALL)).is_some())
            .count()
    });
}
