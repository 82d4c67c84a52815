//! Parses the values of a line of a replay.

use std::fmt;
use std::str::FromStr;

use glam::{DVec3, Quat, Vec3};

use super::keywords::{Keywords, SIDES};
use super::{ReplayMove, ReplayPolygon};
use crate::mesh::Material;
use crate::shape::Shape;
use crate::slide::{Motion, OnOverlap};

/// Maximum number of characters of a line that an error quotes.
const QUOTED: usize = 40;

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

pub(super) type Result<T> = std::result::Result<T, ReplayError>;

/// Reads a text line by line, without comments and empty lines. The first line must be `header` or
/// that of an older version; `first_line` names them in an error. Returns the number of the last
/// line.
pub(super) fn read_lines<'a>(
    text: &'a str,
    (header, old_headers): (&str, &[&str]),
    first_line: &'static str,
    mut read: impl FnMut(At<'a>) -> Result<()>,
) -> Result<usize> {
    let (mut last, mut has_header, mut is_old) = (1, false, false);
    for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        last = i + 1;
        let line = line.split('#').next().unwrap_or("").trim();
        let at = At { line: last, rest: line, is_old };
        if line.is_empty() {
            continue;
        }
        if has_header {
            read(at)?;
        } else {
            let is = |header: &&str| line.split_whitespace().eq(header.split_whitespace());
            is_old = old_headers.iter().any(is);
            has_header = is_old || is(&header);
            if !has_header {
                return Err(at.wants(first_line));
            }
        }
    }
    if has_header { Ok(last) } else { Err(At { line: last, rest: "", is_old }.ends_without(first_line)) }
}

/// Position of the reader: the line number and the rest of the line.
pub(super) struct At<'a> {
    pub(super) line: usize,
    pub(super) rest: &'a str,
    /// True if an older version wrote the text: its positions are in single precision.
    pub(super) is_old: bool,
}

impl<'a> At<'a> {
    pub(super) fn wants(&self, expected: &'static str) -> ReplayError {
        let mut found: String = self.rest.chars().take(QUOTED).collect();
        if found.len() < self.rest.len() {
            found.push_str("...");
        }
        let found = if found.is_empty() { "the end of the line".into() } else { format!("`{found}`") };
        ReplayError { line: self.line, expected, found }
    }

    /// Returns the error for a text that ends without a line.
    pub(super) fn ends_without(&self, expected: &'static str) -> ReplayError {
        ReplayError { found: "the end of the text".into(), ..self.wants(expected) }
    }

    /// Returns the next word; empty at the end of the line.
    pub(super) fn word(&mut self) -> &'a str {
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    /// Skips `word` and returns true if it is the next word.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let mut next = At { ..*self };
        let is_next = next.word() == word;
        if is_next {
            self.rest = next.rest;
        }
        is_next
    }

    pub(super) fn end(&self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wants("the end of the line")) }
    }

    pub(super) fn number(&mut self) -> Result<f32> {
        let here = At { ..*self };
        let word = self.word();
        let number = match word.strip_prefix("NaN:") {
            Some(bits) => u32::from_str_radix(bits, 16).ok().map(f32::from_bits).filter(|x| x.is_nan()),
            None => word.parse().ok(),
        };
        number.ok_or_else(|| here.wants("a number"))
    }

    pub(super) fn whole<T: FromStr>(&mut self, expected: &'static str) -> Result<T> {
        let here = At { ..*self };
        self.word().parse().map_err(|_| here.wants(expected))
    }

    pub(super) fn place(&mut self) -> Result<Vec3> {
        let here = At { ..*self };
        let mut next = || self.number().map_err(|_| here.wants("three numbers"));
        Ok(Vec3::new(next()?, next()?, next()?))
    }

    /// Reads a position: in double precision, or as an older version wrote it.
    pub(super) fn position(&mut self) -> Result<DVec3> {
        if self.is_old {
            return Ok(self.place()?.as_dvec3());
        }
        let here = At { ..*self };
        let mut next = || {
            let word = self.word();
            let number = match word.strip_prefix("NaN:") {
                Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits).filter(|x| x.is_nan()),
                None => word.parse().ok(),
            };
            number.ok_or_else(|| here.wants("three numbers"))
        };
        Ok(DVec3::new(next()?, next()?, next()?))
    }

    pub(super) fn one_of<T: Copy, const N: usize>(
        &mut self,
        words: &Keywords<T, N>,
        expected: &'static str,
    ) -> Result<T> {
        let here = At { ..*self };
        let word = self.word();
        words.iter().find(|w| w.0 == word).map(|w| w.1).ok_or_else(|| here.wants(expected))
    }

    pub(super) fn shape(&mut self) -> Result<Shape> {
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
    pub(super) fn turned(&mut self, shape: Shape) -> Result<Shape> {
        if !self.takes("turned") {
            return Ok(shape);
        }
        let [x, y, z, w] = [self.number()?, self.number()?, self.number()?, self.number()?];
        Ok(shape.with_rotation(Quat::from_xyzw(x, y, z, w)))
    }

    pub(super) fn on_overlap(&mut self) -> Result<OnOverlap> {
        let here = At { ..*self };
        match self.word() {
            "refuse" => Ok(OnOverlap::Refuse),
            "push-out" => Ok(OnOverlap::PushOut),
            "return-to" => self.position().map(OnOverlap::ReturnTo),
            _ => Err(here.wants("refuse, push-out or return-to x y z")),
        }
    }

    /// Reads a mask of layers.
    pub(super) fn layers(&mut self) -> Result<u32> {
        let here = At { ..*self };
        u32::from_str_radix(self.word(), 16).map_err(|_| here.wants("the layers as eight hex digits"))
    }

    /// Reads the next material of a table.
    pub(super) fn next_material(&mut self, materials: &mut Vec<Material>) -> Result<()> {
        let here = At { ..*self };
        if self.whole::<usize>("the number of the material")? != materials.len() {
            return Err(here.wants("the materials numbered 0, 1, 2, ..."));
        }
        materials.push(self.material()?);
        Ok(())
    }

    pub(super) fn material(&mut self) -> Result<Material> {
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

    pub(super) fn polygon(&mut self) -> Result<ReplayPolygon> {
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
            let mut corner = At { rest: corner.trim(), ..*self };
            let here = At { ..corner };
            polygon.corners.push(corner.place()?);
            corner.end().map_err(|_| here.wants("three numbers between commas"))?;
        }
        Ok(polygon)
    }

    pub(super) fn motion(&mut self) -> Result<ReplayMove> {
        // Without a velocity, the move takes one second.
        let mut motion = Motion::displacement(self.place()?, 1.0);
        if self.takes("velocity") {
            motion.velocity = self.place()?;
        }
        let end = self.takes("end").then(|| self.position()).transpose()?;
        let end_error = if end.is_some() { self.end_error()? } else { 0.0 };
        Ok(ReplayMove { motion, end, end_error })
    }

    /// Reads the error of a recorded end, if the text has one.
    pub(super) fn end_error(&mut self) -> Result<f64> {
        if !self.takes("within") {
            return Ok(0.0);
        }
        let here = At { ..*self };
        let number: f64 = self.whole("a distance of at least 0")?;
        if number >= 0.0 { Ok(number) } else { Err(here.wants("a distance of at least 0")) }
    }
}
