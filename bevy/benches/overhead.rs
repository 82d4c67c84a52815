//! Measures what the systems add to the library's own time, for 1,000 characters.
//!
//! ```text
//! cargo bench --bench overhead
//! ```
//!
//! Three games run in turn, step by step, so that they see the same load of the machine: the plain
//! library, Bevy with the plugin, and Bevy with as many entities that the plugin does not move.

use bevy_app::{App, FixedPostUpdate, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_sidle::{Character, CharacterInput, CharacterState, SidleLevel, SidleMesh, SidlePlugin, sidle};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use std::time::{Duration, Instant};

const COUNT: u16 = 1000;
const STEPS: u16 = 400;
/// Steps that are not measured.
const WARM_UP: u16 = 40;
/// Cells of the level along each side.
const CELLS: u16 = 120;

/// Hills of 1 m cells.
fn level() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let side = u32::from(CELLS) + 1;
    let height = |x: f32, z: f32| (x * 0.21).sin() * (z * 0.17).cos() * 1.5;
    let vertex = |i: u32| {
        let (x, z) = ((i % side) as f32 - 60.0, (i / side) as f32 - 60.0);
        Vec3::new(x, height(x, z), z)
    };
    let cells = (0..side - 1).flat_map(|z| (0..side - 1).map(move |x| z * side + x));
    let triangles = cells.flat_map(|i| [[i, i + side, i + 1], [i + 1, i + side, i + side + 1]]);
    ((0..side * side).map(vertex).collect(), triangles.collect())
}

fn input(character: u16, step: u16) -> sidle::CharacterInput {
    let angle = f32::from(character) * 2.4 + f32::from(step) * 0.01;
    let wish_velocity = Vec3::new(angle.cos(), 0.0, angle.sin()) * 4.0;
    sidle::CharacterInput {
        wish_velocity,
        jump: (step + character).is_multiple_of(128),
        ..Default::default()
    }
}

fn place(character: u16) -> Vec3 {
    let (x, z) = (f32::from(character % 32), f32::from(character / 32));
    Vec3::new(x * 3.0 - 48.0, 2.0, z * 3.0 - 48.0)
}

/// The number of the character.
#[derive(Component)]
struct Number(u16);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin));
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app
}

/// A game with the plugin, after its level was built.
fn with_plugin((vertices, triangles): &(Vec<Vec3>, Vec<[u32; 3]>)) -> App {
    let mut app = app();
    app.add_plugins(SidlePlugin::new(FixedPostUpdate).with_levels_at_once());
    app.world_mut().spawn((SidleLevel, SidleMesh::new(vertices.clone(), triangles.clone())));
    app.update();
    for i in 0..COUNT {
        let at = Transform::from_translation(place(i));
        app.world_mut().spawn((Character::default(), Number(i), at));
    }
    app
}

/// A game with as many entities, which its own system moves.
fn without_plugin() -> App {
    let mut app = app();
    app.update();
    for i in 0..COUNT {
        app.world_mut().spawn((Number(i), Transform::from_translation(place(i))));
    }
    app.add_systems(FixedPostUpdate, |mut transforms: Query<&mut Transform, With<Number>>| {
        transforms.iter_mut().for_each(|mut transform| transform.translation.x += 0.01);
    });
    app
}

fn write_inputs(app: &mut App, step: u16) {
    let world = app.world_mut();
    let mut inputs = world.query::<(&Number, &mut CharacterInput)>();
    inputs.iter_mut(world).for_each(|(number, mut of)| of.0 = input(number.0, step));
}

fn main() {
    let level = level();
    let world = sidle::World::from_triangles(&level.0, &level.1).expect("a valid level");
    let (config, mut scratch) = (sidle::CharacterConfig::default(), sidle::Scratch::default());
    let mut states: Vec<_> = (0..COUNT).map(|i| sidle::CharacterState::at(place(i))).collect();
    let (mut game, mut empty) = (with_plugin(&level), without_plugin());
    let [mut library, mut plugin, mut bevy] = [Duration::ZERO; 3];
    for step in 0..STEPS {
        write_inputs(&mut game, step);
        let inputs: Vec<_> = (0..COUNT).map(|i| input(i, step)).collect();
        let begin = Instant::now();
        for (state, input) in states.iter_mut().zip(&inputs) {
            let _ = world.step_character(&mut scratch, &config, state, input, 1.0 / 64.0);
        }
        let after_library = Instant::now();
        game.update();
        let after_game = Instant::now();
        empty.update();
        if step >= WARM_UP {
            library += after_library - begin;
            plugin += after_game - after_library;
            bevy += after_game.elapsed();
        }
    }
    let mut characters = game.world_mut().query::<(&Number, &CharacterState)>();
    for (number, state) in characters.iter(game.world()) {
        assert_eq!(state.0, states[usize::from(number.0)], "the states are those of the library");
    }
    let measured = f64::from(STEPS - WARM_UP);
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / measured;
    println!("{COUNT} characters, mean of {measured} steps");
    println!("library          {:8.0} us", micros(library));
    println!("app with plugin  {:8.0} us", micros(plugin));
    println!("app without      {:8.0} us", micros(bevy));
    let own = micros(plugin) - micros(bevy);
    println!("systems add      {:8.1} %", 100.0 * (own / micros(library) - 1.0));
    println!("whole app adds   {:8.1} %", 100.0 * (micros(plugin) / micros(library) - 1.0));
}
