//! Statistics over many moves, and the verdict on them.

use crate::body::Body;
use crate::judge::Judge;
use crate::vector::{V, is_finite};

/// The reported result of one move, which is to be checked.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The body without skin.
    pub body: &'a Body,
    /// Path of the centre as straight segments: start, corners, end. Metres.
    pub path: &'a [V],
    /// True if the mover reports that it stopped because of a hit.
    pub stopped_by_hit: bool,
    /// True if the body may leave the bounding box of the level, for example because it is open at
    /// the top.
    pub may_leave: bool,
}

/// Worst results of all moves so far. Tallies of several threads can be merged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Number of checked moves.
    pub moves: u64,
    /// Deepest overlap anywhere on a path, in metres. If the start overlaps already, only the
    /// increase counts.
    pub worst_penetration_m: f64,
    /// Widest gap at the end of a move that reports a hit, in metres. The search distance is
    /// [`Tally::LOOK_M`].
    pub worst_stop_gap_m: f64,
    /// Number of moves whose centre passed through a triangle.
    pub crossings: u64,
    /// Number of moves with a coordinate that is not finite, or with an empty path.
    pub not_finite: u64,
    /// Number of moves that ended with the centre outside the level's bounding box without
    /// permission ([`Claim::may_leave`]).
    pub escaped: u64,
    /// Number of moves compared with the reference implementation by [`Tally::note_travel`].
    pub compared: u64,
    /// Least ratio of the travelled distance to that of the reference implementation, at most 1.
    pub worst_travel_share: f64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            moves: 0,
            worst_penetration_m: 0.0,
            worst_stop_gap_m: 0.0,
            crossings: 0,
            not_finite: 0,
            escaped: 0,
            compared: 0,
            worst_travel_share: 1.0,
        }
    }
}

impl Tally {
    /// Search distance for a hit around the end of a move, in metres.
    pub const LOOK_M: f64 = 1.0;

    /// Checks one move.
    pub fn note_move(&mut self, judge: &Judge, claim: &Claim) {
        self.moves += 1;
        let finite = claim.path.iter().all(|p| is_finite(*p));
        let (Some(&start), Some(&end), true) = (claim.path.first(), claim.path.last(), finite) else {
            self.not_finite += 1;
            return;
        };
        // Only overlaps matter here, so the search distance is zero.
        let start_depth = -judge.clearance(claim.body, start, 0.0).gap;
        for piece in claim.path.windows(2) {
            let depth = -judge.path_clearance(claim.body, piece[0], piece[1], 0.0).gap;
            self.worst_penetration_m = self.worst_penetration_m.max(depth - start_depth);
        }
        if claim.stopped_by_hit {
            let gap = judge.clearance(claim.body, end, Tally::LOOK_M).gap;
            self.worst_stop_gap_m = self.worst_stop_gap_m.max(gap);
        }
        self.crossings += u64::from(judge.path_crosses(claim.path));
        self.escaped += u64::from(!claim.may_leave && !is_inside(judge, end));
    }

    /// Compares the distance that a mover travelled with that of [`crate::reference_move`], both in
    /// metres. `allowance_m` is added to the travelled distance first, so that noise does not
    /// matter for very short distances.
    pub fn note_travel(&mut self, travelled_m: f64, twin_m: f64, allowance_m: f64) {
        self.compared += 1;
        if twin_m > allowance_m {
            let share = (travelled_m + allowance_m) / twin_m;
            // Written so that NaN counts as the worst ratio.
            self.worst_travel_share = if share >= 0.0 { self.worst_travel_share.min(share) } else { 0.0 };
        }
    }

    /// Returns the combination of both tallies.
    pub fn merge(&self, other: &Tally) -> Tally {
        Tally {
            moves: self.moves + other.moves,
            worst_penetration_m: self.worst_penetration_m.max(other.worst_penetration_m),
            worst_stop_gap_m: self.worst_stop_gap_m.max(other.worst_stop_gap_m),
            crossings: self.crossings + other.crossings,
            not_finite: self.not_finite + other.not_finite,
            escaped: self.escaped + other.escaped,
            compared: self.compared + other.compared,
            worst_travel_share: self.worst_travel_share.min(other.worst_travel_share),
        }
    }

    /// Compares the tally with `limits`.
    pub fn verdict(&self, limits: &Limits) -> Verdict {
        let mut faults = Vec::new();
        let mut fault = |guilty: bool, text: String| {
            if guilty {
                faults.push(text);
            }
        };
        fault(
            self.worst_penetration_m > limits.penetration_m,
            format!("penetrates by {:e} m, allowed {:e}", self.worst_penetration_m, limits.penetration_m),
        );
        fault(
            self.worst_stop_gap_m > limits.stop_gap_m,
            format!("stops {:e} m before a hit, allowed {:e}", self.worst_stop_gap_m, limits.stop_gap_m),
        );
        fault(
            self.worst_travel_share < limits.travel_share,
            format!(
                "travels {} of the naive mover's distance, wanted {}",
                self.worst_travel_share, limits.travel_share
            ),
        );
        fault(self.crossings > 0, format!("{} moves cross a triangle", self.crossings));
        fault(self.not_finite > 0, format!("{} moves are not finite", self.not_finite));
        fault(self.escaped > 0, format!("{} moves leave the level", self.escaped));
        Verdict { faults }
    }
}

/// Limits for a correct mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Largest allowed overlap in metres.
    pub penetration_m: f64,
    /// Largest allowed gap at a hit in metres (the mover's skin plus a tolerance).
    pub stop_gap_m: f64,
    /// Least allowed ratio of the travelled distance to that of the reference implementation.
    pub travel_share: f64,
}

/// Descriptions of the faults found; empty for a correct mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// One sentence for each kind of fault, with the measured value and the limit.
    pub faults: Vec<String>,
}

impl Verdict {
    /// Returns true if no fault was found.
    pub fn is_honest(&self) -> bool {
        self.faults.is_empty()
    }
}

fn is_inside(judge: &Judge, p: V) -> bool {
    judge.bounds().is_none_or(|(low, high)| (0..3).all(|k| p[k] >= low[k] && p[k] <= high[k]))
}
