//! The guarantee without a margin: the skin is only four units in the last place. Every end is
//! free. This is decided in exact integers wherever f64 is close, and on samples of every triangle
//! of the level.

use crate::common::walker::{DesiredMotion, fall_step};
use crate::common::{body_of, by, wide, world_of};
use sidle::{Motion, MoveConfig, Quat, Response, Scratch, Shape, StopReason, Vec3};
use sidle_judge::{Body, Judge, exact};
use sidle_scenes::generate::{hall, soup, terrain};
use sidle_scenes::{Builder, Level, SplitMix64, trials};

/// Multiplies every number of a level by a power of two, then translates it.
fn placed(level: &Level, scale: f32, shift: f32) -> Level {
    let place = |v: &[f32; 3]| v.map(|x| x * scale + shift);
    let mut level = level.clone();
    level.vertices = level.vertices.iter().map(place).collect();
    level.spawns = level.spawns.iter().map(place).collect();
    level
}

fn shapes() -> [Shape; 9] {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    [
        Shape::point(),
        Shape::sphere(0.4),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::ellipsoid(Vec3::new(0.4, 0.004, 0.3)).with_rotation(turned),
        Shape::ellipsoid(Vec3::new(0.004, 0.4, 0.004)).with_rotation(turned),
        Shape::capsule(0.3, 1.8),
        Shape::capsule(0.2, 1.0).with_rotation(turned),
        Shape::capsule(0.004, 0.8).with_rotation(turned),
        Shape::capsule(0.0, 0.8).with_rotation(turned),
    ]
}

#[derive(Default)]
struct Count {
    moves: u32,
    /// Number of triangles within 1e-9 of an end or of a segment of a path.
    ends_asked: u32,
    ways_asked: u32,
    samples: u32,
    ends_inside: u32,
    ways_inside: u32,
    refused: u32,
}

/// Number of moves of a walker.
fn steps() -> u32 {
    trials(40, 150)
}

fn walk(level: &Level, shape: &Shape, scale: f32, response: Response, seed: u64, count: &mut Count) {
    let (world, judge) = (world_of(level), Judge::new(&level.vertices, &level.triangles));
    let config = MoveConfig { response, skin_width: 0.0, record_path: true, ..MoveConfig::default() };
    let (body, mut scratch) = (body_of(shape), Scratch::default());
    for walker in 0..4 {
        let mut position =
            Vec3::from(level.spawns[(seed * 4 + walker) as usize % level.spawns.len()]).as_dvec3();
        if !judge.decide(&body, wide(position)).free {
            continue;
        }
        let (mut desired, mut fall) = (DesiredMotion::new(seed * 4 + walker), 0.0);
        for step in 0..steps() {
            let motion = fall_step(desired.next(30), fall, 30);
            let motion = Motion { displacement: motion.displacement * scale, ..motion };
            let end = world.move_and_slide(&mut scratch, shape, position, motion, &config);
            fall = if end.velocity.y.abs() < 40.0 { end.velocity.y } else { 0.0 };
            position = end.position;
            count.moves += 1;
            count.refused += u32::from(end.reason == StopReason::StartedInside);
            let decision = judge.decide(&body, wide(position));
            count.ends_asked += decision.exact_tests;
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
                count.ways_asked += decision.exact_tests;
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
                let response = [Response::Slide, Response::Momentum, Response::Bounce][(i + j) % 3];
                walk(
                    &level,
                    &shape.scaled(scale),
                    scale,
                    response,
                    (i * shapes().len() + j) as u64,
                    &mut count,
                );
            }
        }
        let Count { moves, ends_asked, ways_asked, samples, ends_inside, ways_inside, refused } = count;
        println!(
            "scale {scale:e}, shift {shift}: {moves} moves, {ends_asked} ends and {ways_asked} pieces asked exactly, \
             {samples} samples; inside: {ends_inside} ends, {ways_inside} pieces, {refused} refused"
        );
        assert!(moves > 33 * steps(), "{moves}");
        assert_eq!((ends_inside, ways_inside, refused), (0, 0, 0));
    }
}

