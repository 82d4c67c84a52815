//! The same level near the origin and far away, as an instance: single steps from equal states
//! agree to the last bits of a position, and so do courses until a tie is decided differently.

use crate::common::far::{Count, FAR, SPACING, shared};
use crate::common::walker::{DesiredMotion, fall_step};
use crate::common::{RESPONSES, instance_of};
use sidle::{
    Ball, BallConfig, CharacterConfig, CharacterInput, CharacterState, DQuat, DVec3, Motion, MoveConfig,
    Pose, Quat, QueryFilter, Scratch, Shape, Vec3,
};
use sidle_scenes::{Level, SplitMix64, generate};

fn levels() -> [Level; 5] {
    [
        generate::hall(5, 4_000),
        generate::terrain(2, 3_000),
        generate::soup(3, 3_000),
        generate::rooms(1, [2, 2], 4).level,
        generate::hills(6, 48.0, 6.0),
    ]
}

fn spawn(level: &Level, i: usize) -> DVec3 {
    match level.spawns.as_slice() {
        [] => DVec3::new((i % 7) as f64 * 3.0 - 9.0, 6.0, (i / 7 % 7) as f64 * 3.0 - 9.0),
        spawns => Vec3::from(spawns[i % spawns.len()]).as_dvec3(),
    }
}

fn shapes() -> [Shape; 5] {
    let turned = Quat::from_xyzw(0.3, -0.2, 0.5, 0.7);
    [
        Shape::point(),
        Shape::sphere(0.4),
        Shape::capsule(0.3, 1.8),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::ellipsoid(Vec3::new(0.1, 0.35, 0.2)).with_rotation(turned),
    ]
}

/// Moves of every shape and response, each from a position that both worlds have.
#[test]
fn single_moves_far_away_are_those_at_the_origin() {
    let mut count = Count::default();
    for level in levels() {
        let worlds = [instance_of(&level, &Pose::IDENTITY), instance_of(&level, &Pose::at(FAR))];
        for walker in 0..30 {
            let shape = &shapes()[walker % 5];
            let config = MoveConfig {
                response: RESPONSES[walker / 5 % 5],
                skin_width: [0.001, 0.0001][walker % 2],
                record_path: true,
                ..MoveConfig::default()
            };
            let (mut desired, mut scratch) = (DesiredMotion::new(walker as u64), Scratch::default());
            let rate = [60, 30, 144, 10][walker % 4];
            let start = shared(spawn(&level, walker));
            let (mut from, mut fall) = (start, 0.0);
            for step in 0..120 {
                let motion = fall_step(desired.next(rate), fall, rate);
                let near = worlds[0].move_and_slide(&mut scratch, shape, from, motion, &config);
                count.touching += u32::from(!scratch.hits().is_empty());
                let path = scratch.path().to_vec();
                let far = worlds[1].move_and_slide(&mut scratch, shape, FAR + from, motion, &config);
                // A tie can divide an arc at another place.
                let same = path.len() == scratch.path().len();
                let corners = path.iter().zip(scratch.path()).filter(|_| same);
                let apart = corners.map(|(near, &far)| (far - FAR).distance(*near)).fold(0.0, f64::max);
                let apart = apart.max((far.position - FAR).distance(near.position));
                count.steps += 1;
                count.parted += u32::from(apart > 4.0 * SPACING + 1e-9 || near.reason != far.reason);
                assert!(apart < 0.01, "{walker} {step}: {near:?} {far:?}");
                assert!((near.skin - far.skin).abs() <= 0.0, "{near:?} {far:?}");
                (from, fall) = (shared(near.position), near.velocity.y.clamp(-60.0, 60.0));
                if from.y < -30.0 {
                    (from, fall) = (start, 0.0);
                }
            }
        }
    }
    count.check("moves");
}

/// Queries from positions that both worlds have.
#[test]
fn queries_far_away_are_those_at_the_origin() {
    let mut rng = SplitMix64::new(50);
    let (all, mut count) = (&QueryFilter::ALL, Count::default());
    for level in levels() {
        let worlds = [instance_of(&level, &Pose::IDENTITY), instance_of(&level, &Pose::at(FAR))];
        for i in 0..600 {
            let mut v = |s: f64| DVec3::from_array([0; 3].map(|_| rng.range(-s, s)));
            let (from, motion) = (shared(spawn(&level, i) + v(3.0)), v([1.0, 30.0, 400.0][i % 3]));
            let shape = &shapes()[i % 5];
            let at = |k: usize| if k == 0 { from } else { FAR + from };
            let rays = [0, 1].map(|k| worlds[k].cast_ray(at(k), motion, all));
            let casts = [0, 1].map(|k| worlds[k].cast_shape(shape, at(k), motion, all));
            for [near, far] in [rays, casts] {
                count.steps += 1;
                count.touching += u32::from(near.is_some());
                let [Some(near), Some(far)] = [near, far] else {
                    count.parted += u32::from(near.is_some() != far.is_some());
                    continue;
                };
                // The place along the way, exactly as far as the fraction says.
                let apart = (far.fraction - near.fraction).abs() * motion.length();
                count.parted += u32::from(apart > 1e-9 || far.surface.polygon != near.surface.polygon);
                assert!((far.point - FAR).distance(near.point) < 4.0 * SPACING + 1e-6, "{near:?} {far:?}");
            }
            let overlaps = [0, 1].map(|k| worlds[k].overlaps(shape, at(k), all));
            assert_eq!(overlaps[0], overlaps[1], "{shape:?} {from}");
            let [near, far] = [0, 1].map(|k| worlds[k].closest_point(at(k), 2.0, all));
            assert_eq!(near.is_some(), far.is_some(), "{from}");
            if let [Some(near), Some(far)] = [near, far] {
                assert!((near.distance - far.distance).abs() < 1e-6, "{near:?} {far:?}");
            }
        }
    }
    count.check("queries");
}

