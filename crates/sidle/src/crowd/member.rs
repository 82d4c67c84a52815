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
}
