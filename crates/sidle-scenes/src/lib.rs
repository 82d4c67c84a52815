//! Levels, input scripts and expected answers as plain data: the same scenes serve the tests, the
//! tour and the benchmarks of sidle.
//!
//! The crate depends on nothing, sidle included. Every expected value is a closed form or comes
//! from one of the f64 [`mod@reference`] integrators here, so that a scene can judge the library
//! instead of repeating it.
//!
//! Metres, seconds, y up, right-handed; triangles run counter-clockwise seen from their front. A
//! mover keeps its centre at radius + skin from every surface, and the expectations count the skin
//! in.
//!
//! - [`Level`] is a polygon world; [`Builder`] makes one; [`generate`] makes large ones from a
//!   seed.
//! - [`Station`] is a level, runs through it, and what should come out; [`stations::all`] lists
//!   those of the tour, [`cases::all`] those that users of other systems reported,
//!   [`slides::station`] the six slide scenes.
//! - [`counterexamples`] are single sweeps that published methods get wrong, with the true answers.

mod build;
pub mod cases;
pub mod counterexamples;
pub mod generate;
mod level;
mod measure;
pub mod reference;
mod rng;
pub mod slides;
mod solids;
mod station;
pub mod stations;
pub mod trig;
mod vec3;

pub use build::Builder;
pub use level::{Level, Surface};
pub use measure::{Expectation, Measure, Trace};
pub use rng::SplitMix64;
pub use station::{DEFAULT_SKIN, Drive, Law, Phase, Run, Shape, Station};
