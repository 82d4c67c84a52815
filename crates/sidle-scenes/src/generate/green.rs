//! The putting green.

use crate::build::Builder;
use crate::level::{Level, Surface};
use crate::rng::SplitMix64;

/// Generates the level. `control` is the distance in metres between the heights that the surface
/// goes through, a whole number of `sample`s.
pub(super) fn generate(seed: u64, size: f64, [control, sample]: [f64; 2], high: f64) -> Level {
    let spans = (size / control).ceil().max(1.0) as usize;
    let (samples, half) = (spans * (control / sample) as usize, 0.5 * spans as f64 * control);
    let mut rng = SplitMix64::new(seed);
    // Catmull-Rom interpolation needs a height beyond each end.
    let heights: Vec<Vec<f64>> =
        (0..spans + 3).map(|_| (0..spans + 3).map(|_| rng.range(-high, high)).collect()).collect();
    let mut b = Builder::new();
    let at = |i: usize, j: usize| {
        let (x, z) = (i as f64 * sample, j as f64 * sample);
        [x - half, height(&heights, x / control, z / control), z - half]
    };
    for j in 0..samples {
        for i in 0..samples {
            b.quad(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j), at(i, j));
        }
    }
    let turf = Surface { restitution: 0.4, ..Surface::rough(0.5) };
    b.finish("green", &[turf])
}

/// Returns the height of the bicubic surface, which is continuous in height and slope. `u` and `v`
/// are in control spans.
fn height(heights: &[Vec<f64>], u: f64, v: f64) -> f64 {
    let last = heights.len() - 4;
    let (i, j) = ((u as usize).min(last), (v as usize).min(last));
    let across = |row: &[f64]| cubic([row[i], row[i + 1], row[i + 2], row[i + 3]], u - i as f64);
    let rows = [0, 1, 2, 3].map(|k| across(&heights[j + k]));
    cubic(rows, v - j as f64)
}

/// Returns the Catmull-Rom curve from `b` to `c`.
fn cubic([a, b, c, d]: [f64; 4], t: f64) -> f64 {
    let (square, cube) = (t * t, t * t * t);
    0.5 * (2.0 * b
        + (c - a) * t
        + (2.0 * a - 5.0 * b + 4.0 * c - d) * square
        + (3.0 * b - a - 3.0 * c + d) * cube)
}

#[cfg(test)]
mod tests {
    use super::generate;

    #[test]
    fn neighbouring_faces_of_a_green_hardly_differ() {
        let level = generate(3, 20.0, [4.0, 0.25], 0.2);
        let normal = |t: usize| {
            let [a, b, c] = level.corners(t).map(|v| v.map(f64::from));
            let (e, f) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
            let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
            let l = (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]).sqrt();
            n.map(|x| x / l)
        };
        assert_eq!(level.triangles.len(), 2 * 80 * 80);
        let mut steepest = 1.0_f64;
        for t in 0..level.triangles.len() - 2 {
            let (m, n) = (normal(t), normal(t + 1));
            let wraps = (t / 2 + 1) % 80 == 0;
            let cosine = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
            assert!(wraps || cosine > 0.999, "{t}: {cosine}");
            steepest = steepest.min(m[1]);
        }
        assert!(steepest < 0.995, "a flat green is no test");
    }
}
