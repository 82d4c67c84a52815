//! The state of a character, the input of a step and its report.

use glam::Vec3;

use crate::slide::StopReason;
use crate::world::Surface;

/// The ground contact of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GroundState {
    /// It stands on ground that is flat enough, or on the edge of a step.
    Grounded,
    /// It touches only ground that is too steep to stand on.
    Steep,
    /// It touches the edge of a ledge with too little of its foot, and slips off.
    Unsupported,
    /// It touches no ground.
    #[default]
    Airborne,
}

/// The state of a character. A copy is a saved state: the same state, input and world give the same
/// next state, bit for bit, on every machine.
///
/// ```
/// use sidle::{CharacterState, GroundState, Vec3};
/// let state = CharacterState::at(Vec3::new(1.0, 0.0, 2.0));
/// assert_eq!((state.ground(), state.velocity), (GroundState::Airborne, Vec3::ZERO));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CharacterState {
    #[cfg(feature = "serde")]
    version: Version,
    /// The feet: the lowest point of the body, less the skin, in metres. On level ground it lies on
    /// the ground. Write it to teleport.
    pub position: Vec3,
    /// The velocity in m/s. On the ground it is horizontal. To launch the character off the ground,
    /// write a velocity with a component of more than 0.1 m/s along `up`.
    pub velocity: Vec3,
    /// The height by which the eye of the character is behind its body after a step, in metres: add
    /// it, along `up`, to the drawn position. It falls to 0 within a few steps.
    pub step_offset: f32,
    /// The centre of the body as the last step left it. The feet are rounded from it.
    pub(super) centre: Vec3,
    /// The feet that belong to `centre`.
    pub(super) feet: Vec3,
    /// The normal of the ground.
    pub(super) normal: Vec3,
    /// Height of the ground above the feet, in metres, if the character stands on an edge.
    pub(super) ledge: f32,
    /// Time in seconds since the character was on the ground; [`LONG_AGO`] if it never was.
    pub(super) air_time: f32,
    /// Time in seconds for which a press of the jump button is kept.
    pub(super) jump_kept: f32,
    pub(super) ground: GroundState,
    pub(super) flags: u8,
}

/// A time that no step adds to, and that JSON can hold.
const LONG_AGO: f32 = f32::MAX;

/// The edge of a step holds the character.
pub(super) const ON_EDGE: u8 = 1;
/// The character crouches.
pub(super) const CROUCHES: u8 = 2;
/// The character is in the air because of a jump.
pub(super) const JUMPED: u8 = 4;
/// The jump button may still cut the present jump.
pub(super) const CAN_CUT: u8 = 8;
/// The character has a centre of its own.
pub(super) const PLACED: u8 = 16;

impl CharacterState {
    /// Creates a character in the air with its feet at `position`, without velocity.
    #[must_use]
    pub fn at(position: Vec3) -> Self {
        Self { position, normal: Vec3::ZERO, air_time: LONG_AGO, ..Self::default() }
    }

    /// Returns the ground contact of the character.
    #[must_use]
    pub const fn ground(&self) -> GroundState {
        self.ground
    }

