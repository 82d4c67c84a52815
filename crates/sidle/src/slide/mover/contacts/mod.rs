//! The contacts of a mover at its current position.

mod contact;
pub(super) mod index;

use glam::DVec3;

use super::scratch::Scratch;
use crate::geometry::Feature;
use crate::narrow_phase::ObstaclePart;
use crate::shape::space::Space;
use crate::solve::cone::MAX_PLANES;
use crate::tolerance::{CONTACT_WORK, MOST_CONTACTS, SAME_NORMAL};
use crate::world::World;
pub(crate) use contact::MoverContact;
pub(super) use contact::Planes;
pub(super) use contact::is_internal_edge_of;
use index::MANY;

impl Scratch {
    /// Finds the contacts at `x` (in the space of the mover), up to `band` skin widths beyond the
    /// skin.
    pub(crate) fn find_contacts(
        &mut self,
        world: &World,
        space: &Space,
        x: DVec3,
        band: f64,
        scales: (f64, f64),
    ) {
        self.list_contacts(world, space, x, band, scales);
        self.share_friction();
        self.choose_contacts();
    }

    /// Lists all contacts, or the nearest of very many. At first every contact counts.
    pub(in crate::slide) fn list_contacts(
        &mut self,
        world: &World,
        space: &Space,
        x: DVec3,
        band: f64,
        (friction_scale, drag_scale): (f64, f64),
    ) {
        self.contacts.clear();
        let limit = contact_limit(space, band);
        self.candidates.begin_iteration(x);
        self.work.polygons += self.candidates.len();
        for block in 0..self.candidates.blocks() {
            for i in self.candidates.within(block, x, limit) {
                let (axis, skins) = self.candidates.certified(i, x, space);
                if skins <= 1.0 + band {
                    let c = self.candidates.get(i);
                    let rough = f64::from(world.material_of(c).friction);
                    let (friction, drag) = (rough * friction_scale, rough * drag_scale);
                    let normal = space.world_normal(axis.normal).0;
                    let id = (c.instance, c.polygon);
                    let contact =
                        MoverContact { candidate: i, id, axis, normal, skins, friction, drag, counts: true };
                    self.contacts.push(contact);
                }
            }
        }
        if self.contacts.len() > MOST_CONTACTS {
            // Each of them costs more than a polygon that is only measured.
            self.work.polygons += CONTACT_WORK * self.contacts.len();
            self.contact_index.keep_nearest(&mut self.contacts, &self.obstacles);
        }
    }

    /// Decides which of the listed contacts count.
    pub(in crate::slide) fn choose_contacts(&mut self) {
        self.discard_internal_edges();
        if let Some(log) = &mut self.log {
            log.internal_edges(&self.contacts);
        }
        self.count_each_normal_once();
    }

    /// Gives all contacts along one normal the largest friction among them. They are one contact
    /// physically, and rounding decides which of them counts.
    fn share_friction(&mut self) {
        let Self { contacts, contact_index, .. } = self;
        if !contacts.iter().any(|t| t.friction > 0.0 || t.drag > 0.0) {
            return;
        }
        let are_many = contacts.len() > MANY;
        if are_many {
            contact_index.clear_normals(contacts.len());
        }
        let most = |a: f64, b: f64| if a > b { a } else { b };
        // The first contact along each normal collects the largest values, then the others copy
        // them.
        for first_learns in [true, false] {
            for i in 0..contacts.len() {
                let normal = contacts[i].normal;
                let first = if are_many {
                    contact_index.first_along(normal, contacts)
                } else {
                    contacts[..i].iter().position(|o| o.normal.dot(normal) > SAME_NORMAL)
                };
                if let Some(first) = first.filter(|&first| first < i) {
                    let (before, rest) = contacts.split_at_mut(i);
                    let (first, other) = (&mut before[first], &mut rest[0]);
                    let (to, from) = if first_learns { (first, other) } else { (other, first) };
                    (to.friction, to.drag) = (most(to.friction, from.friction), most(to.drag, from.drag));
                } else if are_many && first_learns {
                    contact_index.note_normal(i, normal);
                }
            }
        }
    }

