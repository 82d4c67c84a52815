//! Tests of the verdict on characters that stand still, and on their pushes.

use sidle::{
    CharacterConfig, CharacterInput, CharacterState, InstanceOptions, MaterialId, Pose, Scratch, Vec3, World,
};
use sidle_attack::verdict::{CharacterFault, CharacterJudge, CharacterStep, judge_of, judge_push};

const DT: f32 = 1.0 / 60.0;

fn walk(wish: Vec3) -> CharacterInput {
    CharacterInput { wish_velocity: wish, ..CharacterInput::default() }
}

#[test]
fn a_character_that_stands_still_where_there_is_room_is_held() {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let wall = [Vec3::new(1.0, -1.0, -9.0), Vec3::new(1.0, 9.0, 0.0), Vec3::new(1.0, -1.0, 9.0)];
    let world = World::from_triangles(&[floor, wall].concat(), &[[0, 1, 2], [3, 4, 5]]).expect("a corner");
    let surfaces = judge_of([&floor[..], &wall[..]]);
    let config = CharacterConfig { record_path: true, ..CharacterConfig::default() };
    let (mut judge, mut scratch) = (CharacterJudge::new(&config), Scratch::default());
    let mut state = CharacterState::at(Vec3::ZERO);
    // It walks to the wall, and then stands in front of it.
    let input = walk(Vec3::X * 3.0);
    for _ in 0..60 {
        let before = state;
        let report = &world.step_character(&mut scratch, &config, &mut state, &input, DT);
        let (after, path) = (&state, scratch.path());
        let step = CharacterStep { before: &before, after, report, path, input: &input, dt: DT };
        assert_eq!(judge.judge(&surfaces, &step), None);
    }
    // It stands there for some steps, although it could go back, or along the wall.
    let report = &world.step_character(&mut scratch, &config, &mut state, &CharacterInput::default(), DT);
    for (wish, expected) in [(Vec3::NEG_X, 0.0), (Vec3::new(1.0, 0.0, 1.0), 60.0)] {
        judge.restart();
        let input = walk(wish * 3.0);
        let stands =
            CharacterStep { before: &state, after: &state, report, path: &[], input: &input, dt: DT };
        let faults: Vec<_> = (0..9).map(|_| judge.judge(&surfaces, &stands)).collect();
        assert_eq!(faults[0], None);
        let turn = match faults[8] {
            Some(CharacterFault::Held { turn }) => turn,
            other => panic!("{wish} {other:?}"),
        };
        assert_eq!(turn.abs(), expected, "{wish}");
    }
}

#[test]
fn a_push_is_at_most_as_strong_as_the_settings_say() {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    builder.add_box(Vec3::splat(1.0), MaterialId(0));
    let crate_of_wood = world.add_geometry(builder).expect("a box");
    let options = InstanceOptions { mass: Some(100.0), ..InstanceOptions::default() };
    world.add_instance(crate_of_wood, &Pose::at(Vec3::X * 2.0), options).expect("a crate");
    let ground = [Vec3::new(-9.0, -0.5, -9.0), Vec3::new(0.0, -0.5, 9.0), Vec3::new(9.0, -0.5, -9.0)];
    world.add_polygon(&ground, MaterialId(0)).expect("a floor");
    let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
    let mut state = CharacterState::at(Vec3::Y * -0.5);
    let reports: Vec<_> = (0..60)
        .map(|_| world.step_character(&mut scratch, &config, &mut state, &walk(Vec3::X * 3.0), DT))
        .collect();
    assert!(reports.iter().any(|report| report.push.is_some()));
    let weaker = CharacterConfig { max_push_force: 100.0, ..config.clone() };
    for report in reports {
        assert_eq!(judge_push(&config, &report, DT), None);
        let is_strong = matches!(judge_push(&weaker, &report, DT), Some(CharacterFault::TooStrong { .. }));
        assert_eq!(is_strong, report.push.is_some(), "{report:?}");
    }
}
