//! The safe root finder: when does a function of time come down to zero?
//!
//! A function that changes no faster than `speed` cannot reach 0 for the next f / speed of the
//! time, so that much may be stepped over. Every step clears the piece that it walks: a root cannot
//! be jumped, not even a double one that only touches zero, where bisection sees the same sign on
//! both sides and finds nothing.

use crate::tolerance::{DEFAULT_ROOT_ROUNDING, DEFAULT_ROOT_TOLERANCE, ROOT_STEP_DOWN};

/// What the search for the first root came to. Fractions run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// The function stays above 0 all the way.
    Free,
    /// It comes within the tolerance of 0 here, and is above 0 everywhere before.
    Touches {
        /// Never after the first root.
        fraction: f64,
    },
    /// It is below 0 at the start, or not a number there.
    StartsInside,
    /// The steps ran out, the speed or tolerance mean nothing, or the function was caught breaking
    /// its promise. Up to here it is free.
    GaveUp {
        /// The last fraction that the function vouched for.
        fraction: f64,
    },
}

impl Root {
    /// How much of the way is free, 0..=1.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        match *self {
            Self::Free => 1.0,
            Self::StartsInside => 0.0,
            Self::Touches { fraction } | Self::GaveUp { fraction } => fraction,
        }
    }
}

/// What is known at one place of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Nothing is met before this fraction.
    ClearUntil(f64),
    MoverContact,
    Unknown,
}

/// Walks from 0 to 1, asking at every place how far on it is clear.
pub(super) fn march(max_steps: u32, mut ask: impl FnMut(f64) -> Step) -> Root {
    let mut fraction = 0.0;
    for _ in 0..max_steps {
        match ask(fraction) {
            Step::ClearUntil(until) if until >= 1.0 => return Root::Free,
            Step::ClearUntil(until) if until > fraction => fraction = until,
            Step::MoverContact => return Root::Touches { fraction },
            // What is not an advance, NaN included, is no answer.
            Step::ClearUntil(_) | Step::Unknown => return Root::GaveUp { fraction },
        }
    }
    Root::GaveUp { fraction }
}

/// Finds the first root of a function over 0..=1 by conservative steps.
///
/// The rule for roots that only touch: whatever comes down to [`tolerance`](Self::tolerance) or
/// less counts as touching, whether it would cross or not; what stays above is passed. Nothing in
/// between is skipped.
///
/// ```
/// use sidle::sdf::{Root, RootFinder};
/// // A double root at 1/2: zero is touched and not crossed, so that the sign never changes.
/// let graze = |t: f64| (t - 0.5) * (t - 0.5);
/// let finder = RootFinder { speed: 1.0, tolerance: 1e-6, ..RootFinder::default() };
/// let Root::Touches { fraction } = finder.first_root(graze) else { panic!() };
/// assert!(fraction <= 0.5 && fraction > 0.498);
/// // A hair higher, it is a near miss.
/// assert_eq!(finder.first_root(|t| graze(t) + 2e-6), Root::Free);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootFinder {
    /// The most by which the function changes while the fraction goes from 0 to 1 (the length of
    /// the way, for a distance). Default 1.
    pub speed: f64,
    /// What rounding can add to a value; it is taken off. Default 1e-14.
    pub rounding: f64,
    /// How near to 0 counts as touching, in the unit of the function; above `rounding`. Default
    /// 1e-5.
    pub tolerance: f64,
    /// Default 100,000. Away from roots a dozen is common; at a double root it takes about
    /// (speed / tolerance)^(1/2).
    pub max_steps: u32,
}

impl Default for RootFinder {
    fn default() -> Self {
        Self {
            speed: 1.0,
            rounding: DEFAULT_ROOT_ROUNDING,
            tolerance: DEFAULT_ROOT_TOLERANCE,
            max_steps: 100_000,
        }
    }
}

impl RootFinder {
    /// When `f`, asked at fractions 0..=1 of a way, first comes down to 0.
    ///
    /// Total: whatever `f` does, this ends after `max_steps` calls at the latest. A value that is
    /// not a number, or a fall below 0 right after a promise that it could not fall so far, ends it
    /// with [`Root::GaveUp`].
    #[must_use]
    pub fn first_root(&self, mut f: impl FnMut(f64) -> f64) -> Root {
        let sane = self.speed >= 0.0 && self.rounding >= 0.0 && self.tolerance > self.rounding;
        let start = f(0.0);
        if start.is_nan() || start < -self.rounding {
            return Root::StartsInside;
        }
        if !(sane && self.speed.is_finite() && self.tolerance.is_finite()) {
            return Root::GaveUp { fraction: 0.0 };
        }
        let mut vouched = 0.0;
        let found = march(self.max_steps, |t| {
            let value = f(t);
            if value.is_nan() || value < -2.0 * self.rounding {
                return Step::Unknown;
            }
            vouched = t;
            if value <= self.tolerance {
                return Step::MoverContact;
            }
            // Rounded down, so that the sum never steps over a root.
            let ahead = (value - self.rounding) / self.speed * (1.0 - ROOT_STEP_DOWN);
            Step::ClearUntil((t + ahead).next_down())
        });
        if let Root::GaveUp { fraction } = found {
            return Root::GaveUp { fraction: if vouched < fraction { vouched } else { fraction } };
        }
        if found == Root::Free {
            return self.at_the_end(f(1.0), vouched);
        }
        found
    }

    /// The end of a free way is looked at too: it may touch, and a function that jumps may be below
    /// 0 there.
    fn at_the_end(&self, value: f64, vouched: f64) -> Root {
        if value > self.tolerance {
            Root::Free
        } else if value >= -2.0 * self.rounding {
            Root::Touches { fraction: 1.0 }
        } else {
            Root::GaveUp { fraction: vouched }
        }
    }
}
