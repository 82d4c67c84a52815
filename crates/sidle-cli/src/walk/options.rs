//! What the user can ask of `sidle walk`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sidle::{MoveConfig, Response, Shape, ShapeKind, Vec3};
use sidle_attack::verdict::body_of;
use sidle_judge::{Body, Law};

use crate::level::UnitArgs;
use crate::numbers::{parse_numbers, parse_point, parse_range};
use crate::output::Overwrite;

/// Random walkers: headings change, 5 m/s with dashes of 20 m/s, jumps, gravity. Every position and
/// every piece of every path is then judged by separate code in double precision. Exit code 1 if
/// the judge finds a fault. Doubts (an absurd size, walkers that left the level, guessed places to
/// start at) do not change the exit code.
#[derive(Args, Debug)]
pub(crate) struct WalkArgs {
    /// The level: a .obj, .gltf or .glb file of at most 1 GiB
    pub(crate) level: PathBuf,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// What walks: point, sphere:RADIUS, or ellipsoid:X,Y,Z (half lengths in metres)
    #[arg(long, default_value = "sphere:0.4", value_parser = parse_shape)]
    pub(crate) shape: ShapeArg,
    /// A place to start at, the centre of the shape, in metres with y up; may be repeated
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub(crate) from: Vec<Vec3>,
    /// Places to start at: a JSON list of [x, y, z] in the unit and axes of the level file, at most
    /// 64 MiB. With neither, walkable floor is found
    #[arg(long, value_name = "FILE.json", conflicts_with = "from")]
    pub(crate) spawns: Option<PathBuf>,
    /// How many walkers; they share the places to start at
    #[arg(long, default_value_t = 256, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) walkers: u32,
    /// How long each walks, in simulated seconds
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
    /// Moves a second
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_rate)]
    pub(crate) rate: f64,
    /// Metres to keep from the level
    #[arg(long, default_value_t = 0.001, allow_negative_numbers = true, value_parser = parse_skin)]
    pub(crate) skin: f32,
    /// Another seed gives other walks; the same seed gives the same bits, on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to work with [default: one for each core]; the result does not depend on it
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// What becomes of the motion at a wall
    #[arg(long, value_enum, default_value_t = ResponseArg::Slide)]
    pub(crate) response: ResponseArg,
    /// Where the pictures go, and, if the judge finds a fault, the worst move of each kind, for
    /// `sidle replay`; a folder that is not empty is refused without --force [default:
    /// target/walk/NAME-OF-THE-LEVEL, whose files are replaced]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    /// Draw no pictures
    #[arg(long)]
    pub(crate) no_pictures: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

impl WalkArgs {
    /// Seconds of one move.
    pub(crate) fn dt(&self) -> f32 {
        (1.0 / self.rate) as f32
    }

    /// How they move.
    pub(crate) fn config(&self) -> MoveConfig {
        MoveConfig {
            response: self.response.response(),
            skin_width: self.skin,
            record_path: true,
            ..MoveConfig::default()
        }
    }

    /// Moves of one walker, at least one.
    pub(crate) fn moves_each(&self) -> u64 {
        ((self.seconds * self.rate).round() as u64).max(1)
    }
}

/// The two responses of a thing that walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResponseArg {
    /// The wish stays as it is for the whole move, as for a character
    Slide,
    /// Every contact takes from the motion, as for a puck
    Momentum,
}

impl ResponseArg {
    /// For the library.
    pub(crate) fn response(self) -> Response {
        match self {
            Self::Slide => Response::Slide,
            Self::Momentum => Response::Momentum,
        }
    }

    /// For the judge's twin.
    pub(crate) fn law(self) -> Law {
        match self {
            Self::Slide => Law::Slide,
            Self::Momentum => Law::Momentum,
        }
    }
}

/// A shape as it was written, understood.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeArg {
    /// As written.
    pub(crate) text: String,
    /// For the library.
    pub(crate) shape: Shape,
    /// Half lengths in metres; 0 for a point.
    pub(crate) half: Vec3,
}

impl ShapeArg {
    /// For the judge.
    pub(crate) fn body(&self) -> Body {
        body_of(&self.shape)
    }

    /// The same shape, every half length longer by `margin` metres.
    pub(crate) fn grown(&self, margin: f32) -> Shape {
        match self.shape.kind() {
            ShapeKind::Point => Shape::sphere(margin),
            ShapeKind::Sphere { radius } => Shape::sphere(radius + margin),
            ShapeKind::Ellipsoid { radii } => {
                Shape::ellipsoid(radii + margin).with_rotation(self.shape.rotation())
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }
}

fn parse_shape(text: &str) -> Result<ShapeArg, String> {
    const FORMS: &str = "write point, sphere:RADIUS or ellipsoid:X,Y,Z";
    let (kind, size) = text.split_once(':').unwrap_or((text, ""));
    let lengths = |count: usize| -> Result<Vec<f32>, String> {
        let numbers: Vec<f32> =
            parse_numbers(size).ok_or_else(|| format!("'{size}' is not a size; {FORMS}"))?;
        if numbers.len() != count {
            return Err(format!("{kind} takes {count} length(s), not {}; {FORMS}", numbers.len()));
        }
        match numbers.iter().find(|r| !(**r >= 1e-4 && **r <= 1e4)) {
            Some(wrong) => Err(format!("a radius must be from 0.0001 to 10000 metres, and {wrong} is not")),
            None => Ok(numbers),
        }
    };
    let (shape, half) = match kind {
        "point" if !text.contains(':') => (Shape::point(), Vec3::ZERO),
        "sphere" => {
            let radius = lengths(1)?[0];
            (Shape::sphere(radius), Vec3::splat(radius))
        }
        "ellipsoid" => {
            let radii = Vec3::from_slice(&lengths(3)?);
            (Shape::ellipsoid(radii), radii)
        }
        _ => return Err(format!("unknown shape; {FORMS}")),
    };
    Ok(ShapeArg { text: text.to_owned(), shape, half })
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    parse_range(text, 1e-3, 1e6, "seconds")
}

fn parse_rate(text: &str) -> Result<f64, String> {
    parse_range(text, 1.0, 1e5, "moves a second")
}

fn parse_skin(text: &str) -> Result<f32, String> {
    parse_range(text, 0.0, 1.0, "metres").map(|x| x as f32)
}

#[cfg(test)]
mod tests {
    use super::{parse_rate, parse_seconds, parse_shape, parse_skin};

    #[test]
    fn shapes_are_understood_or_refused() {
        assert_eq!(parse_shape("sphere:0.4").unwrap().half.x, 0.4);
        assert_eq!(parse_shape("ellipsoid:0.4,0.9,0.3").unwrap().half.to_array(), [0.4, 0.9, 0.3]);
        assert_eq!(parse_shape("point").unwrap().half.x, 0.0);
        for wrong in [
            "",
            "ball",
            "sphere",
            "sphere:",
            "sphere:0",
            "sphere:-1",
            "sphere:nan",
            "sphere:inf",
            "sphere:1,2",
            "sphere:1e30",
            "ellipsoid:1,2",
            "ellipsoid:1,0,1",
            "ellipsoid:1,2,3,4",
            "point:1",
            "sphere:0.4:2",
        ] {
            assert!(parse_shape(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_understood_or_refused() {
        for wrong in ["0", "-1", "nan", "inf", "x", ""] {
            assert!(parse_rate(wrong).is_err() && parse_seconds(wrong).is_err(), "{wrong}");
        }
        assert!(parse_skin("-0.001").is_err() && parse_skin("nan").is_err() && parse_skin("0.0001").is_ok());
    }
}
