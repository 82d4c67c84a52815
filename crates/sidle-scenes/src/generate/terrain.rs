//! The terrain.

use crate::build::Builder;
use crate::generate::{SPAWNS, spawn};
use crate::level::{Level, Surface};
use crate::rng::SplitMix64;

/// Wavelength and height of the layers of noise, in metres.
const LAYERS: [[f64; 2]; 4] = [[37.0, 6.0], [11.0, 2.0], [4.3, 0.6], [1.3, 0.12]];

pub(super) fn generate(seed: u64, triangles: usize) -> Level {
    let n = ((triangles as f64 / 2.0).sqrt() as usize + 1).max(8);
    let half = n as f64 / 2.0;
    let mut b = Builder::new();
    let at = |i: usize, j: usize| {
        let (x, z) = (i as f64 - half, j as f64 - half);
        [x, height(seed, x, z), z]
    };
    for j in 0..n {
        for i in 0..n {
            let [p, q, r, s] = [at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), at(i, j)];
            if cell(seed, i as i64, j as i64, 99) < 0.5 {
                b.quad(p, q, r, s)
            } else {
                b.quad(q, r, s, p)
            };
        }
    }
    let mut level = b.finish("terrain", &[Surface::rough(0.3)]);
    let mut rng = SplitMix64::new(seed);
    spawn::fill(&mut level, SPAWNS, Some(0), || {
        let (x, z) = (rng.range(2.0 - half, half - 2.0), rng.range(2.0 - half, half - 2.0));
        [x, height(seed, x, z) + rng.range(1.1, 2.0), z]
    });
    level
}

fn height(seed: u64, x: f64, z: f64) -> f64 {
    (0_u64..).zip(LAYERS).map(|(k, [wave, high])| high * (noise(seed, x / wave, z / wave, k) - 0.5)).sum()
}

/// Returns value noise, 0..1: random numbers at integer places, smoothly interpolated between them.
fn noise(seed: u64, x: f64, z: f64, layer: u64) -> f64 {
    let (i, j) = (x.floor(), z.floor());
    let (u, v) = (smooth(x - i), smooth(z - j));
    let at = |di: i64, dj: i64| cell(seed, i as i64 + di, j as i64 + dj, layer);
    let near = at(0, 0) + (at(1, 0) - at(0, 0)) * u;
    let far = at(0, 1) + (at(1, 1) - at(0, 1)) * u;
    near + (far - near) * v
}

fn smooth(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

fn cell(seed: u64, i: i64, j: i64, layer: u64) -> f64 {
    let key = (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (j as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    let mut rng = SplitMix64::new(seed ^ key ^ layer.wrapping_mul(0x1656_67B1_9E37_79F9));
    rng.next_u64();
    rng.unit()
}
