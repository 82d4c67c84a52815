//! The side of a plane on which a point lies, exactly, for points with f32 coordinates.
//!
//! The determinant is computed in f64. If rounding could change its sign, it is computed again as a
//! sum of exact terms, which are added without rounding (Shewchuk 1997, "Adaptive precision
//! floating-point arithmetic and fast robust geometric predicates").

use glam::Vec3;

use crate::tolerance::VOLUME_ROUNDING;

/// Number of terms of a volume.
const TERMS: usize = 48;

/// Returns six times the volume of the tetrahedron of a triangle and a point. It is above 0 if the
/// corners appear counter-clockwise from the point, and 0 exactly if the four points lie in one
/// plane. The sign is exact; the value is rounded. Coordinates are finite and in range.
pub(crate) fn volume([a, b, c]: [Vec3; 3], p: Vec3) -> f64 {
    let from_a = |v: Vec3| v.as_dvec3() - a.as_dvec3();
    let (x, y, z) = (from_a(b), from_a(c), from_a(p));
    let value = x.cross(y).dot(z);
    let absolute = |k: usize, i: usize, j: usize| ((x[i] * y[j]).abs() + (x[j] * y[i]).abs()) * z[k].abs();
    let size = absolute(0, 1, 2) + absolute(1, 2, 0) + absolute(2, 0, 1);
    // All terms are 0 in a plane that is perpendicular to an axis.
    if value.abs() > VOLUME_ROUNDING * size || size == 0.0 { value } else { exact_volume([a, b, c, p]) }
}

/// Returns true if three points lie exactly on a line.
pub(crate) fn is_collinear(a: Vec3, b: Vec3, c: Vec3) -> bool {
    (0..3).all(|i| {
        let j = (i + 1) % 3;
        let mut sum = Expansion::default();
        for (p, q) in [(a, b), (b, c), (c, a)] {
            // A product of two f32 is exact in f64.
            sum.add(f64::from(p[i]) * f64::from(q[j]));
            sum.add(-f64::from(p[j]) * f64::from(q[i]));
        }
        sum.value() == 0.0
    })
}

/// Adds the 24 products of a volume exactly.
fn exact_volume([a, b, c, p]: [Vec3; 4]) -> f64 {
    let mut sum = Expansion::default();
    for (sign, [u, v, w]) in [(1.0, [b, c, p]), (-1.0, [a, c, p]), (1.0, [a, b, p]), (-1.0, [a, b, c])] {
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            sum.add_product(sign * f64::from(u[i]), v[j], w[k]);
            sum.add_product(-sign * f64::from(u[i]), v[k], w[j]);
        }
    }
    sum.value()
}

/// A sum of numbers without rounding: parts of increasing size whose bits do not overlap.
struct Expansion {
    parts: [f64; TERMS],
    count: usize,
}

impl Default for Expansion {
    fn default() -> Self {
        Self { parts: [0.0; TERMS], count: 0 }
    }
}

impl Expansion {
    /// Adds a product of three numbers of 24 bits.
    fn add_product(&mut self, x: f64, y: f32, z: f32) {
        // Veltkamp's splitter of f64: both halves of `xy` have at most 26 bits.
        const SPLITTER: f64 = 134_217_729.0;
        let (xy, z) = (x * f64::from(y), f64::from(z));
        let scaled = SPLITTER * xy;
        let high = scaled - (scaled - xy);
        self.add((xy - high) * z);
        self.add(high * z);
    }

    fn add(&mut self, term: f64) {
        let (mut sum, mut kept) = (term, 0);
        for i in 0..self.count {
            let (total, error) = two_sum(sum, self.parts[i]);
            if error != 0.0 {
                self.parts[kept] = error;
                kept += 1;
            }
            sum = total;
        }
        if sum != 0.0 {
            self.parts[kept] = sum;
            kept += 1;
        }
        self.count = kept;
    }

    /// Returns the sum, rounded. Its sign is exact: the largest part outweighs all others.
    fn value(&self) -> f64 {
        self.parts[..self.count].iter().fold(0.0, |sum, part| sum + part)
    }
}

/// Returns a sum rounded to f64, and its rounding error (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let of_a = sum - of_b;
    (sum, (a - of_a) + (b - of_b))
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use sidle_judge::exact;
    use sidle_scenes::SplitMix64;

    use super::*;

    /// Random points in and near the plane of a triangle, at coordinates of every size, against
    /// integers of any length.
    #[test]
    fn the_side_of_a_plane_is_exact() {
        let mut rng = SplitMix64::new(7);
        let mut counts = [0; 3];
        for case in 0..30_000 {
            let size = [1.0, 1e6, 1e-6, 1e-30][case % 4];
            let offset = [0.0, 1e7, 1.0][case % 3];
            let mut v = || Vec3::from_array([0; 3].map(|_| (offset + size * rng.range(-1.0, 1.0)) as f32));
            let (a, b, c) = (v(), v(), v());
            let (s, t) = ([0.5, 0.25, 0.3][case % 3], [0.25, 1.0, 0.9][case % 3]);
            let mut p = (a.as_dvec3() * (1.0 - s - t) + b.as_dvec3() * s + c.as_dvec3() * t).as_vec3();
            if case % 5 == 0 {
                p = a;
                p.x = b.x;
            }
            let judged = exact::side(&[a, b, c].map(|v| v.as_dvec3().to_array()), p.as_dvec3().to_array());
            let found = volume([a, b, c], p).partial_cmp(&0.0);
            assert_eq!(found, judged, "case {case}: {a} {b} {c} {p}");
            counts[(found.expect("a number") as i8 + 1) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| n > 500), "{counts:?}");
    }

    #[test]
    fn points_on_a_line_are_found_exactly() {
        let at = |t: f32| Vec3::new(1.0 + t, 3.0 - 2.0 * t, 0.5 * t);
        assert!(is_collinear(at(0.0), at(1.0), at(-4096.0)));
        assert!(is_collinear(at(2.0), at(2.0), at(7.0)));
        let beside = at(1.0) + Vec3::Y * f32::EPSILON;
        assert_ne!(beside, at(1.0));
        assert!(!is_collinear(at(0.0), beside, at(-4096.0)));
        assert_eq!(volume([at(0.0), at(1.0), at(2.0)], Vec3::X).partial_cmp(&0.0), Some(Ordering::Equal));
    }
}
