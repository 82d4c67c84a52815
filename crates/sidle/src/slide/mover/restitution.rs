//! Surfaces with restitution: bounces, and Miller's push-back.

use glam::DVec3;

use super::Mover;
use super::response::{leaves_freedom, slowed};
use crate::slide::StopReason;
use crate::tolerance::FEASIBLE;

/// Maximum number of reflections between the contacts at one place. A corner of three right angles
/// takes three. If a sharp wedge has not turned the motion away by then, a bounce becomes a slide,
/// and a push-back ends the move.
const MAX_REFLECTIONS: usize = 16;

impl Mover<'_> {
    /// Reflects the motion off every plane that it enters and that has restitution: R = v - (1 +
    /// e)(n . v) n. Planes that it already slides along, and planes without restitution, are left
    /// to the slide.
    pub(super) fn bounce(&mut self, normals: &[DVec3], places: &[usize]) {
        for _ in 0..MAX_REFLECTIONS {
            let gives_back = |i: usize| self.restitution(places[i], normals[i]) > 0.0;
            let Some(i) = self.most_opposed(normals, gives_back) else { return };
            let (n, e) = (normals[i], self.restitution(places[i], normals[i]));
            self.record(places[i], Some(-n.dot(self.velocity)));
            self.log_reflection(places[i]);
            let friction = self.scratch.contacts[places[i]].friction;
            self.v = reflected(self.v, n, e, friction);
            self.velocity = reflected(self.velocity, n, e, friction);
        }
    }

    /// Returns the restitution of a contact. It is 0 if the contact supported the mover before, or
    /// if the speed into it is at most the bounce threshold.
    fn restitution(&self, place: usize, n: DVec3) -> f64 {
        let contact = &self.scratch.contacts[place];
        let is_slow = -n.dot(self.velocity) <= f64::from(self.config.bounce_threshold);
        if is_slow || self.scratch.held_by.contains(&contact.id) {
            return 0.0;
        }
        let material = self.world.material_of(self.scratch.candidates.get(contact.candidate));
        f64::from(material.restitution) * f64::from(self.config.restitution_scale)
    }

    /// Pushes the motion out of one plane after the other, the most opposed one first, until it
    /// enters none.
    pub(super) fn push_back(&mut self, normals: &[DVec3], places: &[usize]) -> Result<(), StopReason> {
        for _ in 0..MAX_REFLECTIONS {
            let Some(i) = self.most_opposed(normals, |_| true) else { return Ok(()) };
            let (n, friction) = (normals[i], self.scratch.contacts[places[i]].friction);
            self.record(places[i], Some(-n.dot(self.velocity)));
            self.log_reflection(places[i]);
            self.v = reflected(self.v, n, 0.0, friction);
            self.velocity = reflected(self.velocity, n, 0.0, friction);
            if !leaves_freedom(self.v, self.asked) {
                return Err(StopReason::NoFreedom);
            }
            if self.v.dot(self.asked) <= 0.0 {
                return Err(StopReason::Reversed);
            }
        }
        Err(StopReason::NoFreedom)
    }

    /// Returns the plane that the motion enters most steeply, among those for which `counts` is
    /// true. Returns `None` if it enters none of them.
    fn most_opposed(&self, normals: &[DVec3], counts: impl Fn(usize) -> bool) -> Option<usize> {
        let mut most = (-FEASIBLE * self.v.length(), None);
        for (i, n) in normals.iter().enumerate() {
            let along = n.dot(self.v);
            if along < most.0 && counts(i) {
                most = (along, Some(i));
            }
        }
        most.1
    }
}

/// Returns `v` reflected by a plane with restitution `e`. Coulomb friction slows the part along the
/// plane; the impulse along the normal is (1 + e) times the speed into the plane. A `v` that leaves
/// the plane stays unchanged.
fn reflected(v: DVec3, n: DVec3, e: f64, friction: f64) -> DVec3 {
    let into = -n.dot(v);
    if into <= 0.0 {
        return v;
    }
    let along = v + n * into;
    slowed(along, friction * (1.0 + e) * into) + n * (e * into)
}
