#![doc = include_str!("../README.md")]

mod character;
mod events;
#[cfg(feature = "gizmos")]
mod gizmos;
mod level;
mod origin;
mod platform;
mod plugin;
mod query;
mod report;
mod space;
mod surface;
mod walk;
mod warnings;
mod writeback;

pub use character::{Character, CharacterInput, CharacterReport, CharacterState, CharacterTriggers};
pub use events::{Crushed, Landed, LeftGround, Stepped, Trigger, TriggerEntered, TriggerLeft};
#[cfg(feature = "gizmos")]
pub use gizmos::{SidleGizmos, SidleGizmosPlugin};
pub use level::{LevelReady, MeshError, MeshProblem, SidleChunk, SidleIgnore, SidleLevel, SidleMesh};
pub use origin::WorldOrigin;
pub use platform::{Platform, PlatformPose};
pub use plugin::{SidlePlugin, SidleSystems};
pub use query::Sidle;
pub use sidle;
pub use space::SidleWorld;
pub use surface::Surface;
pub use warnings::SidleWarnings;

/// Compiles and runs the examples of the guide's chapter as doctests. Not part of the crate.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../../docs/book/src/in-bevy.md")]
    struct InBevy;
}
