//! What the tour shows at one stop, whatever it is made of: words, checks, a picture.

use crate::paint::Figure;

/// A number that came out, and the one that should have.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// What it is, a few words.
    pub(crate) what: String,
    /// What is right.
    pub(crate) expected: f64,
    /// What came out, the worst of several.
    pub(crate) came_out: f64,
    /// How far off it may be.
    pub(crate) tolerance: f64,
}

impl Check {
    /// A check, whether it holds or not.
    pub(crate) fn new(what: impl Into<String>, expected: f64, came_out: f64, tolerance: f64) -> Self {
        Self { what: what.into(), expected, came_out, tolerance }
    }

    /// Near enough. Never for `NaN`.
    pub(crate) fn holds(&self) -> bool {
        self.error() <= self.tolerance
    }

    /// How far off.
    pub(crate) fn error(&self) -> f64 {
        (self.came_out - self.expected).abs()
    }

    /// The error in tolerances, to find the worst of several; a check without tolerance is at its
    /// limit or beyond.
    pub(crate) fn strain(&self) -> f64 {
        match (self.error(), self.tolerance) {
            (error, _) if error.is_nan() => f64::INFINITY,
            (0.0, _) => 0.0,
            (error, tolerance) => error / tolerance,
        }
    }
}

/// One line of the table: something that was done, and its checks.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// What was done.
    pub(crate) label: String,
    /// Moves a second, where it was done at several rates.
    pub(crate) rates: String,
    /// At least one.
    pub(crate) checks: Vec<Check>,
    /// Nanoseconds for one move, ray or whatever it consists of.
    pub(crate) ns: f64,
}

/// A stop of the tour.
#[derive(Clone, Debug)]
pub(crate) struct Exhibit {
    /// Kebab-case, unique; the name of its picture.
    pub(crate) id: &'static str,
    /// A few words.
    pub(crate) title: &'static str,
    /// A paragraph for somebody who knows nothing of all this.
    pub(crate) about: &'static str,
    /// At least one.
    pub(crate) rows: Vec<Row>,
    /// What it looks like.
    pub(crate) picture: Figure,
}

impl Exhibit {
    /// All of its checks.
    pub(crate) fn checks(&self) -> impl Iterator<Item = &Check> {
        self.rows.iter().flat_map(|row| &row.checks)
    }

    /// Every check holds.
    pub(crate) fn holds(&self) -> bool {
        self.checks().all(Check::holds)
    }
}
