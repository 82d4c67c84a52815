//! Random walkers and players, and conversions for an independent judge. The program `sidle`, whose
//! command `walk` checks the levels of users, and the attacks on the library share them.

mod body;
pub mod character;
pub mod files;
mod numbers;
pub mod walker;
pub mod witness;

pub use body::{body_of, spacing, wide};
pub use numbers::grouped;
