//! How a mover responds to what it meets.

use crate::tolerance;
use crate::world::QueryFilter;

/// What happens to the motion at a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Response {
    /// The wished motion stays as it is for the whole move; at every instant the mover goes where the surfaces let it:
    /// x' = P(x) v. For characters: what the player's stick says does not fade in a corner, and a push against a stair
    /// rolls over it.
    #[default]
    Steer,
    /// The motion is replaced by its projection at each new contact, as a thing without a will of its own: pucks, balls,
    /// debris. A turn costs what the turn takes, and no more.
    Momentum,
    /// The first contact that is in the way ends the move: projectiles, probes, doors.
    Stop,
}

/// How [`World::move_and_slide`](crate::World::move_and_slide) behaves. Plain data; make one and keep it.
///
/// ```
/// use sidle::{MoveConfig, QueryFilter, Response};
/// let puck = MoveConfig { response: Response::Momentum, ..MoveConfig::default() };
/// let ghost = MoveConfig { filter: QueryFilter::ALL.without_layer(3), ..MoveConfig::default() };
/// assert_eq!((puck.skin_width, ghost.response), (0.001, Response::Steer));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct MoveConfig {
    /// What happens to the motion at a surface.
    pub response: Response,
    /// Metres kept between the mover and the world, along the normal (elsewhere: padding, contact offset, safe margin).
    /// Default 0.001. Of an ellipsoid, at most its smallest half length counts. Raised to four units in the last place of the coordinates in use where that is more, see
    /// [`Outcome::skin`](crate::Outcome::skin).
    pub skin_width: f32,
    /// Multiplies the friction of every material; 0 switches friction off. Default 1.
    pub friction_scale: f32,
    /// The most stages (straight pieces, chords of arcs) a move may have, at least 1. Default 256.
    pub max_iterations: u32,
    /// What the mover sees.
    pub filter: QueryFilter,
    /// Keep the path for [`Scratch::path`](crate::Scratch::path). Default off.
    pub record_path: bool,
}

impl Default for MoveConfig {
    fn default() -> Self {
        Self {
            response: Response::Steer,
            skin_width: tolerance::DEFAULT_SKIN,
            friction_scale: 1.0,
            max_iterations: tolerance::DEFAULT_MAX_ITERATIONS,
            filter: QueryFilter::ALL,
            record_path: false,
        }
    }
}
