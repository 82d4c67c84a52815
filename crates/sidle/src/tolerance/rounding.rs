//! Guards against rounding inside one formula: the unit, why this value, what breaks when it is
//! larger or smaller.

/// Fraction of a way by which a gathered region reaches beyond it. Larger: polygons are collected
/// that nothing can reach. Smaller: rounding and pushes may lead out of what was gathered.
pub(crate) const GATHER_SLACK: f64 = 1.0e-6;

/// Fraction of its reach by which a polygon is clipped more widely around a pseudo-distance body.
/// Larger: more cells to certify. Smaller: rounding of the cut may remove what is just within
/// reach.
pub(crate) const CLIP_SLACK: f64 = 1.0e-6;

/// Fraction by which the ball around another pseudo-distance body is enlarged before it is
/// searched. Larger: more cells. Smaller: rounding may leave out a part of that body.
pub(crate) const BODY_SLACK: f64 = 1.0e-9;

/// Metres for each metre of coordinates (and one): how near to a polygon a point counts as on it,
/// for a pseudo-distance body. Larger: places beside a polygon count as on it. Smaller: rounding
/// takes places on it for places beside it.
pub(crate) const ON_POLYGON: f64 = 1.0e-9;

/// Fraction of the distance that turning a place may add to the reach of a turned body. Larger: its
/// rounding is overestimated. Smaller: a distance just beyond the reach would be rounded more than
/// it says.
pub(crate) const TURNED_REACH: f64 = 1.0e-12;

/// Fraction of a way through a clear ball by which its end is drawn back when rounding puts it
/// outside. Larger: shorter certified ways. Smaller: the second attempt fails as the first did, and
/// half of the way is given up.
pub(crate) const EXIT_SLACK: f64 = 1.0e-9;

/// A distance has to be below this part of the least one so far to replace it. Larger: rounds that
/// gain next to nothing. Smaller: the least distance is known less well.
pub(crate) const ASK_CLOSER: f64 = 0.99;

/// Of the default of `RootFinder`: how far a value may be below the truth, for functions of size
/// one. Larger: roots are approached in more steps. Smaller: rounding of the function counts as
/// crossing.
pub(crate) const DEFAULT_ROOT_ROUNDING: f64 = 1.0e-14;

/// Of the default of `RootFinder`: a value below this touches. Larger: touches that are early.
/// Smaller: at double roots, steps grow with the square root of its inverse.
pub(crate) const DEFAULT_ROOT_TOLERANCE: f64 = 1.0e-5;

/// Fraction by which a step of a `RootFinder` is rounded down: four units of f64. Larger: more
/// steps. Smaller: the sum may step over a root.
pub(crate) const ROOT_STEP_DOWN: f64 = 1.0e-15;

/// Fraction by which a hop may exceed the zone in which surfaces hold a ball, since both are made
/// of the same speed. Larger: nothing visible. Smaller: a hop of exactly the zone depends on
/// rounding.
pub(crate) const HOP_ROUNDING: f64 = 1.0e-9;

/// Of a ball: the part of its speed that may lead off the surface that held it before while it
/// still went along it. Storing in f32 makes 1e-7. Larger: balls that leave a surface are turned
/// round its fold without loss. Smaller: rolling ones are not.
pub(crate) const HELD_ALONG: f64 = 1.0e-6;

/// Of a ball that is to stop at the end of a stage: the part of its speed that is rounding then.
/// Larger: real speed is taken. Smaller: stages of balls that have stopped.
pub(crate) const STOPPED: f64 = 1.0e-9;

/// Of a ball: the part of its deceleration across its way that is rounding. Larger: ways that bend
/// are taken for straight. Smaller: a straight way ends in many ever shorter stages before it
/// stops.
pub(crate) const STRAIGHT_BRAKE: f64 = 1.0e-12;

/// Relative, two units of f64: the last step of Newton's method for a length along an elliptic arc.
/// Larger: last bits depend on the start of the search. Smaller: the search does not end.
pub(crate) const ARC_STEP_END: f64 = 4.0e-16;

/// Fraction of the trace of a symmetric matrix below which its entry off the diagonal is zero.
/// Larger: axes of an ellipse are off by as many radians. Smaller: a ratio of rounding to zero.
pub(crate) const DIAGONAL: f64 = 1.0e-16;

