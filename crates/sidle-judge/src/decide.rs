//! Free or not: in f64 where that is certain, exactly where it is close.

use crate::body::{Body, Frame};
use crate::exact;
use crate::judge::{Clearance, Judge};
use crate::path::offer_piece;
use crate::triangle::Triangle;
use crate::vector::{V, is_finite, length, sub};

/// f64 is asked no more where a gap is below this share of the body's longest radius.
const CLOSE: f64 = 1e-9;
/// And below this share of how far off the corners are, times the body's longest by its shortest
/// radius: what f64 may lose at far corners, with a factor of a thousand to spare.
const FAR: f64 = 1e-12;

/// Is a place or a way free of overlap; no estimate is left in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Nothing overlaps. Touching is free; what is not finite, or has no size that can be judged,
    /// is not.
    pub free: bool,
    /// A triangle that overlaps.
    pub triangle: Option<u32>,
    /// How many triangles were so close to touching that they were decided exactly.
    pub asked_exactly: u32,
}

impl Judge {
    /// Whether the body with its centre `at` overlaps any triangle.
    pub fn decide(&self, body: &Body, at: V) -> Decision {
        self.decide_path(body, at, at)
    }

    /// Whether the body overlaps any triangle anywhere on the straight way of its centre from
    /// `from` to `to`.
    pub fn decide_path(&self, body: &Body, from: V, to: V) -> Decision {
        let mut decision = Decision { free: false, triangle: None, asked_exactly: 0 };
        // The triangle does not matter here, only whether the question has an answer.
        if exact::path_order(body, from, to, &[[0.0; 3]; 3]).is_none() {
            return decision;
        }
        let frame = body.frame();
        for id in self.around(&frame, from, to, CLOSE * frame.longest()) {
            let triangle = &self.triangles[id as usize];
            let close = closeness(&frame, triangle, from, to);
            let gap = least_gap(&frame, triangle, from, to, close);
            let overlaps = if gap.abs() < close || gap.is_nan() {
                decision.asked_exactly += 1;
                exact::overlaps_on_way(body, from, to, triangle)
            } else {
                gap < 0.0
            };
            if overlaps {
                decision.triangle = Some(id);
                return decision;
            }
        }
        decision.free = true;
        decision
    }
}

/// Metres below which f64 does not know whether a gap is one.
fn closeness(frame: &Frame, triangle: &Triangle, from: V, to: V) -> f64 {
    let farthest = triangle.iter().fold(length(sub(to, from)), |far, corner| {
        let off = sub(*corner, from);
        if is_finite(off) { far.max(length(off)) } else { f64::INFINITY }
    });
    CLOSE * frame.longest() + FAR * farthest * (frame.longest() / frame.shortest).max(1.0)
}

/// At most `up_to`.
fn least_gap(frame: &Frame, triangle: &Triangle, from: V, to: V, up_to: f64) -> f64 {
    let mut least = Clearance::nothing_within(up_to, from);
    if from == to {
        least.offer(0, from, &frame.touch(triangle, from));
    } else {
        offer_piece(&mut least, 0, frame, triangle, from, to);
    }
    least.gap
}
