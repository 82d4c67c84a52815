//! An iteration on one plane or around one edge. The ball moves along the tangent plane, in steps
//! so short that it stays within the support zone. The next iteration moves the ball back to the
//! surface and turns its velocity.

use super::BallState;
use glam::DVec3;

use super::law::time_for;
use super::law::{Ground, Kind};
use super::roller::Roller;
use super::support::SupportContacts;
use crate::geometry::Feature;
use crate::slide::MoverContact;
use crate::tolerance::{FEASIBLE, REST_WAY};

impl Roller<'_> {
    pub(super) fn advance_on_plane(&mut self, hold: &SupportContacts) {
        let Some((place, press)) = hold.each().next() else { return };
        let contact = self.mover.scratch.contacts[place];
        if !self.has_room() || self.draw_in(&contact) {
            // The contacts are out of date: the next iteration finds new ones.
            return;
        }
        self.turn_along(contact.normal);
        self.stand_on(&contact);
        let ground = Ground {
            normal: contact.normal,
            drive: self.g - contact.normal * contact.normal.dot(self.g),
            press: press - self.centripetal(&contact),
            friction: contact.friction,
            resistance: f64::from(self.config.rolling_resistance),
            radius: self.radius,
            rest_distance: REST_WAY * self.mover.skin,
        };
        let iteration = ground.iteration(&mut self.v, &mut self.spin, self.left);
        if iteration.kind == Kind::Resting {
            return self.rest();
        }
        if self.is_pressed(contact.candidate, iteration.a) {
            // Friction presses the ball against another surface.
            let both = self.hold(self.g + iteration.a - ground.drive);
            if both.places().len() > 1 {
                return self.advance_in_crease(&both);
            }
        }
        self.state = if iteration.kind == Kind::Rolling { BallState::Rolling } else { BallState::Sliding };
        let time = self.time_on(&contact, iteration.a, iteration.time);
        let gone = self.fly(self.v, iteration.a, time);
        (self.v, self.spin) = iteration.after(&ground, self.v, self.spin, gone);
        self.spend(gone);
    }

    /// Returns true if an acceleration leads into a contact other than that of one candidate.
    fn is_pressed(&self, candidate: usize, a: DVec3) -> bool {
        let least = 4.0 * FEASIBLE * a.length();
        self.mover.scratch.contacts.iter().any(|t| {
            let others = t.candidate != candidate && self.is_near(t);
            others && t.normal.dot(a) < -least && t.normal.dot(self.v) <= self.slow()
        })
    }

    pub(super) fn stand_on(&mut self, contact: &MoverContact) {
        let c = self.mover.scratch.candidates.get(contact.candidate);
        self.ground = Some(self.mover.world.surface_of(c, contact.axis.feature));
    }

    /// Returns the part of a time for which the ball stays above a contact and in the gathered
    /// region.
    pub(super) fn time_on(&self, contact: &MoverContact, a: DVec3, time: f64) -> f64 {
        let (speed, rate) = (self.v.length(), a.length());
        let longest = match contact.axis.feature {
            Feature::Face => self.room(),
            // A tangent of this length leaves the edge by half the zone.
            _ => (self.mover.space.radius * self.zone()).sqrt().min(self.room()),
        };
        let most = time_for(longest, speed, rate);
        let time = if most < time { most } else { time };
        if contact.axis.feature == Feature::Face {
            self.time_to_boundary_edge(contact, a, time)
        } else {
            time
        }
    }
}
