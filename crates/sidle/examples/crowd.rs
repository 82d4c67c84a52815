//! Walkers among pillars, moved twice: all in one call, and each alone with its cache.
//!
//! `cargo run -p sidle --example crowd`. With the feature `rayon`, `par_move_all` uses all threads.

use sidle::{
    Batch, BuildError, DVec3, Motion, Move, MoveConfig, MoverCache, Scratch, Shape, StopReason, Vec3, World,
};

const SIDE: u16 = 12;
const DT: f32 = 1.0 / 60.0;
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// Returns a floor with three-sided pillars, 3 m apart.
fn hall() -> Result<World, BuildError> {
    let mut vertices =
        vec![Vec3::new(-9.0, 0.0, -9.0), Vec3::new(-9.0, 0.0, 99.0), Vec3::new(99.0, 0.0, -9.0)];
    let mut triangles = vec![[0, 1, 2]];
    for place in (0..SIDE * SIDE).map(|i| Vec3::new(f32::from(i % SIDE), 0.0, f32::from(i / SIDE)) * 3.0) {
        let first = vertices.len() as u32;
        for (x, z) in [(0.0, 0.5), (-0.5, -0.4), (0.5, -0.4)] {
            vertices.extend([0.0, 4.0].map(|y| place + Vec3::new(x, y, z)));
        }
        for [a, b] in [[0, 2], [2, 4], [4, 0]].map(|side| side.map(|i| first + i)) {
            triangles.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
        }
    }
    World::from_triangles(&vertices, &triangles)
}

fn wish(i: usize) -> Motion {
    let angle = i as f32 * 2.4;
    Motion::with_gravity(Vec3::new(angle.cos(), 0.0, angle.sin()) * 4.0, GRAVITY, DT)
}

fn main() -> Result<(), BuildError> {
    let (world, config) = (hall()?, MoveConfig::default());
    let body = Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3));
    let start = |i: u16| DVec3::new(f64::from(i % 20), 0.91, f64::from(i / 20)) * DVec3::new(1.5, 1.0, 1.5);
    let mut walkers: Vec<DVec3> = (0..300).map(start).collect();
    walkers.retain(|&at| !world.overlaps(&body, at, &config.filter));

    let (mut batch, mut scratch) = (Batch::default(), Scratch::default());
    let mut around = vec![MoverCache::default(); walkers.len()];
    let mut leaning = 0;
    for _frame in 0..120 {
        let moves: Vec<Move> =
            walkers.iter().enumerate().map(|(i, &from)| Move::new(&body, from, wish(i))).collect();
        world.move_all(&mut batch, &moves, &config);
        for ((i, step), around) in moves.iter().enumerate().zip(&mut around) {
            let near = scratch
                .with_cache(around, |s| world.move_and_slide(s, &body, step.from, step.motion, &config));
            assert_eq!(near, batch.outcomes()[i], "the same bits either way");
            leaning += usize::from(batch.hits(i).len() > 1 || near.reason == StopReason::NoFreedom);
            walkers[i] = near.position;
        }
    }
    println!("{} walkers, 120 frames; {leaning} of their moves met a pillar too", walkers.len());
    assert!(leaning > 100 && walkers.iter().all(|at| (at.y - 0.901).abs() < 1e-3));
    Ok(())
}
