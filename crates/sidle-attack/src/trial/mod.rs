//! Trials: each generates an adversarial scene, makes moves or queries in it, and judges the
//! results. Every trial is a function of a [`Rng`], so a seed, a property test and a fuzzer can run
//! it.

mod ball;
mod character;
mod long_casts;
mod moves;
mod pare;
mod queries;
mod tally;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sidle::trace::Replay;

use crate::random::Rng;
use crate::verdict::Fault;

pub use ball::balls;
pub use character::characters;
pub use long_casts::long_casts;
pub use moves::moves;
pub use pare::pared;
pub use queries::queries;
pub use tally::Tally;

/// A trial that found a fault.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Description of the failure.
    pub what: String,
    /// The fault, if the judge of moves found it.
    pub fault: Option<Fault>,
    /// A capture of the failing move, if the capture shows the fault too.
    pub replay: Option<Box<Replay>>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        self.replay.as_ref().map_or(Ok(()), |replay| write!(f, "\n{replay}"))
    }
}

/// A kind of trial: [`any`], [`moves`], [`balls`], [`characters`], [`queries`] or [`long_casts`].
pub type Trial = for<'a> fn(&mut Rng<'a>, &mut Tally) -> Result<(), Failure>;

/// Runs the trial of a seed; a panic counts as a failure.
///
/// # Errors
/// The failure that was found.
pub fn of_seed(trial: Trial, seed: u64, tally: &mut Tally) -> Result<(), Failure> {
    guarded(trial, &mut Rng::seeded(seed), tally)
}

/// Runs the trial of a byte string; a panic counts as a failure.
///
/// # Errors
/// The failure that was found.
pub fn of_bytes(trial: Trial, bytes: &[u8], tally: &mut Tally) -> Result<(), Failure> {
    guarded(trial, &mut Rng::of_bytes(bytes), tally)
}

/// Returns the bytes that a seed stands for; no trial reads more.
#[must_use]
pub fn bytes_of_seed(seed: u64) -> Vec<u8> {
    let mut rng = Rng::seeded(seed);
    (0..1 << 12).map(|_| rng.byte()).collect()
}

fn guarded(trial: Trial, rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    // A tally that a panic interrupted remains usable.
    catch_unwind(AssertUnwindSafe(|| trial(rng, tally))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
        Err(Failure { what: format!("panics: {text}"), fault: None, replay: None })
    })
}

/// Runs one trial of any kind.
///
/// # Errors
/// The failure that was found.
pub fn any(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    match rng.weighted(&[5, 1, 1, 1]) {
        0 => moves(rng, tally),
        1 => balls(rng, tally),
        2 => characters(rng, tally),
        _ => queries(rng, tally),
    }
}
