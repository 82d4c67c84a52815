//! Pure questions about points, polygons and numbers, in f64. Nothing here knows a world or a mover.

pub(crate) mod aabb;
pub(crate) mod elementary;
mod feature;
pub(crate) mod polygon;
pub(crate) mod ray;
mod sweep;

pub(crate) use aabb::{Aabb, is_in_range};
pub use feature::Feature;
pub(crate) use sweep::Sweep;
