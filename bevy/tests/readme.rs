//! Plays the game of the README without a window.
//!
//! The game is the file `minimal.rs` of `examples-window`. This crate is called `bevy` here, and
//! has the names that the game uses: those of Bevy's subcrates, and stand-ins for what is drawn.
#![cfg(feature = "mesh")]

extern crate self as bevy;

/// The names that `bevy::prelude` has in a game.
pub mod prelude {
    pub use bevy_app::prelude::*;
    pub use bevy_asset::{Asset, Assets, Handle};
    pub use bevy_ecs::prelude::*;
    pub use bevy_input::{ButtonInput, keyboard::KeyCode};
    pub use bevy_math::Vec3;
    pub use bevy_mesh::{Mesh, Mesh3d};
    pub use bevy_shape::{Capsule3d, Cuboid};
    pub use bevy_transform::components::Transform;

    /// Stands in for the material of a mesh.
    #[derive(Asset, bevy_reflect::TypePath, Clone, Default)]
    pub struct StandardMaterial(());
    /// Stands in for the component of the material.
    #[derive(Component, Clone)]
    pub struct MeshMaterial3d(pub Handle<StandardMaterial>);
    /// Stands in for the visibility that children inherit.
    #[derive(Component, Default)]
    pub struct Visibility(());
    /// Stands in for a camera.
    #[derive(Component, Default)]
    pub struct Camera3d(());
    /// Stands in for a light.
    #[derive(Component, Default)]
    pub struct DirectionalLight(());
    pub use super::DefaultPlugins;
}

include!("../examples-window/src/bin/minimal.rs");

use bevy_asset::{AssetApp, AssetPlugin};
use bevy_sidle::CharacterState;
use bevy_time::TimeUpdateStrategy;

/// The plugins of Bevy that the game needs, and a player instead of a window.
pub struct DefaultPlugins;

impl Plugin for DefaultPlugins {
    fn build(&self, app: &mut App) {
        app.add_plugins((TaskPoolPlugin::default(), bevy_time::TimePlugin))
            .add_plugins((bevy_transform::TransformPlugin, AssetPlugin::default(), bevy_mesh::MeshPlugin))
            .init_asset::<StandardMaterial>()
            .init_resource::<ButtonInput<KeyCode>>()
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .set_runner(play);
    }
}

/// Walks onto the step and jumps.
fn play(mut app: App) -> AppExit {
    app.finish();
    app.cleanup();
    // The level is built in the background, and the character falls to the floor.
    for _ in 0..2000 {
        app.update();
        if state(&mut app).is_some_and(|state| state.is_grounded()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(feet(&mut app).length() < 0.01, "{}", feet(&mut app));
    press(&mut app, KeyCode::KeyW);
    (0..80).for_each(|_| app.update());
    let end = feet(&mut app);
    assert!((end - bevy_math::DVec3::new(0.0, 0.3, -5.0)).length() < 0.05, "{end}");
    press(&mut app, KeyCode::Space);
    (0..20).for_each(|_| app.update());
    assert!(feet(&mut app).y > 1.0, "{}", feet(&mut app));
    AppExit::Success
}

fn press(app: &mut App, key: KeyCode) {
    app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(key);
}

fn state(app: &mut App) -> Option<CharacterState> {
    let world = app.world_mut();
    world.query::<&CharacterState>().iter(world).next().copied()
}

fn feet(app: &mut App) -> bevy_math::DVec3 {
    state(app).map_or(bevy_math::DVec3::NAN, |state| state.position)
}

#[test]
fn the_game_of_the_readme_walks() {
    main();
}

#[test]
fn the_readme_has_the_code_of_the_game() {
    let file = include_str!("../examples-window/src/bin/minimal.rs");
    let code = &file[file.find("use bevy").expect("an import")..];
    assert!(include_str!("../README.md").contains(&format!("```rust,ignore\n{code}```\n")));
}
