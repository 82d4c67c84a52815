//! Guards against rounding in single formulas. Each constant states its unit, the reason for its
//! value, and the effect of larger and smaller values.

/// Fraction of a path by which a gathered region extends beyond it. Larger: polygons are collected
/// that no motion can reach. Smaller: rounding and pushes may leave the gathered region.
pub(crate) const GATHER_SLACK: f64 = 1.0e-6;

/// Fraction of its reach by which the clipping of a polygon around an SDF body is widened. Larger:
/// more cells must be certified. Smaller: rounding of the cut may remove geometry just within
/// reach.
pub(crate) const CLIP_SLACK: f64 = 1.0e-6;

/// Fraction by which the ball around another SDF body is enlarged before it is searched. Larger: a
/// search takes more cells. Smaller: rounding may exclude a part of this body.
pub(crate) const BODY_SLACK: f64 = 1.0e-9;

/// Distance within which a point counts as on a polygon, for an SDF body: metres for each metre of
/// coordinates, plus one metre. Larger: points beside a polygon count as on it. Smaller: by
/// rounding, points on a polygon count as beside it.
pub(crate) const ON_POLYGON: f64 = 1.0e-9;

/// Fraction of the distance that rotating a point may add to the reach of a rotated body. Larger:
/// the rounding of the body is overestimated. Smaller: a distance just beyond the reach would have
/// more rounding than reported.
pub(crate) const TURNED_REACH: f64 = 1.0e-12;

/// Fraction of a path through a clear ball by which the end of the path moves back if rounding puts
/// it outside of the ball. Larger: certified paths are shorter. Smaller: the second attempt fails
/// like the first, and half of the path is lost.
pub(crate) const EXIT_SLACK: f64 = 1.0e-9;

/// A new distance replaces the smallest distance so far if it is below this fraction of it. Larger:
/// a search has rounds with negligible gain. Smaller: the smallest distance is less accurate.
pub(crate) const ASK_CLOSER: f64 = 0.99;

/// Default of `RootFinder::rounding`: the rounding error of a value, for functions with values of
/// about 1. Larger: a search takes more steps near roots. Smaller: rounding of the function counts
/// as a crossing.
pub(crate) const DEFAULT_ROOT_ROUNDING: f64 = 1.0e-14;

/// Default of `RootFinder`: value below which the function counts as zero. Larger: roots are found
/// too early. Smaller: at double roots, the number of steps grows with the square root of the
/// inverse.
pub(crate) const DEFAULT_ROOT_TOLERANCE: f64 = 1.0e-5;

/// Fraction by which a step of a `RootFinder` is rounded down: four units of f64. Larger: a search
/// takes more steps. Smaller: the sum of the steps may pass a root.
pub(crate) const ROOT_STEP_DOWN: f64 = 1.0e-15;

/// Fraction by which a hop may exceed the zone in which surfaces support a ball, since both derive
/// from the same speed. Larger: no visible effect. Smaller: a hop of exactly the zone depends on
/// rounding.
pub(crate) const HOP_ROUNDING: f64 = 1.0e-9;

/// Ball: fraction of its speed that may lead off the previous support surface while the ball still
/// moves along it. Storing in f32 causes 1e-7. Larger: balls that leave a surface are turned around
/// its fold without loss. Smaller: rolling balls lose speed at such folds.
pub(crate) const HELD_ALONG: f64 = 1.0e-6;

/// Ball that should stop at the end of an iteration: fraction of its speed at which the remaining
/// speed is only rounding error. Larger: real speed is removed. Smaller: balls that have stopped
/// take more iterations.
pub(crate) const STOPPED: f64 = 1.0e-9;

/// Ball: part of its deceleration that may point across its path by rounding, as a fraction.
/// Larger: curved paths count as straight. Smaller: a straight path ends in many ever shorter
/// iterations before the ball stops.
pub(crate) const STRAIGHT_BRAKE: f64 = 1.0e-12;

/// Relative size of the last step of Newton's method for a length along an elliptic arc: two units
/// of f64. Larger: last bits depend on the start of the search. Smaller: the search does not end.
pub(crate) const ARC_STEP_END: f64 = 4.0e-16;

