//! The legs of a long way, each with the skin that its coordinates need.

use glam::DVec3;

use super::mover::Mover;
use super::start::prepare_substep;
use super::{Outcome, StopReason};
use crate::shape::Shape;
use crate::tolerance::SUBSTEP_OF_ROOM;

/// Of the room of a leg: how far from its start no more pieces begin.
const LAST_SEGMENT: f64 = 0.5;

/// Which part of a way has one skin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Substep {
    /// Metres from its start; infinite where it is the whole way, as for all motions of less than 4
    /// km near the origin.
    pub(super) room: f64,
    /// What the mover had at its start: the time left, the way gone, the corners of the path.
    pub(super) time: f64,
    pub(super) distance: f64,
    pub(super) corners: usize,
}

impl Substep {
    pub(super) fn whole() -> Self {
        Self { room: f64::INFINITY, time: 1.0, distance: 0.0, corners: 1 }
    }
}

impl Mover<'_> {
    /// Slides on, after so many stages, leg by leg.
    pub(super) fn run_substeps(&mut self, shape: &Shape, mut stages: u32) -> Outcome {
        loop {
            let reason;
            (reason, stages) = self.slide(stages);
            if let Some(reason) = reason {
                return self.finish(reason, stages);
            }
            if !self.begin_next_substep(shape) {
                return self.finish(StopReason::NoFreedom, stages);
            }
        }
    }

    pub(super) fn is_substep_over(&self) -> bool {
        self.substep.room < f64::INFINITY && self.x.length() > LAST_SEGMENT * self.substep.room
    }

    /// A time at the speed of `d`, or as much of it as the next piece may have.
    pub(super) fn within_substep(&self, time: f64, d: DVec3) -> f64 {
        if self.substep.room == f64::INFINITY {
            return time;
        }
        let most = (SUBSTEP_OF_ROOM * self.substep.room - self.x.length()) / d.length();
        if time > most { most } else { time }
    }

    /// The part of a way that a leg can have.
    pub(super) fn length_of_substep(&self, way: f64) -> f64 {
        let most = 2.0 * self.substep.room;
        if way < most { way } else { most }
    }

    /// Goes on from the stored end of a leg, in the space of the place where that is.
    fn begin_next_substep(&mut self, shape: &Shape) -> bool {
        let Some(place) = self.land() else { return false };
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
