//! Settings of a move, and the response of a mover to contacts.

use crate::tolerance;
use crate::world::QueryFilter;

/// The effect of a contact on the motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Response {
    /// Keeps the desired motion v for the whole move. At every instant, the velocity of the body is
    /// the projection of v onto the directions that the contacts at its position x allow: x' = P(x)
    /// v. For characters: the player's input does not fade in a corner, and a push against a stair
    /// rolls the body over it.
    #[default]
    Slide,
    /// Replaces the motion by its projection at each new contact, so the speed into a surface is
    /// lost. For objects without a drive: pucks, balls, debris. A surface that already holds the
    /// body only turns the motion; the speed does not change.
    Momentum,
    /// Ends the move at the first contact that obstructs the motion: projectiles, probes, doors.
    Stop,
    /// Takes one obstructing surface after the other, and removes the part of the remaining motion
    /// that goes into it, along its normal. The path then continues in a straight line. This is the
    /// sliding of [Miller's text](crate::geometry), common in games. The move ends
    /// ([`StopReason::Reversed`]) before it would go against the requested motion. Use it to
    /// reproduce that behaviour; `Slide` and `Momentum` handle corners better.
    ///
    /// [`StopReason::Reversed`]: crate::StopReason::Reversed
    PushBack,
    /// Acts as `Momentum`, but a new contact returns speed according to its
    /// [`restitution`](crate::Material::restitution): crates, debris, ricochets. The body slides
    /// along a surface without restitution. To let a ball come to rest under gravity, see
    /// [`MoveConfig::bounce_threshold`].
    Bounce,
}

impl Response {
    /// Returns true if speed taken by a surface is lost, and the motion turns with the surface.
    pub(super) fn carries_momentum(self) -> bool {
        matches!(self, Self::Momentum | Self::Bounce)
    }

    /// Returns true if the desired motion stays the same for the whole move.
    pub(super) fn keeps_desired_motion(self) -> bool {
        matches!(self, Self::Slide | Self::Stop)
    }
}

/// The law by which a surface's [`friction`](crate::Material::friction) slows a mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FrictionLaw {
    /// Coulomb friction: sliding loses `friction` times the speed that the surface takes along its
    /// normal. For real objects: a ramp holds a body if `friction` is at least the tangent of the
    /// ramp's angle.
    #[default]
    Coulomb,
    /// Drag, after [Nettle's text](crate::geometry): the speed shrinks in proportion. Over a path
    /// of length s along a surface, it falls to exp(-friction s) of its value, with `friction` in
    /// 1/m. The loss is per metre and not per collision, so the triangulation of the floor does not
    /// matter. For mud, tall grass and water. Drag slows a body but never holds it, not even on a
    /// ramp.
    Drag,
}

/// Policy for a move whose start overlaps the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum OnOverlap {
    /// Moves nothing and reports [`StopReason::StartedInside`](crate::StopReason::StartedInside).
    #[default]
    Refuse,
    /// Starts the move at this position instead: the last known free position. If it is not free
    /// either, the move is refused.
    ReturnTo(glam::DVec3),
    /// Pushes the shape out first, as [`World::depenetrate`](crate::World::depenetrate) does. If
    /// that finds no free position, the move is refused.
    PushOut,
}

/// Settings of [`World::move_and_slide`](crate::World::move_and_slide). Plain data; create it once
/// and keep it.
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
    /// The effect of a contact on the motion. Default [`Response::Slide`].
    pub response: Response,
    /// Distance in metres that a move keeps between the mover and the world, along the normal (in
    /// other engines: padding, contact offset, safe margin). Default 0.001. For an ellipsoid, at
    /// most its smallest half length. At least 1e-9, and four units of f64 in the last place
    /// of the coordinates in use, see [`Outcome::skin`](crate::Outcome::skin).
    pub skin_width: f32,
    /// Factor for the friction of every material; 0 switches friction off. Default 1.
    pub friction_scale: f32,
    /// The law by which friction slows the mover: Coulomb friction or drag. Default
    /// [`FrictionLaw::Coulomb`].
    pub friction_law: FrictionLaw,
    /// Factor for the restitution of every material, 0..=1; used only by [`Response::Bounce`].
    /// Default 1.
    pub restitution_scale: f32,
    /// Speed into a surface, in the unit of [`Motion::velocity`](crate::Motion), up to which a body
    /// does not bounce. Default 0. A body under gravity comes to rest if this is above the speed
    /// that gravity adds in one step; about twice that speed is a good value.
    pub bounce_threshold: f32,
    /// Policy for a start that overlaps the world. Default [`OnOverlap::Refuse`].
    pub on_overlap: OnOverlap,
    /// Maximum number of iterations of a move, at least 1. An iteration is a straight segment or a
    /// chord of an arc. Default 256.
    pub max_iterations: u32,
    /// Filter for the surfaces that the mover collides with. Default [`QueryFilter::ALL`].
    pub filter: QueryFilter,
    /// If true, a move records its path for [`Scratch::path`](crate::Scratch::path). Default false.
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
