//! A descent to the point of a target that is nearest to a body. The search may fail. Its result is
//! a point to try, not a proof.

use glam::DVec3;

use super::Sdf;
use crate::tolerance::DESCENT_REST;

/// Largest number of steps of one descent. Three to six are usual; thirty occur where three faces
/// of a body meet.
const STEPS: u32 = 30;

/// A point on a target, in the frame of the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) point: DVec3,
    /// Value of the body's function at the point. The distance of the target is at most this.
    pub(super) value: f64,
    /// Unit vector away from the body; zero if the function has no gradient there.
    pub(super) outwards: DVec3,
}

impl Spot {
    pub(super) fn at(body: &dyn Sdf, point: DVec3) -> Self {
        Self { point, value: body.distance(point), outwards: body.gradient(point).normalize_or_zero() }
    }
}

/// Descends along the body's function from `start`, on the set that `project` maps onto. Uses
/// gradient steps with the Barzilai-Borwein step length, shortened where they do not descend.
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
