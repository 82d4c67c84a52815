//! Everything that tries to break sidle's promise: worlds and motions that love trouble, the
//! verdict on a move, long walks, the shrinking of what fails. The judges themselves are in
//! `sidle-judge` and share nothing with the library.

pub mod classes;
pub mod dice;
pub mod files;
pub mod mutants;
pub mod overlaps;
pub mod record;
pub mod relations;
pub mod shrink;
pub mod soak;
pub mod targets;
pub mod trial;
pub mod trouble;
pub mod verdict;
pub mod walker;
pub mod witness;
