//! The events of a step, for [`explain_character`](crate::trace::explain_character).

use glam::{DVec3, Vec3};

use super::GroundState;
use crate::geometry::WideBox;
use crate::slide::CarryEnd;
use crate::world::{InstanceId, Surface};

/// Something that a character did or found during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CharacterEvent {
    /// The character overlapped the world and was pushed out.
    PushedOut {
        /// Position of the centre of the body afterwards.
        to: DVec3,
    },
    /// Moving instances carried or pushed the character.
    Carried {
        /// The instance that carried the character, or `None` if instances only pushed it.
        by: Option<InstanceId>,
        /// The displacement in metres.
        displacement: Vec3,
        /// How the motion with the instances ended for the character.
        end: CarryEnd,
    },
    /// The body of the character turned, because its upward direction changed.
    Turned {
        /// The new upward direction.
        up: Vec3,
    },
    /// The character tried to crouch or to stand up.
    Posture {
        /// True if it tried to crouch, false if it tried to stand up.
        crouches: bool,
        /// True if there was room for the new posture.
        fits: bool,
    },
    /// The character looked for ground below its feet.
    Ground {
        /// The ground contact.
        state: GroundState,
        /// Unit normal of the ground; zero in the air.
        normal: Vec3,
        /// Height in metres of the contact above the feet.
        height: f32,
        /// True if the character stands on the edge of a step.
        is_edge: bool,
        /// The surface of the ground, or `None` in the air.
        surface: Option<Surface>,
    },
    /// The character jumped.
    Jumped {
        /// The upward speed of the jump in m/s.
        speed: f32,
    },
    /// The character moved in a straight line, to the end of a displacement or until a surface
    /// obstructed it.
    Moved {
        /// The displacement in metres that it tried.
        displacement: Vec3,
        /// The fraction of the displacement that was free, 0..=1.
        fraction: f64,
        /// The surface that obstructed it.
        blocked_by: Option<Surface>,
    },
    /// The character slid along surfaces: in the air, in water, on a ladder, or to look for a
    /// tread.
    Slid {
        /// The displacement in metres that it tried.
        displacement: Vec3,
        /// Length of the path in metres.
        distance: f32,
    },
    /// The character tried to climb a step.
    Step {
        /// Horizontal unit normal of the wall of the step.
        wall: Vec3,
        /// The height in metres that it climbed, or why it did not.
        result: Result<f32, StepRefusal>,
    },
    /// The character was lowered onto ground that drops, or found no ground within the snap
    /// distance.
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
    /// The wall, or the ground behind it, is higher than the step height.
    TooHigh,
    /// There is no room above the body.
    NoRoomAbove,
    /// There is no tread to stand on behind the wall, or the tread has a layer on which steps are
    /// not climbed ([`SurfaceRules::no_step`](crate::SurfaceRules::no_step)).
    NoTread,
    /// Climbing the step would lead no further in the desired direction than walking along the
    /// wall.
    NoProgress,
    /// The character would not stand on ground after the climb.
    NoSupport,
}

/// The trace of a step.
#[derive(Debug, Default)]
pub(crate) struct CharacterTrace {
    pub(crate) events: Vec<CharacterEvent>,
    /// Boxes around everything that was read from the world, except by moves.
    pub(crate) reads: Vec<WideBox>,
    /// The solid instances that enclosed the body, except in moves.
    pub(crate) solids: Vec<u32>,
}
