//! Nettle's friction as drag along the path: over s metres along a surface the speed falls to
//! exp(-k s) of its initial value.
//!
//! With the speed u at the start, a time t then covers ln(1 + k u t) / k metres, and s metres take
//! (exp(k s) - 1) / (k u). Path segments are laid out at the speed u. The functions here stretch
//! their times to the real duration.

use glam::DVec3;

use super::Mover;
use crate::geometry::elementary::{exp, ln};
use crate::tolerance::{SMALL_LOSS, TIME_ROUNDING};

impl Mover<'_> {
    /// Returns the time in which a segment at the full speed of `d` covers the same distance as the
    /// rest of the move under drag.
    pub(super) fn undamped_time(&self, d: DVec3) -> f64 {
        let loss = self.drag * d.length() * self.time;
        let share = if loss < SMALL_LOSS { 1.0 - 0.5 * loss } else { ln(1.0 + loss) / loss };
        self.time * share
    }

    /// Applies the drag of `length` metres to the motion and the velocity. Returns the time that
    /// these metres take. `undamped` is their time without drag.
    pub(super) fn damp(&mut self, undamped: f64, length: f64) -> f64 {
        if self.drag <= 0.0 {
            return undamped;
        }
        let loss = self.drag * length;
        let kept = exp(-loss);
        self.v *= kept;
        self.velocity *= kept;
        // A remainder of one rounding error of time would take an iteration of its own, so the time
        // is rounded up.
        let stretch = if loss < SMALL_LOSS { 1.0 + 0.5 * loss } else { (1.0 / kept - 1.0) / loss };
        undamped * stretch * (1.0 + TIME_ROUNDING)
    }
}
