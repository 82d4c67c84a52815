//! Tolerances of the character.

/// Distance in skins up to which a character looks for ground and walls. A move ends at one skin.
/// Larger: it stands above the ground. Smaller: it loses the ground where a move ended a little
/// further away.
pub(crate) const REACH: f64 = 2.0;

/// Component along `up` of a normal that is taken for 0: a wall that leans by 1e-4 is a wall, and a
/// slope counts as walkable that much above its limit. Larger: leaning walls lift a character.
/// Smaller: rounding of a normal (1e-7) decides.
pub(crate) const WALL: f64 = 1e-4;

/// Number of places of a step whose contacts are kept, besides the present one. Larger: more places
/// to compare. Smaller: a search lists the contacts of its start again for each attempt.
pub(crate) const LOOKS: usize = 8;

/// Largest distance in skins, beyond one, and in metres at which a character stands above the
/// ground that holds it. Larger: it visibly floats after rolling over an edge. Smaller: rounding
/// lowers it again and again.
pub(crate) const SETTLED: f64 = 0.05;
pub(crate) const SETTLED_METRES: f64 = 2e-5;

/// Largest distance in skins by which a character is lowered or raised to one skin from the ground
/// that holds it. Larger: it slides down faces that are hardly walkable. Smaller: it floats above
/// slopes, up to two skins.
pub(crate) const MOST_SETTLED: f64 = 8.0;

/// Component along `up` of the normal of an edge on which a falling character lands. Larger: it
/// slips off the edges of steps. Smaller: an edge that it brushes in its fall holds it.
pub(crate) const LANDS: f64 = 0.25;

/// Component along `up` of the normal of a wall beside which a character is lowered onto the
/// ground. Larger: it slides down along steep faces to the ground. Smaller: a wall that leans by
/// the rounding of its corners holds it above the ground.
pub(crate) const LEANS: f64 = 1e-2;

/// Component along `up` of the normal of a wall beside which a raised character is lowered to a
/// tread. Larger: it moves away from steep faces beside a step. Smaller: it takes the upper edge of
/// a wall beside it for the tread.
pub(crate) const BESIDE: f64 = 5e-2;

/// Distance in skins by which such a character moves away from the wall, beyond the part of the
/// skin that was missing before. Larger: a step moves it aside visibly. Smaller: the upper edge of
/// the wall holds it, as the sweep has no room for rounding ([`GRAZE_BAND`](super::GRAZE_BAND)).
pub(crate) const ASIDE: f64 = 1.0 / 32.0;

/// Distance in skins by which a character is lowered along a steep face onto the ground at its
/// foot. Larger: it slides down slopes that it should fall from. Smaller: where rounding raised it,
/// the face holds it above the ground.
pub(crate) const FOOT: f64 = 4.0;

/// Maximum number of straight pieces in which a character is lowered onto the ground. Larger: it
/// finds ground between more walls that lean by less than rounding. Smaller: less work at drops.
pub(crate) const SNAP_PIECES: usize = 3;

/// Share of a motion down beside a wall that leads away from it. Larger: the motion leaves the
/// wall. Smaller: the rounding of a normal obstructs it.
pub(crate) const AWAY: f64 = 1e-6;

/// Fraction of a wish into a wall from which the character tries to climb it: sin of 0.06 degrees.
/// Larger: steps are not climbed at a glancing angle. Smaller: walls are probed when walking along
/// them.
pub(crate) const AGAINST: f64 = 1e-3;

/// Maximum number of straight pieces of a walk in one step. Larger: more corners of a curved wall
/// are followed in one step. Smaller: less work in a wedge.
pub(crate) const MOST_PIECES: usize = 8;

/// Fraction of a wish below which the rest of a walk is no progress. Larger: characters stop in
/// obtuse corners. Smaller: rounding moves them.
pub(crate) const NO_PROGRESS: f64 = 1e-6;

/// Largest rise of a body that rolls over the edge of a step, as a share of the wish: a little more
/// than that of a slope of 50 degrees. Larger: over high edges a body with a steep limit is many
/// times as fast as its wish. Smaller: it loses speed on stairs.
pub(crate) const ROLLS: f64 = 1.2;

/// Height in skins that a step must have, and by which a ledge may exceed the step height. Larger:
/// higher ledges are climbed. Smaller: the skin decides about ledges of exactly the step height.
pub(crate) const STEP_SKINS: f64 = 2.0;

