//! Adversarial generators. Every choice is drawn from one [`Rng`](crate::random::Rng), so the
//! property tests, the seeded loops and the fuzzer generate the same inputs.

pub mod aim;
pub mod body;
pub mod course;
pub mod field;
pub mod mesh;
pub mod number;
mod patches;
pub mod scene;
