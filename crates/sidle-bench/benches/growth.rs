//! Does a move in a large world cost more than in a small one? Measures the same ground, with the
//! same density, in ever larger pieces.
//!
//! `cargo bench -p sidle-bench --bench growth [-- TRIANGLES..]`. The size 10,000,000 runs only if
//! it is named, because it takes 2 GB and a minute. Warm: walkers stay around the middle, where the
//! ground is the same in every piece; for each move the fastest of several walks counts. Cold:
//! single steps at places all over the ground, in random order.

use std::time::Instant;

use sidle::{DVec3, Motion, MoveConfig, QueryFilter, Scratch, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, generate};

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];
const WALKERS: u64 = 48;
const STEPS: usize = 300;
const PLACES: usize = 20_000;
const RUNS: usize = 5;
const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

fn main() {
    let named: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if named.is_empty() { SIZES.to_vec() } else { named };
    println!(
        "{:>10} {:>9} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "triangles", "build ms", "B/tri", "p50 ns", "mean ns", "growth", "cold ns", "growth"
    );
    let mut first = None;
    for size in sizes {
        let level = generate::terrain(2, size);
        let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
        let start = Instant::now();
        let world = World::from_triangles(&vertices, &level.triangles).expect("the level is valid");
        let build = start.elapsed().as_secs_f64() * 1e3;
        let (p50, mean) = warm(&world);
        let cold = cold(&world, level.bounds().1[0] - 2.0);
        let (mean0, cold0) = *first.get_or_insert((mean, cold));
        println!(
            "{:>10} {build:>9.1} {:>6.1} {p50:>8.0} {mean:>8.0} {:>8.2} {cold:>8.0} {:>8.2}",
            level.triangles.len(),
            world.memory_bytes() as f64 / level.triangles.len() as f64,
            mean / mean0,
            cold / cold0
        );
    }
}

/// Returns median and mean of the moves around the middle, in nanoseconds.
fn warm(world: &World) -> (f64, f64) {
    let mut least = vec![f64::INFINITY; WALKERS as usize * STEPS];
    let (mut scratch, shape, config) = (Scratch::default(), Shape::sphere(0.4), MoveConfig::default());
    for _ in 0..RUNS {
        let mut times = least.iter_mut();
        for walker in 0..WALKERS {
            let mut rng = SplitMix64::new(walker);
            let Some(mut position) = above_ground(world, &mut rng, 8.0) else { continue };
            let (mut heading, mut fall) = (Vec3::ZERO, 0.0);
            for (step, time) in times.by_ref().take(STEPS).enumerate() {
                if step % 60 == 0 {
                    // Turns roughly back to the middle.
                    heading = (direction(&mut rng) - position.as_vec3() * Vec3::new(0.1, 0.0, 0.1))
                        .clamp_length_max(1.0)
                        * 5.0;
                }
                let motion = Motion::with_gravity(heading + Vec3::Y * fall, GRAVITY, DT);
                let start = Instant::now();
                let end = world.move_and_slide(&mut scratch, &shape, position, motion, &config);
                *time = time.min(start.elapsed().as_secs_f64() * 1e9);
                let is_falling = end.position.y - position.y < 0.5 * f64::from(motion.displacement.y);
                (position, fall) = (end.position, if is_falling { motion.velocity.y } else { 0.0 });
            }
        }
    }
    least.retain(|ns| ns.is_finite());
    least.sort_by(f64::total_cmp);
    (least[least.len() / 2], least.iter().sum::<f64>() / least.len() as f64)
}

/// Returns the mean of single steps all over the ground.
fn cold(world: &World, half: f32) -> f64 {
    let mut rng = SplitMix64::new(77);
    let mut places: Vec<(DVec3, Vec3)> = Vec::new();
    while places.len() < PLACES {
        let step = direction(&mut rng) * 0.08 - Vec3::Y * 0.08;
        places.extend(above_ground(world, &mut rng, half).map(|place| (place, step)));
    }
    let (mut scratch, shape, config) = (Scratch::default(), Shape::sphere(0.4), MoveConfig::default());
    let runs = (0..RUNS).map(|_| {
        let start = Instant::now();
        for &(place, step) in &places {
            let _ = std::hint::black_box(world.move_and_slide(
                &mut scratch,
                &shape,
                place,
                Motion::displacement(step, 1.0),
                &config,
            ));
        }
        start.elapsed().as_secs_f64() * 1e9 / places.len() as f64
    });
    runs.fold(f64::INFINITY, f64::min)
}

fn direction(rng: &mut SplitMix64) -> Vec3 {
    Vec3::new(rng.range(-1.0, 1.0) as f32, 0.0, rng.range(-1.0, 1.0) as f32).normalize_or(Vec3::X)
}

fn above_ground(world: &World, rng: &mut SplitMix64, half: f32) -> Option<DVec3> {
    let mut along = || rng.range(-1.0, 1.0) as f32 * half;
    let sky = Vec3::new(along(), 30.0, along());
    let ground = world.cast_shape(&Shape::sphere(0.401), sky, Vec3::NEG_Y * 60.0, &QueryFilter::ALL)?;
    Some(sky.as_dvec3() - DVec3::Y * (60.0 * ground.fraction - 0.001))
}
