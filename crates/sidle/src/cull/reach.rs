//! Which of eight triangles are out of reach of a ball? In f32, and never wrong about one that is
//! not.
//!
//! Three reasons, all of them bounds from below: the boxes do not meet; the plane is further away
//! than the radius; the centre is beyond an edge, so that the nearest point is on one of the three
//! edges, and they are all further away than the radius. An edge is, when its line is, or when its
//! nearest point is a corner that is.
//!
//! Rounding: with M, the sum of the largest coordinates of the triangle from the centre, and `pad`
//! as in `cull.rs`, heights over the plane and over an edge are off by less than the pad; distances
//! to a line and a corner by less than M times 16 last places, since |v x e| is off by a few of
//! M |e|. What is no number is in reach.

use fearless_simd::{Level, Simd, dispatch, f32x8, prelude::*};
use glam::{DVec3, Vec3};

use super::axes::{Axes, See, in_space};
use super::simd::level;
use super::triangles::{Columns, Eight, LANES, PAD, TINY, Triangles};

/// A ball, or an ellipsoid in a space where it is a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    level: Level,
    center: Vec3,
    /// Half its size in the world.
    half: Vec3,
    /// The axes of the world as they appear in the space of an ellipsoid.
    space: Option<Axes>,
    radius: f32,
}

impl Reach {
    /// A shape of half size `half` around `center`. It is a ball of this radius, in another space
    /// if need be, in which nothing is longer.
    pub(crate) fn new(center: DVec3, half: DVec3, radius: f64, space: Option<Axes>) -> Self {
        let rounding = (center.abs().element_sum() + half.element_sum()) * f64::from(PAD) + f64::from(TINY);
        Self {
            level: level(),
            center: center.as_vec3(),
            half: (half + rounding).as_vec3(),
            space,
            radius: (radius + rounding) as f32,
        }
    }

    // Not inlined: the narrowest lanes would be, into the loops of the callers, which then put
    // numbers aside for them that nobody uses.

    /// One bit for each of eight triangles that may be in reach.
    #[inline(never)]
    pub(crate) fn contains(&self, corners: &Triangles<'_>) -> u32 {
        in_space!(self.space, space => dispatch!(self.level, simd => rows_in_reach(simd, self, space, corners)))
    }

    /// The same of triangles in columns.
    #[inline(never)]
    pub(crate) fn contains_lanes(&self, columns: &Columns) -> u32 {
        in_space!(self.space, space => dispatch!(self.level, simd => columns_in_reach(simd, self, space, columns)))
    }
}

#[inline(always)]
fn rows_in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, t: &Triangles<'_>) -> u32 {
    let (a, b) = (Eight::seen(simd, t, 0, reach.center), Eight::seen(simd, t, 1, reach.center));
    in_reach(simd, reach, space, [a, b, Eight::seen(simd, t, 2, reach.center)])
}

#[inline(always)]
fn columns_in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, t: &Columns) -> u32 {
    let (a, b) = (Eight::loaded(simd, t, 0, reach.center), Eight::loaded(simd, t, 1, reach.center));
    in_reach(simd, reach, space, [a, b, Eight::loaded(simd, t, 2, reach.center)])
}

