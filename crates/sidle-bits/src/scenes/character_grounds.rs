//! Characters on ground that walls and steep faces narrow: stairs, grooves, hollows and hilltops.

use sidle::{CharacterConfig, CharacterInput, CharacterState, IndexKind, Scratch, Shape, Vec3, World};
use sidle_scenes::catalogue::{self, Form, Variant};
use sidle_scenes::narrow_ground::{self, Ground};

use super::Scene;
use super::stations::narrow;
use crate::level::world_of;
use crate::record::Record;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new("found/stairs-beside-a-wall", stairs_beside_a_wall),
        Scene::new("found/grooves", grooves),
        Scene::new("found/acute-corner", acute_corner),
        Scene::new("found/far-hollow", far_hollow),
        Scene::new("found/far-hilltop", far_hilltop),
        Scene::new("found/treads-and-plinth", treads_and_plinth),
    ]
}

/// Up the stairs of the scene A3, pressed to the wall.
fn stairs_beside_a_wall(index: IndexKind, record: &mut Record) {
    let scene = catalogue::all().into_iter().find(|scene| scene.id == "A3").expect("the scene A3");
    for rate in [60, 360] {
        let variant = Variant { form: Form::Ellipsoid, yaw: 17.0, rate, ..Variant::default() };
        let world = world_of(&variant.level(&(scene.build)(&variant)[0].level, [0.0; 3]), index);
        let config = CharacterConfig {
            shape: Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3)),
            skin_width: 0.02,
            record_path: true,
            ..CharacterConfig::default()
        };
        let wish_velocity = narrow(variant.turn([-1.035_276_2, 0.0, 3.863_703_3]));
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        let mut state = CharacterState::at(narrow(variant.place([-16.2, 0.0, 2.0], [0.0; 3])));
        walk(record, &world, &config, &mut state, input, rate, rate * 3 / 4);
    }
}

/// Along grooves between a steep face and a vertical wall, which are parallel up to the rounding of
/// their corners.
fn grooves(index: IndexKind, record: &mut Record) {
    let config = CharacterConfig { record_path: true, ..CharacterConfig::default() };
    for turn in (0..36).map(|i| f64::from(10 * i + 1).to_radians()) {
        let Ground { level, start } = narrow_ground::groove(turn);
        let world = world_of(&level, index);
        let mut state = CharacterState::at(Vec3::from(start));
        walk(record, &world, &config, &mut state, CharacterInput::default(), 30, 30);
        let wish_velocity = narrow(narrow_ground::turned(turn, [-2.0, 0.0, 2.0]));
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, 30, 30);
    }
}

/// Out of a hollow of a height field, in which two steep faces form an acute corner.
fn acute_corner(index: IndexKind, record: &mut Record) {
    let Ground { level, start } = narrow_ground::acute_corner();
    let world = world_of(&level, index);
    for rate in [30, 120] {
        let config = CharacterConfig {
            step_height: 0.4,
            min_step_width: 0.02,
            snap_distance: 0.6,
            ground_acceleration: None,
            record_path: true,
            ..CharacterConfig::default()
        };
        let mut state = CharacterState::at(Vec3::from(start));
        walk(record, &world, &config, &mut state, CharacterInput::default(), rate, rate / 10);
        let wish_velocity = Vec3::new(-1.5, 0.0, -3.7);
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, rate, rate);
    }
}

/// Out of a hollow 262 km from the origin, along a crease beside walkable ground.
fn far_hollow(index: IndexKind, record: &mut Record) {
    let Ground { level, start } = narrow_ground::far_hollow();
    let world = world_of(&level, index);
    let config = CharacterConfig {
        shape: Shape::sphere(0.4),
        max_slope_angle: 0.785,
        step_height: 0.4,
        snap_distance: 0.4,
        ground_acceleration: None,
        record_path: true,
        ..CharacterConfig::default()
    };
    for [x, z] in [[4.0, 0.0], [2.8, 2.8], [0.0, 4.0], [-2.8, 2.8], [-4.0, 0.0]] {
        let mut state = CharacterState::at(Vec3::from(start));
        let input = CharacterInput { wish_velocity: Vec3::new(x, 0.0, z), ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, 60, 60);
    }
}

/// Down a hilltop beside a wall, where the skin doubles.
fn far_hilltop(index: IndexKind, record: &mut Record) {
    for tall in [0.80, 0.84, 0.88] {
        let Ground { level, start } = narrow_ground::hilltop(tall);
        let world = world_of(&level, index);
        let config = CharacterConfig {
            shape: Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
            snap_distance: 0.4,
            ground_acceleration: None,
            record_path: true,
            ..CharacterConfig::default()
        };
        for (rate, speed) in [(30, 2.0), (30, 6.0), (120, 2.0), (1000, 6.0)] {
            let mut state = CharacterState::at(Vec3::from(start));
            let wish_velocity = Vec3::new(speed, 0.0, -speed);
            let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
            walk(record, &world, &config, &mut state, input, rate, rate / speed as u32);
        }
    }
}

/// Down treads beside a plinth. Steep surfaces hold the body between them.
fn treads_and_plinth(index: IndexKind, record: &mut Record) {
    let Ground { level, start: [x, y, z] } = narrow_ground::treads_and_plinth();
    let world = world_of(&level, index);
    let config = CharacterConfig {
        shape: Shape::sphere(0.4),
        max_slope_angle: 0.872_664_6,
        step_height: 0.4,
        snap_distance: 0.4,
        ground_acceleration: None,
        record_path: true,
        ..CharacterConfig::default()
    };
    for i in 0..16_i16 {
        let mut state = CharacterState::at(Vec3::new(x + 6e-4 * f32::from(i), y, z));
        walk(record, &world, &config, &mut state, CharacterInput::default(), 30, 6);
        let wish_velocity = Vec3::new(-15.26, 0.0, 12.9);
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, 30, 2);
    }
}

/// Records some steps of a character.
fn walk(
    record: &mut Record,
    world: &World,
    config: &CharacterConfig,
    state: &mut CharacterState,
    input: CharacterInput,
    rate: u32,
    steps: u32,
) {
    let mut scratch = Scratch::default();
    for _ in 0..steps {
        let report = world.step_character(&mut scratch, config, state, &input, 1.0 / rate as f32);
        record.character(state, &report);
        record.path(scratch.path());
    }
}
