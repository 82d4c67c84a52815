//! Every tolerance that shapes an answer: its unit, why it has this value, and what breaks when it
//! is larger or smaller.
//!
//! Fractions "of the skin" count from 0 (touching at the bare size) to 1 (the full skin width
//! away).

mod depenetrate;
mod rounding;

pub(crate) use depenetrate::*;
pub(crate) use rounding::*;

/// Metres. Ten times smaller than the field's usual padding, because a certificate and not the
/// padding keeps the mover out. Larger: visible gaps. Smaller: f32 rounding far from the origin
/// eats it, see [`SKIN_ULPS`].
pub(crate) const DEFAULT_SKIN: f32 = 1.0e-3;

/// Metres: a bounce of a ball that lifts it less than this is none. Larger: visible bounces end too
/// early. Smaller: a bouncing ball takes longer to roll.
pub(crate) const DEFAULT_MIN_BOUNCE_HEIGHT: f32 = 1.0e-3;

/// Stages of one move. Chords of arcs count; in 29 million judged moves on real levels none needed
/// as many. Larger: a hostile soup costs more before the move gives up. Smaller: dashes over fine
/// curves end early.
pub(crate) const DEFAULT_MAX_ITERATIONS: u32 = 256;

/// Metres, per axis: 2^24, where neighbouring f32 values are 2 m apart. Beyond it no answer would
/// mean anything.
pub(crate) const MAX_COORDINATE: f32 = 16_777_216.0;

/// Units in the last place of the largest coordinate in use. Storing a position moves it by at most
/// half a unit on each of three axes (0.87 in all); the rest leaves room to step back to the skin.
/// Smaller: stored ends stop being certifiable. Larger: needless gaps far from the origin.
pub(crate) const SKIN_ULPS: f64 = 4.0;

/// Fraction of the coordinates that one skin serves (a power of two): a leg of a long motion gets
/// at least so much room, or the next thicker skin. Larger: skins that grow earlier than they must.
/// Smaller: more legs.
pub(crate) const SUBSTEP_ROOM: f32 = 0.25;

/// Fraction of the room of a leg that a ball could use up: the rest serves pushes. Larger: none
/// left. Smaller: more legs.
pub(crate) const SUBSTEP_OF_ROOM: f64 = 0.9;

/// Metres: the thinnest skin, for points at the origin, where an ulp is nothing. Far above the
/// rounding of the certificate.
pub(crate) const LEAST_SKIN: f64 = 1.0e-9;

/// Relative rounding of the certificate: 64 units of f64 over the lengths that enter it. Ten would
/// do for a sphere (two subtractions, a dot product, a normalised direction); the turn into the
/// axes of an ellipsoid adds its own 3-term sums, at the length that a corner has in the world: see
/// `RoundingScale`. Larger costs nothing measurable: 7e-12 m at 1 km.
pub(crate) const CERTIFICATE_ROUNDING: f64 = 64.0 * 0.5 * f64::EPSILON;

/// Fraction of the skin above 1 at which something still counts as touched, at least: more where
/// storing an end moves it by more. Larger: seams of flat floors enter the contact set from further
/// away and tilt the slide. Smaller: one Newton step more per contact.
pub(crate) const CONTACT_BAND: f64 = 1.0 / 256.0;

/// Fraction of the skin that a passing polygon may dip below the level of the present contacts
/// before it counts as a hit: a floor's neighbours of the same height, stored with rounding, are
/// not obstacles. Larger: real obstacles are met inside the skin. Smaller: seams are hit and cost a
/// stage each.
pub(crate) const GRAZE_BAND: f64 = 1.0 / 64.0;

/// Fraction of the skin that the chord of an arc may cut off; less where less of it is left (see
/// `Mover::cut_off`). Larger: less skin on the way, and chords that count as hits. Smaller: the
/// count of chords grows with the square root of its inverse.
pub(crate) const CUT_OFF: f64 = 0.45;

/// Fraction of the skin by which what is drawn or tried in straight pieces may leave the curve that
/// is meant: parabolas of balls, steps of pseudo-distance movers. Larger: rougher paths. Smaller:
/// more pieces, by the square root of its inverse.
pub(crate) const SAGITTA: f64 = 0.25;

/// Fraction of the skin that may be missing at a stored end before it is pushed back out to the
/// full skin (or one unit in the last place, if that is more: a push cannot be stored any finer).
/// Without it, rounding makes the gap a random walk downwards. Smaller: pushes after ordinary
/// rounding. Larger: seams come into the contact set from further away.
pub(crate) const ROUGHNESS: f64 = 1.0 / 32.0;

