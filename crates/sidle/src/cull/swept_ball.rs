//! Sphere cast against the outlines of eight triangles at once, in f32: a conservative lower bound
//! of the time of impact.
//!
//! The ball touches an edge while the centre is in the cylinder around its line and between the
//! planes at its ends, not before both. It touches a corner while the centre is in the ball around
//! that corner. The earliest of the six contacts counts.
//!
//! Rounding: `pad` is sixteen units in the last place of the largest length involved. A triple
//! product of corner, path and edge is off by less than pad |d| |e|, and its square by less than
//! `slack`. A product with the path is off by pad |d|, a product with an edge by pad |e|. The
//! argument of each square root is increased by its error, the value that a root is subtracted from
//! is decreased, and each divisor is increased.

use fearless_simd::{Simd, f32x8, prelude::*};

use super::simd::part_of_kernel;
use super::triangles::{Eight, PAD, TINY};

/// Outlines of eight triangles, and the path of the ball.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a, S: Simd> {
    pub(super) corners: &'a [Eight<S>; 3],
    /// Vectors from each corner to the next, their squared lengths, and upper bounds of their
    /// lengths.
    pub(super) edges: &'a [Eight<S>; 3],
    pub(super) squares: &'a [f32x8<S>; 3],
    pub(super) lengths: &'a [f32x8<S>; 3],
    /// Motion, and the square of its length.
    pub(super) d: Eight<S>,
    pub(super) d2: f32,
    /// Fraction of the path before which there is no contact.
    pub(super) plane: f32x8<S>,
    /// Radius, increased by its possible error.
    pub(super) wide: f32x8<S>,
    pub(super) pad: f32x8<S>,
}

