//! Trials: a scene of trouble is made, something is done in it, and what came out is judged. Every trial is a function of a
//! [`Dice`], so a seed, a property test and a fuzzer can run it.

mod ball;
mod moves;
mod tally;

use std::fmt;

use sidle::trace::Replay;

use crate::dice::Dice;
use crate::verdict::Fault;

pub use ball::balls;
pub use moves::moves;
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
        write!(f, "{}", self.what)
    }
}

/// One trial of any kind.
///
/// # Errors
/// What was found.
pub fn any(dice: &mut Dice, tally: &mut Tally) -> Result<(), Failure> {
    if dice.chance(40) { balls(dice, tally) } else { moves(dice, tally) }
}