/// Part of the chord of an arc that may be missing at its free end, as a fraction, while the chord
/// still counts as free. Larger: a chord ends before the polygon that blocks it. Smaller: a chord
/// that is free up to rounding is computed again.
pub(crate) const CHORD_END: f64 = 1.0e-9;

/// Fraction of the trace of a symmetric matrix below which its off-diagonal entry is zero. Larger:
/// axes of an ellipse are off by this many radians. Smaller: the ratio of a rounding error to zero
/// is computed.
pub(crate) const DIAGONAL: f64 = 1.0e-16;

/// Sine of an angle that counts as 0 or a half turn. For such an angle, the tangent of half the
/// angle is only rounding error. Larger: short arcs and almost half turns have no closed form.
/// Smaller: tangents have few correct digits.
pub(crate) const NO_TURN: f64 = 1.0e-12;

/// Square of the sine of the angle between two unit normals below which their crease is only
/// rounding error: an angle of 1e-10. Larger: real creases are left out. Smaller: directions that
/// are only rounding error are tried.
pub(crate) const NO_CREASE: f64 = 1.0e-20;

/// Fraction of the length of a push that may be missing at a plane that the push has to leave.
/// Larger: pushes end too deep. Smaller: rounding rejects the push that all planes need.
pub(crate) const PUSH_SLACK: f64 = 1.0e-9;

/// Square of the sine between two planes that are too parallel to be resolved together: an angle of
/// 1e-6. Larger: sharp creases need more than two planes. Smaller: pushes may be a million times as
/// long as the depth.
pub(crate) const PUSH_PAIR: f64 = 1.0e-12;

/// Volume spanned by three unit normals that are too flat to be resolved together. Larger: corners
/// of three planes have no push. Smaller: pushes may be a million times as long as the depth.
pub(crate) const PUSH_CORNER: f64 = 1.0e-6;

/// Fraction added to a length under drag, so that rounding leaves no remaining time. Larger: paths
/// are longer than drag allows. Smaller: the rounding of the time takes an iteration of its own.
pub(crate) const TIME_ROUNDING: f64 = 1.0e-12;

/// Distance around a contact point within which faces can support it: this times the path, plus
/// [`FLOOR_REACH_SLACK`] times the radius. Faces of one floor are tilted by less. Larger: more
/// faces are tested. Smaller: a supporting face may be left out, and a slide ends early.
pub(crate) const FLOOR_REACH: f64 = 1.001;
/// Fraction of the radius; see [`FLOOR_REACH`].
pub(crate) const FLOOR_REACH_SLACK: f64 = 1.0e-6;

/// Fraction of a chord. An edge that ends within this part of a chord counts as ended at the start
/// of the chord. Larger: more arcs are computed in steps. Smaller: some chords are only rounding
/// error.
pub(crate) const EDGE_END: f64 = 1.0e-3;

/// Fraction of the skin tolerance of a stored end; the rest covers the rounding of a bound that is
/// not measured. Larger: an end that needs a push may get none. Smaller: more ends are measured.
pub(crate) const SURELY: f64 = 0.99;

/// Relative rounding of the slab test in f64: thousands of units. Larger: boxes beside the path are
/// found. Smaller: a box that the path just touches may be missed.
pub(crate) const SLAB_ROUNDING: f64 = 1.0e-12;

/// Length of motion along an axis, in metres, that counts as no motion, because its inverse would
/// be infinite. Larger: short motions are ignored. Smaller: infinity is multiplied by zero.
pub(crate) const NO_MOTION: f64 = 1.0e-300;

/// Square of the length of a quaternion below which it defines no rotation: a length of 1e-15 in
/// f32. Larger: quaternions that could be normalised are rejected. Smaller: some rotations are only
/// rounding error.
pub(crate) const LEAST_QUATERNION: f64 = 1.0e-30;

/// Sixteen units in the last place of f32: the rounding of the values computed from the sizes of
/// eight triangles. Larger: more triangles need the exact test. Smaller: a triangle in contact may
/// be left out.
pub(crate) const F32_PAD: f32 = 1.0 / 1_048_576.0;

