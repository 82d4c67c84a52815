//! One move.

use sidle::{Motion, Outcome, StartAdjustment, StopReason, Vec3};
use sidle_judge::{Body, Judge};

use super::path::Way;
use super::{Fault, wide};

/// The largest coordinate that means something to the library, metres.
const FURTHEST: f32 = 16_777_216.0;

/// Skins beyond which a stop is no stop at what is in the way: the level of the contacts and what
/// rounding adds to it.
pub(crate) const STOP_SKINS: f64 = 1.2;

/// Skins by which an end may be off the path, by a push out at the start and those of the landing.
const PUSHES: f64 = 8.0;

/// Judges one move by everything that is promised. `judge` holds all that the mover sees, solid
/// from both sides; `path` is the recorded one, start and end included (empty: only the ends are
/// judged). The shape and the config must mean something.
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
        .or_else(|| Fault::of_limit(outcome))
}

/// What is promised whatever else there is besides the polygons of `judge`: finite, refused or not
/// as the start asks for, free at the end and on the way, crossing nothing, no further than asked.
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
    if !(is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite()) {
        return (outcome.reason != StopReason::InvalidInput).then_some(Fault::BeganWithNonsense);
    }
    // Where an overlap was left first, the path begins after that.
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

/// Whether the path, where there is one, leads from where the move began to where it says that it
/// ended.
fn is_told_whole(from: Vec3, outcome: &Outcome, path: &[Vec3]) -> bool {
    let begins = outcome.start_adjustment != StartAdjustment::None || path.first().is_none_or(|&p| p == from);
    begins && path.last().is_none_or(|&p| p == outcome.position)
}

/// Whether something is where the move says that it was stopped. `judge` holds everything that the
/// mover sees.
#[must_use]
pub fn judge_stop(judge: &Judge, body: &Body, outcome: &Outcome) -> Option<Fault> {
    if !matches!(outcome.reason, StopReason::Blocked | StopReason::NoFreedom) {
        return None;
    }
    let skin = f64::from(outcome.skin);
    let gap = judge.clearance(body, wide(outcome.position), 100.0 * skin).gap;
    (gap > STOP_SKINS * skin).then_some(Fault::StopGap { skins: gap / skin })
}

fn too_long(start: Vec3, motion: Motion, outcome: &Outcome) -> Option<Fault> {
    let asked = motion.displacement.as_dvec3().length();
    let way = f64::from(outcome.distance) - asked * 1.000_001 - 1e-9;
    let off = (outcome.position.as_dvec3() - start.as_dvec3()).length();
    let off = off - asked * 1.000_001 - PUSHES * f64::from(outcome.skin);
    let over_m = way.max(off);
    (over_m > 0.0).then_some(Fault::TooLong { over_m })
}

/// Whether a told path of `way_m` metres and so many corners is longer than what was asked. `far`:
/// the largest coordinate of its start, metres. Only for skins of more than rounding: an end beside
/// a needle with no more than that may be set back.
pub(crate) fn told_too_long(
    way_m: f64,
    corners: usize,
    asked_m: f64,
    far: f64,
    outcome: &Outcome,
) -> Option<Fault> {
    // Corners of the path are stored as f32.
    let storing = 2e-7 * (far + asked_m) * corners as f64;
    let over_m = way_m - asked_m * 1.000_001 - PUSHES * f64::from(outcome.skin) - storing;
    (over_m > 0.0).then_some(Fault::TooLong { over_m })
}

/// Whether a place or a motion means something to the library.
pub(crate) fn is_in_range(v: Vec3) -> bool {
    v.is_finite() && v.abs().max_element() <= FURTHEST
}

fn is_finite(o: &Outcome) -> bool {
    let numbers = [o.distance, o.fraction, o.skin];
    o.position.is_finite() && o.velocity.is_finite() && numbers.into_iter().all(f32::is_finite)
}