/// Sine of an angle of 0 or of a half turn: so near to either, the tangent of its half is rounding.
/// Larger: short arcs and all but half turns have no closed form. Smaller: tangents with few right
/// digits.
pub(crate) const NO_TURN: f64 = 1.0e-12;

/// Square of the sine between two unit normals whose crease is rounding: an angle of 1e-10. Larger:
/// real creases are left out. Smaller: directions of rounding are tried.
pub(crate) const NO_CREASE: f64 = 1.0e-20;

/// Fraction of a push by which it may miss a plane that it has to leave. Larger: pushes end too
/// deep. Smaller: rounding refuses the push that all planes need.
pub(crate) const PUSH_SLACK: f64 = 1.0e-9;

/// Square of the sine between two planes that are too parallel to be left together: an angle of
/// 1e-6. Larger: sharp creases are left by more planes than two. Smaller: pushes of a million times
/// the depth.
pub(crate) const PUSH_PAIR: f64 = 1.0e-12;

/// Volume that three unit normals span when they are too flat to be left together. Larger: corners
/// of three have no push. Smaller: pushes of a million times the depth.
pub(crate) const PUSH_CORNER: f64 = 1.0e-6;

/// Fraction of a length under drag that is added, so that rounding leaves no time over. Larger:
/// ways that are longer than drag allows. Smaller: a stage for the rounding of the time.
pub(crate) const TIME_ROUNDING: f64 = 1.0e-12;

/// Times the way, and fraction of the radius: how far around a foot faces can hold it. Faces of one
/// floor are tilted by less. Larger: more faces are looked at. Smaller: a face that holds may be
/// left out, and a slide ends early.
pub(crate) const FLOOR_REACH: f64 = 1.001;
/// See [`FLOOR_REACH`].
pub(crate) const FLOOR_REACH_SLACK: f64 = 1.0e-6;

/// Fraction of a chord: an edge that ends within it ends here. Larger: more arcs are found in
/// steps. Smaller: chords of rounding.
pub(crate) const EDGE_END: f64 = 1.0e-3;

/// Of what a stored end may miss of its skin: the rest is for the rounding of a bound that is not
/// measured. Larger: an end that needs a push may get none. Smaller: more ends are measured.
pub(crate) const SURELY: f64 = 0.99;

/// Relative rounding of the slab test in f64: thousands of units. Larger: boxes beside the way are
/// met. Smaller: a box that is just touched may be missed.
pub(crate) const SLAB_ROUNDING: f64 = 1.0e-12;

/// Metres: a motion along an axis that is less than this is none, since its inverse would be
/// infinite. Larger: short motions are taken for none. Smaller: infinite times zero.
pub(crate) const NO_MOTION: f64 = 1.0e-300;

/// Square of the length of a quaternion that says nothing about a rotation: 1e-15 in f32. Larger:
/// quaternions that could be normalised are refused. Smaller: rotations made of rounding.
pub(crate) const LEAST_QUATERNION: f64 = 1.0e-30;

/// Sixteen units in the last place of f32: the rounding of what is made of the sizes of eight
/// triangles. Larger: more triangles are looked at closely. Smaller: one that is touched may be
/// left out.
pub(crate) const F32_PAD: f32 = 1.0 / 1_048_576.0;

/// Squares and products in f32 below this, 2^-40, are not trusted: after a cancellation too few
/// bits are left. Larger: small triangles are always looked at closely. Smaller: as for
/// [`F32_PAD`].
pub(crate) const F32_TINY: f32 = 1.0 / 1_099_511_627_776.0;

/// Eight units in the last place of f32, of the lengths of a way: what boxes are padded by. Larger:
/// boxes beside the way are met. Smaller: a box that the way meets may be missed.
pub(crate) const SLAB_PAD: f64 = 1.0 / 2_097_152.0;

/// Rounding of a fraction of the way in f32, sixteen units in the last place; as [`SLAB_PAD`].
pub(crate) const SLAB_SLACK: f32 = 1.0 / 1_048_576.0;

/// Of one of the 255 steps in which the boxes of a node are stored: the rounding of four operations
/// at that distance in f32; as [`SLAB_PAD`].
pub(crate) const STEP_SLACK: f32 = 1.0 / 8192.0;
