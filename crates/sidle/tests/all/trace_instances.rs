//! Captures and replays with placed and moving instances.

use crate::common::{box_geometry, by, floor};
use sidle::trace::{
    CharacterReplay, MovingStep, Replay, capture, capture_character, capture_moving_character,
    explain_character,
};
use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, InstanceId, InstanceOptions,
    MoveConfig, Pose, PoseSet, Quat, QueryFilter, Scratch, Shape, Vec3, World,
};
use sidle_scenes::SplitMix64;

/// A floor, many resting boxes, and a lift and a turntable among them.
fn world() -> (World, [InstanceId; 2]) {
    let mut world = floor(50.0);
    let mut add = |half: Vec3, poses: &[Pose]| {
        let geometry = box_geometry(&mut world, half);
        let ids: Vec<_> = poses
            .iter()
            .map(|pose| world.add_instance(geometry, pose, InstanceOptions::default()).expect("a pose"))
            .collect();
        ids[0]
    };
    let mut rng = SplitMix64::new(3);
    let crates: Vec<_> = (0..60)
        .map(|_| {
            let mut x = || rng.range(-8.0, 8.0) as f32;
            let turn = Quat::from_rotation_y(x());
            Pose::at(Vec3::new(x(), 0.1, x())).with_rotation(turn).with_scale(0.5)
        })
        .collect();
    add(Vec3::splat(0.5), &crates);
    let lift = add(Vec3::new(1.5, 0.2, 1.5), &[Pose::at(Vec3::ZERO)]);
    let table = add(Vec3::new(2.0, 0.1, 2.0), &[Pose::at(Vec3::X * 4.0)]);
    (world, [lift, table])
}

fn poses(ids: [InstanceId; 2], frame: u16) -> PoseSet {
    let lift = |i: u16| Pose::at(Vec3::Y * ((f32::from(i) * 0.05).sin() * 0.3));
    let table = |i: u16| Pose::at(Vec3::X * 4.0).with_rotation(Quat::from_rotation_y(f32::from(i) * 0.05));
    let mut poses = PoseSet::default();
    poses.add(ids[0], lift(frame), lift(frame + 1));
    poses.add(ids[1], table(frame), table(frame + 1));
    poses
}

/// A walk over a lift, a turntable and boxes is captured, written, read and repeated bit for bit.
#[test]
fn a_walk_over_platforms_is_repeated() {
    let config = CharacterConfig::default();
    let mut rng = SplitMix64::new(9);
    let (mut rides, mut captured) = (0, 0);
    for case in 0..20_u16 {
        let (mut live, ids) = world();
        let mut state = CharacterState::at(Vec3::new([0.0, 4.0, -3.0][usize::from(case) % 3], 0.6, 0.3));
        let mut scratch = Scratch::default();
        let mut inputs = Vec::new();
        let mut ends = Vec::new();
        let start = 40 + case * 7;
        // It walks for a while before the capture begins, so that it stands on something.
        let mut before = state;
        for frame in 0..start + 60 {
            if frame == start {
                before = state;
            }
            let wish_velocity = Vec3::new(rng.range(-3.0, 3.0) as f32, 0.0, rng.range(-3.0, 3.0) as f32);
            let input = CharacterInput { wish_velocity, jump: rng.below(40) == 0, ..Default::default() };
            live.set_poses(&poses(ids, frame)).expect("poses");
            let report = live.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
            rides += u32::from(report.platform.is_some());
            if frame >= start {
                inputs.push(MovingStep { input, dt: 1.0 / 60.0, poses: poses(ids, frame) });
                ends.push(state.position);
            }
        }
        let (mut again, _) = world();
        let replay = capture_moving_character(&mut again, &config, &before, &inputs).expect("poses");
        captured += replay.instances.len();
        let read: CharacterReplay = replay.to_string().parse().expect("a replay");
        assert_eq!(read, replay);
        let made = read.run().expect("a world");
        for (i, (step, end)) in made.iter().zip(&ends).enumerate() {
            assert_eq!(step.0.position, *end, "{case}: step {i}");
        }
        let told = read.explain().expect("a world");
        assert_eq!(told.len(), ends.len());
    }
    println!("{rides} steps on instances, {captured} instances captured of {}", 20 * 62);
    assert!(rides > 400 && captured > 60 && captured < 20 * 40);
}

