//! `sidle replay`: a recorded move, made again and explained.

mod report;
mod reported;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use sidle::trace::Replay;
use sidle_io::read_text;

use crate::Verdict;
use crate::files::say;
use report::Report;

/// The largest replay: 64 MiB, about half a million polygons. A move captured out of a level has a
/// few hundred.
const MAX_REPLAY_BYTES: u64 = 64 << 20;

/// Makes the moves of a replay file again and says whether they end where they ended.
///
/// Exit code 0: every recorded end came out again, bit for bit; 1: one differs; 2: the file cannot
/// be used.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The file: a text, as `sidle::trace::capture` and `sidle walk` write it; at most 64 MiB
    file: PathBuf,
    /// Tell every stage: what is touched, what is decided, how far it is free, the time left
    #[arg(long)]
    explain: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ReplayArgs) -> Result<Verdict> {
    let name = args.file.display().to_string();
    let replay: Replay = read_text(&args.file, MAX_REPLAY_BYTES)?.parse().with_context(|| name.clone())?;
    // The explained move is the move, to the last bit.
    let told = replay.explain().with_context(|| name.clone())?;
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
