//! Command-line options of `sidle walk`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sidle::{MoveConfig, Quat, Response, Shape, ShapeKind, Vec3};
use sidle_attack::verdict::body_of;
use sidle_judge::{Body, Law};

use crate::level::UnitArgs;
use crate::numbers::{parse_numbers, parse_point, parse_range};
use crate::output::Overwrite;

/// Sends random walkers through a level. They change their headings, walk at 5 m/s, dash at 20 m/s,
/// jump and fall. Separate code in double precision then checks every position and every segment of
/// every path. Exit code 1 if a check fails. Warnings (an implausible size, walkers that left the
/// level, guessed spawns) do not change the exit code.
#[derive(Args, Debug)]
pub(crate) struct WalkArgs {
    /// Level: a .obj, .gltf or .glb file of at most 1 GiB
    pub(crate) level: PathBuf,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// Shape of the walkers: point, sphere:RADIUS, ellipsoid:X,Y,Z (half lengths in metres),
    /// or capsule:RADIUS,HEIGHT[,x|y|z] (total height in metres, and its axis)
    #[arg(long, default_value = "sphere:0.4", value_parser = parse_shape)]
    pub(crate) shape: ShapeArg,
    /// Spawn: the centre of the shape, in metres with y up; may be repeated
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub(crate) from: Vec<Vec3>,
    /// File of spawns: a JSON list of [x, y, z] in the unit and axes of the level file, at most 64
    /// MiB. Without --from and --spawns, walkable floors are searched for spawns
    #[arg(long, value_name = "FILE.json", conflicts_with = "from")]
    pub(crate) spawns: Option<PathBuf>,
    /// Number of walkers; they share the spawns
    #[arg(long, default_value_t = 256, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) walkers: u32,
    /// Simulated seconds per walker
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
    /// Moves per second
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_rate)]
    pub(crate) rate: f64,
    /// Distance to keep from the level, in metres
    #[arg(long, default_value_t = 0.001, allow_negative_numbers = true, value_parser = parse_skin)]
    pub(crate) skin: f32,
    /// Random seed; the same seed gives bit-identical results on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads [default: one per core]; does not change the result
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Response of the walkers to a wall
    #[arg(long, value_enum, default_value_t = ResponseArg::Slide)]
    pub(crate) response: ResponseArg,
    /// Folder for the pictures and, if a check fails, the worst move of each kind for `sidle
    /// replay`; must be empty or absent without --force [default: target/walk/NAME-OF-THE-LEVEL,
    /// whose files are replaced]
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
    /// Returns the duration of one move, in seconds.
    pub(crate) fn dt(&self) -> f32 {
        (1.0 / self.rate) as f32
    }

    /// Returns the configuration of the moves, for the library.
    pub(crate) fn config(&self) -> MoveConfig {
        MoveConfig {
            response: self.response.response(),
            skin_width: self.skin,
            record_path: true,
            ..MoveConfig::default()
        }
    }

    /// Returns the number of moves per walker, at least 1.
    pub(crate) fn moves_each(&self) -> u64 {
        ((self.seconds * self.rate).round() as u64).max(1)
    }
}

/// The two responses that a walker can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResponseArg {
    /// Keep the desired motion during the whole move, as for a character
    Slide,
    /// Lose motion at every contact, as for a puck
    Momentum,
}

impl ResponseArg {
    /// Returns the response in the form that the library takes.
    pub(crate) fn response(self) -> Response {
        match self {
            Self::Slide => Response::Slide,
            Self::Momentum => Response::Momentum,
        }
    }

    /// Returns the response in the form that the reference implementation takes.
    pub(crate) fn law(self) -> Law {
        match self {
            Self::Slide => Law::Slide,
            Self::Momentum => Law::Momentum,
        }
    }
}

/// A parsed shape argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeArg {
    /// The argument as written.
    pub(crate) text: String,
    /// The shape, for the library.
    pub(crate) shape: Shape,
    /// Half lengths in metres; 0 for a point.
    pub(crate) half: Vec3,
}

impl ShapeArg {
    /// Returns the shape in the form that the judge takes.
    pub(crate) fn body(&self) -> Body {
        body_of(&self.shape)
    }

    /// Returns the shape with every half length increased by `margin` metres.
    pub(crate) fn grown(&self, margin: f32) -> Shape {
        match self.shape.kind() {
            ShapeKind::Point => Shape::sphere(margin),
            ShapeKind::Sphere { radius } => Shape::sphere(radius + margin),
            ShapeKind::Ellipsoid { radii } => {
                Shape::ellipsoid(radii + margin).with_rotation(self.shape.rotation())
            }
            ShapeKind::Capsule { radius, height } => {
                Shape::capsule(radius + margin, height + 2.0 * margin).with_rotation(self.shape.rotation())
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }
}

fn parse_shape(text: &str) -> Result<ShapeArg, String> {
    const FORMS: &str = "write point, sphere:RADIUS, ellipsoid:X,Y,Z or capsule:RADIUS,HEIGHT[,x|y|z]";
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
        "capsule" => return parse_capsule(text, size, FORMS),
        _ => return Err(format!("unknown shape; {FORMS}")),
    };
    Ok(ShapeArg { text: text.to_owned(), shape, half })
}

/// Parses the size of a capsule: RADIUS,HEIGHT and an optional axis, y by default.
fn parse_capsule(text: &str, size: &str, forms: &str) -> Result<ShapeArg, String> {
    let (numbers, axis) = match size.rsplit_once(',') {
        Some((numbers, axis @ ("x" | "y" | "z"))) => (numbers, axis),
        _ => (size, "y"),
    };
    let lengths: Vec<f32> =
        parse_numbers(numbers).ok_or_else(|| format!("'{size}' is not a size; {forms}"))?;
    let &[radius, height] = lengths.as_slice() else {
        return Err(format!("capsule takes a radius and a height, not {} length(s); {forms}", lengths.len()));
    };
    if !(0.0..=1e4).contains(&radius) {
        return Err(format!("the radius of a capsule must be from 0 to 10000 metres, and {radius} is not"));
    }
    if !(height >= 2.0 * radius && (1e-4..=2e4).contains(&height)) {
        return Err(format!(
            "the height of a capsule is its total height: at least twice the radius ({} m here), 0.0001 m or more, and at most 20000 m; {height} is not",
            2.0 * radius
        ));
    }
    let (rotation, along) = match axis {
        "x" => (Quat::from_xyzw(0.0, 0.0, -1.0, 1.0), Vec3::X),
        "z" => (Quat::from_xyzw(1.0, 0.0, 0.0, 1.0), Vec3::Z),
        _ => (Quat::IDENTITY, Vec3::Y),
    };
    let half = Vec3::splat(radius) + along * (0.5 * height - radius);
    Ok(ShapeArg {
        text: text.to_owned(),
        shape: Shape::capsule(radius, height).with_rotation(rotation),
        half,
    })
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
