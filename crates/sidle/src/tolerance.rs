//! Tolerances that affect results. Each states its unit, the reason for its value, and the effect
//! of larger and smaller values.
//!
//! Fractions "of the skin" count from 0 (contact at the bare size) to 1 (the full skin width away).

pub(crate) mod character;
mod depenetrate;
mod rounding;
mod work;

pub(crate) use depenetrate::*;
pub(crate) use rounding::*;
pub(crate) use work::*;

/// Smallest and largest scale of an instance. Larger range: polygons of a tiny instance are lost in
/// rounding. Smaller: nothing is gained.
pub(crate) const SMALLEST_SCALE: f64 = 1.0e-6;
pub(crate) const LARGEST_SCALE: f64 = 1.0e6;

/// Default skin, in metres. It is ten times smaller than the usual padding, because a certificate
/// keeps the mover out, not the padding. Larger: gaps are visible. Smaller: contacts of
/// f32 geometry come and go with the rounding of its corners.
pub(crate) const DEFAULT_SKIN: f32 = 1.0e-3;

/// Smallest height of a bounce of a ball, in metres. If a bounce would lift the ball by less, the
/// ball does not bounce. Larger: visible bounces end too early. Smaller: a bouncing ball takes
/// longer to roll.
pub(crate) const DEFAULT_MIN_BOUNCE_HEIGHT: f32 = 1.0e-3;

/// Largest number of iterations of one move, including chords of arcs. Tested moves on real levels
/// need fewer. Larger: adversarial geometry takes longer before the move gives up. Smaller: dashes
/// over fine curves end early.
pub(crate) const DEFAULT_MAX_ITERATIONS: u32 = 256;

/// Largest coordinate of geometry on each axis, in metres: 2^24, where neighbouring f32 values are
/// 2 m apart. Beyond it, results would be meaningless.
pub(crate) const MAX_COORDINATE: f32 = 16_777_216.0;

/// Largest coordinate of the box of an instance on each axis, in metres.
pub(crate) const FURTHEST_INSTANCE: f64 = 1.0e9;

/// Largest coordinate of a position on each axis, in metres: 2^30, where neighbouring f64 values
/// are a tenth of a micrometre apart. Beyond it, a skin of a micrometre would be too thin.
pub(crate) const MAX_POSITION: f64 = 1_073_741_824.0;

/// Distance in metres that no two positions exceed: 2 sqrt(3) times [`MAX_POSITION`], rounded up.
/// Larger: searches among nothing take longer. Smaller: what is far away is not found.
pub(crate) const FURTHEST_APART: f64 = 4.0 * MAX_POSITION;

/// Largest ratio of two half lengths of an ellipsoid. Larger: casts of flatter discs miss what only
/// their edges touch. Smaller: a cable of a kilometre is refused.
pub(crate) const LARGEST_ASPECT: f32 = 1.0e6;

/// Thickness of the skin, in units of f64 in the last place of the largest coordinate in use.
/// Rounding a position moves it by at most half a unit on each of three axes (0.87 in total). The
/// rest leaves room to step back to the skin. Smaller: rounded ends can no longer be certified.
/// Larger: gaps far from the origin are wider than necessary.
pub(crate) const SKIN_ULPS: f64 = 4.0;

/// Thinnest skin, in metres, for points at the origin, where an ulp is negligible. It is far above
/// the rounding of the certificate.
pub(crate) const LEAST_SKIN: f64 = 1.0e-9;

/// Relative rounding of the certificate: 64 units of f64 over the lengths that enter it. Ten units
/// would be enough for a sphere (two subtractions, a dot product, a normalised direction). The
/// rotation into the axes of an ellipsoid adds its own 3-term sums, at the length of a corner in
/// world space: see `RoundingScale`. Larger values have no measurable effect: 7e-12 m at 1 km.
pub(crate) const CERTIFICATE_ROUNDING: f64 = 64.0 * 0.5 * f64::EPSILON;

/// Largest number of steps towards the closest points of a polygon and of the convex hull of two
/// shapes. In 70,000 random cases a search took up to 16 steps. Larger: a search where there is no
/// plane takes longer. Smaller: room is not found.
pub(crate) const HULL_STEPS: u32 = 32;

/// Smallest distance beyond the full skin at which a polygon still counts as a contact, as a
/// fraction of the skin. Larger: internal edges of flat floors become contacts from further away
/// and tilt the slide. Smaller: each contact takes one more Newton step.
pub(crate) const CONTACT_BAND: f64 = 1.0 / 256.0;

