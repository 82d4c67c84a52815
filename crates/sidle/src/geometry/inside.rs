//! Point-in-polygon tests for points in the plane of the polygon: three methods.

use glam::{DVec3, Vec3};

use super::polygon::area_normal;
use super::wide::{edges, longest_axis, wide, with_corners};
use crate::tolerance::ANGLE_SUM;

/// Returns true if a point is inside a **convex** polygon (the first method of [Miller's
/// text](super)).
///
/// The point must be on the inner side of the planes through the edges, perpendicular to the
/// polygon. The corners may run in either direction. The test projects the point along the
/// polygon's normal, so the distance from the polygon's plane does not matter.
///
/// The boundary is inside, so a point on a shared edge is in both polygons. Returns false for a
/// polygon without area or if a number is not finite.
///
/// Prefer this function for convex polygons. It uses exact operations and no tolerance. It is the
/// fastest of the three, because it stops at the first edge with the point on the outer side.
///
/// ```
/// use sidle::{Vec3, geometry::point_in_convex_polygon};
/// let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// assert!(point_in_convex_polygon(Vec3::new(0.9, 0.9, 0.0), &square));
/// assert!(point_in_convex_polygon(Vec3::new(1.0, 0.5, 0.0), &square), "the boundary is inside");
/// assert!(!point_in_convex_polygon(Vec3::new(1.1, 0.5, 0.0), &square));
/// ```
#[must_use]
pub fn point_in_convex_polygon(point: Vec3, corners: &[Vec3]) -> bool {
    inside(point, corners, |p, normal, corners| {
        edges(corners).all(|(a, b)| (b - a).cross(p - a).dot(normal) >= 0.0)
    })
}

/// Returns true if a point is inside a **simple** polygon, concave or convex.
///
/// A point is inside if a ray from it crosses the boundary an odd number of times. This is the
/// crossing number method. [Miller](super) links to a page with this method, and "hasn't tried" it.
/// The corners may run in either direction. The test projects along the axis that is closest to the
/// polygon's normal, so the point should lie in the polygon's plane.
///
/// The boundary is half open: if polygons tile a plane without overlap, each point is in exactly
/// one of them. A point on an edge can therefore be inside or outside. For example, a square from 0
/// to 1 in the plane of two axes contains its two lower edges, but not its two upper edges. Returns
/// false for a polygon without area or if a number is not finite.
///
/// Use this function if a polygon may be concave, or if each point must be counted once. It takes
/// up to one and a half times as long as [`point_in_convex_polygon`].
///
/// ```
/// use sidle::{Vec3, geometry::point_in_polygon};
/// let l = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)].map(|(x, y)| Vec3::new(x as f32, y as f32, 5.0));
/// assert!(point_in_polygon(Vec3::new(0.5, 1.5, 5.0), &l));
/// assert!(!point_in_polygon(Vec3::new(1.5, 1.5, 5.0), &l), "in the notch");
/// ```
#[must_use]
pub fn point_in_polygon(point: Vec3, corners: &[Vec3]) -> bool {
    inside(point, corners, |p, normal, corners| {
        let [_, i, j] = longest_axis(normal);
        edges(corners).filter(|&(a, b)| is_crossed(p, a, b, i, j)).count() % 2 == 1
    })
}

/// Returns true if the ray from `p` in the direction of increasing `i` crosses an edge, projected
/// onto the axes `i` and `j`. The ends of the edge are sorted by `j`, so that the results for the
/// two polygons of a shared edge are bit-identical.
fn is_crossed(p: DVec3, a: DVec3, b: DVec3, i: usize, j: usize) -> bool {
    if (a[j] > p[j]) == (b[j] > p[j]) {
        return false;
    }
    let (low, high) = if a[j] < b[j] { (a, b) } else { (b, a) };
    (high[i] - low[i]) * (p[j] - low[j]) > (p[i] - low[i]) * (high[j] - low[j])
}

/// Returns true if a point is inside a **convex** polygon, by the sum of angles (the third method
/// of [Miller's text](super), from "3D Game Programming With C++").
///
/// The point is inside if the angles that the edges subtend at the point add up to a full turn. The
/// function exists for comparison. Use one of the other two, which are exact and four times as
/// fast.
///
/// The text takes each angle from the inverse cosine of a dot product of normalised vectors. That
/// loses half of the digits near 0 and 180 degrees, where the result is decided. This function
/// takes the arc tangent of the cross and dot products, which does not need normalised vectors. The
/// condition "2 pi or very close" still needs a tolerance, here 1e-6 radians. Near the middle of an
/// edge of length L, points up to L / 8,000,000 outside count as inside. The boundary is inside.
/// The test projects the point along the polygon's normal. Returns false for a polygon without area
/// or if a number is not finite.
///
/// Uses the platform's `atan2`, so results near the boundary can differ between platforms. No other
/// function of the library uses `atan2`, and nothing in the library calls this function.
///
/// ```
/// use sidle::{Vec3, geometry::point_in_convex_polygon_by_angles};
/// let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// assert!(point_in_convex_polygon_by_angles(Vec3::new(0.9, 0.9, 0.0), &square));
/// assert!(!point_in_convex_polygon_by_angles(Vec3::new(1.1, 0.5, 0.0), &square));
/// ```
#[must_use]
pub fn point_in_convex_polygon_by_angles(point: Vec3, corners: &[Vec3]) -> bool {
    inside(point, corners, |p, normal, corners| {
        let p = p - normal * (normal.dot(p - corners[0]) / normal.length_squared());
        let angle = |(a, b): (DVec3, DVec3)| (a - p).cross(b - p).length().atan2((a - p).dot(b - p));
        let sum: f64 = edges(corners).map(angle).sum();
        corners.contains(&p) || sum >= std::f64::consts::TAU - ANGLE_SUM
    })
}

/// Runs a method with the polygon's normal. Returns false for a polygon without a normal.
fn inside(point: Vec3, corners: &[Vec3], method: impl FnOnce(DVec3, DVec3, &[DVec3]) -> bool) -> bool {
    let answer = with_corners(corners, |corners| {
        let normal = area_normal(corners);
        (normal != DVec3::ZERO).then_some(method(wide(point)?, normal, corners))
    });
    answer.unwrap_or(false)
}
