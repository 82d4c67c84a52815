//! A safe root finder: the first time at which a function comes down to zero.
//!
//! A function that changes no faster than `speed` cannot reach 0 within the next f / speed of the
//! time. The search can therefore skip that interval. Every step proves that the interval it skips
//! is free of roots, so no root is missed. This includes double roots, which touch zero without
//! crossing it. Bisection misses those, because it sees the same sign on both sides.

use crate::tolerance::{DEFAULT_ROOT_ROUNDING, DEFAULT_ROOT_TOLERANCE, ROOT_STEP_DOWN};

/// The result of a search for the first root. Fractions run from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    /// The function stays above 0 along the whole path.
    Free,
    /// The function comes within the tolerance of 0 at `fraction`. Everywhere before, it is above
    /// 0.
    Touches {
        /// Fraction of the path at the contact, never above the fraction of the first root.
        fraction: f64,
    },
    /// The function is below 0 or NaN at the start.
    StartsInside,
    /// The search stopped without a result: its steps ran out, the speed or tolerance is invalid,
    /// or the function changed faster than the given speed allows. The path is free up to
    /// `fraction`.
    GaveUp {
        /// Fraction of the path up to which the function was found to be above 0.
        fraction: f64,
    },
}

impl Root {
    /// Returns the fraction of the path that is free, 0..=1.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        match *self {
            Self::Free => 1.0,
            Self::StartsInside => 0.0,
            Self::Touches { fraction } | Self::GaveUp { fraction } => fraction,
        }
    }
}

/// The information about one position of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// The path is free up to this fraction.
    ClearUntil(f64),
    MoverContact,
    Unknown,
}

/// Advances from 0 to 1. At every position, `ask` says how far ahead the path is clear.
pub(super) fn march(max_steps: u32, mut ask: impl FnMut(f64) -> Step) -> Root {
    let mut fraction = 0.0;
    for _ in 0..max_steps {
        match ask(fraction) {
            Step::ClearUntil(until) if until >= 1.0 => return Root::Free,
            Step::ClearUntil(until) if until > fraction => fraction = until,
            Step::MoverContact => return Root::Touches { fraction },
            // A step that does not advance, including NaN, is treated as no answer.
            Step::ClearUntil(_) | Step::Unknown => return Root::GaveUp { fraction },
        }
    }
    Root::GaveUp { fraction }
}

/// Finds the first root of a function over 0..=1 by conservative steps.
///
/// A value of [`tolerance`](Self::tolerance) or less counts as a contact, even if the function does
/// not cross zero there. A minimum above the tolerance is not a contact, and the search goes on
/// behind it. No part of the path is skipped.
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
    /// Largest change of the function while the fraction goes from 0 to 1. For a distance function,
    /// this is the length of the path. Default 1.
    pub speed: f64,
    /// Largest error that rounding can add to a value of the function. The finder subtracts this
    /// error. Default 1e-14.
    pub rounding: f64,
    /// Largest value of the function that counts as a contact, in the unit of the function; above
    /// `rounding`. Default 1e-5.
    pub tolerance: f64,
    /// Largest number of steps of a search. Default 100,000. About a dozen steps are common away
    /// from roots. A double root takes about (speed / tolerance)^(1/2) steps.
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
    /// Returns the first fraction in 0..=1 at which `f` comes down to 0.
    ///
    /// Always terminates, after at most `max_steps` calls, whatever `f` returns. Returns
    /// [`Root::GaveUp`] if a value is NaN, or if it is below 0 although the previous value and
    /// `speed` exclude this.
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

    /// Checks the end of a free path: it may be a contact, and a function that jumps may be below 0
    /// there.
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
