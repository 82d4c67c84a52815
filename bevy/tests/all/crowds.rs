//! Many characters.

use crate::common::{Game, bits, floor, stairs};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_sidle::sidle::{Crowd, CrowdMember};
use bevy_sidle::{Character, CharacterInput, SidlePlugin, sidle};

/// The input of a character in a step.
fn input(character: u16, step: u16) -> sidle::CharacterInput {
    let angle = f32::from(character) * 2.4 + f32::from(step) * 0.02;
    let wish_velocity = Vec3::new(angle.cos(), 0.0, angle.sin()) * 4.0;
    sidle::CharacterInput { wish_velocity, jump: step % 64 == character % 64, ..Default::default() }
}

fn place(character: u16) -> Vec3 {
    let (column, row) = (character % 32, character / 32);
    Vec3::new(f32::from(column) * 0.9 - 14.0, 3.5, f32::from(row) * 0.9 - 14.0)
}

fn write_inputs(game: &mut Game, heroes: &[Entity], step: u16) {
    for (&hero, i) in heroes.iter().zip(0..) {
        game.world().get_mut::<CharacterInput>(hero).expect("a character").0 = input(i, step);
    }
}

#[test]
fn a_thousand_characters_walk_as_in_the_plain_library() {
    let mut game = Game::new();
    let soup = stairs();
    game.ready_level(&soup);
    let heroes: Vec<Entity> = (0..1000).map(|i| game.hero(Character::default(), place(i))).collect();
    let world = sidle::World::from_triangles(&soup.0, &soup.1).expect("a valid level");
    let (config, mut scratch) = (sidle::CharacterConfig::default(), sidle::Scratch::default());
    let mut states: Vec<_> = (0..1000).map(|i| sidle::CharacterState::at(place(i))).collect();
    for step in 0..80 {
        write_inputs(&mut game, &heroes, step);
        game.frames(1);
        for (state, i) in states.iter_mut().zip(0..) {
            let _ = world.step_character(&mut scratch, &config, state, &input(i, step), crate::common::STEP);
        }
    }
    let grounded = states.iter().filter(|state| state.is_grounded()).count();
    assert!(grounded > 20, "{grounded}");
    for (&hero, state) in heroes.iter().zip(&states) {
        assert_eq!(bits(&game.state(hero)), bits(state));
    }
}

#[test]
fn a_crowd_pushes_as_in_the_plain_library() {
    let mut game = Game::with(SidlePlugin::default().with_crowd().with_levels_at_once());
    let soup = floor(20.0, 0.0);
    game.ready_level(&soup);
    let at = |i: u16| Vec3::new(f32::from(i % 6) * 0.8, 0.0, f32::from(i / 6) * 0.8);
    let heavy = |i: u16| if i == 7 { 0.0 } else { 1.0 };
    let spawn = |i| {
        let character = Character { yielding: heavy(i), ..Default::default() };
        game.hero(character, at(i))
    };
    let heroes: Vec<Entity> = (0..36).map(spawn).collect();
    let world = sidle::World::from_triangles(&soup.0, &soup.1).expect("a valid level");
    let (config, mut crowd) = (sidle::CharacterConfig::default(), Crowd::default());
    let member =
        |i| CrowdMember { yielding: heavy(i), ..CrowdMember::new(&config, sidle::CharacterState::at(at(i))) };
    let mut members: Vec<_> = (0..36).map(member).collect();
    for step in 0..100 {
        write_inputs(&mut game, &heroes, step);
        members.iter_mut().zip(0..).for_each(|(member, i)| member.input = input(i, step));
        game.frames(1);
        world.step_characters(&mut crowd, &mut members, crate::common::STEP);
        for (&hero, member) in heroes.iter().zip(&members) {
            assert_eq!(bits(&game.state(hero)), bits(&member.state), "step {step}");
        }
    }
    for (i, one) in members.iter().enumerate() {
        for other in &members[..i] {
            assert!(one.distance(other).expect("both walked") >= 0.0);
        }
    }
}

#[test]
fn characters_come_and_go_in_a_crowd() {
    let mut game = Game::with(SidlePlugin::default().with_crowd().with_levels_at_once());
    game.ready_level(&floor(20.0, 0.0));
    let mut heroes = std::collections::VecDeque::new();
    for step in 0..60_u16 {
        if step % 3 == 0 {
            heroes.push_back(game.hero(Character::default(), Vec3::new(f32::from(step) * 0.3, 0.0, 0.0)));
        }
        if step % 5 == 4 {
            let gone = heroes.pop_front().expect("more come than go");
            game.world().despawn(gone);
        }
        game.frames(1);
    }
    assert!(heroes.iter().all(|&hero| game.state(hero).is_grounded()));
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}
