//! A closed level for characters: stairs, kerbs, ledges of random height, ramps, low ceilings,
//! fences and narrow passages on one floor.

use sidle_scenes::{Builder, Level, SplitMix64, Surface};

/// Half of the side of the level, and its height, in metres.
const HALF: f64 = 16.0;
const HEIGHT: f64 = 6.0;
/// Number of things on the floor.
const THINGS: usize = 60;
/// Number of spawns.
const SPAWNS: usize = 40;

/// Generates the level of a seed.
pub(super) fn courses(seed: u64) -> Level {
    let mut rng = SplitMix64::new(seed ^ 0xc0a5);
    let mut builder = Builder::new();
    // Walls a metre thick, so that nothing is beyond them.
    let out = HALF + 1.0;
    builder.block([-out, -1.0, -out], [out, 0.0, out]);
    builder.block([-out, HEIGHT, -out], [out, HEIGHT + 1.0, out]);
    for side in [-1.0, 1.0] {
        let [low, high] = if side < 0.0 { [-out, -HALF] } else { [HALF, out] };
        builder.block([low, 0.0, -out], [high, HEIGHT, out]);
        builder.block([-out, 0.0, low], [out, HEIGHT, high]);
    }
    for _ in 0..THINGS {
        thing(&mut rng, &mut builder);
    }
    let mut level = builder.finish("courses", &[Surface::default()]);
    level.closed = true;
    let mut place = || rng.range(-HALF + 1.0, HALF - 1.0) as f32;
    level.spawns = (0..SPAWNS).map(|_| [place(), 1.1, place()]).collect();
    level
}

fn thing(rng: &mut SplitMix64, builder: &mut Builder) {
    let [x, z] = [0; 2].map(|_| rng.range(-HALF + 1.0, HALF - 3.0));
    let width = rng.range(0.6, 3.0);
    match rng.below(8) {
        0 | 1 => stairs(rng, builder, [x, z], width),
        // A ledge or a kerb.
        2 => {
            let height = rng.range(0.02, 1.2);
            builder.block([x, 0.0, z], [x + width, height, z + rng.range(0.3, 3.0)]);
        }
        // A kerb of exactly a usual height.
        3 => {
            let height = [0.1, 0.15, 0.25, 0.4, 0.402, 0.41, 0.5, 0.107][rng.below(8)];
            builder.block([x, 0.0, z], [x + width, height, z + rng.range(0.1, 2.0)]);
        }
        4 => ramp(rng, builder, [x, z], width),
        // A low ceiling, sometimes over a step.
        5 => {
            let clear = rng.range(0.9, 2.3);
            builder.block([x, clear, z], [x + width, clear + 0.2, z + rng.range(0.5, 3.0)]);
        }
        // A thin fence.
        6 => {
            let height = rng.range(0.05, 1.5);
            builder.block([x, 0.0, z], [x + rng.range(0.5, 3.0), height, z + 0.05]);
        }
        // Two posts with a narrow passage.
        _ => {
            let gap = rng.range(0.55, 1.0);
            builder.pillar([x, 0.0, z], 0.25, 3.0, 7, rng.unit());
            builder.pillar([x + 0.5 + gap, 0.0, z], 0.25, 3.0, 8, rng.unit());
        }
    }
}

/// A flight of stairs along x or z, up or down, that ends on a platform.
fn stairs(rng: &mut SplitMix64, builder: &mut Builder, [x, z]: [f64; 2], width: f64) {
    let (rise, run) = (rng.range(0.05, 0.45), rng.range(0.2, 0.5));
    let count = 2 + rng.below(6);
    let is_along_z = rng.below(2) == 0;
    for i in 0..count {
        let (from, top) = (i as f64 * run, (i + 1) as f64 * rise);
        let to = if i + 1 == count { from + width } else { from + run };
        if is_along_z {
            builder.block([x, 0.0, z + from], [x + width, top, z + to]);
        } else {
            builder.block([x + from, 0.0, z], [x + to, top, z + width]);
        }
    }
}

/// A ramp of 10 to 65 degrees along x or z, as a wedge.
fn ramp(rng: &mut SplitMix64, builder: &mut Builder, [x, z]: [f64; 2], width: f64) {
    let (length, slope) = (rng.range(0.5, 3.0), rng.range(0.17, 2.1));
    let height = (length * slope).min(2.5);
    let is_along_z = rng.below(2) == 0;
    let at = |along: f64, across: f64, y: f64| {
        if is_along_z { [x + width - across, y, z + along] } else { [x + along, y, z + across] }
    };
    let foot = [at(0.0, 0.0, 0.0), at(0.0, width, 0.0)];
    let base = [at(length, 0.0, 0.0), at(length, width, 0.0)];
    let top = [at(length, 0.0, height), at(length, width, height)];
    builder.quad(foot[0], foot[1], top[1], top[0]);
    builder.quad(base[0], top[0], top[1], base[1]);
    builder.triangle(foot[0], top[0], base[0]);
    builder.triangle(foot[1], base[1], top[1]);
}
