//! The contacts of a body at its current position.

use glam::DVec3;

use super::descend::Spot;
use super::scene::Scene;
use super::scratch::{Contact, SdfScratch};
use super::search::Question;
use crate::tolerance::SAME_CONTACT;

impl SdfScratch {
    /// Finds the contacts within the question's `level` of the body.
    pub(super) fn find_contacts(&mut self, scene: &Scene<'_>, question: &Question<'_>) {
        self.contacts.clear();
        for n in 0..self.learnt.len() {
            let (target, point) = self.learnt[n];
            let from = Some(point - question.x);
            let spot = self.targets.spot(scene, target, question, from);
            self.add(question, target, spot, true);
        }
        for target in 0..self.targets.list.len() {
            let spot = self.targets.spot(scene, target, question, None);
            self.add(question, target, spot, false);
        }
        self.discard_internal_edges();
    }

    fn add(&mut self, question: &Question<'_>, target: usize, spot: Option<Spot>, learnt: bool) {
        let Some(spot) = spot.filter(|s| s.value <= question.level && s.outwards != DVec3::ZERO) else {
            return;
        };
        let point = question.x + spot.point;
        let near = SAME_CONTACT * question.body.bounding_radius();
        let same = |c: &Contact| c.target == target && (c.point - point).length() <= near;
        if !self.contacts.iter().any(same) {
            let t = &self.targets.list[target];
            let (touched, friction) = (t.touched, t.friction);
            let (gap, normal) = (spot.value, -spot.outwards);
            self.contacts.push(Contact { target, touched, friction, point, gap, normal, learnt });
        }
    }

    /// Removes contacts at internal edges: their point also lies on another polygon with a smaller
    /// gap.
    fn discard_internal_edges(&mut self) {
        let Self { contacts, targets, .. } = self;
        let mut i = 0;
        while i < contacts.len() {
            let c = contacts[i];
            let hidden = !c.learnt
                && contacts
                    .iter()
                    .any(|o| o.target != c.target && o.gap < c.gap && targets.contains(o.target, c.point));
            if hidden {
                contacts.remove(i);
            } else {
                i += 1;
            }
        }
    }
}
