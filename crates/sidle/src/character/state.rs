//! The state of a character.

use glam::{DVec3, Vec3};

use super::CharacterConfig;
use crate::geometry::WorldVector;
use crate::geometry::key::of_place;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::slide::FeetOffset;
use crate::tolerance::LEAST_SKIN;
use crate::world::InstanceId;

/// The ground contact of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GroundState {
    /// The character stands on ground that is flat enough, or on the edge of a step.
    Grounded,
    /// The character touches only ground that is too steep to stand on.
    Steep,
    /// The character touches the edge of a ledge with too little of its foot, and slips off.
    Unsupported,
    /// The character touches no ground.
    #[default]
    Airborne,
}

/// Passes the one list of the fields of a state to a macro: the struct, the bytes, text and JSON,
/// and the quantised form are made of it. A field with a quantum is in the quantised form, rounded
/// to a multiple of it.
macro_rules! state_fields {
    ($callback:ident) => {
        $callback! {
        /// The state of a character. A copy is a saved state: the same state, input and world give
        /// the same next state, bit for bit, on every machine.
        ///
        /// ```
        /// use sidle::{CharacterState, GroundState, Vec3};
        /// let state = CharacterState::at(Vec3::new(1.0, 0.0, 2.0));
        /// assert_eq!((state.ground(), state.velocity), (GroundState::Airborne, Vec3::ZERO));
        /// ```
        pub struct CharacterState {
            /// The feet: the point one skin below the lowest point of the body, in metres. On level
            /// ground it lies on the ground.
            /// [`World::teleport_character`](crate::World::teleport_character) changes it to a free
            /// place; you can also write it yourself.
            pub position: DVec3, rounded to QUANTUM_LENGTH;
            /// The velocity in m/s. On the ground it is horizontal. To launch the character off the
            /// ground, write a velocity with a component of more than 0.1 m/s along `up`.
            pub velocity: Vec3, rounded to QUANTUM_SPEED;
            /// Offset along `up` in metres, to draw steps of stairs smoothly: the body climbs a
            /// step of stairs at once, and the drawn position plus this offset follows. Negative
            /// after climbing, positive after going down. It falls to 0 within a few calls of
            /// [`step_character`](crate::World::step_character).
            pub step_offset: f32, rounded to QUANTUM_OFFSET;
            /// A hash of the position as the last step left it. It differs where a game has written
            /// another position.
            #[cfg_attr(feature = "serde", serde(default))]
            pub(super) stamp: u32;
            /// The upward direction of the body, or zero before the first step.
            pub(super) up: Vec3;
            /// The normal of the ground; in the air, of the ground before.
            pub(super) normal: Vec3;
            /// Height of the ground above the feet, in metres, if the character stands on an edge.
            pub(super) ledge: f32;
            /// Time in seconds since the character was on the ground; [`LONG_AGO`] if it never was.
            pub(super) air_time: f32, rounded to QUANTUM_TIME;
            /// Time in seconds for which a press of the jump button is kept.
            pub(super) jump_kept: f32, rounded to QUANTUM_TIME;
            /// The placed instance or the other character on which the character stands, or
            /// [`InstanceId::MESH`].
            pub(super) platform: InstanceId, rounded to EXACT;
            /// The layers of the triggers that the body is in.
            pub(super) triggers: u32, rounded to EXACT;
            pub(super) ground: GroundState, rounded to EXACT;
            /// Number of teleports, which wraps around.
            pub(super) teleports: u8, rounded to EXACT;
            pub(super) flags: u8, rounded to EXACT;
        }
                }
    };
}

