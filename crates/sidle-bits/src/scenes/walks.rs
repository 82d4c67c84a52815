//! Scenes with walkers that move at random in generated levels.

use std::sync::Arc;

use sidle::{DVec3, FrictionLaw, MoveConfig, MoveHit, Response, Scratch, Shape, World};

use super::{Grounds, Scene};
use crate::desired::{DesiredMotion, Shapes, capsules, shapes};
use crate::record::Record;
use crate::tape;

pub(super) const RESPONSES: [Response; 5] =
    [Response::Slide, Response::Momentum, Response::Stop, Response::PushBack, Response::Bounce];

/// Number of walkers: every response with a skin of 1 mm and of 0.1 mm.
const WALKERS: usize = 2 * RESPONSES.len();
const MOVES: u32 = 120;

pub(super) fn scenes(grounds: &Grounds) -> Vec<Scene> {
    with_shapes(grounds, shapes)
}

pub(super) fn with_capsules(grounds: &Grounds) -> Vec<Scene> {
    with_shapes(grounds, capsules)
}

fn with_shapes(grounds: &Grounds, shapes: fn() -> Shapes) -> Vec<Scene> {
    let all = grounds.iter().flat_map(|(name, ground)| shapes().map(|shape| (name, ground, shape)));
    all.map(|(level, ground, (name, shape))| {
        let ground = Arc::clone(ground);
        Scene::new(format!("walk/{level}/{name}"), move |index, record| {
            for walker in 0..WALKERS {
                tape::level(ground.level());
                walk(ground.world(index), &shape, walker, ground.spawn(walker), |h| *h, record);
            }
        })
    })
    .collect()
}

/// Runs one walker from its spawn position. `name` converts a hit before it is recorded.
pub(super) fn walk(
    world: &World,
    shape: &Shape,
    walker: usize,
    spawn: DVec3,
    name: impl Fn(&MoveHit) -> MoveHit,
    record: &mut Record,
) {
    let config = MoveConfig {
        response: RESPONSES[walker % RESPONSES.len()],
        skin_width: if walker < RESPONSES.len() { 0.001 } else { 0.0001 },
        friction_law: if walker % 3 == 2 { FrictionLaw::Drag } else { FrictionLaw::Coulomb },
        record_path: true,
        ..MoveConfig::default()
    };
    tape::mover(shape, &config);
    let rate = [60, 30, 144, 10][walker % 4];
    let (mut desired, mut scratch) = (DesiredMotion::new(walker as u64), Scratch::default());
    let (mut position, mut fall) = (spawn, 0.0);
    for _ in 0..MOVES {
        let motion = desired.step(fall, rate);
        tape::step(position, &motion);
        let end = world.move_and_slide(&mut scratch, shape, position, motion, &config);
        record.outcome(&end);
        record.move_hits(scratch.hits().iter().map(&name));
        record.path(scratch.path());
        (position, fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
        if position.y < -30.0 {
            (position, fall) = (spawn, 0.0);
        }
    }
}
