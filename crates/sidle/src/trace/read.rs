//! Parses a replay from text. Total: any text gives a replay or an error, and the memory is
//! proportional to the size of the text.

use std::fmt;
use std::str::FromStr;

use glam::{Quat, Vec3};

use super::keywords::{HEADER, INDEXES, Keywords, LAWS, OLD_HEADER, RESPONSES, SIDES, SWITCH};
use super::{Replay, ReplayMove, ReplayPolygon};
use crate::mesh::Material;
use crate::shape::Shape;
use crate::slide::{Motion, OnOverlap};

/// Maximum number of characters of a line that an error quotes.
const QUOTED: usize = 40;

/// The first line, as named in errors.
const FIRST_LINE: &str = "`sidle replay 2` (or 1) as the first line";

/// An error in the text of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Number of the line with the error, counted from 1.
    pub line: usize,
    /// Description of the content that was expected in this line.
    pub expected: &'static str,
    /// The beginning of the content that was found instead.
    pub found: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for ReplayError {}

type Result<T> = std::result::Result<T, ReplayError>;

impl FromStr for Replay {
    type Err = ReplayError;

    fn from_str(text: &str) -> Result<Self> {
        let mut replay = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        let mut header = false;
        let mut last = 1;
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            last = i + 1;
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let mut at = At { line: last, rest: line };
            if !header {
                let is = |header: &str| line.split_whitespace().eq(header.split_whitespace());
                if !is(HEADER) && !is(OLD_HEADER) {
                    return Err(at.wants(FIRST_LINE));
                }
                header = true;
                continue;
            }
            let word = at.word();
            if !matches!(word, "material" | "polygon" | "move") {
                if seen.contains(&word) {
                    return Err(At { line: last, rest: line }.wants("a setting only once"));
                }
                // At most one entry per known keyword: an unknown one is an error below.
                seen.push(word);
            }
            replay.read_line(word, &mut at, line)?;
            at.end()?;
        }
        let end = At { line: last, rest: "" };
        for (is_there, wanted) in [
            (header, FIRST_LINE),
            (seen.contains(&"shape"), "a line `shape ...` somewhere"),
            (seen.contains(&"start"), "a line `start x y z` somewhere"),
        ] {
            if !is_there {
                return Err(ReplayError { found: "the end of the text".into(), ..end.wants(wanted) });
            }
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
            "layers" => {
                let all = at.rest;
                let layers = u32::from_str_radix(at.word(), 16);
                let bad = At { rest: all, ..*at };
                config.filter.layers = layers.map_err(|_| bad.wants("the layers as eight hex digits"))?;
            }
            "record-path" => config.record_path = at.one_of(&SWITCH, "yes or no")?,
            "material" => {
                let here = At { ..*at };
                if at.whole::<usize>("the number of the material")? != self.materials.len() {
                    return Err(here.wants("the materials numbered 0, 1, 2, ..."));
                }
                self.materials.push(at.material()?);
            }
            "polygon" => self.polygons.push(at.polygon()?),
            "start" => self.start = at.place()?,
            "move" => self.moves.push(at.motion()?),
            _ => {
                let expected = "index, shape, response, skin, friction, restitution, bounce-threshold, on-overlap, \
                                max-iterations, layers, record-path, material, polygon, start or move";
                return Err(At { rest: line, ..*at }.wants(expected));
            }
        }
        Ok(())
    }
}

/// Position of the reader: the line number and the rest of the line.
struct At<'a> {
    line: usize,
    rest: &'a str,
}

impl<'a> At<'a> {
    fn wants(&self, expected: &'static str) -> ReplayError {
        let mut found: String = self.rest.chars().take(QUOTED).collect();
        if found.len() < self.rest.len() {
            found.push_str("...");
        }
        let found = if found.is_empty() { "the end of the line".into() } else { format!("`{found}`") };
        ReplayError { line: self.line, expected, found }
    }

    /// Returns the next word; empty at the end of the line.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    /// Skips `word` and returns true if it is the next word.
    fn takes(&mut self, word: &str) -> bool {
        let mut next = At { ..*self };
        let is_next = next.word() == word;
        if is_next {
            self.rest = next.rest;
        }
        is_next
    }

