//! Intersection of rays and triangles: three methods.

use glam::{DVec3, Vec3};

use super::polygon::area_normal;
use super::ray::Line;
use super::wide::{longest_axis, wide, with_corners};
use super::{Plane, Sides};
use crate::tolerance::PARALLEL;

/// Intersection of a ray with a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// The hit point is `origin + fraction * direction`. 0 or more; above 1 if the hit is further
    /// away than `direction` is long.
    pub fraction: f64,
    /// Barycentric coordinate of the hit point for the second corner b. The hit point is `a + u
    /// (b - a) + v (c - a)`.
    pub u: f64,
    /// Barycentric coordinate of the hit point for the third corner c. `u` and `v` are 0 or more,
    /// and their sum is at most 1 (the last bit may be rounded up).
    pub v: f64,
}

/// Returns the intersection of a ray and a triangle, by the method of Moeller and Trumbore (1997).
/// The method needs no precomputed data, and yields the barycentric coordinates. The direction may
/// have any length. The edges belong to the triangle.
///
/// Returns `None` if the ray misses, points away, is parallel to the triangle, or a number is not
/// finite. Also returns `None` if the ray hits the back and `sides` is [`Sides::Front`] (the
/// corners run counter-clockwise seen from the front).
///
/// Published versions treat a ray as parallel if the determinant is below about 1e-6. The
/// determinant is an area times a length, so rays never hit triangles of a few millimetres. Here
/// the threshold is relative, near the rounding of f64.
///
/// Because of rounding, a ray at a shared edge can miss both triangles. For a closed surface, use
/// [`segment_polygon`].
///
/// ```
/// use sidle::{Sides, Vec3, geometry::ray_triangle};
/// let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 4.0];
/// let hit = ray_triangle(Vec3::new(1.0, 2.0, 6.0), Vec3::NEG_Z * 3.0, &triangle, Sides::Front).expect("a hit");
/// assert_eq!((hit.fraction, hit.u, hit.v), (2.0, 0.25, 0.5));
/// assert_eq!(ray_triangle(Vec3::new(1.0, 2.0, -6.0), Vec3::Z, &triangle, Sides::Front), None);
/// ```
#[must_use]
pub fn ray_triangle(
    origin: Vec3,
    direction: Vec3,
    triangle: &[Vec3; 3],
    sides: Sides,
) -> Option<TriangleHit> {
    let (origin, direction) = (wide(origin)?, wide(direction)?);
    let [a, b, c] = [wide(triangle[0])?, wide(triangle[1])?, wide(triangle[2])?];
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(ac);
    // Minus the volume spanned by the direction and the triangle: positive if the ray comes from
    // the front.
    let volume = ab.dot(across);
    let size2 = ab.length_squared() * ac.length_squared() * direction.length_squared();
    let parallel = volume * volume <= PARALLEL * PARALLEL * size2;
    if parallel || (sides == Sides::Front && volume < 0.0) {
        return None;
    }
    let from_a = origin - a;
    let turn = from_a.cross(ab);
    let (u, v) = weights(from_a.dot(across), direction.dot(turn), volume)?;
    let fraction = ac.dot(turn) / volume;
    (fraction >= 0.0).then_some(TriangleHit { fraction, u, v })
}