/// The world has the lift elsewhere, and the first step does not move it: the character stands on
/// the lift where its first motion begins, in the capture as in the replay.
#[test]
fn an_instance_stands_where_its_first_motion_begins() {
    let (mut world, [lift, _]) = world();
    let low = Pose::at(Vec3::Y * 0.4);
    let steps: Vec<MovingStep> = (0..20_u8)
        .map(|i| {
            let mut poses = PoseSet::default();
            let at = |i: u8| Pose::at(Vec3::Y * (0.4 + 0.01 * f32::from(i)));
            if i > 0 {
                poses.add(lift, at(i - 1), at(i));
            }
            MovingStep { input: CharacterInput::default(), dt: 1.0 / 60.0, poses }
        })
        .collect();
    assert_ne!(world.instance(lift).expect("a lift").pose, low);
    let (config, start) = (CharacterConfig::default(), CharacterState::at(Vec3::new(0.3, 0.601, 0.2)));
    let replay = capture_moving_character(&mut world, &config, &start, &steps).expect("poses");
    for (i, (step, (state, report))) in replay.steps.iter().zip(replay.run().expect("a world")).enumerate() {
        assert_eq!(step.end, Some(state.position), "step {i}");
        assert!(report.is_on_floor(), "step {i}");
    }
}

/// Moves among resting instances, and one step of a character in a world that moves.
#[test]
fn single_moves_and_steps_are_repeated() {
    let (mut world, ids) = world();
    world.set_poses(&poses(ids, 7)).expect("poses");
    let mut rng = SplitMix64::new(1);
    let mut hits = 0;
    for _ in 0..200 {
        let mut v =
            |s: f64| Vec3::new(rng.range(-s, s) as f32, rng.range(0.6, 1.5) as f32, rng.range(-s, s) as f32);
        let (from, motion) = (v(8.0), by(v(2.0) - Vec3::Y));
        let body = Shape::capsule(0.2, 0.9);
        let replay = capture(&world, &body, from, motion, &MoveConfig::default());
        let read: Replay = replay.to_string().parse().expect("a replay");
        assert_eq!(read, replay);
        let report = &read.run().expect("a world")[0];
        assert_eq!(Some(report.outcome.position), replay.moves[0].end);
        hits += report.hits.len();
    }
    assert!(hits > 20, "{hits}");
    let config = CharacterConfig::default();
    let state = CharacterState::at(Vec3::new(4.0, 0.2, 0.5));
    let input = CharacterInput { wish_velocity: Vec3::X, ..Default::default() };
    let replay = capture_character(&world, &config, &state, &[(input, 0.1)]);
    let end = replay.run().expect("a world")[0].0.position;
    assert_eq!(Some(end), replay.steps[0].end);
    assert!(explain_character(&world, &config, &state, &input, 0.1).after.position == end);
}

/// Adds an instance of a box.
fn add_box(world: &mut World, half: Vec3, at: Vec3, options: InstanceOptions) -> InstanceId {
    let geometry = box_geometry(world, half);
    world.add_instance(geometry, &Pose::at(at), options).expect("a pose")
}

/// A report without the numbers of instances, which are others in a replay.
fn plain(report: &CharacterReport) -> CharacterReport {
    let mut plain = *report;
    for surface in [&mut plain.ground_surface, &mut plain.wall, &mut plain.ceiling].into_iter().flatten() {
        surface.instance = InstanceId::MESH;
        surface.polygon = sidle::PolygonId::from_index(0);
    }
    plain.platform = plain.platform.map(|_| InstanceId::MESH);
    plain
}

/// Captures steps, writes, reads and runs them. Every step has the state and the report of a run in
/// the whole world. Returns the replay and the reports.
fn repeat(
    world: &World,
    start: &CharacterState,
    steps: &[MovingStep],
) -> (CharacterReplay, Vec<CharacterReport>) {
    let (config, mut scratch, mut state) = (CharacterConfig::default(), Scratch::default(), *start);
    let replay = capture_moving_character(&mut world.clone(), &config, start, steps).expect("poses");
    let read: CharacterReplay = replay.to_string().parse().expect("a replay");
    assert_eq!(read, replay);
    let mut live = world.clone();
    let again = read.run().expect("a world");
    let reports = steps.iter().zip(&again).enumerate().map(|(i, (step, (end, repeated)))| {
        live.set_poses(&step.poses).expect("poses");
        let report = live.step_character(&mut scratch, &config, &mut state, &step.input, step.dt);
        let numbers = |state: &CharacterState| (state.position.to_array(), state.velocity.to_array());
        assert_eq!(numbers(&state), numbers(end), "step {i}");
        assert_eq!(plain(&report), plain(repeated), "step {i}");
        report
    });
    let reports = reports.collect();
    (replay, reports)
}

/// The position after each step of a replay, and whether the step was refused.
fn ends(replay: &CharacterReplay) -> Vec<(DVec3, bool)> {
    let steps = replay.run().expect("a world");
    steps.iter().map(|(state, report)| (state.position, report.refused.is_some())).collect()
}

