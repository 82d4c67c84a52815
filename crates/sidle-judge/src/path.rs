//! The least clearance along a straight piece of a path.

use crate::body::{Body, Frame};
use crate::judge::{Clearance, Judge};
use crate::triangle::Triangle;
use crate::vector::{V, along, dot, is_finite, length, sub};

impl Judge {
    /// The least clearance of `body` while its centre goes straight from `from` to `to`, looking no
    /// farther than `up_to` metres from its surface; `at` of the answer says where.
    ///
    /// The distance between a moving ball and a triangle is a convex function of the way, and so it
    /// is for an ellipsoid in the space of its unit sphere: the least is found by halving on the
    /// sign of the slope. For ellipsoids the sign of the answer is that of the whole piece; its
    /// metres are the least of all places looked at.
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

/// Offers the places of a piece from `from` to `to` where the triangle could be nearest.
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
    // The distance changes by no more than the way: from the middle, many triangles are out of
    // reach.
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
    // 2^-52 of the piece: finer than its end points are stored.
    for _ in 0..52 {
        let share = 0.5 * (low + high);
        if dot(look(share).0.frame_normal, frame_motion) < 0.0 {
            low = share;
        } else {
            high = share;
        }
    }
}