/// Squares and products in f32 below this, 2^-40, are unreliable: after a cancellation too few bits
/// are left. Larger: small triangles always need the exact test. Smaller: a triangle in contact may
/// be left out.
pub(crate) const F32_TINY: f32 = 1.0 / 1_099_511_627_776.0;

/// Padding of boxes, relative to the lengths of a path: eight units in the last place of f32.
/// Larger: boxes beside the path are found. Smaller: a box on the path may be missed.
pub(crate) const SLAB_PAD: f64 = 1.0 / 2_097_152.0;

/// Rounding of a fraction of the path in f32: sixteen units in the last place. Effects as for
/// [`SLAB_PAD`].
pub(crate) const SLAB_SLACK: f32 = 1.0 / 1_048_576.0;

/// Fraction of one of the 255 steps in which the boxes of a node are stored: the rounding of four
/// operations at that distance in f32. Effects as for [`SLAB_PAD`].
pub(crate) const STEP_SLACK: f32 = 1.0 / 8192.0;

/// Smallest half length of an ellipsoid for the search of a normal, as a fraction of the largest.
/// Larger: the normals of needles and plates are less accurate. Smaller: computations overflow.
pub(crate) const THINNEST_ELLIPSOID: f64 = 1.0e-9;

/// Sine of the angle between two cores that count as parallel. Larger: crossing cores lose this
/// fraction of their length. Smaller: some normals are only rounding error.
pub(crate) const PARALLEL_CORES: f64 = 1.0e-12;

/// Distance from the normal of two ellipsoids to the line through their points, as a fraction of
/// their size, that ends the search. Larger: points are less accurate. Smaller: the last steps only
/// change the rounding.
pub(crate) const PAIR_GAP: f64 = 1.0e-11;

/// Width of the bracket around the share of an ellipsoid that ends the search. Effects as for
/// [`PAIR_GAP`].
pub(crate) const SHARE_BRACKET: f64 = 1.0e-15;

/// Largest number of steps of the search between two ellipsoids, whose bracket may only be halved
/// in each. Larger: no effect. Smaller: distances of thin ellipsoids are less accurate.
pub(crate) const PAIR_STEPS: usize = 60;

/// Largest number of sweeps of Jacobi's method, which converges quadratically. Larger: no effect.
/// Smaller: axes are less accurate.
pub(crate) const EIGEN_SWEEPS: usize = 12;

/// Gap at which two shapes count as touching in a cast, as a fraction of their size. Larger: casts
/// stop earlier. Smaller: a grazing contact takes more steps.
pub(crate) const PAIR_TOUCH: f64 = 1.0e-7;

/// Largest number of steps of a cast between two shapes. A grazing contact halves the gap in each.
/// Larger: no effect. Smaller: casts end before the shapes touch.
pub(crate) const PAIR_CAST_STEPS: usize = 100;

/// Bound of the rounding error of moving a place into the space of an instance and back, as a
/// fraction of the lengths involved: a dozen roundings of f64. Larger: boxes of instances are
/// larger. Smaller: rounding may exclude a polygon just within reach.
pub(crate) const PLACING_ROUNDING: f64 = 1.0e-14;

/// Largest number of steps to the time of impact with a polygon that moves. One that tilts takes
/// about one step for every half skin that it moves near the body. Larger: no effect. Smaller: a
/// step of a body on such a polygon takes more iterations.
pub(crate) const MOVING_STEPS: usize = 200;

/// Fraction by which a push may exceed the largest push speed, by which polygons are clipped
/// further away than a body reaches, and by which the arcs of instances count as wider. Larger:
/// pushes are faster than allowed, and boxes larger. Smaller: rounding decides.
pub(crate) const CARRY_SPEED_SLACK: f64 = 1.0e-6;

/// Bound of the rounding error of the volume of a tetrahedron, as a fraction of the sum of its
/// absolute terms: 8 half units of f64, where Shewchuk's bound is a little more than 7. Larger:
/// more volumes need the exact sum. Smaller: a sign may be wrong.
pub(crate) const VOLUME_ROUNDING: f64 = 4.0 * f64::EPSILON;
