//! Contact index: answers the questions of `contacts/mod.rs` that compare each contact with all
//! others, by looking only where the answer can be. Without it, a fan of ten thousand triangles
//! needs quadratic time.
//!
//! The results are the same, except for chains of normals in which each equals the next but not the
//! one after. A few contacts, the common case, are compared faster one by one.

use glam::DVec3;

use super::contact::{MoverContact, is_internal_edge_of};
use crate::geometry::morton::morton;
use crate::geometry::{Feature, key};
use crate::narrow_phase::Candidates;
use crate::tolerance::{MOST_CONTACTS, SAME_NORMAL};

/// Number of contacts above which the index is used.
pub(in crate::slide::mover) const MANY: usize = 24;

/// Cells per unit along each axis of a normal. Normals that count as equal (1.5e-6 apart) are in
/// the same cell or in adjacent cells.
const CELLS: f64 = 262_144.0;

/// Distance to the side of a cell, as a fraction of the cell. A normal nearer to the side may have
/// an equal one in the adjacent cell. Above 1.5e-6 times `CELLS`.
const NEAR_THE_SIDE: f64 = 0.45;

/// Number of members of a group, and of layers of groups.
const GROUP: usize = 16;
const LAYERS: usize = 4;

const NONE: u32 = u32::MAX;

/// Index over many contacts. Its memory is kept.
#[derive(Debug, Default)]
pub(in crate::slide::mover) struct ContactIndex {
    slots: Vec<(u64, u32)>,
    /// For each contact, the one noted before it in the same slot.
    before: Vec<u32>,
    /// Contacts in spatial order: Morton code and index. Empty until needed.
    in_space: Vec<(u32, u32)>,
    /// Groups of one contact, then of groups, and of groups of groups.
    groups: [Vec<Group>; LAYERS],
    /// Distance in skins and candidate of each contact.
    by_distance: Vec<(f64, usize)>,
}

/// Some contacts: a box around their obstacles, and the distance of the nearest one.
#[derive(Clone, Copy, Debug)]
struct Group {
    low: DVec3,
    high: DVec3,
    nearest: f64,
}

impl Group {
    const EMPTY: Self = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY, nearest: f64::INFINITY };

    fn union(self, other: &Self) -> Self {
        let nearest = if other.nearest < self.nearest { other.nearest } else { self.nearest };
        Self { low: self.low.min(other.low), high: self.high.max(other.high), nearest }
    }
}

impl ContactIndex {
    /// Leaves the [`MOST_CONTACTS`] nearest contacts and the obstacles, in the same order.
    #[cold]
    pub(in crate::slide::mover) fn keep_nearest(
        &mut self,
        contacts: &mut Vec<MoverContact>,
        obstacles: &[(u32, u32)],
    ) {
        let order = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        self.by_distance.clear();
        self.by_distance.extend(contacts.iter().map(|t| (t.skins, t.candidate)));
        let last = *self.by_distance.select_nth_unstable_by(MOST_CONTACTS - 1, order).1;
        contacts.retain(|t| {
            order(&(t.skins, t.candidate), &last).is_le() || obstacles.binary_search(&t.id).is_ok()
        });
    }

    fn clear(&mut self, entries: usize) {
        self.slots.clear();
        self.slots.resize((2 * entries).next_power_of_two(), (0, NONE));
    }

