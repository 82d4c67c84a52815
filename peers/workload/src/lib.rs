//! The work that every engine gets, and the judge of the results.
//!
//! Each engine is a program with one line in `main`: `peers_work::run::<MyEngine>()`. It reads the
//! work from one file ([`Work`]) and writes the results to another ([`Raw`]). [`judge`] compares
//! the two in f64. Programs in other languages read and write the same files.

mod character;
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

pub use character::{
    BODY, CharacterRow, Characters, GRAVITY, Goal, MAX_SLOPE, SNAP_DISTANCE, STEP_HEIGHT, Stepped,
};
pub use engine::{Capsule, Engine, Tall};
pub use levels::{Level, character_level_names, level_names, read_level};
pub use pack::Pack;
pub use plan::{Control, Plan};
pub use run::{Raw, WalkRaw, run, run_with_characters};
pub use samples::{Kind, QUERY_KINDS, Queries, Truth};
pub use stats::{geometric_mean, hash_of, median, percentile};
pub use verdict::{QueryRow, Row, WalkRow, judge};
pub use work::Work;

/// A point or a vector, in metres.
pub type P = [f32; 3];