    /// Excludes internal edges. A contact counts only at a local minimum of the distance to the
    /// whole mesh. If its point also lies on another contact's polygon that has a nearer point, the
    /// distance falls along that polygon. Then the contact is an internal edge of it. An obstacle
    /// of a sweep always counts.
    fn discard_internal_edges(&mut self) {
        let Self { contacts, candidates, obstacles, contact_index, .. } = self;
        let are_many = contacts.len() > MANY;
        if are_many {
            contact_index.enter(contacts, candidates);
        }
        for i in 0..contacts.len() {
            let t = &contacts[i];
            if t.axis.feature == Feature::Face || obstacles.binary_search(&t.id).is_ok() {
                continue;
            }
            let is_hidden = if are_many {
                contact_index.is_internal_edge(i, contacts, candidates)
            } else {
                contacts.iter().any(|o| is_internal_edge_of(candidates, &t.axis, o.candidate, &o.axis))
            };
            contacts[i].counts = !is_hidden;
        }
    }

    /// Leaves one of several contacts along one normal. A face is preferred to an edge, and an edge
    /// to a corner, because the larger feature determines the next motion. An obstacle is excluded
    /// only for a larger feature in the same plane.
    fn count_each_normal_once(&mut self) {
        let Self { contacts, obstacles, contact_index, .. } = self;
        let are_many = contacts.len() > MANY;
        if are_many {
            contact_index.clear_normals(contacts.len());
        }
        let is_obstacle = |t: &MoverContact| obstacles.binary_search(&t.id).is_ok();
        for i in 0..contacts.len() {
            if contacts[i].counts && !is_obstacle(&contacts[i]) {
                let normal = contacts[i].normal;
                let same = |o: &MoverContact| o.counts && o.normal.dot(normal) > SAME_NORMAL;
                let old = if are_many {
                    contact_index.first_along(normal, contacts)
                } else {
                    contacts[..i].iter().position(same)
                };
                if let Some(old) = old {
                    let (before, rest) = contacts.split_at_mut(i);
                    exclude_duplicate(&mut before[old], &mut rest[0]);
                }
            }
            if are_many && contacts[i].counts {
                contact_index.note_normal(i, contacts[i].normal);
            }
        }
    }

    /// Returns the planes of the contacts that count, at most [`MAX_PLANES`], obstacles first. The
    /// caller must put the list back.
    pub(in crate::slide) fn take_planes(&mut self) -> Planes {
        let mut planes = std::mem::take(&mut self.facing);
        planes.normals.clear();
        planes.places.clear();
        for obstacles in [true, false] {
            if obstacles && self.obstacles.is_empty() {
                continue;
            }
            for (i, t) in self.contacts.iter().enumerate().filter(|(_, t)| t.counts) {
                if self.is_obstacle(t) == obstacles && planes.normals.len() < MAX_PLANES {
                    planes.normals.push(t.normal);
                    planes.places.push(i);
                }
            }
        }
        planes
    }

    /// Returns true if a sweep of this move hit the polygon.
    fn is_obstacle(&self, t: &MoverContact) -> bool {
        self.obstacles.binary_search(&t.id).is_ok()
    }

    /// Returns the distance of the nearest contact, in skin widths, at most 1.
    pub(crate) fn level(&self) -> f64 {
        self.contacts.iter().fold(1.0, |least, t| if t.skins < least { t.skins } else { least })
    }
}

/// Returns the largest distance of a contact, in the space of the mover.
pub(super) fn contact_limit(space: &Space, band: f64) -> f64 {
    let thickest = space.radius - space.bare_half_lengths().min_element();
    space.radius + band * thickest
}

/// Excludes one of two contacts along one normal.
pub(super) fn exclude_duplicate(old: &mut MoverContact, new: &mut MoverContact) {
    let dimension = |t: &MoverContact| match t.axis.obstacle_part() {
        ObstaclePart::Corner => 0,
        ObstaclePart::Edge => 1,
        ObstaclePart::Face => 2,
    };
    if dimension(old) < dimension(new) {
        old.counts = false;
    } else {
        new.counts = false;
    }
}

#[cfg(test)]
mod tests;