    /// Returns the slot of a key. It contains `NONE` until a contact is stored there.
    fn slot(&mut self, key: u64) -> &mut (u64, u32) {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].1 != NONE && self.slots[at].0 != key {
            at = (at + 1) & mask;
        }
        self.slots[at].0 = key;
        &mut self.slots[at]
    }

    /// Stores all contacts under their corners and edges. If several share one, the nearest is
    /// kept.
    pub(in crate::slide::mover) fn enter(&mut self, contacts: &[MoverContact], candidates: &Candidates) {
        let corners_of = |t: &MoverContact| candidates.obstacle(t.candidate).corners;
        self.clear(contacts.iter().map(|t| 2 * corners_of(t).len()).sum());
        self.in_space.clear();
        for (j, t) in contacts.iter().enumerate() {
            let corners = corners_of(t);
            let mut last = key::of_place(corners[corners.len() - 1]);
            for &corner in corners {
                let key = key::of_place(corner);
                for key in [key, edge(last, key)] {
                    let slot = self.slot(key);
                    if slot.1 == NONE || t.axis.distance < contacts[slot.1 as usize].axis.distance {
                        slot.1 = j as u32;
                    }
                }
                last = key;
            }
        }
    }

    /// Returns true if contact `i`, of an edge or a corner, is an internal edge of any other
    /// contact. That is usually one that shares this edge or corner.
    pub(in crate::slide::mover) fn is_internal_edge(
        &mut self,
        i: usize,
        contacts: &[MoverContact],
        candidates: &Candidates,
    ) -> bool {
        let contact = &contacts[i];
        let corners = candidates.obstacle(contact.candidate).corners;
        let at = |k: usize| key::of_place(corners[k % corners.len()]);
        let shared = match contact.axis.feature {
            Feature::Face => return false,
            Feature::Corner(k) => at(usize::from(k)),
            Feature::Edge(e) => edge(at(usize::from(e)), at(usize::from(e) + 1)),
        };
        let nearest = self.slot(shared).1 as usize;
        if contacts
            .get(nearest)
            .is_some_and(|o| is_internal_edge_of(candidates, &contact.axis, o.candidate, &o.axis))
        {
            return true;
        }
        self.is_internal_edge_of_any(contact, contacts, candidates)
    }

    /// Tests all nearer contacts whose box contains the point.
    fn is_internal_edge_of_any(
        &mut self,
        contact: &MoverContact,
        contacts: &[MoverContact],
        candidates: &Candidates,
    ) -> bool {
        if self.in_space.is_empty() {
            self.sort_in_space(contacts, candidates);
        }
        let top = self.groups.len() - 1;
        (0..self.groups[top].len()).any(|k| self.any_around(contact, (top, k), (contacts, candidates)))
    }

    /// Returns true if the contact is an internal edge of any contact of this group.
    fn any_around(
        &self,
        contact: &MoverContact,
        (layer, k): (usize, usize),
        (contacts, candidates): (&[MoverContact], &Candidates),
    ) -> bool {
        let (group, p) = (&self.groups[layer][k], contact.axis.point);
        // Only a nearer contact hides an edge. At a corner that thousands of polygons share, that
        // leaves none.
        if !(group.nearest < contact.axis.distance && p.cmpge(group.low).all() && p.cmple(group.high).all()) {
            return false;
        }
        if layer == 0 {
            let o = &contacts[self.in_space[k].1 as usize];
            return is_internal_edge_of(candidates, &contact.axis, o.candidate, &o.axis);
        }
        let end = (GROUP * (k + 1)).min(self.groups[layer - 1].len());
        (GROUP * k..end).any(|k| self.any_around(contact, (layer - 1, k), (contacts, candidates)))
    }

    /// Sorts the contacts in spatial order and forms their groups.
    fn sort_in_space(&mut self, contacts: &[MoverContact], candidates: &Candidates) {
        let points = contacts.iter().map(|t| t.axis.point);
        let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = points.clone().fold(none, |(low, high), p| (low.min(p), high.max(p)));
        let (middle, half) = (0.5 * (low + high), 0.5 * (high - low).max_element());
        self.in_space.extend((0..).zip(points).map(|(i, p)| (morton((p - middle) / half), i)));
        self.in_space.sort_unstable();
        let Self { in_space, groups, .. } = self;
        let group_of = |&(_, i): &(u32, u32)| {
            let contact = &contacts[i as usize];
            let obstacle = candidates.obstacle(contact.candidate);
            let (low, high) = obstacle.corners.iter().fold(none, |(low, high), &c| (low.min(c), high.max(c)));
            // The core, and twice the possible error of the nearest point.
            let room = obstacle.core.map_or(DVec3::ZERO, |core| core.abs()) + 8.0 * obstacle.error;
            Group { low: low - room, high: high + room, nearest: contact.axis.distance }
        };
        let merged = |some: &[Group]| some.iter().fold(Group::EMPTY, Group::union);
        for layer in 0..LAYERS {
            let (below, rest) = groups.split_at_mut(layer);
            rest[0].clear();
            match below.last() {
                None => rest[0].extend(in_space.iter().map(group_of)),
                Some(below) => rest[0].extend(below.chunks(GROUP).map(merged)),
            }
        }
    }

    pub(in crate::slide::mover) fn clear_normals(&mut self, contacts: usize) {
        self.clear(contacts);
        self.before.clear();
        self.before.resize(contacts, NONE);
    }

    pub(in crate::slide::mover) fn note_normal(&mut self, i: usize, normal: DVec3) {
        let slot = self.slot(cell((normal * CELLS).floor()));
        let before = slot.1;
        slot.1 = i as u32;
        self.before[i] = before;
    }

    /// Returns the first noted contact that counts and has this normal.
    pub(in crate::slide::mover) fn first_along(
        &mut self,
        normal: DVec3,
        contacts: &[MoverContact],
    ) -> Option<usize> {
        let scaled = normal * CELLS;
        let own = scaled.floor();
        let part = scaled - own;
        let other = |part: f64| match part {
            p if p < NEAR_THE_SIDE => -1.0,
            p if p > 1.0 - NEAR_THE_SIDE => 1.0,
            _ => 0.0,
        };
        let step = DVec3::new(other(part.x), other(part.y), other(part.z));
        let mut first = NONE;
        for k in 0..8_u32 {
            let along =
                |bit: u32, step: f64| if k & bit == 0 { Some(0.0) } else { Some(step).filter(|s| *s != 0.0) };
            let (Some(x), Some(y), Some(z)) = (along(1, step.x), along(2, step.y), along(4, step.z)) else {
                continue;
            };
            let mut i = self.slot(cell(own + DVec3::new(x, y, z))).1;
            while i != NONE {
                let t = &contacts[i as usize];
                if i < first && t.counts && t.normal.dot(normal) > SAME_NORMAL {
                    first = i;
                }
                i = self.before[i as usize];
            }
        }
        (first != NONE).then_some(first as usize)
    }

    pub(in crate::slide::mover) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u64, u32)>()
            + self.before.capacity() * size_of::<u32>()
            + self.in_space.capacity() * size_of::<(u32, u32)>()
            + self.by_distance.capacity() * size_of::<(f64, usize)>()
            + self.groups.iter().map(Vec::capacity).sum::<usize>() * size_of::<Group>()
    }
}

