//! Transforms between the steps.

use crate::common::{Game, STEP, floor};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_sidle::{Character, CharacterState, Platform, SidleLevel, SidleMesh, sidle};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;
use std::time::Duration;

/// A game whose frames are a quarter of a step long.
fn quarters() -> Game {
    let mut game = Game::new();
    game.ready_level(&floor(50.0, 0.0));
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 64 / 4));
    game
}

#[test]
fn a_character_is_drawn_between_its_steps() {
    let mut game = quarters();
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(16);
    game.wish(hero, Vec3::X * 6.4);
    game.frames(40);
    let mut before = game.drawn(hero).translation.x;
    for _ in 0..20 {
        game.frames(1);
        let now = game.drawn(hero).translation.x;
        assert!((now - before - 6.4 * STEP / 4.0).abs() < 1e-4, "{now} {before}");
        before = now;
    }
}

#[test]
fn a_written_position_is_a_teleport_and_is_not_smeared() {
    let mut game = quarters();
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(9);
    game.world().get_mut::<CharacterState>(hero).expect("a character").position = DVec3::X * 20.0;
    for _ in 0..20 {
        game.frames(1);
        assert!((game.drawn(hero).translation - Vec3::X * 20.0).length() < 1e-3);
    }
    // So is a state as a whole, for example one from a network.
    game.world().get_mut::<CharacterState>(hero).expect("a character").0 =
        sidle::CharacterState::at(Vec3::new(-5.0, 0.0, 1.0));
    for _ in 0..20 {
        game.frames(1);
        assert!((game.drawn(hero).translation - Vec3::new(-5.0, 0.0, 1.0)).length() < 1e-3);
    }
}

#[test]
fn a_platform_is_drawn_between_its_steps_with_its_rider() {
    let mut game = quarters();
    let plate = SidleMesh::cuboid(Vec3::new(2.0, 0.1, 2.0));
    let lift = game.world().spawn((Platform::default(), plate, Transform::from_xyz(0.0, 0.2, 0.0))).id();
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.app.add_systems(bevy_app::FixedUpdate, |mut lifts: Query<(&Platform, &mut Transform)>| {
        lifts.iter_mut().for_each(|(_, mut transform)| transform.translation.y += 0.064);
    });
    game.frames(40);
    let mut before = game.drawn(lift).translation.y;
    for _ in 0..40 {
        game.frames(1);
        let (lift, rider) = (game.drawn(lift).translation.y, game.drawn(hero).translation.y);
        assert!((lift - before - 0.016).abs() < 1e-4, "{lift} {before}");
        assert!((rider - lift - 0.1).abs() < 2e-3, "{rider} {lift}");
        before = lift;
    }
}

#[test]
fn a_position_that_the_game_writes_over_an_eased_one_counts() {
    let mut game = quarters();
    let plate = SidleMesh::cuboid(Vec3::new(2.0, 0.1, 2.0));
    let lift = game.world().spawn((Platform::default(), plate, Transform::IDENTITY)).id();
    game.frames(8);
    game.world().get_mut::<Transform>(lift).expect("it exists").translation.x = 1.0;
    game.frames(5);
    // It is drawn on its way now.
    game.world().get_mut::<Transform>(lift).expect("it exists").translation.x = 3.0;
    game.frames(9);
    assert_eq!(game.drawn(lift).translation.x, 3.0);
}

#[test]
fn a_character_that_waits_for_a_level_is_drawn_at_rest() {
    let mut game = quarters();
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(16);
    game.wish(hero, Vec3::X * 6.4);
    game.frames(41);
    let world = game.world();
    let level = world.query_filtered::<Entity, With<SidleLevel>>().single(world).expect("one level");
    world.despawn(level);
    game.frames(5);
    let rest = game.feet(hero);
    for _ in 0..20 {
        game.frames(1);
        assert_eq!((game.feet(hero), game.drawn(hero).translation), (rest, rest.as_vec3()));
    }
}
