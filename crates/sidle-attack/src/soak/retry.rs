//! Reproduces a finding from its replay, and shrinks it.

use sidle::trace::{self, Replay, ReplayMove};
use sidle::{DVec3, Motion, MoveConfig, Response, Scratch, Shape, Vec3};

use super::Step;
use super::arena::Arena;
use super::stuck::{HEADINGS, PROBES, Stuck, probe_in, probe_length};
use crate::shrink::shrink;
use crate::verdict::{Fault, body_of, judge_move, judge_of};

/// Captures the place of a stuck walker with everything that its probes could reach. The move is
/// the one along `heading`. `skin` is the skin that the walker keeps there, in metres.
pub(crate) fn capture_stuck(
    arena: &Arena,
    shape: &Shape,
    place: DVec3,
    config: &MoveConfig,
    heading: Vec3,
    skin: f32,
) -> Replay {
    let config = MoveConfig { response: Response::Slide, friction_scale: 0.0, ..*config };
    let length = probe_length(skin);
    let far = length * PROBES as f32;
    let mut replay = Replay::default();
    for heading in HEADINGS {
        let one =
            trace::capture(&arena.world, shape, place, Motion::displacement(heading * far, 1.0), &config);
        let polygons = [replay.polygons, one.polygons].concat();
        // The longer table of materials contains the shorter one.
        let materials =
            if one.materials.len() > replay.materials.len() { one.materials } else { replay.materials };
        replay = Replay { polygons, materials, ..one };
    }
    // Keep the order of the world, which decides ties.
    replay.polygons.sort_by_key(|polygon| polygon.from);
    replay.polygons.dedup_by_key(|polygon| polygon.from);
    let motion = Motion::displacement(heading * length, 1.0);
    let end = arena.world.move_once(shape, place, motion, &config).outcome.position;
    replay.moves = vec![ReplayMove { motion, end: Some(end), end_error: 0.0 }];
    replay
}

/// Runs a replay, judges every move, and returns the first fault.
#[must_use]
pub fn fault_of(replay: &Replay, step: Step<'_>) -> Option<Fault> {
    let world = replay.world().ok()?;
    let judge = judge_of(replay.polygons.iter().map(|polygon| polygon.corners.as_slice()));
    let config = MoveConfig { record_path: true, ..replay.config };
    let (mut scratch, body) = (Scratch::default(), body_of(&replay.shape));
    let mut from = replay.start;
    replay.moves.iter().find_map(|m| {
        let outcome = step(&world, &mut scratch, &replay.shape, from, m.motion, &config);
        let fault = judge_move(&judge, &body, from, m.motion, &outcome, scratch.path());
        from = outcome.position;
        fault
    })
}

/// Returns true if no heading makes progress at the start of a replay although the judge finds a
/// free path. The replay must have a move, which shows a heading that fails.
#[must_use]
pub fn is_falsely_stuck(replay: &Replay, step: Step<'_>) -> bool {
    if replay.moves.is_empty() {
        return false;
    }
    let Ok(world) = replay.world() else { return false };
    let judge = judge_of(replay.polygons.iter().map(|polygon| polygon.corners.as_slice()));
    let mut scratch = Scratch::default();
    let found = probe_in(&world, &judge, &mut scratch, &replay.shape, &replay.config, replay.start, step);
    matches!(found, Stuck::False { .. })
}

/// Returns the smallest replay that shows the same kind of fault, or that is also falsely stuck. A
/// replay that shows neither on its own is returned unchanged. For example, an escape needs the
/// whole level.
#[must_use]
pub fn shrink_finding(replay: Replay, step: Step<'_>) -> Replay {
    if let Some(fault) = fault_of(&replay, step) {
        return shrink(replay, |small| fault_of(small, step).is_some_and(|found| found.is_like(&fault)));
    }
    shrink(replay, |small| is_falsely_stuck(small, step))
}
