//! The soup.

use crate::build::Builder;
use crate::generate::{SPAWNS, spawn};
use crate::level::{Level, Surface};
use crate::rng::SplitMix64;
use crate::vec3::{V3, add, along, cross, normalize, scale};

/// Size of a cell in metres; the box is a whole number of cells.
const CELL: f64 = 2.0;

pub(super) fn generate(seed: u64, triangles: usize) -> Level {
    let mut rng = SplitMix64::new(seed);
    // Three cubic metres for every triangle: crowded, with free places left.
    let mut cells = 6_usize;
    while (cells as f64 * CELL).powi(3) < 3.0 * triangles as f64 {
        cells += 1;
    }
    let size = cells as f64 * CELL;
    let mut b = Builder::new();
    b.room([0.0; 3], [size; 3], CELL);
    let mut soup: Vec<[V3; 3]> = Vec::new();
    while b.triangle_count() < triangles {
        let t = triangle(&mut rng, &soup, size);
        // Keeps every kind of triangle well inside the box.
        let t = t.map(|p| p.map(|x| x.clamp(0.01, size - 0.01)));
        b.triangle(t[0], t[1], t[2]);
        soup.push(t);
    }
    let mut level = b.finish("soup", &[Surface::default()]);
    level.closed = true;
    spawn::fill(&mut level, SPAWNS, None, || point(&mut rng, size));
    level
}

fn point(rng: &mut SplitMix64, size: f64) -> V3 {
    [rng.range(1.0, size - 1.0), rng.range(1.0, size - 1.0), rng.range(1.0, size - 1.0)]
}

/// Returns a direction; uniform in the cube, which is uniform enough.
fn direction(rng: &mut SplitMix64) -> V3 {
    normalize([rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0) + 1e-9])
}

fn triangle(rng: &mut SplitMix64, before: &[[V3; 3]], size: f64) -> [V3; 3] {
    let at = point(rng, size);
    let (u, w) = (direction(rng), direction(rng));
    let v = cross(u, w);
    let spread = |s: f64| [at, along(at, u, s), add(at, add(scale(u, 0.3 * s), scale(v, s)))];
    match rng.below(25) {
        0..=15 => spread(rng.magnitude(0.05, 5)),
        // Long and thin, with the third corner beside the long edge or at its end.
        16 | 17 => {
            let long = rng.magnitude(0.5, 3);
            let off = rng.magnitude(1e-6, 13);
            [at, along(at, u, long), along(along(at, u, long * rng.range(-0.2, 1.2)), v, off)]
        }
        18 => {
            let long = rng.magnitude(1.0, 3);
            [at, along(at, u, long), along(along(at, u, long), v, 1e-6)]
        }
        19 => [at, along(at, u, 1.0), along(at, u, rng.range(-1.0, 2.0))],
        20 => [at, along(at, u, rng.range(0.0, 1.0)), at],
        21 | 22 if !before.is_empty() => {
            let [a, b, c] = before[rng.below(before.len())];
            if rng.below(2) == 0 { [a, b, c] } else { [a, c, b] }
        }
        _ => {
            let t = spread(rng.magnitude(1e-4, 7));
            if rng.below(4) == 0 { [at; 3] } else { t }
        }
    }
}
