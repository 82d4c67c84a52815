//! Converts the plain data of the catalogue to values of the library and of the judge.

use sidle::{CharacterConfig, CharacterState, DVec3, Shape, SlopeSpeed, Vec3, World, WorldVector};
use sidle_scenes::Level;
use sidle_scenes::catalogue::{Body, Form, Settings};

use crate::level::world_of_scene;

pub(super) type V = [f64; 3];

pub(super) fn wide(v: impl WorldVector) -> V {
    v.to_dvec3().to_array()
}

pub(super) fn narrow(v: V) -> Vec3 {
    Vec3::from(v.map(|x| x as f32))
}

pub(super) fn length(v: V) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

/// Returns the centre of a character, if a step has placed it.
pub(super) fn centre_of(state: &CharacterState, config: &CharacterConfig) -> Option<DVec3> {
    state.up().map(|_| state.centre(config))
}

/// Builds the world of a level.
pub(super) fn world_of(level: &Level) -> World {
    world_of_scene(level).expect("the levels of the catalogue are valid")
}

/// Returns the shape of a body.
pub(super) fn shape_of(body: &Body) -> Shape {
    let (r, half) = (body.radius as f32, body.half_height as f32);
    match body.form {
        Form::Capsule => Shape::capsule(r, (2.0 * body.half_height) as f32),
        Form::Ellipsoid => Shape::ellipsoid(Vec3::new(r, half, r)),
        Form::Sphere => Shape::sphere(r),
    }
}

/// Returns the settings of a character.
pub(super) fn config_of(settings: &Settings) -> CharacterConfig {
    CharacterConfig {
        shape: shape_of(&settings.body),
        crouch_shape: settings.crouched.as_ref().map(shape_of),
        max_slope_angle: settings.max_slope.to_radians() as f32,
        step_height: settings.step_height as f32,
        snap_distance: settings.snap as f32,
        skin_width: settings.skin as f32,
        gravity: settings.gravity as f32,
        jump_height: settings.jump_height as f32,
        terminal_speed: settings.terminal_speed as f32,
        slope_speed: if settings.is_horizontal { SlopeSpeed::Horizontal } else { SlopeSpeed::AlongGround },
        record_path: true,
        ..Default::default()
    }
}
