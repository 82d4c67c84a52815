//! Choices within the settings of a character.

/// How a character on the ground keeps its speed on a slope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SlopeSpeed {
    /// The speed along the ground is the desired speed, uphill and downhill.
    #[default]
    AlongGround,
    /// The horizontal speed is the desired speed, so the speed along the ground grows with the
    /// slope.
    Horizontal,
    /// The desired velocity is projected onto the ground: the character slows down on a slope.
    Projected,
}

/// The behaviour of a character on ground that is too steep to walk on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SteepGround {
    /// It slides down, accelerated by the part of gravity along the slope.
    #[default]
    Slide,
    /// It stands still where it is, but cannot walk up.
    Stand,
}

/// How a character is steered in the air.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum AirControl {
    /// The horizontal velocity approaches the desired one by at most
    /// [`air_acceleration`](crate::CharacterConfig::air_acceleration). Without a desired velocity,
    /// the horizontal velocity stays as it is.
    #[default]
    Approach,
    /// Air strafing as in the Source engine: the velocity along the desired direction grows up to
    /// `max_speed` (m/s), and the rest of the velocity stays. Turning while strafing gains speed.
    Strafe {
        /// The velocity along the desired direction grows only up to this speed, in m/s. The Source
        /// engine uses 0.76.
        max_speed: f32,
    },
}

/// The velocity of a moving instance that a character keeps when it jumps or walks off it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LeaveVelocity {
    /// It keeps all of the velocity. A jump from a lift that goes down is lower in the world, and
    /// as high as any other relative to the lift.
    #[default]
    Add,
    /// It keeps the velocity without its downward component. So a lift that goes down makes no jump
    /// lower in the world.
    AddUpwards,
    /// It keeps none of the velocity: a character that jumps on a train stays behind in the air.
    Ignore,
}

/// Rules for the surfaces of some layers: how a character uses them. Each rule is a bit mask of
/// layers as in [`QueryFilter::layers`](crate::QueryFilter::layers). By default no layer has a
/// rule. Layers that the [`filter`](crate::CharacterConfig::filter) does not select are ignored.
///
/// ```
/// use sidle::{CharacterConfig, Material, SurfaceRules};
/// let ice = Material { layer: 3, ..Material::default() };
/// let rules = SurfaceRules { slippery: 1 << ice.layer, ..SurfaceRules::default() };
/// let config = CharacterConfig { rules, ..CharacterConfig::default() };
/// assert!(config.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct SurfaceRules {
    /// Layers that are solid, but never ground: whatever their slope, the character slides off.
    pub no_ground: u32,
    /// Layers that are never climbed as a step: the tread may not be of such a layer.
    pub no_step: u32,
    /// Layers on which the velocity changes by at most
    /// [`slippery_acceleration`](crate::CharacterConfig::slippery_acceleration): ice.
    pub slippery: u32,
    /// Layers that never block the character, but are reported when it enters or leaves them, see
    /// [`CharacterReport::triggers`](crate::CharacterReport::triggers).
    pub triggers: u32,
    /// Layers through which the character falls while
    /// [`CharacterInput::drop`](crate::CharacterInput::drop) is set. Give such platforms one-sided
    /// materials ([`Sides::Front`](crate::Sides::Front)), so that it also jumps through them from
    /// below.
    pub platforms: u32,
}

/// Returns true if a mask of layers contains a layer.
pub(super) const fn contains(mask: u32, layer: u8) -> bool {
    layer < 32 && mask & (1 << layer) != 0
}