macro_rules! declare {
    (
        $(#[$meta:meta])*
        pub struct CharacterState {
            $($(#[$doc:meta])* $visible:vis $field:ident: $type:ty $(, rounded to $quantum:ident)?;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(try_from = "Written"))]
        pub struct CharacterState {
            #[cfg(feature = "serde")]
            pub(super) version: Version,
            $($(#[$doc])* $visible $field: $type,)*
        }

        /// A state as serde reads it, also of the older version, which has feet.
        #[cfg(feature = "serde")]
        #[derive(serde::Deserialize)]
        struct Written {
            version: u8,
            feet: Option<Vec3>,
            $($(#[$doc])* $field: $type,)*
        }

        #[cfg(feature = "serde")]
        impl TryFrom<Written> for CharacterState {
            type Error = String;

            fn try_from(written: Written) -> Result<Self, String> {
                let Written { version, feet, $($field,)* } = written;
                let mut state = Self { version: Version, $($field,)* };
                match (version, feet) {
                    (Version::NUMBER, _) => {}
                    // Its numbers are in single precision.
                    (Version::OLD, Some(feet)) => {
                        state.position = state.position.as_vec3().as_dvec3();
                        state.leave_at(feet.as_dvec3());
                    }
                    _ => {
                        let this = Version::NUMBER;
                        return Err(format!("a character state of version {version}; this is version {this}"));
                    }
                }
                Ok(state)
            }
        }
    };
}

pub(super) use state_fields;
state_fields!(declare);

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
/// The character falls through platforms, see
/// [`SurfaceRules::platforms`](super::SurfaceRules::platforms).
pub(super) const DROPS: u8 = 32;
/// The platform that the character falls through is still below it.
pub(super) const ABOVE: u8 = 64;

impl CharacterState {
    /// Creates a character in the air with its feet at `position`, without velocity.
    #[must_use]
    pub fn at(position: impl WorldVector) -> Self {
        let position = position.to_dvec3();
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

    /// Returns the centre of the body: above the feet by half of its height and a skin.
    #[must_use]
    pub fn centre(&self, config: &CharacterConfig) -> DVec3 {
        let up = self.up_or(config.up);
        let shape = config.posture_along(up, self.has(CROUCHES));
        self.position + offset_of_centre(config, &shape, up.as_dvec3().normalize_or_zero())
    }

    /// Returns the placed instance on which the character stands, or `None`. If the instance moves,
    /// it carries the character.
    #[must_use]
    pub fn platform(&self) -> Option<InstanceId> {
        let platform = Some(self.platform).filter(|&id| self.is_grounded() && id != InstanceId::MESH);
        platform.filter(|id| id.character().is_none())
    }

    /// Returns true if the character stands on another character. This can be so only after
    /// [`World::step_characters`](crate::World::step_characters).
    #[must_use]
    pub fn stands_on_character(&self) -> bool {
        self.is_grounded() && self.platform.character().is_some()
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

    /// Returns true if the body is where the last step left it.
    pub(crate) fn is_placed(&self) -> bool {
        self.has(PLACED) && self.stamp == stamp_of(self.position)
    }

    /// Returns the upward direction of the body, which follows
    /// [`CharacterConfig::up`](crate::CharacterConfig::up) as far as there is room to turn. `None`
    /// before the first step.
    #[must_use]
    pub fn up(&self) -> Option<Vec3> {
        self.has(PLACED).then_some(self.up)
    }

    /// Returns the layers of the [`triggers`](crate::SurfaceRules::triggers) that the body is in,
    /// as a bit mask.
    #[must_use]
    pub const fn triggers(&self) -> u32 {
        self.triggers
    }

    /// Returns the shape of the body: standing or crouching, turned with its upward direction.
    #[must_use]
    pub fn shape(&self, config: &CharacterConfig) -> Shape {
        config.posture_along(self.up_or(config.up), self.has(CROUCHES))
    }

    /// Returns the upward direction of the body, or another one before the first step.
    pub(super) fn up_or(&self, other: Vec3) -> Vec3 {
        if self.has(PLACED) { self.up } else { other }
    }

    /// Returns the position to draw between two steps: `alpha` is 0 at `previous` and 1 at this
    /// state. The result includes the [`step_offset`](Self::step_offset) along `up`. If this state
    /// comes from a teleport, the result is its position, without interpolation.
    ///
    /// ```
    /// use sidle::{CharacterState, DVec3, Vec3};
    /// let (before, after) = (CharacterState::at(Vec3::ZERO), CharacterState::at(Vec3::X));
    /// assert_eq!(after.lerp(&before, 0.25, Vec3::Y), DVec3::X * 0.25);
    /// ```
    #[must_use]
    pub fn lerp(&self, previous: &Self, alpha: f32, up: Vec3) -> DVec3 {
        let drawn = |state: &Self| state.position + (up * state.step_offset).as_dvec3();
        if self.teleports != previous.teleports {
            return drawn(self);
        }
        let (from, to) = (drawn(previous), drawn(self));
        if from == to { to } else { from.lerp(to, f64::from(alpha)) }
    }

    /// Moves the feet elsewhere, off the ground.
    pub(super) fn teleport(&mut self, position: DVec3) {
        self.position = position;
        self.ground = GroundState::Airborne;
        self.normal = Vec3::ZERO;
        self.set(ON_EDGE, false);
        self.stamp = !stamp_of(position);
        self.step_offset = 0.0;
        self.teleports = self.teleports.wrapping_add(1);
    }

    /// Puts the centre of the body at a place, as if the last step had left it there. `offset` is
    /// that of the centre above the feet.
    pub(super) fn place(&mut self, centre: DVec3, offset: DVec3) {
        // A body that has not moved keeps its position, bit for bit.
        if self.position + offset != centre {
            self.position = FeetOffset(offset).feet_below(centre);
        }
        self.stamp = stamp_of(self.position);
    }

    /// Notes that the last step left the body at this position, if it is the present one.
    pub(crate) fn leave_at(&mut self, position: DVec3) {
        if self.position == position {
            self.stamp = stamp_of(position);
        }
    }

    pub(super) const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) const fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// Returns the offset of the centre of a body above its feet.
pub(super) fn offset_of_centre(config: &CharacterConfig, shape: &Shape, up: DVec3) -> DVec3 {
    let half = Space::new(shape, DVec3::ZERO, 0.0).map_or(0.0, |space| space.bare_support(up));
    up * (half + f64::from(config.skin_width.min(shape.shortest_half_length())).max(LEAST_SKIN))
}

fn stamp_of(position: DVec3) -> u32 {
    let key = of_place(position);
    (key >> 32) as u32 ^ key as u32
}

/// The version of the serialised form of a state.
#[cfg(feature = "serde")]
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
#[serde(into = "u8")]
pub(super) struct Version;

#[cfg(feature = "serde")]
impl Version {
    const NUMBER: u8 = 4;
    /// The version with positions in single precision.
    const OLD: u8 = 3;
}

#[cfg(feature = "serde")]
impl From<Version> for u8 {
    fn from(_: Version) -> Self {
        Version::NUMBER
    }
}
