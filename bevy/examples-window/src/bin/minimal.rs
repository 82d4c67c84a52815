// A character in a window: the code of the README. It walks with W, A, S and D, and jumps with the
// space bar. The test `readme` of the crate plays this file without a window.

use bevy::prelude::*;
use bevy_sidle::{Character, CharacterInput, SidleLevel, SidlePlugin};

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, SidlePlugin::new(FixedPostUpdate)))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, walk)
        .run();
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let paint = MeshMaterial3d(materials.add(StandardMaterial::default()));
    let floor = Mesh3d(meshes.add(Cuboid::new(20.0, 1.0, 20.0)));
    commands.spawn((SidleLevel, floor, paint.clone(), Transform::from_xyz(0.0, -0.5, 0.0)));
    let step = Mesh3d(meshes.add(Cuboid::new(4.0, 0.3, 4.0)));
    commands.spawn((SidleLevel, step, paint.clone(), Transform::from_xyz(0.0, 0.15, -5.0)));

    let body = (Mesh3d(meshes.add(Capsule3d::new(0.3, 1.2))), paint, Transform::from_xyz(0.0, 0.9, 0.0));
    let hero = (Character::default(), Visibility::default(), Transform::from_xyz(0.0, 1.0, 0.0));
    commands.spawn((hero, children![body]));

    let above = Transform::from_xyz(0.0, 6.0, 9.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((Camera3d::default(), above));
    commands.spawn((DirectionalLight::default(), above));
}

fn walk(keys: Res<ButtonInput<KeyCode>>, mut input: Single<&mut CharacterInput>) {
    let key = |key| if keys.pressed(key) { 4.0 } else { 0.0 };
    input.wish_velocity.x = key(KeyCode::KeyD) - key(KeyCode::KeyA);
    input.wish_velocity.z = key(KeyCode::KeyS) - key(KeyCode::KeyW);
    let (is_down, was_down) = (keys.pressed(KeyCode::Space), input.jump_held);
    input.press_jump(is_down && !was_down, is_down);
}
