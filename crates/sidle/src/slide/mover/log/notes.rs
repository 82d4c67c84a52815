//! The functions with which a mover records its steps in the log of a traced move.

use glam::DVec3;

use super::{
    ContactRole, Decision, EndAttempt, Iteration, IterationContact, Log, SegmentEnd, StartClearance,
};
use crate::geometry::Feature;
use crate::slide::StopReason;
use crate::slide::mover::Mover;
use crate::slide::mover::contacts::MoverContact;
use crate::solve::cone::Direction;
use crate::world::Surface;

impl Mover<'_> {
    pub(in crate::slide::mover) fn log(&mut self) -> Option<&mut Log> {
        self.scratch.log.as_deref_mut()
    }

    pub(in crate::slide::mover) fn is_traced(&self) -> bool {
        self.scratch.log.is_some()
    }

    /// Returns the surface of a candidate.
    fn surface(&self, candidate: usize, feature: Feature) -> Surface {
        self.world.surface_of(self.scratch.candidates.get(candidate), feature)
    }

    /// Logs the first polygon that the start overlaps.
    pub(in crate::slide) fn log_overlap(&mut self) {
        if !self.is_traced() {
            return;
        }
        let candidates = &mut self.scratch.candidates;
        let x = DVec3::ZERO;
        let first = (0..candidates.blocks()).find_map(|block| {
            let mut near = candidates.within(block, x, self.space.radius);
            near.find(|&i| candidates.obstacle(i).overlaps_bare(&self.space, x))
        });
        let first = first.map(|i| self.surface(i, Feature::Face));
        if let Some(log) = self.log() {
            log.overlap = log.overlap.or(first);
        }
    }

    /// Logs the solid instance that encloses a position.
    #[cold]
    pub(in crate::slide::mover) fn log_solid(&mut self, position: DVec3) {
        let (world, filter) = (self.world, self.config.filter);
        if let Some(log) = self.log() {
            log.solids.extend(world.solid_around(position, &filter));
        }
    }

    /// Logs the clearance of the start.
    pub(in crate::slide::mover) fn log_start_clearance(&mut self, skins: f64) {
        if let Some(log) = self.log().filter(|log| log.iterations.is_empty()) {
            log.start_clearance = Some(StartClearance { skins, push: DVec3::ZERO });
        }
    }

    /// Logs the push of the start out to its skin.
    pub(in crate::slide::mover) fn log_start_push(&mut self, push: DVec3) {
        let log = self.log().filter(|log| log.iterations.is_empty());
        if let Some(start) = log.and_then(|log| log.start_clearance.as_mut()) {
            start.push = push;
        }
    }

    /// Logs a position that was tried as the end.
    pub(in crate::slide::mover) fn log_end_attempt(&mut self, x: DVec3, position: DVec3, skins: f64) {
        let place = self.space.origin + x;
        if let Some(log) = self.log() {
            log.end_attempts.push(EndAttempt { place, position, skins });
        }
    }

    /// Logs the contacts at the start of an iteration.
    pub(in crate::slide::mover) fn log_contacts(&mut self) {
        if self.is_traced() {
            self.write_contacts();
        }
    }

    #[cold]
    fn write_contacts(&mut self) {
        let Some(mut log) = self.scratch.log.take() else { return };
        let role = |i: usize, t: &MoverContact| match t.counts {
            true => ContactRole::Inactive,
            false if log.internal_edges.get(i) == Some(&true) => ContactRole::InternalEdge,
            false => ContactRole::Duplicate,
        };
        let contacts = self.scratch.contacts.iter().enumerate().map(|(i, t)| IterationContact {
            surface: self.surface(t.candidate, t.axis.feature),
            point: self.contact_point_in_world(t.candidate, &t.axis),
            normal: t.normal,
            skins: t.skins,
            was_hit: self.scratch.obstacles.contains(&t.id),
            role: role(i, t),
        });
        let here = self.space.origin + self.x;
        log.iterations.push(Iteration {
            from: here,
            to: here,
            time: self.time,
            time_left: self.time,
            desired: self.v,
            motion: DVec3::ZERO,
            contacts: contacts.collect(),
            reflected_by: Vec::new(),
            decision: Decision::Free,
            asked: 0.0,
            end: SegmentEnd::Complete,
        });
        (log.is_open, log.is_decided) = (true, false);
        self.scratch.log = Some(log);
    }

    /// Logs a contact that reflects the motion.
    pub(in crate::slide::mover) fn log_reflection(&mut self, place: usize) {
        if let Some(iteration) = self.log().and_then(Log::iteration) {
            iteration.reflected_by.push(place);
        }
    }

    /// Logs the planes that constrain the direction.
    pub(in crate::slide::mover) fn note_planes(
        &mut self,
        direction: &Direction,
        normals: &[DVec3],
        places: &[usize],
    ) {
        if self.is_traced() {
            self.write_planes(direction, normals, places);
        }
    }

    #[cold]
    fn write_planes(&mut self, direction: &Direction, normals: &[DVec3], places: &[usize]) {
        let v = self.v;
        let Some(iteration) = self.log().and_then(Log::iteration) else { return };
        for (i, &place) in places[..normals.len()].iter().enumerate() {
            let takes = direction.active().iter().find(|a| a.0 == i).map(|a| a.1);
            if takes.is_some() || direction.is_held_by(i) && normals[i].dot(v) < 0.0 {
                iteration.contacts[place].role = ContactRole::Active { takes };
            }
        }
    }

    /// Logs the chosen direction. Its active planes are identified by their contacts.
    pub(in crate::slide::mover) fn note_direction(&mut self, direction: &Direction, rolls: bool) {
        if self.is_traced() {
            self.write_direction(direction, rolls);
        }
    }

    #[cold]
    fn write_direction(&mut self, direction: &Direction, rolls: bool) {
        let contacts = &self.scratch.contacts;
        let over = |&&(i, push): &&(usize, f64)| push > 0.0 && !contacts[i].axis.is_flat();
        let over = direction.active().iter().find(over).filter(|_| rolls);
        let Some(log) = self.log() else { return };
        log.is_decided = true;
        let Some(iteration) = log.iteration() else { return };
        iteration.decision = match (over, direction.active().len()) {
            (Some(&(i, _)), _) => Decision::Roll { over: iteration.contacts[i].surface.feature },
            (None, 0) => Decision::Free,
            (None, planes) => Decision::Slide { planes },
        };
        iteration.motion = direction.d;
    }

    /// Logs the segment that was tried, and the candidate that ended it.
    pub(in crate::slide::mover) fn log_segment(&mut self, delta: DVec3, hit: Option<usize>) {
        if self.is_traced() {
            self.write_segment(delta, hit);
        }
    }

    #[cold]
    fn write_segment(&mut self, delta: DVec3, hit: Option<usize>) {
        // The next iteration determines the feature that was hit.
        let hit = hit.map(|i| self.surface(i, Feature::Face));
        if let Some(iteration) = self.log().and_then(Log::iteration) {
            iteration.asked = delta.length();
            iteration.end = hit.map_or(iteration.end, SegmentEnd::Contact);
        }
    }

    /// Logs the end of an iteration.
    pub(in crate::slide::mover) fn log_iteration_end(&mut self) {
        let (here, time) = (self.space.origin + self.x, self.time);
        let Some(log) = self.log() else { return };
        if let Some(iteration) = log.iteration() {
            (iteration.to, iteration.time_left) = (here, time);
            let slides = matches!(iteration.decision, Decision::Slide { .. });
            if slides && iteration.end == SegmentEnd::Complete && time > 0.0 {
                iteration.end = SegmentEnd::BoundaryEdge;
            }
        }
        log.is_open = false;
    }

    /// Logs the end of the last iteration.
    pub(in crate::slide) fn log_last(&mut self, reason: StopReason) {
        let Some(log) = self.log() else { return };
        if !log.is_decided
            && let Some(iteration) = log.iterations.last_mut()
        {
            iteration.decision = Decision::Stop(reason);
        }
        log.is_open = false;
    }
}
