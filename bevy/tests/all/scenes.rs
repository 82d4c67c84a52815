//! Levels that are scenes, as glTF files are.

use crate::common::{Game, Soup, cuboid, floor};
use bevy_app::{App, FixedPostUpdate, SpawnScene};
use bevy_asset::{AssetApp, AssetServer, Assets, Handle};
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_mesh::Mesh3d;
use bevy_sidle::{Character, SidleLevel, SidlePlugin, SidleWorld};
use bevy_transform::components::{GlobalTransform, Transform, TransformTreeChanged};
use bevy_world_serialization::{
    DynamicWorld, WorldAsset, WorldAssetRoot, WorldInstanceSpawner, world_instance_spawner,
    world_instance_spawner_system,
};
use std::f32::consts::PI;

/// A game with scenes. Bevy's plugin for them needs its feature `serialize`, and does no more.
fn game() -> Game {
    let more = |app: &mut App| {
        app.init_asset::<DynamicWorld>().init_asset::<WorldAsset>().init_resource::<WorldInstanceSpawner>();
        app.register_type::<Transform>()
            .register_type::<GlobalTransform>()
            .register_type::<TransformTreeChanged>()
            .register_type::<ChildOf>()
            .register_type::<Children>()
            .register_type::<Name>()
            .register_type::<Mesh3d>();
        let spawn = (world_instance_spawner, world_instance_spawner_system).chain();
        app.add_systems(SpawnScene, spawn);
    };
    Game::with_more(SidlePlugin::new(FixedPostUpdate).with_levels_at_once(), more)
}

/// A scene of one node with one mesh below it, as a glTF file gives it.
fn scene(game: &mut Game, soup: &Soup, node: Transform, below: Transform) -> WorldAsset {
    let mesh = game.asset(soup);
    let mut world = World::new();
    let node = world.spawn((Name::new("Node"), node)).id();
    world.spawn((Name::new("Mesh"), Mesh3d(mesh), below, ChildOf(node)));
    WorldAsset::new(world)
}

fn reserve(game: &mut Game) -> Handle<WorldAsset> {
    game.world().resource_mut::<Assets<WorldAsset>>().reserve_handle()
}

fn insert(game: &mut Game, handle: &Handle<WorldAsset>, scene: WorldAsset) {
    let mut assets = game.world().resource_mut::<Assets<WorldAsset>>();
    assets.insert(handle, scene).expect("the handle is alive");
}

/// A floor that ends at x = 1 and z = 4, with a height of 0.5 m.
fn corner() -> Soup {
    let at = [(-5.0, -5.0), (-5.0, 4.0), (1.0, 4.0), (1.0, -5.0)];
    (at.map(|(x, z)| Vec3::new(x, 0.5, z)).to_vec(), vec![[0, 1, 2], [0, 2, 3]])
}

fn height_at(game: &mut Game, x: f32, z: f32) -> Option<f64> {
    let world = game.world().resource::<SidleWorld>().world();
    let hit = world.cast_ray(Vec3::new(x, 9.0, z), Vec3::NEG_Y * 20.0, &Default::default());
    hit.map(|hit| hit.point.y)
}

