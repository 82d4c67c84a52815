//! The obstacle that a polygon T is for a capsule.
//!
//! The core of the capsule is a segment from x - c to x + c. The capsule touches T exactly if x is
//! within its radius of P = T - core, a convex solid. All faces and edges of P come from parts of T
//! and of the core:
//!
//! | part of T | end of the core | between its ends |
//! |---|---|---|
//! | face | face of P | - |
//! | edge | edge of P | face of P, a parallelogram |
//! | corner | corner of P | edge of P, parallel to the core |
//!
//! The closest points of a segment and a polygon are at an end of the segment, or between its ends
//! and on the outline of the polygon, unless the segment crosses the polygon. Then x is inside P.

use glam::DVec3;

use super::obstacle::Obstacle;
use super::separating_axis::{CorePart, SeparatingAxis, away};
use crate::geometry::Feature;
use crate::geometry::polygon;
use crate::tolerance::{CORE_ALONG_EDGE, FLUSH_NORMAL, PREFER_CORE_END};

/// Closest points of the core and the polygon.
struct Closest {
    /// Point of the core, and point of the polygon.
    core: DVec3,
    point: DVec3,
    feature: Feature,
    part: CorePart,
}

/// Returns the separating axis at `x`. Inside P, it is the one along which the way out is shortest.
pub(super) fn axis(obstacle: &Obstacle<'_>, c: DVec3, x: DVec3) -> SeparatingAxis {
    if crosses(obstacle, c, x) {
        return way_out(obstacle, c, x);
    }
    let Closest { core, point, feature, part } = closest(obstacle, c, x);
    let direction = match (feature, part) {
        (Feature::Face, _) => {
            let n = obstacle.normal;
            Some(if n.dot(core - obstacle.corners[0]) < 0.0 { -n } else { n })
        }
        (Feature::Edge(e), CorePart::Between) => {
            side(obstacle, e.into(), c).map(|n| if n.dot(core - point) < 0.0 { -n } else { n })
        }
        _ => None,
    };
    let normal = direction.unwrap_or_else(|| {
        let edge = match (feature, part) {
            (_, CorePart::Between) => Some(c),
            (Feature::Edge(e), _) => Some(edge_of(obstacle, e.into())),
            _ => None,
        };
        away(core, point, edge, obstacle.normal)
    });
    SeparatingAxis {
        distance: obstacle.separation(normal, x),
        normal,
        point: point + (x - core),
        feature,
        part,
    }
}

/// Returns true if the core crosses the polygon, or is nearer to it than `distance`.
pub(super) fn is_within(obstacle: &Obstacle<'_>, c: DVec3, x: DVec3, distance: f64) -> bool {
    let is_near = || {
        let Closest { core, point, .. } = closest(obstacle, c, x);
        (core - point).length() < distance
    };
    crosses(obstacle, c, x) || is_near()
}

/// Returns true if the core passes through the inside of the polygon, from one side to the other.
fn crosses(obstacle: &Obstacle<'_>, c: DVec3, x: DVec3) -> bool {
    let n = obstacle.normal;
    let (height, rise) = (n.dot(x - obstacle.corners[0]), n.dot(c));
    height.abs() < rise.abs() && obstacle.is_below(x - c * (height / rise))
}

fn edge_of(obstacle: &Obstacle<'_>, e: usize) -> DVec3 {
    let [start, end] = obstacle.side(e);
    end - start
}

/// Returns a unit normal of the parallelogram of an edge and the core; its sign has no meaning.
/// Returns `None` if the two are parallel.
pub(super) fn side(obstacle: &Obstacle<'_>, e: usize, c: DVec3) -> Option<DVec3> {
    let edge = edge_of(obstacle, e);
    let m = edge.cross(c);
    let m2 = m.length_squared();
    (m2 > CORE_ALONG_EDGE * edge.length_squared() * c.length_squared()).then(|| m / m2.sqrt())
}

