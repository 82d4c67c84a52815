//! How a mover responds to what it meets.

use crate::tolerance;
use crate::world::QueryFilter;

/// What happens to the motion at a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Response {
    /// The wished motion stays as it is for the whole move; at every instant the mover goes where
    /// the surfaces let it: x' = P(x) v. For characters: what the player's stick says does not fade
    /// in a corner, and a push against a stair rolls over it.
    #[default]
    Slide,
    /// The motion is replaced by its projection at each new contact, as a thing without a will of
    /// its own: pucks, balls, debris. A turn costs what the turn takes, and no more.
    Momentum,
    /// The first contact that is in the way ends the move: projectiles, probes, doors.
    Stop,
    /// What is in the way pushes the rest of the motion back out along its normal, one surface
    /// after the other, and the way goes on in a straight line: Miller's sliding, and what many
    /// games do. Ends ([`StopReason::Reversed`]) when it would go against the motion asked for.
    /// For those who want exactly that; `Slide` and `Momentum` know corners.
    ///
    /// [`StopReason::Reversed`]: crate::StopReason::Reversed
    PushBack,
    /// As `Momentum`, but a surface that is met gives back its
    /// [`restitution`](crate::Material::restitution): crates, debris, shots that ricochet. A
    /// surface without restitution is slid along. For a ball under gravity that comes to rest, see
    /// [`MoveConfig::bounce_threshold`].
    Bounce,
}

impl Response {
    /// Whether what a surface takes stays taken, and the motion is turned with the surface.
    pub(super) fn carries_momentum(self) -> bool {
        matches!(self, Self::Momentum | Self::Bounce)
    }

    /// Whether the wished motion stays the same all the way.
    pub(super) fn keeps_desired_motion(self) -> bool {
        matches!(self, Self::Slide | Self::Stop)
    }
}

/// How a surface's [`friction`](crate::Material::friction) slows a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FrictionLaw {
    /// Coulomb: the slide loses `friction` times the speed that the surface takes along its normal.
    /// Real things; a ramp holds when `friction` is at least the tangent of its angle.
    #[default]
    Coulomb,
    /// Nettle's: the motion is shortened in proportion, here per metre of path and not per
    /// collision, so that the cut of the floor does not matter: over a path s along a surface the
    /// speed falls to exp(-friction s) of what it was. `friction` is counted in 1/m. Mud, tall
    /// grass, water; it slows and never holds, not even on a ramp.
    Drag,
}

/// What a move does whose start overlaps the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum OnOverlap {
    /// Nothing is moved, and the reason is
    /// [`StopReason::StartedInside`](crate::StopReason::StartedInside).
    #[default]
    Refuse,
    /// The move begins at this place instead, the last that was free. If that is not free either,
    /// the move is refused.
    ReturnTo(glam::Vec3),
    /// The shape is pushed out first, as [`World::depenetrate`](crate::World::depenetrate) does;
    /// where no way out is found, the move is refused.
    PushOut,
}

/// How [`World::move_and_slide`](crate::World::move_and_slide) behaves. Plain data; make one and
/// keep it.
///
/// ```
/// use sidle::{MoveConfig, QueryFilter, Response};
/// let puck = MoveConfig { response: Response::Momentum, ..MoveConfig::default() };
/// let ghost = MoveConfig { filter: QueryFilter::ALL.without_layer(3), ..MoveConfig::default() };
/// assert_eq!((puck.skin_width, ghost.response), (0.001, Response::Slide));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct MoveConfig {
    /// What happens to the motion at a surface.
    pub response: Response,
    /// Metres kept between the mover and the world, along the normal (elsewhere: padding, contact
    /// offset, safe margin). Default 0.001. Of an ellipsoid, at most its smallest half length
    /// counts. Raised to four units in the last place of the coordinates in use where that is more,
    /// see [`Outcome::skin`](crate::Outcome::skin).
    pub skin_width: f32,
    /// Multiplies the friction of every material; 0 switches friction off. Default 1.
    pub friction_scale: f32,
    /// What friction does. Default [`FrictionLaw::Coulomb`].
    pub friction_law: FrictionLaw,
    /// Multiplies the restitution of every material, 0..=1; only [`Response::Bounce`] asks for it.
    /// Default 1.
    pub restitution_scale: f32,
    /// What meets a surface more slowly than this does not bounce, in the unit of
    /// [`Motion::velocity`](crate::Motion). Default 0. A body under gravity comes to rest when this
    /// is above the speed that gravity adds in one step; about twice that serves.
    pub bounce_threshold: f32,
    /// What happens when the start overlaps the world. Default [`OnOverlap::Refuse`].
    pub on_overlap: OnOverlap,
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
            response: Response::Slide,
            skin_width: tolerance::DEFAULT_SKIN,
            friction_scale: 1.0,
            friction_law: FrictionLaw::Coulomb,
            restitution_scale: 1.0,
            bounce_threshold: 0.0,
            on_overlap: OnOverlap::Refuse,
            max_iterations: tolerance::DEFAULT_MAX_ITERATIONS,
            filter: QueryFilter::ALL,
            record_path: false,
        }
    }
}
