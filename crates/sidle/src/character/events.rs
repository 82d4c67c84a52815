//! The events of a step, for [`explain_character`](crate::trace::explain_character).

use glam::Vec3;

use super::GroundState;
use crate::geometry::Aabb;
use crate::slide::CarryEnd;
use crate::world::{InstanceId, Surface};

/// Something that a character did or found during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CharacterEvent {
    /// It overlapped the world and was pushed out.
    PushedOut {
        /// Position of the centre of the body afterwards.
        to: Vec3,
    },
    /// Moving instances carried or pushed it.
    Carried {
        /// The instance that carried it.
        by: Option<InstanceId>,
        /// The displacement in metres.
        displacement: Vec3,
        /// How it ended.
        end: CarryEnd,
    },
    /// It turned with its upward direction.
    Turned {
        /// The new upward direction.
        up: Vec3,
    },
    /// It tried to crouch or to stand up.
    Posture {
        /// True if it tried to crouch.
        crouches: bool,
        /// True if there was room.
        fits: bool,
    },
    /// It looked for ground below it.
    Ground {
        /// The ground contact.
        state: GroundState,
        /// Unit normal of the ground; zero in the air.
        normal: Vec3,
        /// Height in metres of the contact above the feet.
        height: f32,
        /// True if the edge of a step holds it.
        is_edge: bool,
        /// The surface of the ground.
        surface: Option<Surface>,
    },
    /// It jumped.
    Jumped {
        /// The upward speed in m/s.
        speed: f32,
    },
    /// It moved in a straight line until a surface obstructed it.
    Moved {
        /// The displacement in metres that it tried.
        displacement: Vec3,
        /// The fraction of the displacement that was free, 0..=1.
        fraction: f32,
        /// The surface that obstructed it.
        blocked_by: Option<Surface>,
    },
    /// It slid along surfaces: in the air, in water, on a ladder, or to look for a tread.
    Slid {
        /// The displacement in metres that it tried.
        displacement: Vec3,
        /// Length of the path in metres.
        distance: f32,
    },
    /// It tried to climb a step.
    Step {
        /// Horizontal unit normal of the wall of the step.
        wall: Vec3,
        /// The height in metres that it climbed, or why it did not.
        result: Result<f32, StepRefusal>,
    },
    /// It followed the ground down, or found none within the snap distance.
    Snapped {
        /// The height in metres by which it was lowered, or `None` if there was no ground.
        by: Option<f32>,
    },
}

/// The reason why a step was not climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StepRefusal {
    /// The wall is higher than the step height, or the ground behind it is.
    TooHigh,
    /// There is no room above the body.
    NoRoomAbove,
    /// There is no tread to stand on behind the wall, or its layer has no steps.
    NoTread,
    /// The step leads no further than the walk along the wall.
    NoProgress,
    /// The body would not stand at the end.
    NoSupport,
}

/// The trace of a step.
#[derive(Debug, Default)]
pub(crate) struct CharacterTrace {
    pub(crate) events: Vec<CharacterEvent>,
    /// Boxes around everything that was read from the world, except by moves.
    pub(crate) reads: Vec<Aabb>,
}
