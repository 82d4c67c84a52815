//! The work that every engine is given, and the verdict on what it did with it.
//!
//! An engine is a program of its own with one line in `main`: `peers_work::run::<MyEngine>()`. The
//! work comes as one file ([`Work`]), what the engine did goes out as another ([`Raw`]); [`judge`]
//! compares the two in f64. Programs that are not Rust read and write the same files.

mod clock;
mod engine;
mod levels;
mod pack;
mod plan;
mod run;
mod samples;
pub mod sanity;
mod scene;
mod stats;
mod verdict;
mod work;

pub use engine::{Engine, Tall};
pub use levels::{Level, level_names, read_level};
pub use pack::Pack;
pub use plan::{Control, Plan};
pub use run::{Raw, WalkRaw, run};
pub use samples::{Kind, QUERY_KINDS, Queries, Truth};
pub use stats::{geometric_mean, hash_of, median, percentile};
pub use verdict::{QueryRow, Row, WalkRow, judge};
pub use work::Work;

/// A point or a vector, metres.
pub type P = [f32; 3];
