//! Reads a list of runs and adds a run to it.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Result, anyhow};
use serde_json::{Map, Value};
use sidle_io::{ReadError, brief, read_text};

use crate::files::write_whole;

/// The largest list of runs that is read: 64 MiB, more than ten thousand runs.
const MAX_BYTES: u64 = 64 << 20;

/// Reads the text of a list of runs; a list that does not exist is empty.
pub(super) fn text(path: &Path) -> Result<String> {
    match read_text(path, MAX_BYTES) {
        Ok(text) => Ok(text),
        Err(ReadError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok("[]".into()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the runs of a list with every field, including fields unknown to this version.
pub(super) fn read(path: &Path) -> Result<Vec<Map<String, Value>>> {
    serde_json::from_str(&text(path)?)
        .map_err(|error| anyhow!("{}: is not a list of runs: {}", path.display(), brief(&error.to_string())))
}

/// Appends a run to the list, which has one line for each run.
pub(super) fn append(path: &Path, run: Map<String, Value>) -> Result<()> {
    // Read again, because another run may have been added since this one started.
    let mut runs = read(path)?;
    runs.push(run);
    let lines: Vec<String> = runs.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    write_whole(path, format!("[\n{}\n]\n", lines.join(",\n")).as_bytes())
}
