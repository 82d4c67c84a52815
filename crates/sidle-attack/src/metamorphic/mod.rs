//! Metamorphic relations: the same move in a world that was moved, mirrored, scaled, cut or
//! renumbered has to end in the same place.
//!
//! No judge is needed to see that two answers differ, so this finds what every judge could share.
//! Some changes leave every number that enters the arithmetic as it was (up to signs and powers of
//! two): there every bit of the answer is due. Others change the order of roundings or of ties;
//! there the ends have to agree within the skin, unless the move is one that parts anyway when its
//! start is moved by one unit in the last place, or one that loses for good what surfaces take,
//! which depends on which of two all but equal seams comes first. Those are counted, not dropped.

mod change;
mod compare;
mod levels;
mod map;
mod rates;

use sidle::{IndexKind, MoveConfig, Shape, Vec3};

pub use change::{Change, Changed};
pub use compare::{Seen, compare, loses};
pub use levels::{Walked, coarse, fine};
pub use map::Map;
pub use rates::{RateTally, rates};

/// One move, to be made in two worlds.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is moved.
    pub shape: Shape,
    /// How.
    pub config: MoveConfig,
    /// Metres.
    pub from: Vec3,
    /// Metres.
    pub motion: Vec3,
}

/// How well the two answers have to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Every number of the answer, bit for bit (a zero may change its sign).
    Bits,
    /// The ends, within the skin.
    Skin,
}

/// A change of the world, of the moves with it, and what is due then.
#[derive(Clone, Debug)]
pub struct Relation {
    /// In a few words.
    pub name: &'static str,
    /// What is due.
    pub due: Due,
    /// Where everything goes.
    pub map: Map,
    /// What is done to the triangles.
    pub change: Change,
    /// The index of the changed world.
    pub index: IndexKind,
}

impl Relation {
    fn new(name: &'static str, due: Due) -> Self {
        Self { name, due, map: Map::default(), change: Change::Nothing, index: IndexKind::Bvh }
    }
}

/// The relations in which every bit is due, and why.
///
/// The library subtracts the start from every corner, in f64, before anything else. So a
/// translation that is exact in f32 changes nothing but the rounding of stored places and the unit
/// in the last place that widens the skin; both stay the same while all coordinates stay in one
/// binade, and the translation is an even number of units (halves are rounded to even). Rounding to
/// nearest is odd, and products, sums of two, quotients and roots commute with a change of signs
/// and with powers of two as long as nothing over- or underflows: so mirrors and scales by powers
/// of two (of world, shape and skin) commute with the whole move. A sum of three, (x + y) + z,
/// stays the same when x and y are exchanged, but not when z is. The index only finds candidates,
/// which are sorted by the caller's numbers.
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

/// The relations in which agreement within the skin is due: other roundings, other ties, the same
/// world.
///
/// Exchanging z with another axis, or naming the corners of a triangle from another one or the
/// other way round, changes the order of sums by 1e-16 of the lengths that enter. Another order of
/// triangles changes no number, but which of two equally near ones is looked at first. None of them
/// changes where the surface is.
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

/// Cuts that leave the surface exactly where it is: only for levels on a coarse grid ([`coarse`]),
/// where the new corners are f32 without rounding.
#[must_use]
pub fn cuts() -> Vec<Relation> {
    let skin = |name, change| Relation { change, ..Relation::new(name, Due::Skin) };
    vec![
        skin("cut at inner points", Change::SplitInside(1)),
        skin("cut at points of edges (T-junctions)", Change::SplitEdges(2)),
    ]
}
