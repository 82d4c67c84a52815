//! The file from which an interrupted soak resumes.

use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use sidle_attack::soak::{Kind, chunk_count};

use super::totals::Totals;
use sidle_cli::files::write_whole;
use sidle_io::{brief, read_text};

/// Largest checkpoint that is read: 256 MiB. Replays of findings take most of the space.
const MAX_CHECKPOINT_BYTES: u64 = 256 << 20;

/// Version of the format. Increase it if a number in the file gets another meaning, or if a chunk
/// number stands for another chunk.
const FORMAT: u32 = 3;

/// The identity of a soak and its progress.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    format: u32,
    version: String,
    seed: u64,
    moves: u64,
    shape: Option<String>,
    levels: Vec<String>,
    totals: Totals,
}

/// The parameters that must match for a soak to resume.
pub(crate) struct Job {
    pub(crate) seed: u64,
    pub(crate) moves: u64,
    /// The only shape of the walkers, as on the command line.
    pub(crate) shape: Option<String>,
    /// Fingerprints of the levels.
    pub(crate) levels: Vec<String>,
}

impl Job {
    /// Writes the progress, completely or not at all.
    pub(crate) fn save(&self, path: &Path, totals: &Totals) -> Result<()> {
        let checkpoint = Checkpoint {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            moves: self.moves,
            shape: self.shape.clone(),
            levels: self.levels.clone(),
            totals: totals.clone(),
        };
        write_whole(path, serde_json::to_string(&checkpoint)?.as_bytes())
    }

    /// Reads the progress.
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
        let name = |shape: &Option<String>| brief(shape.as_deref().unwrap_or("of all kinds")).to_string();
        ensure!(
            found.shape == self.shape,
            "{file}: belongs to a soak with shapes {}, not {}",
            name(&found.shape),
            name(&self.shape)
        );
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
        // File names contain the levels of the findings.
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