    /// Returns true if the character stands on the ground.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.ground == GroundState::Grounded
    }

    /// Returns the unit normal of the ground, if the character touches any.
    #[must_use]
    pub fn ground_normal(&self) -> Option<Vec3> {
        (self.ground != GroundState::Airborne).then_some(self.normal)
    }

    /// Returns the centre of the body as the last step left it, or `None` before the first step.
    #[must_use]
    pub fn centre(&self) -> Option<Vec3> {
        self.has(PLACED).then_some(self.centre)
    }

    /// Returns true if the character crouches.
    #[must_use]
    pub const fn is_crouching(&self) -> bool {
        self.has(CROUCHES)
    }

    /// Returns true if the character is in the air because of a jump.
    #[must_use]
    pub const fn has_jumped(&self) -> bool {
        self.has(JUMPED)
    }

    /// Returns the position between two steps for drawing: `alpha` is 0 at `previous` and 1 at this
    /// state. It includes the [`step_offset`](Self::step_offset) along `up`.
    ///
    /// ```
    /// use sidle::{CharacterState, Vec3};
    /// let (before, after) = (CharacterState::at(Vec3::ZERO), CharacterState::at(Vec3::X));
    /// assert_eq!(after.lerp(&before, 0.25, Vec3::Y), Vec3::X * 0.25);
    /// ```
    #[must_use]
    pub fn lerp(&self, previous: &Self, alpha: f32, up: Vec3) -> Vec3 {
        let drawn = |state: &Self| state.position + up * state.step_offset;
        drawn(previous).lerp(drawn(self), alpha)
    }

    pub(super) const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) const fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// The input of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct CharacterInput {
    /// The desired velocity in m/s. Its component along `up` is ignored.
    pub wish_velocity: Vec3,
    /// True in the step in which the jump button was pressed.
    pub jump: bool,
    /// True while the jump button is held, including the step of the press. False during the rise
    /// cuts the jump, see [`CharacterConfig::jump_cut`](crate::CharacterConfig::jump_cut).
    pub jump_held: bool,
    /// True while the crouch button is held. The character stands up again when there is room.
    pub crouch: bool,
    /// A displacement in metres that replaces `wish_velocity` for this step: the root motion of an
    /// animation. Its component along `up` is ignored.
    pub root_motion: Option<Vec3>,
}

/// The events of a step, and the contacts at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct CharacterReport {
    /// The ground contact at the end.
    pub ground: GroundState,
    /// The surface of the ground, if there is one.
    pub ground_surface: Option<Surface>,
    /// The surface of a wall, or of ground that is too steep, that the character pushes against.
    pub wall: Option<Surface>,
    /// The surface of a ceiling that the character touches.
    pub ceiling: Option<Surface>,
    /// The sum of the heights in metres by which steps lifted the character. Heights over which its
    /// round bottom rolls do not count.
    pub stepped: f32,
    /// The sum of the heights in metres by which it followed ground that dropped.
    pub snapped: f32,
    /// The speed in m/s towards the ground with which the character landed, if it did.
    pub landed_speed: Option<f32>,
    /// True if a jump began.
    pub jumped: bool,
    /// True if the crouch button is released, but the character has no room to stand up.
    pub is_held_down: bool,
    /// The reason why the step was refused: the state was not changed. `InvalidInput` for numbers
    /// out of range, `StartedInside` if the character overlaps the world and no free place is near.
    pub refused: Option<StopReason>,
    /// True if the character overlapped the world and was pushed out first.
    pub was_pushed_out: bool,
}

impl CharacterReport {
    pub(super) fn of(ground: GroundState) -> Self {
        Self {
            ground,
            ground_surface: None,
            wall: None,
            ceiling: None,
            stepped: 0.0,
            snapped: 0.0,
            landed_speed: None,
            jumped: false,
            is_held_down: false,
            refused: None,
            was_pushed_out: false,
        }
    }

    /// Returns true if the character stands on the ground.
    #[must_use]
    pub fn is_on_floor(&self) -> bool {
        self.ground == GroundState::Grounded
    }

    /// Returns true if the character pushes against a wall.
    #[must_use]
    pub const fn is_on_wall(&self) -> bool {
        self.wall.is_some()
    }

    /// Returns true if the character touches a ceiling.
    #[must_use]
    pub const fn is_on_ceiling(&self) -> bool {
        self.ceiling.is_some()
    }
}

/// The version of the serialised form of a state. Another one is refused.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "u8", into = "u8")]
struct Version;

#[cfg(feature = "serde")]
impl Version {
    const NUMBER: u8 = 1;
}

#[cfg(feature = "serde")]
impl From<Version> for u8 {
    fn from(_: Version) -> Self {
        Version::NUMBER
    }
}

#[cfg(feature = "serde")]
impl TryFrom<u8> for Version {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        let wrong = || format!("a character state of version {number}; this is version {}", Self::NUMBER);
        (number == Self::NUMBER).then_some(Self).ok_or_else(wrong)
    }
}
