//! Characters on instances that move.

use super::wish;
use crate::common::{box_geometry, floor};
use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DQuat, DVec3, InstanceId,
    InstanceOptions, LeaveVelocity, MaterialId, Pose, PoseSet, Scratch, Shape, Vec3, World,
};

/// A character on one moving box in an otherwise empty or flat world.
struct Ride {
    world: World,
    id: InstanceId,
    pose: Pose,
    scratch: Scratch,
    config: CharacterConfig,
    state: CharacterState,
    rate: f64,
}

impl Ride {
    fn new(half: Vec3, feet: Vec3, rate: f64, config: CharacterConfig) -> Self {
        let mut world = World::default();
        let geometry = box_geometry(&mut world, half);
        let pose = Pose::IDENTITY;
        let id = world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
        let mut ride = Self {
            world,
            id,
            pose,
            scratch: Scratch::default(),
            config,
            state: CharacterState::at(feet),
            rate,
        };
        for _ in 0..(0.2 * rate) as u32 {
            let _ = ride.step(ride.pose, CharacterInput::default());
        }
        assert!(ride.state.is_grounded());
        ride
    }

    fn step(&mut self, to: Pose, input: CharacterInput) -> CharacterReport {
        let mut poses = PoseSet::default();
        poses.add(self.id, self.pose, to);
        self.world.set_poses(&poses).expect("poses");
        self.pose = to;
        let dt = (1.0 / self.rate) as f32;
        self.world.step_character(&mut self.scratch, &self.config, &mut self.state, &input, dt)
    }

    fn shifted(&self, velocity: DVec3) -> Pose {
        Pose { translation: self.pose.translation + velocity / self.rate, ..self.pose }
    }
}

fn shapes() -> [Shape; 3] {
    [Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3)), Shape::sphere(0.4)]
}

fn config(shape: &Shape) -> CharacterConfig {
    CharacterConfig { shape: shape.clone(), ..CharacterConfig::default() }
}

const RATES: [f64; 4] = [30.0, 60.0, 120.0, 1000.0];

/// B8: a lift that reverses at once, up and down by 2.4 m/s over 3 m. The character is on the
/// ground in every step, and follows the lift.
#[test]
fn b8_a_lift_that_reverses() {
    for shape in &shapes() {
        for rate in RATES {
            let mut ride = Ride::new(Vec3::new(2.0, 0.1, 2.0), Vec3::Y * 0.11, rate, config(shape));
            let (mut direction, mut worst) = (1.0, 0.0_f64);
            for _ in 0..(4.0 * rate) as u32 {
                let to = ride.shifted(DVec3::Y * (2.4 * direction));
                let report = ride.step(to, CharacterInput::default());
                assert!(report.is_on_floor() && report.platform == Some(ride.id), "{rate}: {report:?}");
                worst = worst.max((ride.state.position.y - ride.pose.translation.y - 0.1).abs());
                if ride.pose.translation.y > 3.0 || ride.pose.translation.y < 0.0 {
                    direction = -direction;
                }
            }
            assert!(worst < 1e-4, "{shape:?} {rate}: {worst}");
        }
    }
}

/// A walk on a train is the same as on the ground, whatever the train does.
#[test]
fn a_walk_on_a_train_is_a_walk() {
    for shape in &shapes() {
        for rate in RATES {
            for velocity in [DVec3::new(30.0, 0.0, 0.0), DVec3::new(8.0, 1.0, -3.0)] {
                let mut ride = Ride::new(Vec3::new(20.0, 0.1, 5.0), Vec3::Y * 0.11, rate, config(shape));
                let start = ride.state.position;
                let walk = Vec3::new(-2.0, 0.0, 1.0);
                for _ in 0..rate as u32 {
                    let to = ride.shifted(velocity);
                    let report = ride.step(to, wish(walk));
                    assert!(report.is_on_floor());
                    assert!((report.ground_velocity.as_dvec3() - velocity).length() < 1e-2);
                }
                let moved = ride.state.position - start - ride.pose.translation;
                assert!((moved - walk.as_dvec3()).length() < 2e-3, "{shape:?} {rate} {velocity}: {moved}");
            }
        }
    }
}

