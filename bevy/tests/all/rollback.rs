//! A game that repeats steps: a copy of the state is all that it needs.

use crate::common::{Game, bits, cuboid, floor};
use bevy_app::{FixedMain, FixedPreUpdate, Update};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_sidle::{Character, CharacterInput, CharacterState, Platform, PlatformPose, SidlePlugin, sidle};
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;
use std::time::Duration;

#[derive(Resource, Default)]
struct Step(u16);

fn read_inputs(mut step: ResMut<Step>, mut inputs: Query<&mut CharacterInput>) {
    for mut input in &mut inputs {
        input.wish_velocity = Vec3::new((f32::from(step.0) * 0.1).sin() * 3.0, 0.0, 0.5);
        input.jump = step.0 % 40 == 25;
    }
    step.0 += 1;
}

/// A game with two riders of a lift.
fn game(plugin: SidlePlugin) -> (Game, [Entity; 2], Entity) {
    let mut game = Game::with(plugin);
    game.ready_level(&floor(20.0, 0.0));
    game.app.init_resource::<Step>().add_systems(FixedPreUpdate, read_inputs);
    let lift = game.platform(&cuboid(Vec3::new(2.0, 0.1, 2.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    game.drive(|lift| {
        lift.translation += Vec3::new(0.01, 0.005, 0.0);
        lift.rotate_y(0.01);
    });
    let heroes = [0.0, 0.9].map(|x| game.hero(Character::default(), Vec3::new(x, 0.31, 0.0)));
    (game, heroes, lift)
}

type Saved = (u16, [sidle::CharacterState; 2], PlatformPose, Transform);

/// Saves the game as it is after a step. The fixed steps see the true transform of the lift.
fn save(game: &mut Game, heroes: [Entity; 2], lift: Entity) -> Saved {
    let pose = *game.world().get::<PlatformPose>(lift).expect("a platform");
    let at = pose.0.expect("it was placed");
    let transform =
        Transform::from_translation(at.translation.as_vec3()).with_rotation(at.rotation.as_quat());
    (game.world().resource::<Step>().0, heroes.map(|hero| game.state(hero)), pose, transform)
}

fn restore(world: &mut World, heroes: [Entity; 2], lift: Entity, saved: &Saved) {
    world.resource_mut::<Step>().0 = saved.0;
    for (hero, state) in heroes.into_iter().zip(saved.1) {
        world.get_mut::<CharacterState>(hero).expect("a character").0 = state;
    }
    *world.get_mut::<PlatformPose>(lift).expect("a platform") = saved.2;
    *world.get_mut::<Transform>(lift).expect("a platform") = saved.3;
}

#[test]
fn a_restored_state_gives_the_same_steps() {
    let alone = SidlePlugin::default().with_levels_at_once();
    for plugin in [alone.clone(), alone.with_crowd()] {
        let (mut game, heroes, lift) = game(plugin);
        game.frames(20);
        let saved = save(&mut game, heroes, lift);
        let run = |game: &mut Game| -> Vec<String> {
            let step = |_| {
                game.frames(1);
                heroes.map(|hero| bits(&game.state(hero))).concat()
            };
            (0..60).map(step).collect()
        };
        let first = run(&mut game);
        for _ in 0..2 {
            restore(game.world(), heroes, lift, &saved);
            let again = run(&mut game);
            for (step, (first, again)) in first.iter().zip(&again).enumerate() {
                assert_eq!(first, again, "step {step}");
            }
        }
    }
}

#[test]
fn steps_that_are_repeated_within_a_frame_change_nothing() {
    let (mut once, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    let (mut twice, others, lift) = game(SidlePlugin::default().with_levels_at_once());
    once.frames(1);
    twice.frames(1);
    for _ in 0..30 {
        once.frames(1);
        let saved = save(&mut twice, others, lift);
        twice.frames(1);
        // As a networking crate does after a late message: back, and the steps again.
        restore(twice.world(), others, lift, &saved);
        twice.world().run_schedule(FixedMain);
        for (hero, other) in heroes.into_iter().zip(others) {
            assert_eq!(bits(&once.state(hero)), bits(&twice.state(other)));
        }
    }
}

#[test]
fn interpolation_does_not_overwrite_a_restored_state() {
    let (mut game, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    game.frames(20);
    // No frame makes a step any more.
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    let mut state = game.state(heroes[0]);
    state.position += DVec3::new(0.3, 0.0, 0.1);
    state.velocity = Vec3::Y * 2.0;
    game.world().get_mut::<CharacterState>(heroes[0]).expect("a character").0 = state;
    for _ in 0..10 {
        game.frames(1);
        assert_eq!(bits(&game.state(heroes[0])), bits(&state));
        let drawn = state.position.as_vec3() + Vec3::Y * state.step_offset;
        assert_eq!(game.drawn(heroes[0]).translation, drawn);
    }
}

/// The save of a game in which the character has not made its first step.
#[test]
fn a_default_state_begins_at_the_transform_again() {
    let (mut game, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    let spawned = Transform::from_xyz(5.0, 0.5, 2.0);
    game.frames(20);
    *game.world().get_mut::<CharacterState>(heroes[0]).expect("a character") = CharacterState::default();
    *game.world().get_mut::<Transform>(heroes[0]).expect("a character") = spawned;
    game.frames(1);
    let away = game.state(heroes[0]).position - spawned.translation.as_dvec3();
    assert!(away.length() < 0.2, "{away}");
    assert!(game.state(heroes[1]).position.distance(spawned.translation.as_dvec3()) > 3.0);
}

#[test]
fn a_default_state_keeps_the_transform_in_frames_without_a_step() {
    let (mut game, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    game.frames(20);
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    let spawned = Vec3::new(5.0, 0.5, 2.0);
    *game.world().get_mut::<CharacterState>(heroes[0]).expect("a character") = CharacterState::default();
    game.world().get_mut::<Transform>(heroes[0]).expect("a character").translation = spawned;
    game.frames(3);
    assert_eq!(game.drawn(heroes[0]).translation, spawned);
    game.world().insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    game.frames(1);
    let away = game.feet(heroes[0]) - spawned.as_dvec3();
    assert!(away.length() < 0.2, "{away}");
}

#[test]
fn a_default_state_waits_for_a_finite_transform() {
    let (mut game, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    game.frames(20);
    *game.world().get_mut::<CharacterState>(heroes[0]).expect("a character") = CharacterState::default();
    game.world().get_mut::<Transform>(heroes[0]).expect("a character").translation = Vec3::NAN;
    game.frames(3);
    assert_eq!(game.state(heroes[0]), sidle::CharacterState::default());
    game.assert_warns(&["Hero", "transform is not finite"]);
    game.world().get_mut::<Transform>(heroes[0]).expect("a character").translation = Vec3::X * 5.0;
    game.frames(1);
    assert!((game.feet(heroes[0]).x - 5.0).abs() < 0.2, "{}", game.feet(heroes[0]));
}

#[test]
fn a_networking_crate_can_write_the_state_in_every_frame() {
    let (mut game, heroes, _) = game(SidlePlugin::default().with_levels_at_once());
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 150));
    game.app.add_systems(Update, |mut states: Query<&mut CharacterState>, mut x: Local<f32>| {
        *x += 0.01;
        states.iter_mut().for_each(|mut state| state.0 = sidle::CharacterState::at(Vec3::new(*x, 9.0, 0.0)));
    });
    for frame in 1..100_u8 {
        game.frames(1);
        let x = game.state(heroes[0]).position.x;
        assert!((x - f64::from(frame) * 0.01).abs() < 1e-3, "{frame} {x}");
    }
}

#[test]
fn a_platform_without_motion_costs_no_change_of_its_pose() {
    let mut game = Game::new();
    game.ready_level(&floor(20.0, 0.0));
    let lift = game.platform(&cuboid(Vec3::new(2.0, 0.1, 2.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    game.frames(3);
    let count = |poses: Query<(), (Changed<PlatformPose>, With<Platform>)>, mut n: ResMut<Count>| {
        n.0 += poses.iter().count();
    };
    game.app.init_resource::<Count>().add_systems(Update, count);
    game.frames(2);
    game.world().resource_mut::<Count>().0 = 0;
    game.frames(20);
    assert_eq!(game.world().resource::<Count>().0, 0);
    assert!(game.world().get::<PlatformPose>(lift).expect("it exists").0.is_some());
}

#[derive(Resource, Default)]
struct Count(usize);