/// Fraction of the skin by which a path may come closer to a polygon than the present contacts
/// before that polygon counts as a hit. Neighbours of a floor polygon at the same height, stored
/// with rounding, are not obstacles. Larger: real obstacles are hit inside the skin. Smaller: each
/// internal edge is a hit and takes an iteration.
pub(crate) const GRAZE_BAND: f64 = 1.0 / 64.0;

/// Fraction of the skin that the chord of an arc may cut off; less if less of the skin is left (see
/// `Mover::cut_off`). Larger: less skin is left along the path, and chords count as hits. Smaller:
/// the number of chords grows with the square root of the inverse.
pub(crate) const CUT_OFF: f64 = 0.45;

/// Fraction of the skin by which straight segments may leave the curve that they approximate:
/// parabolas of balls, steps of SDF movers. Larger: paths are rougher. Smaller: the number of
/// segments grows with the square root of the inverse.
pub(crate) const SAGITTA: f64 = 0.25;

/// Fraction of the skin that may be missing at a stored end before a push restores the full skin.
/// Without the push, rounding changes the gap a little in each move, and the gap shrinks over many
/// moves. Smaller: ordinary rounding causes pushes. Larger: internal edges become contacts from
/// further away.
pub(crate) const ROUGHNESS: f64 = 1.0 / 32.0;

/// Dot product of two unit normals above which the slide treats their planes as one. The angle is
/// 1.4e-6; over a metre, such a tilt lowers the path by as much as [`GRAZE_BAND`] allows at the
/// thinnest skins in use. Larger: a plane that is left out obstructs the path. Smaller: the cone
/// solver has to try many combinations of nearly equal planes.
pub(crate) const SAME_NORMAL: f64 = 1.0 - 1.0e-12;

/// Dot product of the unit normals of two faces above which they are one floor, with no boundary
/// edge between them. The angle is 4.5e-5, as between triangles of one plane stored in f32. Larger:
/// the mover slides over real folds instead of rolling. Smaller: each triangle of a flat sloped
/// floor takes an iteration.
pub(crate) const FLUSH_NORMAL: f64 = 1.0 - 1.0e-9;

/// Fraction of its length by which a direction may point into a plane and still count as parallel
/// to the plane. This is 1e-10 m over a metre: six orders below the skin, and above the rounding of
/// a cross product of nearly parallel normals.
pub(crate) const FEASIBLE: f64 = 1.0e-10;

/// Two pairs of planes share a crease if the motions along their creases differ by at most this
/// fraction of the squared motion; otherwise they leave less than [`NO_FREEDOM`]. Larger: the
/// solver may choose a pair that leaves less motion. Smaller: of a floor, a ceiling and a wall, the
/// wrong two constrain the mover.
pub(crate) const SAME_CREASE: f64 = 1.0e-12;

/// Rounding of the cross product of two unit normals: four units of f64. Divided by the sine of the
/// angle between the normals, it is the possible error of their crease. Larger: directions enter
/// planes. Smaller: no motion is found out of a slot whose walls are parallel within rounding, if
/// one of them is duplicated.
pub(crate) const CREASE_ROUNDING: f64 = 4.0 * 0.5 * f64::EPSILON;

/// Doubled area, as a fraction of the longest edge squared, below which a polygon has no reliable
/// normal in f64. Its edges then represent it, with an error of at most 1e-8 of its length.
pub(crate) const SLIVER: f64 = 1.0e-8;

/// Fraction of the desired speed below which a slide ends. This is reached when the motion differs
/// by a 20,000th of a degree from the normal of a wall.
pub(crate) const NO_FREEDOM: f64 = 1.0e-6;

/// Radii of motion that one gather covers; a longer move gathers again. Larger: fast moves collect
/// polygons that they never reach. Smaller: a move needs more gathers.
pub(crate) const GATHER_REACH: f64 = 8.0;

/// Largest number of gathers of a long move over one surface; each is an iteration. Larger: small
/// bodies reach the iteration limit. Smaller: long moves of small bodies collect more than they
/// need.
pub(crate) const GATHERS_A_MOVE: f64 = 32.0;

/// Smallest 1 - cosine between two planes that form a wedge: an angle of 1.4e-5, far above
/// rounding. Larger: short motions need a sweep. Smaller: the computed ridge of the wedge is only
/// rounding error.
pub(crate) const FLAT_WEDGE: f64 = 1.0e-10;

/// Rounding of the distance to the ridge of a wedge that is no flatter than [`FLAT_WEDGE`],
/// relative to the lengths that enter it: about eight units of f64 over the 1.4e-5 between its
/// normals. Larger: more polygons that the path does not touch are swept. Smaller: a rounding error
/// may wrongly prove that the path of a thin body does not touch a polygon.
pub(crate) const WEDGE_ROUNDING: f64 = 1.0e-10;

