//! Out of an overlap.

use glam::{DVec3, Vec3};

use super::mover::Mover;
use super::start::prepare;
use super::{Depenetration, Motion, MoveConfig, Scratch};
use crate::shape::Shape;
use crate::tolerance::{DEPENETRATE_GAIN, DEPENETRATE_REACH, DEPENETRATE_ROUNDS};
use crate::world::World;
use crate::world::solve::cone::{keep_deepest, push_out};

pub(super) fn run(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    from: Vec3,
    config: &MoveConfig,
) -> Depenetration {
    scratch.clear();
    let Some(start) = prepare(shape, from, &Motion::default(), config) else {
        let position = if from.is_finite() { from } else { Vec3::ZERO };
        return Depenetration { position, depth: f32::INFINITY, iterations: 0 };
    };
    let mut mover = Mover::new(world, scratch, config, &start, from);
    mover.region.radius = DEPENETRATE_REACH * start.space.half_extents.max_element();
    mover.gather_region();
    let depth = mover.deepest(DVec3::ZERO, Planes::All);
    if depth <= 0.0 {
        return Depenetration { position: from, depth: 0.0, iterations: 0 };
    }
    let mut best: Option<Way> = None;
    // Most often the second way is the longer one: the edge of a neighbour is no obstacle of its own.
    for planes in [Planes::WithoutSeams, Planes::All] {
        let start = mover.go_to(DVec3::ZERO);
        mover.deepest(start, planes);
        let way = mover.way_out(planes, best.as_ref());
        best = way.or(best);
    }
    for _ in 0..POLISHINGS {
        let Some(shorter) = best.as_ref().and_then(|way| mover.shortened(way)) else { break };
        best = Some(shorter);
    }
    match best {
        Some(way) => Depenetration { position: way.position, depth: 0.0, iterations: way.rounds },
        None => Depenetration { position: from, depth: depth as f32, iterations: DEPENETRATE_ROUNDS },
    }
}

/// How often a way out is looked at again from its end.
const POLISHINGS: usize = 8;

/// Which planes are left together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Planes {
    /// Of everything that is overlapped.
    All,
    /// Only of the local minima of the distance to the mesh.
    WithoutSeams,
}

/// A way that ends free.
#[derive(Clone, Copy)]
struct Way {
    end: DVec3,
    /// The end as it is stored.
    position: Vec3,
    rounds: u32,
}

/// Where no point leaves all planes: halfway out of each, and the next round looks again.
fn compromise(planes: &[(DVec3, f64)]) -> DVec3 {
    planes.iter().fold(DVec3::ZERO, |sum, &(n, depth)| sum + n * (0.5 * depth.max(0.0)))
}

impl Mover<'_> {
    /// Out in rounds, from where the planes in the scratch are those of. None when it does not end, or not nearer than `best`.
    fn way_out(&mut self, planes: Planes, best: Option<&Way>) -> Option<Way> {
        for round in 1..=DEPENETRATE_ROUNDS {
            let push = push_out(&self.scratch.planes).unwrap_or_else(|| compromise(&self.scratch.planes));
            if push == DVec3::ZERO || !self.region.holds(self.x + push) {
                return None;
            }
            let x = self.go_to(self.x + push);
            if self.deepest(x, planes) <= 0.0
                && let Some(position) = self.settle(x)
            {
                let is_longer = best.is_some_and(|b| b.end.length_squared() <= x.length_squared());
                return (!is_longer).then_some(Way { end: x, position, rounds: round });
            }
        }
        None
    }

    /// The way from the start to where the planes that are met at the end of a way are left: shorter where the way went
    /// round a curve, or left something that is out of reach at its end.
    fn shortened(&mut self, way: &Way) -> Option<Way> {
        let end = self.go_to(way.end);
        self.deepest(end, Planes::WithoutSeams);
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
        let position = self.settle(x)?;
        Some(Way { end: x, position, rounds: way.rounds + 1 })
    }

    fn go_to(&mut self, x: DVec3) -> DVec3 {
        self.x = x;
        x
    }

    /// By how many metres the bare shape overlaps the world at `x`; 0 or less when it is free. Leaves the deepest planes
    /// in the scratch, each with the way out to its skin.
    fn deepest(&mut self, x: DVec3, planes: Planes) -> f64 {
        let x = self.space.unit_from_world(x);
        // A hair of skin further, so that what a push has left still bounds the next.
        self.scratch.find_touches(self.world, &self.space, x, self.band, (0.0, 0.0));
        let Scratch { touches, planes: kept, .. } = &mut *self.scratch;
        kept.clear();
        let mut deepest = f64::NEG_INFINITY;
        for touch in touches.iter() {
            let bound = &touch.bound;
            let (normal, metres) = self.space.world_normal(bound.normal);
            let depth = (self.space.bare_radius(bound.normal) - bound.distance) * metres;
            deepest = if depth > deepest { depth } else { deepest };
            let is_kept = match planes {
                Planes::All => bound.distance < self.space.radius,
                Planes::WithoutSeams => touch.counts,
            };
            if is_kept {
                kept.push((normal, (self.space.radius - bound.distance) * metres));
            }
        }
        keep_deepest(kept);
        deepest
    }
}
