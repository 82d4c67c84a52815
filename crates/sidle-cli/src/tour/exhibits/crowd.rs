//! A few walkers, so that two worlds or two ways to ask can be compared.

use std::time::Instant;

use sidle::{Motion, MoveConfig, Scratch, Shape, Vec3, World};

use sidle_attack::walker::Walker;

/// Moves a second.
const RATE: f32 = 60.0;

/// What walks.
pub(super) const BODY: Shape = Shape::sphere(0.4);

/// The ways of walkers from these places, and the nanoseconds of a move. `config` is asked before
/// each.
pub(super) fn walk(
    world: &World,
    spawns: &[Vec3],
    moves: usize,
    config: impl Fn(Vec3, Motion) -> MoveConfig,
) -> (Vec<Vec<Vec3>>, f64) {
    let mut scratch = Scratch::default();
    let start = Instant::now();
    let ways = (0..).zip(spawns).map(|(i, &spawn)| {
        let mut walker = Walker::new(1, i, f64::from(RATE), spawn);
        let mut way = vec![spawn];
        for _ in 0..moves {
            let (motion, _) = walker.ask(1.0 / RATE);
            let config = config(walker.position, motion);
            let end = world.move_and_slide(&mut scratch, &BODY, walker.position, motion, &config);
            walker.take(&end, scratch.hits());
            way.push(walker.position);
        }
        way
    });
    let ways: Vec<Vec<Vec3>> = ways.collect();
    (ways, start.elapsed().as_nanos() as f64 / (spawns.len() * moves).max(1) as f64)
}

/// How many places of two sets of ways are not the same, bit for bit.
pub(super) fn differing(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> usize {
    a.iter().flatten().zip(b.iter().flatten()).filter(|(a, b)| a != b).count()
}
