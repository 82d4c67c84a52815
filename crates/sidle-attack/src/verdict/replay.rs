//! Judges a recorded run.

use sidle::trace::Replay;
use sidle::{Scratch, Sides};
use sidle_judge::Judge;

use super::{Fault, body_of, judge_of, judge_path_and_iterations, judge_stop};

/// Returns the judges of a replay: for the polygons that are solid from both sides, and for all
/// that the mover sees.
#[must_use]
pub fn judges_of(replay: &Replay) -> [Judge; 2] {
    let material = |m: u16| replay.materials.get(usize::from(m)).copied().unwrap_or_default();
    let seen = replay.polygons.iter().filter(|p| replay.config.filter.sees(&material(p.material)));
    let solid = seen.clone().filter(|p| material(p.material).sides == Sides::Two);
    [judge_of(solid.map(|p| &p.corners[..])), judge_of(seen.map(|p| &p.corners[..]))]
}

/// Runs a whole replay and judges every move. Returns the first fault and the number of its move,
/// counted from 0. Returns `None` if there is no fault, or if the library refuses the world of the
/// replay.
///
/// ```
/// let replay: sidle::trace::Replay = "
///     sidle replay 2
///     shape sphere 0.5
///     start 0 1 0
///     polygon corners -9 0 -9, 0 0 9, 9 0 -9
///     move 1 -2 0
/// ".parse()?;
/// assert_eq!(sidle_attack::verdict::judge_replay(&replay), None);
/// # Ok::<(), sidle::trace::ReplayError>(())
/// ```
#[must_use]
pub fn judge_replay(replay: &Replay) -> Option<(usize, Fault)> {
    let world = replay.world().ok()?;
    let [solid, seen] = judges_of(replay);
    let body = body_of(&replay.shape);
    let config = sidle::MoveConfig { record_path: true, ..replay.config };
    let mut scratch = Scratch::default();
    let mut from = replay.start;
    replay.moves.iter().enumerate().find_map(|(i, m)| {
        let outcome = world.move_and_slide(&mut scratch, &replay.shape, from, m.motion, &config);
        let (judged, way) = ((&solid, &world), (from, m.motion));
        let fault =
            judge_path_and_iterations(judged, (&replay.shape, &body), way, &config, &outcome, scratch.path())
                .or_else(|| judge_stop(&seen, &body, &outcome))
                .or_else(|| Fault::of_limit(&outcome));
        from = outcome.position;
        fault.map(|fault| (i, fault))
    })
}
