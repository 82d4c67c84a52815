//! Measurements of a run, and their expected values.

use crate::vec3::{V3, cross, dot, length, sub, wide};

/// The recorded result of one execution of a run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Moves per second.
    pub rate: u32,
    /// The start, then the position after every move as the library returned it, in metres.
    pub positions: Vec<[f64; 3]>,
    /// The velocity after the last move, in metres per second.
    pub velocity: [f32; 3],
    /// The normal of every hit of every move; only [`Measure::NormalsOff`] reads them.
    pub normals: Vec<[f32; 3]>,
}

/// A number computed from a trace. Lengths are in metres, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// One coordinate of the last position.
    End {
        /// 0, 1 or 2.
        axis: usize,
    },
    /// The distance of the last position from a place.
    EndFrom([f64; 3]),
    /// The length of the velocity after the last move.
    EndSpeed,
    /// The sum of the distances between consecutive positions.
    Travelled,
    /// The largest value of a coordinate over all positions, the start included.
    Highest {
        /// 0, 1 or 2.
        axis: usize,
    },
    /// The smallest value of a coordinate over all positions, the start included.
    Lowest {
        /// 0, 1 or 2.
        axis: usize,
    },
    /// The largest component of a position along a unit vector, the start included: the height
    /// above a plane through the origin.
    HighestAlong([f64; 3]),
    /// The smallest component of a position along a unit vector, the start included.
    LowestAlong([f64; 3]),
    /// The largest distance of any position from a place.
    Farthest([f64; 3]),
    /// The smallest distance of any position from a place.
    Nearest([f64; 3]),
    /// The sum of the angles between the directions to consecutive positions, seen from a place.
    AngleSeenFrom([f64; 3]),
    /// The largest distance between the last position and any position of the last `seconds`.
    Drift {
        /// Simulated time in seconds.
        seconds: f64,
    },
    /// The number of moves of the last `seconds` that changed any bit of the position: 0 is exact
    /// rest.
    MovesThatChanged {
        /// Simulated time in seconds.
        seconds: f64,
    },
    /// The largest distance between any reported normal and this one; 0 without any hit.
    NormalsOff([f64; 3]),
    /// The largest distance between the ends at any two rates of the run. It is computed from all
    /// traces together.
    SpreadAcrossRates,
}

impl Measure {
    /// Computes the measure from one trace. Returns `NaN` for a trace without positions.
    /// [`Measure::SpreadAcrossRates`] is 0 here.
    #[must_use]
    pub fn read(&self, trace: &Trace) -> f64 {
        let Some(&last) = trace.positions.last() else { return f64::NAN };
        let all = || trace.positions.iter().copied();
        let pairs = || trace.positions.windows(2).map(|w| (w[0], w[1]));
        let tail = |seconds: f64| {
            let moves = (seconds * f64::from(trace.rate)).round() as usize;
            &trace.positions[trace.positions.len().saturating_sub(moves + 1)..]
        };
        let from = |place: [f64; 3]| all().map(move |p| length(sub(p, place)));
        match *self {
            Self::End { axis } => last[axis],
            Self::EndFrom(place) => length(sub(last, place)),
            Self::EndSpeed => length(wide(trace.velocity)),
            Self::Travelled => pairs().map(|(a, b)| length(sub(b, a))).sum(),
            Self::Highest { axis } => largest(all().map(|p| p[axis])),
            Self::Lowest { axis } => -largest(all().map(|p| -p[axis])),
            Self::HighestAlong(direction) => largest(all().map(|p| dot(p, direction))),
            Self::LowestAlong(direction) => -largest(all().map(|p| -dot(p, direction))),
            Self::Farthest(place) => largest(from(place)),
            Self::Nearest(place) => -largest(from(place).map(|d| -d)),
            Self::AngleSeenFrom(place) => pairs().map(|(a, b)| angle(sub(a, place), sub(b, place))).sum(),
            Self::Drift { seconds } => largest(tail(seconds).iter().map(|&p| length(sub(p, last)))),
            Self::MovesThatChanged { seconds } => {
                let bits = |p: [f64; 3]| p.map(f64::to_bits);
                tail(seconds).windows(2).filter(|w| bits(w[0]) != bits(w[1])).count() as f64
            }
            Self::NormalsOff(normal) if trace.normals.is_empty() => 0.0 * normal[0],
            Self::NormalsOff(normal) => largest(trace.normals.iter().map(|&n| length(sub(wide(n), normal)))),
            Self::SpreadAcrossRates => 0.0,
        }
    }
}

