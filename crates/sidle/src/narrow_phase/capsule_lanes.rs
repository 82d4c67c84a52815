//! Separating axes of a capsule and four triangles at once, in SIMD lanes.
//!
//! The reference implementation is [`super::capsule::axis`]. This module computes the same
//! operations in the same order, and selects where the reference branches, so each lane is
//! bit-identical to it at every width. Triangles that the core crosses are rare: they are reported
//! to the caller, who measures them with the reference implementation.

use fearless_simd::{Level, Simd, dispatch, f64x4, prelude::*};
use glam::DVec3;

use super::bounds::Bounds;
use super::lanes::{
    Block, Mask, Vector, choose, cross, dot, either as either_edge, load_corners, load_error, load_normal,
    number, on_edge, scaled, store, store3, sub,
};
use crate::cull::part_of_kernel;
use crate::tolerance::{CORE_ALONG_EDGE, PREFER_CORE_END};

/// Numbers that [`Bounds`] uses for the parts of the core.
const END: f64 = 0.0;
const START: f64 = 1024.0;
const BETWEEN: f64 = 2048.0;

/// Core of a capsule at a position, in all lanes.
#[derive(Clone, Copy)]
struct Core<S: Simd> {
    x: Vector<S>,
    c: Vector<S>,
    c2: f64x4<S>,
}

/// Closest points of the core and of each triangle.
#[derive(Clone, Copy)]
struct Closest<S: Simd> {
    distance2: f64x4<S>,
    core: Vector<S>,
    point: Vector<S>,
    /// Feature and part of the core, as [`Bounds`] stores them.
    number: f64x4<S>,
    /// Edge to which the normal is perpendicular, or zero.
    edge: Vector<S>,
    /// Normal of the parallelogram of an edge and the core, or zero.
    side: Vector<S>,
    is_face: Mask<S>,
}

impl Block {
    /// Computes the axes at `x` of all lanes, for a capsule with this core. Returns one bit for
    /// each lane whose triangle the core crosses; its axis is unspecified.
    // Not inlined: movers without a core never call it.
    #[inline(never)]
    pub(super) fn bounds_of_capsule(&self, level: Level, core: DVec3, x: DVec3, out: &mut Bounds) -> u32 {
        dispatch!(level, simd => find_bounds(simd, self, core, x, out))
    }
}

#[inline(always)]
fn splat3<S: Simd>(simd: S, v: DVec3) -> Vector<S> {
    [f64x4::splat(simd, v.x), f64x4::splat(simd, v.y), f64x4::splat(simd, v.z)]
}

#[inline(always)]
fn plus<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
fn negated<S: Simd>(v: Vector<S>) -> Vector<S> {
    [-v[0], -v[1], -v[2]]
}

/// Selects `a` where the mask is set, otherwise `b`.
#[inline(always)]
fn either<S: Simd>(is_a: Mask<S>, a: &Closest<S>, b: &Closest<S>) -> Closest<S> {
    Closest {
        distance2: is_a.select(a.distance2, b.distance2),
        core: choose::<S>(is_a, a.core, b.core),
        point: choose::<S>(is_a, a.point, b.point),
        number: is_a.select(a.number, b.number),
        edge: choose::<S>(is_a, a.edge, b.edge),
        side: choose::<S>(is_a, a.side, b.side),
        is_face: is_a & a.is_face | !is_a & b.is_face,
    }
}

/// Computes the axes at `x` of the lanes in `lanes`. Returns one bit for each lane whose triangle
/// the core crosses; its axis is unspecified.
#[inline(always)]
fn find_bounds<S: Simd>(simd: S, block: &Block, c: DVec3, x: DVec3, out: &mut Bounds) -> u32 {
    let zero = f64x4::splat(simd, 0.0);
    let corners = load_corners(simd, block);
    let unit = load_normal(simd, block);
    let is_flat = unit[0].simd_eq(zero) & unit[1].simd_eq(zero) & unit[2].simd_eq(zero);
    let core = Core { x: splat3(simd, x), c: splat3(simd, c), c2: f64x4::splat(simd, c.length_squared()) };
    let best = closest(simd, &corners, &unit, is_flat, &core);
    let normal = part_of_kernel(
        #[inline(always)]
        || normal_of(simd, &corners, &unit, is_flat, &best),
    );
    let from = [sub::<S>(core.x, corners[0]), sub::<S>(core.x, corners[1]), sub::<S>(core.x, corners[2])];
    let (s0, s1, s2) = (dot::<S>(normal, from[0]), dot::<S>(normal, from[1]), dot::<S>(normal, from[2]));
    let least = s0.min(s1).min(s2);
    let support = dot::<S>(normal, core.c).abs();
    store(least - support - load_error(simd, block), &mut out.distance);
    store3(normal, &mut out.normal);
    store3(plus::<S>(best.point, sub::<S>(core.x, best.core)), &mut out.point);
    store(best.number, &mut out.feature);
    crossed(&corners, &unit, &from, &core)
}

