//! Sphere cast against eight triangles at once, in f32: a conservative lower bound of the time of
//! impact.
//!
//! The path is `t d`, t from 0 to 1. The axes are mirrored so that no coordinate of d is below 0.
//! The result is the latest of these lower bounds:
//!
//! - The ball's box does not overlap the box of the triangle before it has entered all three slabs
//!   of that box.
//! - The ball does not touch the plane before its centre is a radius away from it, at the time t0.
//!   If it never gets there, there is no contact. This rejects most triangles without a division.
//! - If the centre is further than a radius beyond one edge, both at t0 and at the end of the path,
//!   there is no contact.
//! - If the centre is beyond an edge at t0, the first contact is with the outline, not with the
//!   face: see `swept_ball.rs`.
//!
//! # Rounding
//!
//! The following holds for a triangle with rounded corners, and for a radius that is larger by the
//! same amount. M is the sum of the largest coordinates of the triangle and the path, E is the
//! longest edge, and |n| is twice the area. The unit normal is off by less than 8 E^2 / |n| units
//! in the last place. Heights over the plane and over an edge are therefore off by less than M (8
//! E^2 / |n| + 8). `pad` is at least twice that. It is stored times |n|, like the heights, until a
//! division is necessary.
//!
//! At the rounded t0, the height is at least the radius r, and at most four pads more. Take a
//! centre beyond an edge from there on. It comes within r + 4 pads of the triangle through its
//! outline, or is already that close to the outline. The outline is therefore tested with that
//! radius.
//!
//! Thin triangles have large pads, but a better bound. Their height over the longest edge is |n| /
//! E, and no point of them is further than half of that from an edge. A point within r of the
//! triangle is therefore within r + (|n| / E)^2 / 8r of its outline, wherever it is beyond. The
//! code uses the smaller of the two radii.
//!
//! Values too large for f32 become NaN or infinite in a comparison whose result then means:
//! possible contact at once. Values that are too small are detected before (`TINY`).

use fearless_simd::{Level, Simd, dispatch, f32x8, mask32x8, prelude::*};
use glam::{DVec3, Vec3};

use super::axes::{Axes, See, in_space};
use super::simd::level;
use super::swept_ball::Outline;
use super::triangles::{Eight, LANES, PAD, TINY, Triangles};

/// Beyond this, a pad exceeds a metre, and only the plane is tested: products of eight lengths
/// would overflow.
const FAR: f32 = 1.0 / PAD;

/// Moving ball, or an ellipsoid in a space in which it is a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallCull {
    level: Level,
    from: Vec3,
    /// -1 for the axes along which the path leads towards smaller coordinates.
    mirror: Vec3,
    /// Half the size of the shape, and 1 / motion, in world space.
    half: Vec3,
    inverse: Vec3,
    /// Mirrored axes of the world in the space of an ellipsoid.
    space: Option<Axes>,
    /// Motion and radius in the space in which the shape is a ball.
    motion: Vec3,
    radius: f32,
}

impl BallCull {
    /// Creates the test for a shape of half size `half` that moves from `from` along `motion`. The
    /// shape is a ball of this radius, possibly in another space. `space` holds the axes of the
    /// world and the motion in that space. No vector is longer there than in the world.
    #[inline(always)]
    pub(crate) fn new(
        (from, motion): (DVec3, DVec3),
        half: DVec3,
        radius: f64,
        space: Option<(Axes, DVec3)>,
    ) -> Self {
        let lengths = from.abs().element_sum() + motion.abs().element_sum() + half.element_sum();
        let rounding = (lengths * f64::from(PAD)).max(f64::from(TINY));
        let mirror = DVec3::ONE.copysign(motion);
        let seen = space.map_or(motion * mirror, |(_, motion)| motion);
        Self {
            level: level(),
            from: from.as_vec3(),
            mirror: mirror.as_vec3(),
            // Along an axis without motion, the rounding replaces the motion, and the boxes are
            // enlarged by as much.
            half: (half + 2.0 * rounding).as_vec3(),
            inverse: motion.abs().max(DVec3::splat(rounding)).as_vec3().recip(),
            space: space.map(|(axes, _)| axes.mirrored(mirror.as_vec3())),
            motion: seen.as_vec3(),
            radius: (radius + rounding) as f32,
        }
    }

