//! `sidle replay`: runs recorded moves again and explains them.

mod character;
mod link;
mod report;
mod reported;

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use sidle::trace::Replay;
use sidle_io::read_text;

use crate::Verdict;
use crate::files::say;
use report::Report;

/// Largest replay file: 64 MiB, about half a million polygons. A move captured from a level has a
/// few hundred.
const MAX_REPLAY_BYTES: u64 = 64 << 20;

/// Runs the moves of a replay file again, or the steps of a character, and compares their ends with
/// the recorded ones. Also runs a link of the playground.
///
/// Exit code 0: all ends are bit-identical; 1: an end differs; 2: the file cannot be used.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Replay: a text file written by `sidle::trace::capture`, `sidle::trace::capture_character` or
    /// `sidle walk`; at most 64 MiB. Or a link of the playground, or a file that holds one
    #[arg(value_name = "FILE|LINK")]
    file: PathBuf,
    /// Level of a link that is not a built-in one: an OBJ or glTF file in metres with y up
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// Print every iteration: contacts, decisions, free distance and remaining time. For a
    /// character, print the ground, the moves, and the stair steps that it tried
    #[arg(long)]
    explain: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &ReplayArgs) -> Result<Verdict> {
    let name = args.file.display().to_string();
    if link::is_link(&name) {
        return link::run(args, &name);
    }
    let text = read_text(&args.file, MAX_REPLAY_BYTES)?;
    if link::is_link(&text) {
        return link::run(args, &text);
    }
    if character::is_character(&text) {
        return character::run(args, &name, &text);
    }
    let replay: Replay = text.parse().with_context(|| name.clone())?;
    // A traced move is bit-identical to the untraced one.
    let told = replay.explain().with_context(|| name.clone())?;
    ensure!(!replay.moves.is_empty(), "{name}: the replay has no moves; the file may be cut off");
    let report = Report::new(&name, &replay, &told, args.explain);
    if args.json {
        say(&format!("{}\n", serde_json::to_string(&report)?));
    } else {
        say(&report.table(&replay));
        if args.explain {
            for (i, told) in (1..).zip(&told) {
                say(&format!("\nmove {i}\n{told}"));
            }
            say(&reported::legend(&replay, &told));
        }
    }
    Ok(report.verdict())
}
