//! The integration tests of the attacks, in one binary.

mod character_verdict;
mod classes;
#[path = "../../../sidle-cli/tests/all/common/mod.rs"]
mod common;
mod crowds;
mod metamorphic;
mod mutants;
mod overlaps;
mod platforms;
mod rates;
mod record;
mod replays;
mod soak;
mod soak_characters;
mod sweeps;
mod targets;
mod trials;
mod verdict;