    /// Finds fractions of the path before which eight triangles have no contact, up to `limit`.
    #[inline]
    pub(crate) fn untouched(&self, limit: f32, triangles: &Triangles<'_>, out: &mut Untouched) {
        let until = &mut out.until;
        out.left = in_space!(self.space, space => {
            dispatch!(self.level, simd => untouched(simd, self, space, limit, triangles, until))
        });
    }
}

/// Lanes with possible contacts, and for each a fraction of the path before which it has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untouched {
    pub(crate) until: [f32; LANES],
    /// One bit for each lane with a possible contact.
    pub(crate) left: u32,
}

impl Untouched {
    /// No information: contact is possible everywhere.
    pub(crate) const ANY: Self = Self { until: [0.0; LANES], left: 255 };

    /// Keeps only the first `count` lanes.
    pub(crate) fn keep_first(&mut self, count: usize) {
        self.left &= (1 << count) - 1;
    }
}

#[inline(always)]
fn untouched<S: Simd>(
    simd: S,
    cull: &BallCull,
    space: impl See,
    limit: f32,
    triangles: &Triangles<'_>,
    out: &mut [f32; LANES],
) -> u32 {
    let (from, mirror) = (cull.from, cull.mirror);
    let a = Eight::seen(simd, triangles, 0, from).scaled(mirror);
    let b = Eight::seen(simd, triangles, 1, from).scaled(mirror);
    let c = Eight::seen(simd, triangles, 2, from).scaled(mirror);
    let d = cull.motion;
    let (mut enter, mut leave) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, limit));
    let mut far = f32x8::splat(simd, d.x.abs() + d.y.abs() + d.z.abs());
    for (a, b, c, half, inverse) in [
        (a.x, b.x, c.x, cull.half.x, cull.inverse.x),
        (a.y, b.y, c.y, cull.half.y, cull.inverse.y),
        (a.z, b.z, c.z, cull.half.z, cull.inverse.z),
    ] {
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size = high.max(-low);
        let reach = size * PAD + half;
        enter = enter.max((low - reach) * inverse);
        leave = leave.min((high + reach) * inverse);
        far += size;
    }
    let never = f32x8::splat(simd, f32::INFINITY);
    let enter = enter.simd_gt(leave + PAD).select(never, enter * (1.0 - PAD));
    if enter.simd_le(limit).to_bitmask() == 0 {
        return 0;
    }
    let corners = [space.see(simd, a), space.see(simd, b), space.see(simd, c)];
    let path =
        SweptPath { d: Eight::splat(simd, d), d2: d.length_squared(), limit, radius: cull.radius, far };
    // Most triangles have a distant plane, which this test finds without a division.
    let face = Face::of(simd, corners, &path);
    let is_beyond = face.is_beyond(&path) | enter.simd_gt(limit);
    if is_beyond.to_bitmask() == 255 {
        return 0;
    }
    let until = is_beyond.select(never, face.touched_after(simd, &corners, &path, is_beyond).max(enter));
    // NaN lanes are kept.
    until.simd_le(limit).select(until, f32x8::splat(simd, 0.0)).store_slice(out);
    !(until.simd_gt(limit).to_bitmask() as u32) & 255
}

/// Path of a ball, and the largest distance of anything that it could hit.
#[derive(Clone, Copy)]
struct SweptPath<S: Simd> {
    d: Eight<S>,
    d2: f32,
    limit: f32,
    radius: f32,
    far: f32x8<S>,
}

