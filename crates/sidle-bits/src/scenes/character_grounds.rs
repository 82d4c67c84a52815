//! Characters on ground that walls and steep faces narrow: stairs, grooves, hollows and hilltops.

use sidle::{CharacterConfig, CharacterInput, CharacterState, IndexKind, Scratch, Shape, Vec3, World};
use sidle_scenes::catalogue::{self, Form, Variant};
use sidle_scenes::{Builder, Level, Surface, trig};

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
        let (sin, cos) = trig::sin_cos(turn);
        let place = |across: f64, height: f64, along: f64| {
            [cos * across - sin * along, height, sin * across + cos * along]
        };
        let mut b = Builder::new();
        for [from, to] in [[-9.0, -1.0], [-1.0, 0.7], [0.7, 9.0]] {
            b.quad(place(0.0, 0.0, from), place(0.0, 0.0, to), place(2.0, 3.0, to), place(2.0, 3.0, from));
            b.quad(place(0.0, 0.0, from), place(0.0, 3.0, from), place(0.0, 3.0, to), place(0.0, 0.0, to));
        }
        let world = world_of(&b.finish("groove", &[]), index);
        let mut state = CharacterState::at(narrow(place(0.4, 1.0, 0.0)));
        walk(record, &world, &config, &mut state, CharacterInput::default(), 30, 30);
        let wish_velocity = narrow(place(-2.0, 0.0, 2.0));
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, 30, 30);
    }
}

/// Out of a hollow of a height field, in which two steep faces form an acute corner.
fn acute_corner(index: IndexKind, record: &mut Record) {
    let heights =
        [0.0, 2.158, 1.787, 0.0, 2.272, 1.11, 0.94, 1.779, 0.0, 0.743, 0.0, 0.784, 0.0, 1.826, 0.773, 1.893];
    let at = |i: usize| (i as f64 - 2.0) * 0.512_529_5 - 4.100_235_5;
    let corner = |i: usize| narrow([at(i % 4), heights[i] - 4.095, at(i / 4)]).to_array();
    let triangles = vec![
        [1, 6, 2],
        [4, 9, 5],
        [5, 9, 6],
        [6, 9, 10],
        [6, 10, 7],
        [9, 13, 14],
        [9, 14, 10],
        [10, 14, 11],
        [11, 14, 15],
    ];
    let vertices = (0..16).map(corner).collect();
    let world = world_of(
        &Level { vertices, triangles, materials: vec![Surface::default()], ..Level::default() },
        index,
    );
    for rate in [30, 120] {
        let config = CharacterConfig {
            step_height: 0.4,
            min_step_width: 0.02,
            snap_distance: 0.6,
            ground_acceleration: None,
            record_path: true,
            ..CharacterConfig::default()
        };
        let mut state = CharacterState::at(Vec3::new(-4.105_165_5, -3.651_919_6, -4.074_777_6));
        walk(record, &world, &config, &mut state, CharacterInput::default(), rate, rate / 10);
        let wish_velocity = Vec3::new(-1.5, 0.0, -3.7);
        let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, rate, rate);
    }
}

/// Out of a hollow 262 km from the origin, along a crease beside walkable ground.
fn far_hollow(index: IndexKind, record: &mut Record) {
    let mut b = Builder::new();
    for [i, j, k] in [
        [[-3.13, 4.54, 3.03], [-3.13, 3.03, 3.55], [-2.63, 4.113, 3.03]],
        [[-4.13, 3.957, 3.55], [-4.13, 2.996, 4.05], [-3.63, 3.367, 3.55]],
        [[-3.63, 3.367, 3.55], [-3.13, 2.777, 4.05], [-3.13, 3.03, 3.55]],
        [[-3.13, 2.777, 4.05], [-3.63, 4.023, 4.55], [-3.13, 3.594, 4.55]],
    ] {
        let far = |[x, y, z]: [f64; 3]| [x - 262_150.0, y + 65_530.0, z + 131_072.0];
        b.triangle(far(i), far(j), far(k));
    }
    let world = world_of(&b.finish("hollow", &[]), index);
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
        let mut state = CharacterState::at(Vec3::new(-262_153.34, 65_533.188, 131_075.86));
        let input = CharacterInput { wish_velocity: Vec3::new(x, 0.0, z), ..CharacterInput::default() };
        walk(record, &world, &config, &mut state, input, 60, 60);
    }
}

/// Down a hilltop beside a wall, where the skin doubles.
fn far_hilltop(index: IndexKind, record: &mut Record) {
    let corner = |i: i32, up: f64, z: f64| {
        let x = f64::from(i) * 0.25;
        [x, up - 4095.0 - 0.05 * x * x, z]
    };
    for tall in [0.80, 0.84, 0.88] {
        let mut b = Builder::new();
        for i in -4..24 {
            b.quad(
                corner(i, 0.0, -1.0),
                corner(i, 0.0, 2.0),
                corner(i + 1, 0.0, 2.0),
                corner(i + 1, 0.0, -1.0),
            );
            b.quad(
                corner(i, 0.0, 0.0),
                corner(i + 1, 0.0, 0.0),
                corner(i + 1, tall, 0.0),
                corner(i, tall, 0.0),
            );
        }
        let world = world_of(&b.finish("hilltop", &[]), index);
        let config = CharacterConfig {
            shape: Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
            snap_distance: 0.4,
            ground_acceleration: None,
            record_path: true,
            ..CharacterConfig::default()
        };
        for (rate, speed) in [(30, 2.0), (30, 6.0), (120, 2.0), (1000, 6.0)] {
            let mut state = CharacterState::at(Vec3::new(4.0, -4095.79, 0.45));
            let wish_velocity = Vec3::new(speed, 0.0, -speed);
            let input = CharacterInput { wish_velocity, ..CharacterInput::default() };
            walk(record, &world, &config, &mut state, input, rate, rate / speed as u32);
        }
    }
}

/// Down treads beside a plinth. Steep surfaces hold the body between them.
fn treads_and_plinth(index: IndexKind, record: &mut Record) {
    let mut b = Builder::new();
    for (x, y) in [(0.0, 1.05), (0.367, 1.4), (0.734, 1.75)] {
        b.floor(y, [x - 0.367, -2.93], [x, -0.22], [1, 1]);
    }
    b.floor(0.859, [-0.052, 0.147], [0.857, 0.535], [1, 1]);
    b.wall([-1.7, 0.58], [1.05, 0.58], [0.0, 2.36]);
    let world = world_of(&b.finish("treads", &[]), index);
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
        let mut state = CharacterState::at(Vec3::new(0.635 + 6e-4 * f32::from(i), 1.3779, 0.172));
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