/// A character that stands on a turntable stays where it stands, and is told the rotation.
#[test]
fn b10_a_turntable() {
    for shape in &shapes() {
        for rate in RATES {
            let mut ride =
                Ride::new(Vec3::new(10.0, 1.0, 10.0), Vec3::new(9.0, 1.01, 0.0), rate, config(shape));
            let mut turned = DQuat::IDENTITY;
            for i in 1..=rate as u32 {
                let angle = std::f64::consts::TAU * f64::from(i) / rate;
                let to = Pose { rotation: DQuat::from_rotation_y(angle), ..ride.pose };
                let report = ride.step(to, CharacterInput::default());
                assert!(report.is_on_floor());
                turned = report.platform_rotation.as_dquat() * turned;
                let (x, z) = (9.0 * angle.cos(), -9.0 * angle.sin());
                let off = (ride.state.position - DVec3::new(x, 1.0, z)).length();
                assert!(off < 2e-4, "{shape:?} {rate} {i}: {off}");
            }
            assert!(turned.w.abs() > 0.999, "one whole turn: {turned}");
        }
    }
}

/// A jump keeps the velocity of the platform, all of it, all but downwards, or none.
#[test]
fn a_jump_off_a_platform() {
    for rate in RATES {
        for (velocity, leave, expected) in [
            (DVec3::new(6.0, 0.0, 0.0), LeaveVelocity::Add, Vec3::new(6.0, 0.0, 0.0)),
            (DVec3::new(6.0, 0.0, 0.0), LeaveVelocity::Ignore, Vec3::ZERO),
            (DVec3::new(1.0, -3.0, 0.0), LeaveVelocity::Add, Vec3::new(1.0, -3.0, 0.0)),
            (DVec3::new(1.0, -3.0, 0.0), LeaveVelocity::AddUpwards, Vec3::new(1.0, 0.0, 0.0)),
            (DVec3::new(0.0, 2.0, 0.0), LeaveVelocity::AddUpwards, Vec3::new(0.0, 2.0, 0.0)),
        ] {
            let settings = CharacterConfig { leave_velocity: leave, ..CharacterConfig::default() };
            let mut ride = Ride::new(Vec3::new(5.0, 0.1, 5.0), Vec3::Y * 0.11, rate, settings);
            for _ in 0..10 {
                let _ = ride.step(ride.shifted(velocity), CharacterInput::default());
            }
            let before = ride.state.position - ride.pose.translation;
            let input = CharacterInput { jump: true, jump_held: true, ..Default::default() };
            let report = ride.step(ride.shifted(velocity), input);
            // The step of the jump moves it by the way of the platform once, or not at all.
            let kept = if leave == LeaveVelocity::Ignore { velocity / rate } else { DVec3::ZERO };
            let moved = ride.state.position - ride.pose.translation - before + kept;
            assert!(moved.with_y(0.0).length() < 1e-3, "{rate} {velocity} {leave:?}: {moved}");
            assert!(report.jumped && !report.is_on_floor(), "{rate} {velocity} {leave:?}");
            let jump = (2.0 * 9.81 * 1.2_f32).sqrt() - 9.81 / rate as f32;
            let off = ride.state.velocity - expected - Vec3::Y * jump;
            assert!(off.length() < 1e-2, "{rate} {velocity} {leave:?}: {}", ride.state.velocity);
            // With the velocity of the platform it lands where it jumped off.
            if leave == LeaveVelocity::Add {
                let mut steps = 0;
                while !ride.state.is_grounded() {
                    let input = CharacterInput { jump_held: true, ..Default::default() };
                    let _ = ride.step(ride.shifted(velocity), input);
                    steps += 1;
                    assert!(f64::from(steps) < 2.0 * rate);
                }
                let after = ride.state.position - ride.pose.translation;
                assert!((after - before).with_y(0.0).length() < 1e-2, "{rate} {velocity}: {before} {after}");
                assert!(ride.state.velocity.length() < 1e-2, "{}", ride.state.velocity);
            }
        }
    }
}

/// A falling platform is followed; where there is none any more, the character falls.
#[test]
fn a_platform_that_falls() {
    for rate in RATES {
        let mut ride = Ride::new(Vec3::new(2.0, 0.1, 2.0), Vec3::Y * 0.11, rate, CharacterConfig::default());
        let mut speed = 0.0;
        for _ in 0..rate as u32 {
            speed -= 9.81 / rate;
            let report = ride.step(ride.shifted(DVec3::Y * speed), CharacterInput::default());
            assert!(report.is_on_floor(), "{rate} {speed}");
        }
        ride.world.remove_instance(ride.id).expect("an instance");
        let dt = (1.0 / rate) as f32;
        let input = CharacterInput::default();
        let report = ride.world.step_character(&mut ride.scratch, &ride.config, &mut ride.state, &input, dt);
        assert!(!report.is_on_floor() && ride.state.velocity.y < 0.0);
    }
}

