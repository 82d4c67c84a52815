//! Events of characters.

use crate::common::{Game, climber, cuboid, floor, stairs};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_sidle::{Character, CharacterInput, Landed, SidleMesh, Stepped, Surface, Trigger};
use bevy_transform::components::Transform;

#[test]
fn a_jump_leaves_the_ground_and_lands_once() {
    let mut game = Game::new();
    game.ready_level(&floor(10.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(10);
    let _ = game.events();
    game.world().get_mut::<CharacterInput>(hero).expect("a character").press_jump(true, true);
    game.frames(1);
    assert_eq!(game.events(), ["jumped"]);
    game.world().get_mut::<CharacterInput>(hero).expect("a character").press_jump(false, true);
    game.frames(90);
    // 1.2 m high: sqrt(2 * 9.81 * 1.2) m/s.
    assert_eq!(game.events(), ["landed 4.9"]);
}

#[test]
fn a_ledge_is_left_without_a_jump() {
    let mut game = Game::new();
    game.ready_level(&floor(1.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(10);
    let _ = game.events();
    game.wish(hero, Vec3::X * 3.0);
    game.frames(64);
    assert_eq!(game.events(), ["left"]);
}

#[test]
fn an_observer_of_one_character_hears_only_of_it() {
    let mut game = Game::new();
    game.ready_level(&stairs());
    let heroes = [-0.4, 0.4].map(|x| game.hero(climber(), Vec3::new(x, 0.0, -0.4)));
    #[derive(Resource, Default)]
    struct Heard(Vec<Entity>);
    game.app.init_resource::<Heard>();
    game.world().entity_mut(heroes[1]).observe(|e: On<Stepped>, mut heard: ResMut<Heard>| {
        assert!(e.height > 0.0);
        heard.0.push(e.entity);
    });
    for hero in heroes {
        game.wish(hero, Vec3::Z * 3.0);
    }
    game.frames(64);
    let heard = &game.world().resource::<Heard>().0;
    assert!(!heard.is_empty());
    assert!(heard.iter().all(|&entity| entity == heroes[1]));
}

/// Walks through a wall of layer 5, which is a trigger, at this speed. Returns the events.
fn pass(speed: f32, surface: Surface) -> (Vec<String>, Entity) {
    let mut game = Game::new();
    let level = game.ready_level(&floor(100.0, 0.0));
    let (vertices, triangles) = cuboid(Vec3::new(0.2, 3.0, 3.0));
    let mesh = SidleMesh::new(vertices, triangles);
    let zone = game.world().spawn((surface, mesh, ChildOf(level), Transform::from_xyz(2.0, 0.0, 0.0))).id();
    let mut character = Character::default();
    character.config.rules.triggers = 1 << 5;
    let hero = game.hero(character, Vec3::ZERO);
    game.frames(10);
    let _ = game.events();
    game.wish(hero, Vec3::X * speed);
    game.frames(if speed > 100.0 { 1 } else { 64 });
    assert!(game.feet(hero).x > 3.0, "{}", game.feet(hero));
    (game.events(), zone)
}

#[test]
fn triggers_are_entered_and_left_by_layer_and_by_entity() {
    for speed in [4.0, 300.0] {
        let (events, _) = pass(speed, Surface { layer: 5, ..Default::default() });
        let layer = Trigger::Layer(5);
        assert_eq!(events, [format!("entered {layer:?}"), format!("left {layer:?}")], "{speed}");
        let (events, zone) = pass(speed, Surface { trigger: true, ..Default::default() });
        let zone = Trigger::Entity(zone);
        assert_eq!(events, [format!("entered {zone:?}"), format!("left {zone:?}")], "{speed}");
    }
}

#[test]
fn the_speed_of_a_landing_is_that_of_the_fall() {
    let mut game = Game::new();
    game.ready_level(&floor(10.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 5.0);
    #[derive(Resource, Default)]
    struct Speeds(Vec<f32>);
    game.app.init_resource::<Speeds>();
    game.world().entity_mut(hero).observe(|e: On<Landed>, mut speeds: ResMut<Speeds>| speeds.0.push(e.speed));
    game.frames(100);
    let speeds = &game.world().resource::<Speeds>().0;
    assert_eq!(speeds.len(), 1);
    assert!((speeds[0] - (2.0_f32 * 9.81 * 5.0).sqrt()).abs() < 0.2, "{speeds:?}");
    assert!(game.report(hero).is_on_floor());
}
