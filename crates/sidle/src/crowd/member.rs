//! One of many characters.

use crate::character::{CharacterConfig, CharacterInput, CharacterState};

/// One of many characters.
#[derive(Clone, Copy, Debug)]
pub struct CrowdMember<'a> {
    /// Its settings.
    pub config: &'a CharacterConfig,
    /// Its state, which the step changes.
    pub state: CharacterState,
    /// Its input.
    pub input: CharacterInput,
    /// How much it gives way, compared with another character: 0 for one that others cannot push,
    /// 1 as usual. Two of 0 do not push each other. 0..=1000.
    pub yielding: f32,
}

impl<'a> CrowdMember<'a> {
    /// Creates a character that gives way as others do, without input.
    #[must_use]
    pub fn new(config: &'a CharacterConfig, state: CharacterState) -> Self {
        Self { config, state, input: CharacterInput::default(), yielding: 1.0 }
    }

    /// Returns the distance in metres between the bodies of two characters, without their skins. It
    /// is negative if they overlap. `None` before the first step of one of them.
    #[must_use]
    pub fn distance(&self, other: &CrowdMember<'_>) -> Option<f32> {
        let (at, there) = (self.state.centre()?, other.state.centre()?);
        let (body, others) = (self.state.shape(self.config), other.state.shape(other.config));
        body.distance(at, &others, there).map(|found| found.distance)
    }
}
