//! The judge that cannot err: the same questions in whole numbers of any size.
//!
//! Every f32 and f64 is a whole number times a power of two, and a body turned by a quaternion is a
//! rational body (its matrix divided by the quaternion's squared length). So whether a body
//! overlaps a triangle, whether a plane parts the two and whether a path goes through are signs of
//! polynomials in whole numbers: decided, not estimated. Nothing is said about how far or how deep;
//! for that there is the judge in f64.
//!
//! Touching is not overlapping: [`Ordering::Equal`] says that the distance is the radius, to the
//! last bit.
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
mod whole;

use std::cmp::Ordering;

use crate::body::Body;
use crate::vector::V;
use space::Space;

pub use plane::{crosses, is_on, plane_order, side};
pub(crate) use plane::{orientation, passes_through};

/// The distance of `triangle` from the centre against the radius, in the space where the body is a
/// ball: less if they overlap, equal if they touch. All in metres; zero areas and equal corners are
/// as good as any.
///
/// `None` if a number is not finite, a radius is negative (for an ellipsoid: or zero), or the
/// quaternion is zero. A point has the radius 0: it touches what it lies on and overlaps nothing.
pub fn order(body: &Body, centre: V, triangle: &[V; 3]) -> Option<Ordering> {
    path_order(body, centre, centre, triangle)
}

/// The same for the whole way of the centre straight from `from` to `to`: the least distance on it
/// against the radius.
pub fn path_order(body: &Body, from: V, to: V, triangle: &[V; 3]) -> Option<Ordering> {
    let space = Space::new(body, from, to, triangle)?;
    Some(distance::from_segment(&space.triangle, &space.to, &space.level))
}

/// Whether the body with its centre at `centre` overlaps the triangle. True where [`order`] has no
/// answer: a place that is not finite is not free.
pub fn overlaps(body: &Body, centre: V, triangle: &[V; 3]) -> bool {
    order(body, centre, triangle).is_none_or(Ordering::is_lt)
}

/// Whether the body overlaps the triangle anywhere while its centre goes straight from `from` to
/// `to`. True where [`path_order`] has no answer.
pub fn overlaps_on_way(body: &Body, from: V, to: V, triangle: &[V; 3]) -> bool {
    path_order(body, from, to, triangle).is_none_or(Ordering::is_lt)
}