/// Steps of balls, each from a state that both worlds have.
#[test]
fn balls_far_away_are_those_at_the_origin() {
    let (mut count, config) = (Count::default(), BallConfig::default());
    for level in levels() {
        let worlds = [instance_of(&level, &Pose::IDENTITY), instance_of(&level, &Pose::at(FAR))];
        for start in 0..12 {
            let mut scratch = Scratch::default();
            let begin =
                Ball { velocity: Vec3::new(3.0, 1.0, -2.0), ..Ball::at(shared(spawn(&level, start))) };
            let mut ball = begin;
            for _ in 0..200 {
                let near = worlds[0].step_ball(&mut scratch, &ball, 1.0 / 60.0, &config);
                count.touching += u32::from(near.ground.is_some());
                let there = Ball { position: FAR + ball.position, ..ball };
                let far = worlds[1].step_ball(&mut scratch, &there, 1.0 / 60.0, &config);
                let apart = (far.ball.position - FAR).distance(near.ball.position);
                count.steps += 1;
                // Energy pays for what rounding lifts, so velocities differ a little.
                let faster = near.ball.velocity.distance(far.ball.velocity);
                count.parted += u32::from(apart > 4.0 * SPACING + 1e-9 || faster > 1e-3);
                ball = Ball { position: shared(near.ball.position), ..near.ball };
                if ball.position.y < -30.0 {
                    ball = begin;
                }
            }
        }
    }
    count.check("balls");
}

/// Courses of characters, which may move by two spacings in every step.
#[test]
fn characters_far_away_walk_as_at_the_origin() {
    let (mut count, config) = (Count::default(), CharacterConfig::default());
    for level in levels() {
        let worlds = [instance_of(&level, &Pose::IDENTITY), instance_of(&level, &Pose::at(FAR))];
        for walker in 0..24 {
            let rate = [60, 30, 144, 1000][walker % 4];
            let mut desired = DesiredMotion::new(walker as u64);
            let start = shared(spawn(&level, walker));
            let both = || [CharacterState::at(start), CharacterState::at(FAR + start)];
            let (mut states, mut scratch, mut since) = (both(), Scratch::default(), 0);
            for step in 0..200 {
                let input = CharacterInput {
                    wish_velocity: desired.next(rate),
                    jump: step % 50 == 20,
                    ..CharacterInput::default()
                };
                for (world, state) in worlds.iter().zip(&mut states) {
                    let _ = world.step_character(&mut scratch, &config, state, &input, 1.0 / rate as f32);
                }
                since += 1;
                count.steps += 1;
                count.touching += u32::from(states[0].is_grounded());
                let apart = (states[1].position - FAR).distance(states[0].position);
                let has_parted = apart > 2.0 * SPACING * f64::from(since) + 1e-6;
                count.parted += u32::from(has_parted);
                if has_parted || states[0].position.y < -30.0 {
                    (states, since) = (both(), 0);
                }
            }
        }
    }
    count.check("characters");
}

/// A level that is also turned. Directions are rounded to f32 where they are given to a move, so
/// only that much is asked.
#[test]
fn a_turned_level_far_away_is_the_same_level() {
    let mut rng = SplitMix64::new(52);
    let mut count = Count::default();
    for level in levels() {
        let near = instance_of(&level, &Pose::IDENTITY);
        for walker in 0..15 {
            let mut v = || rng.range(-1.0, 1.0);
            let rotation = DQuat::from_xyzw(v(), v(), v(), v()).normalize();
            let far = instance_of(&level, &Pose { rotation, ..Pose::at(FAR) });
            let shape = &shapes()[1 + walker % 4];
            let turned = shape.clone().with_rotation((rotation * shape.rotation().as_dquat()).as_quat());
            let turn = |v: Vec3| (rotation * v.as_dvec3()).as_vec3();
            let (mut desired, mut scratch) = (DesiredMotion::new(walker as u64), Scratch::default());
            let config = MoveConfig { response: RESPONSES[walker % 5], ..MoveConfig::default() };
            let start = spawn(&level, walker);
            let (mut from, mut fall) = (start, 0.0);
            for step in 0..60 {
                let motion = fall_step(desired.next(60), fall, 60);
                let a = near.move_and_slide(&mut scratch, shape, from, motion, &config);
                count.touching += u32::from(!scratch.hits().is_empty());
                let there =
                    Motion { displacement: turn(motion.displacement), velocity: turn(motion.velocity) };
                let b = far.move_and_slide(&mut scratch, &turned, FAR + rotation * from, there, &config);
                let apart = (rotation.inverse() * (b.position - FAR)).distance(a.position);
                count.steps += 1;
                count.parted += u32::from(apart > 1e-5);
                assert!(apart < 0.01, "{walker} {step}: {a:?} {b:?}");
                (from, fall) = (a.position, a.velocity.y.clamp(-60.0, 60.0));
                if from.y < -30.0 {
                    (from, fall) = (start, 0.0);
                }
            }
        }
    }
    count.check("turned");
}
