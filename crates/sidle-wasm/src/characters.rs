//! Characters, in groups that share their settings.

use sidle::trace::{MovingStep, capture_character, capture_moving_character};
use sidle::{CharacterConfig, CharacterInput, CharacterState, MoverCache, PoseSet, Scratch};

use crate::call;
use crate::characters_records::{Inputs, config, put_config, put_report, put_state};
use crate::code::{Code, Failure};
use crate::moves::path;
use crate::reader::Reader;
use crate::world::Level;

/// The largest group whose characters have caches: they do not pay for a crowd.
const MOST_CACHES: usize = 64;

/// No version of a state has more bytes.
const MOST_BYTES: usize = 128;

/// Characters with the same settings. They do not collide with each other.
pub(crate) struct Group {
    config: CharacterConfig,
    states: Vec<CharacterState>,
    caches: Vec<MoverCache>,
}

impl Group {
    fn state(&mut self, i: u32) -> Result<&mut CharacterState, Failure> {
        let count = self.states.len();
        let error = || Failure::input(format_args!("there is no character {i}; the group has {count}"));
        self.states.get_mut(i as usize).ok_or_else(error)
    }
}

/// Writes the default settings.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_character_defaults() -> i32 {
    call(0, |_, _, writer, _| {
        put_config(writer, &CharacterConfig::default());
        Ok(())
    })
}

/// Creates a group. Input: the settings; the number n; n positions of feet. Output: its handle.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_new(words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let config = config(reader)?;
        let count = reader.count(6, "positions")?;
        let positions = reader.positions(count, "position")?;
        reader.end()?;
        let states: Vec<_> = positions.iter().map(CharacterState::at).collect();
        let mut caches = Vec::new();
        caches.resize_with(if count <= MOST_CACHES { count } else { 0 }, MoverCache::default);
        writer.word(objects.groups.insert(Group { config, states, caches })?);
        Ok(())
    })
}

/// Frees a group.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_free(group: u32) -> i32 {
    call(0, |objects, _, _, _| objects.groups.remove(group).map(drop))
}

/// Replaces the settings of a group. Input: the settings.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_configure(group: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let config = config(reader)?;
        reader.end()?;
        objects.groups.get(group)?.config = config;
        Ok(())
    })
}

/// Performs a step of every character. Input: the duration in seconds, then inputs as `Inputs` has
/// them. Output: for each character a state and a report; if the settings ask for paths, also the
/// number of corners of its path and the corners.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_step(world: u32, group: u32, words: u32) -> i32 {
    call(words, |objects, reader, writer, _| {
        let level = objects.worlds.get(world)?;
        let Group { config, states, caches } = objects.groups.get(group)?;
        let dt = reader.float("dt")?;
        if !(dt > 0.0 && dt <= 1.0) {
            return Err(Failure::input(format_args!("dt is {dt}, but must be above 0, to 1 second")));
        }
        let inputs = Inputs::read(reader, states.len())?;
        reader.end()?;
        let world = &level.world;
        for (i, state) in states.iter_mut().enumerate() {
            let input = inputs.get(i)?;
            let mut step = |scratch: &mut Scratch| world.step_character(scratch, config, state, &input, dt);
            let report = match caches.get_mut(i) {
                Some(cache) => level.scratch.with_cache(cache, step),
                None => step(&mut level.scratch),
            };
            put_state(writer, state, config);
            put_report(writer, &report);
            if config.record_path {
                path(writer, level.scratch.path());
            }
        }
        Ok(())
    })
}

/// Writes the state of every character.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_states(group: u32) -> i32 {
    call(0, |objects, _, writer, _| {
        let Group { config, states, .. } = objects.groups.get(group)?;
        states.iter().for_each(|state| put_state(writer, state, config));
        Ok(())
    })
}

/// Writes the states as bytes that [`sidle_group_restore`] reads. Output for each character:
/// [`CharacterState::BYTES`] bytes, filled up to whole words.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_save(group: u32) -> i32 {
    call(0, |objects, _, writer, _| {
        objects.groups.get(group)?.states.iter().for_each(|state| writer.bytes(&state.to_bytes()));
        Ok(())
    })
}

