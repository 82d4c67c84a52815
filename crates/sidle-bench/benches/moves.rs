//! Measures the build and the memory of a world, and its moves: median and 99th percentile over
//! random walkers.
//!
//! `cargo bench -p sidle-bench --bench moves [-- NAME..]`. Runs on the generated levels, and on the
//! shared real ones if they are present.

#[path = "../../sidle/tests/all/common/mod.rs"]
mod common;

use std::time::Instant;

use common::walker::{DesiredMotion, fall_step};
use sidle::{MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_bench::{SHARED, shared_level};
use sidle_scenes::{Level, generate};

const WALKERS: u64 = 64;
const STEPS: u32 = 600;
const RATE: u32 = 60;
/// For each move the fastest of this many walks counts. The work is the same every time, but other
/// programs run on the machine.
const REPEATS: usize = 3;
const SHAPES: usize = 3;

/// A name, and the function that makes the level.
type Generated = (&'static str, fn() -> Level);

fn main() {
    println!(
        "{:<18} {:>9} {:>9} {:>7} {:>8} {:>9} {:>9} {:>9}",
        "level", "triangles", "build ms", "B/tri", "shape", "p50 ns", "p99 ns", "mean ns"
    );
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|n| name.contains(n.as_str()));
    let generated: [Generated; 4] = [
        ("hall", || generate::hall(1, 20_000)),
        ("terrain", || generate::terrain(2, 20_000)),
        ("soup", || generate::soup(3, 20_000)),
        ("terrain-100k", || generate::terrain(2, 100_000)),
    ];
    for (_, make) in generated.into_iter().filter(|g| is_wanted(g.0)) {
        row(&make());
    }
    let (mut logs, mut levels) = ([[0.0; 3]; SHAPES], 0.0);
    for name in SHARED.into_iter().filter(|name| is_wanted(name)) {
        let Some(level) = shared_level(name) else { continue };
        levels += 1.0;
        for (sum, ns) in logs.iter_mut().zip(row(&level)) {
            *sum = [0, 1, 2].map(|i| sum[i] + ns[i].ln());
        }
    }
    for (sum, name) in logs.iter().zip(["sphere", "ellips.", "capsule"]).filter(|_| levels > 0.0) {
        let [p50, p99, mean] = sum.map(|log| (log / levels).exp());
        println!("{:<37} {name:>8} {p50:>9.0} {p99:>9.0} {mean:>9.0}", "geometric means, shared");
    }
}

/// Returns median, 99th percentile and mean of each shape.
fn row(level: &Level) -> [[f64; 3]; SHAPES] {
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
    [
        ("sphere", Shape::sphere(0.4)),
        ("ellips.", Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4))),
        ("capsule", Shape::capsule(0.4, 1.8)),
    ]
    .map(|(name, shape)| {
        let mut times = walk(&world, &level.spawns, &shape);
        for _ in 1..REPEATS {
            let again = walk(&world, &level.spawns, &shape);
            times.iter_mut().zip(again).for_each(|(t, a)| *t = a.min(*t));
        }
        times.sort_unstable();
        let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or(0);
        let mean = times.iter().sum::<u64>() / times.len().max(1) as u64;
        println!(
            "{:<18} {:>9} {build:>9.1} {bytes:>7.1} {name:>8} {:>9} {:>9} {mean:>9}",
            level.name,
            level.triangles.len(),
            at(50),
            at(99),
        );
        [at(50), at(99), mean].map(|ns| ns as f64)
    })
}

/// Returns the nanoseconds of every move with contacts, without the cost of the clock.
fn walk(world: &World, spawns: &[[f32; 3]], shape: &Shape) -> Vec<u64> {
    let clock = (0..1000).map(|_| Instant::now().elapsed().as_nanos() as u64).min().unwrap_or(0);
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut times = Vec::new();
    for walker in 0..WALKERS {
        let spawn = Vec3::from(spawns[walker as usize % spawns.len()]).as_dvec3();
        if world.overlaps(shape, spawn, &QueryFilter::ALL) {
            continue;
        }
        let (mut desired, mut position, mut fall) = (DesiredMotion::new(walker), spawn, 0.0);
        for _ in 0..STEPS {
            let motion = fall_step(desired.next(RATE), fall, RATE);
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
