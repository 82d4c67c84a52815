//! Generates starts that overlap the world, and checks how they are resolved. The end must be free,
//! and the path of the centre valid. No place may be much nearer, and none may exist if none was
//! found.

mod scene;
mod trial;

pub use scene::{KINDS, Kind, Overlap};
/// Cases of seed 3 in which the path out leads through an opening narrower than the lattices of the
/// search.
pub const NARROW: [u64; 14] =
    [420, 1254, 2004, 5760, 6546, 7077, 7152, 7284, 8418, 10992, 11943, 13104, 13758, 16386];

pub use trial::{Answer, Fault, LEAST_CLEARANCE, MOST_RATIO, WITHIN, ask, judge};
