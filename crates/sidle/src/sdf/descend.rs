//! Where on a thing is a body nearest? A search that may fail: what it finds is a place to look,
//! and no proof.

use glam::DVec3;

use super::Sdf;
use crate::tolerance::DESCENT_REST;

/// Steps of one descent; three to six are usual, thirty where three faces of a body meet.
const STEPS: u32 = 30;

/// A place on a thing, in the frame of the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) point: DVec3,
    /// The body's function there: the distance is not more.
    pub(super) value: f64,
    /// Unit length, away from the body; zero where the function has no slope.
    pub(super) outwards: DVec3,
}

impl Spot {
    pub(super) fn at(body: &dyn Sdf, point: DVec3) -> Self {
        Self { point, value: body.distance(point), outwards: body.gradient(point).normalize_or_zero() }
    }
}

/// Walks down the body's function from `start` over whatever `project` maps onto: gradient steps of
/// the length that the last one suggests (Barzilai and Borwein), shortened where they do not
/// descend.
pub(super) fn descend(body: &dyn Sdf, start: DVec3, mut project: impl FnMut(DVec3) -> DVec3) -> Spot {
    let scale = body.bounding_radius();
    let rest = DESCENT_REST * scale;
    let mut here = Spot::at(body, project(start));
    let mut stride = 0.5 * scale;
    for _ in 0..STEPS {
        let next = project(here.point - here.outwards * stride);
        let moved = next - here.point;
        let length = moved.length();
        if length <= rest || length.is_nan() {
            break;
        }
        if body.distance(next) < here.value {
            let there = Spot::at(body, next);
            let turned = moved.dot(there.outwards - here.outwards);
            stride = if turned > 0.0 { moved.length_squared() / turned } else { 2.0 * stride };
            stride = if stride < 4.0 * scale { stride } else { 4.0 * scale };
            here = there;
        } else {
            stride *= 0.25;
        }
    }
    here
}
