//! An iteration in a crease, or wedged between more surfaces. The ball can move only along the
//! crease, if at all, and friction acts at every contact. It is solved as impulses over a short
//! time, one contact after the other. No impulse exceeds the Coulomb limit or the impulse that
//! stops the slip. Impulses therefore never create energy, and pure rolling loses none.

use glam::DVec3;

use super::BallState;
use super::law::{carried, slip};
use super::roller::Roller;
use super::support::SupportContacts;
use crate::solve::cone::MAX_PLANES;
use crate::tolerance::{CREASE_STEP, NO_SLIP, REST_WAY};

/// Passes over all contacts.
const ROUNDS: usize = 16;

/// A contact: its normal, the largest impulse of friction in the time of the iteration, and the
/// impulse given so far.
#[derive(Clone, Copy, Default)]
struct Grip {
    normal: DVec3,
    most: f64,
    given: DVec3,
}

impl Roller<'_> {
    pub(super) fn advance_in_crease(&mut self, hold: &SupportContacts) {
        if !self.has_room() {
            return;
        }
        for (place, _) in hold.each() {
            let contact = self.mover.scratch.contacts[place];
            if self.draw_in(&contact) {
                return;
            }
            self.stand_on(&contact);
        }
        self.held = None;
        let crease = self.crease(hold);
        self.v = crease * crease.dot(self.v);
        let drive = crease * crease.dot(self.g);
        let brake = self.brake(hold);
        let spare = brake - drive.length();
        if crease == DVec3::ZERO
            || (spare >= 0.0 && self.kinetic_energy() <= spare * REST_WAY * self.mover.skin)
        {
            return self.rest();
        }
        let mut time = if self.left < CREASE_STEP { self.left } else { CREASE_STEP };
        for (place, _) in hold.each() {
            time = self.time_on(&self.mover.scratch.contacts[place], drive, time);
        }
        let (v, spin) = self.rubbed(hold, crease, brake, time);
        if v == DVec3::ZERO && self.v.length() * time <= REST_WAY * self.mover.skin {
            // Rolling resistance holds the ball, although the drive is larger: friction also has to
            // turn the ball.
            return self.rest();
        }
        let (a, turning) = ((v - self.v) / time, (spin - self.spin) / time);
        let gone = self.fly(self.v, a, time);
        (self.v, self.spin) = (self.v + a * gone, self.spin + turning * gone);
        self.spend(gone);
    }

    /// Returns the direction along two planes; zero if there are more.
    fn crease(&self, hold: &SupportContacts) -> DVec3 {
        let contacts = &self.mover.scratch.contacts;
        match *hold.places() {
            [a, b] => contacts[a].normal.cross(contacts[b].normal).normalize_or_zero(),
            _ => DVec3::ZERO,
        }
    }

    fn brake(&self, hold: &SupportContacts) -> f64 {
        let resistance = f64::from(self.config.rolling_resistance);
        hold.each().fold(0.0, |sum, (place, press)| {
            let friction = self.mover.scratch.contacts[place].friction;
            sum + press * carried(resistance, friction)
        })
    }

    /// Returns the velocity and the spin after gravity, friction and resistance have acted for a
    /// time.
    fn rubbed(&mut self, hold: &SupportContacts, crease: DVec3, brake: f64, time: f64) -> (DVec3, DVec3) {
        let mut grips = [Grip::default(); MAX_PLANES];
        for (grip, (place, press)) in grips.iter_mut().zip(hold.each()) {
            let contact = &self.mover.scratch.contacts[place];
            *grip =
                Grip { normal: contact.normal, most: contact.friction * press * time, given: DVec3::ZERO };
        }
        let grips = &mut grips[..hold.places().len()];
        let (mut v, mut spin) = (self.v + crease * (crease.dot(self.g) * time), self.spin);
        for _ in 0..ROUNDS {
            for grip in grips.iter_mut() {
                let slip = slip(v, spin, grip.normal, self.radius);
                let wanted = grip.given - slip * (2.0 / 7.0);
                let force = wanted.clamp_length_max(grip.most) - grip.given;
                grip.given += force;
                v += crease * crease.dot(force);
                spin += force.cross(grip.normal) * (2.5 / self.radius);
            }
        }
        let least = NO_SLIP.sqrt() * v.length();
        let slips = grips.iter().any(|g| slip(v, spin, g.normal, self.radius).length() > least);
        self.state = if slips { BallState::Sliding } else { BallState::Rolling };
        let (speed, lost) = (v.length(), brake * time);
        let kept = if lost < speed { 1.0 - lost / speed } else { 0.0 };
        (v * kept, spin * kept)
    }
}