/// Two unit normals with a larger dot product are one plane to the slide: an angle of 1.4e-6, which
/// takes a metre to dip as far as a graze at the thinnest skins in use. Larger: a plane that is
/// left out gets in the way. Smaller: duplicates make the cone solver enumerate.
pub(crate) const SAME_NORMAL: f64 = 1.0 - 1.0e-12;

/// Two faces whose unit normals have a larger dot product are one floor as far as its rim goes: an
/// angle of 4.5e-5, that of triangles of one plane stored in f32. Larger: real folds are slid over
/// and not rolled over. Smaller: a stage for each triangle of a flat floor that is not level.
pub(crate) const FLUSH_NORMAL: f64 = 1.0 - 1.0e-9;

/// A direction may point this much of its length into a plane and still count as along it: 1e-10 m
/// on a metre, six orders below the skin, and above the rounding of a cross product of nearly
/// parallel normals.
pub(crate) const FEASIBLE: f64 = 1.0e-10;

/// Two pairs of planes whose creases leave a motion within this part of its square of each other
/// have one crease, or leave less than [`NO_FREEDOM`]. Larger: a pair that leaves less may be
/// taken. Smaller: of a floor, a ceiling and a wall, the wrong two are said to hold a mover.
pub(crate) const SAME_CREASE: f64 = 1.0e-12;

/// Rounding of the cross product of two unit normals, four units of f64: over the sine between them
/// it is what is not known about their crease. Larger: directions enter what they should not.
/// Smaller: no way is found out of a slot whose walls are parallel but for rounding, where one of
/// them is there twice.
pub(crate) const CREASE_ROUNDING: f64 = 4.0 * 0.5 * f64::EPSILON;

/// A polygon whose doubled area is below this times its longest edge squared has no trustworthy
/// normal in f64; its edges then stand for it, which is off by at most 1e-8 of its length.
pub(crate) const SLIVER: f64 = 1.0e-8;

/// The slide is over when it keeps less than this of the wished speed: a 20,000th of a degree off a
/// head-on wall.
pub(crate) const NO_FREEDOM: f64 = 1.0e-6;

/// Radii of motion that one gather covers; a longer move gathers again on the way. Larger: dashes
/// collect polygons they never reach. Smaller: more gathers.
pub(crate) const GATHER_REACH: f64 = 8.0;

/// Gathers that a long move over one surface may take; each is a stage. Larger: smaller bodies run
/// into the limit of stages. Smaller: long moves of small bodies collect more than they need.
pub(crate) const GATHERS_A_MOVE: f64 = 32.0;

/// 1 less the cosine between two planes that make a wedge: an angle of 1.4e-5, far above rounding.
/// Larger: short ways are swept. Smaller: the ridge of the wedge is made of rounding.
pub(crate) const FLAT_WEDGE: f64 = 1.0e-10;

/// Rounding of the distance to the ridge of a wedge that is no flatter than [`FLAT_WEDGE`], over
/// the lengths that enter it: some eight units of f64 over the 1.4e-5 between its normals. Larger:
/// more polygons are swept that a way leads past. Smaller: a way past a thin body's polygon counts
/// as clear by rounding alone.
pub(crate) const WEDGE_ROUNDING: f64 = 1.0e-10;

/// Newton's steps towards one polygon. From the left it converges quadratically, except where a
/// path just touches, where each step halves the rest: 64 halvings are below rounding. What is not
/// decided by then is reported as touching.
pub(crate) const NEWTON_STEPS: u32 = 64;

/// Metres by which the corners of a polygon may leave its plane, as a fraction of its size: f32
/// corners of a rotated polygon are off by 1e-7 of their coordinates.
pub(crate) const PLANAR: f64 = 1.0e-4;

/// Fraction of the radius that a cast may stop early. Larger: visible gaps at large shapes.
/// Smaller: one Newton step more.
pub(crate) const CAST_SLACK: f64 = 1.0e-7;

/// Fraction of the radius by which a shape placed by hand may overlap and still count as touching:
/// rounding of f64.
pub(crate) const TOUCHING: f64 = 1.0e-12;

/// Fraction of the skin that a Runge-Kutta step may leave the surface by before it is corrected; a
/// step that is further off is halved. Larger: time runs unevenly on corners. Smaller: more steps.
pub(crate) const CURVE_DRIFT: f64 = 1.0 / 16.0;

