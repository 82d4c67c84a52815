//! Command-line options of `sidle-tour soak`.

use std::path::PathBuf;

use clap::Args;
use sidle_attack::record::RecordArgs;

use sidle_cli::level::UnitArgs;
use sidle_cli::output::Overwrite;
use sidle_cli::shape::{ShapeArg, parse_shape};

/// Runs walkers of every shape, at many rates and with every response, in generated levels and in
/// your own. Separate code in double precision checks every move. Exit code 1 if a check fails.
/// Each fault is written as a replay file.
#[derive(Args, Debug)]
pub(crate) struct SoakArgs {
    /// Levels: names of generated ones (hall, soup, rooms, terrain, hills, field, holes, and
    /// courses: stairs, kerbs and ledges for characters), mesh files (.obj, .gltf, .glb) and height
    /// maps (.png with their scale in a .json beside them). The start places (spawns) in a mesh
    /// come from NAME.spawns.json beside it; without this file, the program looks for spawns on its
    /// floors [default: all generated levels]
    pub(crate) levels: Vec<String>,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// Total number of moves; accepts exponents such as 1e8
    #[arg(long, default_value = "1e6", allow_negative_numbers = true, value_parser = parse_moves)]
    pub(crate) moves: u64,
    /// Random seed; the same seed gives bit-identical results on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Walk with this shape only: point, sphere:RADIUS, ellipsoid:X,Y,Z (half lengths in metres),
    /// or capsule:RADIUS,HEIGHT[,x|y|z] (total height in metres, and its axis) [default: all kinds
    /// of shapes]
    #[arg(long, value_parser = parse_shape)]
    pub(crate) shape: Option<ShapeArg>,
    /// Check steps of characters instead of moves: they run, jump, crouch, swim, climb and are
    /// launched, with many settings
    #[arg(long, visible_alias = "character", conflicts_with = "shape")]
    pub(crate) characters: bool,
    /// Put this many moving platforms (lifts, trains, turntables, doors and presses) at the places
    /// where walkers start, and check how they carry, push and crush walkers. With this option,
    /// only overlaps, crossed surfaces and crushes are checked
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) platforms: Option<u32>,
    /// Number of threads [default: one per core]; does not change the result
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the progress to this file every 30 seconds and at Ctrl-C; an existing file needs
    /// --resume or --force
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint (at most 256 MiB)
    #[arg(long, requires = "checkpoint", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Folder for replays of faults, created at the first fault; must be empty or absent without
    /// --resume or --force [default: target/soak, whose files are replaced]
    #[arg(long, value_name = "DIR")]
    pub(crate) faults: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

/// Parses a whole number of moves, with or without an exponent.
fn parse_moves(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(x) if (1.0..=1e12).contains(&x) && x.fract() == 0.0 => Ok(x as u64),
        _ => Err("must be a whole number from 1 to 1e12 moves".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_moves;

    #[test]
    fn moves_are_understood_or_refused() {
        assert_eq!(parse_moves("1e8"), Ok(100_000_000));
        assert_eq!(parse_moves("20000"), Ok(20_000));
        for wrong in ["0", "-1", "0.5", "1.5", "nan", "inf", "x", "", "1e13"] {
            assert!(parse_moves(wrong).is_err(), "{wrong}");
        }
    }
}
