//! Measured values with their limits.

/// A measured value that must not exceed its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The measured quantity.
    pub what: &'static str,
    /// Where: the walk and its variant.
    pub place: String,
    /// The value.
    pub value: f64,
    /// The largest or the smallest allowed value.
    pub limit: f64,
    /// True if the value must be at least the limit; otherwise it must be at most the limit.
    pub is_least: bool,
}

impl Measured {
    /// Returns true if the value is within its limit. NaN is not.
    #[must_use]
    pub fn passed(&self) -> bool {
        if self.is_least { self.value >= self.limit } else { self.value <= self.limit }
    }

    /// Returns how close the value is to its limit: 1 at the limit, more beyond it.
    #[must_use]
    pub fn strain(&self) -> f64 {
        let (over, under) = if self.is_least { (self.limit, self.value) } else { (self.value, self.limit) };
        if !self.passed() {
            let strain = over / under;
            if strain > 1.0 { strain } else { f64::INFINITY }
        } else if over <= 0.0 || under <= 0.0 {
            0.0
        } else {
            (over / under).min(1.0)
        }
    }

    /// Returns the value with its limit as text.
    #[must_use]
    pub fn text(&self) -> String {
        if self.limit == 0.0 && !self.is_least {
            return format!("{}: {}", self.what, self.value);
        }
        let sign = match (self.is_least, self.passed()) {
            (true, true) => ">=",
            (true, false) => "< required",
            (false, true) => "<=",
            (false, false) => "> allowed",
        };
        format!("{}: {:.4e} {sign} {:.4e}", self.what, self.value, self.limit)
    }
}

/// The worst value of each kind.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// One entry for each kind of measurement.
    pub worst: Vec<Measured>,
    /// Number of failed measurements.
    pub failures: usize,
    /// The first failed measurements, at most [`Findings::LISTED`] for each kind and run.
    pub failed: Vec<Measured>,
    /// The place of the following measurements.
    pub place: String,
}

impl Findings {
    /// Largest number of listed failures of a kind.
    pub const LISTED: usize = 20;

    fn add(&mut self, what: &'static str, value: f64, limit: f64, is_least: bool) {
        let new = Measured { what, place: String::new(), value, limit, is_least };
        if !new.passed() {
            self.failures += 1;
            if self.failed.iter().filter(|m| m.what == what).count() < Self::LISTED {
                self.failed.push(Measured { place: self.place.clone(), ..new.clone() });
            }
        }
        match self.worst.iter_mut().find(|m| m.what == what) {
            Some(old) if new.strain() <= old.strain() && (old.passed() == new.passed() || new.passed()) => {}
            Some(old) => *old = Measured { place: self.place.clone(), ..new },
            None => self.worst.push(Measured { place: self.place.clone(), ..new }),
        }
    }

    /// Requires that a value is at most `limit`.
    pub fn at_most(&mut self, what: &'static str, value: f64, limit: f64) {
        self.add(what, value, limit, false);
    }

    /// Requires that a value is at least `limit`.
    pub fn at_least(&mut self, what: &'static str, value: f64, limit: f64) {
        self.add(what, value, limit, true);
    }

    /// Requires that a statement is true: the value is 0 if it is, and 1 otherwise.
    pub fn holds(&mut self, what: &'static str, is_true: bool) {
        self.add(what, f64::from(u8::from(!is_true)), 0.0, false);
    }

    /// Adds the results of another run.
    pub fn merge(&mut self, other: Self) {
        self.failures += other.failures;
        self.failed.extend(other.failed);
        for new in other.worst {
            match self.worst.iter_mut().find(|m| m.what == new.what) {
                Some(old) if new.strain() <= old.strain() => {}
                Some(old) => *old = new,
                None => self.worst.push(new),
            }
        }
    }

    /// Returns true if every value was within its limit.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures == 0
    }

    /// Returns the measurement that was closest to its limit, or furthest beyond it.
    #[must_use]
    pub fn closest(&self) -> Option<&Measured> {
        self.worst.iter().max_by(|a, b| a.strain().total_cmp(&b.strain()))
    }

    /// Returns the failed measurements as one line; empty if there is none.
    #[must_use]
    pub fn why(&self) -> String {
        let failed: Vec<String> = self
            .worst
            .iter()
            .filter(|m| !m.passed())
            .map(|m| format!("{} ({})", m.text(), m.place))
            .collect();
        let more = if self.failures > failed.len() {
            format!("; {} failed measurements in all", self.failures)
        } else {
            String::new()
        };
        failed.join("; ") + &more
    }
}