#[test]
fn a_scene_that_loads_late_is_gathered_once_it_is_spawned() {
    let mut game = game();
    let handle = reserve(&mut game);
    game.world().spawn((SidleLevel, WorldAssetRoot(handle.clone())));
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(200);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
    assert!(game.ready().is_empty());
    assert_eq!(game.feet(hero), DVec3::Y);
    let scene = scene(&mut game, &corner(), Transform::IDENTITY, Transform::IDENTITY);
    insert(&mut game, &handle, scene);
    game.frames(64);
    let ready = game.ready();
    assert_eq!((ready.len(), ready[0].triangles, ready[0].errors.len()), (1, 2, 0));
    assert!((game.feet(hero).y - 0.5).abs() < 1e-3, "{}", game.feet(hero));
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn scenes_that_are_turned_by_convert_coordinates_are_solid_where_they_are_drawn() {
    // Bevy turns the root of the scene, or each mesh with its node, by half a turn.
    let turn = Quat::from_rotation_y(PI);
    let (vertices, triangles) = corner();
    let turned: Soup = (vertices.iter().map(|&v| turn * v).collect(), triangles);
    let still = Transform::IDENTITY;
    let around = Transform::from_rotation(turn);
    // (The mesh, the node, and whether the result is turned.)
    let forms = [
        (corner(), still, still, false),
        (corner(), around, still, true),
        (corner(), still, around, true),
        (turned.clone(), still, still, true),
        (turned, around, still, false),
        (corner(), around, around, false),
    ];
    for (soup, node, below, is_turned) in forms {
        let mut game = game();
        let handle = reserve(&mut game);
        let scene = scene(&mut game, &soup, node, below);
        insert(&mut game, &handle, scene);
        game.world().spawn((SidleLevel, WorldAssetRoot(handle)));
        game.frames(6);
        let sign = if is_turned { -1.0 } else { 1.0 };
        let inside = height_at(&mut game, sign * -4.0, sign * 3.5).expect("the floor is here");
        assert!((inside - 0.5).abs() < 1e-5);
        assert_eq!(height_at(&mut game, sign * 4.0, sign * -3.5), None);
        assert_eq!(height_at(&mut game, sign * -4.0, sign * 4.5), None);
    }
}

#[test]
fn a_mirrored_scene_is_solid_from_its_front() {
    let mut game = game();
    let handle = reserve(&mut game);
    let mirror = Transform::from_scale(Vec3::new(-1.0, 2.0, 1.0));
    let scene = scene(&mut game, &corner(), mirror, Transform::IDENTITY);
    insert(&mut game, &handle, scene);
    let one_way = bevy_sidle::Surface { one_way: true, ..Default::default() };
    game.world().spawn((SidleLevel, one_way, WorldAssetRoot(handle)));
    game.frames(6);
    let hero = game.hero(Character::default(), Vec3::new(4.0, 3.0, 0.0));
    game.frames(64);
    assert!((game.feet(hero) - DVec3::new(4.0, 1.0, 0.0)).length() < 1e-3, "{}", game.feet(hero));
}

#[test]
fn a_scene_that_is_loaded_again_replaces_the_level() {
    let mut game = game();
    let handle = reserve(&mut game);
    let first = scene(&mut game, &corner(), Transform::IDENTITY, Transform::IDENTITY);
    insert(&mut game, &handle, first);
    game.world().spawn((SidleLevel, WorldAssetRoot(handle.clone())));
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(64);
    assert!((game.feet(hero).y - 0.5).abs() < 1e-3);
    let second = scene(&mut game, &floor(9.0, 0.25), Transform::IDENTITY, Transform::IDENTITY);
    insert(&mut game, &handle, second);
    game.frames(64);
    assert!((game.feet(hero).y - 0.25).abs() < 1e-3, "{}", game.feet(hero));
    assert_eq!(game.world().resource::<SidleWorld>().world().polygon_count(), 2);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn a_scene_that_cannot_be_loaded_is_named() {
    let mut game = game();
    let handle = game.world().resource::<AssetServer>().load::<WorldAsset>("missing.scene");
    game.world().spawn((SidleLevel, Name::new("Hall"), WorldAssetRoot(handle)));
    let block = game.asset(&cuboid(Vec3::ONE));
    game.world().spawn((SidleLevel, Name::new("Other"), Mesh3d(block)));
    for _ in 0..10_000 {
        game.frames(1);
        if game.warnings().iter().any(|warning| warning.contains("no meshes")) {
            break;
        }
        std::thread::yield_now();
    }
    let warnings = game.warnings();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    assert!(warnings[0].contains("Hall") && warnings[0].contains("could not be loaded"), "{warnings:?}");
    // The other level stands.
    assert_eq!(game.ready().len(), 1);
}
