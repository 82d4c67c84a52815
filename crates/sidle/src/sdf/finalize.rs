//! The end of a move: a position, certified by the same function that judges starts.

use glam::{DVec3, Vec3};

use super::mover::Mover;
use super::search::Question;
use crate::geometry::finite;
use crate::slide::{Outcome, Response, StartAdjustment, StopReason};
use crate::solve::cone::{self, push_out};
use crate::tolerance::{MOST_SDF_END_WORK, RESTORE_REACH, ROUGHNESS, SAGITTA};

/// Number of retreats along the last segment that are tried as end positions.
const RETREATS: i32 = 8;

impl Mover<'_> {
    pub(super) fn finish(mut self, mut reason: StopReason, iterations: u32) -> Outcome {
        let finalized = self.finalize();
        if self.config.response == Response::Slide {
            let mut normals = [DVec3::ZERO; cone::MAX_PLANES];
            let touched = self.scratch.contacts.iter().filter(|c| c.gap <= self.skin * (1.0 + 2.0 * SAGITTA));
            let count = normals.iter_mut().zip(touched).map(|(n, c)| *n = c.normal).count();
            self.velocity = cone::project(self.velocity, &normals[..count]).d;
        } else if reason == StopReason::NoFreedom {
            self.velocity = DVec3::ZERO;
        }
        if finalized.is_none() {
            (reason, self.time, self.distance, self.velocity) =
                (StopReason::NoFreedom, 1.0, 0.0, DVec3::ZERO);
            self.scratch.path.truncate(1);
        }
        let position = finalized.unwrap_or(self.from);
        if self.config.record_path && self.scratch.path.last() != Some(&position) {
            self.scratch.path.push(position);
        }
        Outcome {
            position,
            velocity: Vec3::from(self.velocity.to_array().map(finite)),
            reason,
            start_adjustment: StartAdjustment::None,
            distance: self.distance as f32,
            fraction: 1.0 - self.time,
            iterations,
            skin: self.skin as f32,
            clearance: 0.0,
        }
    }

    /// Returns a position that is certified free by the same function that judges starts.
    /// Tries the end pushed out to its skin, then the end itself, then positions back along the
    /// last segment. Returns None if none of them is free; the move then does not happen.
    fn finalize(&mut self) -> Option<DVec3> {
        let end = self.x;
        if end == self.from {
            return Some(end);
        }
        self.scratch.targets.work = MOST_SDF_END_WORK;
        self.find_contacts(end);
        self.fill_planes(DVec3::ZERO, true);
        let push = push_out(&self.scratch.planes).filter(|p| p.length() <= RESTORE_REACH * self.skin);
        let push = push.filter(|p| p.length() > ROUGHNESS * self.skin).map(|p| end + p);
        let back = self.segment_start - end;
        let retreats = (0..=RETREATS).map(|i| end + back * (f64::from(i) / f64::from(RETREATS)));
        push.into_iter().chain(retreats).find(|&p| self.is_free(p))
    }

    /// Returns true if a position and the straight path to it are certified.
    fn is_free(&mut self, p: DVec3) -> bool {
        let Self { body, scene, .. } = &*self;
        let (body, scene) = (*body, *scene);
        let displacement = Question { body, x: self.x, displacement: p - self.x, level: 0.0, band: 0.0 };
        let targets = &mut self.scratch.targets;
        targets.sweep(scene, &displacement).fraction >= 1.0
            && targets.clearance(scene, body, p, self.skin) >= 0.0
    }
}
