//! Plane tests: side of a point, crossing of a segment, and separation of a body from a triangle.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::space::{axes_of, core_of, lengths_of};
use super::whole::{Unit, cross, dot, sign, sub};
use crate::body::Body;
use crate::vector::{self, V, is_finite};

/// Tests if a plane separates the body from the triangle. Compares the least value of `normal .
/// (centre - corner)` over the corners with the extent of the body along `normal` (of any length
/// above zero). `Greater` or `Equal` proves that body and triangle do not overlap, for any choice
/// of normal. Returns `None` as for [`super::order`], and for a normal of zero.
pub fn plane_order(body: &Body, centre: V, triangle: &[V; 3], normal: V) -> Option<Ordering> {
    let lengths = lengths_of(body)?;
    let places = [centre, lengths, triangle[0], triangle[1], triangle[2]];
    if !places.into_iter().all(is_finite) || !is_finite(normal) || normal == [0.0; 3] {
        return None;
    }
    let unit = Unit::of(places.into_iter().flatten());
    let (n, centre) = (Unit::of(normal).vector(normal), unit.vector(centre));
    let away = triangle.iter().map(|corner| dot(&n, &sub(&centre, &unit.vector(*corner)))).min()?;
    if sign(&away) < 0 {
        return Some(Ordering::Less);
    }
    let r = unit.vector(lengths);
    // The body extends by the root of `reach2` / `squared` plus `core` / `squared`.
    let (reach2, core, squared): (_, BigInt, _) = match *body {
        Body::Point | Body::Sphere { .. } => (&r[0] * &r[0] * dot(&n, &n), 0.into(), 1.into()),
        Body::Ellipsoid { rotation, .. } => {
            let (axes, squared) = axes_of(rotation);
            let along = [0, 1, 2].map(|i| &r[i] * dot(&axes[i], &n));
            (dot(&along, &along), 0.into(), squared)
        }
        Body::Capsule { rotation, .. } => {
            let (core, squared) = core_of(unit, lengths, rotation);
            let level = &r[0] * &squared;
            let along = dot(&core, &n);
            (&level * &level * dot(&n, &n), &along * sign(&along), squared)
        }
    };
    let away = away * squared - core;
    if sign(&away) < 0 {
        return Some(Ordering::Less);
    }
    Some((&away * &away).cmp(&reach2))
}

/// Returns the side of the triangle's plane on which a point lies. `Greater` is in front, where the
/// corners appear counter-clockwise. `Equal` is on the plane, and the result for every triangle of
/// zero area. Returns `None` if a number is not finite.
pub fn side(triangle: &[V; 3], point: V) -> Option<Ordering> {
    let [a, b, c] = *triangle;
    [a, b, c, point].into_iter().all(is_finite).then(|| 0.cmp(&orientation(a, b, c, point)))
}

/// Returns true if a point lies on the triangle, including its border. A triangle of zero area is a
/// segment or a point.
pub fn is_on(triangle: &[V; 3], point: V) -> bool {
    super::order(&Body::Point, point, triangle) == Some(Ordering::Equal)
}

/// Returns true if the segment passes through the triangle: from strictly one side of its plane to
/// strictly the other, through its interior or its border. A triangle of zero area is never
/// crossed. Returns true if a number is not finite.
pub fn crosses(from: V, to: V, triangle: &[V; 3]) -> bool {
    let (Some(before), Some(after)) = (side(triangle, from), side(triangle, to)) else { return true };
    before.is_ne() && after == before.reverse() && passes_through(triangle, from, to)
}

/// Returns true if the infinite line through two points meets the triangle. The line must not lie
/// in the triangle's plane.
pub(crate) fn passes_through(&[a, b, c]: &[V; 3], from: V, to: V) -> bool {
    let turns = [(a, b), (b, c), (c, a)].map(|(p, q)| orientation(p, q, from, to));
    turns.iter().all(|&t| t >= 0) || turns.iter().all(|&t| t <= 0)
}

/// Returns the sign of the volume `(a - p) . ((b - p) x (c - p))`: computed in f64 if that is
/// certain, otherwise exactly.
pub(crate) fn orientation(a: V, b: V, c: V, p: V) -> i32 {
    if a == b || b == c || c == a || a == p || b == p || c == p {
        return 0;
    }
    let [x, y, z] = [a, b, c].map(|corner| vector::sub(corner, p));
    let volume = vector::dot(x, vector::cross(y, z));
    let size = |k: usize, i: usize, j: usize| x[k].abs() * ((y[i] * z[j]).abs() + (y[j] * z[i]).abs());
    // Shewchuk's error bound for this sum: (7 + 56 e) e times the sum of the absolute terms,
    // rounded up. Below 1e-280, products may underflow.
    let error = 8e-16 * (size(0, 1, 2) + size(1, 2, 0) + size(2, 0, 1)) + 1e-280;
    if volume.abs() > error && volume.is_finite() {
        return if volume > 0.0 { 1 } else { -1 };
    }
    let unit = Unit::of([a, b, c, p].into_iter().flatten());
    let p = unit.vector(p);
    let [x, y, z] = [a, b, c].map(|corner| sub(&unit.vector(corner), &p));
    sign(&dot(&x, &cross(&y, &z)))
}
