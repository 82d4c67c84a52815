//! The surfaces that support a ball. They are at the skin, or so little beyond it that gravity
//! brings the ball back within the support zone.

use glam::DVec3;

use super::forces::{Forces, forces};
use super::roller::Roller;
use crate::geometry::Feature;
use crate::slide::MoverContact;
use crate::solve::cone::MAX_PLANES;
use crate::tolerance::{HELD_ALONG, HOP_ROUNDING, NO_IMPACT};

/// The contacts that press on the ball, and their forces.
pub(super) struct SupportContacts {
    places: [usize; MAX_PLANES],
    count: usize,
    press: [f64; MAX_PLANES],
}

impl SupportContacts {
    pub(super) fn places(&self) -> &[usize] {
        &self.places[..self.count]
    }

    /// Returns the indices of the contacts, each with its force.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        (0..self.count).map(|i| (self.places[i], self.press[i]))
    }
}

impl Roller<'_> {
    /// Returns the contacts that support the ball against `push`: gravity, or gravity and friction.
    pub(super) fn hold(&self, push: DVec3) -> SupportContacts {
        let slow = self.slow();
        let (mut normals, mut places, mut count) = ([DVec3::ZERO; MAX_PLANES], [0; MAX_PLANES], 0);
        for (i, t) in self.mover.scratch.contacts.iter().enumerate() {
            let is_slow = t.normal.dot(self.v).abs() <= slow;
            if t.counts && count < MAX_PLANES && is_slow && !self.leaves_for_another(t, push) {
                (normals[count], places[count]) = (t.normal, i);
                count += 1;
            }
        }
        // A contact that cannot hold the ball gives no force, so the others are solved without it.
        loop {
            let forces = forces(push, &normals[..count]);
            let Some(loose) = forces.active().find(|&i| !self.contains(places[i], forces.press[i])) else {
                return held_by(&forces, &places);
            };
            normals.copy_within(loose + 1..count, loose);
            places.copy_within(loose + 1..count, loose);
            count -= 1;
        }
    }

    /// Returns true if the ball moves along another contact and thereby leaves this contact,
    /// further than the support zone. Turning the ball back along this contact would lead it into
    /// the other one. In a shallow valley, such turns and impacts would alternate at one position.
    fn leaves_for_another(&self, contact: &MoverContact, push: DVec3) -> bool {
        let (away, least) = (contact.normal.dot(self.v), -NO_IMPACT * self.v.length());
        away > 0.0
            && self.mover.scratch.contacts.iter().any(|other| {
                let n = other.normal;
                let (before, into) = (n.dot(self.v), -n.dot(push));
                let after = before - n.dot(contact.normal) * away;
                // The push that the other surface leaves presses the ball back.
                let press = -contact.normal.dot(push + n * if into > 0.0 { into } else { 0.0 });
                let is_far = away * away > 2.0 * press * self.zone();
                after < least && before >= least && is_far && self.is_near(other)
            })
    }

    /// Returns true if a contact that presses with a force keeps the ball from flying off.
    fn contains(&self, place: usize, press: f64) -> bool {
        let contact = &self.mover.scratch.contacts[place];
        let away = contact.normal.dot(self.v);
        let gap = (contact.skins - 1.0) * self.mover.skin;
        let hop = away * away / (2.0 * press) + if gap > 0.0 { gap } else { 0.0 };
        hop <= self.zone() * (1.0 + HOP_ROUNDING) && self.centripetal(contact) < press
    }

    /// Returns the part of the normal force that turns the ball around an edge or a corner.
    pub(super) fn centripetal(&self, contact: &MoverContact) -> f64 {
        let along = self.v - contact.normal * contact.normal.dot(self.v);
        let across = match contact.axis.feature {
            Feature::Face => return 0.0,
            Feature::Corner(_) => along,
            Feature::Edge(e) => {
                let corners = self.mover.scratch.candidates.obstacle(contact.candidate).corners;
                let e = usize::from(e);
                let edge = (corners[(e + 1) % corners.len()] - corners[e]).normalize_or_zero();
                along - edge * edge.dot(along)
            }
        };
        across.length_squared() / self.mover.space.radius
    }

    /// Moves the ball to the skin of a contact in the support zone. Returns true if it moved; the
    /// contacts are then out of date.
    pub(super) fn draw_in(&mut self, contact: &MoverContact) -> bool {
        let gap = (contact.skins - 1.0) * self.mover.skin;
        if self.is_near(contact) {
            return false;
        }
        let (before, toward) = (self.mover.x, contact.normal * -gap);
        if self.g.dot(toward) < -0.5 * self.kinetic_energy() {
            // The motion cannot pay for the lift to a surface that leans over the ball.
            return false;
        }
        self.fly(toward, DVec3::ZERO, 1.0);
        self.obstacle = None;
        let displacement = self.mover.x - before;
        self.gain(self.g.dot(displacement));
        // An obstacle may have stopped the ball.
        displacement.length() > 0.5 * gap
    }

    /// Adds energy to the velocity and the spin in proportion, so that rolling remains rolling.
    pub(super) fn gain(&mut self, energy: f64) {
        let kinetic = self.kinetic_energy();
        let share = if kinetic > 0.0 { 1.0 + energy / kinetic } else { 1.0 };
        // A large relative gain is dropped: a fall of a 16th of the skin must not set a resting
        // ball in motion.
        let factor = if (0.0..=2.0).contains(&share) { share.sqrt() } else { 1.0 };
        (self.v, self.spin) = (self.v * factor, self.spin * factor);
    }

    /// Turns the velocity along a supporting surface. At a fold between the previous surface and
    /// this surface, the velocity rotates around the fold without loss. Otherwise the component
    /// away from the surface is removed.
    pub(super) fn turn_along(&mut self, normal: DVec3) {
        let away = normal.dot(self.v);
        let turned = self.held.filter(|h| {
            let was_along = h.dot(self.v).abs() <= HELD_ALONG * self.v.length();
            was_along && h.dot(normal) > 0.5 && away > 0.0
        });
        if let Some(held) = turned {
            let (cos, axis) = (held.dot(normal), held.cross(normal));
            self.v = self.v * cos + axis.cross(self.v) + axis * (axis.dot(self.v) / (1.0 + cos));
        }
        self.v -= normal * normal.dot(self.v);
        self.held = Some(normal);
    }
}

fn held_by(forces: &Forces, places: &[usize; MAX_PLANES]) -> SupportContacts {
    let mut hold = SupportContacts { places: [0; MAX_PLANES], count: 0, press: [0.0; MAX_PLANES] };
    for i in forces.active() {
        (hold.places[hold.count], hold.press[hold.count]) = (places[i], forces.press[i]);
        hold.count += 1;
    }
    hold
}
