//! A character walks over a floor and up a kerb, without a window.
use bevy_app::{AppExit, ScheduleRunnerPlugin, TaskPoolPlugin, prelude::*};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_sidle::{Character, CharacterInput, CharacterState, SidleLevel, SidleMesh, SidlePlugin};
use bevy_time::TimePlugin;
use bevy_transform::{TransformPlugin, components::Transform};

fn main() -> AppExit {
    App::new()
        .add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins((ScheduleRunnerPlugin::default(), SidlePlugin::new(FixedPostUpdate)))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, walk)
        .run()
}

fn spawn(mut commands: Commands) {
    let floor = SidleMesh::cuboid(Vec3::new(20.0, 0.5, 20.0));
    commands.spawn((SidleLevel, floor, Transform::from_xyz(0.0, -0.5, 0.0)));
    let kerb = SidleMesh::cuboid(Vec3::new(2.0, 0.3, 2.0));
    commands.spawn((SidleLevel, kerb, Transform::from_xyz(0.0, 0.0, -4.0)));
    commands.spawn((Character::default(), Transform::from_xyz(0.0, 1.0, 0.0)));
}

fn walk(hero: Single<(&mut CharacterInput, &CharacterState)>, mut exit: MessageWriter<AppExit>) {
    let (mut input, state) = hero.into_inner();
    input.wish_velocity = Vec3::NEG_Z * 3.0;
    println!("feet at {:.2}", state.position);
    if state.position.z < -4.0 {
        exit.write(AppExit::Success);
    }
}
