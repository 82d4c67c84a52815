//! What the user can ask of `sidle soak`.

use std::path::PathBuf;

use clap::Args;
use sidle_attack::record::RecordArgs;

use crate::level::UnitArgs;
use crate::output::Overwrite;

/// Long walks: walkers of every shape, at many rates, by every response, in generated levels and in
/// your own; every move is judged by separate code in double precision. Exit code 1 if the judge
/// finds a fault. Each fault is written as a replay file.
#[derive(Args, Debug)]
pub(crate) struct SoakArgs {
    /// Levels: the names of generated ones (hall, soup, rooms, terrain, hills, field, holes) and
    /// files: .obj, .gltf, .glb with places to start at in NAME.spawns.json beside them or found on
    /// their floors, and height maps, .png with their scale in a .json beside them [default: all
    /// generated ones]
    pub(crate) levels: Vec<String>,
    #[command(flatten)]
    pub(crate) units: UnitArgs,
    /// Moves in all; 1e8 and the like are understood
    #[arg(long, default_value = "1e6", allow_negative_numbers = true, value_parser = parse_moves)]
    pub(crate) moves: u64,
    /// Another seed gives other walks; the same seed gives the same bits, on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to work with [default: one for each core]; the result does not depend on it
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
    /// Write how far it has come to this file, every half minute and at Ctrl-C; one that exists is
    /// refused without --resume or --force
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint (at most 256 MiB)
    #[arg(long, requires = "checkpoint", conflicts_with = "force")]
    pub(crate) resume: bool,
    /// Where replays of faults go; made when there is one. A folder that is not empty is refused
    /// without --resume or --force [default: target/soak, whose files are replaced]
    #[arg(long, value_name = "DIR")]
    pub(crate) faults: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

/// A whole number of moves, with an exponent or without.
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