/// Restores the states. Input: as [`sidle_group_save`] wrote them, of a group of the same size, or
/// as older versions did, whose states have another number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_restore(group: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let group = objects.groups.get(group)?;
        let (all, count) = (reader.rest(), group.states.len());
        let size = (all.len() / count.max(1)).max(1);
        if size * count != all.len() {
            return Err(Failure::input(format_args!("{} words are not {count} states", all.len())));
        }
        // First all of them are read: after an error nothing has changed.
        for (i, words) in all.chunks_exact(size).enumerate() {
            if state_of(words).is_none() {
                return Err(Failure::input(format_args!("state {i} is of another version, or damaged")));
            }
        }
        for (state, words) in group.states.iter_mut().zip(all.chunks_exact(size)) {
            *state = state_of(words).unwrap_or(*state);
        }
        Ok(())
    })
}

fn state_of(words: &[u32]) -> Option<CharacterState> {
    let mut bytes = [0; MOST_BYTES];
    let bytes = bytes.get_mut(..4 * words.len())?;
    bytes.iter_mut().zip(words.iter().flat_map(|word| word.to_le_bytes())).for_each(|(to, from)| *to = from);
    CharacterState::from_bytes(bytes)
}

/// Moves a character to another place. Input: its number in the group; the position of its feet.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_teleport(world: u32, group: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let level = objects.worlds.get(world)?;
        let group = objects.groups.get(group)?;
        let (i, position) = (reader.word("character")?, reader.position("position")?);
        let config = group.config.clone();
        let state = group.state(i)?;
        if level.world.teleport_character(&mut level.scratch, &config, state, position) {
            return Ok(());
        }
        Err(Failure::new(Code::NoPlace, format_args!("there is no free place near {position}")))
    })
}

/// Writes the velocity of a character. Input: its number in the group; the velocity.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_set_velocity(group: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, _| {
        let (i, velocity) = (reader.word("character")?, reader.vector("velocity")?);
        objects.groups.get(group)?.state(i)?.velocity = velocity;
        Ok(())
    })
}

/// Captures steps of a character as a replay, from its present state. The state and the world stay.
///
/// Input: its number in the group; the duration of a step; the number n of steps; n inputs as
/// `Inputs` has them; a flag for motions, and with it the motions of each step, as for
/// [`sidle_instances_move`](crate::sidle_instances_move). Without the flag, instances that move do
/// so in every step. The text is the replay.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_group_capture(world: u32, group: u32, words: u32) -> i32 {
    call(words, |objects, reader, _, text| {
        let level = objects.worlds.get(world)?;
        let group = objects.groups.get(group)?;
        let (i, dt) = (reader.word("character")?, reader.float("dt")?);
        let count = reader.count(4, "steps")?;
        let inputs = Inputs::read(reader, count)?;
        let state = *group.state(i)?;
        let steps = (0..count).map(|i| Ok((inputs.get(i)?, dt))).collect::<Result<Vec<_>, Failure>>()?;
        let replay = if reader.flag("motions")? {
            let steps = moving_steps(level, reader, &steps)?;
            capture_moving_character(&mut level.world.clone(), &group.config, &state, &steps)?
        } else {
            capture_character(&level.world, &group.config, &state, &steps)
        };
        reader.end()?;
        *text = replay.to_string();
        Ok(())
    })
}

/// Reads the motions of each step.
fn moving_steps(
    level: &Level,
    reader: &mut Reader<'_>,
    steps: &[(CharacterInput, f32)],
) -> Result<Vec<MovingStep>, Failure> {
    let mut step = |&(input, dt): &(CharacterInput, f32)| {
        let mut poses = PoseSet::default();
        level.read_motions(reader, &mut poses)?;
        Ok(MovingStep { input, dt, poses })
    };
    steps.iter().map(&mut step).collect()
}
