//! A character walks over chunks ten thousand kilometres from zero, without a window. The origin of
//! the transforms follows it, so that each frame draws it to a micrometre.
//!
//! `cargo run --example far`

use bevy_app::{TaskPoolPlugin, prelude::*};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_sidle::{
    Character, CharacterInput, CharacterState, SidleChunk, SidleMesh, SidlePlugin, WorldOrigin,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::{TransformPlugin, components::Transform};
use std::time::Duration;

/// Where the character starts. Single precision would round it to whole metres.
const START: DVec3 = DVec3::new(1e7 + 1.0 / 3.0, 0.0, -9e6 + 0.1);
/// Half the length of a chunk, in metres.
const HALF: f32 = 8.0;
/// The speed in m/s, and the length of a frame in seconds.
const SPEED: f32 = 3.0;
const FRAME: f64 = 1.0 / 250.0;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(SidlePlugin::new(FixedPostUpdate))
        .insert_resource(WorldOrigin(START))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(FRAME)))
        .add_systems(Startup, spawn)
        .add_systems(Update, follow);
    // It falls to the ground and reaches its speed.
    (0..250).for_each(|_| app.update());
    let (mut before, mut largest) = (drawn(&mut app), 0.0_f64);
    for frame in 0..2500 {
        app.update();
        let now = drawn(&mut app);
        let way = DVec3::NEG_Z * f64::from(SPEED) * FRAME;
        largest = largest.max((now - before - way).length());
        if frame % 250 == 0 {
            println!("drawn {:.6} m from the start", (now - START).length());
        }
        before = now;
    }
    assert!(largest < 1e-6, "each frame is smooth: {largest}");
    let moved = app.world().resource::<WorldOrigin>().0.distance(START);
    assert!(moved > 20.0, "the origin follows: {moved}");
    println!("2500 frames: each goes on by {:.3} m, to {largest:.1e} m", f64::from(SPEED) * FRAME);
}

/// Spawns the chunks and the character. Transforms are relative to the origin.
fn spawn(mut commands: Commands) {
    // All chunks share the triangles of one.
    let ground = SidleMesh::cuboid(Vec3::new(HALF, 0.5, HALF));
    for i in 0..4 {
        let at = Transform::from_xyz(0.0, -0.5, -2.0 * HALF * i as f32);
        commands.spawn((SidleChunk, ground.clone(), at));
    }
    commands.spawn((Character::default(), Transform::from_xyz(0.0, 0.1, 0.0)));
}

/// Walks, and keeps the origin within 4 m. The plugin rewrites the transforms of the chunks.
fn follow(hero: Single<(&mut CharacterInput, &CharacterState)>, mut origin: ResMut<WorldOrigin>) {
    let (mut input, state) = hero.into_inner();
    input.wish_velocity = Vec3::NEG_Z * SPEED;
    if state.position.distance(origin.0) > 4.0 {
        origin.0 = state.position;
    }
}

/// Returns the place where the character is drawn.
fn drawn(app: &mut App) -> DVec3 {
    let world = app.world_mut();
    let mut heroes = world.query_filtered::<&Transform, With<Character>>();
    let hero = heroes.single(world).expect("one character").translation;
    world.resource::<WorldOrigin>().place(hero)
}
