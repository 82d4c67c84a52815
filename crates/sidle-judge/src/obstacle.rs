//! The obstacle of a body with a core: the triangle minus the core, a convex solid.
//!
//! The body at x touches triangle T exactly when x is within the radius of `P = T + [-c, c]`, where
//! c is half the core (a segment is its own mirror image, so minus is plus). The signed distance
//! from x to P is positive outside of P and negative inside. It is a convex function of x.
//!
//! ```text
//! p = the point of P's surface nearest to x, from the faces, edges and corners of P
//! d = |p - x|
//! if the plane perpendicular to x - p separates x from P:  the distance is d
//! if x is behind the planes of all faces of P: minus the distance to the nearest of them
//! otherwise x is on the surface, within rounding:          the distance is d
//! ```
//! The surface of P consists of the two triangles T + c and T - c, and of a parallelogram for each
//! edge of T. If P is flat, it has no inside, and the distance is never negative.

use crate::triangle::{Triangle, closest_to_origin, nearest_on_edge, unit_normal};
use crate::vector::{V, add, along, cross, direction, dot, length, scale, sub};

/// A distance below this share of the body's size has no reliable direction.
const NOISE: f64 = 1e-12;

/// The position of the origin relative to an obstacle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset {
    /// Distance to the surface; negative inside.
    pub(crate) distance: f64,
    /// Unit vector that leads away from the obstacle.
    pub(crate) normal: V,
    /// Nearest point of the surface.
    pub(crate) point: V,
}

/// Returns the position of the origin relative to `corners + [-core, core]`. `level` is the radius
/// of the body.
pub(crate) fn offset_of(corners: &Triangle, core: V, level: f64) -> Offset {
    let point = nearest_on_surface(corners, core);
    let distance = length(point);
    let outward =
        (distance > NOISE * (level + length(core))).then(|| direction(scale(point, -1.0))).flatten();
    if let Some(normal) = outward
        && separation(corners, core, normal) > 0.0
    {
        return Offset { distance, normal, point };
    }
    // Inside, or so close to the surface that the direction is rounding error.
    let (separation, face) = best_face(corners, core);
    if separation < 0.0 {
        return Offset { distance: separation, normal: face, point: scale(face, -separation) };
    }
    Offset { distance, normal: face, point }
}

/// Returns the least distance of the obstacle along a unit vector that leads from it to the origin.
/// Negative if the vector does not separate the two.
fn separation(corners: &Triangle, core: V, n: V) -> f64 {
    let nearest = corners.iter().map(|corner| -dot(n, *corner)).fold(f64::INFINITY, f64::min);
    nearest - dot(n, core).abs()
}

fn nearest_on_surface(corners: &Triangle, core: V) -> V {
    let mut best = closest_to_origin(&corners.map(|corner| add(corner, core)));
    let mut offer = |candidate: V| {
        if dot(candidate, candidate) < dot(best, best) {
            best = candidate;
        }
    };
    offer(closest_to_origin(&corners.map(|corner| sub(corner, core))));
    let [a, b, c] = *corners;
    let way = scale(core, 2.0);
    for (p, q) in [(a, b), (b, c), (c, a)] {
        let low = sub(p, core);
        offer(nearest_on_edge(low, add(p, core)));
        if let Some(foot) = foot_on_parallelogram(low, sub(q, p), way) {
            offer(foot);
        }
    }
    best
}

/// Returns the projection of the origin on the parallelogram `a + u e + v f`, 0 <= u, v <= 1, or
/// `None` if it is outside or the parallelogram has no normal.
fn foot_on_parallelogram(a: V, e: V, f: V) -> Option<V> {
    let normal = cross(e, f);
    let squared = dot(normal, normal);
    if squared <= 0.0 {
        return None;
    }
    let (mut u, mut v, mut foot) = (0.0, 0.0, a);
    // Further iterations solve for the residual, as for a triangle.
    for _ in 0..3 {
        let rest = scale(foot, -1.0);
        u += dot(normal, cross(rest, f)) / squared;
        v += dot(normal, cross(e, rest)) / squared;
        foot = along(along(a, e, u), f, v);
    }
    ((0.0..=1.0).contains(&u) && (0.0..=1.0).contains(&v)).then_some(foot)
}

/// Returns the outward unit normals of the obstacle's faces, each with the opposite direction. If
/// the obstacle is flat, perpendiculars to it are among them.
fn faces([a, b, c]: &Triangle, core: V) -> impl Iterator<Item = V> {
    let side = |p: &V, q: &V| {
        let edge = sub(*q, *p);
        let normal = cross(core, edge);
        (length(normal) > 1e-14 * length(core) * length(edge)).then(|| direction(normal)).flatten()
    };
    [
        Some(unit_normal(&[*a, *b, *c])),
        side(a, b),
        side(b, c),
        side(c, a),
        Some(unit_normal(&[scale(core, -1.0), core, core])),
    ]
    .into_iter()
    .flatten()
    .flat_map(|n| [n, scale(n, -1.0)])
}

/// Returns the face normal with the largest separation, and that separation.
fn best_face(corners: &Triangle, core: V) -> (f64, V) {
    let mut best = (f64::NEG_INFINITY, [0.0, 0.0, 1.0]);
    for n in faces(corners, core) {
        let here = separation(corners, core, n);
        if here > best.0 {
            best = (here, n);
        }
    }
    best
}

/// Returns true if `normal` is the normal of a face of the obstacle.
pub(crate) fn is_face_normal(corners: &Triangle, core: V, normal: V) -> bool {
    if core == [0.0; 3] {
        return dot(unit_normal(corners), normal).abs() > 1.0 - 1e-9;
    }
    faces(corners, core).any(|n| dot(n, normal) > 1.0 - 1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: Triangle = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

    #[track_caller]
    fn assert_offset(core: V, at: V, distance: f64, normal: V) {
        let got = offset_of(&TRIANGLE.map(|corner| sub(corner, at)), core, 1.0);
        assert!((got.distance - distance).abs() < 1e-15, "{got:?}");
        assert!(length(sub(got.normal, normal)) < 1e-15, "{got:?}");
        assert!(length(sub(got.point, scale(normal, -distance))) < 1e-14, "{got:?}");
    }

    #[test]
    fn inside_on_and_outside_of_a_prism() {
        let core = [0.0, 0.0, 3.0];
        assert_offset(core, [1.0, 0.5, 0.0], -0.5, [0.0, -1.0, 0.0]);
        assert_offset(core, [1.0, 0.5, 2.875], -0.125, [0.0, 0.0, 1.0]);
        assert_offset(core, [1.0, 0.0, 1.0], 0.0, [0.0, -1.0, 0.0]);
        assert_offset(core, [-3.0, 1.0, 7.0], 5.0, [-0.6, 0.0, 0.8]);
        assert_offset(core, [-3.0, -4.0, -1.0], 5.0, [-0.6, -0.8, 0.0]);
    }

    /// A core in the plane of the triangle: no inside, and a distance in the plane.
    #[test]
    fn a_flat_obstacle_has_no_inside() {
        let core = [2.0, 1.0, 0.0];
        let within = offset_of(&TRIANGLE.map(|corner| sub(corner, [1.0, 1.0, 0.0])), core, 1.0);
        assert!(within.distance.abs() < 1e-15 && within.normal[2].abs() == 1.0, "{within:?}");
        assert_offset(core, [1.0, 1.0, 0.25], 0.25, [0.0, 0.0, 1.0]);
        assert_offset(core, [1.0, -3.0, 0.0], 2.0, [0.0, -1.0, 0.0]);
    }
}
