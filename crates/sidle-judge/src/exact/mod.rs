//! Exact tests: the same questions as in f64, answered with integers of any size.
//!
//! Every f32 and f64 is an integer times a power of two. A body rotated by a quaternion is rational
//! too: its matrix is divided by the quaternion's squared length. The tests for overlap, for a
//! separating plane and for a crossing are therefore signs of polynomials in integers. They are
//! computed exactly, without estimates. Distances and depths are not computed here; the f64 methods
//! of [`Judge`](crate::Judge) do that.
//!
//! Touching is not overlapping: [`Ordering::Equal`] means that the distance equals the radius
//! exactly.
//!
//! ```
//! use std::cmp::Ordering;
//! use sidle_judge::{Body, exact};
//! // 3, 4, 5: the ball of radius 5 touches the corner at (3, 4, 0), and one ulp more overlaps it.
//! let corner = [[3.0, 4.0, 0.0], [9.0, 4.0, 0.0], [9.0, 9.0, 1.0]];
//! let ball = |radius: f64| Body::Sphere { radius };
//! assert_eq!(exact::order(&ball(5.0), [0.0; 3], &corner), Some(Ordering::Equal));
//! assert!(!exact::overlaps(&ball(5.0), [0.0; 3], &corner));
//! assert!(exact::overlaps(&ball(5.0f64.next_up()), [0.0; 3], &corner));
//! ```

mod distance;
mod plane;
mod space;
mod swept;
mod whole;

use std::cmp::Ordering;

use crate::body::Body;
use crate::vector::V;
use space::Space;

pub use plane::{crosses, is_on, plane_order, side};
pub(crate) use plane::{orientation, passes_through};

/// 2^-100 m: smaller components of places count as 0.
const LEAST: f64 = f64::from_bits((1023 - 100) << 52);

/// Compares the distance of `triangle` from the centre (from the core, for a capsule) with the
/// radius, in the space where the body is a ball. The result is `Less` if they overlap and `Equal`
/// if they touch. All lengths are in metres. Triangles with zero area or equal corners are allowed.
///
/// Returns `None` if a number is not finite, a radius is negative (or zero, for an ellipsoid), or
/// the quaternion is zero. A point has the radius 0: it touches a triangle that it lies on and
/// overlaps nothing. A capsule of radius 0 overlaps a triangle only if it passes through from
/// strictly one side to strictly the other, inside the border.
///
/// Components of places that are smaller than 2^-100 m count as 0, which keeps the integers small.
pub fn order(body: &Body, centre: V, triangle: &[V; 3]) -> Option<Ordering> {
    path_order(body, centre, centre, triangle)
}

/// Compares the radius with the least distance on the whole path of the centre, straight from
/// `from` to `to`. Otherwise like [`order`].
pub fn path_order(body: &Body, from: V, to: V, triangle: &[V; 3]) -> Option<Ordering> {
    let [from, to] = [from, to].map(|place| place.map(|x| if x.abs() < LEAST { 0.0 } else { x }));
    let space = Space::new(body, from, to, triangle)?;
    Some(match &space.core {
        Some(core) => swept::order(&space.triangle, core, &space.to, &space.level),
        None => distance::from_segment(&space.triangle, &space.to, &space.level),
    })
}

/// Returns true if the body with its centre at `centre` overlaps the triangle. Also returns true if
/// [`order`] returns `None`, because an invalid position is not free.
pub fn overlaps(body: &Body, centre: V, triangle: &[V; 3]) -> bool {
    order(body, centre, triangle).is_none_or(Ordering::is_lt)
}

/// Returns true if the body overlaps the triangle anywhere while its centre moves straight from
/// `from` to `to`. Also returns true if [`path_order`] returns `None`.
pub fn overlaps_on_way(body: &Body, from: V, to: V, triangle: &[V; 3]) -> bool {
    path_order(body, from, to, triangle).is_none_or(Ordering::is_lt)
}
