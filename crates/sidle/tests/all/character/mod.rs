//! Scenes with characters at several rates. The expected numbers are closed forms, or come from the
//! judge.

mod air;
mod far;
mod far_speed;
mod ledges;
mod limits;
mod modes;
mod parts;
mod platforms;
mod posture;
mod rest;
mod slopes;
mod stairs;
mod step_limits;
mod surfaces;
mod walls;
mod wedges;

use crate::common;
use sidle::{CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, Scratch, Vec3, World};
use sidle_judge::Judge;
use sidle_scenes::{Builder, Level};

const RATES: [u32; 4] = [30, 60, 120, 1000];

fn level(build: impl FnOnce(&mut Builder)) -> Level {
    let mut b = Builder::new();
    build(&mut b);
    b.finish("character", &[])
}

/// Adds triangles with these corners.
fn triangles(b: &mut Builder, corners: &[[f64; 3]], triangles: &[[usize; 3]]) {
    for &[i, j, k] in triangles {
        b.triangle(corners[i], corners[j], corners[k]);
    }
}

/// The input of a character that wants to move with this velocity.
fn wish(wish_velocity: Vec3) -> CharacterInput {
    CharacterInput { wish_velocity, ..CharacterInput::default() }
}

/// A character in a world. Every position is judged: it overlaps nothing, and the centre of the
/// body crosses nothing.
struct Player {
    world: World,
    judge: Judge,
    config: CharacterConfig,
    state: CharacterState,
    scratch: Scratch,
    dt: f32,
}

impl Player {
    fn new(level: &Level, feet: [f64; 3], rate: u32) -> Self {
        Self {
            world: common::world_of(level),
            judge: Judge::new(&level.vertices, &level.triangles),
            config: CharacterConfig::default(),
            state: CharacterState::at(common::narrow(feet)),
            scratch: Scratch::default(),
            dt: 1.0 / rate as f32,
        }
    }

    fn unjudged_step(&mut self, input: &CharacterInput) -> CharacterReport {
        self.world.step_character(&mut self.scratch, &self.config, &mut self.state, input, self.dt)
    }

    fn step(&mut self, input: &CharacterInput) -> CharacterReport {
        let report = self.unjudged_step(input);
        assert_eq!(report.refused, None);
        let shape = self.config.posture(self.state.is_crouching());
        let half = match shape.kind() {
            sidle::ShapeKind::Capsule { height, .. } => 0.5 * height,
            sidle::ShapeKind::Ellipsoid { radii } => radii.y,
            sidle::ShapeKind::Sphere { radius } => radius,
            _ => 0.0,
        };
        let centre = self.state.position + DVec3::Y * f64::from(half + self.config.skin_width);
        let gap = self.judge.clearance(&common::body_of(&shape), common::wide(centre), 0.0).gap;
        assert!(gap >= 0.0, "{gap} at {}", self.state.position);
        report
    }

    /// Steps for some seconds.
    fn run(&mut self, input: &CharacterInput, seconds: f32) -> CharacterReport {
        let mut last = self.step(input);
        for _ in 1..(seconds / self.dt).round() as u32 {
            last = self.step(input);
        }
        last
    }

    fn walk(&mut self, velocity: Vec3) -> CharacterReport {
        self.step(&wish(velocity))
    }

    /// Walks for some steps.
    fn walks(&mut self, velocity: Vec3, steps: u32) {
        for _ in 0..steps {
            let _ = self.walk(velocity);
        }
    }

    /// The position of its feet.
    fn at(&self) -> DVec3 {
        self.state.position
    }
}
