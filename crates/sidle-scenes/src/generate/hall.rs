//! The hall.

use std::f64::consts::TAU;

use crate::build::Builder;
use crate::generate::{SPAWNS, spawn};
use crate::level::{Level, Surface};
use crate::rng::SplitMix64;
use crate::solids::Place;
use crate::trig::rotation;

/// Size of a cell in metres; exact in binary, so that floor, walls and ceiling share their
/// vertices.
const CELL: f64 = 1.5;

pub(super) fn generate(seed: u64, triangles: usize) -> Level {
    let mut rng = SplitMix64::new(seed);
    let mut b = Builder::new();
    // A room of n x n x n/5 cells has 5.6 n^2 triangles. Two fifths of all triangles are for the
    // room.
    let n = ((0.4 * triangles as f64 / 5.6).sqrt() as usize).max(10);
    let size = [n as f64 * CELL, (n / 5).max(4) as f64 * CELL];
    b.room([0.0; 3], [size[0], size[1], size[0]], CELL);
    let margin = 3.5;
    while b.triangle_count() < triangles {
        let at = [rng.range(margin, size[0] - margin), 0.0, rng.range(margin, size[0] - margin)];
        b.material(if rng.below(4) == 0 { 2 } else { 1 });
        clutter(&mut b, &mut rng, at, size[1]);
    }
    let materials = [Surface::rough(0.4), Surface::rough(0.2), Surface::rough(0.0)];
    let mut level = b.finish("hall", &materials);
    level.closed = true;
    spawn::fill(&mut level, SPAWNS, Some(-1), || {
        [rng.range(1.0, size[0] - 1.0), rng.range(1.0, 3.0), rng.range(1.0, size[0] - 1.0)]
    });
    level
}

/// Adds one object that stays within 3.5 m of its place on the floor.
pub(super) fn clutter(b: &mut Builder, rng: &mut SplitMix64, at: [f64; 3], ceiling: f64) {
    let yaw = rng.range(0.0, TAU);
    match rng.below(8) {
        0 | 1 => {
            let half = [rng.range(0.1, 1.2), rng.range(0.1, 0.9), rng.range(0.1, 1.2)];
            b.solid_box([at[0], half[1], at[2]], half, rotation(yaw, 0.0, 0.0));
        }
        2 => {
            let half = [rng.range(0.1, 1.0), rng.range(0.1, 0.6), rng.range(0.1, 1.0)];
            let rows = rotation(yaw, rng.range(-0.8, 0.8), rng.range(-0.8, 0.8));
            let lowest = (0..3).map(|k| rows[1][k].abs() * half[k]).sum::<f64>();
            let lift = if rng.below(2) == 0 { 0.0 } else { rng.range(0.0, 2.0) };
            b.solid_box([at[0], lowest + lift, at[2]], half, rows);
        }
        3 => {
            let height = if rng.below(2) == 0 { ceiling } else { rng.range(0.2, 3.0) };
            let sides = 5 + rng.below(12);
            b.pillar(at, rng.range(0.15, 0.7), height, sides, yaw);
        }
        4 => stairs(b, rng, at, yaw),
        5 => {
            let place = Place { at, rows: rotation(yaw, 0.0, 0.0) };
            b.wedge(rng.range(0.8, 2.8), rng.range(0.1, 1.4), rng.range(0.4, 1.6), place);
        }
        6 => {
            b.bump(at, rng.range(0.3, 1.8), rng.range(0.02, 0.25), 10 + rng.below(8), 3);
        }
        _ => {
            // A sharp wedge in the air, point down, with wedges of free space under it.
            let place = Place { at: [at[0], rng.range(1.2, 2.5), at[2]], rows: rotation(yaw, 0.0, -0.6) };
            b.wedge(1.6, 0.3, rng.range(0.3, 1.0), place);
        }
    }
}

fn stairs(b: &mut Builder, rng: &mut SplitMix64, at: [f64; 3], yaw: f64) {
    let rows = rotation(yaw, 0.0, 0.0);
    let (rise, run, half_width) = (rng.range(0.08, 0.35), rng.range(0.2, 0.45), rng.range(0.4, 1.2));
    for step in 0..3 + rng.below(4) {
        let (rise, run) = (rise * (step + 1) as f64 / 2.0, run * step as f64);
        let centre = Place { at, rows }.turn([run, rise, 0.0]);
        b.solid_box(centre, [0.23, rise, half_width], rows);
    }
}
