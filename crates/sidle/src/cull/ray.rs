//! Rejects triangles that a ray certainly does not cross, eight at once, in f32. Conservative.
//!
//! Seen along the ray, a corner has two coordinates, x and y, which are 0 on the ray, and a depth.
//! The ray misses a triangle if the signs of the edges' cross products differ. It also misses if
//! all depths lie before its start or beyond its end.
//!
//! Rounding: let M be the sum of the corners' coordinates. Every coordinate is off by less than
//! half of `PAD` times M and the lengths of the ray. The product of two such coordinates of at most
//! P is off by less than (2 P + off) off.

use fearless_simd::{Level, Simd, dispatch, f32x8, prelude::*};
use glam::{DVec3, Vec3};

use super::simd::level;
use super::triangles::{Eight, PAD, Triangles};
use crate::geometry::ray::Line;

/// Ray that tests eight triangles at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayCull {
    level: Level,
    from: Vec3,
    /// Axis along which the ray is longest, and the sign of its direction there: 1 or -1.
    along: usize,
    sign: f32,
    /// Decrease of the two other coordinates, in order, for each unit along that axis.
    slopes: [f32; 2],
    /// Depth of the end.
    length: f32,
    rounding: f32,
}

impl RayCull {
    /// Creates the test for a ray from `from` along a motion, which must be the motion of `line`.
    // Runs once per ray; not inlined into every loop over leaves that calls it.
    #[inline(never)]
    pub(crate) fn new(from: DVec3, motion: DVec3, line: &Line) -> Self {
        let k = line.along;
        let lengths = from.abs().element_sum() + motion.abs().element_sum();
        Self {
            level: level(),
            from: from.as_vec3(),
            along: k,
            sign: motion[k].signum() as f32,
            slopes: [line.slopes[0] as f32, line.slopes[1] as f32],
            length: motion[k].abs() as f32,
            rounding: (lengths * f64::from(PAD)) as f32,
        }
    }

    /// Returns one bit for each of eight triangles that the ray may cross before the fraction
    /// `limit`.
    #[inline]
    pub(crate) fn may_cross(&self, limit: f32, triangles: &Triangles<'_>) -> u32 {
        dispatch!(self.level, simd => may_cross(simd, self, limit, triangles))
    }
}

#[inline(always)]
fn may_cross<S: Simd>(simd: S, ray: &RayCull, limit: f32, triangles: &Triangles<'_>) -> u32 {
    let a = Eight::seen(simd, triangles, 0, ray.from);
    let b = Eight::seen(simd, triangles, 1, ray.from);
    let c = Eight::seen(simd, triangles, 2, ray.from);
    // The call is repeated for each axis: selecting the axes for each corner would take longer than
    // the test.
    match ray.along {
        0 => is_crossed(simd, ray, limit, [[a.y, a.z, a.x], [b.y, b.z, b.x], [c.y, c.z, c.x]]),
        1 => is_crossed(simd, ray, limit, [[a.z, a.x, a.y], [b.z, b.x, b.y], [c.z, c.x, c.y]]),
        _ => is_crossed(simd, ray, limit, [[a.x, a.y, a.z], [b.x, b.y, b.z], [c.x, c.y, c.z]]),
    }
}

/// The arguments are the two coordinates of each corner across the ray, and the one along it.
#[inline(always)]
fn is_crossed<S: Simd>(_: S, ray: &RayCull, limit: f32, [a, b, c]: [[f32x8<S>; 3]; 3]) -> u32 {
    let (a, b, c) = (as_seen(ray, a), as_seen(ray, b), as_seen(ray, c));
    let beside = a.x.abs() + a.y.abs() + b.x.abs() + b.y.abs() + c.x.abs() + c.y.abs();
    let deep = a.z.abs() + b.z.abs() + c.z.abs();
    let off = (beside + deep * 3.0) * PAD + ray.rounding;
    let (near, far) = (a.z.min(b.z).min(c.z), a.z.max(b.z).max(c.z));
    let is_apart = near.simd_gt(off + ray.length * limit) | far.simd_lt(-off);
    let sides = [a.x * b.y - a.y * b.x, b.x * c.y - b.y * c.x, c.x * a.y - c.y * a.x];
    let (least, most) = (sides[0].min(sides[1]).min(sides[2]), sides[0].max(sides[1]).max(sides[2]));
    let pad = (beside * 2.0 + off) * off;
    let is_beside = most.simd_gt(pad) & least.simd_lt(-pad);
    !((is_apart | is_beside).to_bitmask() as u32) & 255
}

/// Projects points along the ray.
#[inline(always)]
fn as_seen<S: Simd>(ray: &RayCull, [x, y, z]: [f32x8<S>; 3]) -> Eight<S> {
    Eight { x: x - z * ray.slopes[0], y: y - z * ray.slopes[1], z: z * ray.sign }
}

#[cfg(test)]
mod tests {
    use super::super::triangles::LANES;
    use super::*;
    use crate::geometry::polygon::area_normal;

    /// Compares with a reference implementation: the crossing in f64. The test never rejects a
    /// triangle that the ray crosses, even at a corner or an edge. Triangles include slivers, huge,
    /// tiny and distant ones. It rejects most other triangles.
    #[test]
    fn nothing_that_is_crossed_is_culled() {
        let mut state = 9_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
        };
        let (mut crossed, mut kept, mut culled) = (0, 0, 0);
        for case in 0..60_000 {
            let mut v = |s: f32| Vec3::new(unit(), unit(), unit()) * s;
            let from = v([0.0, 30.0, 1e4, 1e6][case % 4]);
            let motion = v([1e-3, 0.2, 10.0, 1e3][case / 4 % 4]);
            let size = [0.05, 1.0, 1.0, 30.0, 1e4][case / 16 % 5];
            let triangles: [[Vec3; 3]; LANES] = [(); LANES].map(|()| {
                let a = from + motion * (case as f32 * 0.37).fract() * 1.2;
                let (u, w) = (v(size), v(size));
                match case / 80 % 5 {
                    0 => [a, a + u, a + u * 0.4 + w * 1e-5],
                    1 => [a - u, a + u, a + w],
                    2 => [a + u, a + w, a + u * 0.5 - w],
                    3 => [a - u - w, a + u * 1.7, a + w],
                    _ => [a + v(1.0) - u - w, a + u, a + w],
                }
            });
            let limit = [1.0, 0.3][case / 7 % 2];
            let (start, motion) = (from.as_dvec3(), motion.as_dvec3());
            let Some(line) = Line::new(motion) else { continue };
            // At the width of this processor and at the smallest width.
            let level = if case % 2 == 0 { level() } else { Level::baseline() };
            let ray = RayCull { level, ..RayCull::new(start, motion, &line) };
            let bits = ray.may_cross(limit, &Triangles::of(&triangles));
            for (i, t) in triangles.iter().enumerate() {
                let t = t.map(|p| p.as_dvec3() - start);
                let hit = line.crossing(motion, &t, area_normal(&t)).is_some_and(|s| s <= f64::from(limit));
                let is_kept = bits >> i & 1 == 1;
                assert!(is_kept || !hit, "case {case}: {t:?} from {from} by {motion}");
                if case % 4 < 2 {
                    (crossed, kept) = (crossed + u32::from(hit), kept + u32::from(is_kept));
                    culled += u32::from(!is_kept);
                }
            }
        }
        assert!(crossed > 20_000 && culled > 60_000 && kept < 3 * crossed, "{crossed} {kept} {culled}");
    }
}
