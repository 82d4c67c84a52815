//! Scenes with capsules at 30, 60, 120 and 1000 moves per second. The expected numbers are closed
//! forms, or come from the judge.

mod corners;
mod fast;
mod ground;
mod lower_ball;
mod still;
mod walls;

use crate::common::{self, body_of, wide};
use sidle::{DVec3, Motion, MoveConfig, MoveHit, Outcome, Response, Scratch, Shape, Vec3, World};
use sidle_judge::Judge;
use sidle_scenes::{Builder, Level};

const RATES: [u32; 4] = [30, 60, 120, 1000];

fn level(build: impl FnOnce(&mut Builder)) -> Level {
    let mut b = Builder::new();
    build(&mut b);
    b.finish("capsules", &[])
}

/// Translates a level. The corners are stored as f32, so the level is rounded.
fn moved(mut level: Level, offset: [f64; 3]) -> Level {
    for v in &mut level.vertices {
        *v = [0, 1, 2].map(|i| (f64::from(v[i]) + offset[i]) as f32);
    }
    level
}

// f64: levels are f32, positions are not: `spacing` still bounds gaps, but not the positions.
/// Distance between neighbouring f32 numbers at `x`.
fn spacing(x: f64) -> f64 {
    let x = x.abs() as f32;
    f64::from(x.next_up()) - f64::from(x)
}

/// A capsule that moves through a world, with the judge of that world.
struct Walker {
    world: World,
    judge: Judge,
    shape: Shape,
    config: MoveConfig,
    position: DVec3,
    velocity: Vec3,
    scratch: Scratch,
}

impl Walker {
    fn new(level: &Level, shape: Shape, position: [f64; 3]) -> Self {
        Self {
            world: common::world_of(level),
            judge: Judge::new(&level.vertices, &level.triangles),
            shape,
            config: MoveConfig::default(),
            position: DVec3::from(position),
            velocity: Vec3::ZERO,
            scratch: Scratch::default(),
        }
    }

    fn with(mut self, response: Response, skin_width: f32) -> Self {
        (self.config.response, self.config.skin_width) = (response, skin_width);
        self
    }

    fn step(&mut self, motion: Motion) -> Outcome {
        let end =
            self.world.move_and_slide(&mut self.scratch, &self.shape, self.position, motion, &self.config);
        (self.position, self.velocity) = (end.position, end.velocity);
        end
    }

    fn make(&mut self, motion: Motion) {
        let _ = self.step(motion);
    }

    fn hits(&self) -> &[MoveHit] {
        self.scratch.hits()
    }

    /// The gap between the bare capsule and the world, in metres.
    fn gap(&self) -> f64 {
        self.judge.clearance(&body_of(&self.shape), wide(self.position), 10.0).gap
    }
}
