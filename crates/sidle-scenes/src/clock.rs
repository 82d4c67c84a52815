//! Durations of the steps of a run, at fixed and at variable rates.

use std::fmt;

use crate::rng::SplitMix64;

/// Shortest rest in seconds that is a step of its own: rounding of times is smaller.
const LEAST: f64 = 1e-6;

/// The shortest step of a variable rate is 1/1000 s. Its durations are spread over this many
/// doublings, up to 1/20 s.
const DOUBLINGS: usize = 6;

/// The rate of the steps of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Steps per second.
    Hz(u32),
    /// Steps of 1 to 50 ms, drawn with this seed.
    Variable(u64),
}

impl Rate {
    /// The rates at which a character must behave the same.
    pub const ALL: [Self; 7] = [
        Self::Hz(20),
        Self::Hz(30),
        Self::Hz(60),
        Self::Hz(144),
        Self::Hz(240),
        Self::Hz(1000),
        Self::Variable(1),
    ];

    /// Returns the durations in seconds of the steps from one time to another. Their sum is the
    /// time between, so the last one may be shorter.
    #[must_use]
    pub fn steps(self, from: f64, to: f64) -> Vec<f64> {
        let mut steps = Vec::new();
        let mut rng = match self {
            Self::Hz(_) => SplitMix64::new(0),
            Self::Variable(seed) => SplitMix64::new(seed ^ from.to_bits()),
        };
        let mut left = to - from;
        while left > LEAST {
            let dt = match self {
                Self::Hz(rate) => f64::from(rate).recip(),
                Self::Variable(_) => rng.magnitude(1e-3, DOUBLINGS).min(0.05),
            };
            // No rest that is too short for a step.
            let dt = if dt > left - LEAST { left } else { dt };
            steps.push(dt);
            left -= dt;
        }
        steps
    }

    /// Returns the longest step, in seconds.
    #[must_use]
    pub fn longest(self) -> f64 {
        match self {
            Self::Hz(rate) => f64::from(rate).recip(),
            Self::Variable(_) => 0.05,
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hz(rate) => f.pad(&format!("{rate} Hz")),
            Self::Variable(_) => f.pad("variable"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn the_steps_of_every_rate_fill_the_time() {
        for rate in Rate::ALL {
            for (from, to) in [(0.0, 0.5), (0.5, 0.6), (3.0, 3.0), (0.1, 0.101)] {
                let steps = rate.steps(from, to);
                assert!((steps.iter().sum::<f64>() - (to - from)).abs() < 1e-9, "{rate}");
                assert!(steps.iter().all(|&dt| dt > 0.0 && dt <= rate.longest() + 2e-6), "{rate}");
            }
        }
        assert_eq!(Rate::Hz(144).steps(0.5, 1.0).len(), 72);
        assert_eq!(Rate::Hz(20).steps(0.0, 0.125).len(), 3);
        let lengths = Rate::Variable(1).steps(0.0, 9.0);
        assert!(lengths.iter().any(|&dt| dt < 0.002) && lengths.iter().any(|&dt| dt > 0.04));
    }
}
