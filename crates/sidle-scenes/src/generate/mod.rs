//! Large levels from a seed: the same bits on every platform.
//!
//! Each (the green aside) has the triangles asked for or a few more, and 48 spawns where the
//! default mover is free with 2 cm to spare.

mod green;
mod hall;
mod load;
mod rooms;
mod soup;
mod spawn;
mod terrain;

use crate::level::Level;

pub use rooms::{Opening, Room, Rooms};

/// The triangles of a default level, at least.
pub const DEFAULT_TRIANGLES: usize = 20_000;

/// How many spawns every generated level has.
pub const SPAWNS: usize = 48;

/// A closed, watertight hall full of clutter: boxes at odd angles (some hang in the air), pillars,
/// stairs, ramps, wedges, low bumps. Everything inside is solid, and its front is outside. Three
/// materials: 0 floor, walls and ceiling (friction 0.4), 1 clutter (friction 0.2), 2 ice (friction
/// 0).
#[must_use]
pub fn hall(seed: u64, triangles: usize) -> Level {
    hall::generate(seed, triangles)
}

/// Noisy terrain on a grid of 1 m, heights within about 6 m, open at its four sides.
#[must_use]
pub fn terrain(seed: u64, triangles: usize) -> Level {
    terrain::generate(seed, triangles)
}

/// A soup of random triangles in a closed box: ordinary ones of 5 cm to 1.6 m, slivers, needles,
/// zero area (also with repeated corners), duplicates, inverted duplicates, and tiny ones down to a
/// tenth of a millimetre.
#[must_use]
pub fn soup(seed: u64, triangles: usize) -> Level {
    soup::generate(seed, triangles)
}

/// A grid of closed rooms, 12 m wide and 5 m high, with doors and windows between neighbours and
/// `clutter` objects in each (those of [`fn@hall`]). Two materials: 0 floors, walls and ceilings, 1
/// clutter.
#[must_use]
pub fn rooms(seed: u64, counts: [usize; 2], clutter: usize) -> Rooms {
    rooms::generate(seed, counts, clutter)
}

/// A putting green: a bicubic surface (Catmull and Rom's) through random heights of up to `high`
/// metres, 4 m apart, sampled every 0.25 m; at least `size` metres square around the origin.
/// Friction 0.5, restitution 0.4. No spawns.
#[must_use]
pub fn green(seed: u64, size: f64, high: f64) -> Level {
    green::generate(seed, size, [4.0, 0.25], high)
}

/// Smooth hills, made as [`green`] is: through heights 24 m apart, sampled every 0.5 m.
#[must_use]
pub fn hills(seed: u64, size: f64, high: f64) -> Level {
    Level { name: "hills".into(), ..green::generate(seed, size, [24.0, 0.5], high) }
}

/// A scene to load movers on, 50 m square around the origin: hills of 2 m on a grid of 0.5 m, a
/// pyramid of ten boxes and a row of ten pillars. No spawns.
#[must_use]
pub fn load() -> Level {
    load::generate()
}

#[cfg(test)]
mod tests;
