//! Separating axes of four triangles at once, in SIMD lanes.
//!
//! The reference implementation is [`Obstacle::axis`]. This module computes the same operations in
//! the same order for four triangles in columns, and selects between lanes where the reference
//! branches. It uses only + - * / sqrt, comparisons and selections. Each lane is therefore
//! bit-identical to the reference at every width. SSE2, NEON and simd128 process two triangles per
//! instruction, AVX2 and AVX-512 four. The width is chosen at run time; on the web, at build time.

use fearless_simd::{Level, Simd, dispatch, f64x4, prelude::*};
use glam::DVec3;

use super::bounds::{Bounds, Column, ZERO, put, take};
use super::obstacle::RoundingScale;
use crate::tolerance::{CERTIFICATE_ROUNDING, SLIVER};

pub(super) type Vector<S> = [f64x4<S>; 3];
pub(super) type Mask<S> = <f64x4<S> as SimdBase<S>>::Mask;

/// Four triangles. For each corner and axis, a column of four numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    corners: [[Column; 3]; 3],
    normal: [Column; 3],
    error: Column,
}

impl Block {
    pub(super) const EMPTY: Self = Self { corners: [[ZERO; 3]; 3], normal: [ZERO; 3], error: ZERO };

    pub(super) fn set(&mut self, lane: usize, corners: &[DVec3; 3]) {
        let [a, b, c] = &mut self.corners;
        put(a, lane, corners[0]);
        put(b, lane, corners[1]);
        put(c, lane, corners[2]);
    }

    /// Returns the unit normal and the error of a lane, as [`super::obstacle::plane_and_error`]
    /// computes them.
    pub(super) fn plane(&self, lane: usize) -> (DVec3, f64) {
        (take(&self.normal, lane), self.error[lane])
    }

    pub(super) fn set_plane(&mut self, lane: usize, (normal, error): (DVec3, f64)) {
        put(&mut self.normal, lane, normal);
        self.error[lane] = error;
    }

    pub(super) fn copy_lane(&mut self, lane: usize, other: &Self, from: usize) {
        for (columns, others) in self.corners.iter_mut().zip(&other.corners) {
            put(columns, lane, take(others, from));
        }
        self.set_plane(lane, other.plane(from));
    }

    /// Computes the planes of all lanes, and the axes at `x` of the lanes in `lanes` (one bit
    /// each). The axes of other lanes are unspecified.
    pub(super) fn find_planes_and_bounds(
        &mut self,
        level: Level,
        rounding_scale: RoundingScale,
        x: DVec3,
        lanes: u32,
        out: &mut Bounds,
    ) {
        dispatch!(level, simd => {
            find_planes(simd, self, rounding_scale);
            find_bounds(simd, self, x, lanes, out);
        });
    }

    /// Computes the planes of all lanes, as [`Block::find_planes_and_bounds`], and no axes.
    pub(super) fn find_planes(&mut self, level: Level, rounding_scale: RoundingScale) {
        dispatch!(level, simd => find_planes(simd, self, rounding_scale));
    }

    /// Computes the axes at `x` of the lanes in `lanes`.
    pub(super) fn bounds(&self, level: Level, x: DVec3, lanes: u32, out: &mut Bounds) {
        dispatch!(level, simd => find_bounds(simd, self, x, lanes, out));
    }
}

#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, columns: &[Column; 3]) -> Vector<S> {
    [
        f64x4::simd_from(simd, columns[0]),
        f64x4::simd_from(simd, columns[1]),
        f64x4::simd_from(simd, columns[2]),
    ]
}

#[inline(always)]
pub(super) fn load_corners<S: Simd>(simd: S, block: &Block) -> [Vector<S>; 3] {
    let [a, b, c] = &block.corners;
    [load3(simd, a), load3(simd, b), load3(simd, c)]
}

#[inline(always)]
pub(super) fn load_normal<S: Simd>(simd: S, block: &Block) -> Vector<S> {
    load3(simd, &block.normal)
}

#[inline(always)]
pub(super) fn load_error<S: Simd>(simd: S, block: &Block) -> f64x4<S> {
    f64x4::simd_from(simd, block.error)
}

#[inline(always)]
pub(super) fn number<S: Simd>(simd: S, i: usize) -> f64x4<S> {
    f64x4::splat(simd, i as f64)
}

#[inline(always)]
pub(super) fn store<S: Simd>(v: f64x4<S>, column: &mut Column) {
    v.store_slice(column);
}

