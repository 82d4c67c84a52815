//! Compares the two indexes: build, memory, moves, rays, and edits in place.
//!
//! `cargo bench -p sidle-bench --bench indexes`. Takes the best of several alternating runs in one
//! process, and compares the answers.

#[path = "../../sidle/tests/all/common/mod.rs"]
mod common;

use std::time::Instant;

use common::walker::{DesiredMotion, fall_step};
use sidle::{
    DVec3, IndexKind, MaterialId, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World, WorldBuilder,
};
use sidle_scenes::{Level, SplitMix64, generate};

const RUNS: usize = 5;
const EDITS: usize = 2_000;

fn main() {
    println!(
        "{:<18} {:>9} {:>7} {:>9} {:>7} {:>9} {:>8} {:>9} {:>9} {:>9}",
        "level",
        "triangles",
        "index",
        "build ms",
        "B/tri",
        "move ns",
        "ray ns",
        "edit ns",
        "worn ns",
        "rebuilt"
    );
    for level in [
        generate::hall(1, 20_000),
        generate::terrain(2, 100_000),
        generate::soup(3, 20_000),
        generate::soup(3, 200_000),
    ] {
        let rows = [IndexKind::Bvh, IndexKind::Octree].map(|kind| row(&level, kind));
        assert_eq!(rows[0], rows[1], "both find the same");
    }
}

fn build(level: &Level, kind: IndexKind) -> World {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let mut builder = WorldBuilder::new();
    builder.add_triangles(&vertices, &level.triangles, MaterialId(0)).set_index(kind);
    builder.build().expect("the levels are valid")
}

/// Returns the least time of several runs in nanoseconds, and the answer of the last run.
fn best<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let (mut least, mut answer) = (f64::INFINITY, run());
    for _ in 0..RUNS {
        let start = Instant::now();
        answer = run();
        least = least.min(start.elapsed().as_secs_f64() * 1e9);
    }
    (least, answer)
}

fn row(level: &Level, kind: IndexKind) -> (Vec<DVec3>, Vec<u32>) {
    let (built, mut world) = best(|| build(level, kind));
    let bytes = world.memory_bytes() as f64 / level.triangles.len() as f64;
    let (moved, (moves, ends)) = best(|| walk(&world, level));
    let (seen, hits) = best(|| look(&world, level));
    let (edited, _) = best(|| edit(&mut world, level));
    let edits = (2 * EDITS) as f64;
    let (worn, _) = best(|| walk(&world, level));
    let start = Instant::now();
    world.rebuild();
    println!(
        "{:<18} {:>9} {:>7} {:>9.1} {bytes:>7.1} {:>9.0} {:>8.0} {:>9.0} {:>9.0} {:>6.1} ms",
        level.name,
        level.triangles.len(),
        format!("{kind:?}"),
        built / 1e6,
        moved / moves as f64,
        seen / hits.len() as f64,
        edited / edits,
        worn / moves as f64,
        start.elapsed().as_secs_f64() * 1e3,
    );
    (ends, hits)
}

/// Returns the number of moves, and the end of every walker.
fn walk(world: &World, level: &Level) -> (u32, Vec<DVec3>) {
    let (mut scratch, config, body) = (Scratch::default(), MoveConfig::default(), Shape::sphere(0.4));
    let (mut moves, mut ends) = (0, Vec::new());
    for (walker, &spawn) in (0..).zip(&level.spawns) {
        let (mut desired, mut at, mut fall) = (DesiredMotion::new(walker), Vec3::from(spawn).as_dvec3(), 0.0);
        for _ in 0..200 {
            let end =
                world.move_and_slide(&mut scratch, &body, at, fall_step(desired.next(60), fall, 60), &config);
            (at, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            moves += 1;
        }
        ends.push(at);
    }
    (moves, ends)
}

/// Returns the polygons that rays of up to 20 m from the spawns hit.
fn look(world: &World, level: &Level) -> Vec<u32> {
    let mut rng = SplitMix64::new(1);
    let mut unit = || rng.range(-20.0, 20.0) as f32;
    let rays = (0..10_000).map(|i| {
        let from = Vec3::from(level.spawns[i % level.spawns.len()]);
        (from, Vec3::new(unit(), unit(), unit()))
    });
    rays.map(|(from, to)| {
        world.cast_ray(from, to, &QueryFilter::ALL).map_or(u32::MAX, |h| h.surface.polygon.index() as u32)
    })
    .collect()
}

/// Removes triangles of the level and adds them again, like doors.
fn edit(world: &mut World, level: &Level) {
    let mut rng = SplitMix64::new(9);
    for _ in 0..EDITS {
        let t = rng.below(level.triangles.len());
        let corners = level.corners(t).map(|c| Vec3::from(c) + Vec3::Y * 0.01);
        let numbers =
            world.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0)).expect("it is a triangle of a level");
        assert!(world.remove_polygon(numbers[0]));
    }
}
