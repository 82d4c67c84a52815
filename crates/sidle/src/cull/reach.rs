//! Rejects triangles that are certainly out of reach of a ball, eight at once, in f32.
//! Conservative.
//!
//! There are three reasons to reject a triangle. Each is a lower bound of its distance:
//!
//! - Its box does not overlap the zone. This test is exact: the index visits at least the triangles
//!   that pass it, and which triangles are in reach does not depend on the index.
//! - The plane is further away than the radius.
//! - The centre is beyond an edge, and all three edges are further away than the radius. The
//!   closest point is then on one of the edges. An edge is further away than the radius if the
//!   infinite line through it is, or if its closest point is a corner and this corner is further
//!   away.
//!
//! Rounding: let M be the sum of the largest coordinates of the triangle relative to the centre,
//! and `pad` as in `ball.rs`. Heights over the plane and over an edge are off by less than the pad.
//! Distances to a line and a corner are off by less than M times 16 units in the last place. The
//! error of |v x e| is a few units of M |e|. NaN counts as in reach.

use fearless_simd::{Level, Simd, dispatch, f32x8, prelude::*};
use glam::{DVec3, Vec3};

use super::axes::{Axes, See, in_space};
use super::simd::level;
use super::triangles::{Columns, Eight, LANES, PAD, TINY, Triangles};
use super::zone::Zone;

/// Ball, or an ellipsoid in a space in which it is a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    level: Level,
    zone: Zone,
    center: Vec3,
    /// Axes of the world in the space of an ellipsoid.
    space: Option<Axes>,
    radius: f32,
}

impl Reach {
    /// Creates the test for a shape of half size `half` around `center`, which is inside of `zone`.
    /// The shape is a ball of this radius, possibly in another space in which no vector is longer.
    pub(crate) fn new(zone: Zone, (center, half): (DVec3, DVec3), radius: f64, space: Option<Axes>) -> Self {
        let rounding = (center.abs().element_sum() + half.element_sum()) * f64::from(PAD) + f64::from(TINY);
        let radius = (radius + rounding) as f32;
        Self { level: level(), zone, center: center.as_vec3(), space, radius }
    }

    /// Returns the zone that the boxes of all triangles in reach overlap.
    pub(crate) fn zone(&self) -> &Zone {
        &self.zone
    }

    // Not inlined: the compiler would inline the narrowest lanes into the callers' loops, which
    // would then spill unused registers.

    /// Returns one bit for each of eight triangles that may be in reach.
    #[inline(never)]
    pub(crate) fn contains(&self, corners: &Triangles<'_>) -> u32 {
        in_space!(self.space, space => dispatch!(self.level, simd => rows_in_reach(simd, self, space, corners)))
    }

    /// Like `contains`, for triangles in columns.
    #[inline(never)]
    pub(crate) fn contains_lanes(&self, columns: &Columns) -> u32 {
        in_space!(self.space, space => dispatch!(self.level, simd => columns_in_reach(simd, self, space, columns)))
    }
}

#[inline(always)]
fn rows_in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, t: &Triangles<'_>) -> u32 {
    let (a, b) = (Eight::seen(simd, t, 0, Vec3::ZERO), Eight::seen(simd, t, 1, Vec3::ZERO));
    in_reach(simd, reach, space, [a, b, Eight::seen(simd, t, 2, Vec3::ZERO)])
}

#[inline(always)]
fn columns_in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, t: &Columns) -> u32 {
    let (a, b) = (Eight::loaded(simd, t, 0, Vec3::ZERO), Eight::loaded(simd, t, 1, Vec3::ZERO));
    in_reach(simd, reach, space, [a, b, Eight::loaded(simd, t, 2, Vec3::ZERO)])
}

/// `a`, `b`, `c`: the corners.
#[inline(always)]
fn in_reach<S: Simd>(simd: S, reach: &Reach, space: impl See, [a, b, c]: [Eight<S>; 3]) -> u32 {
    let x = [a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x)];
    let y = [a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y)];
    let z = [a.z.min(b.z).min(c.z), a.z.max(b.z).max(c.z)];
    let apart = reach.zone.is_apart(simd, [x, y, z]);
    if apart.to_bitmask() == (1 << LANES) - 1 {
        return 0;
    }
    let center = reach.center;
    let far = (x[1] - center.x).max(-(x[0] - center.x))
        + (y[1] - center.y).max(-(y[0] - center.y))
        + (z[1] - center.z).max(-(z[0] - center.z));
    let center = Eight::splat(simd, center);
    let (a, b, c) = (a.minus(center), b.minus(center), c.minus(center));
    let (a, b, c) = (space.see(simd, a), space.see(simd, b), space.see(simd, c));
    let edges = [b.minus(a), c.minus(b), a.minus(c)];
    let squares = [edges[0].dot(edges[0]), edges[1].dot(edges[1]), edges[2].dot(edges[2])];
    let n = edges[0].cross(edges[1]);
    let n2 = n.dot(n);
    let (twice, square) = (n2.sqrt(), squares[0] + squares[1] + squares[2]);
    // All terms are multiplied by |n| to save the division. If f32 has too little precision left,
    // no triangle is rejected.
    let pad = n2.simd_gt(TINY * TINY).select(far * (square + twice) * PAD, f32x8::splat(simd, f32::INFINITY));
    let apart = apart | n.dot(a).abs().simd_gt(twice * reach.radius + pad);
    if apart.to_bitmask() == (1 << LANES) - 1 {
        return 0;
    }
    let wide = far * PAD + reach.radius;
    let wide2 = wide * wide;
    let corners2 = [a.dot(a), b.dot(b), c.dot(c)];
    let zero = f32x8::splat(simd, 0.0);
    let (mut is_beside, mut is_far) = (zero.simd_lt(zero), zero.simd_eq(zero));
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
    use crate::geometry::Aabb;
    use crate::geometry::polygon::{nearest, unit_normal};

    /// Compares with a reference implementation: the closest point in f64. The test never rejects a
    /// triangle in reach, whether it is a sliver, a line, huge, tiny or far from the origin. It
    /// rejects nearly all triangles out of reach.
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
            let (middle, half) = (center.as_dvec3(), space.half_extents());
            let bounds = Aabb::well_around(middle, half);
            let is_round = case % 2 == 0 && spin == Vec3::ZERO;
            let zone = if is_round { Zone::round(bounds, middle, half, 0.0) } else { bounds.into() };
            let reach = Reach::new(zone, (middle, half), radius, space.axes());
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
                let is_apart = !zone.overlaps(Aabb::of_points(t.iter().copied()));
                assert!(!is_apart || bits >> i & 1 == 0, "case {case}: {t:?} is not in the zone");
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
