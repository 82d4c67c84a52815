//! Command-line options of `sidle walk`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sidle::{CharacterConfig, MoveConfig, Response, Vec3};
use sidle_judge::Law;

use crate::level::UnitArgs;
use crate::numbers::{parse_point, parse_range};
use crate::output::Overwrite;
use crate::shape::{ShapeArg, parse_shape};

/// Height of a crouching character, as a share of the standing one.
const CROUCH: f32 = 0.56;

/// Sends random walkers through a level. They change their headings, walk at 5 m/s, dash at 20 m/s,
/// jump and fall. Separate code in double precision then checks every position and every segment of
/// every path. Exit code 1 if a check fails. Warnings (an implausible size, walkers that left the
/// level, guessed spawns) do not change the exit code.
#[derive(Args, Debug)]
pub struct WalkArgs {
    /// Level: a .obj, .gltf or .glb file of at most 1 GiB
    pub(crate) level: PathBuf,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// Make each node of a glTF file an instance, and let the walkers move among these instances.
    /// The checker tests the same triangles as without this option. Nodes that mirror, scale
    /// unevenly or shear stay in the mesh of the level
    #[arg(long)]
    pub(crate) instances: bool,
    /// Shape of the walkers: point, sphere:RADIUS, ellipsoid:X,Y,Z (half lengths in metres),
    /// or capsule:RADIUS,HEIGHT[,x|y|z] (total height in metres, and its axis)
    /// [default: sphere:0.4, or capsule:0.3,1.8 with --character]
    #[arg(long, hide_default_value = true, default_value = "sphere:0.4", default_value_if("character", "true", "capsule:0.3,1.8"), value_parser = parse_shape)]
    pub(crate) shape: ShapeArg,
    /// Let the walkers be characters: they climb steps, stay on ground that drops, jump, crouch and
    /// stop
    #[arg(long)]
    pub(crate) character: bool,
    /// Place where walkers start (spawn): the centre of the shape, in metres with y up; may be
    /// repeated
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub(crate) from: Vec<Vec3>,
    /// File of spawns: a JSON list of [x, y, z] in the unit and axes of the level file, at most 64
    /// MiB. Without --from and --spawns, the program looks for spawns on walkable floors
    #[arg(long, value_name = "FILE.json", conflicts_with = "from")]
    pub(crate) spawns: Option<PathBuf>,
    /// Number of walkers, which are distributed over the spawns
    #[arg(long, default_value_t = 256, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) walkers: u32,
    /// Simulated seconds per walker
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_seconds)]
    pub(crate) seconds: f64,
    /// Moves per second
    #[arg(long, default_value_t = 60.0, allow_negative_numbers = true, value_parser = parse_rate)]
    pub(crate) rate: f64,
    /// Distance that the walkers keep from the level, in metres
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

    /// Returns the settings of the characters, if the walkers are characters.
    pub(crate) fn character(&self) -> Option<CharacterConfig> {
        self.character.then(|| CharacterConfig {
            shape: self.shape.shape.clone(),
            crouch_height: CROUCH * 2.0 * self.shape.half.y,
            skin_width: self.skin,
            record_path: true,
            ..CharacterConfig::default()
        })
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
    use super::{parse_rate, parse_seconds, parse_skin};

    #[test]
    fn numbers_are_understood_or_refused() {
        for wrong in ["0", "-1", "nan", "inf", "x", ""] {
            assert!(parse_rate(wrong).is_err() && parse_seconds(wrong).is_err(), "{wrong}");
        }
        assert!(parse_skin("-0.001").is_err() && parse_skin("nan").is_err() && parse_skin("0.0001").is_ok());
    }
}
