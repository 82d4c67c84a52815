//! Trace records of a move: plain data.

use glam::DVec3;

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
    /// Position of the mover at the start of the iteration, in world space, in metres.
    pub from: DVec3,
    /// Position of the mover at the end of the iteration, in world space, in metres.
    pub to: DVec3,
    /// Fraction of the move's time that remains at the start of the iteration, 0..=1.
    pub time: f64,
    /// Fraction of the move's time that remains at the end of the iteration, 0..=1.
    pub time_left: f64,
    /// The desired motion of the mover in this iteration, in metres.
    pub desired: DVec3,
    /// The motion that the iteration follows, in metres: the part of the desired motion that the
    /// contact planes allow.
    pub motion: DVec3,
    /// All contacts of the iteration, in the order in which their polygons were gathered.
    pub contacts: Vec<IterationContact>,
    /// Indices in `contacts` of the contacts that reflected the motion, in order. Used by
    /// [`Response::Bounce`](crate::Response) and [`Response::PushBack`](crate::Response) only.
    pub reflected_by: Vec<usize>,
    /// The decision that follows from the contacts.
    pub decision: Decision,
    /// Length of the path segment that was tried, in metres. The segment goes to the end of the
    /// time, or to the boundary edge of the faces that hold the mover, or along a chord of an arc.
    pub asked: f64,
    /// The reason why the path segment ended.
    pub end: SegmentEnd,
}

impl Iteration {
    /// Returns the distance between the start and the end of the iteration, in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        (self.to - self.from).length()
    }

    /// Returns the contacts that limit the motion: those with the role [`ContactRole::Active`].
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
    /// The point of the polygon that is nearest to the mover, in world space.
    pub point: DVec3,
    /// Unit normal of the contact in world space, towards the mover.
    pub normal: DVec3,
    /// Distance between mover and polygon in skins: 0 at the bare shape, 1 at the full skin.
    pub skins: f64,
    /// True if the path hit this polygon earlier in the move. The contact is then never discarded
    /// as an internal edge.
    pub was_hit: bool,
    /// The role of the contact in the iteration.
    pub role: ContactRole,
}

/// The role of a contact in its iteration: it was discarded, had no effect, or limited the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactRole {
    /// Discarded: the contact point also lies on a neighbouring polygon that is nearer to the
    /// mover, so the contact is only the internal edge between the two polygons.
    InternalEdge,
    /// Discarded: another contact has the same normal and represents it.
    Duplicate,
    /// The contact counts, but does not limit the motion, which does not go into it.
    Inactive,
    /// The contact limits the motion: the mover slides along it or stops at it.
    Active {
        /// Length in metres that the contact removes, along its normal, from the motion for the
        /// whole time of the move. `None` if the contacts together stop the mover, so that no share
        /// belongs to a single one.
        takes: Option<f64>,
    },
}

/// The decision of an iteration: how the mover goes on from its contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Decision {
    /// Moves straight on: no contact obstructs the motion.
    Free,
    /// Slides along a plane, or along the crease of two planes.
    Slide {
        /// Number of contact planes that the mover slides along: 1, or 2 for a crease.
        planes: usize,
    },
    /// Rolls over an edge or a corner, along a chord of the arc.
    Roll {
        /// The edge or corner that the mover rolls over.
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
    /// The mover came to the end of the region in which polygons had been collected. They were
    /// collected again from here.
    Regathered,
}

/// How near the start of a move was to the nearest surface, and the push out to the skin if the
/// start was too near.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StartClearance {
    /// Distance from the start to the nearest surface in skins, at most 1; below 0 if the start is
    /// not certified free.
    pub skins: f64,
    /// Displacement that moved the start out to its skin, in metres; zero if it was not moved.
    pub push: DVec3,
}

/// A position that was tried as the end of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EndAttempt {
    /// The point of the path to which the attempt belongs, in world space: `position` is this point
    /// rounded, or pushed out to the skin and rounded. It is the
    /// end of the path, or a point further back on the last segment. The straight line from there
    /// to an accepted position is free too.
    pub place: DVec3,
    /// The tried position, as it would be stored.
    pub position: DVec3,
    /// Distance from the position to the nearest surface in skins, at most 1. Below 0 if the
    /// position, or the line to it from `place`, is not certified free.
    pub skins: f64,
}
