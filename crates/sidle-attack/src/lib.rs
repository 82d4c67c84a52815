//! The tests that try to break sidle's guarantees: adversarial worlds and motions, the verdict on a
//! move, long walks, and shrinking of failing cases. The judges themselves are in `sidle-judge` and
//! share no code with the library.

#[macro_use]
mod sums;

pub mod adversarial;
pub mod classes;
pub mod crowds;
pub mod metamorphic;
pub mod mutants;
pub mod overlaps;
pub mod platforms;
pub mod random;
pub mod rates;
pub mod record;
pub mod shrink;
pub mod soak;
pub mod targets;
pub mod trial;
pub mod verdict;

pub use sidle_walkers::{character, files, walker, witness};
