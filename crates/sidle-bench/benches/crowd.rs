//! Measures a frame of many movers: one by one, in one call, and in one call on all threads.
//!
//! `cargo bench -p sidle --features rayon --bench crowd [-- COUNT..]`. Movers in a grid above the
//! load scene fall, then walk, with a new heading every second. For each frame the fastest of
//! several runs counts. All methods must end bit-identically. The efficiency is the time on one
//! thread, divided by the total time of all threads.

use std::time::Instant;

use sidle::{Batch, DVec3, Motion, Move, MoveConfig, Scratch, Shape, Vec3, World};
use sidle_scenes::{SplitMix64, generate};

/// Number of movers, distance between them in metres, number of timed frames.
const CROWDS: [(usize, f64, usize); 3] = [(100, 4.0, 240), (2_025, 1.0, 60), (100_000, 0.12, 6)];
/// Number of frames until all movers have landed.
const SETTLING: usize = 90;
const RUNS: usize = 5;
const DT: f32 = 1.0 / 60.0;

fn main() {
    let level = generate::load();
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let world = World::from_triangles(&vertices, &level.triangles).expect("the level is valid");
    let threads = rayon::current_num_threads();
    println!("ms a frame, {threads} threads");
    println!(
        "{:>7} {:>8} {:>9} {:>9} {:>9} {:>10} {:>9} {:>9} {:>16}",
        "movers", "shape", "single", "move_all", "par", "efficiency", "shuffled", "sorted", "hash"
    );
    let wanted: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    for (count, spacing, frames) in CROWDS {
        if !wanted.is_empty() && !wanted.contains(&count) {
            continue;
        }
        let bodies =
            [("sphere", Shape::sphere(0.3)), ("ellips.", Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3)))];
        for (name, shape) in &bodies {
            let mut crowd = Crowd::new(&world, shape, count, spacing);
            let moves: Vec<Vec<Move>> = (0..frames).map(|_| crowd.frame(&world)).collect();
            row(&world, name, &moves, threads);
        }
    }
}

/// Prints the cost of these frames with each method.
fn row(world: &World, name: &str, moves: &[Vec<Move>], threads: usize) {
    let config = MoveConfig::default();
    let mut scratch = Scratch::default();
    let (single, hash) = frames(moves, |moves, hash| {
        for m in moves {
            let end = world.move_and_slide(&mut scratch, m.shape, m.from, m.motion, &config);
            hash.add(end.position);
        }
    });
    let mut batch = Batch::default();
    let mut all = |moves: &[Vec<Move>]| {
        frames(moves, |moves, hash| {
            world.move_all(&mut batch, moves, &config);
            batch.outcomes().iter().for_each(|end| hash.add(end.position));
        })
    };
    let (together, same) = all(moves);
    assert_eq!(hash, same, "move_all has other bits");
    let (in_disorder, _) = all(&shuffled(moves));
    let (in_order, _) = all(&sorted(moves));
    let mut batch = Batch::default();
    let (parallel, same) = frames(moves, |moves, hash| {
        world.par_move_all(&mut batch, moves, &config);
        batch.outcomes().iter().for_each(|end| hash.add(end.position));
    });
    assert_eq!(hash, same, "par_move_all has other bits");
    println!(
        "{:>7} {name:>8} {single:>9.3} {together:>9.3} {parallel:>9.3} {:>9.0}% {in_disorder:>9.3} {in_order:>9.3} {hash:016x}",
        moves[0].len(),
        100.0 * together / (parallel * threads as f64),
    );
}

/// Returns milliseconds per frame, the fastest of several runs for each, and a hash of all ends.
fn frames(moves: &[Vec<Move>], mut make: impl FnMut(&[Move], &mut Hash)) -> (f64, u64) {
    let (mut total, mut hash) = (0.0, Hash(0xCBF2_9CE4_8422_2325));
    for moves in moves {
        let mut least = f64::INFINITY;
        let before = hash;
        for _ in 0..RUNS {
            hash = before;
            let start = Instant::now();
            make(moves, &mut hash);
            least = least.min(start.elapsed().as_secs_f64() * 1e3);
        }
        total += least;
    }
    (total / moves.len() as f64, hash.0)
}

