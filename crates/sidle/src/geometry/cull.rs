//! Which of four triangles can a ball not touch on its way? In f32, and never wrong.
//!
//! The way of a ball is a segment and everything within a radius of it. A triangle that lies beyond a plane square to some
//! axis, further than the radius from both ends, is not touched. Tried are the axes of the world, the normal of the triangle, the
//! axes square to an edge in its plane, and those square to an edge and the way; the first two settle most of the triangles.
//!
//! With corners a, b, c relative to the start and the cross products u = a x b, v = b x c, w = c x a, all of it is made of
//! few products: the normal is u + v + w, its height over the start a . v, and an edge is seen from the way at d . u.
//!
//! Rounding: M, the sum of the largest coordinates of a triangle and of the way, bounds every length that enters. A product
//! of n lengths is off by less than 50 last places of M^n, and `LAST` allows for 256.

use glam::{DVec3, Vec3, Vec4};

/// 256 last places of f32.
const LAST: f32 = 1.0 / 65_536.0;

/// Four vectors.
#[derive(Clone, Copy)]
struct Four {
    x: Vec4,
    y: Vec4,
    z: Vec4,
}

impl Four {
    #[inline(always)]
    fn splat(v: Vec3) -> Self {
        Self { x: Vec4::splat(v.x), y: Vec4::splat(v.y), z: Vec4::splat(v.z) }
    }

    #[inline(always)]
    fn new([a, b, c, d]: [Vec3; 4]) -> Self {
        Self {
            x: Vec4::new(a.x, b.x, c.x, d.x),
            y: Vec4::new(a.y, b.y, c.y, d.y),
            z: Vec4::new(a.z, b.z, c.z, d.z),
        }
    }

    #[inline(always)]
    fn minus(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }

    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }

    #[inline(always)]
    fn dot(self, o: Self) -> Vec4 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
}

/// A ball on its way, or an ellipsoid in a space where it is a ball.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BallCull {
    from: Vec3,
    /// Of the way in the world, and half the size of the shape there.
    motion: Vec3,
    half: Vec3,
    /// The axes of the world as they appear in the space of an ellipsoid, and the motion there.
    space: Option<[Vec3; 4]>,
    radius: f32,
}

impl BallCull {
    /// A shape of half size `half` that moves from `from` along `motion`. It is a ball of this radius, in a space that `map` leads
    /// to if need be: a turn and a squeeze that lengthen nothing.
    pub(crate) fn new(
        (from, motion): (DVec3, DVec3),
        half: DVec3,
        radius: f64,
        map: Option<impl Fn(DVec3) -> DVec3>,
    ) -> Self {
        let lengths = from.abs().element_sum() + motion.abs().element_sum() + half.element_sum();
        let rounding = lengths * f64::from(LAST) / 16.0;
        Self {
            from: from.as_vec3(),
            motion: motion.as_vec3(),
            half: (half + rounding).as_vec3(),
            space: map.map(|map| [DVec3::X, DVec3::Y, DVec3::Z, motion].map(|v| map(v).as_vec3())),
            radius: (radius + rounding) as f32,
        }
    }

    /// One bit for each of four triangles that may be touched before the fraction `limit`: a list of first corners, one of
    /// second and one of third ones.
    #[inline]
    pub(crate) fn may_touch(&self, corners: [[Vec3; 4]; 3], limit: f32) -> u32 {
        let [mut a, mut b, mut c] = [self.seen(corners[0]), self.seen(corners[1]), self.seen(corners[2])];
        let (mut d, mut far, mut apart) = (self.motion * limit, Vec4::ZERO, 0);
        for (a, b, c, d, half) in [
            (a.x, b.x, c.x, d.x, self.half.x),
            (a.y, b.y, c.y, d.y, self.half.y),
            (a.z, b.z, c.z, d.z, self.half.z),
        ] {
            let (low, high) = (a.min(b).min(c), a.max(b).max(c));
            let size = high.max(-low);
            let pad = Vec4::splat(half) + size * Vec4::splat(LAST);
            apart |= (low - pad).cmpgt(Vec4::splat(d.max(0.0))).bitmask();
            apart |= (high + pad).cmplt(Vec4::splat(d.min(0.0))).bitmask();
            far += size + Vec4::splat(d.abs());
        }
        if apart == 15 {
            return 0;
        }
        if let Some([x, y, z, motion]) = self.space {
            (a, b, c) = (squeezed(a, [x, y, z]), squeezed(b, [x, y, z]), squeezed(c, [x, y, z]));
            d = motion * limit;
        }
        !(apart | self.beside([a, b, c], d, far)) & 15
    }

