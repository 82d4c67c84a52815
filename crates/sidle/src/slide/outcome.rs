//! What a move came to.

use glam::Vec3;

use crate::world::MoveHit;

/// Why a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StopReason {
    /// The time of the move is used up. The way may have been shorter than asked, where surfaces
    /// took from it.
    Arrived,
    /// Less than one unit in the last place of the position is left to go.
    TooShort,
    /// [`Response::Stop`](crate::Response::Stop) met something in the way.
    Blocked,
    /// The surfaces touched leave no direction that gains anything: a corner of three, a wall met
    /// head-on, or friction holds.
    NoFreedom,
    /// The surfaces turned the motion back: [`Response::PushBack`](crate::Response::PushBack) ends
    /// there, before it goes against the motion asked for;
    /// [`Response::Bounce`](crate::Response::Bounce) used up its time, and what is left goes
    /// against it.
    Reversed,
    /// [`MoveConfig::max_iterations`](crate::MoveConfig::max_iterations) stages were not enough;
    /// the position is free.
    IterationLimit,
    /// The start overlaps the world: nothing was moved. See
    /// [`World::depenetrate`](crate::World::depenetrate).
    StartedInside,
    /// A number that is not finite, out of range, or a shape without size: nothing was moved. The
    /// position is the start, or the origin where the start itself is not finite.
    InvalidInput,
}

/// Where a move began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum StartAdjustment {
    /// At the start it was given.
    #[default]
    None,
    /// The start overlapped, and [`OnOverlap::ReturnTo`](crate::OnOverlap::ReturnTo) named another.
    Returned,
    /// The start overlapped, and the shape was pushed out of it first
    /// ([`OnOverlap::PushOut`](crate::OnOverlap::PushOut)).
    PushedOut,
}

/// What a move came to. What it touched is in [`Scratch::hits`](crate::Scratch::hits).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Outcome {
    /// Where the mover is now. Free at its bare size, certified, if the start was free.
    pub position: Vec3,
    /// The velocity left, in the unit of [`Motion::velocity`](crate::Motion).
    pub velocity: Vec3,
    /// Why the move ended.
    pub reason: StopReason,
    /// Where the move began: what was done about a start that overlapped the world.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start_adjustment: StartAdjustment,
    /// Metres travelled along the path; what moved it out to its skin, at the start or the end, is
    /// not counted.
    pub distance: f32,
    /// Which part of the move's time was used, 0..=1.
    pub fraction: f32,
    /// The stages it took.
    pub iterations: u32,
    /// The skin that was really kept, in metres: the config's, for an ellipsoid at most its
    /// smallest half length, and at least four units in the last place of the coordinates that the
    /// motion asked for could reach. Where the motion alone would make that more than a millimetre
    /// (or than the config's), the way is cut into legs with a skin each, and this is the skin of
    /// the last one: a body pushed at a wall by a motion of 10,000 km keeps its millimetre.
    pub skin: f32,
}

/// What [`World::move_once`](crate::World::move_once) returns.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct MoveReport {
    /// What the move came to.
    pub outcome: Outcome,
    /// What it met, in order.
    pub hits: Vec<MoveHit>,
    /// The corners of its path, start and end included.
    pub path: Vec<Vec3>,
}

/// What [`World::depenetrate`](crate::World::depenetrate) came to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Depenetration {
    /// A free place, certified, or the start where none was found.
    pub position: Vec3,
    /// 0 when free; otherwise by how many metres the start still overlaps.
    pub depth: f32,
    /// Rounds of pushing, or boxes of places that the search looked at.
    pub iterations: u32,
}

impl Depenetration {
    /// Whether the position is free.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.depth <= 0.0
    }
}
