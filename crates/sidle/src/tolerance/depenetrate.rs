//! Tolerances of depenetration.

/// Largest number of rounds of pushing out of an overlap. Each round resolves all its contacts
/// together; a corner takes two or three rounds.
pub(crate) const DEPENETRATE_ROUNDS: u32 = 32;

/// Total distance, in radii, by which depenetration may move a shape. A longer distance would be a
/// teleport.
pub(crate) const DEPENETRATE_REACH: f64 = 4.0;

/// Largest accepted ratio of the distance of a result to a lower bound of the distance of the
/// nearest free position. Above it, a search looks for a nearer result. Larger: paths out are
/// longer. Smaller: more results need a search, and the search takes longer.
pub(crate) const DEPENETRATE_NEAR: f64 = 1.4;

/// Clearance that a search for a free position demands, as a fraction of the length of the body in
/// metres. The skin is used instead if it is less. Larger: bodies of the size of a skin find no
/// position between polygons. Smaller: their positions are harder to store.
pub(crate) const DEPENETRATE_ROOM: f64 = 0.005;

/// Range in which a search looks for paths around polygons, in multiples of the distance within
/// which it accepts positions. Larger: a search has to measure more polygons. Smaller: the path to
/// a position behind the end of a wall, just within that distance, is not found.
pub(crate) const DEPENETRATE_VIEW: f64 = 1.07;

/// Half the diagonal, in radii, below which a box of the search waits until larger ones have been
/// examined. Larger: narrow places far away are found before narrow places nearby. Smaller: one
/// narrow place nearby takes all the work.
pub(crate) const DEPENETRATE_SMALL: f64 = 3.0;

/// Penalty on the distance of a waiting box for each cut, as a fraction of the furthest position.
/// Larger and smaller values have the effects described for the constant before.
pub(crate) const DEPENETRATE_WAIT: f64 = 0.125;

/// Half the diagonal, in radii, of the smallest boxes of the search. Larger: positions with a close
/// fit are missed. Smaller: a search takes longer if there is no free position.
pub(crate) const DEPENETRATE_FINEST: f64 = 0.02;

/// Number of blocks of four polygons that a search may measure, or the same amount of other work:
/// about a millisecond. Larger: a search without a result takes longer. Smaller: some positions are
/// not found.
pub(crate) const DEPENETRATE_WORK: usize = 10_000;

/// Largest amount of work that polygons add to that of a search: among 670 or more. Larger: a
/// search among thousands of polygons takes longer. Smaller: it finds less there.
pub(crate) const DEPENETRATE_WORK_EACH: usize = 10_000;

/// Number of polygons, added up over the positions at which they are measured, after which no more
/// pushes out of an overlap are tried. One series of pushes ends after a third of it. Among 1,200
/// polygons none reaches this limit.
/// Larger: a search among tens of thousands takes longer. Smaller: their paths out are longer.
pub(crate) const DEPENETRATE_PUSHES: usize = 120_000;

/// Distance, in radii, at which the centre must pass beside a polygon. Larger: some gaps are not
/// found. Smaller: slivers between polygons count as gaps.
pub(crate) const SHEET_MARGIN: f64 = 1.0e-6;

/// Fraction of the length of a point by which it may lie outside a half-space and still count as
/// inside. Larger: positions have less than a full skin. Smaller: rounding makes the solver take
/// another step.
pub(crate) const VIOLATED: f64 = 1.0e-9;

/// Squared sine between two planes, or squared volume of three unit normals, below which no point
/// is computed from them. Larger: the narrow ends of wedges are missed. Smaller: computed points
/// are only rounding error.
pub(crate) const SAME_PLANE: f64 = 1.0e-12;

/// Fraction of the path out of an overlap by which another refinement from the end of the path must
/// shorten the path. Larger: paths are longer. Smaller: rounds of refinement gain only micrometres.
pub(crate) const DEPENETRATE_GAIN: f64 = 1.0e-4;

/// Distance, in lengths of a lattice segment. A polygon that is this close to a node cuts the
/// segments on both sides of the node. Larger: narrow paths are not found. Smaller: paths that are
/// found turn out to cross a polygon.
pub(crate) const LATTICE_MARGIN: f64 = 1.0 / 1_048_576.0;

/// Component of a polygon's normal, relative to its largest component, below which the polygon
/// counts as parallel to an axis. Larger: segments that a polygon crosses are not detected.
/// Smaller: crossings are computed from rounding.
pub(crate) const EDGE_ON: f64 = 1.0e-9;

/// Rounding of the volume of a pyramid over a polygon, per corner, relative to the cube of its
/// longest edge to the apex: eight units in the last place. Larger: the two sides of some planes
/// are not distinguished. Smaller: rounding decides about a side.
pub(crate) const ROUNDING_OF_VOLUME: f64 = 8.0 * f64::EPSILON;
