//! The motion that a mover is asked to make in one step.

use glam::{DVec3, Vec3};

/// The requested motion of one step: the displacement, and the velocity at the end of the step if
/// nothing obstructs it.
///
/// ```
/// use sidle::{Motion, Vec3};
/// let motion = Motion::displacement(Vec3::X * 0.1, 0.02);
/// assert_eq!(motion.velocity, Vec3::X * 5.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// Displacement from the start to the end of the step, in metres.
    pub displacement: Vec3,
    /// Velocity at the end of the step if nothing obstructs the motion, in metres per second.
    pub velocity: Vec3,
}

impl Motion {
    /// Returns the motion along `displacement` (metres) in `dt` seconds, with the velocity
    /// `displacement / dt`.
    ///
    /// A `dt` of 0 makes that velocity infinite, and a move with it is
    /// [`InvalidInput`](crate::StopReason::InvalidInput).
    #[must_use]
    pub fn displacement(displacement: Vec3, dt: f32) -> Self {
        Self { displacement, velocity: displacement / dt }
    }

    /// Returns the motion with a constant velocity (metres a second) for `dt` seconds.
    ///
    /// ```
    /// use sidle::{Motion, Vec3};
    /// let motion = Motion::velocity(Vec3::X * 5.0, 0.5);
    /// assert_eq!(motion.displacement, Vec3::new(2.5, 0.0, 0.0));
    /// ```
    #[must_use]
    pub fn velocity(velocity: Vec3, dt: f32) -> Self {
        Self { displacement: velocity * dt, velocity }
    }

    /// Returns the motion with an initial velocity (m/s) for `dt` seconds under a constant
    /// acceleration (m/s^2): x += v dt + g dt^2 / 2, v += g dt.
    ///
    /// The formula is exact, so a fall takes the same path at any frame rate. Gravity is added once
    /// per move, before any contact.
    ///
    /// ```
    /// use sidle::{Motion, Vec3};
    /// let fall = Motion::with_gravity(Vec3::ZERO, Vec3::new(0.0, -10.0, 0.0), 0.5);
    /// assert_eq!(fall.displacement, Vec3::new(0.0, -1.25, 0.0));
    /// assert_eq!(fall.velocity, Vec3::new(0.0, -5.0, 0.0));
    /// ```
    #[must_use]
    pub fn with_gravity(velocity: Vec3, gravity: Vec3, dt: f32) -> Self {
        Self { displacement: velocity * dt + gravity * (0.5 * dt * dt), velocity: velocity + gravity * dt }
    }

    /// Returns the motion of [`Motion::with_gravity`], or no motion for an idle character on the
    /// ground. The character is idle if `velocity` is zero, and on the ground if `grounded` is true
    /// (the last move had a contact below).
    ///
    /// This is the simplest method to keep a character from sliding down a slope. Friction is the
    /// alternative, but it cannot hold a character on a slope that is too steep.
    ///
    /// ```
    /// use sidle::{Motion, Vec3};
    /// let gravity = Vec3::new(0.0, -10.0, 0.0);
    /// assert_eq!(Motion::with_gravity_unless_idle(Vec3::ZERO, gravity, 0.5, true), Motion::default());
    /// let fall = Motion::with_gravity(Vec3::ZERO, gravity, 0.5);
    /// assert_eq!(Motion::with_gravity_unless_idle(Vec3::ZERO, gravity, 0.5, false), fall);
    /// ```
    #[must_use]
    pub fn with_gravity_unless_idle(velocity: Vec3, gravity: Vec3, dt: f32, grounded: bool) -> Self {
        if grounded && velocity == Vec3::ZERO {
            Self::default()
        } else {
            Self::with_gravity(velocity, gravity, dt)
        }
    }
}

/// A motion in double precision, as the mover makes it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WideMotion {
    pub(crate) displacement: DVec3,
    pub(crate) velocity: DVec3,
}

impl WideMotion {
    /// Returns a displacement without a velocity.
    pub(crate) fn by(displacement: DVec3) -> Self {
        Self { displacement, velocity: DVec3::ZERO }
    }
}

impl From<Motion> for WideMotion {
    fn from(motion: Motion) -> Self {
        Self { displacement: motion.displacement.as_dvec3(), velocity: motion.velocity.as_dvec3() }
    }
}
