//! A stage for one character among boxes that move on a path.

use std::time::Instant;

use anyhow::Result;
use sidle::{
    CharacterConfig, CharacterInput, CharacterReport, CharacterState, DVec3, InstanceId, InstanceOptions,
    Material, Pose, PoseSet, Scratch, Vec3, World,
};

/// A box, and its pose at a time in seconds.
pub(super) struct Block {
    pub(super) half: Vec3,
    pub(super) path: fn(f32) -> Pose,
    pub(super) surface_velocity: Vec3,
}

impl Block {
    pub(super) fn new(half: [f32; 3], path: fn(f32) -> Pose) -> Self {
        Self { half: Vec3::from(half), path, surface_velocity: Vec3::ZERO }
    }
}

/// The state of the stage after a step.
pub(super) struct Frame {
    pub(super) time: f32,
    pub(super) poses: Vec<Pose>,
    pub(super) state: CharacterState,
    pub(super) report: CharacterReport,
}

impl Frame {
    /// Returns the position of the feet relative to a block that does not turn.
    pub(super) fn relative_to(&self, block: usize) -> DVec3 {
        self.state.position - self.poses[block].translation
    }
}

/// The course of a play.
pub(super) struct Take {
    pub(super) rate: u16,
    pub(super) frames: Vec<Frame>,
    /// Nanoseconds for each step.
    pub(super) ns: f64,
}

impl Take {
    pub(super) fn last(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    /// Returns the first frame at this time or later.
    pub(super) fn at(&self, time: f32) -> &Frame {
        self.frames.iter().find(|frame| frame.time >= time - 1e-4).unwrap_or_else(|| self.last())
    }
}

/// Boxes and a character.
pub(super) struct Stage {
    world: World,
    blocks: Vec<(Block, InstanceId)>,
    scratch: Scratch,
    config: CharacterConfig,
    state: CharacterState,
}

impl Stage {
    /// Places the boxes where they are at time 0, and the character.
    pub(super) fn new(blocks: Vec<Block>, feet: Vec3) -> Result<Self> {
        let mut world = World::default();
        let mut placed = Vec::new();
        for block in blocks {
            let mut builder = world.geometry_builder();
            let surface_velocity = block.surface_velocity;
            let material = builder.add_material(Material { surface_velocity, ..Material::default() });
            builder.add_box(block.half, material);
            let geometry = world.add_geometry(builder)?;
            let id = world.add_instance(geometry, &(block.path)(0.0), InstanceOptions::default())?;
            placed.push((block, id));
        }
        let (scratch, config) = (Scratch::default(), CharacterConfig::default());
        Ok(Self { world, blocks: placed, scratch, config, state: CharacterState::at(feet) })
    }

    /// Plays for a time. `input` receives the time and the last frame.
    ///
    /// A block of which the report says that it would crush the character stops there for ever.
    pub(super) fn play(
        mut self,
        rate: u16,
        seconds: f32,
        input: impl Fn(f32, Option<&Frame>) -> CharacterInput,
    ) -> Result<Take> {
        let dt = 1.0 / f32::from(rate);
        let start = Instant::now();
        let mut frames: Vec<Frame> = Vec::new();
        let mut stopped: Option<Vec<Pose>> = None;
        for step in 0..(seconds * f32::from(rate)).round() as u32 {
            let time = step as f32 * dt;
            let mut poses = PoseSet::default();
            for (i, (block, id)) in self.blocks.iter().enumerate() {
                let [from, to] = match &stopped {
                    Some(poses) => [poses[i]; 2],
                    None => [time, time + dt].map(block.path),
                };
                poses.add(*id, from, to);
            }
            let input = input(time, frames.last());
            let before = self.state;
            let mut report = self.step(&poses, &input, dt)?;
            if let Some(crush) = report.crushed {
                // Repeat the step with the blocks stopped in time.
                self.state = before;
                for (_, id) in &self.blocks {
                    poses.stop(*id, crush.fraction);
                }
                stopped = Some(poses.motions.iter().map(|motion| motion.to).collect());
                report = self.step(&poses, &input, dt)?;
                report.crushed = Some(crush);
            }
            let poses = poses.motions.iter().map(|motion| motion.to).collect();
            frames.push(Frame { time: time + dt, poses, state: self.state, report });
        }
        let ns = start.elapsed().as_nanos() as f64 / frames.len() as f64;
        Ok(Take { rate, frames, ns })
    }

    fn step(&mut self, poses: &PoseSet, input: &CharacterInput, dt: f32) -> Result<CharacterReport> {
        self.world.set_poses(poses)?;
        Ok(self.world.step_character(&mut self.scratch, &self.config, &mut self.state, input, dt))
    }
}
