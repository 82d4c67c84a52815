//! Metamorphic tests: the same move must end in the same place in a world that was moved, mirrored,
//! scaled, cut or renumbered.
//!
//! Comparing two results needs no judge, so these tests find faults that all judges could share.
//! Some changes preserve every number of the arithmetic, up to signs and powers of two. The results
//! must then be bit-identical.
//!
//! Other changes affect the order of roundings or of ties. The ends must then agree within the
//! skin, with two exceptions, which are counted and not dropped:
//!
//! * The end also changes when the start moves by one unit in the last place.
//! * The move loses motion to surfaces permanently. The loss depends on which of two nearly equal
//!   internal edges comes first.

mod change;
mod compare;
mod levels;
mod map;
mod rates;

use sidle::{DVec3, IndexKind, MoveConfig, Shape, Vec3};

pub use change::{Change, Changed};
pub use compare::{Seen, compare, loses};
pub use levels::{Walked, coarse, fine};
pub use map::Map;
pub use rates::{RateTally, rates};

/// One move, to be made in two worlds.
#[derive(Clone, Debug)]
pub struct Case {
    /// Shape of the mover.
    pub shape: Shape,
    /// Configuration of the move.
    pub config: MoveConfig,
    /// Start of the centre, in metres.
    pub from: DVec3,
    /// Desired displacement, in metres.
    pub motion: Vec3,
}

/// Required agreement of the two results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Every number of the result must be bit-identical; a zero may change its sign.
    Bits,
    /// The ends must agree within the skin.
    Skin,
}

/// A change of the world and of the moves in it, and the required agreement.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Short description.
    pub name: &'static str,
    /// Required agreement of the results.
    pub due: Due,
    /// Map of space.
    pub map: Map,
    /// Change of the triangles.
    pub change: Change,
    /// Index of the changed world.
    pub index: IndexKind,
}

impl Relation {
    fn new(name: &'static str, due: Due) -> Self {
        Self { name, due, map: Map::default(), change: Change::Nothing, index: IndexKind::Bvh }
    }
}

/// Returns the relations that require bit-identical results.
///
/// The library subtracts the start from every corner, in f64, before any other operation. A
/// translation that is exact in f32 therefore changes only the rounding of the sum of the start and
/// the path: positions agree to the rounding of f64, everything else in every bit.
///
/// Rounding to nearest is an odd function. Products, sums of two, quotients and roots commute with
/// a change of signs, and with powers of two while nothing overflows or underflows. Mirrors and
/// scales by powers of two (of world, shape and skin) therefore commute with the whole move.
///
/// A sum of three, (x + y) + z, stays the same when x and y are exchanged, but not when z is. The
/// index only finds candidates, which are sorted by the caller's numbers.
#[must_use]
pub fn exact() -> Vec<Relation> {
    let bits = |name, map| Relation { map, ..Relation::new(name, Due::Bits) };
    let mirror = |axis: usize| {
        let mut signs = [1.0; 3];
        signs[axis] = -1.0;
        Map { signs, ..Map::default() }
    };
    let shift = |x, y, z| Map { shift: Vec3::new(x, y, z), ..Map::default() };
    let scale = |scale| Map { scale, ..Map::default() };
    let hair = 1.0 / 131_072.0;
    vec![
        bits("translated by whole metres", shift(3.0, 11.0, 7.0)),
        bits(
            "translated by even units in the last place",
            shift(1.0 + 2.0 * hair, 14.0 + 6.0 * hair, 10.0 * hair),
        ),
        bits("mirrored in x", mirror(0)),
        bits("mirrored in y", mirror(1)),
        bits("mirrored in z", mirror(2)),
        bits("turned half round y", Map { signs: [-1.0, 1.0, -1.0], ..Map::default() }),
        bits("x and y exchanged", Map { axes: [1, 0, 2], ..Map::default() }),
        bits("32 times as large", scale(32.0)),
        bits("an eighth of the size", scale(0.125)),
        Relation { index: IndexKind::Octree, ..Relation::new("in an octree", Due::Bits) },
    ]
}

/// Returns the relations that require agreement within the skin: other roundings and other ties in
/// the same world.
///
/// Exchanging z with another axis changes the order of sums by 1e-16 of the lengths in the sum. So
/// does starting the corners of a triangle at another one, or reversing them. Another order of
/// triangles changes no number, but it changes which of two equally near triangles is tested first.
/// None of these changes moves the surface.
#[must_use]
pub fn near() -> Vec<Relation> {
    let skin = |name, change| Relation { change, ..Relation::new(name, Due::Skin) };
    let axes =
        |name, axes| Relation { map: Map { axes, ..Map::default() }, ..Relation::new(name, Due::Skin) };
    vec![
        axes("x and z exchanged", [2, 1, 0]),
        axes("axes passed round", [1, 2, 0]),
        skin("corners named from the next one", Change::NextCorner),
        skin("winding reversed", Change::Reverse),
        skin("triangles in another order", Change::Shuffle(7)),
        skin("everything twice", Change::Double),
    ]
}

/// Returns the cuts that leave the surface exactly in place. They are only for levels on a coarse
/// grid ([`coarse`]), where the new corners are exact in f32.
#[must_use]
pub fn cuts() -> Vec<Relation> {
    let skin = |name, change| Relation { change, ..Relation::new(name, Due::Skin) };
    vec![
        skin("cut at inner points", Change::SplitInside(1)),
        skin("cut at points of edges (T-junctions)", Change::SplitEdges(2)),
    ]
}
