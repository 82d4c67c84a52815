//! Generates starts that overlap the world, and checks how they are resolved. The end must be free,
//! and the path of the centre valid. No place may be much nearer, and none may exist if none was
//! found.

mod play;
mod scene;
mod trial;

pub use play::{EVENTS, Ground, Played, shared_levels};
pub use scene::{KINDS, Kind, Overlap};
pub use trial::{
    Answer, Fault, LEAST_CLEARANCE, MISSES, MOST_RATIO, PLAY_MISSES, WITHIN, ask, is_missed, judge,
};
