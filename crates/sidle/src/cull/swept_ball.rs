//! Before which fraction of its way does a ball not touch the outline of a triangle? Eight of them
//! side by side, in f32, and never late.
//!
//! An edge is touched where the centre is in the cylinder round its line and between the planes
//! that end it, not before both; a corner where the centre is in the ball round it. The earliest of
//! the six counts.
//!
//! Rounding, with `pad` sixteen last places of anything that is met here. A triple product of
//! corner, way and edge is off by less than pad |d| |e|, their squares by less than `slack`, a
//! product with the way by pad |d| and with an edge by pad |e|: whatever a root is taken of is
//! larger by that, whatever it is taken from smaller, and what is divided by larger.

use fearless_simd::{Simd, f32x8, prelude::*};

use super::simd::HAS_LANES;
use super::triangles::{Eight, PAD, TINY};

/// What the outline of eight triangles is made of, and the way of the ball.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a, S: Simd> {
    pub(super) corners: &'a [Eight<S>; 3],
    /// From each corner to the next, their squares, and no less than their lengths.
    pub(super) edges: &'a [Eight<S>; 3],
    pub(super) squares: &'a [f32x8<S>; 3],
    pub(super) lengths: &'a [f32x8<S>; 3],
    /// The way, and the square of its length.
    pub(super) d: Eight<S>,
    pub(super) d2: f32,
    /// A fraction of the way before which nothing is touched.
    pub(super) plane: f32x8<S>,
    /// The radius, larger by what it can be off.
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

    /// When an edge or the corner where it begins is touched.
    #[inline(always)]
    fn side(&self, simd: S, i: usize) -> f32x8<S> {
        if HAS_LANES {
            self.edge(simd, i).min(self.corner(simd, i))
        } else {
            self.called_edge(simd, i).min(self.called_corner(simd, i))
        }
    }

    // Eight numbers one after the other make a kernel so long that a compiler was not done with it
    // after twelve minutes, unless pieces of it are calls.

    #[inline(never)]
    fn called_edge(&self, simd: S, i: usize) -> f32x8<S> {
        self.edge(simd, i)
    }

    #[inline(never)]
    fn called_corner(&self, simd: S, i: usize) -> f32x8<S> {
        self.corner(simd, i)
    }

    /// When the centre comes into the ball round a corner; infinite if it does not.
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

    /// When the centre comes into the cylinder round an edge, between its ends; infinite if it does
    /// not.
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
        // The planes at the ends: how far ahead is the one that is come to, and how fast is that
        // left behind again?
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
        // What would be lost of smaller products is less than is added for rounding.
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

    /// The naive twin: where a way is first within a radius of a triangle, by halves before the
    /// place where it is nearest.
    fn first_within(t: &[DVec3; 3], way: DVec3, radius: f64) -> Option<f64> {
        let normal = unit_normal(t);
        let distance = |s: f64| (nearest(way * s, t, normal).point - way * s).length();
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

    /// What is found of eight triangles; infinite where nothing is to be touched.
    fn until(triangles: &[[Vec3; 3]; LANES], from: Vec3, way: Vec3, radius: f64) -> [f32; LANES] {
        let cull = BallCull::new((from.as_dvec3(), way.as_dvec3()), DVec3::splat(radius), radius, None);
        let mut found = Untouched::ANY;
        cull.untouched(1.0, &Triangles::of(triangles), &mut found);
        std::array::from_fn(|i| if found.left >> i & 1 == 1 { found.until[i] } else { f32::INFINITY })
    }

    /// Faces, edges and corners, of ordinary triangles, strips and needles: not later than they are
    /// touched, and no sooner than a ball larger by a centimetre would touch them, but for ways
    /// along an edge.
    #[test]
    fn the_first_touch_is_known_to_a_centimetre() {
        const RADIUS: f64 = 0.4;
        let mut rng = SplitMix64::new(3);
        let (mut touched, mut missed) = (0, 0);
        for case in 0..12_000 {
            let mut v = |s: f64| DVec3::from([(); 3].map(|()| rng.range(-s, s)));
            let way = v([0.3, 3.0, 8.0][case % 3]).as_vec3();
            let from = v(50.0).as_vec3();
            let triangles: [[Vec3; 3]; LANES] = std::array::from_fn(|i| {
                let at = from.as_dvec3() + way.as_dvec3() * (i as f64 / 8.0) + v(0.9);
                let (long, wide) = [(0.3, 0.3), (1.5, 1.0), (6.0, 0.02), (2.0, 1e-7)][(case / 3 + i) % 4];
                let (u, w) = (v(1.0).normalize() * long, v(1.0).normalize() * wide);
                [at - u * 0.6, at + u * 0.4, at + w].map(|c| c.as_vec3())
            });
            for (t, until) in triangles.iter().zip(until(&triangles, from, way, RADIUS)) {
                let t = t.map(|c| c.as_dvec3() - from.as_dvec3());
                let first = first_within(&t, way.as_dvec3(), RADIUS);
                let told = || format!("case {case}: {t:?} by {way}: {until}, {first:?}");
                assert!(first.is_none_or(|first| f64::from(until) <= first), "{}", told());
                let way = way.as_dvec3();
                let is_along = |i: usize| {
                    let edge = t[(i + 1) % 3] - t[i];
                    edge.cross(way).length() < 0.05 * edge.length() * way.length()
                };
                match first_within(&t, way, RADIUS + 1e-2) {
                    // How far beside a line a way along it is, f32 cannot tell.
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

    /// Products of eight lengths of a micrometre are lost: what was missed then was touched.
    #[test]
    fn what_is_tiny_is_not_touched_before_it_is_looked_at() {
        let mut rng = SplitMix64::new(9);
        let mut touched = 0;
        for case in 0..20_000 {
            let scale = [1e-3, 1e-4, 1e-5, 3e-6, 1e-6][case % 5];
            let mut v = |s: f64| DVec3::from([(); 3].map(|()| rng.range(-s, s)));
            let way = v(8.0 * scale).as_vec3();
            let middle = way.as_dvec3() * (case as f64 * 0.37).fract();
            let triangles: [[Vec3; 3]; LANES] =
                std::array::from_fn(|_| [(); 3].map(|()| (middle + v(6.0 * scale)).as_vec3()));
            let radius = scale * rng.range(1.0, 10.0);
            for (t, until) in triangles.iter().zip(until(&triangles, Vec3::ZERO, way, radius)) {
                let t = t.map(|c| c.as_dvec3());
                if let Some(first) = first_within(&t, way.as_dvec3(), radius) {
                    touched += 1;
                    assert!(f64::from(until) <= first, "case {case}: {t:?} by {way}: {until}, {first}");
                }
            }
        }
        assert!(touched > 50_000, "{touched}");
    }
}