impl<S: Simd> Outline<'_, S> {
    #[inline(always)]
    pub(super) fn touched_after(&self, simd: S) -> f32x8<S> {
        if self.d2 <= TINY {
            return f32x8::splat(simd, 0.0);
        }
        self.side(simd, 0).min(self.side(simd, 1)).min(self.side(simd, 2))
    }

    /// Returns the time of contact with an edge or the corner at its start.
    #[inline(always)]
    fn side(&self, simd: S, i: usize) -> f32x8<S> {
        let edge = part_of_kernel(
            #[inline(always)]
            || self.edge(simd, i),
        );
        let corner = part_of_kernel(
            #[inline(always)]
            || self.corner(simd, i),
        );
        edge.min(corner)
    }

    /// Returns the time at which the centre enters the ball around a corner, or infinity if the
    /// centre does not enter this ball.
    #[inline(always)]
    fn corner(&self, simd: S, i: usize) -> f32x8<S> {
        let (zero, never) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, f32::INFINITY));
        let a = self.corners[i];
        let beside = a.cross(self.d);
        let within = self.wide * self.wide * self.d2 - beside.dot(beside);
        let chord = within.max(zero).sqrt() + self.pad * self.d2.sqrt();
        let middle = a.dot(self.d);
        let first = middle - chord;
        let entry = first.simd_gt(zero).select(first * self.d2.recip(), zero);
        (within.simd_lt(zero) | (middle + chord).simd_lt(self.plane * self.d2)).select(never, entry)
    }

    /// Returns the time at which the centre enters the cylinder around an edge, between its ends,
    /// or infinity if the centre does not enter this cylinder.
    #[inline(always)]
    fn edge(&self, simd: S, i: usize) -> f32x8<S> {
        let (zero, never) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, f32::INFINITY));
        let (a, e, e2, length) = (self.corners[i], self.edges[i], self.squares[i], self.lengths[i]);
        let (d, d2, pad) = (self.d, self.d2, self.pad);
        let along = length * d2.sqrt();
        let (x, slack) = (d.cross(e), e2 * (d2 * (2.0 * PAD)));
        let x2 = x.dot(x);
        let (least, most) = ((x2 - slack).max(zero), x2 + slack);
        let beside = (a.dot(x).abs() - pad * along).max(zero);
        let within = self.wide * self.wide * most - beside * beside;
        let middle = a.cross(e).dot(x);
        let chord = (within.max(zero) * e2).sqrt() + pad * along * length;
        let first = middle - chord;
        let entry = first.simd_gt(zero).select(first / most, zero);
        // The planes at the ends: the distance to the plane ahead, and the speed at which the
        // centre approaches it and later leaves the other.
        let start = a.dot(e);
        let (low, high) = (start - pad * length, start + e2 * (1.0 + PAD) + pad * length);
        let (speed, off) = (d.dot(e), along * PAD);
        let is_before = low.simd_gt(zero);
        let (ahead, closing) = (is_before.select(low, -high), is_before.select(speed, -speed) + off);
        let is_outside = ahead.simd_gt(zero);
        let between = is_outside.select(ahead / closing, zero);
        let is_never = is_outside & closing.simd_le(zero);
        let (end, leaving) = (speed.simd_gt(zero).select(high, -low), speed.abs() - off);
        let is_past = leaving.simd_gt(zero) & (entry * leaving).simd_gt(end);
        let is_left = (middle + chord).simd_lt(between.max(self.plane) * least);
        let is_missed = within.simd_lt(zero) | is_left | is_never | is_past;
        // The loss in smaller products is less than the padding for rounding.
        (e2 * d2).simd_gt(TINY).select(is_missed.select(never, entry.max(between)), zero)
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};
    use sidle_scenes::SplitMix64;

    use super::super::ball::{BallCull, Untouched};
    use super::super::triangles::{LANES, Triangles};
    use crate::geometry::polygon::{nearest, unit_normal};

    /// Reference implementation: the first position of a path within a radius of a triangle, by
    /// bisection before the closest position.
    fn first_within(t: &[DVec3; 3], motion: DVec3, radius: f64) -> Option<f64> {
        let normal = unit_normal(t);
        let distance = |s: f64| (nearest(motion * s, t, normal).point - motion * s).length();
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..80 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            (low, high) = if distance(a) < distance(b) { (low, b) } else { (a, high) };
        }
        let (mut before, mut within) = (0.0, low);
        if distance(within) > radius || distance(before) <= radius {
            return (distance(within) <= radius).then_some(before);
        }
        for _ in 0..60 {
            let middle = 0.5 * (before + within);
            (before, within) = if distance(middle) > radius { (middle, within) } else { (before, middle) };
        }
        Some(within)
    }

    /// Returns the results for eight triangles; infinite without a possible contact.
    fn until(triangles: &[[Vec3; 3]; LANES], from: Vec3, motion: Vec3, radius: f64) -> [f32; LANES] {
        let cull = BallCull::new((from.as_dvec3(), motion.as_dvec3()), DVec3::splat(radius), radius, None);
        let mut found = Untouched::ANY;
        cull.untouched(1.0, &Triangles::of(triangles), &mut found);
        std::array::from_fn(|i| if found.left >> i & 1 == 1 { found.until[i] } else { f32::INFINITY })
    }

    /// Tests faces, edges and corners of ordinary triangles, strips and needles. The result is
    /// never later than the contact. It is never earlier than the contact of a ball that is larger
    /// by a centimetre, except for paths along an edge.
    #[test]
    fn the_first_touch_is_known_to_a_centimetre() {
        const RADIUS: f64 = 0.4;
        let mut rng = SplitMix64::new(3);
        let (mut touched, mut missed) = (0, 0);
        for case in 0..12_000 {
            let mut v = |s: f64| DVec3::from([(); 3].map(|()| rng.range(-s, s)));
            let motion = v([0.3, 3.0, 8.0][case % 3]).as_vec3();
            let from = v(50.0).as_vec3();
            let triangles: [[Vec3; 3]; LANES] = std::array::from_fn(|i| {
                let at = from.as_dvec3() + motion.as_dvec3() * (i as f64 / 8.0) + v(0.9);
                let (long, wide) = [(0.3, 0.3), (1.5, 1.0), (6.0, 0.02), (2.0, 1e-7)][(case / 3 + i) % 4];
                let (u, w) = (v(1.0).normalize() * long, v(1.0).normalize() * wide);
                [at - u * 0.6, at + u * 0.4, at + w].map(|c| c.as_vec3())
            });
            for (t, until) in triangles.iter().zip(until(&triangles, from, motion, RADIUS)) {
                let t = t.map(|c| c.as_dvec3() - from.as_dvec3());
                let first = first_within(&t, motion.as_dvec3(), RADIUS);
                let told = || format!("case {case}: {t:?} by {motion}: {until}, {first:?}");
                assert!(first.is_none_or(|first| f64::from(until) <= first), "{}", told());
                let motion = motion.as_dvec3();
                let is_along = |i: usize| {
                    let edge = t[(i + 1) % 3] - t[i];
                    edge.cross(motion).length() < 0.05 * edge.length() * motion.length()
                };
                match first_within(&t, motion, RADIUS + 1e-2) {
                    // In f32, the distance between a line and a path along it is unreliable.
                    _ if (0..3).any(is_along) => {}
                    Some(sooner) => assert!(f64::from(until) >= sooner - 1e-5, "{}: {sooner}", told()),
                    None => assert_eq!(until, f32::INFINITY, "{}", told()),
                }
                (touched, missed) =
                    (touched + u32::from(first.is_some()), missed + u32::from(first.is_none()));
            }
        }
        assert!(touched > 20_000 && missed > 20_000, "{touched} {missed}");
    }

    /// Regression test: products of eight lengths of a micrometre underflow, and contacts were
    /// missed.
    #[test]
    fn what_is_tiny_is_not_touched_before_it_is_looked_at() {
        let mut rng = SplitMix64::new(9);
        let mut touched = 0;
        for case in 0..20_000 {
            let scale = [1e-3, 1e-4, 1e-5, 3e-6, 1e-6][case % 5];
            let mut v = |s: f64| DVec3::from([(); 3].map(|()| rng.range(-s, s)));
            let motion = v(8.0 * scale).as_vec3();
            let middle = motion.as_dvec3() * (case as f64 * 0.37).fract();
            let triangles: [[Vec3; 3]; LANES] =
                std::array::from_fn(|_| [(); 3].map(|()| (middle + v(6.0 * scale)).as_vec3()));
            let radius = scale * rng.range(1.0, 10.0);
            for (t, until) in triangles.iter().zip(until(&triangles, Vec3::ZERO, motion, radius)) {
                let t = t.map(|c| c.as_dvec3());
                if let Some(first) = first_within(&t, motion.as_dvec3(), radius) {
                    touched += 1;
                    assert!(f64::from(until) <= first, "case {case}: {t:?} by {motion}: {until}, {first}");
                }
            }
        }
        assert!(touched > 50_000, "{touched}");
    }
}