/// Largest number of Newton steps towards one polygon. From the left, Newton's method converges
/// quadratically. If a path just touches the polygon, each step only halves the rest; 64 halvings
/// are below rounding. A case that is still undecided counts as a contact.
pub(crate) const NEWTON_STEPS: u32 = 64;

/// Distance by which the corners of a polygon may leave its plane, as a fraction of its size. The
/// f32 corners of a rotated polygon are off by 1e-7 of their coordinates.
pub(crate) const PLANAR: f64 = 1.0e-4;

/// Capsule: square of the sine of the angle between an edge and the core below which the two count
/// as parallel. At this angle, half of the digits of f64 are left, and the distance changes by a
/// ten-millionth of the core's length along the core. Larger: this change reduces the skin.
/// Smaller: the closest points of the two are only rounding error.
pub(crate) const CORE_ALONG_EDGE: f64 = 1.0e-14;

/// Capsule: fraction of the squared distance of an end of the core below which another point of the
/// core is nearer: rounding of f64. Larger: rounding decides which point of a core parallel to a
/// face is named. Smaller: the normal of the end is tilted by the root of the difference, and the
/// certificate lacks that share of the core.
pub(crate) const PREFER_CORE_END: f64 = 1.0 - 4.0e-15;

/// Fraction of the radius by which a cast may stop early. Larger: gaps at large shapes are visible.
/// Smaller: casts take one more Newton step.
pub(crate) const CAST_SLACK: f64 = 1.0e-7;

/// Fraction of the radius by which a shape placed in contact may overlap and still count as
/// touching: rounding of f64.
pub(crate) const TOUCHING: f64 = 1.0e-12;

/// Fraction of the skin by which a Runge-Kutta step may leave the surface before it is corrected; a
/// step that leaves the surface further is halved. Larger: time runs unevenly on corners. Smaller:
/// arcs take more steps.
pub(crate) const CURVE_DRIFT: f64 = 1.0 / 16.0;

/// Skins around the region of a gather into which ends may be pushed: one push off a start, and the
/// pushes of finalisation.
pub(crate) const FINALIZE_ROOM: f64 = 6.0;

/// Fraction of the last segment by which an end that cannot be certified is first moved back. The
/// distance then doubles with each attempt. Larger: such ends lie further back. Smaller: the move
/// needs more attempts.
pub(crate) const FIRST_RETREAT: f64 = 1.0 / 256.0;

/// Tolerance of the certificate at a start, in multiples of its rounding. A start in exact contact
/// is free, but its certificate is too small by its own rounding error and by that of the value
/// with which it is compared. Smaller: a body placed in exact contact cannot move away.
pub(crate) const TOUCHING_START: f64 = 2.0;

/// Longest push, in skins, that brings a stored end back to the full skin.
pub(crate) const RESTORE_REACH: f64 = 2.0;

/// Fraction of the radius by which a mover slides past the boundary edge of a face before it rolls
/// over the edge. The gap grows by half its square, 1e-15 of the radius. Also the angle, in
/// radians, by which an arc continues beyond the start of the next face. Larger: arcs begin and end
/// late. Smaller: rounding may still detect the previous face.
pub(crate) const PAST_THE_BOUNDARY: f64 = 1.0e-7;

/// Fraction of the skin below which a start is pushed out to its skin before the move. Stored ends
/// keep far more; this is for positions set by the caller. Larger: more starts move sideways by up
/// to a skin. Smaller: chords of arcs from such starts are too short to make progress.
pub(crate) const LEAST_START_CLEARANCE: f64 = 0.5;

/// Relative difference of the half lengths of a section up to which it is a circle, within
/// rounding. An arc around a circle has a closed form. Larger: arcs of ellipsoids that are nearly
/// balls are off by this fraction. Smaller: the arcs of some balls are computed in steps.
pub(crate) const CIRCLE: f64 = 1.0e-15;

/// Smallest ratio of the half lengths of an ellipse on which the centre moves beside a face. A
/// plane parallel to the face cuts it from the tube around an edge, or from the shape around a
/// corner. For a ball and an edge, this is the sine of the slope between the edge and the face.
/// Larger: more such paths are computed in steps. Smaller: half lengths of thousands of radii, of
/// which f64 keeps half of the digits. Also the sine of the angle by which a path along an edge may
/// deviate and still be straight.
pub(crate) const CREASE_SLOPE: f64 = 1.0e-3;

