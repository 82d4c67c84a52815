//! Compares the distance between a triangle and a moving segment, the core of a capsule, with the
//! radius. The segment leads from `-core` to `core` and moves by `to`. It sweeps a parallelogram.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::distance::{from_segment, passes};
use super::whole::{W, add, cross, dot, sign, sub};

/// Compares the least distance between the triangle and the swept parallelogram with `level`. The
/// parallelogram may be a segment or a point.
///
/// If the two do not intersect, the nearest points are on an edge of the parallelogram and the
/// triangle, or at a corner of the triangle and inside the parallelogram. If they intersect, an
/// edge of one passes through the other, or a corner of one lies on the other.
///
/// A core without a radius overlaps the triangle if it passes through it strictly; see [`pierces`].
pub(super) fn order(triangle: &[W; 3], core: &W, to: &W, level: &BigInt) -> Ordering {
    if sign(level) == 0 && pierces(triangle, core, to) {
        return Ordering::Less;
    }
    let low = core.each_ref().map(|x| -x);
    let way = core.each_ref().map(|x| x << 1);
    let corners = [low.clone(), add(&low, &way), add(&add(&low, &way), to), add(&low, to)];
    let mut least = Ordering::Greater;
    for (from, along) in [(0, &way), (3, &way), (0, to), (1, to)] {
        let triangle = triangle.each_ref().map(|corner| sub(corner, &corners[from]));
        least = least.min(from_segment(&triangle, along, level));
        if least.is_lt() || to.iter().all(|x| sign(x) == 0) {
            return least;
        }
    }
    let squared = level * level;
    let [a, b, c] = triangle;
    for (p, q) in [(a, b), (b, c), (c, a)] {
        least = least.min(to_inside(&sub(p, &low), &way, to, &squared));
        if least.is_gt() && cuts(p, q, &corners) {
            least = BigInt::ZERO.cmp(level);
        }
        if least.is_lt() {
            break;
        }
    }
    least
}

/// Compares the distance from `p` to its foot point on the parallelogram `u e + v f`, 0 <= u, v <=
/// 1. Returns `Greater` if the parallelogram has no plane or the foot point is not on it.
fn to_inside(p: &W, e: &W, f: &W, squared: &BigInt) -> Ordering {
    let normal = cross(e, f);
    let whole = dot(&normal, &normal);
    let shares = [dot(&normal, &cross(p, f)), dot(&normal, &cross(e, p))];
    if sign(&whole) == 0 || shares.iter().any(|share| sign(share) < 0 || *share > whole) {
        return Ordering::Greater;
    }
    let height = dot(&normal, p);
    (&height * &height).cmp(&(squared * whole))
}

/// Returns true if the segment from `p` to `q` passes from one side of the parallelogram to the
/// other, through it or its border.
fn cuts(p: &W, q: &W, corners: &[W; 4]) -> bool {
    let corners = corners.each_ref().map(|corner| sub(corner, p));
    let normal = cross(&sub(&corners[1], &corners[0]), &sub(&corners[3], &corners[0]));
    let way = sub(q, p);
    let (before, after) = (-sign(&dot(&normal, &corners[0])), sign(&dot(&normal, &sub(&way, &corners[0]))));
    before * after < 0 && passes(&corners.each_ref(), &way)
}

/// Returns true if the core passes through the triangle, anywhere on its way: from strictly one
/// side of the plane to strictly the other, strictly inside the border.
///
/// That is the inside of the solid `triangle + [-core, core]`. Each of its faces is a linear
/// function of the position of the core's middle, negative on the inner side. The intervals in
/// which they are negative have a common point if every two of them have one (Helly).
fn pierces([a, b, c]: &[W; 3], core: &W, to: &W) -> bool {
    let normal = cross(&sub(b, a), &sub(c, a));
    let along = dot(&normal, core);
    let side = sign(&along);
    if side == 0 {
        return false;
    }
    let half = &along * side;
    // Values at the start, where the middle is the origin, and at the end.
    let height = [-dot(&normal, a), dot(&normal, &sub(to, a))];
    let mut faces = vec![height.each_ref().map(|h| h - &half), height.each_ref().map(|h| -h - &half)];
    for (p, q) in [(a, b), (b, c), (c, a)] {
        // core x edge points out of the solid if the core leads to the front of the triangle.
        let out = cross(&sub(q, p), core);
        let value = |middle: BigInt| (middle - dot(&out, p)) * side;
        faces.push([value(BigInt::ZERO), value(dot(&out, to))]);
    }
    faces.iter().enumerate().all(|(i, f)| faces[i..].iter().all(|g| meet(f, g)))
}

/// Returns true if two linear functions, given by their values at 0 and 1, are both negative
/// anywhere between.
fn meet(f: &[BigInt; 2], g: &[BigInt; 2]) -> bool {
    let negative = |end: usize| sign(&f[end]) < 0 && sign(&g[end]) < 0;
    if negative(0) || negative(1) {
        return true;
    }
    // One falls below zero at f0 / (f0 - f1), before the other rises above zero at g0 / (g0 - g1).
    let falls_first = |f: &[BigInt; 2], g: &[BigInt; 2]| {
        let falls = sign(&f[1]) < 0 && sign(&g[0]) < 0;
        falls && &f[0] * (&g[1] - &g[0]) < -&g[0] * (&f[0] - &f[1])
    };
    falls_first(f, g) || falls_first(g, f)
}