/// Returns the largest value; NaN counts as the largest.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, |a, b| if b > a || b.is_nan() { b } else { a })
}

/// Uses the tangent, because the cosine is inaccurate for small angles.
fn angle(a: V3, b: V3) -> f64 {
    length(cross(a, b)).atan2(dot(a, b))
}

/// An expected result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Short description.
    pub what: String,
    /// The measure.
    pub measure: Measure,
    /// Expected value, in the unit of the measure.
    pub value: f64,
    /// Largest allowed error, in the same unit.
    pub tolerance: f64,
}

impl Expectation {
    /// Returns the measured value with the largest error, over the traces of all rates of a run.
    #[must_use]
    pub fn worst(&self, traces: &[Trace]) -> f64 {
        if self.measure == Measure::SpreadAcrossRates {
            let ends: Vec<V3> = traces.iter().filter_map(|t| t.positions.last().copied()).collect();
            return largest(ends.iter().flat_map(|&a| ends.iter().map(move |&b| length(sub(a, b)))));
        }
        let mut worst = f64::NAN;
        for (i, trace) in traces.iter().enumerate() {
            let value = self.measure.read(trace);
            if i == 0 || value.is_nan() || self.error(value) > self.error(worst) {
                worst = value;
            }
        }
        worst
    }

    /// Returns the error of a value.
    #[must_use]
    pub fn error(&self, came_out: f64) -> f64 {
        (came_out - self.value).abs()
    }

    /// Returns true if a value is within the tolerance; false for `NaN`.
    #[must_use]
    pub fn is_met(&self, came_out: f64) -> bool {
        self.error(came_out) <= self.tolerance
    }
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Measure, Trace};

    fn trace(positions: &[[f64; 3]]) -> Trace {
        Trace { rate: 2, positions: positions.to_vec(), velocity: [3.0, 0.0, 4.0], normals: vec![] }
    }

    #[test]
    fn measures_read_what_they_say() {
        let t = trace(&[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 2.0, 0.0]]);
        let root2 = 2.0_f64.sqrt();
        let cases = [
            (Measure::End { axis: 1 }, 2.0),
            (Measure::EndFrom([1.0, 0.0, 0.0]), 2.0),
            (Measure::EndSpeed, 5.0),
            (Measure::Travelled, root2 + 2.0),
            (Measure::Highest { axis: 2 }, 1.0),
            (Measure::Lowest { axis: 0 }, 0.0),
            (Measure::HighestAlong([0.0, 0.6, 0.8]), 1.2),
            (Measure::LowestAlong([0.0, 0.6, 0.8]), 0.0),
            (Measure::Farthest([0.0; 3]), 5.0_f64.sqrt()),
            (Measure::Nearest([0.0; 3]), 1.0),
            (Measure::AngleSeenFrom([0.0; 3]), std::f64::consts::FRAC_PI_2 + 2.0_f64.atan()),
            (Measure::Drift { seconds: 1.0 }, 2.0),
            (Measure::MovesThatChanged { seconds: 1.0 }, 1.0),
            (Measure::MovesThatChanged { seconds: 0.5 }, 0.0),
            (Measure::NormalsOff([0.0, 1.0, 0.0]), 0.0),
        ];
        for (measure, value) in cases {
            assert!((measure.read(&t) - value).abs() < 1e-12, "{measure:?}");
        }
    }

    #[test]
    fn the_worst_of_all_rates_counts_and_nan_is_never_met() {
        let expectation = Expectation {
            what: String::new(),
            measure: Measure::End { axis: 0 },
            value: 1.0,
            tolerance: 0.5,
        };
        let traces = [trace(&[[1.1, 0.0, 0.0]]), trace(&[[0.2, 0.0, 0.0]]), trace(&[[1.3, 0.0, 0.0]])];
        assert!((expectation.worst(&traces) - 0.2).abs() < 1e-6);
        assert!(!expectation.is_met(f64::NAN) && !expectation.is_met(0.2) && expectation.is_met(1.5));
        assert!(!expectation.is_met(expectation.worst(&[trace(&[[f64::NAN; 3]])])));
        let spread = Expectation { measure: Measure::SpreadAcrossRates, ..expectation };
        assert!((spread.worst(&traces) - 1.1).abs() < 1e-6);
    }
}
