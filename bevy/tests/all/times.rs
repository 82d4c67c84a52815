//! Frames, pauses and slow motion do not change the states.

use crate::common::{Game, Plain, bits, climber, stairs};
use bevy_app::FixedPreUpdate;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_sidle::{CharacterInput, sidle};
use bevy_time::{Time, TimeUpdateStrategy, Virtual};
use std::time::Duration;

/// The number of fixed steps so far.
#[derive(Resource, Default)]
struct Step(u16);

fn input(step: u16) -> sidle::CharacterInput {
    let wish_velocity = Vec3::new((f32::from(step) * 0.05).sin(), 0.0, 2.0);
    let jump = step % 50 == 30;
    sidle::CharacterInput { wish_velocity, jump, jump_held: jump, ..Default::default() }
}

/// Runs a game with frames of this length until it made `steps` steps, and returns its states.
fn states(frame: Duration, steps: u16, mut each_frame: impl FnMut(&mut Game, usize)) -> Vec<String> {
    let mut game = Game::new();
    game.ready_level(&stairs());
    let hero = game.hero(climber(), Vec3::new(0.0, 0.0, -2.0));
    game.app.init_resource::<Step>();
    game.app.add_systems(FixedPreUpdate, |mut step: ResMut<Step>, mut inputs: Query<&mut CharacterInput>| {
        inputs.iter_mut().for_each(|mut character| character.0 = input(step.0));
        step.0 += 1;
    });
    let world = game.world();
    world.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    let (mut all, mut seen) = (Vec::new(), 0);
    for i in 0..100_000 {
        each_frame(&mut game, i);
        game.frames(1);
        let made = game.world().resource::<Step>().0;
        assert!(made <= seen + 4, "a frame has few steps");
        if made > seen {
            all.push(format!("{made} {}", bits(&game.state(hero))));
            seen = made;
        }
        if made >= steps {
            return all;
        }
    }
    panic!("too few steps");
}

/// The states of the plain library.
fn plain(steps: u16) -> Vec<String> {
    let mut plain = Plain::new(&stairs(), &climber(), Vec3::new(0.0, 0.0, -2.0));
    let step = |i| {
        let _ = plain.step(&input(i));
        format!("{} {}", i + 1, bits(&plain.state))
    };
    (0..steps).map(step).collect()
}

#[test]
fn frames_of_60_and_144_hz_give_the_same_states() {
    let expected = plain(240);
    for rate in [20.0, 60.0, 64.0, 144.0, 1000.0] {
        let states = states(Duration::from_secs_f64(1.0 / rate), 240, |_, _| ());
        assert!(states.len() >= 60, "{rate}");
        // A frame with several steps shows only the last of them.
        for state in &states {
            assert!(expected.contains(state), "{rate} Hz: {state}");
        }
    }
}

#[test]
fn pauses_and_slow_motion_change_nothing() {
    let expected = plain(120);
    let states = states(Duration::from_secs_f64(1.0 / 144.0), 120, |game, i| {
        let mut time = game.world().resource_mut::<Time<Virtual>>();
        if i % 60 == 20 {
            time.pause();
        }
        if i % 60 == 40 {
            time.unpause();
        }
        time.set_relative_speed([1.0, 0.25, 2.0][i / 30 % 3]);
    });
    assert!(states.len() >= 60);
    for state in &states {
        assert!(expected.contains(state), "{state}");
    }
}

#[test]
fn a_pause_stops_everything() {
    let mut game = Game::new();
    game.ready_level(&stairs());
    let hero = game.hero(climber(), Vec3::new(0.0, 1.0, -2.0));
    game.frames(5);
    game.world().resource_mut::<Time<Virtual>>().pause();
    let before = (game.state(hero), game.drawn(hero));
    game.world().insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(15)));
    game.frames(50);
    assert_eq!((game.state(hero), game.drawn(hero)), before);
}
