//! Area, normal and centroid of polygons.

use glam::{DVec3, Vec3};

use super::polygon::{area_normal, unit_normal};
use super::wide::{wide, with_corners};

/// Returns the area of a flat simple polygon, convex or concave, in square metres. Returns 0 for
/// fewer than three corners, or if a number is not finite.
///
/// ```
/// use sidle::{Vec3, geometry::polygon_area};
/// assert_eq!(polygon_area(&[Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 3.0]), 6.0);
/// ```
#[must_use]
pub fn polygon_area(corners: &[Vec3]) -> f64 {
    with_corners(corners, |corners| Some(0.5 * area_normal(corners).length())).unwrap_or(0.0)
}

/// Returns the unit normal of a flat simple polygon, convex or concave. Seen from the side to which
/// it points, the corners run counter-clockwise. Returns `None` for a polygon that is a line or a
/// point, or if a number is not finite. A polygon is a line if its doubled area is at most 1e-8 of
/// its longest edge squared; its orientation is then unreliable.
///
/// The normal depends on all corners, not only on the first three. Those could be collinear, or
/// concave.
///
/// ```
/// use sidle::{Vec3, geometry::polygon_normal};
/// assert_eq!(polygon_normal(&[Vec3::ZERO, Vec3::Z, Vec3::X]), Some(Vec3::Y));
/// assert_eq!(polygon_normal(&[Vec3::ZERO, Vec3::Z, Vec3::Z * 2.0]), None);
/// ```
#[must_use]
pub fn polygon_normal(corners: &[Vec3]) -> Option<Vec3> {
    with_corners(corners, |corners| Some(unit_normal(corners)).filter(|n| *n != DVec3::ZERO))
        .map(|n| n.as_vec3())
}

/// Returns the centre of mass of a flat simple polygon, convex or concave. Returns `None` if
/// [`polygon_normal`] returns `None`.
///
/// ```
/// use sidle::{Vec3, geometry::polygon_centroid};
/// assert_eq!(polygon_centroid(&[Vec3::ZERO, Vec3::X * 6.0, Vec3::Y * 3.0]), Some(Vec3::new(2.0, 1.0, 0.0)));
/// ```
#[must_use]
pub fn polygon_centroid(corners: &[Vec3]) -> Option<Vec3> {
    with_corners(corners, |corners| {
        let normal = Some(unit_normal(corners)).filter(|n| *n != DVec3::ZERO)?;
        let first = corners[0];
        let (mut moment, mut area) = (DVec3::ZERO, 0.0);
        for pair in corners[1..].windows(2) {
            let (b, c) = (pair[0] - first, pair[1] - first);
            // Negative at concave corners, where it subtracts area counted too often.
            let weight = b.cross(c).dot(normal);
            moment += (b + c) * weight;
            area += weight;
        }
        Some((first + moment / (3.0 * area)).as_vec3())
    })
}

/// Returns the point `start + fraction * motion`, computed in f64 and rounded once. Use it to
/// convert a fraction of this module into a point. Returns infinity if a number is not finite.
///
/// ```
/// use sidle::{Vec3, geometry::point_at};
/// assert_eq!(point_at(Vec3::X, Vec3::Y * 4.0, 0.25), Vec3::new(1.0, 1.0, 0.0));
/// ```
#[must_use]
pub fn point_at(start: Vec3, motion: Vec3, fraction: f64) -> Vec3 {
    let place = |start: DVec3, motion: DVec3| (start + motion * fraction).as_vec3();
    match (wide(start), wide(motion)) {
        (Some(start), Some(motion)) if fraction.is_finite() => place(start, motion),
        _ => Vec3::INFINITY,
    }
}
