//! The promise at its sharpest: with no skin but four units in the last place, every end is free, decided in whole numbers
//! of any size wherever f64 is close, and on samples from every triangle of the level.

mod common;

use common::walker::{Wish, fall_step};
use common::{body_of, wide, world_of};
use sidle::{Motion, MoveConfig, Quat, Response, Scratch, Shape, StopReason, Vec3};
use sidle_judge::{Judge, exact};
use sidle_scenes::Level;
use sidle_scenes::generate::{hall, soup, terrain};

/// Every number of a level times a power of two, then moved.
fn placed(level: &Level, scale: f32, shift: f32) -> Level {
    let place = |v: &[f32; 3]| v.map(|x| x * scale + shift);
    let mut level = level.clone();
    level.vertices = level.vertices.iter().map(place).collect();
    level.spawns = level.spawns.iter().map(place).collect();
    level
}

fn scaled(shape: &Shape, scale: f32) -> Shape {
    match *shape {
        Shape::Point => Shape::Point,
        Shape::Sphere { radius } => Shape::sphere(radius * scale),
        Shape::Ellipsoid { radii, rotation } => Shape::oriented_ellipsoid(radii * scale, rotation),
    }
}

fn shapes() -> [Shape; 5] {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    [
        Shape::Point,
        Shape::sphere(0.4),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::oriented_ellipsoid(Vec3::new(0.4, 0.004, 0.3), turned),
        Shape::oriented_ellipsoid(Vec3::new(0.004, 0.4, 0.004), turned),
    ]
}

#[derive(Default)]
struct Count {
    moves: u32,
    /// Triangles within 1e-9 of touching an end or a piece of a path.
    ends_asked: u32,
    ways_asked: u32,
    samples: u32,
    ends_inside: u32,
    ways_inside: u32,
    refused: u32,
}

fn walk(level: &Level, shape: &Shape, scale: f32, response: Response, seed: u64, count: &mut Count) {
    let (world, judge) = (world_of(level), Judge::new(&level.vertices, &level.triangles));
    let config = MoveConfig { response, skin_width: 0.0, record_path: true, ..MoveConfig::default() };
    let (body, mut scratch) = (body_of(shape), Scratch::default());
    for walker in 0..4 {
        let mut position = Vec3::from(level.spawns[(seed * 4 + walker) as usize % level.spawns.len()]);
        if !judge.decide(&body, wide(position)).free {
            continue;
        }
        let (mut wish, mut fall) = (Wish::new(seed * 4 + walker), 0.0);
        for step in 0..150 {
            let motion = fall_step(wish.next(30), fall, 30);
            let motion = Motion { displacement: motion.displacement * scale, ..motion };
            let end = world.move_and_slide(&mut scratch, shape, position, motion, &config);
            fall = if end.velocity.y.abs() < 40.0 { end.velocity.y } else { 0.0 };
            position = end.position;
            count.moves += 1;
            count.refused += u32::from(end.reason == StopReason::StartedInside);
            let decision = judge.decide(&body, wide(position));
            count.ends_asked += decision.asked_exactly;
            count.ends_inside += u32::from(!decision.free);
            if step % 50 == 49 {
                for i in 0..level.triangles.len() {
                    let triangle = level.corners(i).map(|v| v.map(f64::from));
                    let inside = exact::overlaps(&body, wide(position), &triangle);
                    count.ends_inside += u32::from(inside);
                    count.samples += 1;
                }
            }
            for piece in scratch.path().windows(2) {
                let decision = judge.decide_path(&body, wide(piece[0]), wide(piece[1]));
                count.ways_asked += decision.asked_exactly;
                count.ways_inside += u32::from(!decision.free);
            }
        }
    }
}

#[test]
fn every_end_is_free_to_the_last_bit() {
    let levels = [hall(1, 1_500), terrain(2, 1_500), soup(3, 1_500)];
    for (scale, shift) in
        [(1.0, 0.0), (2f32.powi(-10), 0.0), (2f32.powi(-20), 0.0), (64.0, 0.0), (1.0, 3000.0)]
    {
        let mut count = Count::default();
        for (i, level) in levels.iter().enumerate() {
            let level = placed(level, scale, shift);
            for (j, shape) in shapes().iter().enumerate() {
                let response = [Response::Steer, Response::Momentum, Response::Bounce][(i + j) % 3];
                walk(&level, &scaled(shape, scale), scale, response, (i * 5 + j) as u64, &mut count);
            }
        }
        let Count { moves, ends_asked, ways_asked, samples, ends_inside, ways_inside, refused } = count;
        println!(
            "scale {scale:e}, shift {shift}: {moves} moves, {ends_asked} ends and {ways_asked} pieces asked exactly, \
             {samples} samples; inside: {ends_inside} ends, {ways_inside} pieces, {refused} refused"
        );
        assert!(moves > 5_000, "{moves}");
        assert_eq!((ends_inside, ways_inside, refused), (0, 0, 0));
    }
}
