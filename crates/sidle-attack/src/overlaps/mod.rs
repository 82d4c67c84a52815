//! Starts that overlap the world, and the checker of the ways out: is the end free, is the way of the centre sound, and
//! is there a place much nearer, or any at all where none was found?

mod scene;
mod trial;

pub use scene::{KINDS, Kind, Overlap};
pub use trial::{Answer, Fault, LEAST_CLEARANCE, MOST_RATIO, WITHIN, ask, judge};
