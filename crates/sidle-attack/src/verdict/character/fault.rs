//! The faults that a step of a character can have.

use std::fmt;

use sidle_judge::Ground;

/// A fault of a step. `Display` describes it in words.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum CharacterFault {
    /// The character reports ground that does not hold it.
    NotGround(Ground),
    /// The character reports no ground, but it stands on this.
    Ground(Ground),
    /// It left the ground, although there is ground this far below.
    NotSnapped {
        /// Distance in metres, below the snap distance.
        drop: f64,
    },
    /// It went farther than asked.
    TooFar {
        /// Distance in metres.
        went: f64,
        /// The largest distance that the input allows.
        asked: f64,
    },
    /// It is faster than its velocity and its input allow.
    TooFast {
        /// Speed in m/s.
        speed: f64,
        /// The largest speed that the input allows.
        asked: f64,
    },
    /// It climbed a ledge above the limit.
    TooHigh {
        /// Height gained in metres.
        gained: f64,
        /// The largest height of the ledges that it may climb.
        allowed: f64,
    },
    /// It moved at rest.
    Restless,
    /// It stands still although there is room in a direction of its wish.
    Held {
        /// Angle of the direction to the wish in degrees, about the upward direction.
        turn: f64,
    },
    /// It pushes a body with more force than it may.
    TooStrong {
        /// Impulse of the push in kg m/s.
        impulse: f64,
        /// The largest impulse that the largest force allows in the step.
        allowed: f64,
    },
}

impl CharacterFault {
    /// Returns true if both faults are of the same kind; their numbers may differ.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for CharacterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotGround(ground) => write!(f, "reports ground, but the judge finds {ground:?}"),
            Self::Ground(ground) => write!(f, "reports no ground, but the judge finds {ground:?}"),
            Self::NotSnapped { drop } => write!(f, "leaves the ground, which is only {drop} m below"),
            Self::TooFar { went, asked } => write!(f, "goes {went} m where {asked} m were asked"),
            Self::TooFast { speed, asked } => write!(f, "has {speed} m/s where {asked} m/s were asked"),
            Self::TooHigh { gained, allowed } => {
                write!(f, "climbs {gained} m where {allowed} m are allowed")
            }
            Self::Restless => write!(f, "moves although it is at rest"),
            Self::Held { turn } => write!(f, "stands still, but there is room {turn} degrees from its wish"),
            Self::TooStrong { impulse, allowed } => {
                write!(f, "pushes with {impulse} kg m/s where {allowed} kg m/s are allowed")
            }
        }
    }
}
