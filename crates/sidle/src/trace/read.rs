//! Parses a replay from text. Total: any text gives a replay or an error, and the memory is
//! proportional to the size of the text.

use std::str::FromStr;

use super::cursor::{At, ReplayError, Result, read_lines};
use super::keywords::{HEADER, INDEXES, LAWS, OLD_HEADERS, RESPONSES, SWITCH};
use super::{Replay, skin_of_old_versions};

/// The first line, as named in errors.
const FIRST_LINE: &str = "`sidle replay 3` (or 1, or 2) as the first line";

impl FromStr for Replay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Self> {
        let (mut replay, mut is_old) = (Self::default(), false);
        let mut seen: Vec<&str> = Vec::new();
        let last = read_lines(text, (HEADER, &OLD_HEADERS), FIRST_LINE, |mut at| {
            let here = At { ..at };
            is_old = at.is_old;
            let word = at.word();
            if !matches!(word, "material" | "polygon" | "instance" | "of-instance" | "move") {
                if seen.contains(&word) {
                    return Err(here.wants("a setting only once"));
                }
                // At most one entry per known keyword: an unknown one is an error below.
                seen.push(word);
            }
            replay.read_line(word, &mut at, here.rest)?;
            at.end()
        })?;
        let end = At { line: last, rest: "", is_old: false };
        for (word, wanted) in
            [("shape", "a line `shape ...` somewhere"), ("start", "a line `start x y z` somewhere")]
        {
            if !seen.contains(&word) {
                return Err(end.ends_without(wanted));
            }
        }
        for m in replay.moves.iter_mut().filter(|_| is_old) {
            m.end_error = m.end.map_or(0.0, |end| skin_of_old_versions(replay.config.skin_width, end));
        }
        Ok(replay)
    }
}

impl Replay {
    /// Reads the rest of a line, after its first word.
    fn read_line(&mut self, word: &str, at: &mut At<'_>, line: &str) -> Result<()> {
        let config = &mut self.config;
        match word {
            "index" => self.index = at.one_of(&INDEXES, "bvh or octree")?,
            "shape" => self.shape = at.shape()?,
            "response" => {
                config.response = at.one_of(&RESPONSES, "slide, momentum, stop, push-back or bounce")?;
            }
            "skin" => config.skin_width = at.number()?,
            "friction" => {
                config.friction_law = at.one_of(&LAWS, "coulomb or drag, and a number")?;
                config.friction_scale = at.number()?;
            }
            "restitution" => config.restitution_scale = at.number()?,
            "bounce-threshold" => config.bounce_threshold = at.number()?,
            "on-overlap" => config.on_overlap = at.on_overlap()?,
            "max-iterations" => config.max_iterations = at.whole("a number of iterations")?,
            "layers" => config.filter.layers = at.layers()?,
            "sees-triggers" => config.filter.triggers = at.one_of(&SWITCH, "yes or no")?,
            "record-path" => config.record_path = at.one_of(&SWITCH, "yes or no")?,
            "material" => at.next_material(&mut self.materials)?,
            "polygon" => self.polygons.push(at.polygon()?),
            "instance" => self.instances.push(at.instance()?),
            "of-instance" => at.polygon_of_instance(&mut self.instances)?,
            "start" => self.start = at.position()?,
            "move" => self.moves.push(at.motion()?),
            _ => {
                let expected = "index, shape, response, skin, friction, restitution, bounce-threshold, on-overlap, \
                                max-iterations, layers, sees-triggers, record-path, material, polygon, instance, of-instance, start or move";
                return Err(At { rest: line, ..*at }.wants(expected));
            }
        }
        Ok(())
    }
}
