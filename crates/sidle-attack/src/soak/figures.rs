//! What a soak counts: sums and maxima of whole numbers and of figures that only ever grow, so that
//! the order in which chunks are finished decides nothing.

use serde::{Deserialize, Serialize};

use crate::verdict::Fault;

/// Everything that was counted, of one chunk or of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Moves made and judged.
    pub moves: u64,
    /// Of these, moves that were judged by their stages in f64.
    #[serde(default)]
    pub exact_paths: u64,
    /// Microseconds that these moves simulate.
    pub simulated_us: u64,
    /// Moves that hit something.
    pub touching: u64,
    /// Moves that say that something stopped them.
    pub stops: u64,
    /// Walkers that left an open level, and were put back.
    pub left: u64,
    /// Deepest overlap of the bare shape, anywhere on any path, metres.
    pub worst_penetration_m: f64,
    /// Widest gap at a stop, in skins.
    pub worst_stop_gap_skins: f64,
    /// Most stages of a move.
    pub most_stages: u32,
    /// Moves that overlapped something.
    pub penetrations: u64,
    /// Moves whose centre went through a triangle.
    pub crossings: u64,
    /// Moves out of a closed or enclosed level.
    pub escapes: u64,
    /// Moves that went farther than asked.
    pub too_long: u64,
    /// Moves with a number that is not finite.
    pub not_finite: u64,
    /// Moves refused, though the one before ended there.
    pub refused: u64,
    /// Chunks that ended in a panic; none of their moves is counted.
    #[serde(default)]
    pub panics: u64,
    /// Stops with nothing as near as that.
    pub wide_stops: u64,
    /// Moves that came to the limit of stages.
    pub iteration_limit: u64,
    /// Times that a walker gained less than 1 cm in 2 s, whatever it wished.
    pub still: u64,
    /// Of those: eight headings gained less than 1 cm, and the judge finds no way either.
    pub wedged: u64,
    /// Of those: the judge finds a way.
    pub false_stuck: u64,
}

impl Figures {
    /// All of another chunk's.
    pub fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.exact_paths += other.exact_paths;
        self.simulated_us += other.simulated_us;
        self.touching += other.touching;
        self.stops += other.stops;
        self.left += other.left;
        self.worst_penetration_m = self.worst_penetration_m.max(other.worst_penetration_m);
        self.worst_stop_gap_skins = self.worst_stop_gap_skins.max(other.worst_stop_gap_skins);
        self.most_stages = self.most_stages.max(other.most_stages);
        self.penetrations += other.penetrations;
        self.crossings += other.crossings;
        self.escapes += other.escapes;
        self.too_long += other.too_long;
        self.not_finite += other.not_finite;
        self.refused += other.refused;
        self.panics += other.panics;
        self.wide_stops += other.wide_stops;
        self.iteration_limit += other.iteration_limit;
        self.still += other.still;
        self.wedged += other.wedged;
        self.false_stuck += other.false_stuck;
    }

    /// Counts a move's fault.
    pub(crate) fn blame(&mut self, fault: &Fault) {
        let count = match fault {
            Fault::NotFinite => &mut self.not_finite,
            Fault::Penetration { depth_m } | Fault::PenetrationOnTheWay { depth_m } => {
                self.worst_penetration_m = self.worst_penetration_m.max(*depth_m);
                &mut self.penetrations
            }
            Fault::Crossing => &mut self.crossings,
            Fault::Escaped => &mut self.escapes,
            Fault::TooLong { .. } => &mut self.too_long,
            Fault::StopGap { .. } => &mut self.wide_stops,
            Fault::IterationLimit => &mut self.iteration_limit,
            _ => &mut self.refused,
        };
        *count += 1;
    }

    /// Faults of every kind; the limit of stages breaks no promise and is not counted.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.penetrations
            + self.crossings
            + self.escapes
            + self.too_long
            + self.not_finite
            + self.refused
            + self.panics
            + self.wide_stops
            + self.false_stuck
    }
}
