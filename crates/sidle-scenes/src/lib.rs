//! Levels, input scripts and expected results as plain data. The same scenes serve the tests, the
//! tour and the benchmarks of sidle.
//!
//! The crate has no dependencies, not even sidle. Every expected value is a closed form or comes
//! from one of the f64 [`mod@reference`] integrators here. A scene can therefore check the library
//! instead of repeating it.
//!
//! Units are metres and seconds. The coordinate system is right-handed with y up; triangles are
//! counter-clockwise seen from their front. A mover keeps its centre at radius + skin from every
//! surface, and the expected values include the skin.
//!
//! * [`Level`] is a polygon world; [`Builder`] makes one; [`generate`] makes large ones from a
//!   seed.
//! * [`Station`] is a level with runs through it and their expected results. [`stations::all`]
//!   lists those of the tour, [`cases::all`] those that users of other systems reported, and
//!   [`slides::station`] the six slide scenes.
//! * [`counterexamples`] are single sweeps that published methods get wrong, with the correct
//!   answers.
//! * [`narrow_ground`] are small grounds where random tests found faults.
//! * [`Rate`] divides a time into steps.
//! * [`trials`] chooses between two counts of a random trial.

mod build;
pub mod cases;
pub mod catalogue;
mod clock;
pub mod counterexamples;
pub mod generate;
mod level;
mod measure;
pub mod narrow_ground;
pub mod reference;
mod rng;
pub mod slides;
mod solids;
mod station;
pub mod stations;
mod trials;
pub mod trig;
mod vec3;

pub use build::Builder;
pub use clock::Rate;
pub use level::{Level, Surface};
pub use measure::{Expectation, Measure, Trace};
pub use rng::SplitMix64;
pub use station::{DEFAULT_SKIN, Drive, Law, Phase, Run, Shape, Station};
pub use trials::trials;
