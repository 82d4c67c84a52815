//! Lists of runs: the attack, its commit, date and result. `docs/soak.json` holds the runs of
//! `sidle-tour soak`; `docs/attacks.json` holds those of this crate's program and of `.ci/bits`.
//! Each run is one line. The guide quotes both; see [`quote`].

mod attack;
mod commit;
mod date;
mod list;
pub mod quote;
mod walk;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use crate::files::check_writable;

pub use attack::{Attack, Run, Target, parse_targets};
pub use commit::UNKNOWN;
pub use sidle_walkers::grouped;
pub use walk::{SoakRun, WalkCounts, WalkFault};

/// The options of every command that adds to a list of runs.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordArgs {
    /// Add the finished run to this list of runs (at most 64 MiB); the runs in it are kept
    #[arg(long, value_name = "FILE.json")]
    pub record: Option<PathBuf>,
    /// The commit that the program was built from, for the list of runs [default: as git says, with
    /// -dirty if the sources have changes]
    #[arg(long, value_name = "HASH", value_parser = parse_commit)]
    pub commit: Option<String>,
}

/// Parses a hash or another name. Spaces and characters that a document could interpret as markup
/// are refused.
fn parse_commit(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
    match text {
        _ if (1..=64).contains(&text.len()) && text.chars().all(is_plain) => Ok(text.into()),
        _ => Err("must be 1 to 64 letters, digits, dashes or points".into()),
    }
}

/// Adds a run to a list when the run is over.
#[derive(Clone, Debug)]
pub struct Recorder {
    path: Option<PathBuf>,
    commit: String,
}

impl RecordArgs {
    /// Checks the list and looks up the commit. Call this before the run starts: a long run must
    /// not end with a file that cannot be written, and the commit can change during the run.
    ///
    /// # Errors
    /// If the file is not a list of runs or cannot be written, or if a list is named and the
    /// sources have changed since the program was built.
    pub fn begin(&self) -> Result<Recorder> {
        if let Some(path) = &self.record {
            list::read(path)?;
            check_writable(path)?;
        }
        let commit = match &self.commit {
            Some(commit) => commit.clone(),
            None if self.record.is_some() => commit::of_program()?,
            None => commit::of_program().unwrap_or_else(|_| UNKNOWN.into()),
        };
        Ok(Recorder { path: self.record.clone(), commit })
    }
}

impl Recorder {
    /// Returns the commit that the program was built from, or [`UNKNOWN`].
    #[must_use]
    pub fn commit(&self) -> &str {
        &self.commit
    }

    /// Adds a run, with the commit and today's date, if a list was named. If the run has a field
    /// `commit`, that value is kept.
    ///
    /// # Errors
    /// If the list cannot be read or written.
    pub fn append(&self, run: &impl Serialize) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let Value::Object(mut run) = serde_json::to_value(run)? else {
            anyhow::bail!("a run is not an object");
        };
        run.entry("commit").or_insert_with(|| json!(self.commit));
        run.insert("date".into(), json!(date::today()));
        list::append(path, run).context("the run cannot be recorded")
    }
}

#[cfg(test)]
mod tests {
    use super::parse_commit;

    #[test]
    fn a_commit_is_a_plain_word() {
        for plain in ["54fd196", "54fd196-dirty", "v0.1.0"] {
            assert_eq!(parse_commit(plain).as_deref(), Ok(plain));
        }
        for wrong in ["", "a b", "a, b", "`a`", "a|b", "a\nb", &"x".repeat(65)] {
            assert!(parse_commit(wrong).is_err(), "{wrong}");
        }
    }
}
