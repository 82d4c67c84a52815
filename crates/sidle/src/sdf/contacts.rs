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
        self.discard_far_and_internal();
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

    /// Removes all but the [`MOST_CONTACTS`] nearest contacts and those that were learnt, and those
    /// at internal edges: their point also lies on another polygon with a smaller gap.
    fn discard_far_and_internal(&mut self) {
        let Self { contacts, targets, by_gap, discarded, .. } = self;
        by_gap.clear();
        by_gap.extend(0..contacts.len());
        by_gap.sort_unstable_by(|&a, &b| contacts[a].gap.total_cmp(&contacts[b].gap).then(a.cmp(&b)));
        discarded.clear();
        discarded.resize(contacts.len(), false);
        for &far in by_gap.iter().skip(MOST_CONTACTS) {
            discarded[far] = !contacts[far].learnt;
        }
        for (i, c) in contacts.iter().enumerate() {
            if discarded[i] || c.learnt {
                continue;
            }
            let nearer = by_gap.iter().copied().take_while(|&o| contacts[o].gap < c.gap);
            discarded[i] = nearer
                .filter(|&o| !discarded[o] && contacts[o].target != c.target)
                .any(|o| targets.contains(contacts[o].target, c.point));
        }
        let mut is_discarded = discarded.iter();
        contacts.retain(|_| is_discarded.next() != Some(&true));
    }
}
