//! Parses the steps of a character from text. Total: any text gives a replay or an error.

use std::str::FromStr;

use super::{CharacterReplay, CharacterReplayStep};
use crate::character::{AirControl, CharacterMode, Field};
use crate::trace::cursor::{At, ReplayError, Result, read_lines};
use crate::trace::keywords::{
    CHARACTER_HEADER, GROUNDS, INDEXES, LEAVE_VELOCITIES, OLD_CHARACTER_HEADER, SLOPE_SPEEDS, STEEP_GROUNDS,
    SWITCH, keyword_of_field,
};
use crate::trace::skin_of_old_versions;
use crate::world::InstanceId;

/// The first line, as named in errors.
const FIRST_LINE: &str = "`sidle character-replay 2` (or 1) as the first line";

impl FromStr for CharacterReplay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Self> {
        let (mut replay, mut is_old) = (Self::default(), false);
        read_lines(text, (CHARACTER_HEADER, &[OLD_CHARACTER_HEADER]), FIRST_LINE, |mut at| {
            let here = At { ..at };
            is_old = at.is_old;
            let word = at.word();
            if !replay.read_line(word, &mut at)? {
                let expected =
                    "index, material, polygon, state, step, or the name of a setting of a character";
                return Err(here.wants(expected));
            }
            at.end()
        })?;
        for step in replay.steps.iter_mut().filter(|_| is_old) {
            step.end_error = step.end.map_or(0.0, |end| skin_of_old_versions(replay.config.skin_width, end));
        }
        Ok(replay)
    }
}

impl CharacterReplay {
    /// Reads the rest of a line, after its first word. Returns false for an unknown word.
    fn read_line(&mut self, word: &str, at: &mut At<'_>) -> Result<bool> {
        match word {
            "index" => self.index = at.one_of(&INDEXES, "bvh or octree")?,
            "material" => at.next_material(&mut self.materials)?,
            "polygon" => self.polygons.push(at.polygon()?),
            "instance" => self.instances.push(at.instance()?),
            "of-instance" => at.polygon_of_instance(&mut self.instances)?,
            "state" => return self.read_state(at),
            "step" => self.steps.push(read_step(at)?),
            _ => return self.read_setting(word, at),
        }
        Ok(true)
    }

    fn read_setting(&mut self, word: &str, at: &mut At<'_>) -> Result<bool> {
        let config = &mut self.config;
        if let Some((_, x)) = config.number_fields().into_iter().find(|field| field.0 == word) {
            *x = at.number()?;
            return Ok(true);
        }
        if let Some((_, x)) = config.optional_fields().into_iter().find(|field| field.0 == word) {
            *x = Some(at.number()?);
            return Ok(true);
        }
        if let Some((_, x)) = config.switch_fields().into_iter().find(|field| field.0 == word) {
            *x = at.one_of(&SWITCH, "yes or no")?;
            return Ok(true);
        }
        if let Some((_, x)) = config.layer_fields().into_iter().find(|field| field.0 == word) {
            *x = at.layers()?;
            return Ok(true);
        }
        match word {
            "shape" => config.shape = at.shape()?,
            "crouch_shape" => config.crouch_shape = Some(at.shape()?),
            "up" => config.up = at.place()?,
            "sees-triggers" => config.filter.triggers = at.one_of(&SWITCH, "yes or no")?,
            "strafe" => config.air_control = AirControl::Strafe { max_speed: at.number()? },
            "leave_velocity" => {
                config.leave_velocity = at.one_of(&LEAVE_VELOCITIES, "add, add-upwards or ignore")?;
            }
            "slope_speed" => {
                config.slope_speed = at.one_of(&SLOPE_SPEEDS, "along-ground, horizontal or projected")?;
            }
            "steep_ground" => config.steep_ground = at.one_of(&STEEP_GROUNDS, "slide or stand")?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a line of the state.
    fn read_state(&mut self, at: &mut At<'_>) -> Result<bool> {
        let here = At { ..*at };
        let (word, state) = (at.word(), &mut self.state);
        if at.is_old && matches!(word, "centre" | "feet" | "lost") {
            let value = at.place()?;
            if word == "feet" {
                state.leave_at(value.as_dvec3());
            }
            return Ok(true);
        }
        let Some((_, field)) = state.fields().into_iter().find(|(name, _)| keyword_of_field(name) == word)
        else {
            return Err(here.wants("the name of a field of the state"));
        };
        match field {
            Field::Position(v) => *v = at.position()?,
            Field::Vector(v) => *v = at.place()?,
            Field::Number(x) => *x = at.number()?,
            Field::Layers(layers) => *layers = at.layers()?,
            Field::Ground(ground) => {
                *ground = at.one_of(&GROUNDS, "grounded, steep, unsupported or airborne")?;
            }
            Field::Byte(byte) => *byte = at.whole("a number up to 255")?,
            Field::Instance(id) => *id = InstanceId::new(at.whole("the number of an instance")?, 0),
        }
        Ok(true)
    }
}

fn read_step(at: &mut At<'_>) -> Result<CharacterReplayStep> {
    let mut step = CharacterReplayStep { dt: at.number()?, ..CharacterReplayStep::default() };
    while !at.rest.is_empty() {
        let (here, input) = (At { ..*at }, &mut step.input);
        match at.word() {
            "instance" => step.motions.push(at.instance_motion()?),
            "wish" => input.wish_velocity = at.place()?,
            "jump" => input.jump = true,
            "held" => input.jump_held = true,
            "crouch" => input.crouch = true,
            "drop" => input.drop = true,
            "root" => input.root_motion = Some(at.place()?),
            "swim" => {
                input.mode = CharacterMode::Swim { acceleration: at.number()?, sink_speed: at.number()? };
            }
            "climb" => input.mode = CharacterMode::Climb,
            "end" => (step.end, step.end_error) = (Some(at.position()?), at.end_error()?),
            _ => return Err(here.wants("wish, jump, held, crouch, drop, root, swim, climb or end")),
        }
    }
    Ok(step)
}
