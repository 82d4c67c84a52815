//! What a world costs to build and to keep, and what a move costs: median and 99th percentile over random walkers.
//!
//! `cargo bench -p sidle --bench moves`. Runs on the generated levels and, where they are, on the shared real ones.

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::time::Instant;

use common::walker::{Wish, fall_step};
use sidle::{MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_scenes::{Level, generate};

const WALKERS: u64 = 64;
const STEPS: u32 = 600;
const RATE: u32 = 60;

fn main() {
    println!(
        "{:<18} {:>9} {:>9} {:>7} {:>8} {:>9} {:>9} {:>9}",
        "level", "triangles", "build ms", "B/tri", "shape", "p50 ns", "p99 ns", "mean ns"
    );
    for level in [
        generate::hall(1, 20_000),
        generate::terrain(2, 20_000),
        generate::soup(3, 20_000),
        generate::terrain(2, 100_000),
    ] {
        row(&level);
    }
    for name in [
        "oa_kaos2",
        "lq_e1m2",
        "c2_zdm2",
        "godot_truck_town",
        "bevy_terrain",
        "etr_bunny_hill",
        "nb_hump",
        "nb_loop1",
    ] {
        match shared(name) {
            Some(level) => row(&level),
            None => println!("{name:<18} skipped: the shared levels are not here"),
        }
    }
}

fn shared(name: &str) -> Option<Level> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/levels");
    let data = sidle_io::read_level(&root.join(format!("{name}.obj"))).ok()?;
    let spawns = sidle_io::read_spawns(&root.join(format!("{name}.spawns.json"))).ok()?;
    Some(Level {
        name: data.name,
        vertices: data.vertices,
        triangles: data.triangles,
        spawns,
        ..Level::default()
    })
}

fn row(level: &Level) {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let mut build = f64::INFINITY;
    let mut world = None;
    for _ in 0..5 {
        let start = Instant::now();
        world = World::from_triangles(&vertices, &level.triangles).ok();
        build = build.min(start.elapsed().as_secs_f64() * 1e3);
    }
    let world = world.expect("the levels are valid");
    let bytes = world.memory_bytes() as f64 / level.triangles.len() as f64;
    for (name, shape) in
        [("sphere", Shape::sphere(0.4)), ("ellips.", Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)))]
    {
        let mut times = walk(&world, &level.spawns, &shape);
        if times.is_empty() {
            continue;
        }
        times.sort_unstable();
        let mean = times.iter().sum::<u64>() / times.len() as u64;
        println!(
            "{:<18} {:>9} {build:>9.1} {bytes:>7.1} {name:>8} {:>9} {:>9} {mean:>9}",
            level.name,
            level.triangles.len(),
            times[times.len() / 2],
            times[times.len() * 99 / 100],
        );
    }
}

/// Nanoseconds of every move that met something, the clock's own cost taken off.
fn walk(world: &World, spawns: &[[f32; 3]], shape: &Shape) -> Vec<u64> {
    let clock = (0..1000).map(|_| Instant::now().elapsed().as_nanos() as u64).min().unwrap_or(0);
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut times = Vec::new();
    for walker in 0..WALKERS {
        let spawn = Vec3::from(spawns[walker as usize % spawns.len()]);
        if world.overlaps(shape, spawn, &QueryFilter::ALL) {
            continue;
        }
        let (mut wish, mut position, mut fall) = (Wish::new(walker), spawn, 0.0);
        for _ in 0..STEPS {
            let motion = fall_step(wish.next(RATE), fall, RATE);
            let start = Instant::now();
            let end = world.move_and_slide(&mut scratch, shape, position, motion, &config);
            let elapsed = start.elapsed().as_nanos() as u64;
            if !scratch.hits().is_empty() {
                times.push(elapsed.saturating_sub(clock));
            }
            (position, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            if position.y < spawn.y - 80.0 {
                (position, fall) = (spawn, 0.0);
            }
        }
    }
    times
}
