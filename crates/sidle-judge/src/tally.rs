//! What was seen over many moves, and the verdict on it.

use crate::body::Body;
use crate::judge::Judge;
use crate::vector::{V, is_finite};

/// What a mover claims to have done in one move.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The body at its bare size, without any skin.
    pub body: &'a Body,
    /// The centre's path of straight pieces: start, corners, end. Metres.
    pub path: &'a [V],
    /// The mover says that it stopped because it hit something.
    pub stopped_by_hit: bool,
    /// The level has no lid: leaving its bounding box is no fault.
    pub may_leave: bool,
}

/// The worst of all moves so far. Tallies of several threads are merged into one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally {
    /// Moves judged.
    pub moves: u64,
    /// Deepest overlap anywhere on a path, metres; for a start that overlaps already, what the move
    /// added.
    pub worst_penetration_m: f64,
    /// Widest gap at an end that was said to be a hit, metres; looked for up to [`Tally::LOOK_M`].
    pub worst_stop_gap_m: f64,
    /// Moves whose centre went through a triangle.
    pub crossings: u64,
    /// Moves with a coordinate that is not finite, or with no path at all.
    pub not_finite: u64,
    /// Moves that ended with the centre outside the level's bounding box, though they might not.
    pub escaped: u64,
    /// Moves compared with the twin by [`Tally::note_travel`].
    pub compared: u64,
    /// Least share of the twin's way that was travelled, at most 1.
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
    /// How far around an end a hit is looked for, metres.
    pub const LOOK_M: f64 = 1.0;

    /// Judges one move.
    pub fn note_move(&mut self, judge: &Judge, claim: &Claim) {
        self.moves += 1;
        let finite = claim.path.iter().all(|p| is_finite(*p));
        let (Some(&start), Some(&end), true) = (claim.path.first(), claim.path.last(), finite) else {
            self.not_finite += 1;
            return;
        };
        // Only overlaps matter here, so nothing farther than the surface is looked at.
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

    /// Compares the way a mover travelled with that of [`crate::reference_move`], both in metres.
    /// `allowance_m` is forgiven before the share is taken, so that a way of nothing is not judged
    /// by noise.
    pub fn note_travel(&mut self, travelled_m: f64, twin_m: f64, allowance_m: f64) {
        self.compared += 1;
        if twin_m > allowance_m {
            let share = (travelled_m + allowance_m) / twin_m;
            // Written so that NaN is the worst of all.
            self.worst_travel_share = if share >= 0.0 { self.worst_travel_share.min(share) } else { 0.0 };
        }
    }

    /// Both tallies as one.
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

    /// Holds the tally against `limits`.
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
            format!("travels {} of the twin's way, wanted {}", self.worst_travel_share, limits.travel_share),
        );
        fault(self.crossings > 0, format!("{} moves cross a triangle", self.crossings));
        fault(self.not_finite > 0, format!("{} moves are not finite", self.not_finite));
        fault(self.escaped > 0, format!("{} moves leave the level", self.escaped));
        Verdict { faults }
    }
}

/// What an honest mover may do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Deepest overlap, metres.
    pub penetration_m: f64,
    /// Widest gap at a hit, metres (the mover's skin and what it is allowed on top).
    pub stop_gap_m: f64,
    /// Least share of the twin's way.
    pub travel_share: f64,
}

/// The faults found, in words; none for an honest mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// One sentence for each kind of fault, with its number and the limit.
    pub faults: Vec<String>,
}

impl Verdict {
    /// No fault was found.
    pub fn is_honest(&self) -> bool {
        self.faults.is_empty()
    }
}

fn is_inside(judge: &Judge, p: V) -> bool {
    judge.bounds().is_none_or(|(low, high)| (0..3).all(|k| p[k] >= low[k] && p[k] <= high[k]))
}
