//! Compares the distance between a triangle and a ball's centre, or its path, with the radius. Only
//! signs are needed, so there are no divisions and no roots.

use std::cmp::Ordering;

use num_bigint::BigInt;

use super::whole::{W, cross, dot, sign, sub};

/// Compares the distance from the origin to the triangle with `level`, which is not negative.
/// Degenerate triangles are allowed.
///
/// The nearest point is a corner, the foot point on an edge's line, or the foot point on the plane.
/// A foot point counts if it lies inside its edge or face. The distance is the least of these
/// candidates.
pub(super) fn from_origin(triangle: &[W; 3], level: &BigInt) -> Ordering {
    let squared = level * level;
    let [a, b, c] = triangle;
    let mut least = Ordering::Greater;
    for (p, q) in [(a, b), (b, c), (c, a)] {
        least = least.min(dot(p, p).cmp(&squared)).min(to_line(p, &sub(q, p), &squared));
        if least.is_lt() {
            return least;
        }
    }
    least.min(to_face(triangle, &squared))
}

/// Compares the distance between the triangle and the segment from the origin to `to` with `level`.
///
/// If the two do not intersect, the nearest points are an end of the segment and a point of the
/// triangle, or a point of the segment and a point of an edge.
pub(super) fn from_segment(triangle: &[W; 3], to: &W, level: &BigInt) -> Ordering {
    let mut least = from_origin(triangle, level);
    if least.is_lt() || to.iter().all(|x| sign(x) == 0) {
        return least;
    }
    least = least.min(from_origin(&triangle.each_ref().map(|corner| sub(corner, to)), level));
    if least.is_gt() && pierces(triangle, to) {
        least = BigInt::ZERO.cmp(level);
    }
    let squared = level * level;
    let [a, b, c] = triangle;
    for (p, q) in [(a, b), (b, c), (c, a)] {
        if least.is_lt() {
            break;
        }
        // Distance from the corner to the segment: the same as from the origin to a segment that
        // starts at -p.
        let back = p.each_ref().map(|x| -x);
        least = least.min(to_line(&back, to, &squared)).min(edge_to_segment(p, &sub(q, p), to, &squared));
    }
    least
}

/// Compares the distance from the origin to its foot point on the line through `p` along `edge`.
/// Returns `Greater` if the foot point is not between p and p + edge.
fn to_line(p: &W, edge: &W, squared: &BigInt) -> Ordering {
    let (share, whole) = (-dot(p, edge), dot(edge, edge));
    if sign(&share) <= 0 || share >= whole {
        return Ordering::Greater;
    }
    let moment = cross(p, edge);
    dot(&moment, &moment).cmp(&(squared * whole))
}

/// Compares the distance from the origin to its foot point on the plane. Returns `Greater` if there
/// is no plane or the foot point is not on the triangle.
fn to_face([a, b, c]: &[W; 3], squared: &BigInt) -> Ordering {
    let normal = cross(&sub(b, a), &sub(c, a));
    let inside = [(a, b), (b, c), (c, a)].iter().all(|(p, q)| sign(&dot(&normal, &cross(p, q))) >= 0);
    let whole = dot(&normal, &normal);
    if !inside || sign(&whole) == 0 {
        return Ordering::Greater;
    }
    let height = dot(&normal, a);
    (&height * &height).cmp(&(squared * whole))
}

/// Compares the distance between the line of the edge from `p` and that of the segment from the
/// origin. Returns `Greater` if they are parallel or their nearest points are not inside both.
fn edge_to_segment(p: &W, edge: &W, to: &W, squared: &BigInt) -> Ordering {
    let (ee, mm, me) = (dot(edge, edge), dot(to, to), dot(to, edge));
    let (mp, ep) = (dot(to, p), dot(edge, p));
    // Squared length of the common normal.
    let whole = &mm * &ee - &me * &me;
    let on_segment = &mp * &ee - &me * &ep;
    let on_edge = &me * &mp - &mm * &ep;
    let inside = |share: &BigInt| sign(share) > 0 && *share < whole;
    if !inside(&on_segment) || !inside(&on_edge) {
        return Ordering::Greater;
    }
    let height = dot(&cross(to, edge), p);
    (&height * &height).cmp(&(squared * whole))
}

/// Returns true if the segment from the origin passes from one side of the triangle's plane to the
/// other, through the triangle or its border.
fn pierces([a, b, c]: &[W; 3], to: &W) -> bool {
    let normal = cross(&sub(b, a), &sub(c, a));
    let (before, after) = (-sign(&dot(&normal, a)), sign(&dot(&normal, &sub(to, a))));
    before * after < 0 && passes(&[a, b, c], to)
}

/// Returns true if the line through the origin along `to` meets the convex polygon. The line must
/// not lie in the polygon's plane.
pub(super) fn passes<const N: usize>(corners: &[&W; N], to: &W) -> bool {
    let turns: [i32; N] = std::array::from_fn(|i| sign(&dot(to, &cross(corners[i], corners[(i + 1) % N]))));
    turns.iter().all(|&t| t >= 0) || turns.iter().all(|&t| t <= 0)
}
