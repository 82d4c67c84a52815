//! Starts that overlap the world, and the checker of the ways out: is the end free, is the way of
//! the centre sound, and is there a place much nearer, or any at all where none was found?

mod scene;
mod trial;

pub use scene::{KINDS, Kind, Overlap};
/// Cases of seed 3 where the way out leads through an opening that is narrower than the lattices of
/// the search.
pub const NARROW: [u64; 14] =
    [420, 1254, 2004, 5760, 6546, 7077, 7152, 7284, 8418, 10992, 11943, 13104, 13758, 16386];

pub use trial::{Answer, Fault, LEAST_CLEARANCE, MOST_RATIO, WITHIN, ask, judge};
