//! Conversions of shapes and places for the judge.

use sidle::{Shape, ShapeKind, WorldVector};
use sidle_judge::{Body, V};

/// Converts a shape for the judge.
#[must_use]
pub fn body_of(shape: &Shape) -> Body {
    match shape.kind() {
        ShapeKind::Point => Body::Point,
        ShapeKind::Sphere { radius } => Body::Sphere { radius: f64::from(radius) },
        ShapeKind::Ellipsoid { radii } => {
            Body::Ellipsoid { radii: wide(radii), rotation: shape.rotation().to_array().map(f64::from) }
        }
        ShapeKind::Capsule { radius, height } => {
            Body::capsule(radius.into(), height.into(), shape.rotation().to_array().map(f64::from))
        }
        other => unreachable!("unknown shape: {other:?}"),
    }
}

/// Returns the distance in metres between a coordinate and the next larger one.
#[must_use]
pub fn spacing(coordinate: f64) -> f64 {
    coordinate.next_up() - coordinate
}

/// Converts a place or a vector for the judge.
#[must_use]
pub fn wide(v: impl WorldVector) -> V {
    v.to_dvec3().to_array()
}
