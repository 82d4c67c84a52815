//! Substeps of a long motion, each with the skin that its coordinates need.

use glam::DVec3;

use super::Mover;
use super::start::{Substep, prepare_substep};
use super::stop::Stop;
use crate::shape::Shape;
use crate::slide::{Outcome, StopReason};
use crate::tolerance::SUBSTEP_OF_ROOM;

/// Fraction of the room of a substep. No segment begins further than this from its start.
const LAST_SEGMENT: f64 = 0.5;

impl Mover<'_> {
    /// Runs the remaining iterations, substep by substep, after the first `iterations` iterations.
    /// `start_is_clear` is that of the first substep.
    pub(in crate::slide) fn run_substeps(
        &mut self,
        shape: &Shape,
        mut iterations: u32,
        mut start_is_clear: bool,
    ) -> Outcome {
        loop {
            let stop;
            (stop, iterations) = self.slide(iterations, start_is_clear);
            if let Some(stop) = stop {
                return self.finish(stop, iterations);
            }
            if !self.begin_next_substep(shape) {
                return self.finish(Stop::elsewhere(StopReason::NoFreedom), iterations);
            }
            start_is_clear = false;
        }
    }

    pub(super) fn is_substep_over(&self) -> bool {
        self.substep.room < f64::INFINITY && self.x.length() > LAST_SEGMENT * self.substep.room
    }

    /// Limits a time at the speed of `d` to the longest next segment that the substep allows.
    pub(super) fn within_substep(&self, time: f64, d: DVec3) -> f64 {
        if self.substep.room == f64::INFINITY {
            return time;
        }
        let most = (SUBSTEP_OF_ROOM * self.substep.room - self.x.length()) / d.length();
        if time > most { most } else { time }
    }

    /// Limits the length of a motion to the length that a substep can have.
    pub(super) fn length_of_substep(&self, length: f64) -> f64 {
        let most = 2.0 * self.substep.room;
        if length < most { length } else { most }
    }

    /// Starts the next substep at the finalised end of the last one, with a space around that
    /// place. Returns false if that is impossible.
    fn begin_next_substep(&mut self, shape: &Shape) -> bool {
        let Some(place) = self.finalize() else { return false };
        let rest = (self.v * self.time).as_vec3();
        let Some((start, room)) = prepare_substep(shape, place, rest, self.config) else { return false };
        if self.config.record_path && self.scratch.path.last() != Some(&place) {
            self.scratch.path.push(place);
        }
        self.substep =
            Substep { room, time: self.time, distance: self.distance, corners: self.scratch.path.len() };
        self.log_substep(place);
        self.from = place;
        self.set_start(&start);
        (self.x, self.segment_start) = (DVec3::ZERO, DVec3::ZERO);
        self.gather();
        true
    }
}
