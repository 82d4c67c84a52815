//! States, inputs and settings are serialised.

use crate::common::{Game, bits, floor};
use bevy_math::Vec3;
use bevy_sidle::{Character, CharacterInput, CharacterReport, CharacterState, Platform, Surface};
use serde::{Serialize, de::DeserializeOwned};

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it is plain data");
    serde_json::from_str(&text).expect("it was written so")
}

#[test]
fn components_survive_a_round_trip() {
    let mut game = Game::new();
    game.ready_level(&floor(10.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 0.2);
    game.frames(1);
    game.wish(hero, Vec3::X * 3.0);
    game.frames(30);
    let entity = game.world().entity(hero);
    let get = |state: &CharacterState| bits(&state.0);
    let state = entity.get::<CharacterState>().expect("a character");
    assert_eq!(get(&again(state)), get(state));
    let input = entity.get::<CharacterInput>().expect("a character");
    assert_eq!(again(input), *input);
    let report = entity.get::<CharacterReport>().expect("a character");
    assert_eq!(again(report), *report);
    let character = entity.get::<Character>().expect("a character");
    assert_eq!(again(character), *character);
    assert_eq!(again(&Platform::default()), Platform::default());
    assert_eq!(again(&Surface::default()), Surface::default());
}
