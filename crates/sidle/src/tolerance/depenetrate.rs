//! Ways out of overlaps.

/// Rounds of pushing out of an overlap. Each solves its contacts together; a corner takes two or
/// three.
pub(crate) const DEPENETRATE_ROUNDS: u32 = 32;

/// Overlapped polygons up to which the edges between neighbours are left out of a push. Larger: the
/// search for them can take as many steps as there are pairs of polygons. Smaller: longer ways out
/// of fine meshes, and more searches.
pub(crate) const DEPENETRATE_INTERNAL_EDGES: usize = 1024;

/// Radii that depenetration may move a shape in all; beyond, it would be a teleport.
pub(crate) const DEPENETRATE_REACH: f64 = 4.0;

/// How many times as far as the nearest free place an answer may be before a search looks for a
/// nearer one. Larger: longer ways out. Smaller: more searches, and longer ones.
pub(crate) const DEPENETRATE_NEAR: f64 = 1.4;

/// Fraction of the length of the body, in metres, that a search for a free place demands around it,
/// if that is less than the skin. Larger: bodies of the size of a skin find nothing between
/// polygons. Smaller: their places are harder to store.
pub(crate) const DEPENETRATE_ROOM: f64 = 0.005;

/// Of the distance within which a search accepts places, how far it looks for ways around polygons.
/// Larger: more polygons to look at. Smaller: the way to a place behind the end of a wall, just
/// within that distance, is not found.
pub(crate) const DEPENETRATE_VIEW: f64 = 1.07;

/// Radii: half the diagonal below which a box of the search waits until larger ones have been
/// examined. Larger: narrow places far away are found before narrow places nearby. Smaller: one
/// narrow place nearby takes all the work.
pub(crate) const DEPENETRATE_SMALL: f64 = 3.0;

/// How much further away a box that waits counts as for each cut, as a fraction of the furthest
/// place. Larger and smaller: as above.
pub(crate) const DEPENETRATE_WAIT: f64 = 0.125;

/// Radii: half the diagonal of the smallest boxes of the search. Larger: places that fit closely
/// are missed. Smaller: more work where there is no place.
pub(crate) const DEPENETRATE_FINEST: f64 = 0.02;

/// Blocks of four polygons that a search may measure, or other work that takes as long: about a
/// millisecond. Larger: slower refusals. Smaller: places that are not found.
pub(crate) const DEPENETRATE_WORK: usize = 10_000;

/// Radii: how far beside a polygon the centre must pass. Larger: gaps that are not seen. Smaller:
/// slivers between polygons are taken for gaps.
pub(crate) const SHEET_MARGIN: f64 = 1.0e-6;

/// Fraction of the length of a point by which it may lie outside of a half-space and still count as
/// inside. Larger: places that miss their skin. Smaller: rounding makes the solver take another
/// step.
pub(crate) const VIOLATED: f64 = 1.0e-9;

/// Squared sine between two planes, or squared volume of three unit normals, below which no point
/// is computed from them. Larger: the narrow ends of wedges are missed. Smaller: points made of
/// rounding.
pub(crate) const SAME_PLANE: f64 = 1.0e-12;

/// The share of a way out of an overlap that looking at it again from its end must gain. Larger:
/// longer ways. Smaller: rounds for micrometres.
pub(crate) const DEPENETRATE_GAIN: f64 = 1.0e-4;

/// Radii between the edge of a polygon and a place beside it that a way may use. Larger: narrow
/// gaps between two edges are not found. Smaller: rounding closes them.
pub(crate) const OPENING_MARGIN: f64 = 1.0 / 1024.0;

/// Lengths of a segment of a lattice: how near to a node a polygon cuts the segments on both sides
/// of it. Larger: narrow ways are not found. Smaller: a way that is found turns out to cross a
/// polygon.
pub(crate) const LATTICE_MARGIN: f64 = 1.0 / 1_048_576.0;

/// Component of a polygon's normal, of its largest one, below which the polygon counts as parallel
/// to an axis. Larger: segments that a polygon crosses are not seen. Smaller: crossings are
/// computed from rounding.
pub(crate) const EDGE_ON: f64 = 1.0e-9;

/// What rounding can add to the volume of a pyramid over a polygon, per corner, in cubes of its
/// longest edge to the apex: eight units in the last place. Larger: sides of planes that are not
/// told apart. Smaller: rounding decides about a side.
pub(crate) const ROUNDING_OF_VOLUME: f64 = 8.0 * f64::EPSILON;
