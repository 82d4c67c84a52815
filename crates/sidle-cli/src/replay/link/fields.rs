//! The fields of a link.

use std::collections::BTreeMap;
use std::f64::consts::PI;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use sidle::{CharacterConfig, CharacterInput, CharacterState, Shape, Vec3};

use super::runs::{self, Input};

/// The format that is read.
const FORMAT: &str = "2";
/// The version of the library.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A link that was read and checked.
pub(super) struct Link {
    pub(super) level: String,
    pub(super) hash: String,
    pub(super) rate: u32,
    /// The first step begins `tick` steps after this time of the level.
    pub(super) time: f64,
    pub(super) tick: u32,
    pub(super) inputs: Vec<Input>,
    pub(super) end: String,
    state: Vec<u8>,
    shape: String,
    speed: f64,
    radius: f64,
    height: f64,
    skin: f64,
    step: f64,
    slope: f64,
    gravity: f64,
}

impl Link {
    /// Reads a link, or the fragment of a link.
    pub(super) fn read(text: &str) -> Result<Self> {
        let (_, fragment) = text.split_once('#').context("the link has no fragment: it must contain #v=")?;
        let fields: BTreeMap<String, String> = fragment
            .split('&')
            .map(|field| {
                let (name, value) = field.split_once('=').unwrap_or((field, ""));
                Ok((decoded(name)?, decoded(value)?))
            })
            .collect::<Result<_>>()?;
        let field = |name: &str| {
            fields
                .get(name)
                .map(String::as_str)
                .with_context(|| format!("the link is damaged: it has no {name}"))
        };
        let format = field("v")?;
        ensure!(format == FORMAT, "the link has format {format}, but this program reads format {FORMAT}");
        ensure!(fields.contains_key("run"), "the link has settings only, and no steps to replay");
        let engine = field("engine")?;
        ensure!(
            engine == ENGINE,
            "the link was made with sidle {engine}, but this is sidle {ENGINE}: it would not replay to the same bits"
        );
        let number = |name: &'static str, low: f64, high: f64| -> Result<f64> {
            let value = parsed::<f64>(name, field(name)?)?;
            ensure!(
                value >= low && value <= high,
                "the link is damaged: {name} is {value}, not {low} to {high}"
            );
            Ok(value)
        };
        Ok(Self {
            level: field("level")?.to_owned(),
            hash: field("hash")?.to_owned(),
            rate: parsed::<u32>("rate", field("rate")?).and_then(|rate| {
                ensure!((5..=240).contains(&rate), "the link is damaged: rate is {rate}, not 5 to 240");
                Ok(rate)
            })?,
            time: number("time", 0.0, 1e9)?,
            tick: parsed("tick", field("tick")?)?,
            inputs: runs::read(field("run")?)?,
            end: field("end")?.to_owned(),
            state: runs::decode(field("state")?)?,
            shape: field("shape")?.to_owned(),
            speed: number("speed", 1.0, 30.0)?,
            radius: number("radius", 0.1, 1.0)?,
            height: number("height", 0.4, 3.0)?,
            skin: number("skin", 0.0001, 0.05)?,
            step: number("step", 0.0, 1.0)?,
            slope: number("slope", 10.0, 80.0)?,
            gravity: number("gravity", 1.0, 30.0)?,
        })
    }

    /// Returns the state before the first step.
    pub(super) fn state(&self) -> Result<CharacterState> {
        CharacterState::from_bytes(&self.state)
            .context("the link is damaged: its state is of another version")
    }

    /// Returns true if the hash at the end is one of states of this version.
    pub(super) fn has_hash_of_states(&self) -> bool {
        self.state.len() == CharacterState::BYTES
    }

    /// The whole height of the body.
    fn whole_height(&self) -> f64 {
        match self.shape.as_str() {
            "sphere" => 2.0 * self.radius,
            "capsule" => self.height.max(2.0 * self.radius),
            _ => self.height,
        }
    }

    /// Returns the settings of the character, as `playground/src/settings.js` has them.
    pub(super) fn config(&self) -> CharacterConfig {
        let (radius, height) = (self.radius as f32, self.whole_height());
        let (shape, crouch_height) = match self.shape.as_str() {
            "sphere" => (Shape::sphere(radius), 0.0),
            "ellipsoid" => (Shape::ellipsoid(Vec3::new(radius, (height / 2.0) as f32, radius)), 0.0),
            _ => {
                let low = 0.56 * height;
                let crouch = if low >= 2.0 * self.radius { low as f32 } else { 0.0 };
                (Shape::capsule(radius, height as f32), crouch)
            }
        };
        CharacterConfig {
            shape,
            crouch_height,
            jump_height: 1.2,
            step_height: self.step as f32,
            air_acceleration: 40.0,
            skin_width: self.skin as f32,
            gravity: self.gravity as f32,
            max_slope_angle: ((self.slope * PI) / 180.0) as f32,
            ..CharacterConfig::default()
        }
    }

    /// Returns the input of a step.
    pub(super) fn input(&self, Input { x, z, flags }: Input) -> CharacterInput {
        let part = |value: i8| ((f64::from(value) * self.speed) / 100.0) as f32;
        CharacterInput {
            wish_velocity: Vec3::new(part(x), 0.0, part(z)),
            jump: flags & 1 != 0,
            jump_held: flags & 2 != 0,
            crouch: flags & 4 != 0,
            ..CharacterInput::default()
        }
    }
}

fn parsed<T: FromStr>(name: &str, text: &str) -> Result<T> {
    text.parse().ok().with_context(|| format!("the link is damaged: {name} is '{text}'"))
}

/// Decodes a part of a query: `+` is a space, and `%` begins two hexadecimal digits.
fn decoded(text: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (Some(high), Some(low)) = (digit(), digit()) else {
                    bail!("the link is damaged: a '%' without two digits");
                };
                (16 * high + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).context("the link is damaged: a field is not UTF-8")
}