// f64: the place is rounded to f32; as f64 it would touch to 1e-16.
/// One to three triangles that touch a ball, ellipsoid or capsule near the origin, to within a
/// nanometre.
fn wedged(rng: &mut SplitMix64) -> Option<(Level, Shape, Vec3)> {
    let r = 0.5 * rng.range(0.2, 1.0);
    let shape = match rng.below(5) {
        0 => Shape::point(),
        1 => Shape::sphere(r as f32),
        2 => Shape::capsule(r as f32, (r * rng.range(2.0, 6.0)) as f32),
        3 => {
            let radius = [0.0, 0.3 * r * rng.unit()][rng.below(2)];
            let turn = Quat::from_xyzw(0.3, rng.unit() as f32, -0.1, 0.6);
            Shape::capsule(radius as f32, (2.0 * r) as f32).with_rotation(turn)
        }
        _ => {
            let radii = Vec3::from([0; 3].map(|_| (r * rng.magnitude(0.02, 6)) as f32));
            Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(0.3, rng.unit() as f32, -0.1, 0.6))
        }
    };
    let (body, count) = (body_of(&shape), 1 + rng.below(3));
    let mut builder = Builder::new();
    for _ in 0..count {
        let mut point = |size: f64| [0; 3].map(|_| rng.range(-size, size));
        let (a, b, c) = (point(0.5), point(1.5), point(1.5));
        let c = if rng.below(4) == 0 { b } else { c };
        builder.triangle(a, b, c);
    }
    let mut level = builder.finish("wedged", &[Default::default()]);
    let goal = [0, 1, 2].map(|_| [0.0, rng.range(-1e-9, 1e-9), rng.range(0.0, 1e-12)][rng.below(3)]);
    // Translates the level so that the place is near the origin, where f32 is fine enough for it.
    let far = touching_place(&level, &body, &[0.0; 3])?;
    for v in &mut level.vertices {
        *v = [0, 1, 2].map(|k| (f64::from(v[k]) - far[k]) as f32);
    }
    let at = touching_place(&level, &body, &goal)?;
    at.iter().all(|x| x.abs() < 1e-5).then(|| (level, shape, Vec3::from(at.map(|x| x as f32))))
}

/// Finds a place where the gaps to the triangles are `goal`. It moves along the normals of all
/// triangles in turn, and often fails.
fn touching_place(level: &Level, body: &Body, goal: &[f64; 3]) -> Option<[f64; 3]> {
    let alone: Vec<Judge> = level.triangles.iter().map(|t| Judge::new(&level.vertices, &[*t])).collect();
    let mut at = [0.0f64; 3];
    let mut worst = 1.0f64;
    for _ in 0..100 {
        worst = 0.0;
        for (judge, goal) in alone.iter().zip(goal) {
            let seen = judge.clearance(body, at, 10.0);
            let way = goal - seen.gap;
            worst = worst.max(way.abs());
            at = [0, 1, 2].map(|k| at[k] + way * seen.normal[k]);
        }
    }
    (worst < 1e-10).then_some(at)
}

