//! Replays: moves and steps as text that repeats them bit for bit.

use sidle::trace::{CharacterReplay, Replay, capture};
use sidle::{DVec3, Motion};

use crate::call;
use crate::reader::Reader;
use crate::records::{move_config, shape};
use crate::writer::Writer;

/// Runs a replay of moves or of steps of a character. Input: the text. Output: the number of steps;
/// for each the position at its end, and whether it agrees with the recorded one (0 no, 1 yes, 2
/// without a record): bit for bit, or in texts of older versions within the skin of that version.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_replay_run(words: u32) -> i32 {
    call(words, |_, reader, writer, _| {
        let text = reader.text("replay")?;
        if is_character(&text) {
            let replay: CharacterReplay = text.parse()?;
            let ends = replay.run()?;
            writer.word(ends.len() as u32);
            for (step, (state, _)) in replay.steps.iter().zip(&ends) {
                put(writer, state.position, step.agrees_with(state));
            }
        } else {
            let replay: Replay = text.parse()?;
            let ends = replay.run()?;
            writer.word(ends.len() as u32);
            for (step, report) in replay.moves.iter().zip(&ends) {
                put(writer, report.outcome.position, step.agrees_with(report));
            }
        }
        Ok(())
    })
}

/// Returns true for a replay of a character: the first line with a content says so.
fn is_character(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let mut lines = lines.map(|line| line.split('#').next().unwrap_or("").trim());
    lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with("sidle character-replay"))
}

fn put(writer: &mut Writer<'_>, end: DVec3, agrees: Option<bool>) {
    writer.position(end);
    writer.word(agrees.map_or(2, u32::from));
}

/// Captures a move as a replay. Input: the settings; a shape; a position; a displacement; a
/// velocity. The text is the replay.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_capture_move(world: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, text| {
        let level = objects.worlds.get(world)?;
        let (config, body) = (move_config(reader)?, shape(reader)?);
        let (from, motion) = (reader.position("position")?, motion(reader)?);
        let replay = capture(&level.world, &body, from, motion, &config);
        *text = replay.to_string();
        Ok(())
    })
}

fn motion(reader: &mut Reader<'_>) -> Result<Motion, crate::code::Failure> {
    Ok(Motion { displacement: reader.vector("displacement")?, velocity: reader.vector("velocity")? })
}
