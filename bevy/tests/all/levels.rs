//! Levels come, change and go.

use crate::common::{Game, Plain, Soup, bits, climber, cuboid, floor, stairs};
use bevy_app::FixedPostUpdate;
use bevy_asset::Assets;
use bevy_ecs::hierarchy::ChildOf;
use bevy_math::{DVec3, Vec3};
use bevy_mesh::{Mesh, Mesh3d};
use bevy_sidle::{Character, Platform, SidleIgnore, SidleLevel, SidleMesh, SidlePlugin, SidleWorld, sidle};
use bevy_transform::components::Transform;

fn version(game: &mut Game) -> u64 {
    game.world().resource::<SidleWorld>().world().version()
}

fn polygons(game: &mut Game) -> usize {
    game.world().resource::<SidleWorld>().world().polygon_count()
}

#[test]
fn a_character_waits_for_a_level_that_arrives_later() {
    let mut game = Game::new();
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(30);
    assert_eq!((game.feet(hero), game.drawn(hero).translation), (DVec3::Y, Vec3::Y));
    game.level(&floor(10.0, 0.0), Transform::IDENTITY);
    game.frames(60);
    assert!(game.feet(hero).y.abs() < 1e-3);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}

#[test]
fn a_level_in_the_background_is_the_same() {
    let mut game = Game::with(SidlePlugin::new(FixedPostUpdate));
    let level = game.level(&floor(10.0, 0.0), Transform::IDENTITY);
    let hero = game.hero(Character::default(), Vec3::Y);
    let mut ready = Vec::new();
    for _ in 0..10_000 {
        game.frames(1);
        ready = game.ready();
        if !ready.is_empty() {
            break;
        }
        std::thread::yield_now();
    }
    assert_eq!(ready.len(), 1);
    assert_eq!((ready[0].entity, ready[0].triangles, ready[0].errors.len()), (level, 2, 0));
    game.frames(60);
    assert!(game.feet(hero).y.abs() < 1e-3);
}

#[test]
fn nothing_is_built_while_nothing_changes() {
    let mut game = Game::new();
    let level = game.ready_level(&floor(10.0, 0.0));
    let before = version(&mut game);
    let child = game.world().spawn((ChildOf(level), Transform::IDENTITY)).id();
    for i in 0..50_u8 {
        // A node without a mesh moves. The transform of the level is written with the same value.
        game.world().get_mut::<Transform>(child).expect("it exists").translation.x = f32::from(i);
        game.world().get_mut::<Transform>(level).expect("it exists").translation.x = 0.0;
        game.frames(1);
    }
    assert_eq!(version(&mut game), before);
    assert_eq!(game.ready().len(), 1);
}

