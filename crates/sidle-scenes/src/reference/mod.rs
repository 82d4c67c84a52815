//! Independent reference implementations: slow, plain f64 code that shares nothing with the
//! library.
//!
//! [`distance`] and [`sweep`] check single sweeps. [`arc`] is the closed form of rolling over an
//! edge. [`Profile`] moves a body along a polyline. [`CatchingUp`] moves one through any small
//! level by brute force.

pub mod arc;
mod catching_up;
pub mod distance;
mod profile;
mod quadrature;
pub mod sweep;

pub use catching_up::{CatchingUp, Fall};
pub use profile::{Envelope, Profile};
