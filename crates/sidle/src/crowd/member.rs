//! One of many characters.

use crate::character::{CharacterConfig, CharacterInput, CharacterState};

/// A character of a crowd, with its settings, state and input for
/// [`World::step_characters`](crate::World::step_characters).
#[derive(Clone, Copy, Debug)]
pub struct CrowdMember<'a> {
    /// The settings of the character.
    pub config: &'a CharacterConfig,
    /// The state of the character, which the step changes.
    pub state: CharacterState,
    /// The input of the character for the step.
    pub input: CharacterInput,
    /// How much the character gives way to another one, relative to the other's value, 0..=1000.
    /// The usual value is 1, and a value out of the range counts as 1. With 0, others cannot push
    /// the character, and two characters with 0 do not push each other.
    pub yielding: f32,
}

impl<'a> CrowdMember<'a> {
    /// Creates a member without input, with a [`yielding`](Self::yielding) of 1.
    #[must_use]
    pub fn new(config: &'a CharacterConfig, state: CharacterState) -> Self {
        Self { config, state, input: CharacterInput::default(), yielding: 1.0 }
    }

    /// Returns the distance in metres between the bodies of two characters, without their skins. It
    /// is negative if they overlap. `None` for an invalid shape or position.
    #[must_use]
    pub fn distance(&self, other: &CrowdMember<'_>) -> Option<f32> {
        let (at, there) = (self.state.centre(self.config), other.state.centre(other.config));
        let (body, others) = (self.state.shape(self.config), other.state.shape(other.config));
        body.distance(at, &others, there).map(|found| found.distance)
    }
}
