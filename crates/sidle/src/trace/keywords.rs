//! The words of the text form, for the writer and the reader alike.

use crate::mesh::{IndexKind, Sides};
use crate::slide::{FrictionLaw, Response};

/// The first line; the number is the version of the form.
pub(super) const HEADER: &str = "sidle replay 1";

/// A word for each of some values.
pub(super) type Words<T, const N: usize> = [(&'static str, T); N];

pub(super) const INDEXES: Words<IndexKind, 2> = [("bvh", IndexKind::Bvh), ("octree", IndexKind::Octree)];

pub(super) const RESPONSES: Words<Response, 5> = [
    ("steer", Response::Steer),
    ("momentum", Response::Momentum),
    ("stop", Response::Stop),
    ("push-back", Response::PushBack),
    ("bounce", Response::Bounce),
];

pub(super) const LAWS: Words<FrictionLaw, 2> =
    [("coulomb", FrictionLaw::Coulomb), ("proportional", FrictionLaw::Proportional)];

pub(super) const SIDES: Words<Sides, 2> = [("two", Sides::Two), ("front", Sides::Front)];

pub(super) const SWITCH: Words<bool, 2> = [("no", false), ("yes", true)];

/// The word for a value. Every value has one: a test writes and reads them all.
pub(super) fn word<T: PartialEq + Copy, const N: usize>(words: &Words<T, N>, value: T) -> &'static str {
    words.iter().find(|w| w.1 == value).map_or("?", |w| w.0)
}