#[test]
fn a_level_that_changes_is_built_again() {
    let mut game = Game::new();
    let level = game.ready_level(&floor(10.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(5);
    // The level sinks by 0.3 m; the character follows it.
    game.world().get_mut::<Transform>(level).expect("it exists").translation.y = -0.3;
    game.frames(40);
    assert!((game.feet(hero).y + 0.3).abs() < 1e-3);
    // A parent that moves.
    let parent = game.world().spawn(Transform::from_xyz(0.0, -0.2, 0.0)).id();
    game.world().entity_mut(level).insert(ChildOf(parent));
    game.frames(40);
    assert!((game.feet(hero).y + 0.5).abs() < 1e-3, "{}", game.feet(hero));
    game.world().get_mut::<Transform>(parent).expect("it exists").translation.y = -0.4;
    game.frames(40);
    assert!((game.feet(hero).y + 0.7).abs() < 1e-3);
    // A new child, and one that is ignored again.
    let block = game.asset(&cuboid(Vec3::splat(0.5)));
    let block = game.world().spawn((Mesh3d(block), ChildOf(level), Transform::IDENTITY)).id();
    game.frames(1);
    assert_eq!(polygons(&mut game), 14);
    game.world().entity_mut(block).insert(SidleIgnore);
    game.frames(1);
    assert_eq!(polygons(&mut game), 2);
    game.world().entity_mut(block).remove::<SidleIgnore>();
    game.frames(1);
    assert_eq!(polygons(&mut game), 14);
    game.world().entity_mut(block).insert(Platform::default());
    game.frames(3);
    assert_eq!(polygons(&mut game), 14);
    assert_eq!(game.world().resource::<SidleWorld>().world().instance_ids().count(), 2);
    game.world().despawn(block);
    game.frames(2);
    assert_eq!(polygons(&mut game), 2);
}

#[test]
fn a_mesh_that_changes_or_is_replaced_is_read_again() {
    let mut game = Game::new();
    let level = game.ready_level(&floor(10.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(5);
    let handle = game.world().get::<Mesh3d>(level).expect("it has one").0.clone();
    let lower = game.asset(&floor(10.0, -0.25));
    let mut meshes = game.world().resource_mut::<Assets<Mesh>>();
    let data = meshes.get(&lower).expect("it was added").clone();
    *meshes.get_mut(&handle).expect("it was added") = data;
    game.frames(40);
    assert!((game.feet(hero).y + 0.25).abs() < 1e-3, "{}", game.feet(hero));
    let lowest = game.asset(&floor(10.0, -0.5));
    game.world().entity_mut(level).insert(Mesh3d(lowest));
    game.frames(40);
    assert!((game.feet(hero).y + 0.5).abs() < 1e-3);
}

/// A floor in one half of the plane.
fn half_floor(sign: f32) -> Soup {
    let (vertices, triangles) = floor(5.0, 0.0);
    (vertices.into_iter().map(|v| v + Vec3::X * 5.0 * sign).collect(), triangles)
}

#[test]
fn two_levels_stand_side_by_side_and_are_taken_away_in_any_order() {
    for first in [0, 1] {
        let mut game = Game::new();
        let levels = [-1.0, 1.0].map(|sign| game.level(&half_floor(sign), Transform::IDENTITY));
        game.frames(1);
        assert_eq!(game.ready().len(), 2);
        let heroes = [-2.0, 2.0].map(|x| game.hero(Character::default(), Vec3::X * x));
        // One of them walks over to the other level.
        game.wish(heroes[0], Vec3::X * 2.0);
        game.frames(96);
        assert!((game.feet(heroes[0]) - DVec3::X).length() < 0.04, "{}", game.feet(heroes[0]));
        game.wish(heroes[0], Vec3::ZERO);
        game.world().despawn(levels[first]);
        game.frames(30);
        // Both are on the right now.
        let falls = first == 1;
        for hero in heroes {
            assert_eq!(game.feet(hero).y < -0.1, falls, "{}", game.feet(hero));
        }
        // Without any level they wait.
        game.world().despawn(levels[1 - first]);
        game.frames(2);
        let before = heroes.map(|hero| game.state(hero));
        game.frames(30);
        assert_eq!(heroes.map(|hero| game.state(hero)), before);
    }
}

#[test]
fn levels_and_platforms_are_despawned_in_any_order() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut game = Game::new();
        let level = game.ready_level(&floor(10.0, 0.0));
        let plate = SidleMesh::cuboid(Vec3::new(1.0, 0.1, 1.0));
        let lift = game.world().spawn((Platform::default(), plate, Transform::from_xyz(0.0, 0.5, 0.0))).id();
        let hero = game.hero(Character::default(), Vec3::Y * 0.6);
        let mut entities = [level, lift, hero].map(Some);
        for which in order {
            for _ in 0..20 {
                if entities[1].is_some() {
                    game.world().get_mut::<Transform>(lift).expect("it exists").translation.y += 0.01;
                }
                game.frames(1);
            }
            game.world().despawn(entities[which].take().expect("once each"));
        }
        game.frames(5);
        assert_eq!(game.world().resource::<SidleWorld>().world().polygon_count(), 0);
        assert!(game.warnings().is_empty(), "{:?}", game.warnings());
    }
}

#[test]
fn a_level_that_is_loaded_again_keeps_platforms_and_riders() {
    let mut game = Game::new();
    let level = game.ready_level(&floor(10.0, 0.0));
    let plate = SidleMesh::cuboid(Vec3::new(2.0, 0.1, 2.0));
    let train = game.world().spawn((Platform::default(), plate, Transform::from_xyz(0.0, 0.2, 0.0))).id();
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.frames(10);
    let mut level = Some(level);
    for i in 0..60 {
        game.world().get_mut::<Transform>(train).expect("it exists").translation.x += 0.05;
        if i == 20 {
            game.world().despawn(level.take().expect("once"));
        }
        if i == 22 {
            game.level(&floor(10.0, 0.0), Transform::IDENTITY);
        }
        game.frames(1);
        assert!(game.state(hero).platform().is_some(), "{i}");
    }
    assert!((game.feet(hero) - DVec3::new(3.0, 0.3, 0.0)).length() < 2e-3, "{}", game.feet(hero));
}

#[test]
fn entities_with_a_mesh_of_triangles_need_no_assets() {
    let mut game = Game::new();
    let (vertices, triangles) = floor(10.0, 0.0);
    game.world().spawn((SidleLevel, SidleMesh::new(vertices, triangles)));
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(60);
    assert!(game.feet(hero).y.abs() < 1e-3);
}

#[test]
fn a_level_that_is_built_beside_platforms_is_that_of_the_plain_library() {
    let mut game = Game::new();
    let far = Transform::from_xyz(500.0, 0.0, 0.0);
    game.platform(&cuboid(Vec3::ONE), far);
    let gone = game.platform(&cuboid(Vec3::splat(2.0)), far);
    game.frames(2);
    game.world().despawn(gone);
    let first = game.level(&floor(10.0, 0.0), Transform::IDENTITY);
    game.frames(2);
    game.world().despawn(first);
    let (soup, start) = (stairs(), Vec3::new(0.0, 0.0, -2.0));
    game.level(&soup, Transform::IDENTITY);
    game.frames(2);
    let hero = game.hero(climber(), start);
    let mut plain = Plain::new(&soup, &climber(), start);
    for step in 0..150_u8 {
        let wish_velocity = Vec3::new((f32::from(step) * 0.1).sin(), 0.0, 3.0);
        let input = sidle::CharacterInput { wish_velocity, ..Default::default() };
        game.wish(hero, wish_velocity);
        game.frames(1);
        let _ = plain.step(&input);
        assert_eq!(bits(&game.state(hero)), bits(&plain.state), "step {step}");
    }
}

#[test]
fn platforms_that_come_and_go_while_a_level_is_built_keep_their_ids() {
    let mut game = Game::with(SidlePlugin::new(FixedPostUpdate));
    let kept = game.platform(&cuboid(Vec3::new(2.0, 0.1, 2.0)), Transform::from_xyz(0.0, 0.2, 0.0));
    let gone = game.platform(&cuboid(Vec3::ONE), Transform::from_xyz(50.0, 0.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::Y * 0.3);
    game.frames(5);
    let ids = |game: &mut Game| game.world().resource::<SidleWorld>().world().instance_ids().skip(1).count();
    assert_eq!((ids(&mut game), game.state(hero).is_grounded()), (2, true));
    game.level(&stairs(), Transform::from_xyz(0.0, -30.0, 0.0));
    game.drive(|lift| lift.translation.x += 0.01);
    let (mut steps, mut new) = (0, Vec::new());
    while game.ready().is_empty() {
        match steps {
            1 => new.push(game.platform(&cuboid(Vec3::splat(0.5)), Transform::from_xyz(60.0, 0.0, 0.0))),
            2 => _ = game.world().despawn(gone),
            3 => new.push(game.platform(&cuboid(Vec3::ONE), Transform::from_xyz(70.0, 0.0, 0.0))),
            _ => std::thread::yield_now(),
        }
        game.frames(1);
        steps += 1;
        assert!(steps < 10_000);
        assert!(game.state(hero).platform().is_some(), "it rides on");
    }
    game.frames(5);
    assert!(game.state(hero).platform().is_some());
    let (lift, rider) = (game.drawn(kept).translation, game.feet(hero));
    assert!((rider.x - f64::from(lift.x)).abs() < 0.02, "{rider} {lift}");
    for entity in new.into_iter().chain([kept]) {
        game.world().despawn(entity);
    }
    game.frames(2);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
}
