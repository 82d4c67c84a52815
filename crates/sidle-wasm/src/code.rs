//! The codes of errors, with a text.

use std::fmt;

/// The result of a function of the boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    /// The function succeeded.
    Ok = 0,
    /// A number is not finite, a record has the wrong length, or a setting is out of its range.
    Input = 1,
    /// The handle names an object that was freed, or that never existed.
    Stale = 2,
    /// The level is not valid.
    Build = 3,
    /// An instance or a pose is not valid.
    Instance = 4,
    /// The text of a replay is not valid.
    Replay = 5,
    /// There is no free place near, so nothing was changed.
    NoPlace = 6,
}

/// An error: its code and its text.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    text: String,
}

impl Failure {
    pub(crate) fn new(code: Code, text: impl fmt::Display) -> Self {
        Self { code, text: text.to_string() }
    }

    pub(crate) fn input(text: impl fmt::Display) -> Self {
        Self::new(Code::Input, text)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<sidle::BuildError> for Failure {
    fn from(error: sidle::BuildError) -> Self {
        Self::new(Code::Build, error)
    }
}

impl From<sidle::HeightFieldError> for Failure {
    fn from(error: sidle::HeightFieldError) -> Self {
        Self::new(Code::Build, error)
    }
}

impl From<sidle::InstanceError> for Failure {
    fn from(error: sidle::InstanceError) -> Self {
        Self::new(Code::Instance, error)
    }
}

impl From<sidle::PoseSetError> for Failure {
    fn from(error: sidle::PoseSetError) -> Self {
        Self::new(Code::Instance, error)
    }
}

impl From<sidle::CharacterConfigError> for Failure {
    fn from(error: sidle::CharacterConfigError) -> Self {
        let sidle::CharacterConfigError { field, range, value, .. } = error;
        Self::input(format_args!("{field} is {value}, but must be {range}"))
    }
}

impl From<sidle::trace::ReplayError> for Failure {
    fn from(error: sidle::trace::ReplayError) -> Self {
        Self::new(Code::Replay, error)
    }
}
