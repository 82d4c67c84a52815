//! One mover against one polygon. How a contact is found affects speed only; what counts is the
//! certificate.

mod bounds;
mod candidates;
mod clear_plane;
mod fall;
mod lanes;
mod past;
mod polygon;
#[cfg(test)]
mod rounding_tests;
mod sweep;
mod triangle;

pub(crate) use candidates::{Candidate, Candidates};
pub(crate) use fall::{Fall, meet};
pub(crate) use polygon::{Bound, Lever, Polygon};
pub(crate) use sweep::{Approach, Level, Path, approach, first_touch};
