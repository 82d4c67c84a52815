//! Steps of a character that can be repeated anywhere, and explained.

mod capture;
mod explain;
mod read;
mod write;

pub use capture::{MovingStep, capture_character, capture_moving_character};
pub use explain::{CharacterExplanation, explain_character};

use glam::DVec3;

use super::instances::{self, ReplayInstance, ReplayInstanceMotion};
use super::{ReplayPolygon, is_end, world_of};
use crate::character::{CharacterConfig, CharacterInput, CharacterReport, CharacterState};
use crate::mesh::{BuildError, IndexKind, Material};
use crate::slide::Scratch;
use crate::world::{InstanceId, World};

/// Steps of one character in a world of a few polygons: plain data, enough to repeat the steps
/// anywhere with bit-identical results. The text form is like that of a [`Replay`](super::Replay).
///
/// ```
/// use sidle::{CharacterConfig, CharacterInput, CharacterState, Vec3, World, trace};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let input = CharacterInput { wish_velocity: Vec3::X, ..Default::default() };
/// let (config, hero) = (CharacterConfig::default(), CharacterState::at(Vec3::ZERO));
/// let replay = trace::capture_character(&world, &config, &hero, &[(input, 0.1), (input, 0.1)]);
///
/// let read: trace::CharacterReplay = replay.to_string().parse()?;
/// assert_eq!(read, replay);
/// let steps = read.run()?;
/// assert_eq!(Some(steps[1].0.position), replay.steps[1].end);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterReplay {
    /// The table of materials. If it is empty, material 0 is [`Material::default`].
    pub materials: Vec<Material>,
    /// The polygons, in the order of the captured world.
    pub polygons: Vec<ReplayPolygon>,
    /// The placed instances. An instance that moves has the pose at which its first motion starts.
    #[cfg_attr(feature = "serde", serde(default))]
    pub instances: Vec<ReplayInstance>,
    /// The kind of spatial index of the world. The choice changes only the speed.
    pub index: IndexKind,
    /// The settings of the character. The text form leaves out a limit to sectors.
    pub config: CharacterConfig,
    /// The state before the first step.
    pub state: CharacterState,
    /// The steps, in order.
    pub steps: Vec<CharacterReplayStep>,
}

/// A step of a [`CharacterReplay`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterReplayStep {
    /// The input of the step.
    pub input: CharacterInput,
    /// The time of the step in seconds.
    pub dt: f32,
    /// The motions of the instances during the step.
    #[cfg_attr(feature = "serde", serde(default))]
    pub motions: Vec<ReplayInstanceMotion>,
    /// The recorded position of the feet after the step, to compare a run with. `None` if it was
    /// not recorded.
    pub end: Option<DVec3>,
    /// Largest distance in metres between `end` and the end of a run that agrees with it. 0, the
    /// usual value, requires the same bits. In texts of older versions, positions were in single
    /// precision: there it is the skin of that version.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "super::is_zero"))]
    pub end_error: f64,
}

impl CharacterReplayStep {
    /// Returns `Some(true)` if a run of this step ended at the recorded position, `Some(false)` if
    /// it ended elsewhere, and `None` if no position was recorded. See
    /// [`end_error`](Self::end_error).
    #[must_use]
    pub fn agrees_with(&self, state: &CharacterState) -> Option<bool> {
        self.end.map(|end| is_end(state.position, end, self.end_error))
    }
}

impl CharacterReplay {
    /// Builds the world of the steps, before any instance moves.
    ///
    /// # Errors
    /// Returns the errors of [`WorldBuilder::build`](crate::WorldBuilder::build), and of invalid
    /// instances.
    pub fn world(&self) -> Result<World, BuildError> {
        self.place().map(|placed| placed.0)
    }

    fn place(&self) -> Result<(World, Vec<InstanceId>), BuildError> {
        let mut world = world_of(&self.materials, &self.polygons, self.index)?;
        let ids = instances::place(&mut world, &self.instances)?;
        Ok((world, ids))
    }

    /// Performs the steps in order. Returns the state after each step, and its report.
    ///
    /// # Errors
    /// Returns the errors of [`CharacterReplay::world`], and of an invalid motion.
    pub fn run(&self) -> Result<Vec<(CharacterState, CharacterReport)>, BuildError> {
        let (mut scratch, mut state) = (Scratch::default(), self.state);
        self.each_step(|world, step| {
            let report = world.step_character(&mut scratch, &self.config, &mut state, &step.input, step.dt);
            (state, report)
        })
    }

    /// Runs the steps as [`CharacterReplay::run`] does, and explains each of them.
    ///
    /// # Errors
    /// Returns the errors of [`CharacterReplay::run`].
    pub fn explain(&self) -> Result<Vec<CharacterExplanation>, BuildError> {
        let mut state = self.state;
        self.each_step(|world, step| {
            let explanation = explain_character(world, &self.config, &state, &step.input, step.dt);
            state = explanation.after;
            explanation
        })
    }

    /// Calls `make` with the world at each step.
    fn each_step<R>(
        &self,
        mut make: impl FnMut(&World, &CharacterReplayStep) -> R,
    ) -> Result<Vec<R>, BuildError> {
        let (mut world, ids) = self.place()?;
        let mut made = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            if !self.instances.is_empty() {
                let number = |id| ids.iter().position(|known| *known == id).unwrap_or_default();
                let poses = world.set_poses(&instances::poses_of(&step.motions, &ids));
                poses.map_err(|error| BuildError::BadInstance { instance: number(error.instance) })?;
            }
            made.push(make(&world, step));
        }
        Ok(made)
    }
}
