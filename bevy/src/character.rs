//! The components of a character.

use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use bevy_transform::components::Transform;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use crate::origin::Anchor;

/// A character that walks through the [levels](crate::SidleLevel).
///
/// The translation of its [`Transform`] is the position of its feet, relative to the
/// [`WorldOrigin`](crate::WorldOrigin) and rounded. The plugin writes it from the
/// [`CharacterState`], which is the only source of truth: to teleport the character to a place,
/// write [`position`](sidle::CharacterState::position) of the state. A translation that the game
/// changes moves the state by the difference from what the plugin wrote last, in double
/// precision: a teleport, too. If both were written, the state counts. The rotation and the scale
/// of the transform are left to the game, and do not turn or resize the body.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[require(CharacterInput, CharacterState, CharacterReport, CharacterTriggers, Motion, Anchor, Transform)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct Character {
    /// The settings of its body and of its motion.
    pub config: sidle::CharacterConfig,
    /// How much it gives way to other characters, where they
    /// [meet](crate::SidlePlugin::with_crowd): see [`sidle::CrowdMember::yielding`]. Default 1.
    pub yielding: f32,
}

impl Default for Character {
    fn default() -> Self {
        Self::new(sidle::CharacterConfig::default())
    }
}

impl Character {
    /// Creates a character with these settings.
    #[must_use]
    pub const fn new(config: sidle::CharacterConfig) -> Self {
        Self { config, yielding: 1.0 }
    }
}

macro_rules! wrapper {
    ($name:ident) => {
        impl Deref for $name {
            type Target = sidle::$name;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.0
            }
        }

        impl From<sidle::$name> for $name {
            fn from(inner: sidle::$name) -> Self {
                Self(inner)
            }
        }
    };
}

/// The input of a [`Character`]. The game writes it; the plugin only reads it, so a step that does
/// not change it repeats it.
///
/// Set [`jump`](sidle::CharacterInput::jump) for the step of the press only, or use
/// [`press_jump`](Self::press_jump).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CharacterInput(pub sidle::CharacterInput);
wrapper!(CharacterInput);

impl CharacterInput {
    /// Sets the jump button: `held` while it is down, `pressed` in the step in which it was
    /// pressed.
    pub const fn press_jump(&mut self, pressed: bool, held: bool) {
        self.0.jump = pressed;
        self.0.jump_held = held;
    }
}

/// The state of a [`Character`]: the only source of truth. A copy is a saved state, and the same
/// state, input and level give the same next state, bit for bit.
///
/// A default state, as that of a new entity, or one restored from before its first step, begins at
/// the [`Transform`] of the entity.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CharacterState(pub sidle::CharacterState);
wrapper!(CharacterState);

impl CharacterState {
    /// Creates a character in the air with its feet at `position`, without velocity.
    #[must_use]
    pub fn at(position: impl sidle::WorldVector) -> Self {
        Self(sidle::CharacterState::at(position))
    }
}

/// The report of the last step of a [`Character`]. Restore it together with the [`CharacterState`]
/// if repeated steps must trigger [`Crushed`](crate::Crushed) as the first ones did.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(opaque)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CharacterReport(pub sidle::CharacterReport);
wrapper!(CharacterReport);

impl Default for CharacterReport {
    /// Returns the report of a character in the air, before its first step.
    fn default() -> Self {
        static EMPTY: OnceLock<sidle::CharacterReport> = OnceLock::new();
        Self(*EMPTY.get_or_init(|| {
            // The library gives reports only for steps. A step without time is refused, and changes
            // nothing.
            let (mut state, input) = Default::default();
            let (world, mut scratch) = (sidle::World::default(), sidle::Scratch::default());
            let config = sidle::CharacterConfig::default();
            let mut report = world.step_character(&mut scratch, &config, &mut state, &input, f32::NAN);
            report.refused = None;
            report
        }))
    }
}

/// The trigger entities that a [`Character`] is in. Restore it together with the
/// [`CharacterState`] when steps are repeated.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, Debug, PartialEq)]
pub struct CharacterTriggers {
    /// The triggers that the body is in, in no fixed order.
    pub inside: Vec<Entity>,
}

/// The last step of a character, for drawing between two steps.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Motion {
    /// True if the state has a place.
    pub(crate) has_begun: bool,
    /// The state before the last step.
    pub(crate) before: sidle::CharacterState,
    /// The position after the last step: another one means that the state was written since.
    pub(crate) after: DVec3,
    /// The translation that shows the state, and the parent that it is relative to. `None` until
    /// it is written.
    pub(crate) shown: Option<(Vec3, Option<Entity>)>,
}

impl Motion {
    /// Begins at a place, without a motion.
    pub(crate) const fn begin_at(&mut self, state: &sidle::CharacterState) {
        (self.has_begun, self.before, self.after, self.shown) = (true, *state, state.position, None);
    }

    /// Begins a step.
    pub(crate) const fn begin(&mut self, state: &sidle::CharacterState) {
        self.before = *state;
    }

    /// Returns true if the state has a place. A default state takes its place from the transform in
    /// the next step, maybe frames later.
    pub(crate) fn has_place(&self, state: &CharacterState) -> bool {
        self.has_begun && state.0 != sidle::CharacterState::default()
    }

    /// Returns the position to draw, `alpha` of a step after the one before the last.
    pub(crate) fn drawn(&self, state: &sidle::CharacterState, alpha: f32, up: Vec3) -> DVec3 {
        if self.after == state.position {
            return state.lerp(&self.before, alpha, up);
        }
        state.position + (up * state.step_offset).as_dvec3()
    }
}
