//! Generators that love trouble. Everything is drawn from one [`Rng`](crate::random::Rng), so that
//! the property tests, the seeded loops and the fuzzer make the same trouble.

pub mod aim;
pub mod body;
pub mod field;
pub mod mesh;
pub mod number;
mod patches;
pub mod scene;
