//! What a mover touches where it is.

pub(super) mod index;

use glam::DVec3;

use super::scratch::Scratch;
use crate::geometry::Feature;
use crate::narrow_phase::{Candidates, SeparatingAxis};
use crate::shape::space::Space;
use crate::solve::cone::MAX_PLANES;
use crate::tolerance::SAME_NORMAL;
use crate::world::World;
use index::MANY;

/// A polygon within a skin of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverContact {
    /// Its place in the candidates, and its name there.
    pub(crate) candidate: usize,
    pub(crate) id: (u32, u32),
    pub(crate) axis: SeparatingAxis,
    /// The unit normal in the world.
    pub(crate) normal: DVec3,
    /// How far away it is, in skins: 1 is the full skin.
    pub(crate) skins: f64,
    /// Coulomb's coefficient; 0 under another law.
    pub(crate) friction: f64,
    /// The share of the speed lost per metre; 0 under Coulomb's law.
    pub(crate) drag: f64,
    /// Whether it takes part in the slide; a seam does not.
    pub(crate) counts: bool,
}

/// The planes that a mover faces.
#[derive(Debug, Default)]
pub(super) struct Planes {
    pub(super) normals: Vec<DVec3>,
    /// Of each, its place in the touches.
    pub(super) places: Vec<usize>,
    /// Those that hold it, and how rough they are.
    pub(super) supporting: Vec<(DVec3, f64)>,
}

impl Planes {
    pub(super) fn bytes(&self) -> usize {
        self.normals.capacity() * size_of::<DVec3>()
            + self.places.capacity() * size_of::<usize>()
            + self.supporting.capacity() * size_of::<(DVec3, f64)>()
    }
}

impl Scratch {
    /// Finds what is touched at `x` (in the space of the mover), within `band` skins beyond the
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

    /// Lists everything that is touched; all of it counts.
    pub(super) fn list_contacts(
        &mut self,
        world: &World,
        space: &Space,
        x: DVec3,
        band: f64,
        (friction_scale, drag_scale): (f64, f64),
    ) {
        self.contacts.clear();
        let limit = contact_limit(space, band);
        self.candidates.begin_stage(x);
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
    }

    /// Decides which of the listed touches count.
    pub(super) fn choose_contacts(&mut self) {
        self.discard_internal_edges();
        if let Some(log) = &mut self.log {
            log.internal_edges(&self.contacts);
        }
        self.count_each_normal_once();
    }

    /// Touches along one normal are one contact, as rough as the roughest of them: which of them
    /// counts is a matter of rounding.
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
        // The first along each normal learns from the others, then they learn from it.
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

    /// A touch counts only where it is a local minimum of the distance to the whole mesh: if its
    /// point also lies on another touched polygon that has a nearer point, then the mesh is nearer
    /// along that polygon, and this is only its seam. What a sweep ran into always counts.
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

    /// Of several touches along one normal, one counts: a face rather than the edge of its
    /// neighbour, and an edge rather than a corner, since it tells what comes next. An obstacle is
    /// left out only for one that tells more, in the same plane.
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
                    become_one(&mut before[old], &mut rest[0]);
                }
            }
            if are_many && contacts[i].counts {
                contact_index.note_normal(i, contacts[i].normal);
            }
        }
    }

    /// Lists the planes of the touches that count, at most [`MAX_PLANES`], obstacles first. The
    /// list is to be put back.
    pub(super) fn take_planes(&mut self) -> Planes {
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

    /// Whether a sweep of this move ran into it.
    fn is_obstacle(&self, t: &MoverContact) -> bool {
        self.obstacles.binary_search(&t.id).is_ok()
    }

    /// The distance of the nearest touch, in skins, at most 1.
    pub(crate) fn level(&self) -> f64 {
        self.contacts.iter().fold(1.0, |least, t| if t.skins < least { t.skins } else { least })
    }
}

/// What is further away than this is not touched.
pub(super) fn contact_limit(space: &Space, band: f64) -> f64 {
    let thickest = space.radius - space.bare_half_lengths().min_element();
    space.radius + band * thickest
}

/// One of two touches along one normal stops to count.
pub(super) fn become_one(old: &mut MoverContact, new: &mut MoverContact) {
    let dimension = |t: &MoverContact| match t.axis.feature {
        Feature::Corner(_) => 0,
        Feature::Edge(_) => 1,
        Feature::Face => 2,
    };
    if dimension(old) < dimension(new) {
        old.counts = false;
    } else {
        new.counts = false;
    }
}

/// Whether the nearest point of `b` lies on another polygon, which has a strictly nearer one.
pub(super) fn is_internal_edge_of(
    candidates: &Candidates,
    b: &SeparatingAxis,
    other: usize,
    nearest: &SeparatingAxis,
) -> bool {
    nearest.distance < b.distance && candidates.polygon(other).contains(b.point)
}

#[cfg(test)]
mod tests;
