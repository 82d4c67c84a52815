//! The point of a segment, a perimeter or a polygon that is closest to a point.

use glam::{DVec3, Vec3};

use super::Feature;
use super::polygon::{nearest, unit_normal};
use super::wide::{wide, with_corners};

/// The closest point of something, and the part of it that has this point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestOn {
    /// The closest point.
    pub point: Vec3,
    /// Its distance in metres (that of the point before it was rounded to f32).
    pub distance: f64,
    /// Face, edge or corner.
    pub feature: Feature,
}

/// The point of the segment from `a` to `b` that is closest to a point; its feature is `Corner(0)`
/// at `a`, `Corner(1)` at `b`, `Edge(0)` between them. A segment without length is its point,
/// `Corner(0)`. None when a number is not finite.
///
/// ```
/// use sidle::{Feature, Vec3, geometry::closest_on_segment};
/// let close = closest_on_segment(Vec3::new(3.0, 4.0, 0.0), Vec3::ZERO, Vec3::X * 10.0).expect("finite");
/// assert_eq!((close.point, close.distance, close.feature), (Vec3::X * 3.0, 4.0, Feature::Edge(0)));
/// ```
#[must_use]
pub fn closest_on_segment(point: Vec3, a: Vec3, b: Vec3) -> Option<ClosestOn> {
    // Out and back is one edge twice; the first of equals is taken, so it is edge 0.
    closest_on_perimeter(point, &[a, b])
}

/// The point of the boundary of a polygon that is closest to a point. The polygon may be concave,
/// or not even flat; with three corners it is a triangle, one or two make a point or a segment. Of
/// equally close edges the first is taken. None for no corners, more than 256, or a number that is
/// not finite.
///
/// Nettle needs it to find what a sphere touches when it meets a plane beside the polygon. But what
/// is closest to that place is not always what the sphere meets first: his sphere comes late, or
/// walks through a step that it meets at an angle. Use it for what it says, and
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

/// The point of a **convex** polygon, its inside included, that is closest to a point. With three
/// corners it is a triangle. Corners that lie on a line (or nearly, see
/// [`polygon_normal`](super::polygon_normal)) have no inside; then their edges answer. Of equally
/// close edges the first is taken. None for no corners, more than 256, or a number that is not
/// finite.
///
/// The distance to it, less the radius of a sphere, is the pseudo-distance of "Continuous collision
/// detection: swept sphere - triangle": below 0 they overlap.
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