    fn end(&self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wants("the end of the line")) }
    }

    fn number(&mut self) -> Result<f32> {
        let here = At { ..*self };
        let word = self.word();
        let number = match word.strip_prefix("NaN:") {
            Some(bits) => u32::from_str_radix(bits, 16).ok().map(f32::from_bits).filter(|x| x.is_nan()),
            None => word.parse().ok(),
        };
        number.ok_or_else(|| here.wants("a number"))
    }

    fn whole<T: FromStr>(&mut self, expected: &'static str) -> Result<T> {
        let here = At { ..*self };
        self.word().parse().map_err(|_| here.wants(expected))
    }

    fn place(&mut self) -> Result<Vec3> {
        let here = At { ..*self };
        let mut next = || self.number().map_err(|_| here.wants("three numbers"));
        Ok(Vec3::new(next()?, next()?, next()?))
    }

    fn one_of<T: Copy, const N: usize>(
        &mut self,
        words: &Keywords<T, N>,
        expected: &'static str,
    ) -> Result<T> {
        let here = At { ..*self };
        let word = self.word();
        words.iter().find(|w| w.0 == word).map(|w| w.1).ok_or_else(|| here.wants(expected))
    }

    fn shape(&mut self) -> Result<Shape> {
        let here = At { ..*self };
        match self.word() {
            "point" => Ok(Shape::point()),
            "sphere" => Ok(Shape::sphere(self.number()?)),
            "ellipsoid" => {
                let shape = Shape::ellipsoid(self.place()?);
                self.turned(shape)
            }
            "capsule" => {
                let shape = Shape::capsule(self.number()?, self.number()?);
                self.turned(shape)
            }
            _ => Err(here.wants(
                "point, sphere RADIUS, ellipsoid RX RY RZ [turned X Y Z W] or capsule RADIUS HEIGHT [turned X Y Z W]",
            )),
        }
    }

    /// Reads the optional rotation of a shape.
    fn turned(&mut self, shape: Shape) -> Result<Shape> {
        if !self.takes("turned") {
            return Ok(shape);
        }
        let [x, y, z, w] = [self.number()?, self.number()?, self.number()?, self.number()?];
        Ok(shape.with_rotation(Quat::from_xyzw(x, y, z, w)))
    }

    fn on_overlap(&mut self) -> Result<OnOverlap> {
        let here = At { ..*self };
        match self.word() {
            "refuse" => Ok(OnOverlap::Refuse),
            "push-out" => Ok(OnOverlap::PushOut),
            "return-to" => self.place().map(OnOverlap::ReturnTo),
            _ => Err(here.wants("refuse, push-out or return-to x y z")),
        }
    }

    fn material(&mut self) -> Result<Material> {
        let mut material = Material::default();
        while !self.rest.is_empty() {
            let here = At { ..*self };
            match self.word() {
                "friction" => material.friction = self.number()?,
                "restitution" => material.restitution = self.number()?,
                "sides" => material.sides = self.one_of(&SIDES, "two or front")?,
                "layer" => material.layer = self.whole("a layer, 0 to 31")?,
                "velocity" => material.surface_velocity = self.place()?,
                _ => return Err(here.wants("friction, restitution, sides, layer or velocity")),
            }
        }
        Ok(material)
    }

    fn polygon(&mut self) -> Result<ReplayPolygon> {
        let mut polygon = ReplayPolygon::default();
        loop {
            let here = At { ..*self };
            match self.word() {
                "material" => polygon.material = self.whole("the number of a material")?,
                "from" => {
                    let here = At { ..*self };
                    let pair = self.word().split_once(':');
                    let pair = pair.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                    polygon.from = Some(pair.ok_or_else(|| here.wants("INSTANCE:NUMBER"))?);
                }
                "corners" => break,
                _ => return Err(here.wants("material, from or corners")),
            }
        }
        let corners = std::mem::take(&mut self.rest);
        for corner in corners.split(',').filter(|_| !corners.is_empty()) {
            let mut corner = At { line: self.line, rest: corner.trim() };
            let here = At { ..corner };
            polygon.corners.push(corner.place()?);
            corner.end().map_err(|_| here.wants("three numbers between commas"))?;
        }
        Ok(polygon)
    }

    fn motion(&mut self) -> Result<ReplayMove> {
        // Without a velocity, the move takes one second.
        let mut motion = Motion::displacement(self.place()?, 1.0);
        if self.takes("velocity") {
            motion.velocity = self.place()?;
        }
        let end = self.takes("end").then(|| self.place()).transpose()?;
        Ok(ReplayMove { motion, end })
    }
}
