//! Judges the path as the mover computes it, in f64. Rounding of reported corners cannot explain a
//! fault here.

use sidle::trace::{Explanation, explain};
use sidle::{Motion, MoveConfig, Outcome, Shape, StopReason, Vec3, World};
use sidle_judge::{Body, Judge, V};

use super::path::Way;
use super::{Fault, judge_path, wide};

/// Judges the recorded path of a move and its iterations in f64.
///
/// The corners of a recorded path are stored as f32. If a body is thinner than the rounding error,
/// the recorded path of a free move may lead through a polygon. A fault during the move therefore
/// only counts in two cases: the iterations are at fault too, or the path is not the stored form of
/// the iterations.
#[must_use]
pub fn judge_path_and_iterations(
    (judge, world): (&Judge, &World),
    (shape, body): (&Shape, &Body),
    (from, motion): (Vec3, Motion),
    config: &MoveConfig,
    outcome: &Outcome,
    path: &[Vec3],
) -> Option<Fault> {
    let in_iterations = || judge_iterations(judge, world, shape, body, (from, motion), config, outcome);
    let fault = judge_path(judge, body, from, motion, outcome, path);
    let Some(Fault::PenetrationOnTheWay { .. } | Fault::Crossing) = fault else {
        return fault.or_else(in_iterations);
    };
    let exact = exact_path(world, shape, (from, motion), config, outcome);
    if exact.is_some_and(|exact| is_stored_path(&exact, path)) { in_iterations() } else { fault }
}

/// Returns true if all corners of a recorded path are corners of the exact one, in order, stored as
/// f32.
pub(crate) fn is_stored_path(exact: &[V], path: &[Vec3]) -> bool {
    let mut stored = exact.iter().map(|p| Vec3::from(p.map(|x| x as f32)));
    path.iter().all(|corner| stored.any(|place| place == *corner))
}

/// Repeats a move with a trace and judges every iteration of it. `judge` holds the polygons that
/// are solid from both sides.
///
/// Returns [`Fault::Untraceable`] when the traced move differs from `outcome`.
#[must_use]
pub fn judge_iterations(
    judge: &Judge,
    world: &World,
    shape: &Shape,
    body: &Body,
    (from, motion): (Vec3, Motion),
    config: &MoveConfig,
    outcome: &Outcome,
) -> Option<Fault> {
    if matches!(outcome.reason, StopReason::InvalidInput | StopReason::StartedInside) {
        return None;
    }
    let Some(path) = exact_path(world, shape, (from, motion), config, outcome) else {
        return Some(Fault::Untraceable);
    };
    let start = path.first().map_or(from, |p| Vec3::from(p.map(|x| x as f32)));
    Way::new(judge, body, start, outcome.skin, motion.displacement.length()).exact_pieces(&path)
}

/// Returns the path of a move in f64, or `None` if the same move with a trace has another outcome.
pub(crate) fn exact_path(
    world: &World,
    shape: &Shape,
    (from, motion): (Vec3, Motion),
    config: &MoveConfig,
    outcome: &Outcome,
) -> Option<Vec<V>> {
    let traced = explain(world, shape, from, motion, config);
    (traced.report.outcome == *outcome).then(|| path_of(&traced, outcome))
}

/// Returns the f64 corners of the path: the start, the end of every iteration, the stored end of
/// every substep, and the outcome.
fn path_of(traced: &Explanation, outcome: &Outcome) -> Vec<V> {
    let mut path: Vec<V> = traced.report.path.first().map(|&p| wide(p)).into_iter().collect();
    let mut leg_start = path.first().copied();
    for iteration in &traced.iterations {
        path.extend([iteration.from.to_array(), iteration.to.to_array()]);
        if let Some(stored) = iteration.stored {
            leg_start = Some(wide(stored));
            path.push(wide(stored));
        }
    }
    // A move whose end cannot be certified returns to the start of its substep. It does not travel
    // there.
    let end = wide(outcome.position);
    if leg_start != Some(end) {
        // If the end cannot be certified, the mover searches backwards along the last segment.
        let free = traced.end_attempts.iter().rfind(|t| t.position == outcome.position && t.skins >= 0.0);
        path.extend(free.map(|t| t.place.to_array()));
        path.push(end);
    }
    path.dedup();
    path
}
