//! Convex hulls as instances that stand and move.

use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, InstanceId, InstanceOptions, MaterialId, Pose,
    PoseSet, Quat, QueryFilter, Scratch, Shape, Vec3, World,
};

/// A barge: a deck of eight corners, and a keel below it.
fn barge() -> Vec<Vec3> {
    let deck = [(3.0, 1.0), (1.0, 3.0), (-1.0, 3.0), (-3.0, 1.0)];
    let deck = deck.into_iter().flat_map(|(x, z)| [Vec3::new(x, 0.0, z), Vec3::new(x, 0.0, -z)]);
    // A point inside and points in the deck change nothing.
    let inside = [Vec3::ZERO, Vec3::new(0.5, 0.0, 0.5), Vec3::Y * -0.5];
    deck.chain(inside).chain([Vec3::Y * -2.0]).collect()
}

fn world() -> (World, InstanceId) {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    builder.add_convex_hull(&barge(), MaterialId(0));
    let geometry = world.add_geometry(builder).expect("a hull");
    let options = InstanceOptions { solid: true, ..Default::default() };
    let id = world.add_instance(geometry, &Pose::IDENTITY, options).expect("a pose");
    (world, id)
}

/// A character rests on the deck for two seconds, while the barge travels 4 m, rises by 1 m and
/// turns by 115 degrees. It stays a skin above the same point of the deck.
#[test]
fn a_character_rests_on_a_hull_that_moves() {
    let (mut world, id) = world();
    assert_eq!(world.polygon_count(), 9);
    let (config, mut scratch) = (CharacterConfig::default(), Scratch::default());
    let place = Vec3::new(1.5, 0.0, -0.5);
    let mut hero = CharacterState::at(place + Vec3::Y * 0.001);
    let pose = |i: u8| {
        let t = f32::from(i) / 60.0;
        let turn = Quat::from_rotation_y(t);
        Pose::at(Vec3::new(2.0, 0.5, 0.0) * t).with_rotation(turn)
    };
    for i in 0..120 {
        let mut poses = PoseSet::default();
        poses.add(id, pose(i), pose(i + 1));
        world.set_poses(&poses).expect("poses");
        let input = CharacterInput::default();
        let report = world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
        assert_eq!(
            (report.platform, report.crushed, report.was_pushed_out),
            (Some(id), None, false),
            "step {i}"
        );
        let expected = pose(i + 1).point(place.as_dvec3());
        let off = hero.position - expected;
        // f64: ends are f64.
        // The body stands a skin above the deck, and each end is rounded to f32.
        assert!((off - DVec3::Y * 0.001).length() < 2e-3, "step {i}: {off}");
        let centre = hero.centre(&config);
        assert!(!world.overlaps(&hero.shape(&config), centre, &QueryFilter::ALL), "step {i}");
    }
}

/// The hull is closed and solid: its inside overlaps, and its outside does not.
#[test]
fn a_hull_can_be_solid() {
    let (world, _) = world();
    let ball = Shape::sphere(0.05);
    let overlaps = |at: Vec3| world.overlaps(&ball, at, &QueryFilter::ALL);
    assert!(overlaps(Vec3::Y * -1.0) && overlaps(Vec3::new(2.0, -0.3, 0.0)));
    assert!(!overlaps(Vec3::Y * 0.1) && !overlaps(Vec3::new(2.5, -1.0, 0.0)));
}