/// Fraction of tan(psi / 2) at the start of an arc. A face reached earlier than this is the face on
/// which the arc begins. Larger: the face just left ends the arc again. Smaller: folds of less than
/// a 10,000th of a degree count as flat.
pub(crate) const FACE_BEHIND: f64 = 1.0 - 1.0e-6;

/// Fraction of the speed lost to drag below which the first two terms of its series replace the
/// closed form. Larger: the omitted third term, a sixth of the square of this fraction, causes an
/// error. Smaller: the difference in the closed form loses digits.
pub(crate) const SMALL_LOSS: f64 = 1.0e-6;

/// Relative rounding of a unit normal or a small determinant in f64. A direction with a smaller
/// component along a plane's normal is parallel to the plane, within rounding. Larger: flat but
/// valid angles count as parallel. Smaller: fractions are only rounding error.
pub(crate) const PARALLEL: f64 = 1.0e-15;

/// Relative rounding of a projection onto an axis between a box and a polygon: 16 units of f64.
/// Larger: polygons beside a box are found too. Smaller: a polygon that touches the box may be
/// missed.
pub(crate) const AXIS_ROUNDING: f64 = 16.0 * 0.5 * f64::EPSILON;

/// Tolerance, in radians, of the sum of angles around a point inside a polygon. Larger: points
/// outside count as inside, up to a distance of an eighth of the tolerance times the length of the
/// edge. Smaller: by rounding of the sum, points inside count as outside.
pub(crate) const ANGLE_SUM: f64 = 1.0e-6;

/// Fraction of the largest coordinate by which a portal may be larger than its corners. The corners
/// and the walls around it are rounded to f32. Larger: more sectors count as visible. Smaller: a
/// wall rotated by an odd angle may let a line of sight through that no portal covers.
pub(crate) const PORTAL_SLACK: f64 = 1.0e-6;

/// Radii of the empty balls that are tried, in multiples of the size that they must contain, from
/// almost planar down to the plain clearance. A ball of n sizes loses 1 / (2 n) of the size in
/// sharpness, plus the rounding of its own radius. More radii: rejections take longer. Fewer: more
/// cells are necessary near hollows.
pub(crate) const BALL_REACH: [f64; 8] = [262_144.0, 4096.0, 256.0, 32.0, 8.0, 2.0, 0.5, 0.0];

/// Distance, in radii of a body, over which its gradient is measured: rounding of 1e-16 becomes
/// 1e-11 of a unit vector. Larger: tight curves are smoothed. Smaller: the gradient has a larger
/// rounding error.
pub(crate) const GRADIENT_STEP: f64 = 1.0e-5;

/// Step, in radii of a body, below which a descent stops. The remaining tilt, times a metre, is far
/// below any skin.
pub(crate) const DESCENT_REST: f64 = 1.0e-9;

/// Two points closer than this fraction of the bounding radius, with normals whose cosine differs
/// from 1 by at most this, are one contact. Larger: two contacts are merged, and a sweep has to
/// find the second one. Smaller: duplicates make the push slow.
pub(crate) const SAME_CONTACT: f64 = 1.0e-6;

/// Fraction of the gap (at most the skin) that a step of an SDF mover must keep. Larger: steps past
/// obstacles end sooner. Smaller: less skin is left along the path; stops are pushed back out to
/// the skin.
pub(crate) const PSEUDO_LEVEL: f64 = 7.0 / 8.0;

/// Fraction of the skin by which an SDF mover may leave the surface it is pressed against before
/// its step is halved. Larger: the mover rolls over edges less smoothly. Smaller: the number of
/// iterations grows with the square root of the inverse.
pub(crate) const OFF_THE_SKIN: f64 = 0.25;

/// Fraction of the bounding radius by which a cast of an SDF body may stop early. Larger: gaps are
/// visible. Smaller: casts of hollow bodies need more cells.
pub(crate) const PSEUDO_CAST_SLACK: f64 = 1.0e-4;

/// Ball: distance beyond the skin, as a fraction of the skin, within which a surface supports the
/// ball. Gravity must also return the ball before it is further away. Larger: a ball follows folds
/// that it should fly over. Smaller: steps around edges are shorter, and more flights are only a
/// micrometre long.
pub(crate) const SUPPORT_BAND: f64 = 1.0 / 16.0;

/// Ball: fraction of its speed below which a closing speed is only rounding error, not an impact.
/// Larger: the ball enters the skin of surfaces that are nearly parallel to its path. Smaller: some
/// impacts have no effect.
pub(crate) const NO_IMPACT: f64 = 1.0e-9;