/// Skins around the region of a gather that ends may be pushed into: one push off a start, and the
/// pushes of a landing.
pub(crate) const FINALIZE_ROOM: f64 = 6.0;

/// The share of the last piece by which an end that cannot be certified is first set back; then
/// twice as far, and so on. Larger: such ends lie further back. Smaller: more tries.
pub(crate) const FIRST_RETREAT: f64 = 1.0 / 256.0;

/// A start that is free to the last bit touches: the certificate of it misses its own rounding, and
/// that of what it compares. So many times the rounding of the certificate may be missing at a
/// start. Smaller: what somebody puts so that it touches cannot be moved out.
pub(crate) const TOUCHING_START: f64 = 2.0;

/// The longest push, in skins, that brings a stored end back to the full skin.
pub(crate) const RESTORE_REACH: f64 = 2.0;

/// Fraction of the radius by which a mover slides past the rim of a face before it rolls over the
/// edge: the gap grows by half its square, 1e-15 of the radius. Also, in radians, how far an arc
/// goes beyond where the next thing begins. Larger: arcs begin and end late. Smaller: rounding may
/// still see what was left.
pub(crate) const PAST_THE_BOUNDARY: f64 = 1.0e-7;

/// Fraction of the skin below which a start is pushed out to its skin before the move. Stored ends
/// keep far more; this is for places set by hand. Larger: more starts are moved sideways by up to a
/// skin. Smaller: arcs from such starts take chords too short to get anywhere.
pub(crate) const STAND_OFF_BELOW: f64 = 0.5;

/// Half lengths of a section that differ by no more than this part are those of a circle, but for
/// rounding; an arc round it has a closed form. Larger: arcs of ellipsoids that are nearly balls
/// are off by that part. Smaller: the arcs of some balls are found in steps.
pub(crate) const CIRCLE: f64 = 1.0e-15;

/// The least ratio of the half lengths of the ellipse in which the plane over a face cuts the tube
/// round an edge (for a ball the sine of the slope between the two) or the shape round a corner.
/// Larger: more such ways are found in steps. Smaller: half lengths of thousands of radii, of which
/// f64 keeps half of the digits. Also, as a sine, how far a way along an edge may lead aside of it
/// and still be straight.
pub(crate) const CREASE_SLOPE: f64 = 1.0e-3;

/// Of the start of an arc, as tan(psi / 2): a face that is met this early is the one that the arc
/// begins on. Larger: the face just left ends the arc again. Smaller: folds of less than a 10,000th
/// of a degree count as flat.
pub(crate) const FACE_BEHIND: f64 = 1.0 - 1.0e-6;

/// Share of the speed lost to drag below which the first two terms of its series stand for the
/// closed form. Larger: the third term is missed, a sixth of its square. Smaller: the difference in
/// the closed form loses digits.
pub(crate) const SMALL_LOSS: f64 = 1.0e-6;

/// Relative rounding of a unit normal or a small determinant in f64: a direction with a smaller
/// share along a plane's normal runs along the plane as far as anyone can tell. Larger: flat but
/// honest angles count as parallel. Smaller: fractions are made of rounding.
pub(crate) const PARALLEL: f64 = 1.0e-15;

/// Relative rounding of a projection onto an axis between a box and a polygon: 16 units of f64.
/// Larger: polygons beside a box are found too. Smaller: one that touches may be missed.
pub(crate) const AXIS_ROUNDING: f64 = 16.0 * 0.5 * f64::EPSILON;

/// Radians that the angles round a point inside a polygon may miss of a full turn. Larger: points
/// ever further outside count as inside, an 8th of it times the edge. Smaller: the rounding of the
/// sum puts points inside outside.
pub(crate) const ANGLE_SUM: f64 = 1.0e-6;

/// Fraction of the largest coordinate by which a portal may be larger than its corners say: those
/// and the walls around it are rounded to f32. Larger: more sectors count as visible. Smaller: a
/// wall that was turned by an odd angle may leave a line through that no portal knows.
pub(crate) const PORTAL_SLACK: f64 = 1.0e-6;

/// Radii of empty balls that are tried, in sizes of what they must hold, from all but planes down
/// to the plain promise. A ball of this many sizes costs 1 / (2 n) of the size in sharpness, and
/// rounding of its own radius. More: slower refusals. Fewer: more cells near hollows.
pub(crate) const BALL_REACH: [f64; 8] = [262_144.0, 4096.0, 256.0, 32.0, 8.0, 2.0, 0.5, 0.0];

