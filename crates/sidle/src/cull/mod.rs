//! Conservative tests on eight boxes or triangles at a time, for the indexes and the mover.
//!
//! A test may keep a polygon that is out of reach. It never drops one that is in reach.

mod axes;
mod ball;
mod ray;
mod reach;
mod simd;
mod swept_ball;
mod swept_box;
mod triangles;
mod zone;

pub(crate) use axes::{Axes, Rotated, Scaled};
pub(crate) use ball::{BallCull, Untouched};
pub(crate) use ray::RayCull;
pub(crate) use reach::Reach;
pub(crate) use simd::{level, part_of_kernel, traversal_simd_level};
pub(crate) use swept_box::{Limit, Slabs, Sweep, Timed, key_of, of_key};
pub(crate) use triangles::{Columns, LANES, Triangles};
pub(crate) use zone::{OverlapTest, Zone};
