//! Overlap tests that use f64 where it is certain and exact arithmetic elsewhere.

use crate::body::{Body, Frame};
use crate::exact;
use crate::judge::{Clearance, Judge};
use crate::path::offer_piece;
use crate::triangle::Triangle;
use crate::vector::{V, is_finite, length, sub};

/// If a gap is below this share of the body's longest radius, the test is exact.
const CLOSE: f64 = 1e-9;
/// The test is also exact if a gap is below this share of the distance to the corners, times the
/// ratio of the body's longest to shortest radius. This is the rounding error of f64 for distant
/// corners, with a safety factor of a thousand.
const FAR: f64 = 1e-12;
/// On a path, the test is also exact if a gap is below this share of the largest coordinate, times
/// that ratio: the rounding error of a position between the ends, with a safety factor of two.
const ROUNDING: f64 = 2e-15;

/// Result of an overlap test of a position or a path. It is exact, not an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// True if nothing overlaps. Touching is not an overlap. False if an argument is not finite or
    /// the body has an invalid size.
    pub free: bool,
    /// A triangle that overlaps the body, if any.
    pub triangle: Option<u32>,
    /// Number of triangles that needed the exact test.
    pub exact_tests: u32,
}

impl Judge {
    /// Tests whether the body with its centre `at` overlaps any triangle.
    pub fn decide(&self, body: &Body, at: V) -> Decision {
        self.decide_path(body, at, at)
    }

    /// Tests whether the body overlaps any triangle while its centre moves straight from `from` to
    /// `to`.
    pub fn decide_path(&self, body: &Body, from: V, to: V) -> Decision {
        let mut decision = Decision { free: false, triangle: None, exact_tests: 0 };
        // Only checks that the arguments are valid, so any triangle will do.
        if exact::path_order(body, from, to, &[[0.0; 3]; 3]).is_none() {
            return decision;
        }
        let frame = body.frame();
        for id in self.around(&frame, from, to, CLOSE * frame.longest()) {
            let triangle = &self.triangles[id as usize];
            let close = closeness(&frame, triangle, from, to);
            let gap = least_gap(&frame, triangle, from, to, close);
            let overlaps = if gap.abs() < close || gap.is_nan() {
                decision.exact_tests += 1;
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

/// Returns the gap in metres below which the sign of a gap in f64 is uncertain.
fn closeness(frame: &Frame, triangle: &Triangle, from: V, to: V) -> f64 {
    let farthest = triangle.iter().fold(length(sub(to, from)), |far, corner| {
        let off = sub(*corner, from);
        if is_finite(off) { far.max(length(off)) } else { f64::INFINITY }
    });
    // Positions between the ends of a path are rounded to f64.
    let largest = from.iter().chain(&to).fold(0.0f64, |most, x| most.max(x.abs()));
    let rounding = if from == to { 0.0 } else { ROUNDING * largest };
    CLOSE * frame.longest() + (FAR * farthest + rounding) * (frame.longest() / frame.shortest).max(1.0)
}

/// Returns the least gap on the path, at most `up_to`.
fn least_gap(frame: &Frame, triangle: &Triangle, from: V, to: V, up_to: f64) -> f64 {
    let mut least = Clearance::nothing_within(up_to, from);
    if from == to {
        least.offer(0, from, &frame.touch(triangle, from));
    } else {
        offer_piece(&mut least, 0, frame, triangle, from, to);
    }
    least.gap
}