/// Speed in m/s away from the ground above which a character has left it. Larger: slow jumps stick
/// to the ground. Smaller: rounding of a velocity lifts it off.
pub(crate) const LIFTS_OFF: f64 = 0.1;

/// Where a character looks for the tread of a step, beyond the edge in contact: shares of the sum
/// of half its width and the width of the step. On narrow steps the body touches the next edge
/// further on, and a pointed body needs more than a blunt one. More shares: more steps are found.
/// Fewer: less work at walls.
pub(crate) const AHEAD: [f64; 3] = [0.5, 0.25, 1.0];

/// Largest length of the way beside a wall on which a character looks for the tread of a step in an
/// obtuse corner, as a multiple of the straight way to it. Larger: more work in corners. Smaller:
/// obtuse corners at the foot of a step hold it.
pub(crate) const LONGEST_WAY_BESIDE: f64 = 32.0;

/// Distance at which a thin body looks for the tread of a step, as a share of the step height.
/// Larger: it climbs steps with walls that lean more. Smaller: a thin body climbs less than a wide
/// one.
pub(crate) const LEANING_STEP: f64 = 0.5;

/// Maximum number of walls in contact that are tried as steps. Larger: steps in a corner of many
/// walls are found. Smaller: less work in a corner.
pub(crate) const MOST_WALLS: usize = 2;

/// Cosine between the normals of two walls above which they are one: 2.6 degrees. Larger: facets of
/// a round wall are tried one by one. Smaller: a step beside a wall of nearly its direction is
/// missed.
pub(crate) const SAME_WALL: f64 = 0.999;

/// Largest speed of a character in m/s. Larger: a step leaves the valid range of coordinates.
pub(crate) const FASTEST: f32 = 1e6;

/// Time in seconds in which a push makes the speeds of a character and a body equal. Larger: light
/// bodies give way slowly. Smaller: at low rates the sum of the pushes depends on the rate.
pub(crate) const PUSH_TIME: f64 = 0.1;

/// Most attempts in one walk to climb a ledge that fail. Larger: a ledge in a corner of walls is
/// found in the same step. Smaller: less work along rugged walls.
pub(crate) const MOST_TRIES: usize = 2;

/// Relative rounding of the squared length of a velocity at [`FASTEST`]. Larger: faster velocities
/// are valid. Smaller: a velocity that was limited to [`FASTEST`] may be refused.
pub(crate) const FASTEST_ROUNDING: f32 = 0.01;

/// Largest speed in m/s of the surface of a material. Larger: a step that it carries leaves the
/// valid range of coordinates.
pub(crate) const FASTEST_SURFACE: f32 = 1e4;

/// Largest setting of a character, in metres, seconds and their quotients. Larger: a step leaves
/// the valid range of coordinates.
pub(crate) const LONGEST: f32 = 1e4;

/// Largest angle in radians of a slope on which a character may stand: 85 degrees, and the rounding
/// of a conversion from degrees. Larger: the rise of a slope is many times its run, and rounding of
/// a normal decides how far a step leads. Smaller: fewer faces count as ground.
pub(crate) const STEEPEST: f32 = 1.483_53;

/// Deviation from 1 of the squared length of `up`. Larger: vectors of another length are accepted.
/// Smaller: rounding of a unit vector is refused.
pub(crate) const UNIT: f32 = 1e-4;

/// Component along y of an `up` below which it points down. Larger: the rotation there is half a
/// turn although it should be less. Smaller: the shortest rotation is badly conditioned.
pub(crate) const DOWN: f32 = -0.999;

/// Smallest offset in metres of the eye after a step. Larger: the end of the smoothing is visible.
/// Smaller: it takes longer until an idle state stays bit-identical.
pub(crate) const LEAST_OFFSET: f64 = 1e-6;

/// Number of halvings of the gap between two rays where the ground ends. Larger: a ledge is found
/// more exactly than 1/256 of it. Smaller: less work at ledges.
pub(crate) const LEDGE_HALVINGS: usize = 8;

/// Largest distance in metres up to which a config can look for a ledge ahead. Larger: a step casts
/// thousands of rays. Smaller: fast vehicles see ledges too late.
pub(crate) const FURTHEST_LEDGE: f32 = 50.0;

