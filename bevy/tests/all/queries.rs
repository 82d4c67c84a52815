//! The system parameter `Sidle`.

use crate::common::{Game, Plain, cuboid, floor};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_math::Vec3;
use bevy_sidle::sidle::{Motion, MoveConfig, QueryFilter, Shape};
use bevy_sidle::{Character, Sidle, SidleMesh, SidlePlugin, SidleWorld, Surface, sidle};
use bevy_transform::components::Transform;

/// Runs a query.
fn ask<T: 'static + Send>(game: &mut Game, query: impl Fn(Sidle) -> T + Send + Sync + 'static) -> T {
    game.world().run_system_once(move |sidle: Sidle| query(sidle)).expect("the parameter is valid")
}

/// Returns the entity below a point.
fn below(game: &mut Game, at: Vec3) -> Option<Entity> {
    ask(game, move |sidle| {
        let hit = sidle.cast_ray(at, Vec3::NEG_Y * 100.0, &QueryFilter::ALL)?;
        sidle.entity(&hit.surface)
    })
}

#[test]
fn hits_name_the_entities_of_meshes_and_platforms() {
    let mut game = Game::new();
    assert!(!ask(&mut game, |sidle| sidle.has_level()));
    let near = game.ready_level(&floor(1.0, 0.0));
    let far = game.level(&floor(1.0, 0.0), Transform::from_xyz(50.0, 0.0, 0.0));
    let lift = game.platform(&cuboid(Vec3::splat(0.5)), Transform::from_xyz(50.0, 2.0, 0.0));
    game.frames(2);
    assert!(ask(&mut game, |sidle| sidle.has_level()));
    assert_eq!(below(&mut game, Vec3::Y), Some(near));
    assert_eq!(below(&mut game, Vec3::new(50.9, 9.0, 0.0)), Some(far));
    assert_eq!(below(&mut game, Vec3::new(50.0, 9.0, 0.0)), Some(lift));
    assert_eq!(below(&mut game, Vec3::new(20.0, 9.0, 0.0)), None);
    // The level is built in a copy of the world now, because the platform keeps its id.
    game.world().despawn(near);
    let nearer = game.level(&floor(2.0, 0.0), Transform::IDENTITY);
    game.frames(2);
    assert_eq!(below(&mut game, Vec3::Y), Some(nearer));
    assert_eq!(below(&mut game, Vec3::new(50.9, 9.0, 0.0)), Some(far));
    assert_eq!(below(&mut game, Vec3::new(50.0, 9.0, 0.0)), Some(lift));
    game.world().despawn(lift);
    game.frames(2);
    assert_eq!(below(&mut game, Vec3::new(50.0, 9.0, 0.0)), Some(far));
}

#[test]
fn triggers_are_seen_by_the_filter_for_triggers_only() {
    let mut game = Game::new();
    let level = game.ready_level(&floor(5.0, 0.0));
    let (vertices, triangles) = cuboid(Vec3::ONE);
    let surface = Surface { trigger: true, ..Default::default() };
    let zone = game.world().spawn((surface, SidleMesh::new(vertices, triangles))).id();
    game.frames(2);
    assert_eq!(below(&mut game, Vec3::Y * 5.0), Some(level));
    let found = ask(&mut game, |sidle| {
        let filter = QueryFilter { triggers: true, ..QueryFilter::ALL };
        let hit = sidle.cast_ray(Vec3::Y * 5.0, Vec3::NEG_Y * 100.0, &filter).expect("a trigger");
        (sidle.entity(&hit.surface), sidle.entity_of(hit.surface.instance))
    });
    assert_eq!(found, (Some(zone), Some(zone)));
}

#[test]
fn moves_and_overlaps_are_those_of_the_plain_library_and_change_nothing() {
    let mut game = Game::new();
    let soup = floor(10.0, 0.0);
    game.ready_level(&soup);
    let plain = Plain::new(&soup, &Character::default(), Vec3::ZERO);
    let version = game.world().resource::<SidleWorld>().world().version();
    let (shape, from) = (Shape::sphere(0.5), Vec3::Y * 2.0);
    let motion = Motion::velocity(Vec3::new(3.0, -4.0, 0.0), 1.0);
    let expected = plain.world.move_once(&shape, from, motion, &MoveConfig::default());
    let (moved, overlaps) = ask(&mut game, move |sidle| {
        let (shape, config) = (Shape::sphere(0.5), MoveConfig::default());
        let overlaps = [0.4, 0.6].map(|y| sidle.overlaps(&shape, Vec3::Y * y, &QueryFilter::ALL));
        (sidle.move_and_slide(&shape, from, motion, &config), overlaps)
    });
    assert_eq!(moved, expected);
    assert_eq!(overlaps, [true, false]);
    assert_eq!(game.world().resource::<SidleWorld>().world().version(), version);
}

#[test]
fn characters_of_a_crowd_are_named() {
    let mut game = Game::with(SidlePlugin::default().with_crowd().with_levels_at_once());
    game.ready_level(&floor(10.0, 0.0));
    let heroes = [-1.0, 1.0].map(|x| game.hero(Character::default(), Vec3::X * x));
    game.wish(heroes[0], Vec3::X * 2.0);
    game.wish(heroes[1], Vec3::X * -2.0);
    game.frames(64);
    for (i, &hero) in heroes.iter().enumerate() {
        let wall: sidle::Surface = game.report(hero).wall.expect("they meet");
        assert_eq!(ask(&mut game, move |sidle| sidle.entity(&wall)), Some(heroes[1 - i]));
    }
}
