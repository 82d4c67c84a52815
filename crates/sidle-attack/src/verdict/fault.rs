//! The faults that a move can have.

use std::fmt;

use sidle::{Outcome, StopReason};

/// A fault of a move. `Display` describes it in words.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// A number in the outcome or the path is not finite.
    NotFinite,
    /// The move ends inside a polygon.
    Penetration {
        /// Depth in metres.
        depth_m: f64,
    },
    /// The body was inside a polygon during the move.
    PenetrationOnTheWay {
        /// Depth in metres.
        depth_m: f64,
    },
    /// The path of the centre goes through a polygon.
    Crossing,
    /// The path does not lead from the start to the reported position.
    BrokenPath,
    /// The body left a closed level.
    Escaped,
    /// The body moved farther than the requested motion.
    TooLong {
        /// Excess in metres of the path length, or of the distance from the start.
        over_m: f64,
    },
    /// The move was refused, although the start was free and every number was valid.
    Refused(StopReason),
    /// The move was not refused, although the start was this deep inside a polygon.
    BeganInside {
        /// Depth in metres.
        depth_m: f64,
    },
    /// The move was not refused, although a number is not finite or out of range.
    BeganWithNonsense,
    /// The move was refused, but the position changed.
    MovedThoughRefused,
    /// The move reports an obstacle, but no polygon is that near.
    StopGap {
        /// Distance of the nearest polygon, in skins; about 1 is right.
        skins: f64,
    },
    /// The same move with a trace has another outcome.
    Untraceable,
    /// A number is out of its documented range: a fraction, a normal, or an iteration count.
    Nonsense,
    /// The move reached the iteration limit. Every guarantee holds, but no move in a reasonable
    /// level should reach it.
    IterationLimit,
}

impl Fault {
    /// Returns true if the fault violates a guarantee. Otherwise the move only achieved less than
    /// it should.
    #[must_use]
    pub fn breaks_the_promise(&self) -> bool {
        !matches!(self, Self::StopGap { .. } | Self::IterationLimit)
    }

    /// Returns [`Fault::IterationLimit`] if the outcome reached the limit.
    #[must_use]
    pub fn of_limit(outcome: &Outcome) -> Option<Self> {
        (outcome.reason == StopReason::IterationLimit).then_some(Self::IterationLimit)
    }

    /// Returns true if both faults are of the same kind; their numbers may differ.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "a number that came out is not finite"),
            Self::Penetration { depth_m } => write!(f, "ends {depth_m:e} m deep in a polygon"),
            Self::PenetrationOnTheWay { depth_m } => {
                write!(f, "is {depth_m:e} m deep in a polygon on the way")
            }
            Self::BrokenPath => write!(f, "tells a path that does not lead from its start to its end"),
            Self::Crossing => write!(f, "goes through a polygon"),
            Self::Escaped => write!(f, "leaves a level that nothing leaves"),
            Self::TooLong { over_m } => write!(f, "goes {over_m:e} m further than asked"),
            Self::Refused(reason) => write!(f, "is refused ({reason:?}) from a free start"),
            Self::BeganInside { depth_m } => {
                write!(f, "begins {depth_m:e} m deep in a polygon, and is not refused")
            }
            Self::BeganWithNonsense => write!(f, "begins with numbers that mean nothing, and is not refused"),
            Self::MovedThoughRefused => write!(f, "is refused, and moved"),
            Self::StopGap { skins } => write!(f, "stops {skins:.3} skins away from what is in the way"),
            Self::Untraceable => write!(f, "has another outcome when it is traced"),
            Self::Nonsense => write!(f, "a number that came out is out of its range"),
            Self::IterationLimit => write!(f, "gives up at the limit of iterations"),
        }
    }
}
