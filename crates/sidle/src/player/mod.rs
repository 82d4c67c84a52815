//! A character with everything that a game keeps for it, and the clock of its steps.

mod clock;

pub use clock::{FixedStep, FixedSteps, FrameSteps};

use glam::{DVec3, Vec3};

use crate::character::{CharacterConfig, CharacterInput, CharacterReport, CharacterState};
use crate::geometry::WorldVector;
use crate::slide::Scratch;
use crate::world::{MoverCache, World};

/// A character with its settings, its state, its working memory, and the presses of buttons that no
/// step has used yet.
///
/// Once a frame, tell it the input; then make the steps of the frame, and draw it between the last
/// two:
///
/// ```
/// use sidle::{CharacterConfig, CharacterInput, FixedSteps, Player, Vec3, World};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_triangles(&floor, &[[0, 1, 2]])?;
/// let mut player = Player::new(CharacterConfig::default(), Vec3::ZERO);
/// let mut clock = FixedSteps::new(60.0);
/// let mut jumps = 0;
/// for frame in 0..72 {
///     // The button is pressed in frame 30, and released in frame 60.
///     let wish_velocity = Vec3::X * 3.0;
///     let (jump, jump_held) = (frame == 30, (30..60).contains(&frame));
///     let input = CharacterInput { wish_velocity, jump, jump_held, ..Default::default() };
///     player.set_input(&input);
///     for step in clock.advance(1.0 / 144.0) {
///         // Here the game moves its platforms to where they are at step.time.
///         let report = player.step(&world, step.dt);
///         jumps += u32::from(report.jumped);
///     }
///     let _feet = player.drawn(clock.alpha());
/// }
/// assert_eq!(jumps, 1);
/// # Ok::<(), sidle::BuildError>(())
/// ```
///
/// [`state`](Self::state) and [`set_state`](Self::set_state) are all that saving, loading and
/// rollback need of the player, and [`FixedSteps::number`] of the clock. For crowds, and where a
/// game keeps the parts in its own way, call [`World::step_character`].
#[derive(Debug)]
pub struct Player {
    /// The settings. They may change between two steps.
    pub config: CharacterConfig,
    state: CharacterState,
    before: CharacterState,
    input: CharacterInput,
    scratch: Scratch,
    cache: MoverCache,
}

impl Player {
    /// Creates a player. `position` is that of its feet.
    #[must_use]
    pub fn new(config: CharacterConfig, position: impl WorldVector) -> Self {
        let state = CharacterState::at(position);
        let input = CharacterInput::default();
        Self {
            config,
            state,
            before: state,
            input,
            scratch: Scratch::default(),
            cache: MoverCache::default(),
        }
    }

    /// Sets the input of the next steps. Call it once a frame.
    ///
    /// A press counts once: `jump` and `drop` count for the next step, even if that is in a later
    /// frame, and not for the steps after it. Set `jump_held` while the button is held: otherwise
    /// the jump is cut short. A displacement of an animation (`root_motion`) is that of the frame.
    /// It is added to the displacement that no step has used, and the next step uses all of it. An
    /// animation that is sampled for each step belongs into [`step_with`](Self::step_with). The
    /// other fields stay until the next call.
    pub fn set_input(&mut self, input: &CharacterInput) {
        let waiting = self.input;
        let left = waiting.root_motion.filter(|&left| left != Vec3::ZERO);
        let root_motion = input.root_motion.map(|new| new + left.unwrap_or_default()).or(left);
        let (jump, drop) = (input.jump || waiting.jump, input.drop || waiting.drop);
        self.input = CharacterInput { jump, drop, root_motion, ..*input };
    }

    /// Returns the input of the next step, and takes its presses: they do not count again. For
    /// games that record or send the input of each step, and make the steps with
    /// [`step_with`](Self::step_with).
    #[must_use]
    pub fn take_input(&mut self) -> CharacterInput {
        let input = self.input;
        let root_motion = input.root_motion.map(|_| Vec3::ZERO);
        self.input = CharacterInput { jump: false, drop: false, root_motion, ..input };
        input
    }

    /// Makes a step of `dt` seconds with the input that was set, see [`World::step_character`]. If
    /// it is refused, its presses are lost.
    pub fn step(&mut self, world: &World, dt: f32) -> CharacterReport {
        let input = self.take_input();
        self.step_with(world, &input, dt)
    }

    /// Makes a step with another input, for example one of the past. The input that was set stays.
    pub fn step_with(&mut self, world: &World, input: &CharacterInput, dt: f32) -> CharacterReport {
        let Self { config, state, before, scratch, cache, .. } = self;
        *before = *state;
        scratch.with_cache(cache, |scratch| world.step_character(scratch, config, state, input, dt))
    }

    /// Returns the state after the last step.
    #[must_use]
    pub fn state(&self) -> &CharacterState {
        &self.state
    }

    /// Sets the state: the steps go on from there. Drawing is not interpolated until the next step.
    pub fn set_state(&mut self, state: CharacterState) {
        (self.state, self.before) = (state, state);
    }

    /// Returns the position of the feet after the last step.
    #[must_use]
    pub fn position(&self) -> DVec3 {
        self.state.position
    }

    /// Returns the position of the feet to draw between the last two steps, with smoothed stair
    /// steps: see [`CharacterState::lerp`] and [`FixedSteps::alpha`].
    #[must_use]
    pub fn drawn(&self, alpha: f32) -> DVec3 {
        self.state.lerp(&self.before, alpha, self.config.up)
    }

    /// Puts the player at another place, see [`World::teleport_character`]. Returns false if no
    /// free place is near; then nothing changes.
    #[must_use]
    pub fn teleport(&mut self, world: &World, position: impl WorldVector) -> bool {
        let Self { config, state, scratch, .. } = self;
        world.teleport_character(scratch, config, state, position)
    }

    /// Returns the working memory: after a step, its path, if the settings record it.
    #[must_use]
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }
}