/// Returns a key of an edge, independent of the order of its corners.
fn edge(a: u64, b: u64) -> u64 {
    key::mixed(a.wrapping_add(b), a ^ b)
}

fn cell(at: DVec3) -> u64 {
    at.to_array().into_iter().fold(2, |h, c| key::mixed(h, c as i64 as u64))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::exclude_duplicate;
    use super::*;
    use crate::mesh::{Material, WorldBuilder};
    use crate::shape::Shape;
    use crate::shape::space::Space;
    use crate::slide::Scratch;
    use crate::world::{QueryFilter, Region, World};

    /// The naive reference implementation: compares each contact with all others.
    fn one_by_one(contacts: &mut [MoverContact], candidates: &Candidates, obstacles: &[(u32, u32)]) {
        let is_obstacle = |t: &MoverContact| obstacles.contains(&t.id);
        let all = contacts.to_vec();
        for t in &mut *contacts {
            let same = all.iter().filter(|o| o.normal.dot(t.normal) > SAME_NORMAL);
            t.friction = same.fold(t.friction, |most, o| if o.friction > most { o.friction } else { most });
        }
        for i in 0..contacts.len() {
            let t = contacts[i];
            let is_internal_edge =
                contacts.iter().any(|o| is_internal_edge_of(candidates, &t.axis, o.candidate, &o.axis));
            contacts[i].counts = t.axis.feature == Feature::Face || is_obstacle(&t) || !is_internal_edge;
        }
        for i in 0..contacts.len() {
            let new = contacts[i];
            let same = |o: &MoverContact| o.counts && o.normal.dot(new.normal) > SAME_NORMAL;
            if let Some(old) =
                contacts[..i].iter().position(same).filter(|_| new.counts && !is_obstacle(&new))
            {
                let (before, rest) = contacts.split_at_mut(i);
                exclude_duplicate(&mut before[old], &mut rest[0]);
            }
        }
    }

    /// Builds a hundred triangles that meet in the origin, steep or level, some of them repeated.
    /// Some worlds have narrow spikes with their points near the origin instead.
    fn place(unit: &mut impl FnMut() -> f64) -> World {
        let mut builder = WorldBuilder::new();
        let materials = [0.1, 0.4, 0.7]
            .map(|friction| builder.add_material(Material { friction, ..Material::default() }));
        let (rise, nails) = ([0.0, 0.0, 0.3, -0.3][(unit() * 4.0) as usize], unit() < 0.3);
        let rim = |i: u32| {
            let (sin, cos) = (f64::from(i % 100) * 0.062_831_853).sin_cos();
            Vec3::new(2.0 * cos as f32, rise, 2.0 * sin as f32)
        };
        for i in 0..100 {
            let at = if nails { Vec3::new(unit() as f32, 0.0, unit() as f32) * 1.0e-3 } else { Vec3::ZERO };
            let (a, b) =
                if nails { (at + Vec3::new(1e-4, -1.0, 0.0), at - Vec3::Y) } else { (rim(i), rim(i + 1)) };
            let corners = if unit() < 0.5 { [at, a, b] } else { [b, at, a] };
            for _ in 0..if unit() < 0.1 { 3 } else { 1 } {
                builder.add_triangles(&corners, &[[0, 1, 2]], materials[(unit() * 3.0) as usize]);
            }
        }
        builder.build().expect("finite")
    }

    #[test]
    fn a_crowd_answers_as_one_by_one() {
        let mut state = 7_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let (mut many, mut hidden, mut internal_edges_missed) = (0, 0, 0);
        for case in 0..300 {
            let world = place(&mut unit);
            let shape =
                if case % 2 == 0 { Shape::sphere(0.4) } else { Shape::ellipsoid(Vec3::new(0.3, 0.5, 0.4)) };
            let height = if case % 2 == 0 { 0.401 } else { 0.501 };
            let at = Vec3::new((unit() * 4e-3) as f32, height, (unit() * 4e-3) as f32);
            let space = Space::new(&shape, at.as_dvec3(), 0.001).expect("a shape");
            let mut scratch = Scratch::default();
            let region = Region { center: DVec3::ZERO, radius: 0.1 };
            world.gather(&space, &region, DVec3::ZERO, &QueryFilter::ALL, None, &mut scratch.candidates);
            scratch.obstacles.extend([(0, 5), (0, 17), (0, 60)]);
            scratch.find_contacts(&world, &space, DVec3::ZERO, 0.2, (1.0, 0.0));
            let mut twins = scratch.contacts.clone();
            for t in &mut twins {
                t.friction = f64::from(world.material_of(scratch.candidates.get(t.candidate)).friction);
            }
            one_by_one(&mut twins, &scratch.candidates, &scratch.obstacles);
            for (i, (t, reference)) in scratch.contacts.iter().zip(&twins).enumerate() {
                assert_eq!(
                    (t.counts, t.friction),
                    (reference.counts, reference.friction),
                    "case {case}, touch {i}: {t:?}"
                );
                hidden += u32::from(!t.counts);
                internal_edges_missed += u32::from(t.counts && t.axis.feature != Feature::Face);
            }
            many += u32::from(twins.len() > MANY);
        }
        assert!(
            many > 100 && hidden > 1_000 && internal_edges_missed > 1_000,
            "{many} {hidden} {internal_edges_missed}"
        );
    }
}
