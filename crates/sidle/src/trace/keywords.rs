//! The keywords of the text format, for the writer and the reader.

use crate::character::{GroundState, LeaveVelocity, SlopeSpeed, SteepGround};
use crate::mesh::{IndexKind, Sides};
use crate::slide::{FrictionLaw, Response};

/// The first line; the number is the version of the format.
pub(super) const HEADER: &str = "sidle replay 3";

/// The first lines of older versions. Their positions are in single precision; version 1 also has
/// the keywords `steer` and `proportional`.
pub(super) const OLD_HEADERS: [&str; 2] = ["sidle replay 2", "sidle replay 1"];

/// Keywords and their values. The first keyword of a value is the one that is written.
pub(super) type Keywords<T, const N: usize> = [(&'static str, T); N];

pub(super) const INDEXES: Keywords<IndexKind, 2> = [("bvh", IndexKind::Bvh), ("octree", IndexKind::Octree)];

pub(super) const RESPONSES: Keywords<Response, 6> = [
    ("slide", Response::Slide),
    ("steer", Response::Slide),
    ("momentum", Response::Momentum),
    ("stop", Response::Stop),
    ("push-back", Response::PushBack),
    ("bounce", Response::Bounce),
];

pub(super) const LAWS: Keywords<FrictionLaw, 3> =
    [("coulomb", FrictionLaw::Coulomb), ("drag", FrictionLaw::Drag), ("proportional", FrictionLaw::Drag)];

pub(super) const SIDES: Keywords<Sides, 2> = [("two", Sides::Two), ("front", Sides::Front)];

/// The first line of the steps of a character; the number is the version of the format.
pub(super) const CHARACTER_HEADER: &str = "sidle character-replay 2";

/// The first line of the older version, with positions in single precision, and with the centre of
/// the body in the state.
pub(super) const OLD_CHARACTER_HEADER: &str = "sidle character-replay 1";

pub(super) const SLOPE_SPEEDS: Keywords<SlopeSpeed, 3> = [
    ("along-ground", SlopeSpeed::AlongGround),
    ("horizontal", SlopeSpeed::Horizontal),
    ("projected", SlopeSpeed::Projected),
];

pub(super) const LEAVE_VELOCITIES: Keywords<LeaveVelocity, 3> = [
    ("add", LeaveVelocity::Add),
    ("add-upwards", LeaveVelocity::AddUpwards),
    ("ignore", LeaveVelocity::Ignore),
];

pub(super) const STEEP_GROUNDS: Keywords<SteepGround, 2> =
    [("slide", SteepGround::Slide), ("stand", SteepGround::Stand)];

pub(super) const GROUNDS: Keywords<GroundState, 4> = [
    ("grounded", GroundState::Grounded),
    ("steep", GroundState::Steep),
    ("unsupported", GroundState::Unsupported),
    ("airborne", GroundState::Airborne),
];

pub(super) const SWITCH: Keywords<bool, 2> = [("no", false), ("yes", true)];

/// Returns the keyword of a value. Every value has one: a test writes and reads them all.
pub(super) fn keyword<T: PartialEq + Copy, const N: usize>(
    keywords: &Keywords<T, N>,
    value: T,
) -> &'static str {
    keywords.iter().find(|w| w.1 == value).map_or("?", |w| w.0)
}

/// Returns the keyword of a field of the state of a character.
pub(super) fn keyword_of_field(name: &'static str) -> &'static str {
    if name == "triggers" { "inside" } else { name }
}
