//! Reads whole files with a size limit. The readers and the program `sidle` read every file through
//! this module.

use crate::ReadError;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Reads the file at `path`, which must be a regular file of at most `limit` bytes.
///
/// Folders, pipes and devices are refused before they are opened: a pipe can block, and a device
/// such as `/dev/zero` never ends. The size is checked before reading. At most `limit + 1` bytes
/// are read, even if the file grows or reports a wrong size.
///
/// ```
/// let error = sidle_io::read_file(".".as_ref(), 1024).unwrap_err();
/// assert_eq!(error.to_string(), ".: cannot be read: not a regular file");
/// ```
///
/// # Errors
/// [`ReadError::Io`] or [`ReadError::TooLarge`].
pub fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let name = path.display().to_string();
    match open(path) {
        Ok((_, bytes)) if bytes > limit => Err(ReadError::TooLarge { file: name, bytes: Some(bytes), limit }),
        Ok((file, _)) => read_stream(file, &name, limit),
        Err(cause) => Err(ReadError::Io { file: name, cause }),
    }
}

/// Reads `stream` to its end; more than `limit` bytes are an error. Errors use `name` as the name
/// of the stream.
///
/// ```
/// let error = sidle_io::read_stream(std::io::repeat(b'x'), "endless", 1024).unwrap_err();
/// assert_eq!(error.to_string(), "endless: is larger than the limit of 1024 bytes");
/// ```
///
/// # Errors
/// [`ReadError::Io`] or [`ReadError::TooLarge`].
pub fn read_stream(stream: impl Read, name: &str, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    match stream.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > limit => {
            Err(ReadError::TooLarge { file: name.into(), bytes: None, limit })
        }
        Ok(_) => Ok(bytes),
        Err(cause) => Err(ReadError::Io { file: name.into(), cause }),
    }
}

/// Reads the text file at `path` under the rules of [`read_file`].
///
/// # Errors
/// The errors of [`read_file`], and [`ReadError::NotText`] if the file is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, ReadError> {
    to_text(read_file(path, limit)?, &path.display().to_string())
}

/// Converts the content of a file to text. Errors use `name` as the name of the file.
///
/// # Errors
/// [`ReadError::NotText`] with the number of the first line that is not UTF-8.
pub fn to_text(bytes: Vec<u8>, name: &str) -> Result<String, ReadError> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ReadError::NotText { file: name.into(), line }
    })
}

/// Reads the first `most` bytes of the file at `relative` in `folder`, or fewer if the file is
/// shorter.
///
/// The text of `relative` has been checked (see `uri`), but a symbolic link in the path can still
/// lead out of `folder`: an unpacked archive can contain one. This function therefore requires the
/// resolved path to be in `folder`.
pub(crate) fn read_within(folder: &Path, relative: &Path, most: u64) -> io::Result<Vec<u8>> {
    let resolved = resolve_within(folder, relative)?;
    let mut bytes = Vec::new();
    open(&resolved)?.0.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns true if there is a regular file at `relative` in `folder`. Does not open it.
///
/// A symbolic link that leads out of `folder` is treated as a missing file.
pub(crate) fn is_file_within(folder: &Path, relative: &Path) -> bool {
    resolve_within(folder, relative).is_ok_and(|resolved| resolved.is_file())
}

/// Resolves all symbolic links of the path `relative` in `folder`.
///
/// # Errors
/// Fails if the file does not exist or a link leads out of `folder`.
fn resolve_within(folder: &Path, relative: &Path) -> io::Result<PathBuf> {
    // If the level is named without a folder, its folder is the current one.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let resolved = fs::canonicalize(folder.join(relative))?;
    if resolved.starts_with(fs::canonicalize(folder)?) {
        return Ok(resolved);
    }
    let what = "a symbolic link leads out of the folder of the file";
    Err(io::Error::new(io::ErrorKind::PermissionDenied, what))
}

/// Opens a regular file and returns its size.
fn open(path: &Path) -> io::Result<(File, u64)> {
    // Opening a pipe blocks until there is a writer, so check the path first.
    require_regular(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    // The path may name another file since that check.
    let metadata = file.metadata()?;
    require_regular(&metadata)?;
    Ok((file, metadata.len()))
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}
