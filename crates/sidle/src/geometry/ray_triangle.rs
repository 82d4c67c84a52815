//! Rays against triangles, in three ways.

use glam::{DVec3, Vec3};

use super::polygon::area_normal;
use super::ray::Line;
use super::wide::{longest_axis, wide, with_corners};
use super::{Plane, Sides};
use crate::tolerance::PARALLEL;

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// How far along the ray, in lengths of its direction: 0 or more.
    pub fraction: f64,
    /// The weight of the second corner; the place is `a + u (b - a) + v (c - a)`.
    pub u: f64,
    /// The weight of the third corner. `u` and `v` are 0 or more, and their sum is at most 1 (but
    /// for its last bit).
    pub v: f64,
}

/// Where a ray meets a triangle, by Moeller and Trumbore's method (1997): nothing about the
/// triangle need be known, and the weights of the corners come with it. The direction may have any
/// length. None when the ray misses, points away, runs along the triangle, meets its back and
/// [`Sides::Front`] is asked for (the corners run counter-clockwise seen from the front), or a
/// number is not finite. The edges belong to the triangle.
///
/// Printed versions of it call a ray parallel when the determinant is below 1e-6 or so. That is an
/// area times a length: triangles of a few millimetres are never hit. Here the threshold is
/// relative, near the rounding of f64.
///
/// A ray at the edge that two triangles share may still miss both, by rounding: for a closed
/// surface take [`segment_polygon`].
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
    // Minus the volume under direction and triangle: positive when the ray comes from the front.
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

/// Where a ray meets a triangle whose plane is known, by Badouel's method (1990): first the plane,
/// then the weights of the corners in the two axes along which the triangle is seen largest.
/// Answers as [`ray_triangle`] does; `plane` must be that of the triangle
/// ([`Plane::from_triangle`]), and its normal says which side is the front.
///
/// Miller calls it "a fast method if you do have the plane equation". It saves work only where most
/// planes lie behind the ray: where they are ahead it costs 1.4 times as much as [`ray_triangle`],
/// and four times if the plane is made for it. Kept to be compared. Badouel's own code treats three
/// cases of a zero divisor apart; solving the two equations by their determinant has none.
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

/// The weights of the second and third corner, given as parts of a whole; None outside the
/// triangle. Compared before they are divided, so that rounded quotients do not put the third edge
/// outside.
fn weights(u: f64, v: f64, whole: f64) -> Option<(f64, f64)> {
    let sign = if whole < 0.0 { -1.0 } else { 1.0 };
    let is_inside = sign * u >= 0.0 && sign * v >= 0.0 && sign * (u + v) <= sign * whole;
    is_inside.then(|| (u / whole, v / whole))
}

/// Where the segment from `start` along `motion` crosses a convex polygon, as a fraction 0..=1 of
/// the motion: the watertight crossing (Woop, Benthin and Wald, 2013) that the rays of a
/// [`World`](crate::World) use. None when it does not, runs along the polygon, meets its back and
/// [`Sides::Front`] is asked for, or a number is not finite.
///
/// No segment slips between two polygons that share an edge, whatever its direction: each corner is
/// seen along the segment in the same place by every polygon that has it. Take this one wherever a
/// hole would matter; it gives no weights of corners, and costs 2.7 times as much as
/// [`ray_triangle`].
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
