//! Trace records of a move: plain data.

use glam::{DVec3, Vec3};

use crate::geometry::Feature;
use crate::slide::StopReason;
use crate::world::Surface;

/// One iteration of a move: the contacts, the decision, and the segment that follows.
///
/// Positions and motions are those of the mover, in f64 and before any rounding. A motion covers
/// the whole time of the move, as [`Motion::displacement`](crate::Motion) does.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration {
    /// Position at the start of the iteration, in world space.
    pub from: DVec3,
    /// Position at the end of the iteration, in world space.
    pub to: DVec3,
    /// Fraction of the move's time that remains at the start, 0..=1.
    pub time: f64,
    /// Fraction of the move's time that remains at the end, 0..=1.
    pub time_left: f64,
    /// The desired motion.
    pub desired: DVec3,
    /// The actual motion: the part of the desired motion that the planes allow.
    pub motion: DVec3,
    /// All contacts, in the order in which their polygons were gathered.
    pub contacts: Vec<IterationContact>,
    /// Indices in `contacts` of the contacts that reflected the motion, in order. Used by
    /// [`Response::Bounce`](crate::Response) and [`Response::PushBack`](crate::Response) only.
    pub reflected_by: Vec<usize>,
    /// The decision that follows from the contacts.
    pub decision: Decision,
    /// Length in metres of the segment that was tried. It goes to the end of the time, or to the
    /// boundary edge of the faces that hold the mover, or along a chord of an arc.
    pub asked: f64,
    /// The reason for the end of the segment.
    pub end: SegmentEnd,
    /// The stored end of a substep, for motions longer than some kilometres. The move continues
    /// from there, with the skin that the coordinates need from there on.
    pub stored: Option<Vec3>,
}

impl Iteration {
    /// Returns the length of the iteration, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        (self.to - self.from).length()
    }

    /// Returns the contacts that hold the mover.
    pub fn planes(&self) -> impl Iterator<Item = &IterationContact> {
        self.contacts.iter().filter(|c| matches!(c.role, ContactRole::Active { .. }))
    }
}

/// A contact of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct IterationContact {
    /// The polygon and its feature in contact.
    pub surface: Surface,
    /// The nearest point of the polygon, in world space.
    pub point: Vec3,
    /// Unit normal in world space, towards the mover.
    pub normal: DVec3,
    /// Distance in skins: 0 at the bare shape, 1 at the full skin.
    pub skins: f64,
    /// True if the path hit this polygon earlier in the move; it never counts as an internal edge
    /// then.
    pub was_hit: bool,
    /// The role of the contact in the iteration.
    pub role: ContactRole,
}

/// The role of a contact in its iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactRole {
    /// Discarded: its point lies on a nearer neighbour, so it is only the internal edge between the
    /// two polygons.
    InternalEdge,
    /// Discarded: another contact has the same normal and represents it.
    Duplicate,
    /// Counts, but the motion does not go into it.
    Inactive,
    /// Holds the mover.
    Active {
        /// Metres that the contact takes along its normal from the motion of the whole time. `None`
        /// if the contacts together stop the mover, so that no share belongs to a single one.
        takes: Option<f64>,
    },
}

/// The decision of an iteration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Decision {
    /// Moves straight on: no contact obstructs the motion.
    Free,
    /// Slides along a plane, or along the crease of two planes.
    Slide {
        /// Number of planes, 1 or 2.
        planes: usize,
    },
    /// Rolls over an edge or a corner, along a chord of the arc.
    Roll {
        /// The feature of the polygon.
        over: Feature,
    },
    /// Ends the move here.
    Stop(StopReason),
}

/// The reason for the end of a path segment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SegmentEnd {
    /// The segment went as far as requested, or there was no segment.
    Complete,
    /// The faces that hold the mover end here; an edge comes next.
    BoundaryEdge,
    /// The mover came within a skin of this surface.
    Contact(Surface),
    /// The region of the gathered polygons ends here; the polygons were gathered again.
    Regathered,
}

/// How near the start of a move was to the nearest surface, and the push out to the skin if the
/// start was too near.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StartClearance {
    /// Distance to the nearest surface in skins, at most 1; below 0 if not certified free.
    pub skins: f64,
    /// Displacement that moved the start out to its skin, in metres; zero if it was not moved.
    pub push: DVec3,
}

/// A position that was tried as the end of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EndAttempt {
    /// The point of the path that the position stands for, in world space and in f64. It is the end
    /// of the path, or a point further back on the last segment. The straight line from there to an
    /// accepted position is free too.
    pub place: DVec3,
    /// The position, rounded as it would be stored.
    pub position: Vec3,
    /// Distance from the position to the nearest surface in skins, at most 1. Below 0 if the
    /// position, or the line to it from `place`, is not certified free.
    pub skins: f64,
}
