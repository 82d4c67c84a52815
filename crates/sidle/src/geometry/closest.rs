//! Closest points on a segment, a perimeter or a polygon.

use glam::{DVec3, Vec3};

use super::Feature;
use super::polygon::{nearest, unit_normal};
use super::wide::{wide, with_corners};

/// The point of a segment or polygon that is closest to a given point, and the feature that
/// contains it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOn {
    /// The closest point of the segment or polygon.
    pub point: Vec3,
    /// Distance from the given point to the closest point in metres, computed before `point` is
    /// rounded to f32.
    pub distance: f64,
    /// Feature of the segment or polygon that contains the closest point: face, edge or corner.
    pub feature: Feature,
}

/// Returns the point of the segment from `a` to `b` that is closest to `point`. The feature is
/// `Corner(0)` at `a`, `Corner(1)` at `b` and `Edge(0)` between them. A segment without length is a
/// point with the feature `Corner(0)`. Returns `None` if a number is not finite.
///
/// ```
/// use sidle::{Feature, Vec3, geometry::closest_on_segment};
/// let close = closest_on_segment(Vec3::new(3.0, 4.0, 0.0), Vec3::ZERO, Vec3::X * 10.0).expect("finite");
/// assert_eq!((close.point, close.distance, close.feature), (Vec3::X * 3.0, 4.0, Feature::Edge(0)));
/// ```
#[must_use]
pub fn closest_on_segment(point: Vec3, a: Vec3, b: Vec3) -> Option<ClosestOn> {
    // Two corners give the same edge twice. Ties go to the first edge, so the feature is edge 0.
    closest_on_perimeter(point, &[a, b])
}

/// Returns the point of a polygon's boundary that is closest to `point`. The polygon may be concave
/// or not flat. One corner is a point, two corners are a segment, three corners are a triangle.
/// Ties go to the first edge. Returns `None` for no corners, for more than 256 corners, or if a
/// number is not finite.
///
/// [Nettle](super) uses this point to find the contact of a sphere that reaches a plane beside the
/// polygon. But that point is not always the first contact of the sphere. Nettle's sphere stops too
/// late, or passes through a step that it reaches at an angle. Use
/// [`World::cast_shape`](crate::World::cast_shape) for sweeps.
///
/// ```
/// use sidle::{Feature, Vec3, geometry::closest_on_perimeter};
/// let square = [Vec3::ZERO, Vec3::X * 4.0, Vec3::new(4.0, 4.0, 0.0), Vec3::Y * 4.0];
/// let close = closest_on_perimeter(Vec3::new(2.0, 1.0, 0.0), &square).expect("finite");
/// assert_eq!((close.point, close.feature), (Vec3::X * 2.0, Feature::Edge(0)));
/// ```
#[must_use]
pub fn closest_on_perimeter(point: Vec3, corners: &[Vec3]) -> Option<ClosestOn> {
    closest(point, corners, |_| DVec3::ZERO)
}

/// Returns the point of a **convex** polygon, interior included, that is closest to `point`. With
/// three corners the polygon is a triangle. If the corners are (nearly) collinear, the result lies
/// on an edge; [`polygon_normal`](super::polygon_normal) has the limit. Ties go to the first edge.
/// Returns `None` for no corners, for more than 256 corners, or if a number is not finite.
///
/// The distance minus the radius of a sphere is the pseudo-distance of "Continuous collision
/// detection: swept sphere - triangle"; it is negative if the sphere and the polygon overlap.
///
/// ```
/// use sidle::{Feature, Vec3, geometry::closest_on_polygon};
/// let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Z * 4.0];
/// let above = closest_on_polygon(Vec3::new(1.0, 2.0, 1.0), &triangle).expect("finite");
/// assert_eq!((above.point, above.feature), (Vec3::new(1.0, 0.0, 1.0), Feature::Face));
/// let beyond = closest_on_polygon(Vec3::new(9.0, 0.0, -3.0), &triangle).expect("finite");
/// assert_eq!((beyond.point, beyond.feature), (Vec3::X * 4.0, Feature::Corner(1)));
/// ```
#[must_use]
pub fn closest_on_polygon(point: Vec3, corners: &[Vec3]) -> Option<ClosestOn> {
    closest(point, corners, unit_normal)
}

fn closest(point: Vec3, corners: &[Vec3], normal: impl FnOnce(&[DVec3]) -> DVec3) -> Option<ClosestOn> {
    if corners.len() > 256 {
        return None;
    }
    with_corners(corners, |corners| {
        let p = wide(point)?;
        let found = nearest(p, corners, normal(corners));
        let (point, distance) = (found.point.as_vec3(), (p - found.point).length());
        Some(ClosestOn { point, distance, feature: found.feature })
    })
}
