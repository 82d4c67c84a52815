//! Compares a height field of 512 x 512 cells with the mesh of the same triangles.
//!
//! `cargo bench -p sidle-bench --bench heightfield`

use divan::{Bencher, black_box};
use sidle::{
    DVec3, HeightField, HeightGrid, MaterialId, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World,
    WorldBuilder,
};
use sidle_scenes::SplitMix64;

const SAMPLES: u32 = 513;
const KINDS: [&str; 3] = ["field u16", "field f32", "mesh"];

fn main() {
    for kind in KINDS {
        let bytes = world(kind).memory_bytes() as f64 / f64::from((SAMPLES - 1) * (SAMPLES - 1));
        println!("{kind}: {bytes:.2} bytes a cell");
    }
    divan::main();
}

/// Returns heights in centimetres: hills of 64 m down to bumps of 2 m. Each kind is half as wide
/// and half as high as the one before.
fn samples() -> Vec<u16> {
    let mut rng = SplitMix64::new(1);
    let mut heights = vec![0.0_f64; (SAMPLES * SAMPLES) as usize];
    for octave in 0..6 {
        let (wave, high) = (64 >> octave, 800.0 / f64::from(1 << octave));
        let lines = (SAMPLES / wave + 2) as usize;
        let lattice: Vec<f64> = (0..lines * lines).map(|_| rng.range(0.0, high)).collect();
        for (i, height) in (0..).zip(&mut heights) {
            let (column, row) = (i % SAMPLES, i / SAMPLES);
            let part = |i: u32| f64::from(i % wave) / f64::from(wave);
            let at = |right: u32, down: u32| {
                lattice[(row / wave + down) as usize * lines + (column / wave + right) as usize]
            };
            let near = at(0, 0) + (at(1, 0) - at(0, 0)) * part(column);
            let far = at(0, 1) + (at(1, 1) - at(0, 1)) * part(column);
            *height += near + (far - near) * part(row);
        }
    }
    heights.into_iter().map(|h| h as u16).collect()
}

fn field(kind: &str, samples: &[u16]) -> HeightField {
    let half = (SAMPLES - 1) as f32 * 0.5;
    let origin = Vec3::new(-half, 0.0, -half);
    let grid = HeightGrid { columns: SAMPLES, rows: SAMPLES, cell_x: 1.0, cell_z: 1.0, origin };
    let field = match kind {
        "field f32" => HeightField::new(grid, samples.iter().map(|&s| f32::from(s) * 0.01).collect()),
        _ => HeightField::quantized(grid, samples.to_vec(), 0.0, 0.01),
    };
    field.expect("a field")
}

fn build(kind: &str, samples: &[u16]) -> World {
    let field = field(kind, samples);
    let mut builder = WorldBuilder::new();
    if kind == "mesh" {
        let (vertices, triangles) = field.to_triangles();
        builder.add_triangles(&vertices, &triangles, MaterialId(0));
    } else {
        builder.add_height_field(field, MaterialId(0));
    }
    builder.build().expect("a world")
}

fn world(kind: &str) -> World {
    build(kind, &samples())
}

/// Returns places in the middle half of the field, and directions.
fn places() -> Vec<(DVec3, Vec3)> {
    let mut rng = SplitMix64::new(2);
    let mut v = |s: f64| Vec3::new(rng.range(-s, s) as f32, 0.0, rng.range(-s, s) as f32);
    (0..1000).map(|_| (v(120.0).as_dvec3(), v(1.0).normalize())).collect()
}

#[divan::bench(args = KINDS, sample_count = 10, sample_size = 1)]
fn building(bencher: Bencher, kind: &str) {
    let samples = samples();
    bencher.bench(|| build(black_box(kind), &samples));
}

/// A thousand bodies of 0.4 m walk downwards at 5 m/s, one step of 1/60 s each.
#[divan::bench(args = KINDS)]
fn thousand_moves(bencher: Bencher, kind: &str) {
    let (world, body, config) = (world(kind), Shape::sphere(0.4), MoveConfig::default());
    let mut scratch = Scratch::default();
    let mut walkers: Vec<(DVec3, Vec3)> = places();
    for (at, _) in &mut walkers {
        let (high, down) = (*at + DVec3::Y * 60.0, DVec3::Y * -70.0);
        let ground = world.cast_shape(&body, high, down, &QueryFilter::ALL).expect("ground");
        *at = high + down * ground.fraction + DVec3::Y * 0.002;
    }
    bencher.bench_local(|| {
        let mut hits = 0;
        for (at, way) in &walkers {
            let motion = Motion::velocity(*way * 5.0 + Vec3::Y * -4.0, 1.0 / 60.0);
            let _ = world.move_and_slide(&mut scratch, &body, *at, motion, black_box(&config));
            hits += scratch.hits().len();
        }
        hits
    });
}

#[divan::bench(args = KINDS)]
fn thousand_rays_down(bencher: Bencher, kind: &str) {
    let (world, places) = (world(kind), places());
    bencher.bench(|| {
        let down = |p: &&(DVec3, Vec3)| {
            world.cast_ray(p.0 + DVec3::Y * 40.0, Vec3::Y * -60.0, black_box(&QueryFilter::ALL)).is_some()
        };
        places.iter().filter(down).count()
    });
}

/// Lines of sight over 250 m, from 2 to 20 m up, most of which end at a hill.
#[divan::bench(args = KINDS)]
fn thousand_long_rays(bencher: Bencher, kind: &str) {
    let (world, places) = (world(kind), places());
    bencher.bench(|| {
        let far = |(i, p): &(usize, &(DVec3, Vec3))| {
            let from = p.0 + DVec3::Y * (2 + i % 19) as f64;
            world.cast_ray(from, p.1 * 250.0, black_box(&QueryFilter::ALL)).is_some()
        };
        places.iter().enumerate().filter(far).count()
    });
}

#[divan::bench(args = KINDS)]
fn thousand_long_sphere_casts(bencher: Bencher, kind: &str) {
    let (world, places, ball) = (world(kind), places(), Shape::sphere(0.3));
    bencher.bench(|| {
        let far = |(i, p): &(usize, &(DVec3, Vec3))| {
            let from = p.0 + DVec3::Y * (8 + i % 19) as f64;
            world.cast_shape(&ball, from, p.1 * 250.0, black_box(&QueryFilter::ALL)).is_some()
        };
        places.iter().enumerate().filter(far).count()
    });
}