#[inline(always)]
pub(super) fn store3<S: Simd>(v: Vector<S>, columns: &mut [Column; 3]) {
    store(v[0], &mut columns[0]);
    store(v[1], &mut columns[1]);
    store(v[2], &mut columns[2]);
}

#[inline(always)]
pub(super) fn sub<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn scaled<S: Simd>(a: Vector<S>, s: f64x4<S>) -> Vector<S> {
    [a[0] * s, a[1] * s, a[2] * s]
}

#[inline(always)]
pub(super) fn dot<S: Simd>(a: Vector<S>, b: Vector<S>) -> f64x4<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[1] * b[2] - b[1] * a[2], a[2] * b[0] - b[2] * a[0], a[0] * b[1] - b[0] * a[1]]
}

#[inline(always)]
pub(super) fn choose<S: Simd>(mask: Mask<S>, a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [mask.select(a[0], b[0]), mask.select(a[1], b[1]), mask.select(a[2], b[2])]
}

/// Computes [`crate::geometry::polygon::unit_normal`] and the error of
/// [`super::obstacle::plane_and_error`].
#[inline(always)]
fn find_planes<S: Simd>(simd: S, block: &mut Block, rounding_scale: RoundingScale) {
    let zero = f64x4::splat(simd, 0.0);
    let [a, b, c] = load_corners(simd, block);
    let area = cross::<S>(sub::<S>(b, a), sub::<S>(c, a));
    let area = [zero + area[0], zero + area[1], zero + area[2]];
    let twice = dot::<S>(area, area).sqrt();
    let (mut longest, mut furthest) = (zero, zero);
    for (corner, before) in [(a, c), (b, a), (c, b)] {
        let edge = sub::<S>(corner, before);
        longest = longest.max(dot::<S>(edge, edge));
        furthest = furthest.max(dot::<S>(corner, corner));
    }
    let is_sliver = twice.simd_le(longest * SLIVER);
    let unit = [area[0] / twice, area[1] / twice, area[2] / twice];
    store3(choose::<S>(is_sliver, [zero; 3], unit), &mut block.normal);
    let error = (furthest.sqrt() * rounding_scale.squeeze + rounding_scale.reach) * CERTIFICATE_ROUNDING;
    store(error, &mut block.error);
}

/// Closest point on an edge of each triangle.
pub(super) struct OnEdge<S: Simd> {
    pub(super) edge: Vector<S>,
    length2: f64x4<S>,
    pub(super) point: Vector<S>,
    pub(super) feature: f64x4<S>,
}

/// Computes [`crate::geometry::polygon::fraction_on_segment`] for edge `i`. Returns the point
/// there, and its squared distance. `from` holds the vectors from the corners to `p`.
#[inline(always)]
pub(super) fn on_edge<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    from: &[Vector<S>; 3],
    p: &Vector<S>,
    i: usize,
) -> (OnEdge<S>, f64x4<S>) {
    let (zero, one) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 1.0));
    let j = if i == 2 { 0 } else { i + 1 };
    let edge = sub::<S>(corners[j], corners[i]);
    let (along, length2) = (dot::<S>(edge, from[i]), dot::<S>(edge, edge));
    let is_start = along.simd_le(zero) | length2.simd_eq(zero);
    let part = along.simd_ge(length2).select(one, along / length2);
    let part = is_start.select(zero, part);
    let (starts, ends) = (part.simd_eq(zero), part.simd_eq(one));
    let step = scaled::<S>(edge, part);
    let point = [corners[i][0] + step[0], corners[i][1] + step[1], corners[i][2] + step[2]];
    let point = choose::<S>(ends, corners[j], point);
    let away = sub::<S>(*p, point);
    let feature = ends.select(number(simd, 1 + j), number(simd, 4 + i));
    let feature = starts.select(number(simd, 1 + i), feature);
    (OnEdge { edge, length2, point, feature }, dot::<S>(away, away))
}

/// Selects `a` where the mask is set, otherwise `b`.
#[inline(always)]
pub(super) fn either<S: Simd>(is_a: Mask<S>, a: &OnEdge<S>, b: &OnEdge<S>) -> OnEdge<S> {
    OnEdge {
        edge: choose::<S>(is_a, a.edge, b.edge),
        length2: is_a.select(a.length2, b.length2),
        point: choose::<S>(is_a, a.point, b.point),
        feature: is_a.select(a.feature, b.feature),
    }
}

