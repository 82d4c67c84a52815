//! Trials: a scene of trouble is made, something is done in it, and what came out is judged. Every trial is a function of a
//! [`Dice`], so a seed, a property test and a fuzzer can run it.

mod ball;
mod moves;
mod pare;
mod tally;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use sidle::trace::Replay;

use crate::dice::Dice;
use crate::verdict::Fault;

pub use ball::balls;
pub use moves::moves;
pub use pare::pared;
pub use tally::Tally;

/// A trial that found a fault.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What was found.
    pub what: String,
    /// The fault, where the judge of moves found it.
    pub fault: Option<Fault>,
    /// The move it was found in, captured; the fault shows in it too, or there is none.
    pub replay: Option<Box<Replay>>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        self.replay.as_ref().map_or(Ok(()), |replay| write!(f, "\n{replay}"))
    }
}

/// [`any`] of a seed, a panic taken for a failure.
///
/// # Errors
/// What was found.
pub fn of_seed(seed: u64, tally: &mut Tally) -> Result<(), Failure> {
    guarded(&mut Dice::seeded(seed), tally)
}

/// [`any`] of bytes, a panic taken for a failure.
///
/// # Errors
/// What was found.
pub fn of_bytes(bytes: &[u8]) -> Result<(), Failure> {
    guarded(&mut Dice::of_bytes(bytes), &mut Tally::default())
}

/// The bytes that a seed stands for; no trial takes more.
#[must_use]
pub fn bytes_of_seed(seed: u64) -> Vec<u8> {
    let mut dice = Dice::seeded(seed);
    (0..1 << 12).map(|_| dice.byte()).collect()
}

fn guarded(dice: &mut Dice, tally: &mut Tally) -> Result<(), Failure> {
    // A tally that a panic left half counted is still a tally.
    catch_unwind(AssertUnwindSafe(|| any(dice, tally))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
        Err(Failure { what: format!("panics: {text}"), fault: None, replay: None })
    })
}

/// One trial of any kind.
///
/// # Errors
/// What was found.
pub fn any(dice: &mut Dice, tally: &mut Tally) -> Result<(), Failure> {
    if dice.chance(40) { balls(dice, tally) } else { moves(dice, tally) }
}
