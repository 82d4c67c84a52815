//! A game in the third person: a camera, jumps, crouching, platforms and a level of a glTF file.
//! This program plays it by a script, without a window. `examples-window` has it with a window.
//!
//! `cargo run --example third_person`

#[allow(dead_code, reason = "only the window reads the looks")]
mod game;
mod level;

/// The names that `bevy::prelude` has in a game.
mod prelude {
    pub(crate) use bevy_app::prelude::*;
    pub(crate) use bevy_ecs::prelude::*;
    pub(crate) use bevy_math::{DVec3, Quat, Vec2, Vec3};
    pub(crate) use bevy_time::Time;
    pub(crate) use bevy_transform::{TransformSystems, components::Transform};
}

use bevy_app::TaskPoolPlugin;
use bevy_sidle::{CharacterState, Landed, LevelReady, Platform, SidleLevel, SidleMesh, Stepped};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use game::{Controls, GamePlugin, Player};
use prelude::*;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(GamePlugin)
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_systems(Startup, load)
        .add_systems(FixedPreUpdate, script)
        .add_observer(|ready: On<LevelReady>| println!("the level stands: {} triangles", ready.triangles))
        .add_observer(|landed: On<Landed>| println!("landed at {:.1} m/s", landed.speed))
        .add_observer(|stepped: On<Stepped>| println!("climbed a step of {:.2} m", stepped.height));
    for second in 0..16 {
        println!("{second:2} s: feet at {:.2}", feet(&mut app));
        (0..64).for_each(|_| app.update());
    }
    let end = feet(&mut app);
    assert!(end.y > 4.2 && end.z < -15.5, "the player is on the tower: {end}");
    println!("on the tower at {end:.2}");
}

/// Makes the level of the nodes of the file, without the renderer: each node is a cube of half size
/// one, with a scale.
fn load(mut commands: Commands) {
    let file = level::glb();
    let length = u32::from_le_bytes([file[12], file[13], file[14], file[15]]) as usize;
    let json: serde_json::Value = serde_json::from_slice(&file[20..20 + length]).expect("valid JSON");
    let level = commands.spawn((Name::new("Level"), SidleLevel)).id();
    for node in json["nodes"].as_array().expect("nodes") {
        let vector = |name| Vec3::from_array([0, 1, 2].map(|i| node[name][i].as_f64().unwrap_or(0.0) as f32));
        let place = Transform::from_translation(vector("translation")).with_scale(vector("scale"));
        commands.spawn((ChildOf(level), SidleMesh::cuboid(Vec3::ONE), place));
    }
}

fn feet(app: &mut App) -> DVec3 {
    let world = app.world_mut();
    let mut players = world.query_filtered::<&CharacterState, With<Player>>();
    players.iter(world).next().map_or(game::START.as_dvec3(), |state| state.position)
}

/// Plays: up the stairs, over the gap, below the beam, and with the lift onto the tower.
fn script(
    mut controls: ResMut<Controls>,
    player: Single<&CharacterState, With<Player>>,
    platforms: Query<&Transform, With<Platform>>,
) {
    let (y, z) = (player.position.y, player.position.z);
    let lift_is_below = platforms.iter().any(|at| at.translation.z == -12.0 && at.translation.y < 1.2);
    controls.jump = (-5.9..-5.5).contains(&z) && player.is_grounded();
    controls.jump_held = controls.jump || !player.is_grounded();
    controls.crouch = (-10.8..-8.0).contains(&z) && y < 2.0;
    let waits_for_the_lift = (-10.8..-10.2).contains(&z) && !lift_is_below;
    let rides = (-12.5..-11.8).contains(&z) && y < 4.2;
    let is_there = z < -16.0;
    controls.walk = if waits_for_the_lift || rides || is_there { Vec2::ZERO } else { Vec2::Y };
}
