//! The state of a ball, and the result of a step.

use glam::{DVec3, Vec3};

use super::BallConfig;
use crate::geometry::WorldVector;
use crate::slide::StopReason;
use crate::world::Surface;

/// The kind of motion of a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BallState {
    /// In the air: no surface holds the ball, and it moves on a parabola.
    #[default]
    Flying,
    /// On a surface, with slip: the contact point of the ball moves along the surface.
    Sliding,
    /// On a surface, without slip.
    Rolling,
    /// At rest. The ball stays bit-identical until it is given a velocity or a spin, or its state
    /// is set to another value.
    Resting,
}

/// A solid ball: its position, velocity and spin. Plain data: a copy is a saved state.
///
/// ```
/// use sidle::{Ball, BallState, Vec3};
/// let ball = Ball { velocity: Vec3::new(20.0, 15.0, 0.0), ..Ball::at(Vec3::Y) };
/// assert_eq!(ball.state, BallState::Flying);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball {
    /// Position of the centre of the ball, in world space, in metres.
    pub position: DVec3,
    /// Velocity of the centre of the ball, in m/s.
    pub velocity: Vec3,
    /// Angular velocity of the ball: a vector along the axis of rotation, with a length in radians
    /// per second. Seen from the tip of the vector, the ball turns counter-clockwise. A ball that
    /// rolls towards +x on a floor (y up) turns about -z.
    pub spin: Vec3,
    /// How the ball moved at the end of the last step: flying, sliding, rolling or at rest. A step
    /// reads it only to leave a resting ball unchanged.
    pub state: BallState,
}

impl Ball {
    /// Creates a ball that is released at `position`, without velocity or spin.
    ///
    /// ```
    /// use sidle::{Ball, Vec3};
    /// assert_eq!(Ball::at(Vec3::X).velocity, Vec3::ZERO);
    /// ```
    #[must_use]
    pub fn at(position: impl WorldVector) -> Self {
        let position = position.to_dvec3();
        Self { position, velocity: Vec3::ZERO, spin: Vec3::ZERO, state: BallState::Flying }
    }

    /// Returns the kinetic, rotational and potential energy in joules per kilogram: v^2 / 2 + r^2
    /// w^2 / 5 - g . x. The potential energy is 0 at the origin.
    ///
    /// No step makes the energy grow by more than the rounding of its position, which is in double
    /// precision. When a step moves a ball out to its skin, its kinetic energy pays for the lift,
    /// or the ball keeps its height.
    ///
    /// ```
    /// use sidle::{Ball, BallConfig, Vec3};
    /// let ball = Ball { velocity: Vec3::X * 2.0, ..Ball::at(Vec3::Y * 10.0) };
    /// assert!((ball.energy(&BallConfig::default()) - (2.0 + 98.1)).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn energy(&self, config: &BallConfig) -> f64 {
        self.kinetic_energy(config) - config.gravity.as_dvec3().dot(self.position)
    }

    pub(super) fn kinetic_energy(&self, config: &BallConfig) -> f64 {
        let surface = self.spin.as_dvec3() * f64::from(config.radius);
        0.5 * self.velocity.as_dvec3().length_squared() + 0.2 * surface.length_squared()
    }

    /// Returns true if a step leaves the ball unchanged.
    pub(super) fn is_left_alone(&self) -> bool {
        self.state == BallState::Resting && self.velocity == Vec3::ZERO && self.spin == Vec3::ZERO
    }
}

/// The result of a step of a ball. Its impacts are in [`Scratch::hits`](crate::Scratch::hits).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct BallStep {
    /// The ball at the end of the step. Its position is certified free if the start was free.
    pub ball: Ball,
    /// The reason for the end of the step: [`Arrived`](StopReason::Arrived) if the whole time
    /// passed, at rest or not. Otherwise [`IterationLimit`](StopReason::IterationLimit),
    /// [`NoFreedom`](StopReason::NoFreedom) (no position on the path could be certified: nothing
    /// moved), [`StartedInside`](StopReason::StartedInside) or
    /// [`InvalidInput`](StopReason::InvalidInput).
    pub reason: StopReason,
    /// The surface that holds the ball at the end of the step. `None` if the ball flies, or if it
    /// rested already before the step.
    pub ground: Option<Surface>,
    /// Length of the path of the ball in this step, in metres.
    pub distance: f32,
    /// Fraction of the time `dt` of the step that passed, 0..=1.
    pub fraction: f64,
    /// Number of iterations of the step.
    pub iterations: u32,
    /// The skin that the step kept, in metres, as [`Outcome::skin`](crate::Outcome::skin).
    pub skin: f32,
}