    /// One bit for each triangle that one of its own axes parts from a way, in the space of the ball.
    #[inline(always)]
    fn beside(&self, [a, b, c]: [Four; 3], d: Vec3, far: Vec4) -> u32 {
        let (d, r2) = (Four::splat(d), Vec4::splat(self.radius * self.radius));
        let (u, v, w) = (a.cross(b), b.cross(c), c.cross(a));
        let n = u.plus(v).plus(w);
        let (height, n2) = (-a.dot(v), n.dot(n));
        let (du, dv, dw) = (d.dot(u), d.dot(v), d.dot(w));
        let rounding = Vec4::splat(LAST) * far * far * far;
        let mut apart = beyond(height, height + du + dv + dw, rounding, r2 * n2);
        if apart == 15 {
            return apart;
        }
        let (q, d2) = (d.cross(n), d.dot(d));
        for (a, b, u, here, past) in
            [(a, b, u, -du, dv + dw), (b, c, v, -dv, dw + du), (c, a, w, -dw, du + dv)]
        {
            let e = b.minus(a);
            let (e2, de) = (e.dot(e), e.dot(d));
            // In the plane of the triangle, where its inside counts above 0.
            let start = n.dot(u);
            let end = start + q.dot(e);
            apart |= below(start.max(end), rounding * far, r2 * n2 * e2);
            // Seen along the way: |d x e|^2 = d^2 e^2 - (d . e)^2.
            let m2 = (d2 * e2 - de * de).max(Vec4::ZERO) + d2 * e2 * Vec4::splat(LAST);
            apart |= beyond(here, past, rounding, r2 * m2);
        }
        apart
    }

    #[inline(always)]
    fn seen(&self, corners: [Vec3; 4]) -> Four {
        Four::new(corners).minus(Four::splat(self.from))
    }
}

#[inline(always)]
fn squeezed(v: Four, axes: [Vec3; 3]) -> Four {
    let [x, y, z] = axes.map(Four::splat);
    Four {
        x: x.x * v.x + y.x * v.y + z.x * v.z,
        y: x.y * v.x + y.y * v.y + z.y * v.z,
        z: x.z * v.x + y.z * v.y + z.z * v.z,
    }
}

/// Where two numbers, off by `rounding`, lie on the same side of 0 and both squares are more than `square`.
#[inline(always)]
fn beyond(a: Vec4, b: Vec4, rounding: Vec4, square: Vec4) -> u32 {
    let nearer = a.min(b).max(-a.max(b));
    below(-nearer, rounding, square)
}

/// Where a number, off by `rounding`, is below 0 and its square more than `square`.
#[inline(always)]
fn below(a: Vec4, rounding: Vec4, square: Vec4) -> u32 {
    let by = (-a - rounding).max(Vec4::ZERO);
    (by * by).cmpgt(square).bitmask()
}

#[cfg(test)]
mod tests {
    use super::super::polygon::{nearest, unit_normal};
    use super::*;

    /// The naive twin: the nearest point, in f64, from places along the way. What is touched from one of them is never sorted
    /// out, be it a sliver, huge, tiny or far from the origin; and most of what is not touched is.
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
            let size = [0.05, 1.0, 1.0, 30.0, 1e4][case / 16 % 5];
            let triangles = [(); 4].map(|()| {
                let a = from + motion * (case as f32 * 0.37).fract() + v(1.0);
                let (u, w) = (v(size), v(size));
                match case / 80 % 4 {
                    0 => [a, a + u, a + u * 0.4 + w * 1e-5],
                    1 => [a - u, a + u, a],
                    _ => [a - u - w, a + u, a + w],
                }
            });
            let limit = [1.0, 0.3][case / 7 % 2];
            let radius = f64::from(radii.min_element());
            let map = |p: DVec3| p * radius / radii.as_dvec3();
            let cull = BallCull::new(
                (from.as_dvec3(), motion.as_dvec3()),
                radii.as_dvec3(),
                radius,
                (radii.x != radii.y).then_some(map),
            );
            let corners = [0, 1, 2].map(|k: usize| [0, 1, 2, 3].map(|i: usize| triangles[i][k]));
            let bits = cull.may_touch(corners, limit);
            for (i, t) in triangles.iter().enumerate() {
                let t = t.map(|p| map(p.as_dvec3() - from.as_dvec3()));
                let normal = unit_normal(&t);
                let is_near = |s: f64| {
                    let x = map(motion.as_dvec3()) * (s * f64::from(limit));
                    (nearest(x, &t, normal).point - x).length() <= radius
                };
                let near = (0..=40).any(|k| is_near(f64::from(k) / 40.0));
                let is_kept = bits >> i & 1 == 1;
                assert!(is_kept || !near, "case {case}: {t:?} from {from} by {motion}");
                // Far from the origin f32 is coarse, and of a long way too few places are looked at to count.
                if case % 4 < 2 && case / 4 % 4 < 3 {
                    (touched, kept) = (touched + u32::from(near), kept + u32::from(is_kept));
                    culled += u32::from(!is_kept);
                }
            }
        }
        assert!(touched > 10_000 && culled > 20_000 && kept < 2 * touched, "{touched} {kept} {culled}");
    }
}
