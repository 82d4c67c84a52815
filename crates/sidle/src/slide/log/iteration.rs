//! What can be told of a stage: plain data.

use glam::{DVec3, Vec3};

use crate::geometry::Feature;
use crate::slide::StopReason;
use crate::world::Surface;

/// One stage of a move: what is touched, what is decided, how far that goes.
///
/// Places and motions are those of the mover, in f64 and before any rounding; a motion is that of
/// the whole time of the move, as [`Motion::displacement`](crate::Motion) is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Iteration {
    /// Where it begins, in the world.
    pub from: DVec3,
    /// Where it ends.
    pub to: DVec3,
    /// The part of the move's time that is left when it begins, 0..=1.
    pub time: f64,
    /// The part that is left when it ends.
    pub time_left: f64,
    /// The motion that is wished.
    pub desired: DVec3,
    /// The motion that is made: what the planes leave of the wish.
    pub motion: DVec3,
    /// Everything that is touched, in the order in which it was gathered.
    pub contacts: Vec<IterationContact>,
    /// Places in `contacts` of what threw the motion back, in order:
    /// [`Response::Bounce`](crate::Response) and [`Response::PushBack`](crate::Response) only.
    pub reflected_by: Vec<usize>,
    /// What follows from that.
    pub decision: Decision,
    /// Metres of the piece that was tried: to the end of the time, to the rim of what holds the
    /// mover, or a chord of an arc.
    pub asked: f64,
    /// What ended the piece.
    pub end: SegmentEnd,
    /// Of ways beyond some kilometres: where the end was stored on the way, to go on from there
    /// with the skin that the coordinates need from there on.
    pub stored: Option<Vec3>,
}

impl Iteration {
    /// Metres that it went.
    #[must_use]
    pub fn length(&self) -> f64 {
        (self.to - self.from).length()
    }

    /// The contacts that hold the mover.
    pub fn planes(&self) -> impl Iterator<Item = &IterationContact> {
        self.contacts.iter().filter(|c| matches!(c.role, ContactRole::Active { .. }))
    }
}

/// Something touched in a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct IterationContact {
    /// What it is, and which part of it.
    pub surface: Surface,
    /// The nearest point of it, in world space.
    pub point: Vec3,
    /// Unit length, in the world, towards the mover.
    pub normal: DVec3,
    /// How far away it is: 0 touches the bare shape, 1 is the full skin.
    pub skins: f64,
    /// Whether the way led into it before, in this move; it is never taken for a seam then.
    pub was_hit: bool,
    /// What it is good for.
    pub role: ContactRole,
}

/// What a contact is good for in its stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ContactRole {
    /// Set aside: its point lies on a neighbour that is nearer, so that it is only the seam between
    /// the two.
    InternalEdge,
    /// Set aside: another contact has the same normal and stands for it.
    Duplicate,
    /// It counts, but the motion does not go into it.
    Inactive,
    /// It holds the mover.
    Active {
        /// Metres, of the motion of the whole time, that it takes along its normal; None where so
        /// many hold the mover that no share is its own.
        takes: Option<f64>,
    },
}

/// What is done in a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Decision {
    /// Nothing is in the way of the motion.
    Free,
    /// Along a plane, or along the crease of two.
    Slide {
        /// 1 or 2.
        planes: usize,
    },
    /// Round an edge or a corner, along a chord of the arc.
    Roll {
        /// Which part of the polygon.
        over: Feature,
    },
    /// The move ends here.
    Stop(StopReason),
}

/// Why a piece of a path ends where it does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SegmentEnd {
    /// It went as far as it was asked to, or there was none.
    Complete,
    /// The faces that hold the mover end here: an edge comes next.
    BoundaryEdge,
    /// It came within a skin of something.
    Contact(Surface),
    /// Here ends what was known of the neighbourhood; it was looked at anew.
    Regathered,
}

/// What was done about a start that all but touches something.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StartClearance {
    /// How far the nearest thing is, in skins, at most 1; below 0: not certified free.
    pub skins: f64,
    /// Metres by which the start was moved out; zero where it was not.
    pub push: DVec3,
}

/// A position that was tried as the end of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EndAttempt {
    /// The place of the path that it stands for, in the world and in f64: the end, or a place on
    /// the way back along the last piece. The straight way from there to the position is free too.
    pub place: DVec3,
    /// The position, as it would be stored.
    pub position: Vec3,
    /// How far the nearest thing is there, in skins, at most 1; below 0: it, or the way to it, is
    /// not certified free.
    pub skins: f64,
}
