//! Compares a move with the minimum work that it has to do. A move has to find its contacts at the
//! start, and to prove that its end is free. So it has to test every triangle that its path could
//! touch, at two places.
//!
//! `cargo bench -p sidle-bench --bench floor [-- NAME..]`. The floor is this work alone: the
//! nearest point of each of these triangles at both places, in f64, from the same vertices through
//! the same kind of index, with lists that were made before. Moves and floors of the same walk are
//! timed alternately. For each the fastest of several runs counts.

#[path = "../../sidle/tests/all/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Instant;

use common::walker::{DesiredMotion, fall_step};
use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_bench::shared_level;
use sidle_scenes::{Level, generate};

const WALKERS: u64 = 32;
const STEPS: u32 = 300;
const RATE: u32 = 60;
const RUNS: usize = 5;
const RADIUS: f32 = 0.4;
const SHARED: [&str; 4] = ["oa_kaos2", "lq_e1m2", "c2_zdm2", "bevy_terrain"];

/// A finished move, and the triangles that its path could touch.
struct Made {
    from: DVec3,
    motion: Motion,
    to: DVec3,
    triangles: Vec<u32>,
}

fn main() {
    println!(
        "{:<18} {:>8} {:>10} {:>9} {:>9} {:>9}",
        "level", "moves", "triangles", "floor ns", "move ns", "multiple"
    );
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|n| name.contains(n.as_str()));
    for level in [generate::hall(1, 20_000), generate::terrain(2, 20_000)] {
        if is_wanted(&level.name) {
            row(&level);
        }
    }
    for name in SHARED.into_iter().filter(|name| is_wanted(name)) {
        if let Some(level) = shared_level(name) {
            row(&level);
        }
    }
}

fn row(level: &Level) {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let world = World::from_triangles(&vertices, &level.triangles).expect("the levels are valid");
    let made = walk(&world, &level.spawns);
    let (mut scratch, shape, config) = (Scratch::default(), Shape::sphere(RADIUS), MoveConfig::default());
    let (mut floor, mut moves) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        floor = floor.min(timed(&made, |m| {
            for at in [m.from, m.to] {
                let nearest2 = |&t: &u32| {
                    nearest2(at.as_vec3(), level.triangles[t as usize].map(|i| vertices[i as usize]))
                };
                black_box(m.triangles.iter().map(nearest2).fold(f64::INFINITY, f64::min));
            }
        }));
        moves = moves.min(timed(&made, |m| {
            let _ = black_box(world.move_and_slide(&mut scratch, &shape, m.from, m.motion, &config));
        }));
    }
    let triangles = made.iter().map(|m| m.triangles.len()).sum::<usize>() as f64 / made.len() as f64;
    println!(
        "{:<18} {:>8} {triangles:>10.1} {floor:>9.0} {moves:>9.0} {:>9.2}",
        level.name,
        made.len(),
        moves / floor
    );
}

/// Returns nanoseconds per move.
fn timed(made: &[Made], mut run: impl FnMut(&Made)) -> f64 {
    let start = Instant::now();
    made.iter().for_each(&mut run);
    start.elapsed().as_secs_f64() * 1e9 / made.len() as f64
}

/// Returns the moves of random walkers that had triangles in reach.
fn walk(world: &World, spawns: &[[f32; 3]]) -> Vec<Made> {
    let (mut scratch, shape, config) = (Scratch::default(), Shape::sphere(RADIUS), MoveConfig::default());
    let (mut made, mut found) = (Vec::new(), Vec::new());
    for walker in 0..WALKERS {
        let spawn = Vec3::from(spawns[walker as usize % spawns.len()]).as_dvec3();
        if world.overlaps(&shape, spawn, &QueryFilter::ALL) {
            continue;
        }
        let (mut desired, mut position, mut fall) = (DesiredMotion::new(walker), spawn, 0.0);
        for _ in 0..STEPS {
            let motion = fall_step(desired.next(RATE), fall, RATE);
            let end = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            let size = DVec3::splat(f64::from(RADIUS + config.skin_width));
            let wished = position + motion.displacement.as_dvec3();
            let (low, high) = (position.min(wished) - size, position.max(wished) + size);
            world.polygons_in_box(low, high, &QueryFilter::ALL, &mut found);
            if !found.is_empty() {
                let triangles = found.iter().map(|s| s.polygon.index() as u32).collect();
                made.push(Made { from: position, motion, to: end.position, triangles });
            }
            (position, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            if position.y < spawn.y - 80.0 {
                (position, fall) = (spawn, 0.0);
            }
        }
    }
    made
}

/// Returns the squared distance from a point to a triangle: to the nearest edge if the point is
/// beside the triangle, otherwise to the plane.
fn nearest2(at: Vec3, corners: [Vec3; 3]) -> f64 {
    let [a, b, c] = corners.map(|v| v.as_dvec3() - at.as_dvec3());
    let normal = (b - a).cross(c - a);
    let (mut nearest, mut is_inside) = (f64::INFINITY, true);
    for (p, q) in [(a, b), (b, c), (c, a)] {
        let edge: DVec3 = q - p;
        if edge.cross(-p).dot(normal) < 0.0 {
            is_inside = false;
        }
        let along = (-p.dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        nearest = nearest.min((p + edge * along).length_squared());
    }
    let height = a.dot(normal);
    if is_inside { height * height / normal.length_squared().max(f64::MIN_POSITIVE) } else { nearest }
}
