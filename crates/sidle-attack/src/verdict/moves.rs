//! One move.

use sidle::{Motion, Outcome, StartedFrom, StopReason, Vec3};
use sidle_judge::{Body, Judge, V};

use super::{Fault, wide};

/// The largest coordinate that means something to the library, metres.
const FURTHEST: f32 = 16_777_216.0;

/// Skins beyond which a stop is no stop at what is in the way: the level of the contacts and what rounding adds to it.
const STOP_SKINS: f64 = 1.2;

/// Skins by which an end may be off the path, by a push out at the start and those of the landing.
const PUSHES: f64 = 8.0;

/// Judges one move by everything that is promised. `judge` holds all that the mover sees, solid from both sides; `path` is
/// the recorded one, start and end included (empty: only the ends are judged). The shape and the config must mean something.
#[must_use]
pub fn judge_move(
    judge: &Judge,
    body: &Body,
    from: Vec3,
    motion: Motion,
    outcome: &Outcome,
    path: &[Vec3],
) -> Option<Fault> {
    judge_path(judge, body, from, motion, outcome, path)
        .or_else(|| judge_stop(judge, body, outcome))
        .or_else(|| (outcome.reason == StopReason::IterationLimit).then_some(Fault::IterationLimit))
}

/// What is promised whatever else there is besides the polygons of `judge`: finite, refused or not as the start asks for, free
/// at the end and on the way, crossing nothing, no further than asked.
#[must_use]
pub fn judge_path(
    judge: &Judge,
    body: &Body,
    from: Vec3,
    motion: Motion,
    outcome: &Outcome,
    path: &[Vec3],
) -> Option<Fault> {
    if !is_finite(outcome) || !path.iter().all(|p| p.is_finite()) {
        return Some(Fault::NotFinite);
    }
    let refused = matches!(outcome.reason, StopReason::InvalidInput | StopReason::StartedInside);
    if refused && outcome.position != if from.is_finite() { from } else { Vec3::ZERO } {
        return Some(Fault::MovedThoughRefused);
    }
    let in_range = |v: Vec3| v.is_finite() && v.abs().max_element() <= FURTHEST;
    if !(in_range(from) && in_range(motion.displacement) && motion.velocity.is_finite()) {
        return (outcome.reason != StopReason::InvalidInput).then_some(Fault::BeganWithNonsense);
    }
    // Where an overlap was left first, the path begins after that.
    let start = path.first().copied().unwrap_or(from);
    let size = size_seen(judge, start);
    let begin =
        judge.clearance(body, wide(start), 0.5 * f64::from(outcome.skin) + start_doubt(body, size)).gap;
    let doubt = start_doubt(body, size);
    if refused {
        let free = begin > doubt && outcome.started_from == StartedFrom::Start;
        return (free || outcome.reason == StopReason::InvalidInput)
            .then_some(Fault::Refused(outcome.reason));
    }
    if begin < -doubt {
        return Some(Fault::BeganInside { depth_m: -begin });
    }
    let way = Way { judge, body, rounding: rounding(body, size), begin };
    way.too_long(start, motion, outcome)
        .or_else(|| way.end(outcome.position))
        .or_else(|| way.pieces(path, motion, outcome))
}

/// Whether something is where the move says that it was stopped. `judge` holds everything that the mover sees.
#[must_use]
pub fn judge_stop(judge: &Judge, body: &Body, outcome: &Outcome) -> Option<Fault> {
    if !matches!(outcome.reason, StopReason::Blocked | StopReason::NoFreedom) {
        return None;
    }
    let skin = f64::from(outcome.skin);
    let gap = judge.clearance(body, wide(outcome.position), 100.0 * skin).gap;
    (gap > STOP_SKINS * skin).then_some(Fault::StopGap { skins: gap / skin })
}

/// A way that begins free, or as good as free.
struct Way<'a> {
    judge: &'a Judge,
    body: &'a Body,
    /// The judge's own, metres.
    rounding: f64,
    /// The gap at the start, metres; below 0 by rounding at most.
    begin: f64,
}

