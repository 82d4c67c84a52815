//! Moves among placed instances, against the same polygons in one mesh, and among instances that
//! move.
//!
//! `cargo bench -p sidle-bench --bench instances`. The walkers of all worlds make the same moves,
//! recorded in the world of one mesh or at rest, without a mover cache and with one. For each move
//! and each frame the fastest of several runs counts.
//!
//! - tiles: a ground of 100 tiles, each an instance of one mesh, turned by quarter turns
//! - shifted: 100 instances of one mesh on a floor, each with its own translation
//! - rocks: the same, each with its own rotation and scale
//! - crowd: 10,000 crates on a floor, of which 1,000 get new poses in every frame

use std::time::Instant;

use sidle::{
    DQuat, DVec3, GeometryId, InstanceId, InstanceOptions, MaterialId, Motion, MoveConfig, MoverCache, Pose,
    PoseSet, Quat, QueryFilter, Scratch, Shape, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

const WALKERS: u64 = 48;
const STEPS: usize = 300;
const RUNS: usize = 7;
const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
/// Quads along a side of a tile, and its size in metres.
const QUADS: usize = 24;
const TILE: f32 = 8.0;

fn main() {
    let mut rng = SplitMix64::new(26);
    println!(
        "{:>8} {:>9} {:>10} {:>10} {:>7} {:>12} {:>10} {:>10} {:>7}",
        "level", "triangles", "mesh ns", "placed ns", "ratio", "bytes each", "cached", "cached", "ratio"
    );
    let tiles = tiles(&mut rng);
    compare("tiles", &mut rng, &tile(&mut SplitMix64::new(1)), &tiles, &Mesh::new());
    let rocks = rocks(&mut rng);
    let shifted: Vec<Pose> =
        rocks.iter().map(|pose| Pose { rotation: DQuat::IDENTITY, scale: 1.0, ..*pose }).collect();
    compare("shifted", &mut rng, &rock(), &shifted, &floor(40.0));
    compare("rocks", &mut rng, &rock(), &rocks, &floor(40.0));
    crowd(&mut rng);
}

/// Triangles as three corners each.
type Mesh = Vec<[Vec3; 3]>;

/// A hilly square around the origin. Its rim is level, so that tiles fit together.
fn tile(rng: &mut SplitMix64) -> Mesh {
    let side = QUADS + 1;
    let heights: Vec<f32> = (0..side * side)
        .map(|i| {
            let rim = |k: usize| if k == 0 || k == QUADS { 0.0 } else { 1.0 };
            rim(i % side) * rim(i / side) * rng.range(0.0, 0.15) as f32
        })
        .collect();
    let corner = |x: usize, z: usize| {
        let at = |k: usize| TILE * (k as f32 / QUADS as f32 - 0.5);
        Vec3::new(at(x), heights[z * side + x], at(z))
    };
    let quad = |i: usize| {
        let (x, z) = (i % QUADS, i / QUADS);
        let [a, b, c, d] = [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
        [[a, b, c], [a, c, d]]
    };
    (0..QUADS * QUADS).flat_map(quad).collect()
}

/// A sphere of 1152 triangles.
fn rock() -> Mesh {
    let point = |u: usize, v: usize| {
        let (a, b) = (u as f32 / 24.0 * std::f32::consts::TAU, v as f32 / 25.0 * std::f32::consts::PI);
        Vec3::new(a.cos() * b.sin(), b.cos(), a.sin() * b.sin())
    };
    let quad = |i: usize| {
        let (u, v) = (i % 24, i / 24);
        let [a, b, c, d] = [point(u, v), point(u + 1, v), point(u + 1, v + 1), point(u, v + 1)];
        let both = [[a, b, c], [a, c, d]];
        both.into_iter().filter(|[a, b, c]| (*b - *a).cross(*c - *a).length() > 1e-6)
    };
    (0..24 * 25).flat_map(quad).collect()
}

fn floor(half: f32) -> Mesh {
    let [a, b, c, d] =
        [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)].map(|(x, z)| Vec3::new(x, 0.0, z) * half);
    vec![[a, b, c], [a, c, d]]
}

fn tiles(rng: &mut SplitMix64) -> Vec<Pose> {
    let turns = [[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, -1.0, 0.0, 1.0]];
    let place = |i: usize| Vec3::new((i % 10) as f32 - 4.5, 0.0, (i / 10) as f32 - 4.5) * TILE;
    (0..100)
        .map(|i| Pose { rotation: DQuat::from_array(turns[rng.below(4)]), ..Pose::at(place(i)) })
        .collect()
}

fn rocks(rng: &mut SplitMix64) -> Vec<Pose> {
    let mut number = |low: f64, high: f64| rng.range(low, high);
    (0..100)
        .map(|_| Pose {
            translation: DVec3::new(number(-16.0, 16.0), number(-0.8, 0.2), number(-16.0, 16.0)),
            rotation: DQuat::from_xyzw(number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0), 1.0)
                .normalize(),
            scale: number(0.4, 1.5),
        })
        .collect()
}

