//! One segment of the path: a parabola in the air or in a plane, and the part of it that is free.

use glam::DVec3;

use super::BallState;
use super::law::time_for;
use super::roller::Roller;
use crate::narrow_phase::{Fall, SkinThresholds, first_contact_of_fall};
use crate::slide::{Mover, Scratch};
use crate::tolerance::{
    FINALIZE_ROOM, FLIGHT_REACH, GATHER_SLACK, GATHERS_A_MOVE, GRAZE_BAND, MOST_CHORDS, SAGITTA,
};
use crate::world::Region;

impl Roller<'_> {
    /// Gathers the candidates of a flight from here, for all of the remaining time or as much of it
    /// as one gather covers.
    pub(super) fn plan_flight(&mut self) {
        let (g, speed) = (self.g.length(), self.v.length());
        let whole = (speed + 0.5 * g * self.left) * self.left;
        let reach = self.reach(whole);
        let time = if whole > reach { time_for(reach, speed, g) } else { self.left };
        let displacement = Fall { x: self.mover.x, v: self.v, a: self.g, time }.displacement(time);
        let bulge = 0.125 * g * time * time;
        self.gather(self.mover.x + displacement * 0.5, 0.5 * displacement.length() + bulge);
        self.planned = Some(time);
    }

    /// Ensures that the candidates cover the ball's next motion in any direction. Returns true if
    /// the candidates are unchanged.
    pub(super) fn has_room(&mut self) -> bool {
        let whole = (self.v.length() + 0.5 * self.g.length() * self.left) * self.left;
        let reach = self.reach(whole);
        let needed = if whole < reach { whole } else { reach };
        // A region that was not planned for a flight is kept while it has half of the needed room.
        if self.planned.is_none() && self.room() >= 0.5 * needed {
            return true;
        }
        self.planned = None;
        self.gather(self.mover.x, needed);
        false
    }

    /// Returns the distance from here, in metres, within which all polygons are known.
    pub(super) fn room(&self) -> f64 {
        let Region { center, radius } = *self.mover.gathered.region();
        radius - (self.mover.x - center).length() - 0.5 * FINALIZE_ROOM * self.mover.skin
    }

    fn reach(&self, whole: f64) -> f64 {
        let (body, part) = (2.0 * FLIGHT_REACH * self.radius, whole / GATHERS_A_MOVE);
        if body > part { body } else { part }
    }

    fn gather(&mut self, center: DVec3, radius: f64) {
        let radius = radius * (1.0 + GATHER_SLACK) + FINALIZE_ROOM * self.mover.skin;
        self.mover.gather_within(Region { center, radius });
    }

    /// Flies until the first contact, the end of the time, or the end of the gathered region.
    pub(super) fn advance_flying(&mut self, turned: bool) {
        (self.state, self.ground, self.held) = (BallState::Flying, None, None);
        if turned || self.planned.is_none() {
            self.plan_flight();
            self.find_contacts(None);
        }
        let time = self.planned.take().unwrap_or(self.left);
        let gone = self.fly(self.v, self.g, time);
        self.v += self.g * gone;
        self.spend(gone);
    }

    pub(super) fn spend(&mut self, time: f64) {
        self.left = if time < self.left { self.left - time } else { 0.0 };
    }

    /// Moves along a parabola until something is in the way. Returns the time that this took, and
    /// stores the id of the obstacle in `obstacle`.
    pub(super) fn fly(&mut self, v: DVec3, a: DVec3, time: f64) -> f64 {
        let fall = Fall { x: self.mover.x, v, a, time };
        let reach = fall.reach();
        let contacts = self.mover.scratch.level();
        let lowest = contacts - GRAZE_BAND;
        let level =
            SkinThresholds { contacts, hit: if lowest > 0.5 * contacts { lowest } else { 0.5 * contacts } };
        let Mover { scratch, space, .. } = &mut self.mover;
        let Scratch { candidates, .. } = &mut **scratch;
        let (mut free, mut hit) = (time, None);
        for block in 0..candidates.blocks() {
            for i in candidates.within(block, fall.x, space.radius + reach) {
                let (start, polygon) = (candidates.known(i, fall.x), candidates.obstacle(i));
                if let Some(end) = first_contact_of_fall(space, &polygon, &fall, start, level, free)
                    && (end < free || hit.is_none())
                {
                    (free, hit) = (end, Some(i));
                }
            }
        }
        self.obstacle = hit.map(|i| {
            let c = candidates.get(i);
            (c.instance, c.polygon)
        });
        self.go(&fall, free, contacts);
        free
    }

    /// Moves along a parabola for a time. Where less than one of the `skins` is left, the chords of
    /// the recorded path are shorter.
    fn go(&mut self, fall: &Fall, time: f64, skins: f64) {
        if self.config.record_path {
            let bulge = 0.125 * fall.a.length() * time * time;
            let sagitta = SAGITTA * self.mover.skin * skins.max(0.0);
            let chords = (bulge / sagitta).sqrt().ceil().min(MOST_CHORDS) as u32;
            for i in 1..chords {
                let here = self.mover.x + fall.displacement(time * f64::from(i) / f64::from(chords));
                self.mover.scratch.path.push(self.mover.space.origin + here);
            }
        }
        let speed = |share: f64| (fall.v + fall.a * (share * time)).length();
        self.distance += (speed(0.0) + 4.0 * speed(0.5) + speed(1.0)) * time / 6.0;
        let displacement = fall.displacement(time);
        if displacement != DVec3::ZERO {
            self.mover.go_free(displacement);
        }
    }
}
