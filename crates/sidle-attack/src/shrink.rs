//! Shrinks a failing replay: fewest moves, fewest polygons and simplest numbers that still fail.

use sidle::trace::{Replay, ReplayMove};
use sidle::{DVec3, Material, MoveConfig, Vec3};

/// Shrinks a replay: first to the fewest moves, then to the fewest polygons by delta debugging,
/// then to defaults and rounder numbers. The result also fails by the same `fails`, and its
/// recorded ends are those of its own moves. A replay that does not fail is returned unchanged.
///
/// The result is minimal only for these steps: no single polygon or move can be dropped.
#[must_use]
pub fn shrink(replay: Replay, fails: impl Fn(&Replay) -> bool) -> Replay {
    if !fails(&replay) {
        return replay;
    }
    let mut small = fewest_moves(replay, &fails);
    loop {
        let before = small.clone();
        small = fewest_polygons(small, &fails);
        small = defaults(small, &fails);
        small = round(small, &fails);
        small = fewest_moves(small, &fails);
        // A pass never makes the replay larger. Stop when the counts stay the same, because the
        // numbers could alternate forever.
        if small.polygons.len() == before.polygons.len() && small.moves.len() == before.moves.len() {
            break;
        }
    }
    recorded(small)
}

/// Removes the moves at the beginning and at the end, then every other move that is not needed.
fn fewest_moves(replay: Replay, fails: &impl Fn(&Replay) -> bool) -> Replay {
    let starts = starts(&replay);
    let mut small = replay;
    if let Some(shorter) = (1..small.moves.len())
        .rev()
        .filter_map(|first| {
            let (start, moves) = (*starts.get(first)?, small.moves[first..].to_vec());
            Some(Replay { start, moves, ..small.clone() })
        })
        .find(|shorter| fails(shorter))
    {
        small = shorter;
    }
    without(small, fails, |replay| &mut replay.moves)
}

fn fewest_polygons(replay: Replay, fails: &impl Fn(&Replay) -> bool) -> Replay {
    without(replay, fails, |replay| &mut replay.polygons)
}

/// Delta debugging (Zeller and Hildebrandt): removes halves, quarters and so on down to single
/// items, until no single item can be removed.
fn without<T: Clone>(
    mut replay: Replay,
    fails: &impl Fn(&Replay) -> bool,
    list: impl Fn(&mut Replay) -> &mut Vec<T>,
) -> Replay {
    let mut parts = 2;
    loop {
        let count = list(&mut replay).len();
        let size = count.div_ceil(parts).max(1);
        let smaller = (0..count).step_by(size).find_map(|first| {
            let mut candidate = replay.clone();
            list(&mut candidate).drain(first..(first + size).min(count));
            fails(&candidate).then_some(candidate)
        });
        match smaller {
            Some(smaller) => {
                replay = smaller;
                parts = parts.saturating_sub(1).max(2);
            }
            None if size == 1 => return replay,
            None => parts = (2 * parts).min(count),
        }
    }
}

/// Sets everything that is not needed to its default.
fn defaults(mut replay: Replay, fails: &impl Fn(&Replay) -> bool) -> Replay {
    let usual = MoveConfig::default();
    let mut attempt = |change: &dyn Fn(&mut Replay)| {
        let mut candidate = replay.clone();
        change(&mut candidate);
        if candidate != replay && fails(&candidate) {
            replay = candidate;
        }
    };
    attempt(&|r| {
        r.materials.clear();
        r.polygons.iter_mut().for_each(|polygon| polygon.material = 0);
    });
    attempt(&|r| {
        r.materials
            .iter_mut()
            .for_each(|m| *m = Material { sides: m.sides, layer: m.layer, ..Material::default() })
    });
    attempt(&|r| r.index = sidle::IndexKind::default());
    attempt(&|r| r.config.friction_law = usual.friction_law);
    attempt(&|r| r.config.friction_scale = usual.friction_scale);
    attempt(&|r| r.config.bounce_threshold = usual.bounce_threshold);
    attempt(&|r| r.config.restitution_scale = usual.restitution_scale);
    attempt(&|r| r.config.response = usual.response);
    attempt(&|r| r.config.skin_width = usual.skin_width);
    attempt(&|r| r.moves.iter_mut().for_each(|m| m.motion.velocity = m.motion.displacement));
    replay
}

/// Rounds the numbers one after the other, each to as few digits as possible.
fn round(mut replay: Replay, fails: &impl Fn(&Replay) -> bool) -> Replay {
    let count = numbers(&mut replay).len();
    for place in 0..count {
        let value = *numbers(&mut replay)[place];
        for unit in [1.0, 10.0, 100.0, 1e3, 1e4, 1e5] {
            let rounded = ((f64::from(value) * unit).round() / unit) as f32;
            if rounded.to_bits() == value.to_bits() {
                break;
            }
            let mut candidate = replay.clone();
            *numbers(&mut candidate)[place] = rounded;
            if fails(&candidate) {
                replay = candidate;
                break;
            }
        }
    }
    for axis in 0..3 {
        let value = replay.start[axis];
        let rounded = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5].map(|unit| (value * unit).round() / unit);
        for start in rounded.into_iter().take_while(|&start| start != value) {
            let mut candidate = replay.clone();
            candidate.start[axis] = start;
            if fails(&candidate) {
                replay = candidate;
                break;
            }
        }
    }
    replay
}

/// Returns every number in f32 that may be rounded.
fn numbers(replay: &mut Replay) -> Vec<&mut f32> {
    let mut vectors: Vec<&mut Vec3> = Vec::new();
    for m in &mut replay.moves {
        vectors.push(&mut m.motion.displacement);
    }
    vectors.extend(replay.polygons.iter_mut().flat_map(|polygon| &mut polygon.corners));
    vectors.into_iter().flat_map(|v| [&mut v.x, &mut v.y, &mut v.z]).collect()
}

/// Returns the start of each move, as recorded or else as the library computes it.
fn starts(replay: &Replay) -> Vec<DVec3> {
    let run = replay.run().unwrap_or_default();
    let mut starts = vec![replay.start];
    for (i, m) in replay.moves.iter().enumerate() {
        match m.end.or_else(|| run.get(i).map(|report| report.outcome.position)) {
            Some(end) => starts.push(end),
            None => break,
        }
    }
    starts
}

/// Records the ends of the replay's own moves.
fn recorded(mut replay: Replay) -> Replay {
    let run = replay.run().unwrap_or_default();
    for (m, report) in replay.moves.iter_mut().zip(&run) {
        *m = ReplayMove { end: Some(report.outcome.position), end_error: 0.0, ..*m };
    }
    replay
}
