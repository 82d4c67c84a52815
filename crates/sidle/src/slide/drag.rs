//! Nettle's friction, made a law of the path: over s metres along a surface the speed falls to
//! exp(-k s) of what it was.
//!
//! With the speed u at the start, a time t then covers ln(1 + k u t) / k metres, and s metres take
//! (exp(k s) - 1) / (k u). The pieces of a path are laid out at the speed u; here their times are
//! stretched to what the way really takes.

use glam::DVec3;

use super::mover::Mover;
use crate::geometry::elementary::{exp, ln};
use crate::tolerance::{SMALL_LOSS, TIME_ROUNDING};

impl Mover<'_> {
    /// The time in which a piece at the full speed of `d` covers what the rest of the move covers
    /// under drag, or what is left of the leg.
    pub(super) fn undamped_time(&self, d: DVec3) -> f64 {
        let loss = self.drag * d.length() * self.time;
        let share = if loss < SMALL_LOSS { 1.0 - 0.5 * loss } else { ln(1.0 + loss) / loss };
        self.within_substep(self.time * share, d)
    }

    /// Takes from the motion what `length` metres of drag take, and returns the time that they
    /// took, of which `undamped` would have been enough without it.
    pub(super) fn damp(&mut self, undamped: f64, length: f64) -> f64 {
        if self.drag <= 0.0 {
            return undamped;
        }
        let loss = self.drag * length;
        let kept = exp(-loss);
        self.v *= kept;
        self.velocity *= kept;
        // A rounding's worth of time left over would be a stage of its own.
        let stretch = if loss < SMALL_LOSS { 1.0 + 0.5 * loss } else { (1.0 / kept - 1.0) / loss };
        undamped * stretch * (1.0 + TIME_ROUNDING)
    }
}
