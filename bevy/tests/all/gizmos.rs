//! Gizmos of characters.

use crate::common::{Game, cuboid, floor};
use bevy_app::{App, FixedPostUpdate};
use bevy_asset::Assets;
use bevy_color::{Color, LinearRgba};
use bevy_ecs::hierarchy::ChildOf;
use bevy_gizmos::config::GizmoConfigStore;
use bevy_gizmos::{GizmoAsset, GizmoHandles, GizmoPlugin};
use bevy_math::{DVec3, Vec3};
use bevy_mesh::Mesh3d;
use bevy_sidle::{Character, SidleGizmos, SidleGizmosPlugin, SidlePlugin};
use bevy_transform::components::Transform;
use std::any::TypeId;

fn game() -> Game {
    let more = |app: &mut App| _ = app.add_plugins((SidleGizmosPlugin, GizmoPlugin));
    Game::with_more(SidlePlugin::new(FixedPostUpdate).with_levels_at_once(), more)
}

/// Returns the corners of the lines of this colour.
fn drawn(game: &mut Game, color: Option<Color>) -> Vec<Vec3> {
    let Some(Some(handle)) =
        game.world().resource::<GizmoHandles>().handles().get(&TypeId::of::<SidleGizmos>())
    else {
        return Vec::new();
    };
    let handle = handle.clone();
    let assets = game.world().resource::<Assets<GizmoAsset>>();
    let buffer = assets.get(&handle).expect("it exists").buffer();
    let color = LinearRgba::from(color.expect("a colour"));
    let lists = buffer.list_positions.iter().zip(&buffer.list_colors);
    let strips = buffer.strip_positions.iter().zip(&buffer.strip_colors);
    lists.chain(strips).filter(|line| *line.1 == color).map(|line| *line.0).collect()
}

#[test]
fn contacts_ground_path_and_the_reason_of_a_stop_are_drawn() {
    let mut game = game();
    let level = game.ready_level(&floor(20.0, 0.0));
    let wall = game.asset(&cuboid(Vec3::new(0.5, 2.0, 2.0)));
    game.world().spawn((Mesh3d(wall), ChildOf(level), Transform::from_xyz(2.0, 0.0, 0.0)));
    let hero = game.hero(Character::default(), Vec3::ZERO);
    let colors = SidleGizmos::default();
    game.frames(10);
    game.wish(hero, Vec3::X * 3.0);
    game.frames(16);
    let feet = game.feet(hero);
    assert!(feet.x > 0.5 && feet.x < 1.0, "{feet}");
    assert!(drawn(&mut game, colors.stop).is_empty(), "it walks");
    assert!(drawn(&mut game, colors.ground).contains(&(feet + DVec3::Y * 0.3).as_vec3()));
    let path = drawn(&mut game, colors.path);
    assert!(path.contains(&feet.as_vec3()) && path.iter().any(|at| at.x == 0.0), "{path:?}");
    let body = drawn(&mut game, colors.body);
    let top = body.iter().map(|at| at.y).fold(0.0, f32::max);
    assert!((f64::from(top) - feet.y - 1.8).abs() < 0.02, "{top}");
    // It meets the wall.
    game.frames(64);
    let feet = game.feet(hero);
    assert!((feet.x - 1.2).abs() < 0.01, "{feet}");
    let contacts = drawn(&mut game, colors.contact);
    assert!(contacts.iter().any(|at| (at.x - 1.5).abs() < 0.04 && at.y > 0.2), "{contacts:?}");
    let text = drawn(&mut game, colors.stop);
    assert!(text.len() > 20 && text.iter().all(|at| at.y > 1.8), "{text:?}");
    // The settings can be changed, and all can be switched off.
    game.world().resource_mut::<GizmoConfigStore>().config_mut::<SidleGizmos>().1.body = None;
    game.frames(1);
    assert!(drawn(&mut game, colors.body).is_empty());
    assert!(!drawn(&mut game, colors.ground).is_empty());
    game.world().resource_mut::<GizmoConfigStore>().config_mut::<SidleGizmos>().0.enabled = false;
    game.frames(1);
    assert!(drawn(&mut game, colors.ground).is_empty());
}

#[test]
fn without_gizmos_or_characters_nothing_panics() {
    let more = |app: &mut App| _ = app.add_plugins(SidleGizmosPlugin);
    let mut game = Game::with_more(SidlePlugin::new(FixedPostUpdate), more);
    game.hero(Character::default(), Vec3::ZERO);
    game.frames(3);
    let mut game = self::game();
    let hero = game.hero(Character::default(), Vec3::NAN);
    game.ready_level(&floor(20.0, 0.0));
    game.frames(3);
    game.world().despawn(hero);
    game.frames(3);
}
