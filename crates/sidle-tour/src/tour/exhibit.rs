//! An exhibit of the tour: its text, checks and picture.

use sidle_cli::paint::Figure;

/// A computed number and its expected value.
#[derive(Clone, Debug)]
pub(crate) struct Check {
    /// Short description.
    pub(crate) what: String,
    /// Expected value.
    pub(crate) expected: f64,
    /// Computed value, the worst of several.
    pub(crate) came_out: f64,
    /// Largest allowed error.
    pub(crate) tolerance: f64,
}

impl Check {
    /// Creates a check.
    pub(crate) fn new(what: impl Into<String>, expected: f64, came_out: f64, tolerance: f64) -> Self {
        Self { what: what.into(), expected, came_out, tolerance }
    }

    /// Returns true if the error is within the tolerance. False for `NaN`.
    pub(crate) fn holds(&self) -> bool {
        self.error() <= self.tolerance
    }

    /// Returns the absolute error.
    pub(crate) fn error(&self) -> f64 {
        (self.came_out - self.expected).abs()
    }

    /// Returns the error divided by the tolerance, to find the worst of several checks. A check
    /// without tolerance is at its limit or beyond.
    pub(crate) fn strain(&self) -> f64 {
        match (self.error(), self.tolerance) {
            (error, _) if error.is_nan() => f64::INFINITY,
            (0.0, _) => 0.0,
            (error, tolerance) => error / tolerance,
        }
    }
}

/// A row of the table: an action and its checks.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Short description of the action.
    pub(crate) label: String,
    /// Moves per second, if there are several rates.
    pub(crate) rates: String,
    /// At least one check.
    pub(crate) checks: Vec<Check>,
    /// Nanoseconds per move, ray, or other unit of the action.
    pub(crate) ns: f64,
}

/// A stop of the tour.
#[derive(Clone, Debug)]
pub(crate) struct Exhibit {
    /// Unique name in kebab case; also the name of its picture.
    pub(crate) id: &'static str,
    /// Short title.
    pub(crate) title: &'static str,
    /// A paragraph for readers without prior knowledge.
    pub(crate) about: &'static str,
    /// At least one row.
    pub(crate) rows: Vec<Row>,
    /// The picture.
    pub(crate) picture: Figure,
}

impl Exhibit {
    /// Returns all checks of the exhibit.
    pub(crate) fn checks(&self) -> impl Iterator<Item = &Check> {
        self.rows.iter().flat_map(|row| &row.checks)
    }

    /// Returns true if every check holds.
    pub(crate) fn holds(&self) -> bool {
        self.checks().all(Check::holds)
    }
}
