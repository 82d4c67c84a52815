//! The results of moves and of depenetration.

use glam::{DVec3, Vec3};

use crate::world::MoveHit;

/// The reason for the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The time of the move is used up. The path can be shorter than requested if surfaces slowed
    /// the body.
    Arrived,
    /// [`Response::Stop`](crate::Response::Stop) reached a contact that obstructs the motion.
    Blocked,
    /// The contacts leave no direction with a useful motion: a corner of three surfaces, a head-on
    /// wall, or friction that holds the body.
    NoFreedom,
    /// The contacts turned the motion back. [`Response::PushBack`](crate::Response::PushBack) ends
    /// here, before it goes against the requested motion.
    /// [`Response::Bounce`](crate::Response::Bounce) used up its time, and its remaining motion
    /// goes against the requested one.
    Reversed,
    /// The move used up its [`MoveConfig::max_iterations`](crate::MoveConfig::max_iterations); the
    /// position is free.
    IterationLimit,
    /// The start overlaps the world; nothing was moved. The next move from there is refused too, so
    /// a character looks frozen. Causes are a bad spawn, a door that closed, or an edited level.
    /// Set [`MoveConfig::on_overlap`](crate::MoveConfig::on_overlap), or call
    /// [`World::depenetrate`](crate::World::depenetrate).
    StartedInside,
    /// The input has a number that is not finite or out of range, or a shape without size; nothing
    /// was moved. The position is the start, or the origin if the start itself is not finite.
    InvalidInput,
}

/// The adjustment of a start that overlaps the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StartAdjustment {
    /// No adjustment: the move began at the requested start.
    #[default]
    None,
    /// The start overlapped the world, and the move began at the position of
    /// [`OnOverlap::ReturnTo`](crate::OnOverlap::ReturnTo).
    Returned,
    /// The start overlapped the world, and the shape was pushed out first
    /// ([`OnOverlap::PushOut`](crate::OnOverlap::PushOut)).
    PushedOut,
}

/// The result of a move. Its contacts are in [`Scratch::hits`](crate::Scratch::hits).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Outcome {
    /// Position of the centre of the shape at the end of the move, in world space, in metres. The
    /// position is certified free for the bare shape if the start was free.
    pub position: DVec3,
    /// Velocity of the body at the end of the move, in the unit of
    /// [`Motion::velocity`](crate::Motion).
    pub velocity: Vec3,
    /// The reason for the end of the move.
    pub reason: StopReason,
    /// The adjustment of a start that overlapped the world.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_adjustment: StartAdjustment,
    /// Length of the path of the move, in metres. Pushes out to the skin, at the start or the end,
    /// do not count.
    pub distance: f32,
    /// Fraction of the move's time that was used, 0..=1.
    pub fraction: f64,
    /// Number of iterations of the move.
    pub iterations: u32,
    /// The skin that the move kept, in metres. It is the config's skin width, for an ellipsoid at
    /// most its smallest half length. It is at least 1e-9 m, and at least four units of f64 in the
    /// last place of the coordinates that the motion could reach: 0.5 micrometres at 10^9 m.
    pub skin: f32,
    /// Certified lower bound of the gap between the bare shape and the world at `position`, in
    /// metres: from 0 to the skin (for an ellipsoid, to its thinnest part). 0 if it is not known.
    ///
    /// A position that is less than this away from `position` is free too. So a caller who stores
    /// positions in single precision can round this one where the bound exceeds sqrt(3)/2 units in
    /// the last place of f32: 0.21 mm below 4,096 m. It is not the distance to
    /// the ground, which [`World::closest_point`](crate::World::closest_point) returns.
    #[cfg_attr(feature = "serde", serde(default))]
    pub clearance: f32,
}

/// The result of [`World::move_once`](crate::World::move_once).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct MoveReport {
    /// The outcome of the move.
    pub outcome: Outcome,
    /// The contacts of the move, in order.
    pub hits: Vec<MoveHit>,
    /// The corners of the path, start and end included.
    pub path: Vec<DVec3>,
}

/// The result of [`World::depenetrate`](crate::World::depenetrate).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Depenetration {
    /// A position that is certified free, or the start if no free position was found.
    pub position: DVec3,
    /// 0 if the position is free; otherwise the depth in metres by which the start overlaps the
    /// world. Infinite for invalid input.
    pub depth: f32,
    /// Number of rounds of pushing, or number of boxes of positions that the search examined.
    pub iterations: u32,
}

impl Depenetration {
    /// Returns true if the position is free.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.depth <= 0.0
    }
}