/// Radii of a body over which its slope is measured: rounding of 1e-16 becomes 1e-11 of a unit
/// vector. Larger: tight curves are smeared. Smaller: noise.
pub(crate) const GRADIENT_STEP: f64 = 1.0e-5;

/// Radii of a body below which a descent rests: the tilt that it leaves, times a metre, is far
/// below any skin.
pub(crate) const DESCENT_REST: f64 = 1.0e-9;

/// Of the bounding radius, how near to each other two places are one contact; and of 1, how near
/// the cosine of two normals. Larger: two contacts are taken for one, and a sweep has to find the
/// other. Smaller: duplicates make the push slow.
pub(crate) const SAME_CONTACT: f64 = 1.0e-6;

/// Fraction of the gap (at most the skin) below which a step of a pseudo-distance mover may not
/// dip. Larger: steps past round things end sooner. Smaller: less skin on the way; stops are pushed
/// back out to it.
pub(crate) const PSEUDO_LEVEL: f64 = 7.0 / 8.0;

/// Fraction of the skin by which a pseudo-distance mover may leave the surface that it is pressed
/// to before its stride is halved. Larger: rougher rolling over edges. Smaller: more stages, by the
/// square root of its inverse.
pub(crate) const OFF_THE_SKIN: f64 = 0.25;

/// Fraction of the bounding radius that a cast of a pseudo-distance body may stop early. Larger:
/// visible gaps. Smaller: more cells for hollow bodies.
pub(crate) const PSEUDO_CAST_SLACK: f64 = 1.0e-4;

/// Of a ball: a surface that is less than this part of a skin beyond the skin, and that gravity
/// would bring the ball back to before it is further away, holds the ball. Larger: a ball follows
/// folds that it should fly over. Smaller: shorter steps round edges, more flights of a micrometre.
pub(crate) const SUPPORT_BAND: f64 = 1.0 / 16.0;

/// Of a ball: closing in slower than this part of its speed is rounding and no impact. Larger: dips
/// into surfaces that are nearly along the way. Smaller: impacts that take nothing.
pub(crate) const NO_IMPACT: f64 = 1.0e-9;

/// Of a ball: rounds of impacts at one place, each with the surface that is approached fastest.
pub(crate) const IMPACT_ROUNDS: u32 = 64;

/// Of a ball: slip below this part of its speeds (of the centre, and of the surface by the spin) is
/// rolling. Storing both in f32 makes a slip of 2e-7. Larger: grips too early. Smaller: rounding
/// makes a rolling ball slide.
pub(crate) const NO_SLIP: f64 = 1.0e-6;

/// Seconds: a slip of a ball that friction would end within this time ends at once, with the same
/// change of velocity. Larger: the way gained while it slips is lost (2e-6 m here). Smaller: on
/// uneven ground, dozens of stages for slips that do not matter.
pub(crate) const GRIP_TIME: f64 = 1.0e-3;

/// Radians, nearly: how far the direction of friction or of rolling resistance may turn in one
/// stage, which uses the direction of its middle. Larger: curved putts depend on the rate. Smaller:
/// more stages.
pub(crate) const FRICTION_TURN: f64 = 0.04;

/// Fraction of the skin: a ball that would come to rest within it is at rest. Larger: stops are
/// seen. Smaller: more stages before a stop at the end of a curved path.
pub(crate) const REST_WAY: f64 = 1.0 / 64.0;

/// Seconds: the longest stage of a ball that two surfaces hold, where friction is solved as
/// impulses. Larger: the moment at which it begins to roll depends on the rate. Smaller: more
/// stages.
pub(crate) const CREASE_STEP: f64 = 1.0 / 240.0;

/// Radii that one gather of a flying ball covers on each side. Larger: more polygons collected than
/// are reached. Smaller: more gathers.
pub(crate) const FLIGHT_REACH: f64 = 32.0;

/// Of a ball: fraction of its kinetic energy that one push out to the skin may cost. Larger: pushes
/// stop slow balls. Smaller: slow balls keep thinner skins.
pub(crate) const PAID_BY_MOTION: f64 = 0.5;

/// Of a ball: times the energy of rounding its place, below which its kinetic energy does not pay
/// for rounding. Larger: rounding may add energy to faster balls. Smaller: payments make the speed
/// of slow balls uneven; below 1 they may stop.
pub(crate) const SLOW_ROUNDINGS: f64 = 16.0;
