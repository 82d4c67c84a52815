//! Finds the point of a triangle nearest to a given point, for any triangle including degenerate
//! ones.

use crate::vector::{V, add, along, cross, direction, dot, length, lower, sub, upper};

pub(crate) type Triangle = [V; 3];

/// Returns the point of triangle `corners` nearest to `point`.
///
/// The result is always a point of the triangle (except for rounding), so its distance is never
/// below the true one. Needles, triangles of zero area and equal corners are safe: the three edges
/// are always candidates. The foot point on the face is a further candidate if the face has a
/// normal.
pub fn closest_on_triangle(point: V, corners: &[V; 3]) -> V {
    add(point, closest_to_origin(&corners.map(|corner| sub(corner, point))))
}

pub(crate) fn closest_to_origin(corners: &Triangle) -> V {
    let [a, b, c] = *corners;
    let mut best = nearest_on_edge(a, b);
    for candidate in [nearest_on_edge(b, c), nearest_on_edge(c, a)] {
        if dot(candidate, candidate) < dot(best, best) {
            best = candidate;
        }
    }
    match foot_on_face(a, b, c) {
        Some(foot) if dot(foot, foot) < dot(best, best) => foot,
        _ => best,
    }
}

pub(crate) fn nearest_on_edge(a: V, b: V) -> V {
    let edge = sub(b, a);
    let squared = dot(edge, edge);
    if squared <= 0.0 {
        return a;
    }
    let share = (-dot(a, edge) / squared).clamp(0.0, 1.0);
    // Start from the nearer corner: then the far corner is reached exactly, and neighbouring
    // triangles get the same point.
    if share <= 0.5 { along(a, edge, share) } else { along(b, edge, share - 1.0) }
}

/// Returns the projection of the origin on the face, or `None` if it is outside the face or the
/// face has no normal.
fn foot_on_face(a: V, b: V, c: V) -> Option<V> {
    let (ab, ac) = (sub(b, a), sub(c, a));
    let normal = cross(ab, ac);
    let squared = dot(normal, normal);
    if squared <= 0.0 {
        return None;
    }
    let (mut u, mut v, mut foot) = (0.0, 0.0, a);
    // The second and third iteration solve for the residual: in a needle the first result can be
    // off by 1e-8 of its length.
    for _ in 0..3 {
        let rest = [-foot[0], -foot[1], -foot[2]];
        u += dot(normal, cross(rest, ac)) / squared;
        v += dot(normal, cross(ab, rest)) / squared;
        foot = along(along(a, ab, u), ac, v);
    }
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0).then_some(foot)
}

/// Returns a unit vector perpendicular to the triangle: the face normal, or any perpendicular of
/// the longest edge if the triangle has no normal.
pub(crate) fn unit_normal(corners: &Triangle) -> V {
    let [a, b, c] = *corners;
    let edges = [sub(b, a), sub(c, b), sub(a, c)];
    let longest = edges.into_iter().max_by(|p, q| dot(*p, *p).total_cmp(&dot(*q, *q))).unwrap_or([0.0; 3]);
    let normal = cross(edges[0], edges[1]);
    let has_area = length(normal) > 1e-14 * dot(longest, longest);
    let perpendicular = if has_area { normal } else { perpendicular_to(longest) };
    direction(perpendicular).unwrap_or([0.0, 0.0, 1.0])
}

fn perpendicular_to(a: V) -> V {
    let least = (0..3).min_by(|&i, &j| a[i].abs().total_cmp(&a[j].abs())).unwrap_or(0);
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    cross(a, axis)
}

/// Returns the lowest and the highest corner of the triangle's bounding box.
pub(crate) fn bounds(corners: &Triangle) -> (V, V) {
    let [a, b, c] = *corners;
    (lower(lower(a, b), c), upper(upper(a, b), c))
}
