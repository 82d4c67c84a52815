//! `sidle replay`: a recorded move, made again and explained.

mod report;
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use sidle::trace::Replay;

use crate::Verdict;
use crate::files::say;
use report::Report;

/// Makes the moves of a replay file again and says whether they end where they ended.
///
/// Exit code 0: every recorded end came out again, bit for bit; 1: one differs; 2: the file cannot be used.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The file: a text, as `sidle::trace::capture` and `sidle walk` write it
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
    let replay = open(&args.file)?;
    let name = args.file.display().to_string();
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
            say(&told::legend(&replay, &told));
        }
    }
    Ok(report.verdict())
}

fn open(path: &Path) -> Result<Replay> {
    let bytes = fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..good].iter().filter(|&&b| b == b'\n').count() + 1;
            bail!("{}: line {line}: not a text in UTF-8", path.display());
        }
    };
    text.parse().with_context(|| path.display().to_string())
}
