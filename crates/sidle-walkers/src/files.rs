//! Writes files atomically: completely or not at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a file under a temporary name in the same folder, then renames it. The folder must exist.
/// A symbolic link is kept, and its target is replaced.
///
/// # Errors
/// An error with the path, if it is not the name of a file or cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path);
    let name = path.file_name().with_context(|| format!("{}: is not the name of a file", path.display()))?;
    let temporary = path.with_file_name(temporary_name(&name.to_string_lossy()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // If removing the file fails too, nothing more can be done.
        _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("{}: cannot be written", path.display()))
}

/// Checks that [`write_whole`] can write a file, and leaves nothing behind.
///
/// # Errors
/// An error with the path, if its folder is not writable.
pub fn check_writable(path: &Path) -> Result<()> {
    let resolved = fs::canonicalize(path);
    let probe = resolved.as_deref().unwrap_or(path).with_file_name(temporary_name("probe"));
    fs::write(&probe, b"")
        .and_then(|()| fs::remove_file(&probe))
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// Returns a name for a file that is being written. It contains the process id, so two programs
/// never share a temporary file.
#[must_use]
pub fn temporary_name(name: &str) -> String {
    format!(".{name}.{}.part", std::process::id())
}
