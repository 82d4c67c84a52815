//! A game in the third person, in a window. W, A, S and D walk, the mouse turns, the space bar
//! jumps, the left control key crouches, G shows what the characters touch, Escape ends the game.
//!
//! With `--screenshot FILE`, it walks up the stairs, saves a picture and ends.

#[path = "../../../examples/third_person/game.rs"]
mod game;
#[path = "../../../examples/third_person/level.rs"]
mod level;

/// The names that the game uses.
mod prelude {
    pub(crate) use bevy::prelude::*;
    pub(crate) use bevy::transform::TransformSystems;
}

use bevy::asset::io::embedded::EmbeddedAssetRegistry;
use bevy::input::mouse::AccumulatedMouseMotion;
use bevy::light::CascadeShadowConfigBuilder;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow};
use bevy_sidle::{LevelReady, SidleGizmos, SidleGizmosPlugin, SidleLevel};
use game::{Controls, GamePlugin, Looks, Player, Rig};
use prelude::*;
use std::path::{Path, PathBuf};

/// Radians a pixel of the mouse.
const SENSITIVITY: f32 = 0.003;

/// The file for a picture, and the time since the level stands.
#[derive(Resource)]
struct Picture(PathBuf, Option<f32>);

fn main() {
    let window = Window { title: "bevy_sidle".into(), resolution: (960, 540).into(), ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }));
    let files = app.world().resource::<EmbeddedAssetRegistry>();
    files.insert_asset(PathBuf::new(), Path::new("level.glb"), level::glb());
    app.add_plugins((GamePlugin, SidleGizmosPlugin))
        .add_systems(Startup, (load, hide_cursor))
        .add_systems(PostStartup, show)
        .add_systems(PreUpdate, controls.after(bevy::input::InputSystems))
        .add_systems(Update, show_gizmos);
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--screenshot") {
        let file = arguments.next().unwrap_or_else(|| "screenshot.png".into());
        app.insert_resource(Picture(file.into(), None))
            .add_observer(|_: On<LevelReady>, mut picture: ResMut<Picture>| picture.1 = Some(0.0))
            .add_systems(PreUpdate, take_picture.after(controls));
    }
    app.run();
}

/// Loads the level: the same file that a game loads from its folder `assets`.
fn load(mut commands: Commands, assets: Res<AssetServer>) {
    let scene = assets.load("embedded://level.glb#Scene0");
    commands.spawn((Name::new("Level"), SidleLevel, WorldAssetRoot(scene)));
    let sun = Transform::from_xyz(6.0, 14.0, 8.0).looking_at(Vec3::ZERO, Vec3::Y);
    let shadows = CascadeShadowConfigBuilder { maximum_distance: 40.0, ..default() }.build();
    commands.spawn((DirectionalLight { shadow_maps_enabled: true, ..default() }, shadows, sun));
}

/// Gives the entities of the game their looks.
fn show(
    mut commands: Commands,
    platforms: Query<(Entity, &Looks)>,
    player: Single<Entity, With<Player>>,
    rig: Single<Entity, With<Rig>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut paint = |[r, g, b]: [f32; 3]| MeshMaterial3d(materials.add(Color::linear_rgb(r, g, b)));
    for (entity, Looks(half, colour)) in &platforms {
        let mesh = Mesh3d(meshes.add(Cuboid::from_size(*half * 2.0)));
        commands.entity(entity).insert((mesh, paint(*colour)));
    }
    let body = Mesh3d(meshes.add(Capsule3d::new(0.3, 1.2)));
    let body = (body, paint([0.1, 0.3, 0.7]), Transform::from_xyz(0.0, 0.9, 0.0));
    commands.entity(*player).insert((Visibility::default(), children![body]));
    commands.entity(*rig).insert((Camera3d::default(), AmbientLight { brightness: 400.0, ..default() }));
}

fn hide_cursor(mut cursor: Single<&mut CursorOptions, With<PrimaryWindow>>) {
    cursor.grab_mode = CursorGrabMode::Locked;
    cursor.visible = false;
}

fn controls(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<AccumulatedMouseMotion>,
    mut controls: ResMut<Controls>,
    mut exit: MessageWriter<AppExit>,
) {
    let key = |key| if keys.pressed(key) { 1.0 } else { 0.0 };
    controls.walk.x = key(KeyCode::KeyD) - key(KeyCode::KeyA);
    controls.walk.y = key(KeyCode::KeyW) - key(KeyCode::KeyS);
    controls.jump |= keys.just_pressed(KeyCode::Space);
    controls.jump_held = keys.pressed(KeyCode::Space);
    controls.crouch = keys.pressed(KeyCode::ControlLeft);
    controls.yaw -= mouse.delta.x * SENSITIVITY;
    controls.pitch = (controls.pitch - mouse.delta.y * SENSITIVITY).clamp(-1.4, 1.2);
    if keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
}

fn show_gizmos(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    let (config, _) = store.config_mut::<SidleGizmos>();
    config.enabled ^= keys.just_pressed(KeyCode::KeyG);
}

/// Walks up the stairs, saves a picture and ends the game.
fn take_picture(
    mut commands: Commands,
    time: Res<Time>,
    mut picture: ResMut<Picture>,
    mut controls: ResMut<Controls>,
    mut exit: MessageWriter<AppExit>,
) {
    let Some(since) = picture.1 else { return };
    let now = since + time.delta_secs();
    picture.1 = Some(now);
    (controls.yaw, controls.pitch) = (0.35, -0.25);
    controls.walk = if now < 1.4 { Vec2::new(0.34, 0.94) } else { Vec2::ZERO };
    let passed = |at: f32| since < at && now >= at;
    if passed(2.5) {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(picture.0.clone()));
    }
    if passed(6.0) {
        exit.write(AppExit::Success);
    }
}
