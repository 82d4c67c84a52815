//! Independent checker for `sidle`. It verifies the result of a move in f64, from the triangles
//! alone, and uses exact arithmetic where f64 is too imprecise.
//!
//! The checker shares no code, types or data structures with the library. All measurements are in
//! metres and f64, over all relevant triangles, with the simplest correct method. It is fast enough
//! to check millions of moves in an hour.
//!
//! * [`Judge::clearance`]: the distance from a body to the nearest triangle, or the depth of the
//!   overlap.
//! * [`clearance_among`]: the same among a few triangles, without a level.
//! * [`Judge::path_clearance`]: the least clearance along a straight segment of a path.
//! * [`Judge::crosses`], [`Judge::path_crosses`]: check if the centre passes through a triangle.
//! * [`Judge::decide`], [`Judge::decide_path`]: check if a position or a path is free of overlap;
//!   the check is exact (see [`exact`]) where f64 cannot decide.
//! * [`Near`]: the same checks for one body that makes many moves in one place, many times faster.
//! * [`Refuges`]: brute-force search for the free position nearest to an overlapping start.
//! * [`reference_move`]: a slow reference implementation of the mover. A mover that travels less
//!   has a fault.
//! * [`Judge::ground`]: whether the ground holds a character.
//! * [`reference_character`]: a slow reference implementation of a character.
//! * [`distance_between`]: the distance between two bodies.
//! * [`moving`]: paths among meshes that move, continuous in time; ways out for crushed bodies.
//! * [`Tally`]: the worst results over many moves, and the [`Verdict`] on them.
//!
//! ```
//! use sidle_judge::{Body, Judge};
//! let floor = Judge::new(&[[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]], &[[0, 1, 2]]);
//! let seen = floor.clearance(&Body::Sphere { radius: 0.5 }, [0.0, 0.75, 0.0], 1.0);
//! assert_eq!(seen.gap, 0.25);
//! ```

mod bodies;
mod body;
mod character;
mod crossing;
mod decide;
pub mod exact;
mod grid;
mod judge;
pub mod moving;
mod near;
mod obstacle;
mod path;
mod reference;
mod refuge;
mod tally;
mod triangle;
mod vector;

pub use bodies::{are_apart, distance_between};
pub use body::Body;
pub use character::{
    Answer, CharacterRules, CharacterWish, Footing, Ground, Normals, Reason, reference_character,
};
pub use decide::Decision;
pub use judge::{Clearance, Judge, clearance_among};
pub use near::Near;
pub use reference::{Law, ReferenceOutcome, reference_move};
pub use refuge::{Refuge, RefugeSearch, Refuges};
pub use tally::{Claim, Limits, Tally, Verdict};
pub use triangle::closest_on_triangle;
pub use vector::V;