impl Way<'_> {
    fn too_long(&self, start: Vec3, motion: Motion, outcome: &Outcome) -> Option<Fault> {
        let asked = motion.displacement.as_dvec3().length();
        let way = f64::from(outcome.distance) - asked * 1.000_001 - 1e-9;
        let off = (outcome.position.as_dvec3() - start.as_dvec3()).length();
        let off = off - asked * 1.000_001 - PUSHES * f64::from(outcome.skin);
        let over_m = way.max(off);
        (over_m > 0.0).then_some(Fault::TooLong { over_m })
    }

    /// The depth at a gap, where it is one: not what rounding makes, and no less than at the start.
    fn depth(&self, gap: f64, allowed: f64) -> Option<f64> {
        (gap < self.begin.min(0.0) - self.rounding - allowed).then_some(-gap)
    }

    fn end(&self, end: Vec3) -> Option<Fault> {
        let gap = self.judge.clearance(self.body, wide(end), 0.0).gap;
        self.depth(gap, 0.0).map(|depth_m| Fault::Penetration { depth_m })
    }

    fn pieces(&self, path: &[Vec3], motion: Motion, outcome: &Outcome) -> Option<Fault> {
        let all: Vec<_> = path.iter().map(|&p| wide(p)).collect();
        // Whoever goes through a polygon is on it at some time. Without that, it was a path along the line that a polygon without
        // area is, of which no plane has two sides.
        let on_it = |piece: &[V]| {
            self.judge.path_clearance(&Body::Point, piece[0], piece[1], 1.0).gap <= 1e-9 + 4.0 * self.rounding
        };
        if self.judge.path_crosses(&all) && all.windows(2).any(on_it) {
            return Some(Fault::Crossing);
        }
        // Corners of the path are stored as f32, by half a unit on each axis; the skin takes that up unless it is missing.
        let stored = self.begin < 0.5 * f64::from(outcome.skin);
        let far = path.iter().fold(0.0, |far: f32, p| far.max(p.abs().max_element()));
        let far =
            f64::from(far).max(f64::from(path.first()?.abs().max_element() + motion.displacement.length()));
        let storing = if stored { far * 1.04e-7 } else { 0.0 };
        all.windows(2).find_map(|piece| {
            let gap = self.judge.path_clearance(self.body, piece[0], piece[1], 0.0).gap;
            self.depth(gap, storing).map(|depth_m| Fault::PenetrationOnTheWay { depth_m })
        })
    }
}

fn is_finite(o: &Outcome) -> bool {
    let numbers = [o.distance, o.fraction, o.skin];
    o.position.is_finite() && o.velocity.is_finite() && numbers.into_iter().all(f32::is_finite)
}

/// The longest distance that enters the judge's sums, metres.
fn size_seen(judge: &Judge, at: Vec3) -> f64 {
    let Some((low, high)) = judge.bounds() else { return 0.0 };
    let at = wide(at);
    (0..3).fold(0.0, |size: f64, k| size.max((low[k] - at[k]).abs()).max((high[k] - at[k]).abs()))
}

/// What f64 cannot tell about a gap, metres: a few units in the last place of the longest distance, and an ellipsoid stretches
/// them by its axis ratio.
fn rounding(body: &Body, size: f64) -> f64 {
    1e-15 * size * axis_ratio(body)
}

/// Nearer than this to touching, a start is on neither side, metres: library and judge round each in its own way.
fn start_doubt(body: &Body, size: f64) -> f64 {
    let own = match *body {
        Body::Point => 0.0,
        Body::Sphere { radius } => radius,
        Body::Ellipsoid { radii, .. } => radii[0].max(radii[1]).max(radii[2]),
    };
    (1e-11 + 4e-15 * size + 2e-12 * own) * axis_ratio(body)
}

fn axis_ratio(body: &Body) -> f64 {
    match *body {
        Body::Ellipsoid { radii: [x, y, z], .. } => x.max(y).max(z) / x.min(y).min(z),
        _ => 1.0,
    }
}
