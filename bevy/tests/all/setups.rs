//! Set-ups that are missing or wrong: one warning that names the entity, and no panic.

use crate::common::{Game, Soup, cuboid, floor};
use bevy_app::{App, FixedPostUpdate, TaskPoolPlugin, Update};
use bevy_asset::Handle;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_mesh::Mesh3d;
use bevy_sidle::{
    Character, CharacterInput, CharacterState, Platform, SidleLevel, SidleMesh, SidlePlugin, SidleWarnings,
    SidleWorld, Surface, sidle,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

/// A game with a floor.
fn on_floor() -> Game {
    let mut game = Game::new();
    game.ready_level(&floor(20.0, 0.0));
    game
}

fn mesh((vertices, triangles): Soup) -> SidleMesh {
    SidleMesh::new(vertices, triangles)
}

#[test]
fn without_a_level_characters_wait() {
    let mut game = Game::new();
    let hero = game.hero(Character::default(), Vec3::Y);
    game.hero(Character::default(), Vec3::X);
    game.frames(300);
    game.assert_warns(&["Hero", "no level", "SidleLevel"]);
    assert_eq!(game.feet(hero), DVec3::Y);
}

#[test]
fn two_plugins_are_one() {
    let more = |app: &mut App| _ = app.add_plugins(SidlePlugin::new(Update));
    let mut game = Game::with_more(SidlePlugin::new(FixedPostUpdate).with_levels_at_once(), more);
    game.ready_level(&floor(20.0, 0.0));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(1);
    game.wish(hero, Vec3::X);
    game.frames(64);
    game.assert_warns(&["SidlePlugin was added twice"]);
    assert!((game.feet(hero) - DVec3::X).length() < 1e-3, "{}", game.feet(hero));
}

#[test]
fn a_character_at_a_nan_waits_for_a_place() {
    let mut game = on_floor();
    let hero = game.hero(Character::default(), Vec3::NAN);
    let other = game.hero(Character::default(), Vec3::Y);
    game.frames(100);
    game.assert_warns(&["Hero", "transform is not finite"]);
    assert!(game.feet(other).y.abs() < 1e-3);
    game.world().get_mut::<Transform>(hero).expect("it exists").translation = Vec3::X;
    game.frames(64);
    assert!((game.feet(hero) - DVec3::X).length() < 1e-3, "{}", game.feet(hero));
    game.assert_warns(&["Hero"]);
}

#[test]
fn states_inputs_and_settings_that_are_not_finite_are_refused() {
    for wrong in 0..3 {
        let mut game = on_floor();
        let hero = game.hero(Character::default(), Vec3::ZERO);
        game.frames(10);
        let before = game.drawn(hero);
        let world = game.world();
        match wrong {
            0 => world.get_mut::<CharacterState>(hero).expect("it exists").position.x = f64::NAN,
            1 => world.get_mut::<CharacterInput>(hero).expect("it exists").wish_velocity = Vec3::INFINITY,
            _ => world.get_mut::<Character>(hero).expect("it exists").config.step_height = f32::NAN,
        }
        game.frames(50);
        game.assert_warns(&["Hero", if wrong == 2 { "step_height" } else { "not finite" }]);
        assert_eq!(game.drawn(hero), before);
        // It is repaired, and walks.
        let world = game.world();
        *world.get_mut::<CharacterState>(hero).expect("it exists") = CharacterState::at(Vec3::ZERO);
        world.get_mut::<CharacterInput>(hero).expect("it exists").wish_velocity = Vec3::X;
        *world.get_mut::<Character>(hero).expect("it exists") = Character::default();
        game.frames(64);
        assert!((game.feet(hero).x - 1.0).abs() < 0.05, "{}", game.feet(hero));
    }
}

#[test]
fn a_character_inside_the_level_is_named() {
    let mut game = Game::new();
    // Walls every 0.1 m.
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..200_u16 {
        let (x, first) = (f32::from(i) * 0.1 - 10.0, u32::from(i) * 4);
        let corners = [(-20.0, -20.0), (-20.0, 20.0), (20.0, 20.0), (20.0, -20.0)];
        vertices.extend(corners.map(|(y, z)| Vec3::new(x, y, z)));
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }
    game.ready_level(&(vertices, triangles));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    game.frames(20);
    game.assert_warns(&["Hero", "overlaps the level"]);
    assert_eq!(game.report(hero).refused, Some(sidle::StopReason::StartedInside));
}

#[test]
fn a_scale_of_zero_does_not_matter_for_a_character_and_is_named_for_its_parent() {
    let mut game = on_floor();
    let hero = game.hero(Character::default(), Vec3::Y);
    game.world().get_mut::<Transform>(hero).expect("it exists").scale = Vec3::ZERO;
    game.frames(64);
    assert!(game.feet(hero).y.abs() < 1e-3);
    assert!(game.warnings().is_empty());
    let parent = game.world().spawn(Transform::from_scale(Vec3::ZERO)).id();
    let child = game.hero(Character::default(), Vec3::Y);
    game.world().entity_mut(child).insert(ChildOf(parent));
    game.frames(64);
    game.assert_warns(&["Hero", "a scale of zero"]);
}

#[test]
fn a_mesh_with_a_wrong_transform_is_left_out() {
    let wrong = [
        (Transform::from_scale(Vec3::new(1.0, 0.0, 1.0)), "scale"),
        (Transform::from_xyz(0.0, f32::NAN, 0.0), "not finite"),
        (Transform::from_xyz(0.0, 3e7, 0.0), "further than"),
    ];
    for (transform, words) in wrong {
        let mut game = on_floor();
        let root = game.world().query_filtered::<Entity, With<SidleLevel>>().single(game.app.world());
        let root = root.expect("one level");
        let part = (Name::new("Part"), ChildOf(root), mesh(cuboid(Vec3::ONE)), transform);
        let part = game.world().spawn(part).id();
        let hero = game.hero(Character::default(), Vec3::Y);
        game.frames(64);
        game.assert_warns(&["Part", words]);
        assert!(game.feet(hero).y.abs() < 1e-3, "{}", game.feet(hero));
        let ready = game.ready().pop().expect("the level changed");
        assert_eq!(ready.errors.len(), 1);
        assert_eq!(ready.errors[0].entity, part);
    }
}

#[test]
fn a_platform_with_a_wrong_transform_stands_still_until_it_is_right() {
    for (wrong, words) in [
        (Transform::from_xyz(f32::NAN, 0.2, 0.0), "not finite"),
        (Transform::from_xyz(0.0, 0.2, 0.0).with_scale(Vec3::ZERO), "scale"),
    ] {
        let mut game = on_floor();
        let right = Transform::from_xyz(0.0, 0.2, 0.0);
        let lift = game.platform(&cuboid(Vec3::new(2.0, 0.1, 2.0)), right);
        let hero = game.hero(Character::default(), Vec3::Y * 0.3);
        game.frames(10);
        *game.world().get_mut::<Transform>(lift).expect("it exists") = wrong;
        game.frames(30);
        game.assert_warns(&["Lift", words]);
        assert!((game.feet(hero) - DVec3::Y * 0.3).length() < 1e-3, "{}", game.feet(hero));
        *game.world().get_mut::<Transform>(lift).expect("it exists") = right;
        game.frames(10);
        game.world().get_mut::<Transform>(lift).expect("it exists").translation.y = 0.3;
        game.frames(10);
        assert!((game.feet(hero) - DVec3::Y * 0.4).length() < 1e-3, "{}", game.feet(hero));
        game.assert_warns(&["Lift"]);
    }
}

#[test]
fn a_sheared_platform_is_named() {
    let mut game = on_floor();
    let parent = game.world().spawn(Transform::from_scale(Vec3::new(1.0, 3.0, 1.0))).id();
    let tilted = Transform::from_xyz(0.0, 2.0, 0.0).with_rotation(Quat::from_rotation_z(0.5));
    let lift = game.platform(&cuboid(Vec3::ONE), tilted);
    game.world().entity_mut(lift).insert(ChildOf(parent));
    game.frames(30);
    game.assert_warns(&["Lift", "shear"]);
}

#[test]
fn a_level_that_is_a_platform_is_a_platform() {
    let mut game = on_floor();
    let lift = game.platform(&cuboid(Vec3::ONE), Transform::from_xyz(5.0, 2.0, 0.0));
    game.world().entity_mut(lift).insert(SidleLevel);
    game.frames(30);
    game.assert_warns(&["Lift", "SidleLevel and Platform"]);
    let world = game.world().resource::<SidleWorld>().world();
    assert_eq!((world.instance_ids().count(), world.polygon_count()), (2, 14));
}

#[test]
fn a_platform_without_meshes_is_named_after_a_while() {
    let mut game = on_floor();
    game.world().spawn((Platform::default(), Name::new("Lift")));
    // A part that is added later is in time.
    let late = game.world().spawn((Platform::default(), Name::new("Late"))).id();
    game.frames(60);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
    game.world().spawn((ChildOf(late), mesh(cuboid(Vec3::ONE))));
    game.frames(100);
    assert_eq!(game.world().resource::<SidleWorld>().world().instance_ids().count(), 2);
    game.assert_warns(&["Lift", "no meshes"]);
}

#[test]
fn a_level_without_meshes_is_named_after_a_while() {
    let mut game = Game::new();
    game.world().spawn((SidleLevel, Name::new("Hall")));
    game.frames(60);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
    game.frames(200);
    game.assert_warns(&["Hall", "no meshes"]);
}

#[test]
fn a_level_whose_mesh_never_comes_is_named_after_a_while() {
    let mut game = Game::new();
    game.world().spawn((SidleLevel, Name::new("Hall"), Mesh3d(Handle::default())));
    game.frames(600);
    assert!(game.warnings().is_empty(), "{:?}", game.warnings());
    game.frames(800);
    game.assert_warns(&["Hall", "not loaded"]);
}

#[test]
fn a_level_that_changes_in_every_frame_stands_and_is_named() {
    for plugin in [SidlePlugin::default(), SidlePlugin::default().with_levels_at_once()] {
        let mut game = Game::with(plugin);
        let level = game.level(&floor(20.0, 0.0), Transform::IDENTITY);
        let wheel = mesh(cuboid(Vec3::splat(0.2)));
        let wheel = game.world().spawn((wheel, ChildOf(level), Transform::from_xyz(5.0, 1.0, 0.0))).id();
        let hero = game.hero(Character::default(), Vec3::Y);
        for _ in 0..2000 {
            game.world().get_mut::<Transform>(wheel).expect("it exists").rotate_y(0.1);
            game.frames(1);
            if !game.warnings().is_empty() && game.feet(hero).y.abs() < 1e-3 {
                break;
            }
            std::thread::yield_now();
        }
        game.assert_warns(&["Level", "again and again"]);
        assert!(game.feet(hero).y.abs() < 1e-3, "{}", game.feet(hero));
    }
}

#[test]
fn a_surface_out_of_range_is_the_default_one() {
    let mut game = Game::new();
    let surface = Surface { layer: 40, ..Default::default() };
    game.world().spawn((SidleLevel, Name::new("Hall"), surface, mesh(floor(20.0, 0.0))));
    let hero = game.hero(Character::default(), Vec3::Y);
    game.frames(64);
    game.assert_warns(&["Hall", "Surface", "layer is 0 to 31"]);
    assert!(game.feet(hero).y.abs() < 1e-3);
}

#[test]
fn without_time_characters_wait() {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, SidlePlugin::new(Update)));
    app.world_mut().spawn((SidleLevel, mesh(floor(20.0, 0.0))));
    app.world_mut().spawn(Character::default());
    (0..5).for_each(|_| app.update());
    let warnings = &app.world().resource::<SidleWarnings>().texts;
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("TimePlugin"));
}

