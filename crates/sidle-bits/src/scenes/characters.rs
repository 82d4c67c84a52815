//! Scenes with characters that walk, climb, jump, crouch and fall.

use std::sync::Arc;

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterState, IndexKind, Scratch, Shape, SlopeSpeed,
    SteepGround, Vec3,
};
use sidle_scenes::{Builder, Level, SplitMix64};

use super::Scene;
use crate::desired::number;
use crate::level::Ground;
use crate::record::Record;

const CHARACTERS: usize = 8;
const STEPS: u32 = 130;

pub(super) fn scenes(grounds: &[(&'static str, Arc<Ground>)]) -> Vec<Scene> {
    let stairs = ("stairs", Arc::new(Ground::new(stairs)));
    grounds
        .iter()
        .chain([&stairs])
        .map(|(name, ground)| {
            let ground = Arc::clone(ground);
            Scene::new(format!("character/{name}"), move |index, record| play(&ground, index, record))
        })
        .collect()
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

fn play(ground: &Ground, index: IndexKind, record: &mut Record) {
    for i in 0..CHARACTERS {
        let config = config(i);
        let (mut rng, rate) = (SplitMix64::new(i as u64 + 70), [60.0, 30.0, 240.0, 20.0][i % 4]);
        let start = CharacterState::at(ground.spawn(i) - Vec3::Y * 0.8);
        let (mut scratch, mut state, mut input) = (Scratch::default(), start, CharacterInput::default());
        for step in 0..STEPS {
            if step % 9 == 0 {
                let wish = Vec3::new(number(&mut rng, -6.0, 6.0), 0.0, number(&mut rng, -6.0, 6.0));
                input = CharacterInput {
                    wish_velocity: wish,
                    jump: rng.unit() < 0.2,
                    jump_held: rng.unit() < 0.6,
                    crouch: rng.unit() < 0.2,
                    root_motion: (rng.unit() < 0.05).then_some(wish * 0.02),
                    ..CharacterInput::default()
                };
            }
            let world = ground.world(index);
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / rate);
            record.character(&state, &report);
            record.path(scratch.path());
            if state.position.y < -30.0 {
                state = start;
            }
        }
    }
}
