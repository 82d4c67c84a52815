//! Whether a point of a polygon's plane is inside the polygon, in three ways.

use glam::{DVec3, Vec3};

use super::polygon::area_normal;
use super::wide::{edges, longest_axis, wide, with_corners};
use crate::tolerance::ANGLE_SUM;

/// Whether a point is inside a **convex** polygon: on the inner side of the plane through every
/// edge that stands upright on the polygon (Miller's first method). The corners run either way
/// round. Seen along the polygon's normal: how far the point is off its plane does not matter.
///
/// The boundary is inside, and so a point on an edge is in both polygons that share it. False for a
/// polygon without area or with a number that is not finite.
///
/// The choice for convex polygons: exact operations, no tolerance, and the fastest of the three,
/// since it stops at the first edge that says no.
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

/// Whether a point is inside a **simple** polygon, concave or convex: a ray from the point crosses
/// its boundary an odd number of times (the crossing number of the page that Miller points to, and
/// "hasn't tried"). The corners run either way round. Seen along the axis that is nearest to the
/// polygon's normal: give a point of the polygon's plane.
///
/// The boundary is half open: of polygons that tile a plane without overlap, each point is in
/// exactly one. (So a point on an edge can be inside or not; in the plane of two axes a square from
/// 0 to 1 has its lower two edges, not its upper two.) False for a polygon without area or with a
/// number that is not finite.
///
/// The choice whenever a polygon may be concave, or each point must be counted once; up to one and
/// a half times the cost of [`point_in_convex_polygon`].
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

/// Whether the ray from `p` towards growing `i` crosses an edge, seen in the axes `i` and `j`. The
/// ends are taken in the order of `j`, so that an edge that two polygons share answers both alike,
/// to the last bit.
fn is_crossed(p: DVec3, a: DVec3, b: DVec3, i: usize, j: usize) -> bool {
    if (a[j] > p[j]) == (b[j] > p[j]) {
        return false;
    }
    let (low, high) = if a[j] < b[j] { (a, b) } else { (b, a) };
    (high[i] - low[i]) * (p[j] - low[j]) > (p[i] - low[i]) * (high[j] - low[j])
}

/// Whether a point is inside a **convex** polygon: the angles under which it sees the edges add up
/// to a full turn (Miller's third method, "3D Game Programming With C++"). Kept to be compared;
/// take one of the other two, which are exact and four times as fast.
///
/// The text takes each angle from the inverse cosine of a dot product of normalised vectors, which
/// loses half of the digits near 0 and 180 degrees, just where the answer is decided. Here each is
/// the arc tangent of cross and dot product, which need not be normalised. What stays is that "2 pi
/// or very close" needs a number, 1e-6 radians here: near the middle of an edge of length L, points
/// up to L / 8,000,000 outside count as inside. The boundary is inside. Seen along the polygon's
/// normal. False for a polygon without area or with a number that is not finite.
///
/// Uses `atan2` of the platform, so its answer near the boundary can differ between platforms. It
/// is the only function of the library that does, and nothing in the library uses it.
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

/// Asks a method, with the polygon's normal; a polygon without one contains nothing.
fn inside(point: Vec3, corners: &[Vec3], method: impl FnOnce(DVec3, DVec3, &[DVec3]) -> bool) -> bool {
    let answer = with_corners(corners, |corners| {
        let normal = area_normal(corners);
        (normal != DVec3::ZERO).then_some(method(wide(point)?, normal, corners))
    });
    answer.unwrap_or(false)
}
