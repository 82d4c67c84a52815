//! Reads spawn points: a JSON list of `[x, y, z]`.

use crate::error::brief;
use crate::{ReadError, limits, read_file};
use std::path::Path;

/// Reads the spawn points at `path`, in the unit and axes of their level. The file may have at most
/// [`MAX_SPAWNS_BYTES`](limits::MAX_SPAWNS_BYTES).
///
/// # Errors
/// [`ReadError::Io`], [`ReadError::TooLarge`], or [`ReadError::Spawns`] for anything but a JSON
/// list of finite points.
pub fn read_spawns(path: &Path) -> Result<Vec<[f32; 3]>, ReadError> {
    parse_spawns(&read_file(path, limits::MAX_SPAWNS_BYTES)?, &path.display().to_string())
}

/// Parses spawn points from memory, as [`read_spawns`] does from a file. Errors use `name` as the
/// name of the file.
///
/// # Errors
/// [`ReadError::Spawns`].
pub fn parse_spawns(bytes: &[u8], name: &str) -> Result<Vec<[f32; 3]>, ReadError> {
    let wrong = |what| ReadError::Spawns { file: name.into(), what };
    // Parsed as f64, so that this function reports the index of a point beyond the range of f32,
    // independent of the parser's own checks.
    let points: Vec<[f64; 3]> = serde_json::from_slice(bytes)
        .map_err(|error| wrong(format!("is not a JSON list of [x, y, z]: {}", brief(&error.to_string()))))?;
    let points: Vec<[f32; 3]> = points.into_iter().map(|point| point.map(|x| x as f32)).collect();
    match points.iter().position(|point| !point.iter().all(|x| x.is_finite())) {
        Some(i) => Err(wrong(format!("point {i} (counted from 0) is not finite"))),
        None => Ok(points),
    }
}
