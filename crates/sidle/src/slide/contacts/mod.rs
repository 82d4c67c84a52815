//! What a mover touches where it is.

pub(super) mod index;

use glam::DVec3;

use super::scratch::Scratch;
use crate::geometry::Feature;
use crate::narrow_phase::{Bound, Candidates};
use crate::shape::space::Space;
use crate::solve::cone::MAX_PLANES;
use crate::tolerance::SAME_NORMAL;
use crate::world::World;
use index::MANY;

/// A polygon within a skin of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Its place in the candidates, and its name there.
    pub(crate) candidate: usize,
    pub(crate) id: (u32, u32),
    pub(crate) bound: Bound,
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
    pub(super) holding: Vec<(DVec3, f64)>,
}

impl Planes {
    pub(super) fn bytes(&self) -> usize {
        self.normals.capacity() * size_of::<DVec3>()
            + self.places.capacity() * size_of::<usize>()
            + self.holding.capacity() * size_of::<(DVec3, f64)>()
    }
}

impl Scratch {
    /// Finds what is touched at `x` (in the space of the mover), within `band` skins beyond the
    /// skin.
    pub(crate) fn find_touches(
        &mut self,
        world: &World,
        space: &Space,
        x: DVec3,
        band: f64,
        scales: (f64, f64),
    ) {
        self.list_touches(world, space, x, band, scales);
        self.share_friction();
        self.choose_touches();
    }

    /// Lists everything that is touched; all of it counts.
    pub(super) fn list_touches(
        &mut self,
        world: &World,
        space: &Space,
        x: DVec3,
        band: f64,
        (friction_scale, drag_scale): (f64, f64),
    ) {
        self.touches.clear();
        let limit = touch_limit(space, band);
        self.candidates.begin_stage(x);
        for row in 0..self.candidates.rows() {
            for i in self.candidates.within(row, x, limit) {
                let (bound, skins) = self.candidates.certified(i, x, space);
                if skins <= 1.0 + band {
                    let c = self.candidates.get(i);
                    let rough = f64::from(world.material_of(c).friction);
                    let (friction, drag) = (rough * friction_scale, rough * drag_scale);
                    let normal = space.world_normal(bound.normal).0;
                    let id = (c.instance, c.polygon);
                    let touch =
                        Touch { candidate: i, id, bound, normal, skins, friction, drag, counts: true };
                    self.touches.push(touch);
                }
            }
        }
    }

    /// Decides which of the listed touches count.
    pub(super) fn choose_touches(&mut self) {
        self.set_seams_aside();
        if let Some(log) = &mut self.log {
            log.seams(&self.touches);
        }
        self.count_each_normal_once();
    }

    /// Touches along one normal are one contact, as rough as the roughest of them: which of them
    /// counts is a matter of rounding.
    fn share_friction(&mut self) {
        let Self { touches, crowd, .. } = self;
        if !touches.iter().any(|t| t.friction > 0.0 || t.drag > 0.0) {
            return;
        }
        let are_many = touches.len() > MANY;
        if are_many {
            crowd.clear_normals(touches.len());
        }
        let most = |a: f64, b: f64| if a > b { a } else { b };
        // The first along each normal learns from the others, then they learn from it.
        for first_learns in [true, false] {
            for i in 0..touches.len() {
                let normal = touches[i].normal;
                let first = if are_many {
                    crowd.first_along(normal, touches)
                } else {
                    touches[..i].iter().position(|o| o.normal.dot(normal) > SAME_NORMAL)
                };
                if let Some(first) = first.filter(|&first| first < i) {
                    let (before, rest) = touches.split_at_mut(i);
                    let (first, other) = (&mut before[first], &mut rest[0]);
                    let (to, from) = if first_learns { (first, other) } else { (other, first) };
                    (to.friction, to.drag) = (most(to.friction, from.friction), most(to.drag, from.drag));
                } else if are_many && first_learns {
                    crowd.note_normal(i, normal);
                }
            }
        }
    }

    /// A touch counts only where it is a local minimum of the distance to the whole mesh: if its
    /// point also lies on another touched polygon that has a nearer point, then the mesh is nearer
    /// along that polygon, and this is only its seam. What a sweep ran into always counts.
    fn set_seams_aside(&mut self) {
        let Self { touches, candidates, obstacles, crowd, .. } = self;
        let are_many = touches.len() > MANY;
        if are_many {
            crowd.enter(touches, candidates);
        }
        for i in 0..touches.len() {
            let t = &touches[i];
            if t.bound.feature == Feature::Face || obstacles.binary_search(&t.id).is_ok() {
                continue;
            }
            let is_hidden = if are_many {
                crowd.is_seam(i, touches, candidates)
            } else {
                touches.iter().any(|o| is_seam_of(candidates, &t.bound, o.candidate, &o.bound))
            };
            touches[i].counts = !is_hidden;
        }
    }

    /// Of several touches along one normal, one counts: a face rather than the edge of its
    /// neighbour, and an edge rather than a corner, since it tells what comes next. An obstacle is
    /// left out only for one that tells more, in the same plane.
    fn count_each_normal_once(&mut self) {
        let Self { touches, obstacles, crowd, .. } = self;
        let are_many = touches.len() > MANY;
        if are_many {
            crowd.clear_normals(touches.len());
        }
        let is_obstacle = |t: &Touch| obstacles.binary_search(&t.id).is_ok();
        for i in 0..touches.len() {
            if touches[i].counts && !is_obstacle(&touches[i]) {
                let normal = touches[i].normal;
                let same = |o: &Touch| o.counts && o.normal.dot(normal) > SAME_NORMAL;
                let old = if are_many {
                    crowd.first_along(normal, touches)
                } else {
                    touches[..i].iter().position(same)
                };
                if let Some(old) = old {
                    let (before, rest) = touches.split_at_mut(i);
                    become_one(&mut before[old], &mut rest[0]);
                }
            }
            if are_many && touches[i].counts {
                crowd.note_normal(i, touches[i].normal);
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
            for (i, t) in self.touches.iter().enumerate().filter(|(_, t)| t.counts) {
                if self.is_obstacle(t) == obstacles && planes.normals.len() < MAX_PLANES {
                    planes.normals.push(t.normal);
                    planes.places.push(i);
                }
            }
        }
        planes
    }

    /// Whether a sweep of this move ran into it.
    fn is_obstacle(&self, t: &Touch) -> bool {
        self.obstacles.binary_search(&t.id).is_ok()
    }

    /// The distance of the nearest touch, in skins, at most 1.
    pub(crate) fn level(&self) -> f64 {
        self.touches.iter().fold(1.0, |least, t| if t.skins < least { t.skins } else { least })
    }
}

/// What is further away than this is not touched.
pub(super) fn touch_limit(space: &Space, band: f64) -> f64 {
    let thickest = space.radius - space.bare_half_lengths().min_element();
    space.radius + band * thickest
}

/// One of two touches along one normal stops to count.
pub(super) fn become_one(old: &mut Touch, new: &mut Touch) {
    let dimension = |t: &Touch| match t.bound.feature {
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
pub(super) fn is_seam_of(candidates: &Candidates, b: &Bound, other: usize, nearest: &Bound) -> bool {
    nearest.distance < b.distance && candidates.polygon(other).holds(b.point)
}

#[cfg(test)]
mod tests;