/// A trigger that moves with a lift, at the height of the waist of its passenger. In a replay it
/// was an obstacle.
#[test]
fn a_trigger_that_moves_blocks_nothing_in_a_replay() {
    let (mut world, [lift, _]) = world();
    let options = InstanceOptions { trigger: true, user_data: 77, ..Default::default() };
    let zone = add_box(&mut world, Vec3::new(1.4, 0.5, 1.4), Vec3::Y * 0.7, options);
    let at = |i: u8, height: f32| Pose::at(Vec3::Y * (height + 0.02 * f32::from(i)));
    let steps: Vec<MovingStep> = (0..30)
        .map(|i| {
            let mut poses = PoseSet::default();
            poses.add(lift, at(i, 0.0), at(i + 1, 0.0));
            poses.add(zone, at(i, 0.7), at(i + 1, 0.7));
            let input = CharacterInput { wish_velocity: Vec3::X * 0.5, ..Default::default() };
            MovingStep { input, dt: 1.0 / 60.0, poses }
        })
        .collect();
    let start = CharacterState::at(Vec3::new(0.1, 0.201, 0.2));
    let (replay, reports) = repeat(&world, &start, &steps);
    assert!(reports[1..].iter().all(|report| report.platform.is_some() && !report.was_pushed_out));
    let zones: Vec<_> = replay.instances.iter().filter(|instance| instance.trigger).collect();
    assert_eq!((zones.len(), zones[0].user_data, zones[0].polygons.len()), (1, 77, 6));
    // Without the flag the zone is an obstacle, as it was in replays of older versions.
    let mut blocked = replay.clone();
    blocked.instances.iter_mut().for_each(|instance| instance.trigger = false);
    assert_ne!(ends(&blocked), ends(&replay));
}

/// The world of a replay has the triggers that the body touched, and no others.
#[test]
fn triggers_are_found_in_a_replay() {
    let (mut world, _) = world();
    let options = |user_data| InstanceOptions { trigger: true, user_data, ..Default::default() };
    for (number, x) in [(1, 20.0), (2, 24.0), (3, 40.0)] {
        add_box(&mut world, Vec3::new(1.0, 2.0, 1.0), Vec3::X * x, options(number));
    }
    let (shape, from) = (Shape::sphere(0.3), Vec3::new(17.0, 0.5, 0.0));
    let motion = by(Vec3::X * 6.5);
    let replay = capture(&world, &shape, from, motion, &MoveConfig::default());
    let read: Replay = replay.to_string().parse().expect("a replay");
    let end = replay.moves[0].end.expect("an end");
    let found = |world: &World| {
        let mut found = Vec::new();
        world.triggers_along(&shape, from, end, &QueryFilter::ALL, &mut found);
        let of = |id| world.instance(id).expect("an instance").options.user_data;
        found.iter().map(|contact| (of(contact.instance), contact.is_inside)).collect::<Vec<_>>()
    };
    assert_eq!(found(&world), [(1, false), (2, true)]);
    assert_eq!(found(&read.world().expect("a world")), found(&world));
    assert_eq!(read.instances.len(), 2);
    assert_eq!(Some(read.run().expect("a world")[0].outcome.position), replay.moves[0].end);
}

/// A solid press comes down faster than it may push, and encloses the character in a later step.
/// In a replay it was hollow.
#[test]
fn a_press_that_encloses_a_character_is_solid_in_a_replay() {
    let (mut world, _) = world();
    let options = InstanceOptions { solid: true, ..Default::default() };
    let place = Vec3::new(20.0, 4.5, 20.0);
    let press = add_box(&mut world, Vec3::splat(2.0), place, options);
    let steps: Vec<MovingStep> = (0..12_u8)
        .map(|i| {
            let mut poses = PoseSet::default();
            let height = |i: u8| Pose::at(place - Vec3::Y * (0.62 * f32::from(i.min(4))));
            poses.add(press, height(i), height(i + 1));
            MovingStep { input: CharacterInput::default(), dt: 1.0 / 60.0, poses }
        })
        .collect();
    let (replay, reports) = repeat(&world, &CharacterState::at(Vec3::new(20.0, 0.001, 20.3)), &steps);
    assert!(reports.iter().any(|report| report.crushed.is_some()), "{reports:?}");
    assert!(reports.iter().any(|report| report.was_pushed_out || report.refused.is_some()), "{reports:?}");
    let mut hollow = replay.clone();
    hollow.instances.iter_mut().for_each(|instance| instance.solid = false);
    assert_ne!(ends(&hollow), ends(&replay));
}
