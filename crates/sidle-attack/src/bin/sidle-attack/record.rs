//! `sidle-attack bits` and `quote`: update the lists of runs and the tables of the guide.

use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use sidle_attack::files::write_whole;
use sidle_attack::record::quote::{CHAPTERS, Records};
use sidle_attack::record::{Attack, RecordArgs, Run, parse_targets};
use sidle_io::{read_stream, read_text, to_text};

/// Largest list of outcomes and largest chapter: 1 MiB.
const MAX_BYTES: u64 = 1 << 20;

#[derive(Args)]
pub(crate) struct BitsArgs {
    /// Duration of the whole run in seconds
    #[arg(long)]
    seconds: u64,
    #[command(flatten)]
    record: RecordArgs,
}

/// Appends a run of `.ci/bits`. Returns true whether or not the run passed.
pub(crate) fn bits(args: &BitsArgs) -> Result<bool> {
    ensure!(args.record.record.is_some(), "bits adds to a list of runs: name it with --record");
    let recorder = args.record.begin()?;
    let text = to_text(read_stream(io::stdin(), "stdin", MAX_BYTES)?, "stdin")?;
    let (targets, skipped) = parse_targets(&text).map_err(|error| anyhow!("stdin: {error}"))?;
    let faults = targets.iter().filter(|target| !target.passed).count() as u64;
    let host = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
    let attack = Attack::Bits { host, targets, skipped };
    recorder.append(&Run::new("bash .ci/bits".into(), Duration::from_secs(args.seconds), faults, attack))?;
    Ok(true)
}

/// Updates the tables of the guide. Always returns true.
pub(crate) fn quote() -> Result<bool> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let records = Records::read(&docs)?;
    for chapter in CHAPTERS {
        let path = docs.join("book/src").join(chapter);
        let text = read_text(&path, MAX_BYTES)?;
        let filled = records.fill(&text).with_context(|| path.display().to_string())?;
        if filled != text {
            write_whole(&path, filled.as_bytes())?;
        }
        println!("docs/book/src/{chapter} is up to date");
    }
    Ok(true)
}
