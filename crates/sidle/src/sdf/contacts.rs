//! The contacts of a body at its current position.

use glam::DVec3;

use super::descend::Spot;
use super::scene::Scene;
use super::scratch::{Contact, SdfScratch};
use super::search::Question;
use crate::tolerance::{MOST_CONTACTS, SAME_CONTACT};

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
        self.sort_by_gap();
        self.discard_internal_edges();
    }

    fn add(&mut self, question: &Question<'_>, target: usize, spot: Option<Spot>, learnt: bool) {
        let Some(spot) = spot.filter(|s| s.value <= question.level && s.outwards != DVec3::ZERO) else {
            return;
        };
        let point = question.x + spot.point;
        let near = SAME_CONTACT * question.body.bounding_radius();
        let same = |c: &Contact| c.target == target && (c.point - point).length() <= near;
        // Each target has one contact besides those that were learnt, which come first.
        if !self.contacts.iter().take_while(|c| c.learnt).any(same) {
            let t = &self.targets.list[target];
            let (touched, friction) = (t.touched, t.friction);
            let (gap, normal) = (spot.value, -spot.outwards);
            self.contacts.push(Contact { target, touched, friction, point, gap, normal, learnt });
        }
    }

    /// Sorts the numbers of the contacts by gap, and removes the contacts that are neither learnt
    /// nor among the [`MOST_CONTACTS`] nearest.
    fn sort_by_gap(&mut self) {
        let Self { contacts, by_gap, .. } = self;
        let order = |contacts: &[Contact], by_gap: &mut Vec<u32>| {
            by_gap.clear();
            by_gap.extend(0..contacts.len() as u32);
            let gap = |&i: &u32| contacts[i as usize].gap;
            by_gap.sort_unstable_by(|a, b| gap(a).total_cmp(&gap(b)).then(a.cmp(b)));
        };
        order(contacts, by_gap);
        if let Some(&first_left_out) = by_gap.get(MOST_CONTACTS) {
            let limit = (contacts[first_left_out as usize].gap, first_left_out);
            let mut i = 0;
            contacts.retain(|c| {
                let is_near = c.gap.total_cmp(&limit.0).then(i.cmp(&limit.1)).is_lt();
                i += 1;
                is_near || c.learnt
            });
            order(contacts, by_gap);
        }
    }

    /// Removes contacts at internal edges: their point also lies on another polygon with a smaller
    /// gap.
    fn discard_internal_edges(&mut self) {
        let Self { contacts, targets, by_gap, hidden, .. } = self;
        hidden.clear();
        hidden.resize(contacts.len(), false);
        for (i, c) in contacts.iter().enumerate().filter(|(_, c)| !c.learnt) {
            let nearer = by_gap.iter().map(|&o| o as usize).take_while(|&o| contacts[o].gap < c.gap);
            hidden[i] = nearer
                .filter(|&o| !hidden[o] && contacts[o].target != c.target)
                .any(|o| targets.contains(contacts[o].target, c.point));
        }
        let mut i = 0;
        contacts.retain(|_| {
            i += 1;
            !hidden[i - 1]
        });
    }
}
