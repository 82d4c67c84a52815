//! Checks the resolution of an overlap by brute force.

use std::fmt;
use std::time::{Duration, Instant};

use sidle::{Depenetration, MoveConfig, Scratch, World};
use sidle_judge::{Judge, RefugeSearch, Refuges, V};

use super::Overlap;
use crate::verdict::{body_of, wide};

/// Clearance in body lengths that a free place needs to count against the library.
pub const LEAST_CLEARANCE: f64 = 0.01;

/// Distance from the start in body lengths within which such places count.
pub const WITHIN: f64 = 2.0;

/// Largest allowed ratio of the library's distance to the distance of such a place.
pub const MOST_RATIO: f64 = 1.5;

/// At most one way in this number of ways out of random overlaps may be missed, or too long.
pub const MISSES: u64 = 1000;

/// The same for overlaps that play makes.
pub const PLAY_MISSES: u64 = 100;

/// Distance in body lengths between the nodes of the flood fill that finds where the centre can go.
const SPACING: f64 = 1.0 / 24.0;

/// Edge in body lengths of the smallest cubes in the search for places.
const FINEST: f64 = 1.0 / 128.0;

/// The answer of the library.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The end, or the start with the depth.
    pub out: Depenetration,
    /// Path of the centre.
    pub path: Vec<V>,
    /// Straight-line distance from start to end, in metres.
    pub distance: f64,
    /// Shortest time of a few calls.
    pub time: Duration,
}

/// A fault of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// The end overlaps a triangle.
    NotFree {
        /// The number of the triangle.
        triangle: Option<u32>,
    },
    /// The path does not lead from the start to the end.
    BrokenPath,
    /// The centre crosses a triangle.
    Crosses,
    /// No place was found, but one exists.
    GaveUp {
        /// Its distance in metres.
        nearest: f64,
    },
    /// A much nearer place exists.
    TooFar {
        /// Its distance in metres.
        nearest: f64,
    },
}

/// Returns true if the answer only missed a way, or a nearer one.
#[must_use]
pub fn is_missed(fault: &Fault) -> bool {
    matches!(fault, Fault::GaveUp { .. } | Fault::TooFar { .. })
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFree { triangle } => write!(f, "the end overlaps triangle {triangle:?}"),
            Self::BrokenPath => write!(f, "the path does not lead from the start to the end"),
            Self::Crosses => write!(f, "the centre crosses a triangle"),
            Self::GaveUp { nearest } => write!(f, "no way out, but there is a place {nearest} m away"),
            Self::TooFar { nearest } => write!(f, "there is a place {nearest} m away"),
        }
    }
}

/// Calls the library `times` times and keeps the shortest time.
#[must_use]
pub fn ask(overlap: &Overlap, world: &World, scratch: &mut Scratch, times: u32) -> Answer {
    let config = MoveConfig { record_path: true, skin_width: overlap.skin, ..MoveConfig::default() };
    let mut once = || {
        let begun = Instant::now();
        (world.depenetrate(scratch, &overlap.shape, overlap.start, &config), begun.elapsed())
    };
    let (out, mut time) = once();
    for _ in 1..times {
        time = time.min(once().1);
    }
    let path: Vec<V> = scratch.path().iter().map(|&p| wide(p)).collect();
    let distance = f64::from((out.position - overlap.start).length() as f32);
    Answer { out, path, distance, time }
}

/// Judges an answer by brute force. Returns the distance of the nearest place found, in metres. It
/// is computed for every case if `always`, otherwise only if the verdict needs it.
///
/// # Errors
///
/// The fault of the answer, if there is one.
pub fn judge(
    overlap: &Overlap,
    answer: &Answer,
    always: bool,
    ignores_length: bool,
) -> Result<Option<f64>, Fault> {
    let corners: Vec<[f32; 3]> = overlap.vertices.iter().map(|v| v.to_array()).collect();
    let judge = Judge::new(&corners, &overlap.triangles);
    let (body, start, length) = (body_of(&overlap.shape), wide(overlap.start), overlap.length());
    let end = wide(answer.out.position);
    if answer.out.is_free() {
        let decision = judge.decide(&body, end);
        if !decision.free {
            return Err(Fault::NotFree { triangle: decision.triangle });
        }
        if answer.path.first() != Some(&start) || answer.path.last() != Some(&end) {
            return Err(Fault::BrokenPath);
        }
        if judge.path_crosses(&answer.path) {
            return Err(Fault::Crosses);
        }
    }
    let search = RefugeSearch {
        clearance: LEAST_CLEARANCE * length,
        within: WITHIN * length,
        longest_way: if ignores_length { f64::INFINITY } else { WITHIN * length },
        spacing: SPACING * length,
        finest: FINEST * length,
    };
    let refuges = Refuges::new(&judge, &body, start, search);
    let enough = if answer.out.is_free() { answer.distance / MOST_RATIO } else { search.within };
    if !always && refuges.nearest_of_all(enough).is_none() {
        return Ok(None);
    }
    let limit = if always { search.within } else { enough };
    let nearest = refuges.nearest(limit).map(|refuge| refuge.distance);
    match nearest {
        Some(nearest) if !answer.out.is_free() => Err(Fault::GaveUp { nearest }),
        Some(nearest) if answer.distance > MOST_RATIO * nearest => Err(Fault::TooFar { nearest }),
        _ => Ok(nearest),
    }
}
