//! Scenes with characters that walk, climb, jump, crouch and fall.

use std::sync::Arc;

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, DVec3,
    IndexKind, Scratch, Shape, SlopeSpeed, SteepGround, SurfaceRules, Vec3,
};
use sidle_scenes::{Builder, Level, SplitMix64, Surface};

use super::{Grounds, Scene};
use crate::desired::number;
use crate::level::Ground;
use crate::record::Record;

const CHARACTERS: usize = 8;
const STEPS: u32 = 130;

pub(super) fn scenes(grounds: &Grounds) -> Vec<Scene> {
    let stairs = ("stairs", Arc::new(Ground::new(stairs)));
    let plain = grounds.iter().chain([&stairs]).map(|(name, ground)| {
        let ground = Arc::clone(ground);
        Scene::new(format!("character/{name}"), move |index, record| {
            play(&ground, index, record, (config, input), Record::character);
        })
    });
    let surfaces = Arc::new(Ground::new(surfaces));
    let ruled = Scene::new("character/surfaces".to_owned(), move |index, record| {
        play(&surfaces, index, record, (ruled, any_input), Record::senses);
    });
    plain.chain([ruled]).collect()
}

/// A floor with flights of stairs of several rises, and a low ceiling.
fn stairs() -> Level {
    let mut b = Builder::new();
    b.floor(0.0, [-20.0, -20.0], [20.0, 20.0], [4, 4]);
    b.floor(1.3, [-20.0, -20.0], [20.0, -12.0], [2, 2]);
    for flight in 0..5 {
        let (x, rise) = (6.0 * f64::from(flight) - 15.0, 0.08 + 0.09 * f64::from(flight));
        for i in 0..8 {
            let i = f64::from(i);
            b.block([x, 0.0, 0.3 * i - 4.0], [x + 4.0, rise * (i + 1.0), 0.3 * i - 3.7]);
        }
    }
    b.finish("stairs", &[])
}

fn config(i: usize) -> CharacterConfig {
    let shapes = [
        Shape::capsule(0.3, 1.8),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::sphere(0.4),
        Shape::point(),
    ];
    CharacterConfig {
        shape: shapes[i % 4].clone(),
        crouch_shape: Some(Shape::capsule(0.3, 1.0)),
        ground_acceleration: [None, Some(30.0)][i / 4 % 2],
        air_control: [AirControl::Approach, AirControl::Strafe { max_speed: 0.76 }][i / 2 % 2],
        slope_speed: [SlopeSpeed::AlongGround, SlopeSpeed::Horizontal, SlopeSpeed::Projected][i % 3],
        steep_ground: [SteepGround::Slide, SteepGround::Stand][i / 3 % 2],
        record_path: true,
        ..CharacterConfig::default()
    }
}

/// The stairs, with materials for every rule.
fn surfaces() -> Level {
    let mut level = stairs();
    let layer = |layer| Surface { layer, ..Surface::default() };
    let belt = Surface { two_sided: false, velocity: [1.0, 0.0, 0.5], ..layer(5) };
    level.materials = [layer(0), layer(3), layer(4), belt, layer(6), layer(7), layer(0)].to_vec();
    level.triangle_materials = (0..level.triangles.len()).map(|i| (i * 13 / 3 % 7) as u16).collect();
    level
}

/// Settings for the level of [`surfaces`].
fn ruled(i: usize) -> CharacterConfig {
    let rules = SurfaceRules {
        triggers: 1 << 3,
        slippery: 1 << 4,
        platforms: 1 << 5,
        no_ground: 1 << 6,
        no_step: 1 << 7,
    };
    CharacterConfig {
        rules,
        crouch_shape: None,
        up: [Vec3::Y, Vec3::new(0.6, 0.8, 0.0)][usize::from(i == 5)],
        ledge_distance: [0.0, 2.0][i % 2],
        perch_radius: [None, Some(0.1)][i / 2 % 2],
        crouch_stays_on_ledges: (i / 4).is_multiple_of(2),
        ..config(i)
    }
}

fn input(rng: &mut SplitMix64) -> CharacterInput {
    let wish = Vec3::new(number(rng, -6.0, 6.0), 0.0, number(rng, -6.0, 6.0));
    CharacterInput {
        wish_velocity: wish,
        jump: rng.unit() < 0.2,
        jump_held: rng.unit() < 0.6,
        crouch: rng.unit() < 0.2,
        root_motion: (rng.unit() < 0.05).then_some(wish * 0.02),
        ..CharacterInput::default()
    }
}

/// An input in any mode.
fn any_input(rng: &mut SplitMix64) -> CharacterInput {
    let plain = input(rng);
    let mode = match (rng.unit() * 8.0) as u32 {
        0 => CharacterMode::Swim { acceleration: 5.0, sink_speed: 0.5 },
        1 => CharacterMode::Climb,
        _ => CharacterMode::Walk,
    };
    let wish_velocity = plain.wish_velocity.with_y(number(rng, -3.0, 3.0));
    CharacterInput { drop: rng.unit() < 0.1, mode, wish_velocity, ..plain }
}

type Make = (fn(usize) -> CharacterConfig, fn(&mut SplitMix64) -> CharacterInput);

fn play(
    ground: &Ground,
    index: IndexKind,
    record: &mut Record,
    (config, input): Make,
    note: fn(&mut Record, &CharacterState, &CharacterReport),
) {
    for i in 0..CHARACTERS {
        let config = config(i);
        let (mut rng, rate) = (SplitMix64::new(i as u64 + 70), [60.0, 30.0, 240.0, 20.0][i % 4]);
        let start = CharacterState::at(ground.spawn(i) - DVec3::Y * 0.8);
        let (mut scratch, mut state, mut held) = (Scratch::default(), start, CharacterInput::default());
        for step in 0..STEPS {
            if step % 9 == 0 {
                held = input(&mut rng);
            }
            let world = ground.world(index);
            let report = world.step_character(&mut scratch, &config, &mut state, &held, 1.0 / rate);
            note(record, &state, &report);
            record.path(scratch.path());
            if state.position.y < -30.0 {
                state = start;
            }
        }
    }
}
