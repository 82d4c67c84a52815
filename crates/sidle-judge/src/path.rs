//! Computes the least clearance along a straight segment of a path.

use crate::body::{Body, Frame};
use crate::judge::{Clearance, Judge};
use crate::triangle::Triangle;
use crate::vector::{V, along, dot, is_finite, length, sub};

impl Judge {
    /// Returns the least clearance of `body` while its centre moves straight from `from` to `to`.
    /// The search distance is `up_to` metres from its surface. `at` of the result is the position
    /// of the least clearance.
    ///
    /// The distance between a moving ball and a triangle is a convex function of the travelled
    /// distance. The same holds for an ellipsoid in the space of its unit sphere. The minimum is
    /// found by bisection on the sign of the slope. For ellipsoids the sign of the result is valid
    /// for the whole segment; its value is the least of all sampled positions.
    pub fn path_clearance(&self, body: &Body, from: V, to: V, up_to: f64) -> Clearance {
        if !is_finite(from) || !is_finite(to) || !up_to.is_finite() {
            return Clearance::unanswerable(from);
        }
        let frame = body.frame();
        let mut least = Clearance::nothing_within(up_to, from);
        for id in self.around(&frame, from, to, up_to) {
            offer_piece(&mut least, id, &frame, &self.triangles[id as usize], from, to);
        }
        least
    }
}

/// Offers the positions of a segment from `from` to `to` where the triangle could be nearest.
pub(crate) fn offer_piece(
    least: &mut Clearance,
    id: u32,
    frame: &Frame,
    triangle: &Triangle,
    from: V,
    to: V,
) {
    let motion = sub(to, from);
    let frame_motion = frame.vector(motion);
    let mut look = |share: f64| {
        let at = if share == 1.0 { to } else { along(from, motion, share) };
        let touch = frame.touch(triangle, at);
        least.offer(id, at, &touch);
        (touch, least.gap)
    };
    // The distance changes by no more than the length of the motion. Many triangles are therefore
    // out of reach as seen from the middle.
    let (middle, least_gap) = look(0.5);
    let nearest = middle.frame_distance - 0.5 * length(frame_motion) - frame.level;
    if nearest > 0.0 && nearest * frame.shortest > least_gap {
        return;
    }
    if dot(look(0.0).0.frame_normal, frame_motion) >= 0.0
        || dot(look(1.0).0.frame_normal, frame_motion) <= 0.0
    {
        return;
    }
    let (mut low, mut high) = (0.0, 1.0);
    // 2^-52 of the segment: finer than the precision of its end points.
    for _ in 0..52 {
        let share = 0.5 * (low + high);
        if dot(look(share).0.frame_normal, frame_motion) < 0.0 {
            low = share;
        } else {
            high = share;
        }
    }
}