/// Ball: largest number of impacts at one position, one after the other. Each is with the surface
/// that has the highest closing speed.
pub(crate) const IMPACT_ROUNDS: u32 = 64;

/// Ball: fraction of its speeds (of the centre, and of the surface by the spin) below which slip
/// counts as rolling. Storing both in f32 causes a slip of 2e-7. Larger: a sliding ball rolls too
/// early. Smaller: rounding makes a rolling ball slide.
pub(crate) const NO_SLIP: f64 = 1.0e-6;

/// Ball: time, in seconds. A slip that friction would end within this time ends at once, with the
/// same change of velocity. Larger: the distance travelled during the slip is lost (2e-6 m here).
/// Smaller: on uneven ground, negligible slips take dozens of iterations.
pub(crate) const GRIP_TIME: f64 = 1.0e-3;

/// Ball: angle, approximately in radians, by which the direction of friction or of rolling
/// resistance may turn in one iteration, which uses the direction at its middle. Larger: curved
/// putts depend on the time step. Smaller: curved putts take more iterations.
pub(crate) const FRICTION_TURN: f64 = 0.04;

/// Ball: distance, as a fraction of the skin. A ball that would come to rest within this distance
/// is at rest. Larger: the sudden stop is visible. Smaller: the end of a curved path takes more
/// iterations.
pub(crate) const REST_WAY: f64 = 1.0 / 64.0;

/// Ball: longest iteration, in seconds, with two support contacts, where friction is solved as
/// impulses. Larger: the moment at which the ball begins to roll depends on the time step. Smaller:
/// steps take more iterations.
pub(crate) const CREASE_STEP: f64 = 1.0 / 240.0;

/// Ball: radii that one gather of a flying ball covers on each side. Larger: polygons are collected
/// that the ball does not reach. Smaller: a flight needs more gathers.
pub(crate) const FLIGHT_REACH: f64 = 32.0;

/// Ball: fraction of its kinetic energy that one push out to the skin may take. Larger: pushes stop
/// slow balls. Smaller: slow balls keep thinner skins.
pub(crate) const PAID_BY_MOTION: f64 = 0.5;

/// Largest distance, as a fraction of the skin, by which a point of an instance that turns may
/// leave the chord of its path in a part of a step. Larger: the certificate of a carried body has
/// less of the skin left. Smaller: a step has more parts.
pub(crate) const SAG_OF_SKIN: f64 = 0.125;

/// Largest number of iterations of a carried body in one part of a step. Larger: adversarial
/// geometry takes longer before the body counts as squeezed. Smaller: bodies in corners of moving
/// instances are squeezed.
pub(crate) const CARRY_ITERATIONS: usize = 32;

/// Fraction of a part of a step. A carried body that several times gets no further than this is
/// squeezed. Larger: bodies that slide over many edges are squeezed. Smaller: no effect.
pub(crate) const LEAST_MOVING_PART: f64 = 1.0e-6;

/// Largest distance, in radii, by which a body is squeezed out between surfaces that leave no way,
/// if its push speed allows it. Larger: the search takes longer before a small body counts as
/// crushed. Smaller: small bodies are crushed where they could have been pushed out.
pub(crate) const SQUEEZE_REACH: f64 = 24.0;

/// Clearance that a search for such a place demands, as a fraction of the thickness of the body.
/// Larger: bodies are crushed where they could have been pushed out. Smaller: more places are
/// examined whose rounded positions are not free.
pub(crate) const SQUEEZE_ROOM: f64 = 0.0025;

/// Work of the search for a place so far away, in the unit of `DEPENETRATE_WORK`. Larger: it takes
/// longer before a small body counts as crushed. Smaller: places behind several bends are not
/// found.
pub(crate) const SQUEEZE_WORK: usize = 300_000;

/// The same for a place within the reach of depenetration: four times `DEPENETRATE_WORK`. Larger:
/// it takes longer before a body counts as crushed. Smaller: a thin body is crushed where it could
/// have been pushed out.
pub(crate) const SQUEEZE_WORK_NEAR: usize = 40_000;

/// Largest amount of work that polygons add to that of such a search. Larger: a search among tens
/// of thousands of polygons takes longer. Smaller: bodies are crushed there.
pub(crate) const SQUEEZE_WORK_EACH: usize = 40_000;

/// Distance in skins up to which a body stands on an instance that carries it. Larger: bodies that
/// hover are carried. Smaller: the rounding of positions, step by step, lifts bodies off.
pub(crate) const CARRIER_REACH: f64 = 2.0;