/// Plane of a triangle, and its edges.
#[derive(Clone, Copy)]
struct Face<S: Simd> {
    edges: [Eight<S>; 3],
    squares: [f32x8<S>; 3],
    /// Normal with twice the area as its length, and that length.
    normal: Eight<S>,
    area: f32x8<S>,
    pad: f32x8<S>,
    /// Initial height of the centre above the ball's reach, and the height lost along the path;
    /// both times twice the area.
    above: f32x8<S>,
    closing: f32x8<S>,
}

impl<S: Simd> Face<S> {
    #[inline(always)]
    fn of(simd: S, [a, b, c]: [Eight<S>; 3], path: &SweptPath<S>) -> Self {
        let edges = [b.minus(a), c.minus(b), a.minus(c)];
        let squares = [edges[0].dot(edges[0]), edges[1].dot(edges[1]), edges[2].dot(edges[2])];
        let normal = edges[0].cross(edges[1]);
        let area2 = normal.dot(normal);
        let area = area2.sqrt();
        let pad = path.far * (squares[0] + squares[1] + squares[2] + area) * PAD;
        let pad = area2.simd_gt(TINY * TINY).select(pad, f32x8::splat(simd, f32::INFINITY));
        let (h, g) = (-normal.dot(a), normal.dot(path.d));
        let closing = h.simd_gt(0.0).select(-g, g);
        Self { edges, squares, normal, area, pad, above: h.abs() - (pad + area * path.radius), closing }
    }

    /// Returns true if the ball does not reach the plane.
    #[inline(always)]
    fn is_beyond(&self, path: &SweptPath<S>) -> mask32x8<S> {
        self.above.simd_gt(0.0) & self.above.simd_gt(self.closing * path.limit)
    }

    /// Returns the lower bound from the plane and the outline, for a ball that reaches the plane,
    /// in the space of the ball.
    #[inline(always)]
    fn touched_after(
        &self,
        simd: S,
        corners: &[Eight<S>; 3],
        path: &SweptPath<S>,
        is_beyond: mask32x8<S>,
    ) -> f32x8<S> {
        let (zero, never) = (f32x8::splat(simd, 0.0), f32x8::splat(simd, f32::INFINITY));
        let plane = self.above.simd_gt(0.0).select(self.above / self.closing, zero);
        // Height of the centre inside the edges, at t0 and at the end of the path, times edge
        // length and twice the area.
        let (at, end) =
            (plane.min(f32x8::splat(simd, path.limit)), path.d.times(f32x8::splat(simd, path.limit)));
        let at = path.d.times(at);
        // At least as long as the edges, without a square root for each.
        let lengths = [self.edges[0].along_axes(), self.edges[1].along_axes(), self.edges[2].along_axes()];
        let reach = self.area * path.radius + self.pad;
        let (mut is_outside, mut is_aside) = (zero.simd_gt(zero), zero.simd_gt(zero));
        for i in 0..3 {
            let inwards = self.normal.cross(self.edges[i]);
            let (here, there) = (inwards.dot(at.minus(corners[i])), inwards.dot(end.minus(corners[i])));
            is_outside |= here.simd_lt(-self.pad * lengths[i]);
            is_aside |= here.max(there).simd_lt(-reach * lengths[i]);
        }
        let (wider, is_thin) = self.wider(path);
        let is_trusted = path.far.simd_lt(FAR);
        let (is_outside, is_aside) = ((is_outside | is_thin) & is_trusted, is_aside & is_trusted);
        let plane = is_aside.select(never, plane * (1.0 - PAD));
        if (is_outside & !is_beyond & !is_aside).to_bitmask() == 0 {
            return plane;
        }
        let outline = Outline {
            corners,
            edges: &self.edges,
            squares: &self.squares,
            lengths: &lengths,
            d: path.d,
            d2: path.d2,
            plane,
            wide: (wider + path.radius) * (1.0 + PAD),
            pad: path.far * PAD,
        };
        is_outside.select(plane.max(outline.touched_after(simd) * (1.0 - PAD)), plane)
    }