/// Returns one bit for each triangle that the core passes through.
#[inline(always)]
fn crossed<S: Simd>(
    corners: &[Vector<S>; 3],
    unit: &Vector<S>,
    from: &[Vector<S>; 3],
    core: &Core<S>,
) -> u32 {
    let (height, rise) = (dot::<S>(*unit, from[0]), dot::<S>(*unit, core.c));
    let reaches = height.abs().simd_lt(rise.abs());
    if reaches.to_bitmask() == 0 {
        return 0;
    }
    let p = sub::<S>(core.x, scaled::<S>(core.c, height / rise));
    let inside = is_inside(corners, unit, &p, 0, 1)
        & is_inside(corners, unit, &p, 1, 2)
        & is_inside(corners, unit, &p, 2, 0);
    (reaches & inside).to_bitmask() as u32
}

#[inline(always)]
fn is_inside<S: Simd>(
    corners: &[Vector<S>; 3],
    unit: &Vector<S>,
    p: &Vector<S>,
    i: usize,
    j: usize,
) -> Mask<S> {
    let edge = sub::<S>(corners[j], corners[i]);
    dot::<S>(cross::<S>(edge, sub::<S>(*p, corners[i])), *unit).simd_ge(0.0)
}

#[inline(always)]
fn closest<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    unit: &Vector<S>,
    is_flat: Mask<S>,
    core: &Core<S>,
) -> Closest<S> {
    let end = part_of_kernel(
        #[inline(always)]
        || at_end(simd, corners, unit, is_flat, plus::<S>(core.x, core.c), END),
    );
    let start = part_of_kernel(
        #[inline(always)]
        || at_end(simd, corners, unit, is_flat, sub::<S>(core.x, core.c), START),
    );
    let mut best = either::<S>(start.distance2.simd_lt(end.distance2), &start, &end);
    best = between_at_side(simd, corners, core, 0, &best);
    best = between_at_side(simd, corners, core, 1, &best);
    between_at_side(simd, corners, core, 2, &best)
}

/// Computes [`between_at_corner`] and [`between_on_edge`].
#[inline(always)]
fn between_at_side<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    core: &Core<S>,
    i: usize,
    best: &Closest<S>,
) -> Closest<S> {
    part_of_kernel(
        #[inline(always)]
        || {
            let best = between_at_corner(simd, corners, core, i, best);
            between_on_edge(simd, corners, core, i, &best)
        },
    )
}

/// Computes [`crate::geometry::polygon::nearest`] for one end of the core.
#[inline(always)]
fn at_end<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    unit: &Vector<S>,
    is_flat: Mask<S>,
    end: Vector<S>,
    part: f64,
) -> Closest<S> {
    let zero = f64x4::splat(simd, 0.0);
    let [a, b, c] = *corners;
    let from = [sub::<S>(end, a), sub::<S>(end, b), sub::<S>(end, c)];
    let is_beyond = [
        is_flat | !dot::<S>(cross::<S>(sub::<S>(b, a), from[0]), *unit).simd_ge(zero),
        is_flat | !dot::<S>(cross::<S>(sub::<S>(c, b), from[1]), *unit).simd_ge(zero),
        is_flat | !dot::<S>(cross::<S>(sub::<S>(a, c), from[2]), *unit).simd_ge(zero),
    ];
    let is_face = !(is_beyond[0] | is_beyond[1] | is_beyond[2]);
    let (e0, d0) = on_edge(simd, corners, &from, &end, 0);
    let (e1, d1) = on_edge(simd, corners, &from, &end, 1);
    let (e2, d2) = on_edge(simd, corners, &from, &end, 2);
    let far = f64x4::splat(simd, f64::INFINITY);
    let (d0, d1) = (is_beyond[0].select(d0, far), is_beyond[1].select(d1, far));
    let d2 = is_beyond[2].select(d2, far);
    let (is_second, is_third) = (d1.simd_lt(d0), d2.simd_lt(d0.min(d1)));
    let nearest = either_edge(is_third, &e2, &either_edge(is_second, &e1, &e0));
    let height = dot::<S>(*unit, from[0]);
    let point = choose::<S>(is_face, sub::<S>(end, scaled::<S>(*unit, height)), nearest.point);
    let is_on_edge = !is_face & nearest.feature.simd_ge(4.0);
    let edge = choose::<S>(is_on_edge, nearest.edge, [zero; 3]);
    let away = sub::<S>(end, point);
    Closest {
        distance2: dot::<S>(away, away),
        core: end,
        point,
        number: is_face.select(zero, nearest.feature) + part,
        edge,
        side: [zero; 3],
        is_face,
    }
}

