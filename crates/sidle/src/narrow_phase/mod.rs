//! Narrow phase: one mover against one polygon.
//!
//! The method that finds a contact affects only speed. Correctness depends only on the certificate.

mod bounds;
mod candidates;
mod capsule;
mod capsule_lanes;
mod clear_plane;
mod distance;
mod lane_block;
mod lanes;
mod moving;
mod obstacle;
mod parabola;
mod path_rejection;
#[cfg(test)]
mod rounding_tests;
mod separating_axis;
mod time_of_impact;
mod triangle;

pub(crate) use candidates::{Candidate, Candidates};
pub(crate) use clear_plane::{Impact, Path};
pub(crate) use moving::MovingPolygon;
pub(crate) use obstacle::{Obstacle, RoundingScale};
pub(crate) use parabola::{Fall, first_contact_of_fall};
pub(crate) use separating_axis::{ObstaclePart, SeparatingAxis};
pub(crate) use time_of_impact::{SkinThresholds, approach, first_contact};
