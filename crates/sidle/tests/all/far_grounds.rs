//! Overlaps, and the narrow grounds where random tests found faults, as instances far from the
//! origin: steps from equal states agree with those of the same instance at the origin, and so do
//! courses until a tie is decided differently.

use crate::common::far::{Count, FAR, SPACING, shared};
use crate::common::{instance_of, narrow, shape_of};
use sidle::{
    Ball, BallConfig, BallState, CharacterConfig, CharacterInput, CharacterState, DVec3, Motion, MoveConfig,
    OnOverlap, Pose, QueryFilter, Response, Scratch, Shape, Vec3, World,
};
use sidle_scenes::catalogue::{self, Form, Variant};
use sidle_scenes::narrow_ground::{self, Ground};
use sidle_scenes::{Level, SplitMix64, cases, generate};

fn worlds_of(level: &Level) -> [World; 2] {
    [Pose::IDENTITY, Pose::at(FAR)].map(|pose| instance_of(level, &pose))
}

/// The walk of a character on a ground.
struct Walk {
    ground: Ground,
    config: CharacterConfig,
    wish_velocity: Vec3,
    rate: u32,
    steps: u32,
}

/// Steps of a character, from equal states and as a course. It falls onto the ground first.
fn compare(walk: &Walk, single: &mut Count, course: &mut Count) {
    let worlds = worlds_of(&walk.ground.level);
    let mut scratch = Scratch::default();
    let mut step = |k: usize, state: &mut CharacterState, input: &CharacterInput| {
        let dt = 1.0 / walk.rate as f32;
        let report = worlds[k].step_character(&mut scratch, &walk.config, state, input, dt);
        assert_eq!(report.refused, None, "{:?}", walk.ground.level.name);
    };
    let start = shared(Vec3::from(walk.ground.start).as_dvec3());
    let (mut near, mut far, mut since) = (CharacterState::at(start), CharacterState::at(FAR + start), 0);
    for k in 0..walk.steps {
        let falls = k < walk.rate / 4;
        let wish_velocity = if falls { Vec3::ZERO } else { walk.wish_velocity };
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        let name = || format!("{} at {} Hz, step {k}", walk.ground.level.name, walk.rate);
        let moved_to = |position: DVec3| {
            let mut state = near;
            state.position = position;
            state
        };
        let (mut a, mut b) = (moved_to(shared(near.position)), moved_to(FAR + shared(near.position)));
        step(0, &mut a, &input);
        step(1, &mut b, &input);
        let ends = [a.position, b.position - FAR];
        // A step consists of several moves, so it has the tolerance of a course.
        single.add(a.is_grounded(), ends, 2.0 * SPACING + 1e-6, name, |offset| {
            let mut beside = moved_to(shared(near.position) + offset);
            step(0, &mut beside, &input);
            beside.position
        });
        let before = near;
        step(0, &mut near, &input);
        step(1, &mut far, &input);
        since += 1;
        let most = 2.0 * SPACING * f64::from(since) + 1e-6;
        let ends = [near.position, far.position - FAR];
        let has_parted = course.add(near.is_grounded(), ends, most, name, |offset| {
            let mut beside = before;
            beside.position += offset;
            step(0, &mut beside, &input);
            beside.position
        });
        if has_parted {
            (far, since) = (near, 0);
            far.position = FAR + near.position;
        }
    }
}

