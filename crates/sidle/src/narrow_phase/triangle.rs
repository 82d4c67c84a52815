//! The certificate of one triangle, with its three edges in SIMD lanes.
//!
//! The reference implementation is [`Obstacle::axis`](super::Obstacle::axis), a loop over the edges
//! of any polygon. This module computes the same operations in the same order, so results are
//! bit-identical. `lanes.rs` measures four triangles at once, for queries of many triangles. A cast
//! queries a single triangle, at points that depend on each other.

use fearless_simd::{Level, Simd, dispatch, f64x4, prelude::*};
use glam::DVec3;

use super::separating_axis::{CorePart, SeparatingAxis, away};
use crate::geometry::Feature;

/// Three vectors; the fourth lane is unused.
#[derive(Clone, Copy)]
struct Three<S: Simd> {
    x: f64x4<S>,
    y: f64x4<S>,
    z: f64x4<S>,
}

impl<S: Simd> Three<S> {
    #[inline(always)]
    fn new(simd: S, a: DVec3, b: DVec3, c: DVec3) -> Self {
        Self {
            x: f64x4::simd_from(simd, [a.x, b.x, c.x, a.x]),
            y: f64x4::simd_from(simd, [a.y, b.y, c.y, a.y]),
            z: f64x4::simd_from(simd, [a.z, b.z, c.z, a.z]),
        }
    }

    #[inline(always)]
    fn splat(simd: S, v: DVec3) -> Self {
        Self { x: f64x4::splat(simd, v.x), y: f64x4::splat(simd, v.y), z: f64x4::splat(simd, v.z) }
    }

    #[inline(always)]
    fn plus(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }

    #[inline(always)]
    fn minus(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }

    #[inline(always)]
    fn times(self, s: f64x4<S>) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }

    #[inline(always)]
    fn dot(self, o: Self) -> f64x4<S> {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    fn cross(self, o: Self) -> Self {
        Self {
            x: self.y * o.z - o.y * self.z,
            y: self.z * o.x - o.z * self.x,
            z: self.x * o.y - o.x * self.y,
        }
    }

    #[inline(always)]
    fn choose(mask: <f64x4<S> as SimdBase<S>>::Mask, a: Self, b: Self) -> Self {
        Self { x: mask.select(a.x, b.x), y: mask.select(a.y, b.y), z: mask.select(a.z, b.z) }
    }
}

/// Returns the axis that separates the point `p` from a triangle. `normal` is the unit normal of
/// the triangle (zero for a sliver). `error` limits the rounding error, and is subtracted from the
/// distance.
#[inline]
pub(super) fn axis(
    level: Level,
    corners: &[DVec3; 3],
    normal: DVec3,
    error: f64,
    p: DVec3,
) -> SeparatingAxis {
    dispatch!(level, simd => axis_on(simd, corners, normal, error, p))
}

#[inline(always)]
fn axis_on<S: Simd>(simd: S, &[a, b, c]: &[DVec3; 3], unit: DVec3, error: f64, p: DVec3) -> SeparatingAxis {
    let (starts, ends) = (Three::new(simd, a, b, c), Three::new(simd, b, c, a));
    let (here, face) = (Three::splat(simd, p), Three::splat(simd, unit));
    let (from, edge) = (here.minus(starts), ends.minus(starts));
    let (zero, one) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 1.0));
    let is_within = edge.cross(from).dot(face).simd_ge(zero);
    let is_flat = unit == DVec3::ZERO;
    let nearest = if !is_flat && is_within.to_bitmask() & 7 == 7 {
        None
    } else {
        let (along, length2) = (edge.dot(from), edge.dot(edge));
        let is_start = along.simd_le(zero) | length2.simd_eq(zero);
        let part = along.simd_ge(length2).select(one, along / length2);
        let part = is_start.select(zero, part);
        let on_it = Three::choose(part.simd_eq(one), ends, starts.plus(edge.times(part)));
        let away = here.minus(on_it);
        let aside = f64x4::splat(simd, f64::INFINITY);
        let distance2 = away.dot(away);
        let distance2 = if is_flat { distance2 } else { is_within.select(aside, distance2) };
        first_least(distance2.into()).map(|i| {
            let (x, y, z): ([f64; 4], [f64; 4], [f64; 4]) = (on_it.x.into(), on_it.y.into(), on_it.z.into());
            let part: [f64; 4] = part.into();
            (i, DVec3::new(x[i], y[i], z[i]), part[i])
        })
    };
    let (normal, point, feature) = match nearest {
        None => {
            let height = unit.dot(p - a);
            (if height < 0.0 { -unit } else { unit }, p - unit * height, Feature::Face)
        }
        Some((i, point, part)) => {
            let j = if i == 2 { 0 } else { i + 1 };
            if part == 0.0 {
                (away(p, point, None, unit), point, Feature::Corner(i as u8))
            } else if part == 1.0 {
                (away(p, point, None, unit), point, Feature::Corner(j as u8))
            } else {
                let corners = [a, b, c];
                (away(p, point, Some(corners[j] - corners[i]), unit), point, Feature::Edge(i as u8))
            }
        }
    };
    let heights: [f64; 4] = Three::splat(simd, normal).dot(from).into();
    let least = heights[..3].iter().fold(f64::INFINITY, |least, &s| if s < least { s } else { least });
    SeparatingAxis { distance: least - error, normal, point, feature, part: CorePart::End }
}

/// Returns the index of the smallest of the first three numbers. Ties go to the first. Returns
/// `None` if all are infinite.
#[inline(always)]
fn first_least([a, b, c, _]: [f64; 4]) -> Option<usize> {
    let (mut i, mut least) = (None, f64::INFINITY);
    if a < least {
        (i, least) = (Some(0), a);
    }
    if b < least {
        (i, least) = (Some(1), b);
    }
    if c < least {
        i = Some(2);
    }
    i
}
