//! The parts of the guide that quote the lists of runs: each block between `<!-- record: NAME -->`
//! and `<!-- record end -->` is generated. `sidle-attack quote` writes the blocks, and a test of
//! `sidle-tour` fails when one of them is stale.

mod since;
mod stamp;
mod table;
mod walks;

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Run, SoakRun, list};
use stamp::Stamp;

/// The chapters with blocks.
pub const CHAPTERS: [&str; 2] = ["guarantee.md", "attacks.md"];

const BEGIN: &str = "<!-- record: ";
const END: &str = "<!-- record end -->";

/// The runs of both lists.
#[derive(Debug)]
pub struct Records {
    walks: Vec<Recorded<SoakRun>>,
    attacks: Vec<Recorded<Run>>,
}

/// A run with its commit and date.
#[derive(Debug, Deserialize)]
struct Recorded<T> {
    #[serde(flatten)]
    stamp: Stamp,
    #[serde(flatten)]
    run: T,
}

impl Records {
    /// Reads `soak.json` and `attacks.json` in a folder.
    ///
    /// # Errors
    /// If a list cannot be read.
    pub fn read(docs: &Path) -> Result<Self> {
        let text = |name: &str| list::text(&docs.join(name));
        Self::parse(&text("soak.json")?, &text("attacks.json")?)
    }

    /// Parses the texts of both lists.
    ///
    /// # Errors
    /// If a text is not a list of runs.
    pub fn parse(walks: &str, attacks: &str) -> Result<Self> {
        fn runs<T: DeserializeOwned>(name: &str, text: &str) -> Result<Vec<Recorded<T>>> {
            serde_json::from_str(text).map_err(|error| anyhow!("{name}: {error}"))
        }
        Ok(Self { walks: runs("soak.json", walks)?, attacks: runs("attacks.json", attacks)? })
    }

    /// Returns the text of a block.
    ///
    /// # Errors
    /// If there is no block of this name.
    pub fn block(&self, name: &str) -> Result<String> {
        match name {
            "attacks" => Ok(table::attacks(self)),
            "walks" => Ok(walks::summary(&self.walks)),
            _ => bail!("no block is called {name}"),
        }
    }

    /// Returns the text with every block generated again.
    ///
    /// # Errors
    /// If a block has no end or an unknown name.
    pub fn fill(&self, text: &str) -> Result<String> {
        let mut parts = text.split(BEGIN);
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (name, rest) = part.split_once(" -->").context("a block has no name")?;
            let (_, after) = rest.split_once(END).with_context(|| format!("the block {name} has no end"))?;
            filled += &format!("{BEGIN}{name} -->\n\n{}\n\n{END}{after}", self.block(name)?.trim_end());
        }
        Ok(filled)
    }
}
