//! Judges the path as the mover computes it, iteration by iteration.

use sidle::trace::{Explanation, explain};
use sidle::{DVec3, Motion, MoveConfig, Outcome, Shape, StopReason, World};
use sidle_judge::{Body, Judge, V};

use super::path::Way;
use super::{Fault, judge_path, wide};

/// Judges the recorded path of a move, and its iterations.
#[must_use]
pub fn judge_path_and_iterations(
    (judge, world): (&Judge, &World),
    (shape, body): (&Shape, &Body),
    (from, motion): (DVec3, Motion),
    config: &MoveConfig,
    outcome: &Outcome,
    path: &[DVec3],
) -> Option<Fault> {
    judge_path(judge, body, from, motion, outcome, path)
        .or_else(|| judge_iterations(judge, world, shape, body, (from, motion), config, outcome))
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
    (from, motion): (DVec3, Motion),
    config: &MoveConfig,
    outcome: &Outcome,
) -> Option<Fault> {
    if matches!(outcome.reason, StopReason::InvalidInput | StopReason::StartedInside) {
        return None;
    }
    let Some(path) = exact_path(world, shape, (from, motion), config, outcome) else {
        return Some(Fault::Untraceable);
    };
    let start = path.first().map_or(from, |&p| DVec3::from(p));
    Way::new(judge, body, start, outcome.skin, motion.displacement.length()).exact_pieces(&path)
}

/// Returns the path of a move in f64, or `None` if the same move with a trace has another outcome.
pub(crate) fn exact_path(
    world: &World,
    shape: &Shape,
    (from, motion): (DVec3, Motion),
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
    let start = path.first().copied();
    for iteration in &traced.iterations {
        path.extend([iteration.from.to_array(), iteration.to.to_array()]);
    }
    // A move whose end cannot be certified returns to its start. It does not travel there.
    let end = wide(outcome.position);
    if start != Some(end) {
        // If the end cannot be certified, the mover searches backwards along the last segment.
        let free = traced.end_attempts.iter().rfind(|t| t.position == outcome.position && t.skins >= 0.0);
        path.extend(free.map(|t| t.place.to_array()));
        path.push(end);
    }
    path.dedup();
    path
}