    /// Returns the enlargement of the radius for the outline test, and a mask of the lanes that use
    /// it because the triangle is thin.
    #[inline(always)]
    fn wider(&self, path: &SweptPath<S>) -> (f32x8<S>, mask32x8<S>) {
        let [e2, f2, g2] = self.squares;
        let longest2 = e2.max(f2).max(g2);
        let twice = self.area + longest2 * PAD;
        let (off, bulge) = (self.pad * 4.0 / self.area, twice * twice / (longest2 * (8.0 * path.radius)));
        let is_thin = bulge.simd_lt(off);
        (is_thin.select(bulge + path.far * PAD, off), is_thin)
    }
}

#[cfg(test)]
mod tests {
    use super::super::axes::BallSpace;
    use super::*;
    use crate::geometry::polygon::{nearest, unit_normal};

    /// Compares with a reference implementation: the closest point in f64 at positions along the
    /// path. The test never rejects a triangle in contact, whether it is a sliver, huge, tiny or
    /// far from the origin. It rejects most triangles without contact.
    #[test]
    fn nothing_that_is_touched_is_culled() {
        let mut state = 5_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        };
        let (mut touched, mut kept, mut culled) = (0, 0, 0);
        for case in 0..40_000 {
            let mut v = |s: f32| Vec3::new(unit(), unit(), unit()) * s;
            let from = v([0.0, 30.0, 1e4, 1e6][case % 4]);
            let motion = v([0.0, 0.2, 10.0, 1e3][case / 4 % 4]);
            let radii = if case % 3 == 0 { v(0.4).abs() + 0.05 } else { Vec3::splat(0.4) };
            let size = [0.05, 1.0, 1.0, 30.0, 1e4, 1e7][case / 16 % 6];
            let triangles = [(); LANES].map(|()| {
                let a = from + motion * (case as f32 * 0.37).fract() + v(1.0);
                let (u, w) = (v(size), v(size));
                match case / 96 % 4 {
                    0 => [a, a + u, a + u * 0.4 + w * 1e-5],
                    1 => [a - u, a + u, a],
                    _ => [a - u - w, a + u, a + w],
                }
            });
            let limit = [1.0, 0.3][case / 7 % 2];
            let spin = if case / 3 % 2 == 1 { v(1.0) } else { Vec3::ZERO };
            let space = BallSpace::of(radii, spin);
            let (radius, map) = (space.radius, |p: DVec3| space.map(p));
            let cull = BallCull::new(
                (from.as_dvec3(), motion.as_dvec3()),
                space.half_extents(),
                radius,
                space.axes().map(|axes| (axes, map(motion.as_dvec3()))),
            );
            // At the width of this processor and at the smallest width.
            let level = if case % 2 == 0 { level() } else { Level::baseline() };
            let cull = BallCull { level, ..cull };
            let mut found = Untouched::ANY;
            cull.untouched(limit, &Triangles::of(&triangles), &mut found);
            for (i, t) in triangles.iter().enumerate() {
                let t = t.map(|p| map(p.as_dvec3() - from.as_dvec3()));
                let normal = unit_normal(&t);
                let is_near = |s: f64| {
                    let x = map(motion.as_dvec3()) * (s * f64::from(limit));
                    (nearest(x, &t, normal).point - x).length() <= radius
                };
                let first = (0..=40).map(|k| f64::from(k) / 40.0).find(|&s| is_near(s));
                let (near, is_kept) = (first.is_some(), found.left >> i & 1 == 1);
                let until = if is_kept { found.until[i] } else { f32::INFINITY };
                assert!(
                    first.is_none_or(|s| f64::from(until) <= s * f64::from(limit)),
                    "case {case}: {t:?} from {from} by {motion}"
                );
                // Far from the origin f32 is coarse, and on a long path there are too few sample
                // positions.
                if case % 4 < 2 && case / 4 % 4 < 3 {
                    (touched, kept) = (touched + u32::from(near), kept + u32::from(is_kept));
                    culled += u32::from(!is_kept);
                }
            }
        }
        assert!(touched > 10_000 && culled > 60_000 && kept < 2 * touched, "{touched} {kept} {culled}");
    }
}