/// Distance in metres between the rays that look for a ledge ahead. Larger: narrow gaps are
/// overlooked, and steep slopes count as ledges. Smaller: more rays.
pub(crate) const LEDGE_SPACING: f64 = 0.1;

/// Depth in metres to which the drop behind a ledge is measured. Larger: longer rays.
pub(crate) const DEEPEST: f64 = 100.0;

/// Height in metres of a contact above the feet from which an explanation tells it. Larger: less is
/// told. Smaller: rounding is told.
pub(crate) const TOLD_HEIGHT: f32 = 1e-3;

/// Number of attempts to turn a body, each by half the angle of the one before. Larger: it turns
/// by smaller angles where there is little room. Smaller: less work where there is none.
pub(crate) const TURN_HALVINGS: usize = 10;

/// Distance in metres that a character must lack to the plane of a neighbour to be pushed from it.
/// Larger: characters may come that much nearer than their skins. Smaller: rounding pushes.
pub(crate) const CROWD_SLACK: f64 = 1.0e-5;

/// Distance in metres beyond their reach at which two characters still count as neighbours. Larger:
/// more pairs. Smaller: more characters make a step again because of a pair that was found late.
pub(crate) const CROWD_MARGIN: f32 = 0.02;

/// Steps in which a quantised state has its position in metres, its velocity in m/s, its times in
/// seconds and its offset in metres. Larger: at 1000 steps per second, gravity and timers are wrong
/// by more than 1 %. Smaller: a smaller range in the same bytes.
pub(crate) const QUANTUM_LENGTH: f32 = 1.0 / 65536.0;
pub(crate) const QUANTUM_SPEED: f32 = 1.0 / 16384.0;
pub(crate) const QUANTUM_TIME: f32 = 1.0 / 32768.0;
pub(crate) const QUANTUM_OFFSET: f32 = 1.0 / 2048.0;

/// Maximum number of pieces of a step, and of a flight and a walk in it. Larger: more work in
/// narrow places. Smaller: a long step past many surfaces ends with a slide that knows no walls.
pub(crate) const MOST_EVENTS: usize = 32;

/// Number of walks in one step that may end before the end of the step, where the ground drops.
/// Larger: at the foot of steep faces it is lowered many times. Smaller: fast characters lose the
/// ground on uneven slopes.
pub(crate) const MOST_WALKS: usize = 2;

/// Largest distance in skins between the course of a body beside a surface and the chord along
/// which it moves. Larger: the rate of the steps shows. Smaller: more pieces.
pub(crate) const CHORD: f64 = 0.25;

/// Cosine between a velocity and the normal of a contact along which it leads. Larger: motions that
/// leave a surface count as along it. Smaller: rounding decides.
pub(crate) const PRESSES: f64 = 1e-6;

/// Time in seconds to which the instant is found at which a character leaves the ground. Larger: it
/// falls from further beyond the edge. Smaller: more work at each edge.
pub(crate) const LEAST_TIME: f64 = 1e-4;

/// Share of a walk to which the end of the ground is found by a character that stays on it. Larger:
/// it stops further from the edge at low rates. Smaller: more work at ledges.
pub(crate) const LEAST_SHARE: f64 = 1.0 / 256.0;

/// Deviation from 1 of the cosine between the normal of a contact and that of its polygon, from
/// which it is the edge of the polygon: 0.008 degrees. Larger: a character leaves the ground late.
/// Smaller: rounding makes edges of flat ground.
pub(crate) const TILTED: f64 = 1e-8;

/// Cosine between the horizontal normals of two steep faces below which a character may walk along
/// their crease: 127 degrees. Larger: it walks up the corners of steep pits. Smaller: it cannot
/// walk along ditches that rise.
pub(crate) const DITCH: f64 = -0.6;

/// Number of distances at which the width of a tread is measured, up to `min_step_width`. Larger:
/// more rays at each step. Smaller: the width of a tread is known less exactly than to a quarter.
pub(crate) const WIDTH_RAYS: usize = 4;

/// Largest deviation of a tread from its plane, as a share of the distance. Larger: narrow stairs
/// count as one tread. Smaller: uneven treads are too narrow.
pub(crate) const UNEVEN: f64 = 0.25;

/// Number of halvings of a time in which an accelerated character makes a part of its way. Larger:
/// the instant at which it meets a wall is more exact than 1e-9 of the step. Smaller: less work.
pub(crate) const TIME_HALVINGS: usize = 30;
