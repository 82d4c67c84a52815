//! E4: centres exactly on the surface.

use crate::build::Builder;
use crate::level::Level;
use crate::station::Shape;

/// Movers that overlap their level at the start, to test recovery from penetration. A correct
/// result has no panic and no number that is NaN. It is either a free place or the report that none
/// was found.
#[derive(Clone, Debug)]
pub struct Overlaps {
    /// The level.
    pub level: Level,
    /// Each start: a short description, the mover, and its centre.
    pub starts: Vec<(String, Shape, [f64; 3])>,
}

/// Places on and in the box of half 1 around the origin.
pub const COINCIDENT: [(&str, [f64; 3]); 6] = [
    ("on a corner", [1.0, 1.0, 1.0]),
    ("on an edge", [1.0, 1.0, 0.25]),
    ("on a face", [1.0, 0.25, 0.25]),
    ("on the diagonal of a face", [1.0, 0.0, 0.0]),
    ("in the middle", [0.0, 0.0, 0.0]),
    ("just inside a face", [1.0 - f32::EPSILON as f64, 0.25, 0.25]),
];

/// Returns starts with the centre exactly on a corner, on an edge, on a face, and in the middle of
/// a box. The direction out is 0/0 there.
#[must_use]
pub fn coincident() -> Overlaps {
    let mut b = Builder::new();
    b.block([-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]);
    let shapes = [Shape::Point, Shape::Sphere(0.4), Shape::Sphere(1.5), Shape::Ellipsoid([0.4, 0.9, 0.4])];
    let mut starts = Vec::new();
    for (label, place) in COINCIDENT {
        starts.extend(shapes.map(|shape| (format!("{shape:?} {label}"), shape, place)));
    }
    Overlaps { level: b.finish("box", &[]), starts }
}