/// Returns the intersection of a ray and a triangle whose plane is known, by Badouel's method
/// (1990). It intersects the plane first, then computes the barycentric coordinates in the two axes
/// in which the projected triangle is largest. Results are as in [`ray_triangle`]. `plane` must be
/// the plane of the triangle ([`Plane::from_triangle`]); its normal points to the front.
///
/// [Miller](super) calls it "a fast method if you do have the plane equation". It is faster only if
/// most planes lie behind the ray. For planes ahead of the ray it takes 1.4 times as long as
/// [`ray_triangle`], and four times as long if the plane must be computed first. The function
/// exists for comparison. Badouel's own code has three special cases for a zero divisor; solving
/// the two equations by their determinant has no special cases.
///
/// ```
/// use sidle::{Sides, Vec3, geometry::{Plane, ray_triangle_in_plane}};
/// let triangle = [Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 4.0];
/// let plane = Plane::from_triangle(triangle[0], triangle[1], triangle[2]).expect("a triangle with an area");
/// let (eye, down) = (Vec3::new(1.0, 2.0, 6.0), Vec3::NEG_Z * 3.0);
/// let hit = ray_triangle_in_plane(eye, down, &triangle, &plane, Sides::Two).expect("a hit");
/// assert_eq!((hit.fraction, hit.u, hit.v), (2.0, 0.25, 0.5));
/// ```
#[must_use]
pub fn ray_triangle_in_plane(
    origin: Vec3,
    direction: Vec3,
    triangle: &[Vec3; 3],
    plane: &Plane,
    sides: Sides,
) -> Option<TriangleHit> {
    let (origin, direction) = (wide(origin)?, wide(direction)?);
    let speed = plane.speed_along_normal(direction)?;
    if sides == Sides::Front && speed > 0.0 {
        return None;
    }
    let fraction = -plane.distance(origin) / speed;
    if fraction < 0.0 {
        return None;
    }
    let [a, b, c] = [wide(triangle[0])?, wide(triangle[1])?, wide(triangle[2])?];
    let [_, i, j] = longest_axis(plane.normal);
    let place = origin + direction * fraction - a;
    let (ab, ac) = (b - a, c - a);
    let determinant = |x: DVec3, y: DVec3| x[i] * y[j] - x[j] * y[i];
    let area = determinant(ab, ac);
    if area == 0.0 {
        return None;
    }
    let (u, v) = weights(determinant(place, ac), determinant(ab, place), area)?;
    Some(TriangleHit { fraction, u, v })
}

/// Returns the barycentric coordinates of the second and third corner, given as parts of `whole`;
/// `None` outside the triangle. The comparison precedes the division, so that rounded quotients do
/// not exclude the third edge.
fn weights(u: f64, v: f64, whole: f64) -> Option<(f64, f64)> {
    let sign = if whole < 0.0 { -1.0 } else { 1.0 };
    let is_inside = sign * u >= 0.0 && sign * v >= 0.0 && sign * (u + v) <= sign * whole;
    is_inside.then(|| (u / whole, v / whole))
}

/// Returns the fraction 0..=1 at which the segment from `start` along `motion` crosses a convex
/// polygon. This is the watertight test (Woop, Benthin and Wald, 2013) that the rays of a
/// [`World`](crate::World) use. Returns `None` if the segment misses, is parallel to the polygon,
/// or a number is not finite. Also returns `None` if it hits the back and `sides` is
/// [`Sides::Front`].
///
/// No segment slips between two polygons that share an edge, in any direction. Every polygon
/// projects a shared corner to the same point. Use this function if a gap would matter. It returns
/// no barycentric coordinates, and takes 2.7 times as long as [`ray_triangle`].
///
/// ```
/// use sidle::{Sides, Vec3, geometry::segment_polygon};
/// let square = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Y, Vec3::Y];
/// let start = Vec3::new(0.5, 0.5, 1.0);
/// assert_eq!(segment_polygon(start, Vec3::NEG_Z * 4.0, &square, Sides::Front), Some(0.25));
/// assert_eq!(segment_polygon(start, Vec3::NEG_Z * 0.9, &square, Sides::Front), None);
/// ```
#[must_use]
pub fn segment_polygon(start: Vec3, motion: Vec3, corners: &[Vec3], sides: Sides) -> Option<f64> {
    let (start, motion) = (wide(start)?, wide(motion)?);
    let line = Line::new(motion)?;
    with_corners(corners, |corners| {
        for corner in corners.iter_mut() {
            *corner -= start;
        }
        let normal = area_normal(corners);
        if sides == Sides::Front && normal.dot(motion) > 0.0 {
            return None;
        }
        line.crossing(motion, corners, normal)
    })
}