fn walks() -> Vec<Walk> {
    let plain = CharacterConfig::default;
    let sphere = |max_slope_angle: f32| CharacterConfig {
        shape: Shape::sphere(0.4),
        max_slope_angle,
        step_height: 0.4,
        snap_distance: 0.4,
        ground_acceleration: None,
        ..CharacterConfig::default()
    };
    let mut all = Vec::new();
    let mut add = |ground, config, wish_velocity, rate, steps| {
        all.push(Walk { ground, config, wish_velocity, rate, steps });
    };
    for turn in (0..36).map(|i| f64::from(10 * i + 1).to_radians()) {
        let wish = narrow(narrow_ground::turned(turn, [-2.0, 0.0, 2.0]));
        add(narrow_ground::groove(turn), plain(), wish, 30, 60);
    }
    for rate in [30, 120] {
        let config = CharacterConfig { min_step_width: 0.02, snap_distance: 0.6, ..sphere(0.872_664_6) };
        let config = CharacterConfig { shape: plain().shape, ..config };
        add(narrow_ground::acute_corner(), config, Vec3::new(-1.5, 0.0, -3.7), rate, 2 * rate);
    }
    for [x, z] in [[4.0, 0.0], [2.8, 2.8], [0.0, 4.0], [-2.8, 2.8], [-4.0, 0.0]] {
        add(narrow_ground::far_hollow(), sphere(0.785), Vec3::new(x, 0.0, z), 60, 60);
    }
    for tall in [0.80, 0.84, 0.88] {
        for (rate, speed) in [(30, 2.0), (30, 6.0), (120, 2.0), (1000, 6.0)] {
            let shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
            let config = CharacterConfig { shape, snap_distance: 0.4, ground_acceleration: None, ..plain() };
            add(
                narrow_ground::hilltop(tall),
                config,
                Vec3::new(speed, 0.0, -speed),
                rate,
                rate / speed as u32,
            );
        }
    }
    for i in 0..16_i16 {
        let mut ground = narrow_ground::treads_and_plinth();
        ground.start[0] += 6e-4 * f32::from(i);
        add(ground, sphere(0.872_664_6), Vec3::new(-15.26, 0.0, 12.9), 30, 9);
    }
    let stairs = catalogue::all().into_iter().find(|scene| scene.id == "A3").expect("the scene A3");
    for rate in [60, 360] {
        let variant = Variant { form: Form::Ellipsoid, yaw: 17.0, rate, ..Variant::default() };
        let level = variant.level(&(stairs.build)(&variant)[0].level, [0.0; 3]);
        let start = variant.place([-16.2, 0.0, 2.0], [0.0; 3]).map(|x| x as f32);
        let shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3));
        let config = CharacterConfig { shape, skin_width: 0.02, ..plain() };
        let wish = narrow(variant.turn([-1.035_276_2, 0.0, 3.863_703_3]));
        add(Ground { level, start }, config, wish, rate, rate);
    }
    all
}

#[test]
fn characters_on_narrow_grounds_far_away_walk_as_at_the_origin() {
    let (mut single, mut course) = (Count::default(), Count::default());
    for walk in walks() {
        compare(&walk, &mut single, &mut course);
    }
    single.check_ties("single steps");
    course.check_ties("courses");
}

#[test]
fn a_leaning_wall_far_away_is_met_as_at_the_origin() {
    let mut count = Count::default();
    let (mut scratch, shape) = (Scratch::default(), Shape::sphere(0.5));
    let config = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
    for k in 1..200 {
        let worlds = worlds_of(&narrow_ground::leaning_walls(k));
        for start in [-0.1, -1e-4] {
            let from = shared(DVec3::Z * start);
            let motion = Motion::displacement(Vec3::Z * 0.2, 1.0);
            let [a, b] = [0, 1].map(|k| {
                let origin = [DVec3::ZERO, FAR][k];
                worlds[k].move_and_slide(&mut scratch, &shape, origin + from, motion, &config).position
                    - origin
            });
            count.add(true, [a, b], 4.0 * SPACING + 1e-9, || format!("wall {k} from {start}"), |_| a);
        }
    }
    count.check("leaning walls");
}

