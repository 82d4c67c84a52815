//! The input of a step.

use glam::Vec3;

/// How a character moves in a step. The game decides, for example from triggers around water and
/// ladders.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CharacterMode {
    /// It walks, jumps and falls.
    #[default]
    Walk,
    /// It swims or flies: the velocity approaches the desired one in all directions. It climbs no
    /// steps, and is not lowered onto ground that drops. A jump leaves the water with the speed of
    /// a jump.
    Swim {
        /// Acceleration towards the desired velocity, in m/s^2, 0 to 10,000.
        acceleration: f32,
        /// Speed in m/s with which it sinks without input, -10,000 to 10,000; below 0 it rises.
        sink_speed: f32,
    },
    /// It climbs, for example a ladder: the velocity is the desired one, and without one the
    /// character stands still. A jump leaves the ladder with the desired velocity and the speed of
    /// a jump.
    Climb,
}

/// The input of a character for one step: its desired velocity, the buttons and the mode.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct CharacterInput {
    /// The desired velocity in m/s. Its component along `up` is ignored by
    /// [`CharacterMode::Walk`].
    pub wish_velocity: Vec3,
    /// True in the step in which the jump button was pressed.
    pub jump: bool,
    /// True while the jump button is held, including the step of the press. If it becomes false
    /// while the character rises, the jump is cut short, see
    /// [`CharacterConfig::jump_cut`](crate::CharacterConfig::jump_cut).
    pub jump_held: bool,
    /// True while the crouch button is held. The character stands up again when there is room.
    pub crouch: bool,
    /// A displacement in metres that replaces `wish_velocity` for this step: the root motion of an
    /// animation. Its component along `up` is ignored by [`CharacterMode::Walk`].
    pub root_motion: Option<Vec3>,
    /// True to fall through the platforms below, see
    /// [`SurfaceRules::platforms`](crate::SurfaceRules::platforms). It is enough to set this for
    /// one step: the character falls until it has passed the platform that it stands on, and
    /// touches none of them.
    pub drop: bool,
    /// Whether the character walks, swims or climbs in this step.
    pub mode: CharacterMode,
}