/// Returns the closer of two pairs of points: `best`, and corner `i` with the nearest point of the
/// core. The second pair counts only if its point of the core lies between the ends.
#[inline(always)]
fn between_at_corner<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    core: &Core<S>,
    i: usize,
    best: &Closest<S>,
) -> Closest<S> {
    let zero = f64x4::splat(simd, 0.0);
    let along = dot::<S>(sub::<S>(corners[i], core.x), core.c);
    let part = along * (f64x4::splat(simd, 1.0) / core.c2);
    let at = plus::<S>(core.x, scaled::<S>(core.c, part));
    let away = sub::<S>(at, corners[i]);
    let found = Closest {
        distance2: dot::<S>(away, away),
        core: at,
        point: corners[i],
        number: number(simd, 1 + i) + BETWEEN,
        edge: core.c,
        side: [zero; 3],
        is_face: zero.simd_gt(zero),
    };
    let is_better = along.abs().simd_lt(core.c2) & found.distance2.simd_lt(best.distance2 * PREFER_CORE_END);
    either::<S>(is_better, &found, best)
}

/// Returns the closer of two pairs of points: `best`, and the nearest points of the core and edge
/// `i`. The second pair counts only if both of its points lie between the ends.
#[inline(always)]
fn between_on_edge<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    core: &Core<S>,
    i: usize,
    best: &Closest<S>,
) -> Closest<S> {
    let zero = f64x4::splat(simd, 0.0);
    let corner = corners[i];
    let edge = sub::<S>(corners[if i == 2 { 0 } else { i + 1 }], corner);
    let from = sub::<S>(corner, core.x);
    let m = cross::<S>(edge, core.c);
    let m2 = dot::<S>(m, m);
    let is_parallel = m2.simd_le(dot::<S>(edge, edge) * CORE_ALONG_EDGE * core.c2);
    let (along, part) = (dot::<S>(cross::<S>(edge, from), m), dot::<S>(cross::<S>(core.c, from), m));
    let per_m2 = f64x4::splat(simd, 1.0) / m2;
    let at = plus::<S>(core.x, scaled::<S>(core.c, along * per_m2));
    let point = plus::<S>(corner, scaled::<S>(edge, part * per_m2));
    let away = sub::<S>(at, point);
    let found = Closest {
        distance2: dot::<S>(away, away),
        core: at,
        point,
        number: number(simd, 4 + i) + BETWEEN,
        edge: core.c,
        side: m,
        is_face: zero.simd_gt(zero),
    };
    let is_between = along.abs().simd_lt(m2) & part.simd_gt(zero) & part.simd_lt(m2);
    let is_better = !is_parallel & is_between & found.distance2.simd_lt(best.distance2 * PREFER_CORE_END);
    either::<S>(is_better, &found, best)
}

/// Returns the direction from each triangle to the core.
#[inline(always)]
fn normal_of<S: Simd>(
    simd: S,
    corners: &[Vector<S>; 3],
    unit: &Vector<S>,
    is_flat: Mask<S>,
    best: &Closest<S>,
) -> Vector<S> {
    let (zero, one) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 1.0));
    let height = dot::<S>(*unit, sub::<S>(best.core, corners[0]));
    let faced = choose::<S>(height.simd_lt(zero), negated::<S>(*unit), *unit);
    let away = sub::<S>(best.core, best.point);
    // The parallelogram of an edge and the core.
    let side2 = dot::<S>(best.side, best.side);
    let length = side2.sqrt();
    let side = [best.side[0] / length, best.side[1] / length, best.side[2] / length];
    let side = choose::<S>(dot::<S>(side, away).simd_lt(zero), negated::<S>(side), side);
    // Perpendicular to an edge or to the core, to the last bit.
    let edge2 = dot::<S>(best.edge, best.edge);
    let squared = sub::<S>(away, scaled::<S>(best.edge, dot::<S>(away, best.edge) / edge2));
    let away = choose::<S>(edge2.simd_gt(zero), squared, away);
    let length = dot::<S>(away, away).sqrt();
    let directed = [away[0] / length, away[1] / length, away[2] / length];
    let upwards = choose::<S>(is_flat, [zero, one, zero], *unit);
    let directed = choose::<S>(length.simd_gt(zero), directed, upwards);
    choose::<S>(best.is_face, faced, choose::<S>(side2.simd_gt(zero), side, directed))
}
