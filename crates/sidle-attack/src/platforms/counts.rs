//! Counts of the cases, and a hash of their outcomes.

use std::fmt::{Debug, Write};

use sidle::{CarryEnd, DVec3};

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cases with a free start.
    pub cases: u64,
    /// Steps of bodies and of characters.
    pub steps: u64,
    /// Steps after which the body is where it was.
    pub still: u64,
    /// Steps that carried or pushed the body.
    pub free: u64,
    /// Steps that squeezed it.
    pub squeezed: u64,
    /// Steps that crushed it.
    pub crushed: u64,
    /// Crushes with a way out.
    pub refuted: u64,
    /// Steps of characters among all.
    pub characters: u64,
    /// Sum of the hashes of the outcomes of all cases without a failure. It depends on every bit of
    /// them, and not on the order of the cases.
    pub outcomes: u64,
}

impl Counts {
    /// Returns the sums.
    #[must_use]
    pub const fn merged(&self, other: &Self) -> Self {
        let mut sum = *self;
        add_fields!(other => sum: cases, steps, still, free, squeezed, crushed, refuted, characters);
        sum.outcomes = sum.outcomes.wrapping_add(other.outcomes);
        sum
    }

    pub(super) fn note(&mut self, end: CarryEnd) {
        self.steps += 1;
        match end {
            CarryEnd::Still => self.still += 1,
            CarryEnd::Squeezed => self.squeezed += 1,
            CarryEnd::Crushed => self.crushed += 1,
            _ => self.free += 1,
        }
    }
}

/// A hash of the outcomes of one case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes(u64);

impl Outcomes {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) const fn hash(&self) -> u64 {
        self.0
    }

    /// Adds a value. The text of a float differs if its bits differ, except for NaN.
    pub(super) fn note(&mut self, outcome: &impl Debug) {
        // Writing to a hash cannot fail.
        let _ = write!(self, "{outcome:?}");
    }

    /// Adds a timed path.
    pub(super) fn note_path(&mut self, path: &[(f64, DVec3)]) {
        for (time, place) in path {
            for number in [*time, place.x, place.y, place.z] {
                self.eat(number.to_bits());
            }
        }
    }

    const fn eat(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

impl Write for Outcomes {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        text.bytes().for_each(|byte| self.eat(byte.into()));
        Ok(())
    }
}