/// Finds the closest points of a core and a polygon that do not cross.
fn closest(obstacle: &Obstacle<'_>, c: DVec3, x: DVec3) -> Closest {
    let (corners, normal) = (obstacle.corners, obstacle.normal);
    let at_end = |core: DVec3, part: CorePart| {
        let near = polygon::nearest(core, corners, normal);
        let found = Closest { core, point: near.point, feature: near.feature, part };
        ((core - near.point).length_squared(), found)
    };
    let (mut least, mut best) = at_end(x + c, CorePart::End);
    let (other, start) = at_end(x - c, CorePart::Start);
    if other < least {
        (least, best) = (other, start);
    }
    let mut offer = |along: f64, point: DVec3, feature: Feature| {
        let core = x + c * along;
        let distance = (core - point).length_squared();
        // At the same distance, the end of the core decides: it has the better normal.
        if distance < least * PREFER_CORE_END {
            (least, best) = (distance, Closest { core, point, feature, part: CorePart::Between });
        }
    };
    let c2 = c.length_squared();
    for (i, &corner) in corners.iter().enumerate() {
        let from = corner - x;
        let along = from.dot(c);
        if along.abs() < c2 {
            offer(along * (1.0 / c2), corner, Feature::Corner(i as u8));
        }
        let edge = edge_of(obstacle, i);
        let m = edge.cross(c);
        let m2 = m.length_squared();
        if m2 <= CORE_ALONG_EDGE * edge.length_squared() * c2 {
            continue;
        }
        // Products of lengths that are as accurate as the angle between edge and core.
        let (along, part) = (edge.cross(from).dot(m), c.cross(from).dot(m));
        if along.abs() < m2 && part > 0.0 && part < m2 {
            let per_m2 = 1.0 / m2;
            offer(along * per_m2, corner + edge * (part * per_m2), Feature::Edge(i as u8));
        }
    }
    best
}

/// Returns the face of P that is nearest to a place inside of it. The polygon's own face counts
/// only on the side of `x`: the centre must not be led through the polygon.
fn way_out(obstacle: &Obstacle<'_>, c: DVec3, x: DVec3) -> SeparatingAxis {
    let n = obstacle.normal;
    let n = if n.dot(x - obstacle.corners[0]) < 0.0 { -n } else { n };
    let mut best = (obstacle.separation(n, x), n, Feature::Face);
    for i in 0..obstacle.corners.len() {
        let Some(n) = side(obstacle, i, c) else { continue };
        for n in [n, -n] {
            let distance = obstacle.separation(n, x);
            if distance > best.0 {
                best = (distance, n, Feature::Edge(i as u8));
            }
        }
    }
    let (distance, normal, feature) = best;
    let part = match feature {
        Feature::Edge(_) => CorePart::Between,
        _ if normal.dot(c) > 0.0 => CorePart::Start,
        _ => CorePart::End,
    };
    SeparatingAxis { distance, normal, point: x - normal * distance, feature, part }
}

/// Returns the point of the polygon that is closest to the core.
pub(super) fn point_on_polygon(obstacle: &Obstacle<'_>, c: DVec3, axis: &SeparatingAxis) -> DVec3 {
    match (axis.part, axis.feature) {
        (CorePart::End, _) => axis.point + c,
        (CorePart::Start, _) => axis.point - c,
        (_, Feature::Corner(i)) => obstacle.corners[usize::from(i)],
        (_, Feature::Edge(e)) => {
            let [start, end] = obstacle.side(e.into());
            let m = (end - start).cross(c);
            start + (end - start) * ((axis.point - start).cross(c).dot(m) / m.length_squared())
        }
        (_, Feature::Face) => axis.point,
    }
}

/// Returns the ends of the edge of P that contains the closest point.
pub(super) fn edge(obstacle: &Obstacle<'_>, c: DVec3, axis: &SeparatingAxis) -> Option<[DVec3; 2]> {
    match (axis.feature, axis.part) {
        (Feature::Corner(i), CorePart::Between) => {
            let corner = obstacle.corners[usize::from(i)];
            Some([corner - c, corner + c])
        }
        (Feature::Edge(e), CorePart::End | CorePart::Start) => {
            let [start, end] = obstacle.side(e.into());
            if side(obstacle, e.into(), c).is_none() {
                // The edge and the core lie on one line, and so do their sums.
                let along = if (end - start).dot(c) < 0.0 { -c } else { c };
                return Some([start - along, end + along]);
            }
            let shift = if axis.part == CorePart::End { -c } else { c };
            Some([start + shift, end + shift])
        }
        _ => None,
    }
}

