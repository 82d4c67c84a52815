//! The verdict on a step in which instances move.

use std::fmt;

use sidle::{CarryEnd, DVec3};
use sidle_judge::moving::{MovingMesh, Watched, find_escape, rounding_at, watch};
use sidle_judge::{Body, V};

use crate::verdict::{axis_ratio, wide};

/// Number of samples of a skin: overlaps deeper than this share of it are always found.
const SAMPLES_A_SKIN: f64 = 64.0;
/// Number of paths that are tried to refute a crush.
const TRIES: u32 = 10_000;
/// Clearance at the end of a way out, as a share of the smallest half length.
const CLEAR: f64 = 0.01;

/// One step in which instances moved a body.
#[derive(Clone, Copy)]
pub struct Ride<'a> {
    /// The body.
    pub body: &'a Body,
    /// Smallest half length of the body in metres.
    pub least: f64,
    /// All meshes around the body, with their motions in this step.
    pub meshes: &'a [MovingMesh<'a>],
    /// Where the step began.
    pub from: DVec3,
    /// Where it ended.
    pub position: DVec3,
    /// How it ended.
    pub end: CarryEnd,
    /// The timed path.
    pub timed: &'a [(f64, DVec3)],
    /// Corners of the way out of a squeezed body, at the end of the step. Empty if it stayed.
    pub way_out: &'a [DVec3],
    /// Skin in metres.
    pub skin: f64,
}

/// A fault of such a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RideFault {
    /// A number is not finite.
    NotFinite,
    /// The step was refused, although it began at a free place.
    Refused,
    /// The path does not lead from the start to the end of the step.
    BrokenPath,
    /// The body was inside a mesh.
    Inside {
        /// Depth in metres.
        depth_m: f64,
        /// Time in the step, 0..=1.
        time: f64,
        /// Index of the mesh.
        mesh: usize,
    },
    /// The centre went through a mesh, or the mesh over it.
    Crossing {
        /// Time in the step, 0..=1.
        time: f64,
        /// Index of the mesh.
        mesh: usize,
    },
    /// A body that was reported crushed had a way out.
    RefutedCrush {
        /// Length of the way in metres.
        length_m: f64,
        /// Clearance at its end in metres.
        gap_m: f64,
    },
    /// The same step again has another result.
    Unrepeatable,
}

impl fmt::Display for RideFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "a number that came out is not finite"),
            Self::Refused => write!(f, "is refused at a free start"),
            Self::BrokenPath => write!(f, "tells a path that does not lead from its start to its end"),
            Self::Inside { depth_m, time, mesh } => {
                write!(f, "is {depth_m:e} m deep in mesh {mesh} at {time} of the step")
            }
            Self::Crossing { time, mesh } => write!(f, "goes through mesh {mesh} at {time} of the step"),
            Self::RefutedCrush { length_m, gap_m } => {
                write!(f, "is crushed, with a way out of {length_m:e} m to {gap_m:e} m of room")
            }
            Self::Unrepeatable => write!(f, "has another result when it is repeated"),
        }
    }
}

/// Returns the fault of a step that began at a free place.
#[must_use]
pub fn judge_ride(ride: &Ride<'_>) -> Option<RideFault> {
    let numbers = ride.timed.iter().all(|(time, place)| time.is_finite() && place.is_finite());
    if !(numbers && ride.position.is_finite()) {
        return Some(RideFault::NotFinite);
    }
    if matches!(ride.end, CarryEnd::StartedInside | CarryEnd::InvalidInput) {
        return Some(RideFault::Refused);
    }
    let (from, end) = (wide(ride.from), wide(ride.position));
    let mut path: Vec<(f64, V)> = ride.timed.iter().map(|(time, place)| (*time, place.to_array())).collect();
    if ride.end == CarryEnd::Still {
        path = vec![(0.0, from), (1.0, end)];
    }
    let is_ordered = path.windows(2).all(|ends| ends[0].0 <= ends[1].0);
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return Some(RideFault::BrokenPath) };
    let is_over = matches!(ride.end, CarryEnd::Crushed | CarryEnd::Squeezed) || last == (1.0, end);
    if !(is_ordered && first == (0.0, from) && is_over) || (ride.end == CarryEnd::Still && from != end) {
        return Some(RideFault::BrokenPath);
    }
    let fault = judge_path(ride, &path);
    if fault.is_some() || ride.end != CarryEnd::Squeezed {
        return fault;
    }
    // The centre waits for the end of the step, and leaves then.
    let mut way = vec![last, (1.0, last.1)];
    way.extend(ride.way_out.iter().map(|&corner| (1.0, wide(corner))));
    way.push((1.0, end));
    let seen = watch(&Body::Point, ride.meshes, &way, f64::INFINITY, 0.0);
    let crossing = seen.crossing.map(|c| RideFault::Crossing { time: c.time, mesh: c.mesh });
    crossing.or_else(|| judge_end(ride, ride.position))
}

/// Returns the fault of a place at the end of the step.
#[must_use]
pub fn judge_end(ride: &Ride<'_>, place: DVec3) -> Option<RideFault> {
    judge_path(ride, &[(1.0, wide(place)), (1.0, wide(place))])
}

fn judge_path(ride: &Ride<'_>, path: &[(f64, V)]) -> Option<RideFault> {
    let rounding = rounding_at(ride.meshes, path) * axis_ratio(ride.body);
    let resolution = ride.skin / SAMPLES_A_SKIN;
    let Watched { gap, worst, crossing } = watch(ride.body, ride.meshes, path, resolution, ride.skin);
    let inside = worst.filter(|_| gap < -rounding);
    let inside = inside.map(|at| RideFault::Inside { depth_m: -gap, time: at.time, mesh: at.mesh });
    let crossing = crossing.map(|at| RideFault::Crossing { time: at.time, mesh: at.mesh });
    inside.or(crossing)
}

/// Searches a way out for a body that was crushed at the end of its timed path, no longer than
/// `most` metres.
#[must_use]
pub fn refute(ride: &Ride<'_>, most: f64, seed: u64) -> Option<RideFault> {
    let &(time, place) = ride.timed.last()?;
    let least_gap = CLEAR * ride.least;
    let start = (time, place.to_array());
    let found = find_escape(ride.body, ride.meshes, start, most, least_gap, (TRIES, seed))?;
    let place = |p: &V| DVec3::from_array(*p);
    let length_m = found.path.windows(2).map(|p| (place(&p[1]) - place(&p[0])).length()).sum();
    Some(RideFault::RefutedCrush { length_m, gap_m: found.gap })
}
