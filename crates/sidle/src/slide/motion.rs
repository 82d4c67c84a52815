//! What a mover is asked to do in one step.

use glam::Vec3;

/// The motion asked for: where to, and with which velocity the mover would arrive if nothing were
/// in the way.
///
/// A plain displacement converts into it (`velocity` is then counted in metres per move):
///
/// ```
/// use sidle::{Motion, Vec3};
/// let motion = Motion::from(Vec3::new(0.1, 0.0, 0.0));
/// assert_eq!(motion.velocity, motion.displacement);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// Metres to move.
    pub displacement: Vec3,
    /// The velocity at the end of the step, in any unit; the outcome's velocity and impact speeds
    /// are in the same.
    pub velocity: Vec3,
}

impl From<Vec3> for Motion {
    fn from(displacement: Vec3) -> Self {
        Self { displacement, velocity: displacement }
    }
}

impl Motion {
    /// A constant velocity (metres a second) for `dt` seconds.
    ///
    /// ```
    /// use sidle::{Motion, Vec3};
    /// let motion = Motion::over(Vec3::X * 5.0, 0.5);
    /// assert_eq!(motion.displacement, Vec3::new(2.5, 0.0, 0.0));
    /// ```
    #[must_use]
    pub fn over(velocity: Vec3, dt: f32) -> Self {
        Self { displacement: velocity * dt, velocity }
    }

    /// A velocity (m/s) for `dt` seconds under a constant acceleration (m/s^2): x += v dt + g dt^2
    /// / 2, v += g dt.
    ///
    /// This is exact, so a fall takes the same path at any rate, and it adds gravity once per move,
    /// never to a slide.
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

    /// [`Motion::with_gravity`], but what `stands` (the game says so: its last move touched
    /// something below it) and wants to go nowhere stays where it is: Nettle's way to keep a
    /// character from sliding down every slope. The other is friction, which lets go where it is
    /// too steep.
    ///
    /// ```
    /// use sidle::{Motion, Vec3};
    /// let gravity = Vec3::new(0.0, -10.0, 0.0);
    /// assert_eq!(Motion::with_gravity_unless_idle(Vec3::ZERO, gravity, 0.5, true), Motion::default());
    /// let fall = Motion::with_gravity(Vec3::ZERO, gravity, 0.5);
    /// assert_eq!(Motion::with_gravity_unless_idle(Vec3::ZERO, gravity, 0.5, false), fall);
    /// ```
    #[must_use]
    pub fn with_gravity_unless_idle(velocity: Vec3, gravity: Vec3, dt: f32, stands: bool) -> Self {
        if stands && velocity == Vec3::ZERO {
            Self::default()
        } else {
            Self::with_gravity(velocity, gravity, dt)
        }
    }
}