/// Returns the normals of the faces of P that may meet in the edge or corner of the closest point.
pub(super) fn faces_at(obstacle: &Obstacle<'_>, c: DVec3, axis: &SeparatingAxis) -> ([DVec3; 3], usize) {
    let (mut normals, mut count) = ([DVec3::ZERO; 3], 0);
    let mut list = |normal: Option<DVec3>| {
        if let Some(normal) = normal.filter(|&n| n != DVec3::ZERO) {
            normals[count] = normal;
            count += 1;
        }
    };
    let corners = obstacle.corners.len();
    match (axis.feature, axis.part) {
        (Feature::Corner(i), CorePart::Between) => {
            let i = usize::from(i);
            list(side(obstacle, i, c));
            list(side(obstacle, (i + corners - 1) % corners, c));
        }
        (Feature::Edge(e), part) => {
            list(side(obstacle, e.into(), c));
            list(Some(obstacle.normal).filter(|_| part != CorePart::Between));
        }
        (Feature::Corner(_) | Feature::Face, _) => list(Some(obstacle.normal)),
    }
    (normals, count)
}

/// See [`Obstacle::each_side_of_face`].
pub(super) fn each_side_of_face(
    obstacle: &Obstacle<'_>,
    c: DVec3,
    face: usize,
    axis: &SeparatingAxis,
    level: f64,
    visit: impl FnMut(DVec3, DVec3),
) -> bool {
    let (n, foot) = (axis.normal, axis.point);
    let Some(e) = face.checked_sub(1) else {
        // P lies behind its face, and T + shift lies in it, for the end of the core that is
        // furthest along the face's normal.
        let rise = n.dot(c);
        let shift = if rise > 0.0 { c } else { -c };
        let is_in_plane = obstacle.normal.dot(n).abs() > FLUSH_NORMAL
            && obstacle.normal.dot(foot - shift - obstacle.corners[0]).abs() <= level;
        if is_in_plane {
            let is_flat = 2.0 * rise.abs() <= level;
            sides_of_polygon(obstacle, if is_flat { Sweep::Both(c) } else { Sweep::One(shift) }, visit);
        }
        return is_in_plane;
    };
    let Some(m) = side(obstacle, e, c).filter(|m| m.dot(n).abs() > FLUSH_NORMAL) else { return false };
    let [start, end] = obstacle.side(e);
    let is_in_plane = m.dot(foot - start).abs() <= level
        && obstacle.corners.iter().all(|&corner| n.dot(corner - start) <= level);
    if is_in_plane {
        sides_of_parallelogram([start, end], c, visit);
    }
    is_in_plane
}

/// Positions of the polygon that make a face of P.
enum Sweep {
    /// The polygon, displaced.
    One(DVec3),
    /// The polygon, displaced by everything between -c and c, in its plane.
    Both(DVec3),
}

fn sides_of_polygon(obstacle: &Obstacle<'_>, sweep: Sweep, mut visit: impl FnMut(DVec3, DVec3)) {
    let corners = obstacle.corners;
    for (e, &corner) in corners.iter().enumerate() {
        let inward = obstacle.normal.cross(edge_of(obstacle, e));
        let shift = match sweep {
            Sweep::One(shift) => shift,
            Sweep::Both(c) if inward.dot(c) < 0.0 => c,
            Sweep::Both(c) => -c,
        };
        visit(inward, corner + shift);
    }
    if let Sweep::Both(c) = sweep {
        let across = obstacle.normal.cross(c);
        for inward in [across, -across] {
            let least = |a: &&DVec3, b: &&DVec3| inward.dot(**a).total_cmp(&inward.dot(**b));
            if let Some(&corner) = corners.iter().min_by(least) {
                visit(inward, corner);
            }
        }
    }
}

fn sides_of_parallelogram([start, end]: [DVec3; 2], c: DVec3, mut visit: impl FnMut(DVec3, DVec3)) {
    let edge = end - start;
    let m = edge.cross(c);
    let (along_edge, along_core) = (c.cross(m), m.cross(edge));
    visit(along_edge, start);
    visit(-along_edge, end);
    visit(along_core, start - c);
    visit(-along_core, start + c);
}

#[cfg(test)]
mod tests;