#[test]
fn a_server_needs_no_assets_and_can_use_any_schedule() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, SidlePlugin::new(Update).with_levels_at_once()));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_millis(10)));
    app.world_mut().spawn((SidleLevel, mesh(floor(20.0, 0.0))));
    let hero = app.world_mut().spawn((Character::default(), Transform::from_xyz(0.0, 1.0, 0.0))).id();
    // A platform that moves is not interpolated, so its transform stays what the game writes.
    let train = (Platform::default(), mesh(cuboid(Vec3::ONE)), Transform::from_xyz(0.1, 0.0, 9.0));
    let train = app.world_mut().spawn(train).id();
    let mut x = 0.1;
    for _ in 0..100 {
        app.update();
        let mut transform = app.world_mut().get_mut::<Transform>(train).expect("it has one");
        assert_eq!(transform.translation.x, x);
        transform.translation.x += 0.013;
        x = transform.translation.x;
    }
    let feet = app.world().get::<CharacterState>(hero).expect("a character").position;
    assert!(feet.y.abs() < 1e-3, "{feet}");
    // Without fixed steps there is nothing to interpolate.
    assert_eq!(app.world().get::<Transform>(hero).expect("it has one").translation, feet.as_vec3());
    assert!(app.world().resource::<SidleWorld>().world().polygon_count() > 0);
    assert!(app.world().resource::<SidleWarnings>().texts.is_empty());
}
