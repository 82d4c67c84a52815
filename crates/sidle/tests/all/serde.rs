//! Config, state and outcome can be stored and restored, bit for bit.
#![cfg(feature = "serde")]

use crate::common::{by, floor};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sidle::{
    CharacterState, Material, Motion, MoveConfig, Outcome, Quat, QueryFilter, Response, Scratch, Shape, Vec3,
    trace,
};

fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("it can be written");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn everything_a_game_keeps_comes_back() {
    let shape = Shape::ellipsoid(Vec3::new(0.1, 0.7, 0.3)).with_rotation(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9));
    assert_eq!(there_and_back(&shape), shape);
    let config = MoveConfig {
        response: Response::Momentum,
        skin_width: 0.0003,
        filter: QueryFilter::layer(3),
        ..MoveConfig::default()
    };
    assert_eq!(there_and_back(&config), config);
    let motion = Motion::with_gravity(Vec3::new(0.1, 0.2, 0.3), Vec3::Y * -9.81, 1.0 / 60.0);
    assert_eq!(there_and_back(&motion), motion);
    let material = Material { friction: 0.3, ..Material::default() };
    assert_eq!(there_and_back(&material), material);

    let world = floor(9.0);
    let mut scratch = Scratch::default();
    let outcome: Outcome =
        world.move_and_slide(&mut scratch, &shape, Vec3::Y, by(Vec3::new(1.0, -2.0, 0.3)), &config);
    assert_eq!(there_and_back(&outcome), outcome);
    assert_eq!(there_and_back(&scratch.hits().to_vec()), scratch.hits());
    assert_eq!(there_and_back(world.report()), *world.report());

    let replay = trace::capture(&world, &shape, Vec3::Y, by(Vec3::new(1.0, -2.0, 0.3)), &config);
    assert_eq!(there_and_back(&replay), replay);
    let told = trace::explain(&world, &shape, Vec3::Y, by(Vec3::new(1.0, -2.0, 0.3)), &config);
    assert_eq!(there_and_back(&told), told);
    assert!(!told.iterations.is_empty());
}

#[test]
fn a_config_file_names_only_what_it_changes() {
    let config: MoveConfig = serde_json::from_str(r#"{ "response": "Stop" }"#).expect("the rest is default");
    assert_eq!(config, MoveConfig { response: Response::Stop, ..MoveConfig::default() });
}

#[test]
fn the_state_of_a_character_is_kept_and_another_version_is_refused() {
    let state = CharacterState::at(Vec3::new(0.1, -2.0, 3.5));
    assert_eq!(there_and_back(&state), state);
    let newer = serde_json::to_string(&state).unwrap().replace("\"version\":4", "\"version\":5");
    let error = serde_json::from_str::<CharacterState>(&newer).unwrap_err().to_string();
    assert!(error.contains("a character state of version 5; this is version 4"), "{error}");
}
