//! Reads whole files, but never more than was agreed.

use crate::{ReadError, limits};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of the file at `path`, at most [`limits::MAX_BYTES`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let file = || path.display().to_string();
    match read_at_most(path, limits::MAX_BYTES + 1) {
        Ok(bytes) if bytes.len() as u64 > limits::MAX_BYTES => Err(ReadError::TooLarge { file: file() }),
        Ok(bytes) => Ok(bytes),
        Err(cause) => Err(ReadError::Io { file: file(), cause }),
    }
}

/// The first bytes of the file at `path`, fewer than `most` only if it has no more.
pub(crate) fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // A pipe or a device would block or never end, and a level can name one as its buffer: look before opening.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
