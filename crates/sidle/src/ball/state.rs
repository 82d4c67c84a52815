//! A ball on its way, and what a step of it came to.

use glam::Vec3;

use super::BallConfig;
use crate::slide::StopReason;
use crate::world::Surface;

/// What a ball is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BallState {
    /// Nothing holds it: a parabola.
    #[default]
    Flying,
    /// Held by a surface, over which it slips.
    Sliding,
    /// Held by a surface, without slip.
    Rolling,
    /// At rest. It stays so, to the bit, until it is given a velocity or a spin, or its state is
    /// set to anything else.
    Resting,
}

/// A solid ball: where it is, how it moves and turns. Plain data: saving it is copying it.
///
/// ```
/// use sidle::{Ball, BallState, Vec3};
/// let ball = Ball { velocity: Vec3::new(20.0, 15.0, 0.0), ..Ball::at(Vec3::Y) };
/// assert_eq!(ball.state, BallState::Flying);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ball {
    /// Its centre, in metres.
    pub position: Vec3,
    /// m/s.
    pub velocity: Vec3,
    /// Its axis times radians per second, counter-clockwise seen from the tip. A ball that rolls
    /// towards +x on a floor (y up) turns about -z.
    pub spin: Vec3,
    /// What it was doing at the end of its last step. Steps look at it only to leave a resting ball
    /// alone.
    pub state: BallState,
}

impl Ball {
    /// A ball that is let go at a place.
    ///
    /// ```
    /// use sidle::{Ball, Vec3};
    /// assert_eq!(Ball::at(Vec3::X).velocity, Vec3::ZERO);
    /// ```
    #[must_use]
    pub const fn at(position: Vec3) -> Self {
        Self { position, velocity: Vec3::ZERO, spin: Vec3::ZERO, state: BallState::Flying }
    }

    /// Returns the kinetic, rotational and potential energy in joules per kilogram: v^2 / 2 + r^2
    /// w^2 / 5 - g . x. The height counts from the origin.
    ///
    /// No step makes it grow, except that storing the position of a slow ball on the ground in f32
    /// may raise it by half a unit in the last place on each axis. A ball is slow when its kinetic
    /// energy is below 16 times the energy of such a rise, or when it moves by less than one unit
    /// in the last place in a step. When a step moves a ball out to its skin, the motion pays for
    /// the lift, or the ball keeps its height.
    ///
    /// ```
    /// use sidle::{Ball, BallConfig, Vec3};
    /// let ball = Ball { velocity: Vec3::X * 2.0, ..Ball::at(Vec3::Y * 10.0) };
    /// assert!((ball.energy(&BallConfig::default()) - (2.0 + 98.1)).abs() < 1e-5);
    /// ```
    #[must_use]
    pub fn energy(&self, config: &BallConfig) -> f64 {
        self.kinetic_energy(config) - config.gravity.as_dvec3().dot(self.position.as_dvec3())
    }

    pub(super) fn kinetic_energy(&self, config: &BallConfig) -> f64 {
        let surface = self.spin.as_dvec3() * f64::from(config.radius);
        0.5 * self.velocity.as_dvec3().length_squared() + 0.2 * surface.length_squared()
    }

    /// Whether a step leaves it alone.
    pub(super) fn is_left_alone(&self) -> bool {
        self.state == BallState::Resting && self.velocity == Vec3::ZERO && self.spin == Vec3::ZERO
    }
}

/// What a step of a ball came to. Its impacts are in [`Scratch::hits`](crate::Scratch::hits).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct BallStep {
    /// The ball at the end of the step. Its position is free, certified, if the start was free.
    pub ball: Ball,
    /// [`Arrived`](StopReason::Arrived) when the whole time went by, at rest or not;
    /// [`IterationLimit`](StopReason::IterationLimit), [`NoFreedom`](StopReason::NoFreedom) (no
    /// place on the way could be certified: nothing moved),
    /// [`StartedInside`](StopReason::StartedInside) or [`InvalidInput`](StopReason::InvalidInput)
    /// otherwise.
    pub reason: StopReason,
    /// What holds the ball at the end; None while it flies, and of a ball that rested before the
    /// step.
    pub ground: Option<Surface>,
    /// Metres travelled along the path.
    pub distance: f32,
    /// Which part of the time went by, 0..=1.
    pub fraction: f32,
    /// The stages it took.
    pub iterations: u32,
    /// The skin that was really kept, in metres, as [`Outcome::skin`](crate::Outcome::skin).
    pub skin: f32,
}
