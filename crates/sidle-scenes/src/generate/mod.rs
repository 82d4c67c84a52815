//! Large levels generated from a seed, bit-identical on every platform.
//!
//! Each one except the green has at least the requested number of triangles. It also has 48 spawns
//! where the default mover is free with a margin of 2 cm.

mod green;
mod hall;
mod load;
mod rooms;
mod soup;
mod spawn;
mod terrain;

use crate::level::Level;

pub use rooms::{Opening, Room, Rooms};

/// Smallest number of triangles of a default level.
pub const DEFAULT_TRIANGLES: usize = 20_000;

/// Number of spawns of every generated level.
pub const SPAWNS: usize = 48;

/// Generates a closed, watertight hall full of clutter: boxes at odd angles (some in the air),
/// pillars, stairs, ramps, wedges and low bumps. Everything inside is solid, with its front
/// outwards. There are three materials: 0 for floor, walls and ceiling (friction 0.4), 1 for
/// clutter (friction 0.2), and 2 for ice (friction 0).
#[must_use]
pub fn hall(seed: u64, triangles: usize) -> Level {
    hall::generate(seed, triangles)
}

/// Generates noisy terrain on a grid of 1 m, with heights within about 6 m, open at its four sides.
#[must_use]
pub fn terrain(seed: u64, triangles: usize) -> Level {
    terrain::generate(seed, triangles)
}

/// Generates a soup of random triangles in a closed box: ordinary ones of 5 cm to 1.6 m, slivers,
/// needles, and triangles of zero area (also with repeated corners). There are also duplicates,
/// inverted duplicates, and tiny ones down to 0.1 mm.
#[must_use]
pub fn soup(seed: u64, triangles: usize) -> Level {
    soup::generate(seed, triangles)
}

/// Generates a grid of closed rooms, 12 m wide and 5 m high. There are doors and windows between
/// neighbours, and `clutter` objects in each room (those of [`fn@hall`]). There are two materials:
/// 0 for floors, walls and ceilings, 1 for clutter.
#[must_use]
pub fn rooms(seed: u64, counts: [usize; 2], clutter: usize) -> Rooms {
    rooms::generate(seed, counts, clutter)
}

/// Generates a putting green: a bicubic surface (Catmull-Rom) through random heights of up to
/// `high` metres, 4 m apart, sampled every 0.25 m. It is a square of at least `size` metres around
/// the origin. Friction 0.5, restitution 0.4. No spawns.
#[must_use]
pub fn green(seed: u64, size: f64, high: f64) -> Level {
    green::generate(seed, size, [4.0, 0.25], high)
}

/// Generates smooth hills in the same way as [`green`], through heights 24 m apart, sampled every
/// 0.5 m.
#[must_use]
pub fn hills(seed: u64, size: f64, high: f64) -> Level {
    Level { name: "hills".into(), ..green::generate(seed, size, [24.0, 0.5], high) }
}

/// Generates a scene for load tests with many movers, 50 m square around the origin. It has hills
/// of 2 m on a grid of 0.5 m, a pyramid of ten boxes and a row of ten pillars. No spawns.
#[must_use]
pub fn load() -> Level {
    load::generate()
}

#[cfg(test)]
mod tests;