/// A door that closes on a character crushes it, and the state can be used again afterwards.
#[test]
fn a_door_that_closes_crushes() {
    let mut world = World::default();
    let geometry = box_geometry(&mut world, Vec3::new(1.0, 2.0, 5.0));
    let add = |world: &mut World, x: f32| {
        world.add_instance(geometry, &Pose::at(Vec3::X * x), InstanceOptions::default()).expect("a pose")
    };
    let (left, right) = (add(&mut world, -1.5), add(&mut world, 1.5));
    let floor = box_geometry(&mut world, Vec3::new(9.0, 0.5, 9.0));
    world.add_instance(floor, &Pose::at(Vec3::Y * -2.5), InstanceOptions::default()).expect("a pose");
    let config = CharacterConfig { gravity: 0.0, ..CharacterConfig::default() };
    let (mut scratch, mut state) = (Scratch::default(), CharacterState::at(Vec3::Y * -0.9));
    let mut x = 1.5;
    for _ in 0..200 {
        let next = x - 0.005;
        let mut poses = PoseSet::default();
        poses.add(left, Pose::at(Vec3::X * -x), Pose::at(Vec3::X * -next));
        poses.add(right, Pose::at(Vec3::X * x), Pose::at(Vec3::X * next));
        world.set_poses(&poses).expect("poses");
        let input = CharacterInput::default();
        let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
        x = next;
        if let Some(crush) = report.crushed {
            assert!((0.0..1.0).contains(&crush.fraction));
            let names: Vec<_> = scratch.hits().iter().map(|h| h.surface.instance).collect();
            assert!(names.contains(&left) && names.contains(&right), "{names:?}");
            // Half of the gap that is left when the doors touch the body.
            assert!((x - 1.3).abs() < 0.011, "{x}");
            for (id, x) in [(left, -1.6), (right, 1.6)] {
                world.set_pose(id, &Pose::at(Vec3::X * x)).expect("a pose");
            }
            let input = CharacterInput { wish_velocity: Vec3::Z, ..input };
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
            assert!(report.crushed.is_none() && report.refused.is_none());
            return;
        }
        assert!(report.refused.is_none() && state.position.x.abs() < 1e-3, "{report:?}");
    }
    panic!("never crushed");
}

/// A quantised state decodes to a free place near the state, on the ground if that was; twice the
/// same; and once more to itself.
#[test]
fn quantised_states_decode_to_free_places() {
    use sidle::{QuantizedState, QueryFilter};
    use sidle_scenes::SplitMix64;
    let mut rng = SplitMix64::new(12);
    let mut ride = Ride::new(Vec3::new(3.0, 0.1, 3.0), Vec3::Y * 0.11, 60.0, CharacterConfig::default());
    let mut builder = ride.world.geometry_builder();
    builder.add_box(Vec3::new(0.4, 0.1, 0.7), MaterialId(0));
    let step = ride.world.add_geometry(builder).expect("a box");
    for i in 0..6_u8 {
        let at = Pose::at(Vec3::new(f32::from(i) - 2.5, 0.11 + 0.05 * f32::from(i), 0.3 * f32::from(i % 3)));
        ride.world.add_instance(step, &at, InstanceOptions::default()).expect("a pose");
    }
    let (mut grounded, mut apart) = (0, 0.0_f64);
    for i in 0..4_000_u16 {
        let wish_velocity = Vec3::new(rng.range(-3.0, 3.0) as f32, 0.0, rng.range(-3.0, 3.0) as f32);
        let input =
            CharacterInput { wish_velocity, jump: i % 50 == 0, crouch: i % 200 > 150, ..Default::default() };
        let turned = Pose { rotation: DQuat::from_rotation_y(f64::from(i) * 0.01), ..ride.pose };
        let _ = ride.step(turned, input);
        if ride.state.position.y < -5.0 {
            ride.state = CharacterState::at(Vec3::Y);
        }
        let quantized = QuantizedState::of(&ride.state);
        assert_eq!(QuantizedState::from_bytes(&quantized.to_bytes()), quantized);
        let decode = |q: &QuantizedState| {
            ride.world.decode_character(&mut Scratch::default(), &ride.config, q).expect("a free place")
        };
        let state = decode(&quantized);
        assert_eq!(state, decode(&quantized));
        let centre = state.centre(&ride.config);
        assert!(!ride.world.overlaps(&state.shape(&ride.config), centre, &QueryFilter::ALL));
        apart = apart.max((state.position - ride.state.position).length());
        assert_eq!(state.is_grounded(), ride.state.is_grounded(), "{i}");
        assert_eq!(state.is_crouching(), ride.state.is_crouching());
        assert_eq!(state.platform(), ride.state.platform());
        grounded += u32::from(state.is_grounded());
    }
    println!("{grounded} on the ground, at most {apart} m apart");
    assert!(grounded > 1_000 && apart < 2e-3, "{grounded} {apart}");
}

