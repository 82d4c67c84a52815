//! Pushes a shape out of everything that it overlaps, in rounds. Each round applies the smallest
//! push out of all planes that overlap now, each on the side of the centre. That nearly always ends
//! at the nearest free place. But a round may have no smallest push, and the rounds may never end.

use glam::DVec3;

use super::EscapePath;
use crate::geometry::is_in_range;
use crate::slide::Scratch;
use crate::slide::mover::Mover;
use crate::solve::cone::{keep_deepest, push_out};
use crate::tolerance::{DEPENETRATE_GAIN, DEPENETRATE_PUSHES, DEPENETRATE_ROUNDS};

/// Maximum number of times that an escape path is improved from its end.
const POLISHINGS: usize = 8;

/// The planes that a round leaves together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Planes {
    /// The planes of all overlapped polygons.
    All,
    /// The planes of the local minima of the distance to the mesh.
    WithoutInternalEdges,
}

/// Returns a push halfway out of each plane, for the case that no point leaves all of them. The
/// next round tries again.
fn compromise(planes: &[(DVec3, f64)]) -> DVec3 {
    planes.iter().fold(DVec3::ZERO, |sum, &(n, depth)| sum + n * (0.5 * depth.max(0.0)))
}

impl Mover<'_> {
    /// Returns the depth, in metres, by which the bare shape overlaps the world at the start; 0 or
    /// less if it is free. Leaves the contacts of the start in the scratch.
    pub(super) fn depth_at_start(&mut self) -> f64 {
        self.deepest(DVec3::ZERO, Planes::All)
    }

    /// Returns a lower bound, in metres, of the distance to any place that is a skin away from all
    /// polygons. Requires a call of [`Mover::depth_at_start`] before.
    pub(super) fn shortest_push(&self) -> f64 {
        let least = |least: f64, distance: f64| if distance < least { distance } else { least };
        let nearest = self.scratch.contacts.iter().map(|t| t.axis.distance).fold(f64::INFINITY, least);
        // The map into the space of the shape never increases a length.
        self.space.radius - nearest
    }

    pub(super) fn push_out_in_rounds(&mut self) -> Option<EscapePath> {
        let mut best: Option<EscapePath> = None;
        // The second path is usually longer: the edge of a neighbour is not an obstacle of its own.
        for planes in [Planes::WithoutInternalEdges, Planes::All] {
            let start = self.go_to(DVec3::ZERO);
            self.deepest(start, planes);
            let path = self.push_out_of(planes, best.as_ref());
            best = path.or(best);
        }
        for _ in 0..POLISHINGS {
            let Some(shorter) = best.as_ref().and_then(|path| self.shortened(path)) else { break };
            best = Some(shorter);
        }
        best
    }

    /// Returns the free place at a target, or the one to which rounds of pushes lead from there.
    pub(super) fn free_place_at(&mut self, target: DVec3) -> Option<EscapePath> {
        let x = self.go_to(target);
        if self.deepest(x, Planes::All) <= 0.0
            && let Some(position) = self.certified_in_range(x)
        {
            return Some(EscapePath { end: x, position, rounds: 1 });
        }
        self.push_out_of(Planes::All, None)
    }

    /// Pushes in rounds, starting with the planes in the scratch. Returns `None` if that does not
    /// end, or ends no nearer than `best`.
    fn push_out_of(&mut self, planes: Planes, best: Option<&EscapePath>) -> Option<EscapePath> {
        let most = self.scratch.work.polygons + DEPENETRATE_PUSHES / 3;
        for round in 1..=DEPENETRATE_ROUNDS {
            if self.scratch.work.polygons > most {
                return None;
            }
            let push = push_out(&self.scratch.planes).unwrap_or_else(|| compromise(&self.scratch.planes));
            if push == DVec3::ZERO || !self.gathered.contains(self.x + push) {
                return None;
            }
            let x = self.go_to(self.x + push);
            if self.deepest(x, planes) <= 0.0
                && let Some(position) = self.certified_in_range(x)
            {
                let is_longer = best.is_some_and(|b| b.end.length_squared() <= x.length_squared());
                return (!is_longer).then_some(EscapePath { end: x, position, rounds: round });
            }
        }
        None
    }

    /// Returns the direct path from the start out of the planes near the end of `path`, if it is
    /// shorter. It is shorter if `path` follows a curve, or avoids a polygon that is out of reach
    /// at its end.
    fn shortened(&mut self, path: &EscapePath) -> Option<EscapePath> {
        let end = self.go_to(path.end);
        self.deepest(end, Planes::WithoutInternalEdges);
        for (normal, depth) in &mut self.scratch.planes {
            *depth += normal.dot(end);
        }
        let push = push_out(&self.scratch.planes)?;
        if push.length() >= end.length() * (1.0 - DEPENETRATE_GAIN) {
            return None;
        }
        let x = self.go_to(push);
        if self.deepest(x, Planes::All) > 0.0 {
            return None;
        }
        let position = self.certified_in_range(x)?;
        Some(EscapePath { end: x, position, rounds: path.rounds + 1 })
    }

    /// Returns the certified end at a place, if world positions can have these coordinates.
    pub(super) fn certified_in_range(&mut self, x: DVec3) -> Option<DVec3> {
        self.nearest_certified(x).filter(|&position| is_in_range(position))
    }

    fn go_to(&mut self, x: DVec3) -> DVec3 {
        self.x = x;
        x
    }

    /// Returns the depth, in metres, by which the bare shape overlaps the world at `x`; 0 or less
    /// if it is free. Leaves the deepest planes in the scratch, each with the distance out to its
    /// skin.
    fn deepest(&mut self, x: DVec3, planes: Planes) -> f64 {
        let x = self.space.unit_from_world(x);
        // Slightly beyond the skin, so that the planes that a push has just left still limit the
        // next push.
        self.scratch.list_contacts(self.world, &self.space, x, self.band, (0.0, 0.0));
        if planes == Planes::WithoutInternalEdges {
            self.scratch.choose_contacts();
        }
        let Scratch { contacts, planes: kept, .. } = &mut *self.scratch;
        kept.clear();
        let mut deepest = f64::NEG_INFINITY;
        for contact in contacts.iter() {
            let axis = &contact.axis;
            let (normal, metres) = self.space.world_normal(axis.normal);
            let depth = (self.space.bare_radius(axis.normal) - axis.distance) * metres;
            deepest = if depth > deepest { depth } else { deepest };
            let is_kept = match planes {
                Planes::All => axis.distance < self.space.radius,
                Planes::WithoutInternalEdges => contact.counts,
            };
            if is_kept {
                kept.push((normal, (self.space.radius - axis.distance) * metres));
            }
        }
        keep_deepest(kept);
        deepest
    }
}
