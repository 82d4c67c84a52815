//! Platforms carry, push and crush.

use crate::common::{Game, Plain, Soup, bits, cuboid, floor};
use bevy_app::{FixedUpdate, Update};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_sidle::{Character, Platform, SidleLevel, SidleMesh, Surface};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;
use std::time::Duration;

/// Rides a platform for 100 steps. The states are those of the plain library, bit for bit.
fn ride(level: &Soup, plate: &Soup, start: Transform, at: Vec3, drive: fn(&mut Transform)) -> (Game, Entity) {
    let mut game = Game::new();
    game.ready_level(level);
    game.platform(plate, start);
    let hero = game.hero(Character::default(), at);
    game.drive(drive);
    let mut plain = Plain::new(level, &Character::default(), at);
    let mut now = start;
    drive(&mut now);
    let platform = plain.place(plate, &now);
    for step in 0..100 {
        if step > 0 {
            let before = now;
            drive(&mut now);
            plain.motion(platform, &before, &now);
        }
        game.frames(1);
        let report = plain.step(&Default::default());
        assert_eq!(bits(&game.state(hero)), bits(&plain.state), "step {step}");
        assert_eq!(game.report(hero), report, "step {step}");
    }
    (game, hero)
}

#[test]
fn a_lift_carries_as_in_the_plain_library() {
    let start = Transform::from_xyz(0.0, 0.2, 0.0);
    let plate = cuboid(Vec3::new(1.0, 0.1, 1.0));
    let (game, hero) =
        ride(&floor(10.0, 0.0), &plate, start, Vec3::Y * 0.32, |lift| lift.translation.y += 0.02);
    assert!((game.feet(hero) - DVec3::Y * 2.3).length() < 2e-3, "{}", game.feet(hero));
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn a_turntable_carries_as_in_the_plain_library() {
    let start = Transform::from_xyz(0.0, 0.2, 0.0);
    let plate = cuboid(Vec3::new(3.0, 0.1, 3.0));
    let (game, hero) =
        ride(&floor(10.0, 0.0), &plate, start, Vec3::new(1.0, 0.3, 0.0), |table| table.rotate_y(0.02));
    // The first step places it.
    let expected = Quat::from_rotation_y(99.0 * 0.02) * Vec3::X + Vec3::Y * 0.3;
    assert!((game.feet(hero) - expected.as_dvec3()).length() < 5e-3, "{}", game.feet(hero));
}

#[test]
fn a_door_pushes_as_in_the_plain_library() {
    let start = Transform::from_xyz(-1.0, 1.0, 0.0);
    let door = cuboid(Vec3::new(0.1, 0.9, 1.0));
    let (game, hero) = ride(&floor(10.0, 0.0), &door, start, Vec3::ZERO, |door| door.translation.x += 0.02);
    assert!(game.feet(hero).x > 1.3, "{}", game.feet(hero));
}

/// A floor with a ceiling 3 m above it.
fn hall() -> Soup {
    let (mut vertices, mut triangles) = floor(10.0, 0.0);
    vertices.extend(floor(10.0, 3.0).0);
    triangles.extend([[4, 6, 5], [4, 7, 6]]);
    (vertices, triangles)
}

#[test]
fn a_character_that_is_crushed_is_reported_once() {
    let mut game = Game::new();
    game.ready_level(&hall());
    let lift = game.platform(&cuboid(Vec3::new(8.0, 0.1, 8.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.drive(|lift| lift.translation.y += 0.02);
    let mut crushed = 0;
    for _ in 0..60 {
        game.frames(1);
        crushed += usize::from(game.report(hero).crushed.is_some());
    }
    let events: Vec<String> = game.events().into_iter().filter(|e| e.starts_with("crushed")).collect();
    assert!(crushed > 3, "{crushed}");
    assert_eq!(events, [format!("crushed by {:?}", Some(lift))]);
    assert!(game.feet(hero).is_finite());
}

#[test]
fn parents_that_turn_scale_and_move_carry_a_platform() {
    let mut game = Game::new();
    game.ready_level(&floor(20.0, 0.0));
    #[derive(Component)]
    struct Moves;
    let parent = Transform::from_xyz(3.0, 1.0, 0.0).with_rotation(Quat::from_rotation_y(0.5));
    let parent = game.world().spawn((parent.with_scale(Vec3::splat(2.0)), Moves)).id();
    let lift = game.platform(&cuboid(Vec3::new(1.0, 0.1, 1.0)), Transform::from_xyz(0.0, 0.1, 0.0));
    game.world().entity_mut(lift).insert(ChildOf(parent));
    let hero = game.hero(Character::default(), Vec3::new(3.0, 1.4, 0.0));
    game.frames(2);
    game.app.add_systems(FixedUpdate, |mut parents: Query<&mut Transform, With<Moves>>| {
        parents.iter_mut().for_each(|mut transform| transform.translation.x += 0.03);
    });
    game.frames(100);
    assert!((game.feet(hero) - DVec3::new(6.0, 1.4, 0.0)).length() < 2e-3, "{}", game.feet(hero));
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn a_platform_that_is_teleported_leaves_its_rider_behind() {
    let mut game = Game::new();
    game.ready_level(&floor(30.0, 0.0));
    let lift = game.platform(&cuboid(Vec3::new(1.0, 0.1, 1.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.frames(10);
    game.world().get_mut::<Transform>(lift).expect("it exists").translation.x = 20.0;
    game.world().get_mut::<Platform>(lift).expect("it exists").teleport = true;
    game.frames(1);
    assert!(!game.world().get::<Platform>(lift).expect("it exists").teleport);
    game.frames(40);
    assert!(game.feet(hero).length() < 1e-3, "{}", game.feet(hero));
    assert_eq!(game.drawn(lift).translation.x, 20.0);
}

#[test]
fn a_platform_that_is_scaled_gets_a_new_shape() {
    let mut game = Game::new();
    game.ready_level(&floor(30.0, 0.0));
    let lift = game.platform(&cuboid(Vec3::new(1.0, 0.1, 1.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    game.frames(2);
    game.world().get_mut::<Transform>(lift).expect("it exists").scale = Vec3::new(3.0, 1.0, -3.0);
    game.frames(2);
    let hero = game.hero(Character::default(), Vec3::new(2.5, 1.0, 2.5));
    game.frames(64);
    assert!((game.feet(hero).y - 0.3).abs() < 1e-3, "{}", game.feet(hero));
}

#[test]
fn a_platform_that_moves_in_frames_goes_as_far_as_it_was_moved() {
    let mut game = Game::new();
    game.ready_level(&floor(30.0, 0.0));
    let lift = game.platform(&cuboid(Vec3::new(1.0, 0.1, 1.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.frames(4);
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 200));
    game.app.add_systems(Update, |mut platforms: Query<&mut Transform, With<Platform>>| {
        platforms.iter_mut().for_each(|mut transform| transform.translation.x += 0.01);
    });
    game.frames(200);
    assert!((game.drawn(lift).translation.x - 2.0).abs() < 1e-4, "{}", game.drawn(lift).translation);
    // The rider is up to one step behind.
    assert!((game.feet(hero).x - 2.0).abs() < 0.04, "{}", game.feet(hero));
}

#[test]
fn a_trigger_that_moves_is_entered_and_left_and_can_be_despawned() {
    let mut game = Game::new();
    game.ready_level(&floor(30.0, 0.0));
    let (vertices, triangles) = cuboid(Vec3::ONE);
    let surface = Surface { trigger: true, ..Default::default() };
    let mesh = SidleMesh::new(vertices, triangles);
    let zone = game.world().spawn((surface, mesh, Transform::from_xyz(5.0, 1.0, 0.0))).id();
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(10);
    let _ = game.events();
    let named = |what: &str| format!("{what} {:?}", bevy_sidle::Trigger::Entity(zone));
    for (x, expected) in [(0.5, vec![named("entered")]), (0.6, vec![]), (9.0, vec![named("left")])] {
        game.world().get_mut::<Transform>(zone).expect("it exists").translation.x = x;
        game.frames(3);
        assert_eq!(game.events(), expected, "{x}");
    }
    game.world().get_mut::<Transform>(zone).expect("it exists").translation.x = 0.0;
    game.frames(3);
    assert_eq!(game.events(), [named("entered")]);
    assert!(game.feet(hero).length() < 1e-3, "it blocks nothing");
    game.world().despawn(zone);
    game.frames(3);
    assert_eq!(game.events(), [named("left")]);
}

#[test]
fn a_conveyor_carries_in_the_direction_of_its_entity() {
    let mut game = Game::new();
    let (vertices, triangles) = floor(10.0, 0.0);
    let belt = Surface { conveyor: Vec3::X, ..Default::default() };
    let turned = Transform::from_rotation(Quat::from_rotation_y(std::f32::consts::FRAC_PI_2));
    game.world().spawn((SidleLevel, belt, SidleMesh::new(vertices, triangles), turned));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(65);
    assert!((game.feet(hero) + DVec3::Z).length() < 0.05, "{}", game.feet(hero));
}
