//! Tests arbitrary replay files.

use sidle::trace::{CharacterReplay, Replay};
use sidle::{MoveConfig, Scratch};

/// Larger replays are not run, because they are slow.
const MOST_POLYGONS: usize = 64;
const MOST_MOVES: usize = 8;

/// Reads a text. A valid replay is written and read again, and run if it is short.
pub(super) fn replay(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(character) = text.parse::<CharacterReplay>() {
        return run_character(&character);
    }
    let replay: Replay = match text.parse::<Replay>() {
        Ok(replay) => replay,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = replay.to_string();
    let again: Replay = written.parse().unwrap_or_else(|e| panic!("{e}: {written}"));
    assert_eq!(again.to_string(), written);
    if replay.polygons.len() > MOST_POLYGONS || replay.moves.len() > MOST_MOVES {
        return;
    }
    let Ok(world) = replay.world() else { return };
    let config = MoveConfig { max_iterations: replay.config.max_iterations.min(256), ..replay.config };
    let (mut scratch, mut from) = (Scratch::default(), replay.start);
    for m in &replay.moves {
        let end = world.move_and_slide(&mut scratch, &replay.shape, from, m.motion, &config);
        assert!(end.position.is_finite() && end.velocity.is_finite(), "{end:?} of {written}");
        from = end.position;
    }
}

fn run_character(replay: &CharacterReplay) {
    let written = replay.to_string();
    let again: CharacterReplay = written.parse().unwrap_or_else(|e| panic!("{e}: {written}"));
    assert_eq!(again.to_string(), written);
    if replay.polygons.len() > MOST_POLYGONS || replay.steps.len() > MOST_MOVES {
        return;
    }
    let Ok(steps) = replay.run() else { return };
    let mut before = replay.state;
    for (state, report) in steps {
        if report.refused.is_none() {
            assert!(state.position.is_finite() && state.velocity.is_finite(), "{state:?} of {written}");
        } else {
            assert_eq!(format!("{state:?}"), format!("{before:?}"), "{written}");
        }
        before = state;
    }
}