/// Starts in contact, exactly or to less than a nanometre, in wedges and corners, with moves that
/// press into them.
#[test]
fn from_starts_that_touch_every_end_is_free() {
    let mut rng = SplitMix64::new(8);
    let (mut starts, mut inside, mut moves, mut asked) = (0, 0, 0, 0);
    let (mut refused, mut ends_inside, mut ways_inside, mut moved) = (0, 0, 0, 0);
    let mut deepest_ulps = 0.0f64;
    while starts < 10_000 {
        let Some((level, shape, start)) = wedged(&mut rng) else { continue };
        starts += 1;
        let (world, judge, body) =
            (world_of(&level), Judge::new(&level.vertices, &level.triangles), body_of(&shape));
        if !judge.decide(&body, wide(start)).free {
            inside += 1;
            continue;
        }
        let mut position = start.as_dvec3();
        let mut scratch = Scratch::default();
        for _ in 0..4 {
            let size = [1.0, 1e-3, 1e-7, 1e-9][rng.below(4)];
            let motion = Vec3::from([0; 3].map(|_| (size * rng.range(-1.0, 1.0)) as f32));
            let response = [Response::Slide, Response::Momentum, Response::Stop][rng.below(3)];
            let config = MoveConfig { response, skin_width: 0.0, record_path: true, ..MoveConfig::default() };
            let end = world.move_and_slide(&mut scratch, &shape, position, by(motion), &config);
            moves += 1;
            refused += u32::from(end.reason == StopReason::StartedInside);
            moved += u32::from(end.position != position);
            position = end.position;
            let decision = judge.decide(&body, wide(position));
            asked += decision.exact_tests;
            ends_inside += u32::from(!decision.free);
            for piece in scratch.path().windows(2) {
                let (from, to) = (wide(piece[0]), wide(piece[1]));
                ways_inside += u32::from(!judge.decide_path(&body, from, to).free);
                let depth = -judge.path_clearance(&body, from, to, 1.0).gap;
                deepest_ulps = deepest_ulps.max(depth * 4.0 / f64::from(end.skin));
            }
            if end.position.abs().max_element() > 0.1 {
                position = start.as_dvec3();
            }
        }
    }
    println!(
        "{starts} starts, {inside} of them inside by less than 1e-9; {moves} moves, {moved} got away, {asked} ends asked \
         exactly; {refused} refused, inside: {ends_inside} ends, {ways_inside} pieces by up to {deepest_ulps:.3} ulps"
    );
    assert!(asked > 1000 && moved > moves / 3, "{asked} {moved}");
    assert_eq!((ends_inside, refused), (0, 0));
    // f64: path corners are f64, so `ways_inside` could be 0.
    // The corners of a path are reported in f32 and not certified. A start without any skin cannot
    // absorb the rounding.
    assert!(deepest_ulps < 0.87, "{deepest_ulps}");
}

/// Between the floor and the triangles there is no room for the skin. The start is nearer to one of
/// them than coordinates at 262 km are apart.
#[test]
fn the_corners_of_a_path_from_a_place_within_the_skin_are_free() {
    let corners = [
        Vec3::new(262_162.0, 0.0, 10.0),
        Vec3::new(262_164.0, 0.0, 12.0),
        Vec3::new(262_164.0, 0.0, 10.0),
        Vec3::new(262_163.38, 2.129_064_6, 10.744_059),
        Vec3::new(262_163.03, 2.391_018_2, 10.959_702_5),
        Vec3::new(262_163.13, 1.956_488_6, 10.864_228),
        Vec3::new(262_163.06, 1.870_929, 10.918_756_5),
        Vec3::new(262_163.06, 1.871_316_4, 10.918_827),
        Vec3::new(262_163.06, 1.871_033_3, 10.918_632_5),
    ];
    let world =
        sidle::World::from_triangles(&corners, &[[0, 1, 2], [3, 4, 5], [3, 5, 4], [6, 7, 8], [6, 8, 7]])
            .unwrap();
    let (shape, mut scratch) = (Shape::capsule(0.3, 1.8), Scratch::default());
    let from = Vec3::new(262_163.2, 1.025_244_1, 10.795_495);
    let mut checked = 0;
    for response in [Response::Stop, Response::Slide] {
        let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
        for i in 0..200 {
            let motion = Vec3::new(0.001 * (i % 20) as f32, 0.0, 0.001 * (i / 20) as f32 + 0.011);
            let motion = Motion { displacement: motion, velocity: Vec3::ZERO };
            let end = world.move_and_slide(&mut scratch, &shape, from, motion, &config);
            for &corner in scratch.path() {
                let overlaps = world.overlaps(&shape, corner, &config.filter);
                assert!(!overlaps, "{i}: {corner} on the way to {}", end.position);
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
