//! Writes files whole or not at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes one file under a temporary name beside its place, then renames it. The folder must exist.
/// A symbolic link stays, and the file that it names is replaced.
///
/// # Errors
/// The path, if it is not the name of a file or cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path);
    let name = path.file_name().with_context(|| format!("{}: is not the name of a file", path.display()))?;
    let temporary = path.with_file_name(temporary_name(&name.to_string_lossy()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing more can be done if even this fails.
        _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("{}: cannot be written", path.display()))
}

/// Checks that [`write_whole`] can write a file, and leaves nothing behind.
///
/// # Errors
/// The path, if its folder cannot be written into.
pub fn check_writable(path: &Path) -> Result<()> {
    let resolved = fs::canonicalize(path);
    let probe = resolved.as_deref().unwrap_or(path).with_file_name(temporary_name("probe"));
    fs::write(&probe, b"")
        .and_then(|()| fs::remove_file(&probe))
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// A name for a file that is being written. It holds the number of the process, so that two
/// programs never share a temporary file.
#[must_use]
pub fn temporary_name(name: &str) -> String {
    format!(".{name}.{}.part", std::process::id())
}
