//! Scenes with walkers that remember their surroundings.

use sidle::{IndexKind, MoveConfig, MoverCache, Scratch};

use super::walks::RESPONSES;
use crate::desired::{DesiredMotion, capsules};
use crate::level::Ground;
use crate::record::Record;

const MOVES: u32 = 120;

/// Walks two walkers of each capsule in turn, with one scratch for all and one cache for each.
pub(super) fn walk(ground: &Ground, index: IndexKind, record: &mut Record) {
    let (world, shapes, mut scratch) = (ground.world(index), capsules(), Scratch::default());
    let mut walkers: Vec<_> = (0..2 * shapes.len())
        .map(|i| (i, ground.spawn(i), 0.0, DesiredMotion::new(40 + i as u64), MoverCache::default()))
        .collect();
    for _ in 0..MOVES {
        for (i, position, fall, desired, cache) in &mut walkers {
            let response = RESPONSES[*i % RESPONSES.len()];
            let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
            let (_, shape) = &shapes[*i / 2];
            let motion = desired.step(*fall, 60);
            scratch.with_cache(cache, |scratch| {
                let end = world.move_and_slide(scratch, shape, *position, motion, &config);
                record.outcome(&end);
                record.move_hits(scratch.hits().iter().copied());
                record.path(scratch.path());
                (*position, *fall) = (end.position, end.velocity.y.clamp(-60.0, 60.0));
            });
            if position.y < -30.0 {
                (*position, *fall) = (ground.spawn(*i), 0.0);
            }
        }
    }
}
