//! Properties of a ball, and its physical environment.

use glam::Vec3;

use crate::tolerance;
use crate::world::QueryFilter;

/// The properties of a ball and of its environment, for
/// [`World::step_ball`](crate::World::step_ball). Plain data; create it once and keep it. The
/// default is a golf ball on a putting green.
///
/// ```
/// use sidle::{BallConfig, Vec3};
/// let marble = BallConfig { radius: 0.008, rolling_resistance: 0.01, ..BallConfig::default() };
/// let on_the_moon = BallConfig { gravity: Vec3::new(0.0, -1.62, 0.0), ..BallConfig::default() };
/// assert!(marble.radius < on_the_moon.radius);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct BallConfig {
    /// Radius of the ball in metres, above 0. Default 0.02135, a golf ball.
    pub radius: f32,
    /// Acceleration of the ball by gravity, in m/s^2. Default 9.81 along -y.
    pub gravity: Vec3,
    /// Coefficient c of rolling resistance, 0 or more. On level ground, a rolling ball slows by c g
    /// (in m/s^2). A ball stays at rest on a slope whose tangent is at most 7/5 c. Default 0.06: on
    /// a level green, a ball that starts at 1.83 m/s rolls 2.8 m. With 0, a rolling ball never
    /// stops on level ground.
    pub rolling_resistance: f32,
    /// Least height of a bounce, in metres. If a bounce would lift the ball by less, the ball does
    /// not bounce and stays in contact. Default 0.001. If the value is below a sixteenth of the
    /// skin, a sixteenth of the skin is used.
    pub min_bounce_height: f32,
    /// Distance in metres that a step keeps between the ball and the world, as
    /// [`MoveConfig::skin_width`](crate::MoveConfig::skin_width). Default 0.001.
    pub skin_width: f32,
    /// Factor for the friction of every material; 0 switches friction off. Default 1.
    pub friction_scale: f32,
    /// Factor for the restitution of every material; the product is limited to 1. Default 1.
    pub restitution_scale: f32,
    /// Maximum number of iterations of a step, at least 1. An iteration is a flight or a segment of
    /// rolling. Default 256.
    pub max_iterations: u32,
    /// Filter for the surfaces that the ball collides with. Default [`QueryFilter::ALL`].
    pub filter: QueryFilter,
    /// If true, a step records the path of the ball for [`Scratch::path`](crate::Scratch::path).
    /// Default false.
    pub record_path: bool,
}

impl BallConfig {
    /// Returns true if gravity is finite, and all coefficients are finite and at least 0.
    pub(super) fn is_valid(&self) -> bool {
        let scales =
            [self.rolling_resistance, self.min_bounce_height, self.friction_scale, self.restitution_scale];
        self.gravity.is_finite() && scales.into_iter().all(|s| s.is_finite() && s >= 0.0)
    }
}

impl Default for BallConfig {
    fn default() -> Self {
        Self {
            radius: 0.021_35,
            gravity: Vec3::new(0.0, -9.81, 0.0),
            rolling_resistance: 0.06,
            min_bounce_height: tolerance::DEFAULT_MIN_BOUNCE_HEIGHT,
            skin_width: tolerance::DEFAULT_SKIN,
            friction_scale: 1.0,
            restitution_scale: 1.0,
            max_iterations: tolerance::DEFAULT_MAX_ITERATIONS,
            filter: QueryFilter::ALL,
            record_path: false,
        }
    }
}