/// Computes [`super::polygon::Obstacle::axis`].
#[inline(always)]
fn find_bounds<S: Simd>(simd: S, block: &Block, x: DVec3, lanes: u32, out: &mut Bounds) {
    let p: Vector<S> = [f64x4::splat(simd, x.x), f64x4::splat(simd, x.y), f64x4::splat(simd, x.z)];
    let zero = f64x4::splat(simd, 0.0);
    let corners = load_corners(simd, block);
    let [a, b, c] = corners;
    let from = [sub::<S>(p, a), sub::<S>(p, b), sub::<S>(p, c)];
    let unit = load3(simd, &block.normal);
    let is_flat = unit[0].simd_eq(zero) & unit[1].simd_eq(zero) & unit[2].simd_eq(zero);
    let is_beyond = [
        is_flat | !dot::<S>(cross::<S>(sub::<S>(b, a), from[0]), unit).simd_ge(zero),
        is_flat | !dot::<S>(cross::<S>(sub::<S>(c, b), from[1]), unit).simd_ge(zero),
        is_flat | !dot::<S>(cross::<S>(sub::<S>(a, c), from[2]), unit).simd_ge(zero),
    ];
    let is_face = !(is_beyond[0] | is_beyond[1] | is_beyond[2]);
    let height = dot::<S>(unit, from[0]);
    let other_side = [-unit[0], -unit[1], -unit[2]];
    let faced = choose::<S>(height.simd_lt(zero), other_side, unit);
    let mut nearest = Nearest { normal: faced, point: sub::<S>(p, scaled::<S>(unit, height)), feature: zero };
    // Often the face is closest in all lanes: many movers stand in the middle of a face.
    if is_face.to_bitmask() as u32 & lanes != lanes {
        let upwards = choose::<S>(is_flat, [zero, f64x4::splat(simd, 1.0), zero], unit);
        let outline = nearest_on_outline(simd, &corners, &from, &p, &is_beyond, &upwards);
        nearest = Nearest {
            normal: choose::<S>(is_face, nearest.normal, outline.normal),
            point: choose::<S>(is_face, nearest.point, outline.point),
            feature: is_face.select(zero, outline.feature),
        };
    }
    let normal = nearest.normal;
    let (s0, s1, s2) = (dot::<S>(normal, from[0]), dot::<S>(normal, from[1]), dot::<S>(normal, from[2]));
    let least = s0.min(s1).min(s2);
    store(least - f64x4::simd_from(simd, block.error), &mut out.distance);
    store3(normal, &mut out.normal);
    store3(nearest.point, &mut out.point);
    store(nearest.feature, &mut out.feature);
}

/// Closest point of each triangle, and the direction from there.
struct Nearest<S: Simd> {
    normal: Vector<S>,
    point: Vector<S>,
    feature: f64x4<S>,
}

/// Returns the closest point on the edges that have the point on their outer side. `from` is as in
/// [`on_edge`]. `upwards` is the direction for a point that lies on an edge.
#[inline(always)]
fn nearest_on_outline<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    from: &[Vector<S>; 3],
    p: &Vector<S>,
    is_beyond: &[Mask<S>; 3],
    upwards: &Vector<S>,
) -> Nearest<S> {
    let [(e0, d0), (e1, d1), (e2, d2)] = [
        on_edge(simd, corners, from, p, 0),
        on_edge(simd, corners, from, p, 1),
        on_edge(simd, corners, from, p, 2),
    ];
    let far = f64x4::splat(simd, f64::INFINITY);
    let (d0, d1) = (is_beyond[0].select(d0, far), is_beyond[1].select(d1, far));
    let d2 = is_beyond[2].select(d2, far);
    let (is_second, is_third) = (d1.simd_lt(d0), d2.simd_lt(d0.min(d1)));
    let best = either::<S>(is_third, &e2, &either::<S>(is_second, &e1, &e0));

    // Direction from the closest point, perpendicular to an edge to the last bit.
    let away = sub::<S>(*p, best.point);
    let too_far = dot::<S>(away, best.edge) / best.length2;
    let squared = sub::<S>(away, scaled::<S>(best.edge, too_far));
    let away = choose::<S>(best.feature.simd_ge(4.0), squared, away);
    let length = dot::<S>(away, away).sqrt();
    let directed = [away[0] / length, away[1] / length, away[2] / length];
    Nearest {
        normal: choose::<S>(length.simd_gt(0.0), directed, *upwards),
        point: best.point,
        feature: best.feature,
    }
}

#[cfg(test)]
mod tests;
