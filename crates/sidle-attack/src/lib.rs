//! Everything that tries to break sidle's promise: worlds and motions that love trouble, the
//! verdict on a move, long walks, the shrinking of what fails. The judges themselves are in
//! `sidle-judge` and share nothing with the library.

pub mod adversarial;
pub mod classes;
pub mod files;
pub mod metamorphic;
pub mod mutants;
pub mod overlaps;
pub mod random;
pub mod record;
pub mod shrink;
pub mod soak;
pub mod targets;
pub mod trial;
pub mod verdict;
pub mod walker;
pub mod witness;
