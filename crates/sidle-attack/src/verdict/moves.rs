//! Judges one move.

use sidle::{DVec3, Motion, Outcome, StartAdjustment, StopReason, Vec3};
use sidle_judge::{Body, Judge};

use super::path::Way;
use super::{Fault, spacing, wide};

/// Largest valid coordinate of the library, in metres.
const FURTHEST: f64 = 1_073_741_824.0;

/// Largest distance in skins between a stopped body and its obstacle: the skin within which a
/// surface is a contact, and an allowance for rounding.
const STOP_SKINS: f64 = 1.2;

/// Returns the largest distance in metres at which a body may stop from its obstacle. Far from the
/// origin, where the skin is four units in the last place, storing the end moves it by up to half
/// the diagonal of a cube with an edge of one unit: 0.22 skins.
pub(crate) fn widest_stop(outcome: &Outcome) -> f64 {
    let far = outcome.position.abs().max_element();
    STOP_SKINS * f64::from(outcome.skin) + 0.5 * 3.0_f64.sqrt() * spacing(far)
}

/// Largest deviation of an end from the path in skins, from a push out at the start and from those
/// that certify the end.
const PUSHES: f64 = 8.0;

/// Judges one move by all guarantees. `judge` holds everything that the mover sees, solid from both
/// sides. `path` is the recorded path with start and end; if it is empty, only the ends are judged.
/// The shape and the config must be valid.
#[must_use]
pub fn judge_move(
    judge: &Judge,
    body: &Body,
    from: DVec3,
    motion: Motion,
    outcome: &Outcome,
    path: &[DVec3],
) -> Option<Fault> {
    judge_path(judge, body, from, motion, outcome, path)
        .or_else(|| judge_stop(judge, body, outcome))
        .or_else(|| Fault::of_limit(outcome))
}

/// Checks the guarantees that hold even if there are polygons that `judge` does not have. The
/// result is finite, and refused exactly if the start requires it. The path and the end are free,
/// the path crosses no polygon, and it is no longer than requested.
#[must_use]
pub fn judge_path(
    judge: &Judge,
    body: &Body,
    from: DVec3,
    motion: Motion,
    outcome: &Outcome,
    path: &[DVec3],
) -> Option<Fault> {
    if !is_finite(outcome) || !path.iter().all(|p| p.is_finite()) {
        return Some(Fault::NotFinite);
    }
    let refused = matches!(outcome.reason, StopReason::InvalidInput | StopReason::StartedInside);
    if refused && outcome.position != if from.is_finite() { from } else { DVec3::ZERO } {
        return Some(Fault::MovedThoughRefused);
    }
    if !(is_in_range(from) && is_in_range(motion.displacement.as_dvec3()) && motion.velocity.is_finite()) {
        return (outcome.reason != StopReason::InvalidInput).then_some(Fault::BeganWithNonsense);
    }
    // If an overlap was resolved first, the path begins after that.
    let start = path.first().copied().unwrap_or(from);
    let way = Way::new(judge, body, start, outcome.skin, motion.displacement.length());
    if refused {
        let free = way.begin > way.doubt && outcome.start_adjustment == StartAdjustment::None;
        return (free || outcome.reason == StopReason::InvalidInput)
            .then_some(Fault::Refused(outcome.reason));
    }
    let broken = || (!is_told_whole(from, outcome, path)).then_some(Fault::BrokenPath);
    way.start()
        .or_else(|| too_long(start, motion, outcome))
        .or_else(|| way.end(outcome.position))
        .or_else(|| way.pieces(path))
        .or_else(broken)
}

/// Returns true if the path is empty, or leads from the start of the move to its reported end.
fn is_told_whole(from: DVec3, outcome: &Outcome, path: &[DVec3]) -> bool {
    let begins = outcome.start_adjustment != StartAdjustment::None || path.first().is_none_or(|&p| p == from);
    begins && path.last().is_none_or(|&p| p == outcome.position)
}

/// Returns a fault if no surface is near the place where the move reports a stop. `judge` holds
/// everything that the mover sees.
#[must_use]
pub fn judge_stop(judge: &Judge, body: &Body, outcome: &Outcome) -> Option<Fault> {
    if !matches!(outcome.reason, StopReason::Blocked | StopReason::NoFreedom) {
        return None;
    }
    let skin = f64::from(outcome.skin);
    let gap = judge.clearance(body, wide(outcome.position), 100.0 * skin).gap;
    (gap > widest_stop(outcome)).then_some(Fault::StopGap { skins: gap / skin })
}

fn too_long(start: DVec3, motion: Motion, outcome: &Outcome) -> Option<Fault> {
    let asked = motion.displacement.as_dvec3().length();
    let way = f64::from(outcome.distance) - asked * 1.000_001 - 1e-9;
    let off = (outcome.position - start).length();
    let off = off - asked * 1.000_001 - PUSHES * f64::from(outcome.skin);
    let over_m = way.max(off);
    (over_m > 0.0).then_some(Fault::TooLong { over_m })
}

/// Returns a fault if a reported path of `way_m` metres and `corners` corners is longer than the
/// requested motion. `far` is the largest coordinate of its start, in metres. Only for skins larger
/// than the rounding error: an end beside a needle with a smaller skin may be moved back.
pub(crate) fn told_too_long(
    way_m: f64,
    corners: usize,
    asked_m: f64,
    far: f64,
    outcome: &Outcome,
) -> Option<Fault> {
    // Rounding of the corners.
    let storing = 4e-16 * (far + asked_m) * corners as f64;
    let over_m = way_m - asked_m * 1.000_001 - PUSHES * f64::from(outcome.skin) - storing;
    (over_m > 0.0).then_some(Fault::TooLong { over_m })
}

/// Returns true if a place or a motion is in the valid range of the library.
pub(crate) fn is_in_range(v: DVec3) -> bool {
    v.is_finite() && v.abs().max_element() <= FURTHEST
}

/// Returns true if a corner of a polygon is in the range of the library.
pub(crate) fn is_vertex(v: Vec3) -> bool {
    v.is_finite() && v.abs().max_element() <= 16_777_216.0
}

fn is_finite(o: &Outcome) -> bool {
    let numbers = [o.distance, o.fraction as f32, o.skin];
    o.position.is_finite() && o.velocity.is_finite() && numbers.into_iter().all(f32::is_finite)
}
