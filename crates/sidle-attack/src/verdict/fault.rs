//! What a move can be guilty of.

use std::fmt;

use sidle::{Outcome, StopReason};

/// What a move was found guilty of. `Display` says it in words.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// A number in the outcome or the path is not finite.
    NotFinite,
    /// Ends inside a polygon.
    Penetration {
        /// Metres.
        depth_m: f64,
    },
    /// Was inside a polygon on the way.
    PenetrationOnTheWay {
        /// Metres.
        depth_m: f64,
    },
    /// The path of the centre goes through a polygon.
    Crossing,
    /// The path does not lead from the start to the position that was told.
    BrokenPath,
    /// Left a level that nothing leaves.
    Escaped,
    /// Went further than it was asked to.
    TooLong {
        /// Metres of way, or of distance from the start, beyond what was asked.
        over_m: f64,
    },
    /// Refused, though the start was free and every number meant something.
    Refused(StopReason),
    /// Not refused, though the start was this deep inside a polygon.
    BeganInside {
        /// Metres.
        depth_m: f64,
    },
    /// Not refused, though a number is not finite or out of range.
    BeganWithNonsense,
    /// Was refused, and is somewhere else all the same.
    MovedThoughRefused,
    /// Says that something was in the way, and nothing is as near as that.
    StopGap {
        /// How far the nearest polygon is, counted in skins; about 1 is right.
        skins: f64,
    },
    /// The same move with a trace has another outcome.
    Untraceable,
    /// A number is out of the range that its document gives: a fraction, a normal, a count of
    /// stages.
    Nonsense,
    /// Gave up: the stages were not enough. Every promise is kept, but no move of a sane level
    /// should come to this.
    IterationLimit,
}

impl Fault {
    /// Whether the guarantee is broken; otherwise the move merely came to less than it should.
    #[must_use]
    pub fn breaks_the_promise(&self) -> bool {
        !matches!(self, Self::StopGap { .. } | Self::IterationLimit)
    }

    /// [`Fault::IterationLimit`], where it is one.
    #[must_use]
    pub fn of_limit(outcome: &Outcome) -> Option<Self> {
        (outcome.reason == StopReason::IterationLimit).then_some(Self::IterationLimit)
    }

    /// Whether two faults are of one kind, whatever their numbers.
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
            Self::IterationLimit => write!(f, "gives up at the limit of stages"),
        }
    }
}
