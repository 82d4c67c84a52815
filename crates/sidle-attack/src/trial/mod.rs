//! Trials: a scene of trouble is made, something is done in it, and what came out is judged. Every trial is a function of a
//! [`Dice`], so a seed, a property test and a fuzzer can run it.

mod ball;
mod moves;
mod tally;

use std::fmt;

use sidle::{Motion, MoveConfig, Shape, Vec3, World};

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
    /// The move it was found in.
    pub at: Option<Box<Scrape>>,
}

/// One move, and the world it was made in.
#[derive(Clone, Debug)]
pub struct Scrape {
    /// The world as it was then.
    pub world: World,
    /// What moved.
    pub shape: Shape,
    /// How.
    pub config: MoveConfig,
    /// From where, metres.
    pub from: Vec3,
    /// By what.
    pub motion: Motion,
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