#[test]
fn a_ball_on_a_slope_far_away_rolls_as_at_the_origin() {
    let mut count = Count::default();
    let worlds = worlds_of(&narrow_ground::slope());
    let config = BallConfig { rolling_resistance: 0.1, ..BallConfig::default() };
    let mut ball = Ball {
        velocity: Vec3::new(0.014_379_66, -0.008_188_513, 0.055_647_29),
        spin: Vec3::new(2.632_75, 3.381_687_5e-8, -0.680_321_5),
        state: BallState::Rolling,
        ..Ball::at(shared(DVec3::new(1_000.085_75, 1_001.177_06, 978.981_7)))
    };
    let mut scratch = Scratch::default();
    for k in 0..40 {
        let [a, b] = [DVec3::ZERO, FAR].map(|origin| {
            let from = Ball { position: origin + ball.position, ..ball };
            let world = &worlds[usize::from(origin != DVec3::ZERO)];
            let step = world.step_ball(&mut scratch, &from, 1.0 / 240.0, &config);
            Ball { position: step.ball.position - origin, ..step.ball }
        });
        let ends = [a.position, b.position];
        count.add(true, ends, 4.0 * SPACING + 1e-9, || format!("ball, step {k}"), |_| a.position);
        ball = Ball { position: shared(a.position), ..a };
    }
    count.check("ball on a slope");
}

/// Pushes a body out, and moves it with every overlap option.
fn push_out(worlds: &[World; 2], shape: &Shape, at: DVec3, free: DVec3, count: &mut Count) {
    let (mut scratch, plain) = (Scratch::default(), MoveConfig::default());
    let name = || format!("{shape:?} at {at}");
    let (at, free) = (shared(at), shared(free));
    let mut push = |k: usize, aside: DVec3| {
        let origin = [DVec3::ZERO, FAR][k];
        worlds[k].depenetrate(&mut scratch, shape, origin + at + aside, &plain).position - origin
    };
    let ends = [0, 1].map(|k| push(k, DVec3::ZERO));
    let overlapped = ends[0] != at;
    count.add(overlapped, ends, 4.0 * SPACING + 1e-9, name, |offset| push(0, offset));
    for option in 0..3 {
        let mut slide = |k: usize, aside: DVec3| {
            let origin = [DVec3::ZERO, FAR][k];
            let on_overlap =
                [OnOverlap::Refuse, OnOverlap::PushOut, OnOverlap::ReturnTo(origin + free)][option];
            let motion = Motion::displacement(Vec3::new(0.3, -0.2, 0.25), 1.0);
            let config = MoveConfig { on_overlap, ..plain };
            worlds[k].move_and_slide(&mut scratch, shape, origin + at + aside, motion, &config).position
                - origin
        };
        let ends = [0, 1].map(|k| slide(k, DVec3::ZERO));
        count.add(overlapped, ends, 4.0 * SPACING + 1e-9, name, |offset| slide(0, offset));
    }
}

#[test]
fn overlaps_far_away_are_resolved_as_at_the_origin() {
    let mut count = Count::default();
    let coincident = cases::coincident();
    let worlds = worlds_of(&coincident.level);
    for (_, shape, place) in &coincident.starts {
        push_out(&worlds, &shape_of(shape), DVec3::from(*place), DVec3::new(0.0, 4.0, 0.0), &mut count);
    }
    let mut rng = SplitMix64::new(77);
    for level in [generate::hall(5, 4_000), generate::terrain(2, 3_000), generate::hills(6, 48.0, 6.0)] {
        let worlds = worlds_of(&level);
        for i in 0..150 {
            let free = level
                .spawns
                .get(i % level.spawns.len().max(1))
                .map_or(DVec3::Y * 6.0, |&spawn| Vec3::from(spawn).as_dvec3());
            let below = worlds[0].cast_ray(free, Vec3::NEG_Y * 20.0, &QueryFilter::ALL);
            let aside = DVec3::from_array([0; 3].map(|_| rng.range(-0.5, 0.5)));
            let near = below.map_or(free, |hit| hit.point) + aside;
            let shape = [
                Shape::point(),
                Shape::sphere(0.4),
                Shape::capsule(0.3, 1.8),
                Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
            ][i % 4]
                .clone();
            push_out(&worlds, &shape, near, free, &mut count);
        }
    }
    count.check_ties("overlaps");
}
