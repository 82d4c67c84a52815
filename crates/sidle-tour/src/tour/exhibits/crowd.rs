//! A few walkers, to compare two worlds or two kinds of queries.

use std::time::Instant;

use sidle::{DVec3, Motion, MoveConfig, Scratch, Shape, World};

use sidle_attack::walker::Walker;

/// Moves per second.
const RATE: f32 = 60.0;

/// Shape of the walkers.
pub(super) const BODY: Shape = Shape::sphere(0.4);

/// Returns the paths of walkers from these positions, and the nanoseconds per move. `config` is
/// called before each move.
pub(super) fn walk(
    world: &World,
    spawns: &[DVec3],
    moves: usize,
    config: impl Fn(DVec3, Motion) -> MoveConfig,
) -> (Vec<Vec<DVec3>>, f64) {
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
    let ways: Vec<Vec<DVec3>> = ways.collect();
    (ways, start.elapsed().as_nanos() as f64 / (spawns.len() * moves).max(1) as f64)
}

/// Counts the positions of two sets of paths that are not bit-identical.
pub(super) fn differing(a: &[Vec<DVec3>], b: &[Vec<DVec3>]) -> usize {
    a.iter().flatten().zip(b.iter().flatten()).filter(|(a, b)| a != b).count()
}