/// A position that no world has is not decoded to another one.
#[test]
fn quantised_positions_out_of_range_are_refused() {
    let (world, config) = (floor(50.0), CharacterConfig::default());
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2e9, -1e300] {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let mut state = CharacterState::at(Vec3::Y);
            state.position = DVec3::select(axis.cmpne(DVec3::ZERO), DVec3::splat(x), state.position);
            let sent = sidle::QuantizedState::of(&state).to_bytes();
            let received = sidle::QuantizedState::from_bytes(&sent);
            let decoded = world.decode_character(&mut Scratch::default(), &config, &received);
            assert_eq!(decoded, None, "{}", state.position);
        }
    }
}

/// A character that walks into a crate that cannot move pushes it with the same force at every
/// rate: at most 500 N, and less where the collision of a lighter crate would take 0.1 s with less.
/// A heavy crate is not pushed.
#[test]
fn a_crate_is_pushed_with_the_same_force_at_every_rate() {
    let masses =
        [(27.58, Some(500.0)), (40.0, Some(500.0)), (5.0, Some(3.0 * 400.0 / 85.0 / 0.1)), (500.0, None)];
    for ((mass, force), rate) in
        masses.into_iter().flat_map(|m| [20.0_f32, 30.0, 60.0, 144.0, 1000.0].map(|r| (m, r)))
    {
        let mut world = floor(50.0);
        let geometry = box_geometry(&mut world, Vec3::splat(0.5));
        let options = InstanceOptions { mass: Some(mass), ..InstanceOptions::default() };
        let id = world.add_instance(geometry, &Pose::at(Vec3::new(2.0, 0.5, 0.0)), options).expect("a pose");
        let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
        let mut state = CharacterState::at(Vec3::ZERO);
        let input = wish(Vec3::X * 3.0);
        let (mut sum, mut last) = (Vec3::ZERO, None);
        for step in 0..2 * rate as u32 {
            last = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / rate).push;
            if step >= rate as u32 {
                sum += last.map_or(Vec3::ZERO, |push| push.impulse);
            }
        }
        assert_eq!(last.is_some(), force.is_some(), "{mass}");
        if let (Some(push), Some(force)) = (last, force) {
            assert_eq!(push.instance, id);
            assert!(push.impulse.length() <= 500.001 / rate, "{mass} {rate} {push:?}");
            assert!((sum - Vec3::X * force).length() < 2e-3 * force, "{mass} {rate} {sum}");
            assert!((push.point.x - 1.5).abs() < 1e-3);
        }
    }
}

/// C4 and C13: a walk over a row of flush boxes that are instances, beside a wall of such boxes, is
/// a walk over one floor: no stop, no bump, and the same height.
#[test]
fn flush_boxes_are_one_floor() {
    for shape in &shapes() {
        for rate in RATES {
            for turn in [0.0, 0.3] {
                let mut world = World::default();
                let cube = box_geometry(&mut world, Vec3::splat(0.5));
                let rotation = DQuat::from_rotation_y(turn);
                for x in -2..30 {
                    for (y, z) in [(-0.5, 0.0), (-0.5, 1.0), (-0.5, -1.0), (0.5, 1.5)] {
                        let translation = rotation * DVec3::new(f64::from(x), y, z);
                        let pose = Pose { translation, rotation, scale: 1.0 };
                        world.add_instance(cube, &pose, InstanceOptions::default()).expect("a pose");
                    }
                }
                let (mut scratch, config) = (Scratch::default(), config(shape));
                let mut state = CharacterState::at(Vec3::ZERO);
                let wish = (rotation * DVec3::new(5.0, 0.0, 1.0)).as_vec3();
                let mut input = CharacterInput::default();
                for i in 0..(2.5 * rate) as u32 {
                    if f64::from(i) >= 0.5 * rate {
                        input.wish_velocity = wish;
                    }
                    let dt = (1.0 / rate) as f32;
                    let report = world.step_character(&mut scratch, &config, &mut state, &input, dt);
                    assert!(report.is_on_floor(), "{shape:?} {rate} {turn} {i}");
                    assert!(state.position.y.abs() < 1e-4, "{}", state.position);
                }
                let along = (rotation.conjugate() * state.position).x;
                assert!((along - 10.0).abs() < 0.02, "{shape:?} {rate} {turn}: {along}");
            }
        }
    }
}
