//! Out of an overlap.

use glam::{DVec3, Vec3};

use super::mover::Mover;
use super::start::prepare;
use super::{Depenetration, Motion, MoveConfig, Scratch};
use crate::shape::Shape;
use crate::tolerance::{DEPENETRATE_REACH, DEPENETRATE_ROUNDS};
use crate::world::World;
use crate::world::solve::cone::{MAX_PUSHED, push_out};

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
    let depth = mover.deepest(DVec3::ZERO);
    if depth <= 0.0 {
        return Depenetration { position: from, depth: 0.0, iterations: 0 };
    }
    let mut iterations = 0;
    while iterations < DEPENETRATE_ROUNDS {
        iterations += 1;
        let push = push_out(&mover.scratch.planes).unwrap_or_else(|| compromise(&mover.scratch.planes));
        if push == DVec3::ZERO || !mover.region.holds(mover.x + push) {
            break;
        }
        mover.scratch.candidates.travelled(mover.space.unit_from_world(push).length());
        mover.x += push;
        if mover.deepest(mover.x) <= 0.0
            && let Some(position) = mover.settle(mover.x)
        {
            return Depenetration { position, depth: 0.0, iterations };
        }
    }
    Depenetration { position: from, depth: depth as f32, iterations }
}

/// Where no point leaves all planes: halfway out of each, and the next round looks again.
fn compromise(planes: &[(DVec3, f64)]) -> DVec3 {
    planes.iter().fold(DVec3::ZERO, |sum, &(n, depth)| sum + n * (0.5 * depth.max(0.0)))
}

impl Mover<'_> {
    /// By how many metres the bare shape overlaps the world at `x`; 0 or less when it is free. Leaves the deepest planes
    /// in the scratch, each with the way out to its skin.
    fn deepest(&mut self, x: DVec3) -> f64 {
        let Scratch { candidates, planes, .. } = &mut *self.scratch;
        planes.clear();
        let x = self.space.unit_from_world(x);
        let mut deepest = f64::NEG_INFINITY;
        for i in 0..candidates.len() {
            if candidates.at_least(i) > self.space.radius {
                continue;
            }
            let bound = candidates.measure(i, x);
            if bound.distance < self.space.radius {
                let (normal, metres) = self.space.world_normal(bound.normal);
                let depth = (self.space.bare_radius(bound.normal) - bound.distance) * metres;
                deepest = if depth > deepest { depth } else { deepest };
                planes.push((normal, (self.space.radius - bound.distance) * metres));
            }
        }
        planes.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        planes.truncate(MAX_PUSHED);
        deepest
    }
}
