//! The file that lets an interrupted soak go on.

use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use sidle_attack::soak::{Kind, chunk_count};

use super::totals::Totals;
use crate::files::write_whole;
use sidle_io::{brief, read_text};

/// The largest checkpoint that is read: 256 MiB. Most of one are the replays of its findings.
const MAX_CHECKPOINT_BYTES: u64 = 256 << 20;

/// Changes with what the numbers mean, and with what chunk a number stands for.
const FORMAT: u32 = 2;

/// The soak that it belongs to, and how far that has come.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    format: u32,
    version: String,
    seed: u64,
    moves: u64,
    levels: Vec<String>,
    totals: Totals,
}

/// What has to be the same for a soak to go on.
pub(crate) struct Job {
    pub(crate) seed: u64,
    pub(crate) moves: u64,
    /// The prints of the levels.
    pub(crate) levels: Vec<String>,
}

impl Job {
    /// Writes how far it has come, whole or not at all.
    pub(crate) fn save(&self, path: &Path, totals: &Totals) -> Result<()> {
        let checkpoint = Checkpoint {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            moves: self.moves,
            levels: self.levels.clone(),
            totals: totals.clone(),
        };
        write_whole(path, serde_json::to_string(&checkpoint)?.as_bytes())
    }

    /// How far it had come.
    pub(crate) fn load(&self, path: &Path) -> Result<Totals> {
        let file = path.display();
        let text = read_text(path, MAX_CHECKPOINT_BYTES)?;
        let found: Checkpoint = serde_json::from_str(&text)
            .map_err(|error| anyhow!("{file}: is not a checkpoint: {}", brief(&error.to_string())))?;
        if found.format != FORMAT || found.version != env!("CARGO_PKG_VERSION") {
            bail!("{file}: was written by another version ({})", brief(&found.version));
        }
        for (what, theirs, ours) in
            [("seed", found.seed, self.seed), ("number of moves", found.moves, self.moves)]
        {
            ensure!(theirs == ours, "{file}: belongs to a soak with the {what} {theirs}, not {ours}");
        }
        ensure!(
            found.levels == self.levels,
            "{file}: belongs to a soak of other levels: {}",
            brief(&found.levels.join(", "))
        );
        let totals = found.totals;
        let count = chunk_count(self.moves);
        let in_order = totals.done.iter().all(|[first, end]| first < end && *end <= count)
            && totals.done.windows(2).all(|pair| pair[0][1] < pair[1][0]);
        let complete = totals.levels.len() == self.levels.len() && totals.kinds.len() == Kind::ALL.len();
        // Files are named after the levels of findings.
        let is_known = |level: &String| {
            let names =
                self.levels.iter().map(|print| print.rsplit_once(' ').map_or(&**print, |(name, _)| name));
            self.levels.contains(level) || names.into_iter().any(|name| name == level)
        };
        let known = totals.findings.iter().all(|found| is_known(&found.level));
        ensure!(
            in_order && complete && known && totals.seconds >= 0.0,
            "{file}: is not a checkpoint: its numbers disagree"
        );
        Ok(totals)
    }
}