/// Adds triangles to a builder.
fn add(builder: &mut WorldBuilder, mesh: &[[Vec3; 3]]) {
    let vertices = mesh.as_flattened();
    let triangles: Vec<[u32; 3]> = (0..mesh.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    builder.add_triangles(vertices, &triangles, MaterialId(0));
}

/// Compares instances of a mesh with one mesh, and prints a row.
fn compare(name: &str, rng: &mut SplitMix64, mesh: &Mesh, poses: &[Pose], base: &Mesh) {
    let (mut merged, mut placed) = (WorldBuilder::new(), WorldBuilder::new());
    add(&mut merged, base);
    add(&mut placed, base);
    for pose in poses {
        let moved: Mesh = mesh.iter().map(|t| t.map(|v| pose.point(v.as_dvec3()).as_vec3())).collect();
        add(&mut merged, &moved);
    }
    let (merged, mut placed) = (merged.build().expect("valid"), placed.build().expect("valid"));
    let mut builder = placed.geometry_builder();
    add(&mut builder, mesh);
    let geometry = placed.add_geometry(builder).expect("valid");
    let before = placed.memory_bytes();
    for pose in poses {
        placed.add_instance(geometry, pose, InstanceOptions::default()).expect("a pose");
    }
    let each = (placed.memory_bytes() - before) / poses.len();
    let moves = record(&merged, rng, 16.0);
    let [one, other] = [&merged, &placed].map(|world| mean(&time(world, &moves, None)));
    let [cached, also] =
        [&merged, &placed].map(|world| mean(&time(world, &moves, Some(MoverCache::default()))));
    println!(
        "{name:>8} {:>9} {one:>10.0} {other:>10.0} {:>7.2} {each:>12} {cached:>10.0} {also:>10.0} {:>7.2}",
        merged.polygon_count(),
        other / one,
        also / cached
    );
}

/// A move: its start and its motion.
type Step = (DVec3, Motion);

/// Records the moves of walkers around the middle of a world.
fn record(world: &World, rng: &mut SplitMix64, half: f64) -> Vec<Step> {
    let (mut scratch, shape, config) = (Scratch::default(), body(), MoveConfig::default());
    let mut moves = Vec::new();
    for _ in 0..WALKERS {
        let sky = Vec3::new(rng.range(-half, half) as f32, 20.0, rng.range(-half, half) as f32);
        let fall = Vec3::NEG_Y * 40.0;
        let Some(hit) = world.cast_shape(&Shape::sphere(1.0), sky, fall, &QueryFilter::ALL) else { continue };
        let (sky, way) = (sky.as_dvec3(), fall.as_dvec3());
        let (mut position, mut heading, mut fall) = (sky + way * hit.fraction, Vec3::ZERO, 0.0);
        for step in 0..STEPS {
            if step % 60 == 0 {
                let mut v = || rng.range(-1.0, 1.0) as f32;
                heading = (Vec3::new(v(), 0.0, v()) - position.as_vec3() * Vec3::new(0.05, 0.0, 0.05))
                    .clamp_length_max(1.0)
                    * 5.0;
            }
            let motion = Motion::with_gravity(heading + Vec3::Y * fall, GRAVITY, DT);
            let end = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
            moves.push((position, motion));
            let is_falling = end.position.y - position.y < 0.5 * f64::from(motion.displacement.y);
            (position, fall) = (end.position, if is_falling { motion.velocity.y } else { 0.0 });
        }
    }
    moves
}

fn body() -> Shape {
    Shape::capsule(0.3, 1.8)
}

/// Returns the fastest time of each move in nanoseconds. One walker makes its moves after the
/// other, so that they share a cache.
fn time(world: &World, moves: &[Step], mut cache: Option<MoverCache>) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; moves.len()];
    let (mut scratch, shape, config) = (Scratch::default(), body(), MoveConfig::default());
    for _ in 0..RUNS {
        for (&(from, motion), time) in moves.iter().zip(&mut least) {
            let start = Instant::now();
            let run = |s: &mut Scratch| world.move_and_slide(s, &shape, from, motion, &config);
            let _ = std::hint::black_box(match &mut cache {
                Some(cache) => scratch.with_cache(cache, run),
                None => run(&mut scratch),
            });
            *time = time.min(start.elapsed().as_secs_f64() * 1e9);
        }
    }
    least
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// Crates in a grid. Each has its own size and stands on the floor.
fn crates(world: &mut World, rng: &mut SplitMix64) -> Vec<(InstanceId, Pose)> {
    let mut builder = world.geometry_builder();
    builder.add_box(Vec3::splat(0.5), MaterialId(0));
    let geometry: GeometryId = world.add_geometry(builder).expect("a box");
    (0..10_000)
        .map(|i| {
            let place = Vec3::new((i % 100) as f32 - 49.5, 0.0, (i / 100) as f32 - 49.5) * 2.5;
            let scale = rng.range(0.5, 1.5);
            let turn = Quat::from_rotation_y(rng.range(0.0, 3.0) as f32);
            let pose =
                Pose::at(place + Vec3::Y * (0.5 * scale as f32 + 0.01)).with_rotation(turn).with_scale(scale);
            (world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose"), pose)
        })
        .collect()
}

/// Measures the poses of moving crates, and the moves of walkers among them.
fn crowd(rng: &mut SplitMix64) {
    const FRAMES: usize = 120;
    let mut builder = WorldBuilder::new();
    add(&mut builder, &floor(200.0));
    let mut world = builder.build().expect("valid");
    let crates = crates(&mut world, rng);
    let moves = record(&world, rng, 100.0);
    let mut poses: Vec<Pose> = crates.iter().map(|&(_, pose)| pose).collect();
    let mut set_ms = vec![f64::INFINITY; FRAMES];
    let sets: Vec<PoseSet> = (0..FRAMES).map(|frame| frame_of(&crates, &mut poses, frame)).collect();
    let (mut rest, mut moving) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let mut at = world.clone();
        for (set, ms) in sets.iter().zip(&mut set_ms) {
            let start = Instant::now();
            at.set_poses(set).expect("valid poses");
            *ms = ms.min(start.elapsed().as_secs_f64() * 1e3);
        }
        if rest.is_empty() {
            moving = time(&at, &moves, None);
            at.set_poses(&PoseSet::default()).expect("no poses");
            rest = time(&at, &moves, None);
        }
    }
    let start = time(&world, &moves, None);
    let worst = set_ms.iter().copied().fold(0.0, f64::max);
    println!(
        "crowd: 1,000 new poses in {:.3} ms, at most {worst:.3} ms; moves {:.0} ns, {:.0} ns after {FRAMES} frames at \
         rest and {:.0} ns while they move: {:.2} and {:.2} times",
        mean(&set_ms),
        mean(&start),
        mean(&rest),
        mean(&moving),
        mean(&moving) / mean(&rest),
        mean(&moving) / mean(&start)
    );
}

/// Moves every tenth crate by up to 5 m/s, and turns it.
fn frame_of(crates: &[(InstanceId, Pose)], poses: &mut [Pose], frame: usize) -> PoseSet {
    let mut set = PoseSet::default();
    for (i, &(id, start)) in crates.iter().enumerate().step_by(10) {
        let angle = 0.05 * (frame + i) as f64;
        let shift = DVec3::new(angle.sin(), 0.2 * angle.cos().abs(), angle.cos());
        let rotation = (DQuat::from_rotation_y(0.02) * poses[i].rotation).normalize();
        let next = Pose { translation: start.translation + shift, rotation, ..start };
        set.add(id, poses[i], next);
        poses[i] = next;
    }
    set
}