fn shuffled<'a>(moves: &[Vec<Move<'a>>]) -> Vec<Vec<Move<'a>>> {
    let mut rng = SplitMix64::new(5);
    let mut moves = moves.to_vec();
    for moves in &mut moves {
        for i in (1..moves.len()).rev() {
            moves.swap(i, rng.below(i + 1));
        }
    }
    moves
}

/// Sorts the moves along a Morton curve of cells of one metre. The sorting is not timed.
fn sorted<'a>(moves: &[Vec<Move<'a>>]) -> Vec<Vec<Move<'a>>> {
    let spread = |x: f64| (0..16).fold(0_u64, |key, bit| key | ((x + 64.0) as u64 >> bit & 1) << (2 * bit));
    let mut moves = moves.to_vec();
    for moves in &mut moves {
        moves.sort_by_key(|m| spread(m.from.x) | spread(m.from.z) << 1);
    }
    moves
}

struct Crowd<'a> {
    shape: &'a Shape,
    rng: SplitMix64,
    frame: usize,
    positions: Vec<DVec3>,
    falls: Vec<f32>,
    headings: Vec<Vec3>,
    batch: Batch,
}

impl<'a> Crowd<'a> {
    fn new(world: &World, shape: &'a Shape, count: usize, spacing: f64) -> Self {
        let side = (count as f64).sqrt().ceil() as usize;
        let place = |i: usize| (i as f64 - side as f64 / 2.0) * spacing;
        let positions = (0..count).map(|i| DVec3::new(place(i % side), 5.0, place(i / side))).collect();
        let mut crowd = Self {
            shape,
            rng: SplitMix64::new(count as u64),
            frame: 0,
            positions,
            falls: vec![0.0; count],
            headings: vec![Vec3::ZERO; count],
            batch: Batch::default(),
        };
        (0..SETTLING).for_each(|_| _ = crowd.frame(world));
        crowd
    }

    /// Runs the moves of one frame and returns them.
    fn frame(&mut self, world: &World) -> Vec<Move<'a>> {
        if self.frame >= SETTLING && (self.frame - SETTLING).is_multiple_of(60) {
            for heading in &mut self.headings {
                let mut v = || self.rng.range(-1.0, 1.0) as f32;
                *heading = Vec3::new(v(), 0.0, v()).normalize_or_zero() * self.rng.range(5.0, 9.5) as f32;
            }
        }
        self.frame += 1;
        let (shape, falls, headings) = (self.shape, &self.falls, &self.headings);
        let of = |(i, &from): (usize, &DVec3)| {
            let velocity = headings[i] + Vec3::Y * falls[i];
            Move::new(shape, from, Motion::with_gravity(velocity, Vec3::NEG_Y * 9.81, DT))
        };
        let moves: Vec<Move<'a>> = self.positions.iter().enumerate().map(of).collect();
        world.par_move_all(&mut self.batch, &moves, &MoveConfig::default());
        for (i, end) in self.batch.outcomes().iter().enumerate() {
            let fell = (end.position.y - self.positions[i].y) as f32 / DT;
            let wished = moves[i].motion.displacement.y / DT;
            // A fall continues if the mover fell at least half of the requested distance.
            self.falls[i] = if fell < 0.5 * wished { moves[i].motion.velocity.y } else { 0.0 };
            self.positions[i] = if end.position.y < -10.0 { DVec3::Y * 5.0 } else { end.position };
        }
        moves
    }
}

/// FNV-1a over 64-bit words.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    fn add(&mut self, v: DVec3) {
        for x in v.to_array() {
            self.0 = (self.0 ^ x.to_bits()).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
