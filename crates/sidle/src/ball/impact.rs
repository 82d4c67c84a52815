//! Impacts of a ball, and its bounces.

use glam::DVec3;

use super::forces::forces;
use super::law::slip;
use super::roller::Roller;
use crate::geometry::finite;
use crate::slide::MoverContact;
use crate::solve::cone::{self, MAX_PLANES};
use crate::tolerance::{IMPACT_ROUNDS, NO_IMPACT};
use crate::world::MoveHit;

impl Roller<'_> {
    /// Bounces off all contacts that the ball approaches, the fastest approach first. Returns true
    /// if there was any.
    pub(super) fn collide(&mut self) -> bool {
        for round in 0..IMPACT_ROUNDS {
            let Some(contact) = self.approached() else { return round > 0 };
            self.bounce(&contact);
        }
        // The ball is in a narrow place: the remaining velocity into the surfaces is removed.
        let (normals, count) = self.normals_but(usize::MAX, f64::INFINITY);
        self.v = cone::project(self.v, &normals[..count]).d;
        true
    }

    /// Returns true if a contact counts and is at the skin, not in the support zone beyond it.
    pub(super) fn is_near(&self, contact: &MoverContact) -> bool {
        contact.counts && contact.skins <= 1.0 + 2.0 * self.mover.band
    }

    fn approached(&self) -> Option<MoverContact> {
        let (mut fastest, mut found) = (NO_IMPACT * self.v.length(), None);
        for contact in self.mover.scratch.contacts.iter().filter(|t| self.is_near(t)) {
            let into = -contact.normal.dot(self.v);
            if into > fastest {
                (fastest, found) = (into, Some(*contact));
            }
        }
        found
    }

    /// Returns the normals of the contacts at the skin. Skips one candidate, and contacts that the
    /// ball leaves or enters faster than `speed`.
    fn normals_but(&self, candidate: usize, speed: f64) -> ([DVec3; MAX_PLANES], usize) {
        let (mut normals, mut count) = ([DVec3::ZERO; MAX_PLANES], 0);
        for t in self.mover.scratch.contacts.iter().filter(|t| self.is_near(t) && t.candidate != candidate) {
            if count < MAX_PLANES && t.normal.dot(self.v).abs() <= speed {
                normals[count] = t.normal;
                count += 1;
            }
        }
        (normals, count)
    }

    /// Applies the bounce R = I - (1 + e) (n . I) n, and the impulse of friction against the slip.
    fn bounce(&mut self, contact: &MoverContact) {
        let n = contact.normal;
        let into = -n.dot(self.v);
        let e = self.restitution(contact, into);
        let push = (1.0 + e) * into;
        let slip = slip(self.v, self.spin, n, self.radius);
        let speed = slip.length();
        let (most, grip) = (contact.friction * push, speed * (2.0 / 7.0));
        let drag = if most < grip { most } else { grip };
        if drag > 0.0 {
            let force = slip * (-drag / speed);
            self.v += force;
            self.spin += force.cross(n) * (2.5 / self.radius);
        }
        self.v += n * push;
        if e == 0.0 {
            self.v -= n * n.dot(self.v);
        }
        if e > 0.0 || into > self.slow() {
            self.record(contact, push);
        }
    }

    /// Returns the restitution of an impact with the speed `into`. It is 0 if the bounce would not
    /// lift the ball above the minimum bounce height.
    fn restitution(&self, contact: &MoverContact, into: f64) -> f64 {
        let c = self.mover.scratch.candidates.get(contact.candidate);
        let scaled = self.mover.world.material_of(c).restitution * self.config.restitution_scale;
        let e = if scaled < 1.0 { f64::from(scaled) } else { 1.0 };
        // The ball returns to the surface by the part of gravity that the other supports leave.
        let (others, count) = self.normals_but(contact.candidate, self.slow());
        let press = -forces(self.g, &others[..count]).left.dot(contact.normal);
        let (hop, zone) = (f64::from(self.config.min_bounce_height), self.zone());
        let least = if hop > zone { hop } else { zone };
        let up = e * into;
        if press > 0.0 && up * up <= 2.0 * press * least { 0.0 } else { e }
    }

    /// Returns the largest speed that lifts a ball no higher than the support zone.
    pub(super) fn slow(&self) -> f64 {
        (2.0 * self.g.length() * self.zone()).sqrt()
    }

    fn record(&mut self, contact: &MoverContact, push: f64) {
        let c = self.mover.scratch.candidates.get(contact.candidate);
        let hit = MoveHit {
            fraction: self.gone(),
            point: self.mover.space.position_of(contact.axis.point),
            normal: contact.normal.as_vec3(),
            speed_removed: finite(push),
            surface: self.mover.world.surface_of(c, contact.axis.feature),
        };
        self.mover.scratch.hits.push(hit);
    }
}