/// `a`, `b`, `c`: the corners from the centre.
#[inline(always)]
fn in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, [a, b, c]: [Eight<S>; 3]) -> u32 {
    let mut far = f32x8::splat(simd, 0.0);
    let mut least = far;
    for (a, b, c, half) in
        [(a.x, b.x, c.x, reach.half.x), (a.y, b.y, c.y, reach.half.y), (a.z, b.z, c.z, reach.half.z)]
    {
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let size = high.max(-low);
        // How far the boxes are apart, less what rounding may have added.
        least = least.max(low.max(-high) - (size * PAD + half));
        far += size;
    }
    let apart = least.simd_gt(0.0);
    if apart.to_bitmask() == (1 << LANES) - 1 {
        return 0;
    }
    let (a, b, c) = (space.see(simd, a), space.see(simd, b), space.see(simd, c));
    let edges = [b.minus(a), c.minus(b), a.minus(c)];
    let squares = [edges[0].dot(edges[0]), edges[1].dot(edges[1]), edges[2].dot(edges[2])];
    let n = edges[0].cross(edges[1]);
    let n2 = n.dot(n);
    let (twice, square) = (n2.sqrt(), squares[0] + squares[1] + squares[2]);
    // Everything times |n|, to save the division; where f32 has too little left of that, nothing is
    // further away than anything.
    let pad = n2.simd_gt(TINY * TINY).select(far * (square + twice) * PAD, f32x8::splat(simd, f32::INFINITY));
    let apart = apart | n.dot(a).abs().simd_gt(twice * reach.radius + pad);
    if apart.to_bitmask() == (1 << LANES) - 1 {
        return 0;
    }
    let wide = far * PAD + reach.radius;
    let wide2 = wide * wide;
    let corners2 = [a.dot(a), b.dot(b), c.dot(c)];
    let (mut is_beside, mut is_far) = (least.simd_lt(least), least.simd_eq(least));
    for (v, e, e2, here2, there2) in [
        (a, edges[0], squares[0], corners2[0], corners2[1]),
        (b, edges[1], squares[1], corners2[1], corners2[2]),
        (c, edges[2], squares[2], corners2[2], corners2[0]),
    ] {
        let x = v.cross(e);
        is_beside |= x.dot(n).simd_lt(-pad * (e.x.abs() + e.y.abs() + e.z.abs()));
        let along = -v.dot(e);
        let is_before = along.simd_le(0.0) & here2.simd_gt(wide2);
        let is_behind = along.simd_ge(e2) & there2.simd_gt(wide2);
        is_far &= x.dot(x).simd_gt(wide2 * e2) | is_before | is_behind;
    }
    (!(apart | (is_beside & is_far))).to_bitmask() as u32
}

#[cfg(test)]
mod tests {
    use super::super::axes::BallSpace;
    use super::*;
    use crate::geometry::polygon::{nearest, unit_normal};

    /// The naive twin: the nearest point, in f64. What is in reach is never left out, be it a
    /// sliver, a line, huge, tiny or far from the origin; and of what is out of reach nearly all
    /// is.
    #[test]
    fn nothing_in_reach_is_left_out() {
        let mut state = 7_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        };
        let (mut near, mut kept, mut out) = (0, 0, 0);
        for case in 0..60_000 {
            let mut v = |s: f32| Vec3::new(unit(), unit(), unit()) * s;
            let center = v([0.0, 30.0, 1e4, 1e6][case % 4]);
            let radii = if case % 3 == 0 { v(0.4).abs() + 0.05 } else { Vec3::splat(0.4) };
            let size = [0.05, 1.0, 1.0, 30.0, 1e4][case / 4 % 5];
            let triangles = [(); LANES].map(|()| {
                let a = center + v([0.5, 1.0][case / 20 % 2]);
                let (u, w) = (v(size), v(size));
                match case / 40 % 6 {
                    0 => [a, a + u, a + u * 0.4 + w * 1e-5],
                    1 => [a - u, a + u, a],
                    2 => [a, a, a],
                    _ => [a - u - w, a + u, a + w],
                }
            });
            let spin = if case / 3 % 2 == 1 { v(1.0) } else { Vec3::ZERO };
            let space = BallSpace::of(radii, spin);
            let (radius, map) = (space.radius, |p: DVec3| space.map(p));
            let reach = Reach::new(center.as_dvec3(), space.half_extents(), radius, space.axes());
            let eight = Triangles::of(&triangles);
            let bits = reach.contains(&eight);
            assert_eq!(bits, Reach { level: Level::baseline(), ..reach }.contains(&eight), "the least width");
            let mut columns = Columns::default();
            for (lane, triangle) in triangles.iter().enumerate() {
                columns.set(lane, triangle);
                assert_eq!(columns.get(lane), *triangle);
            }
            assert_eq!(bits, reach.contains_lanes(&columns), "in columns");
            for (i, t) in triangles.iter().enumerate() {
                let t = t.map(|p| map(p.as_dvec3() - center.as_dvec3()));
                let distance = nearest(DVec3::ZERO, &t, unit_normal(&t)).point.length();
                let is_kept = bits >> i & 1 == 1;
                assert!(is_kept || distance > radius, "case {case}: {t:?} from {center}");
                if case % 4 < 2 && case / 40 % 6 > 2 && size < 100.0 {
                    near += u32::from(distance <= radius * 1.001);
                    (kept, out) = (kept + u32::from(is_kept), out + u32::from(!is_kept));
                }
            }
        }
        assert!(near > 20_000 && out > 20_000 && kept.abs_diff(near) < near / 100, "{near} {kept} {out}");
    }
}
