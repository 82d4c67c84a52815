//! The character controller: walks, climbs steps, follows the ground, jumps and crouches.
//!
//! ```text
//! World::step_character
//!   step.rs       one step: where the body is, jump, state and report
//!     posture.rs  crouching, standing up, turning
//!     ground.rs   the ground that holds the body
//!     grounded.rs a step on the ground
//!       walk.rs     straight pieces along slopes and walls
//!       step_up.rs  over a step: up, forward and down
//!     air.rs      jumps, and a step in the air, in water, on a ladder
//!       flight.rs   a flight, in pieces
//!     velocity.rs how the velocity changes
//!     sensors.rs  triggers, and ledges ahead
//!   platforms.rs  carried and pushed by moving instances, before all that
//!   body.rs       the position and the moves of the body
//!     contacts.rs the surfaces near it
//!   events.rs, tracer.rs  the trace of a step
//! parts.rs        parts of a step, for games with a loop of their own
//! quantized.rs    a state in a few bytes, for a network
//! state_bytes.rs  a state as bytes, without a loss
//! ```

mod air;
mod body;
mod config;
mod contacts;
mod events;
mod fields;
mod flight;
mod ground;
mod grounded;
mod input;
mod options;
mod parts;
mod platforms;
mod posture;
mod quantized;
mod report;
mod sensors;
mod state;
mod state_bytes;
mod step;
mod step_up;
mod tracer;
mod velocity;
mod walk;

pub use config::{CharacterConfig, CharacterConfigError};
pub(crate) use events::CharacterTrace;
pub use events::{CharacterEvent, StepRefusal};
pub(crate) use fields::Field;
pub use input::{CharacterInput, CharacterMode};
pub use options::{AirControl, LeaveVelocity, SlopeSpeed, SteepGround, SurfaceRules};
pub use parts::Ground;
pub use quantized::QuantizedState;
pub use report::{CharacterReport, Crush, Ledge, Push, Triggers};
pub use state::{CharacterState, GroundState};

use std::cell::RefCell;

use crate::slide::{Scratch, StopReason};
use crate::tolerance::character::{FASTEST, FASTEST_ROUNDING, LONGEST};
use crate::world::World;
use body::Body;
pub(crate) use step::Stage;
use step::Step;

impl World {
    /// Moves a character by one step of `dt` seconds: it walks along the ground, climbs steps,
    /// stays on ground that drops, jumps, falls and crouches.
    ///
    /// The step is a pure function of the world, the settings, the state and the input. From a free
    /// position, every position of the body is certified free, as the end of
    /// [`move_and_slide`](World::move_and_slide) is, unless moving instances crush the character
    /// ([`CharacterReport::crushed`]). A character that overlaps the world, for example after an
    /// edit of the level, is pushed out first, if a free place is found.
    ///
    /// Invalid input changes nothing; [`CharacterReport::refused`] says why.
    ///
    /// ```
    /// use sidle::{CharacterConfig, CharacterInput, CharacterState, DVec3, Scratch, Vec3, World};
    /// // A floor, and a second one behind a step of 30 cm.
    /// let corners = |x: f32| [(x, -9.0), (x, 9.0), (x + 9.0, 9.0), (x + 9.0, -9.0)];
    /// let floor = |x: f32, y: f32| corners(x).map(|(x, z)| Vec3::new(x, y, z));
    /// let vertices = [floor(-9.0, 0.0), floor(0.0, 0.3)].concat();
    /// let quad = |a: u32, b: u32, c: u32, d: u32| [[a, b, c], [a, c, d]];
    /// let triangles = [quad(0, 1, 2, 3), quad(4, 5, 6, 7), quad(2, 5, 4, 3)].concat();
    /// let world = World::from_triangles(&vertices, &triangles)?;
    ///
    /// let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    /// let mut hero = CharacterState::at(Vec3::new(-2.0, 0.0, 0.0));
    /// let input = CharacterInput { wish_velocity: Vec3::X * 4.0, ..Default::default() };
    /// for _ in 0..60 {
    ///     let report = world.step_character(&mut scratch, &config, &mut hero, &input, 1.0 / 60.0);
    ///     assert!(report.is_on_floor());
    /// }
    /// // It kept its speed over the step.
    /// assert!((hero.position - DVec3::new(2.0, 0.3, 0.0)).length() < 1e-3);
    /// # Ok::<(), sidle::BuildError>(())
    /// ```
    pub fn step_character(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        input: &CharacterInput,
        dt: f32,
    ) -> CharacterReport {
        self.run_step(scratch, config, state, (input, dt), None)
    }

    /// Performs a step, and traces it on request.
    pub(crate) fn run_step(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        (input, dt): (&CharacterInput, f32),
        trace: Option<&RefCell<CharacterTrace>>,
    ) -> CharacterReport {
        let report = CharacterReport::of(state.ground());
        self.run_stage(scratch, config, state, (input, dt), (Stage::Whole, report), trace)
    }

    /// Performs a part of a step. `report` is that of the part before.
    pub(crate) fn run_stage(
        &self,
        scratch: &mut Scratch,
        config: &CharacterConfig,
        state: &mut CharacterState,
        (input, dt): (&CharacterInput, f32),
        (stage, report): (Stage, CharacterReport),
        trace: Option<&RefCell<CharacterTrace>>,
    ) -> CharacterReport {
        let refused = |reason| CharacterReport { refused: Some(reason), ..report };
        let body = if is_valid(config, state, input, dt) {
            Body::new(self, scratch, config, state, trace)
        } else {
            None
        };
        let Some(body) = body else { return refused(StopReason::InvalidInput) };
        let before = *state;
        let mut step = Step::new(body, state, report, *input, f64::from(dt));
        let result = step.run(stage);
        let Step { body, report, .. } = step;
        body.end();
        match result {
            Ok(()) => report,
            Err(reason) => {
                *state = before;
                refused(reason)
            }
        }
    }
}

/// Returns true if all numbers are finite and in range.
fn is_valid(config: &CharacterConfig, state: &CharacterState, input: &CharacterInput, dt: f32) -> bool {
    let is_speed =
        |v: glam::Vec3| v.is_finite() && v.length_squared() <= FASTEST * FASTEST * (1.0 + FASTEST_ROUNDING);
    let numbers = [state.step_offset, state.ledge, state.jump_kept, state.air_time];
    let is_mode = match input.mode {
        CharacterMode::Swim { acceleration, sink_speed } => {
            (0.0..=LONGEST).contains(&acceleration) && sink_speed.abs() <= LONGEST
        }
        CharacterMode::Walk | CharacterMode::Climb => true,
    };
    config.is_valid()
        && dt > 0.0
        && dt <= 1.0
        && state.position.is_finite()
        && is_speed(state.velocity)
        && numbers.into_iter().all(f32::is_finite)
        && is_mode
        && is_speed(input.wish_velocity)
        && input.root_motion.is_none_or(is_speed)
}
