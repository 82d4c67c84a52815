//! The judge of `sidle`: says in f64, from the triangles alone, whether a move was honest; and
//! exactly, where f64 cannot know.
//!
//! It shares nothing with the library it judges: no code, no types, no data structure. Everything
//! is measured in metres in f64, on all the triangles that could matter, by the plainest method
//! that is right. Speed counts only as far as millions of moves must be judged in an hour.
//!
//! * [`Judge::clearance`]: how far a body is from the nearest triangle, or how deep inside.
//! * [`Judge::path_clearance`]: the least clearance along a straight piece of a path.
//! * [`Judge::crosses`], [`Judge::path_crosses`]: did the centre go through a triangle.
//! * [`Judge::decide`], [`Judge::decide_path`]: is a place or a way free; exactly, by [`exact`],
//!   where f64 is close.
//! * [`Near`]: the same for one body that makes many moves in one place, many times faster.
//! * [`Refuges`]: the nearest free place around a start that overlaps, by brute force.
//! * [`reference_move`]: a slow mover that obeys the same law of motion; a mover that travels less is at
//!   fault.
//! * [`Tally`]: the worst that was seen over many moves, and the [`Verdict`] on it.
//!
//! ```
//! use sidle_judge::{Body, Judge};
//! let floor = Judge::new(&[[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]], &[[0, 1, 2]]);
//! let seen = floor.clearance(&Body::Sphere { radius: 0.5 }, [0.0, 0.75, 0.0], 1.0);
//! assert_eq!(seen.gap, 0.25);
//! ```

mod body;
mod crossing;
mod decide;
pub mod exact;
mod grid;
mod judge;
mod near;
mod path;
mod reference;
mod refuge;
mod tally;
mod triangle;
mod vector;

pub use body::Body;
pub use decide::Decision;
pub use judge::{Clearance, Judge};
pub use near::Near;
pub use reference::{Law, ReferenceOutcome, reference_move};
pub use refuge::{Refuge, RefugeSearch, Refuges};
pub use tally::{Claim, Limits, Tally, Verdict};
pub use triangle::closest_on_triangle;
pub use vector::V;
