//! Height maps: greyscale images with 16 bits per sample, and their scale in metres.

mod picture;
mod scale;

pub use scale::{HeightmapScale, parse_heightmap_scale, read_heightmap_scale};

use crate::{ReadError, limits, read_file};
use std::path::Path;

/// A height map: rows of 16-bit samples, with the size of the cells and the range of the heights.
///
/// Sample `row * columns + column` is at x = column * `cell_x` and z = row * `cell_z`; its height
/// is `base() + step() * sample`.
#[derive(Clone, Debug, PartialEq)]
pub struct Heightmap {
    /// Number of samples of the height map along x, 2 or more.
    pub columns: u32,
    /// Number of samples of the height map along z, 2 or more.
    pub rows: u32,
    /// The samples of the height map row by row, starting in the upper left corner of the image.
    pub samples: Vec<u16>,
    /// The size of the cells and the range of the heights, in metres.
    pub scale: HeightmapScale,
}

impl Heightmap {
    /// Returns the height of sample value 0 in metres.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.scale.height_of_0
    }

    /// Returns the height difference between successive sample values in metres: the range of
    /// heights / 65535.
    #[must_use]
    pub fn step(&self) -> f64 {
        (self.scale.height_of_65535 - self.scale.height_of_0) / f64::from(u16::MAX)
    }
}

/// Reads the 16-bit greyscale PNG at `path`.
///
/// Interlaced images are supported. 8-bit greyscale is refused: its 256 levels would form visible
/// steps in the ground.
///
/// # Errors
/// [`ReadError::Io`], [`ReadError::TooLarge`], or [`ReadError::Heightmap`] if the file is not a
/// PNG, is not 16-bit greyscale, is damaged, has fewer than 2 rows or columns, or has more samples
/// than [`limits::MAX_SAMPLES`](crate::limits::MAX_SAMPLES), or if the scale is invalid.
pub fn read_heightmap(path: &Path, scale: HeightmapScale) -> Result<Heightmap, ReadError> {
    parse_heightmap(&read_file(path, limits::MAX_BYTES)?, &path.display().to_string(), scale)
}

/// Parses a height map from memory, as [`read_heightmap`] does from a file. Errors use `name` as
/// the name of the file.
///
/// # Errors
/// [`ReadError::Heightmap`].
pub fn parse_heightmap(bytes: &[u8], name: &str, scale: HeightmapScale) -> Result<Heightmap, ReadError> {
    let wrong = |what| ReadError::Heightmap { file: name.into(), what };
    scale.check().map_err(wrong)?;
    let (columns, rows, samples) = picture::samples(bytes).map_err(wrong)?;
    Ok(Heightmap { columns, rows, samples, scale })
}

/// Reads the PNG at `path`, with the scale from the JSON file beside it: `hill.heightmap.json` for
/// `hill.heightmap.png`. See [`read_heightmap_scale`] for the format of the JSON file.
///
/// # Errors
/// The errors of [`read_heightmap`] and [`read_heightmap_scale`]. Also fails if the size in the
/// JSON file differs from the size of the image.
pub fn read_heightmap_with_scale(path: &Path) -> Result<Heightmap, ReadError> {
    let beside = path.with_extension("json");
    let (scale, size) = scale::read(&beside)?;
    let map = read_heightmap(path, scale)?;
    let found = (map.columns, map.rows);
    match size {
        Some(told) if told != found => Err(ReadError::Heightmap {
            file: path.display().to_string(),
            what: format!(
                "is {} x {}, but {} says {} x {}",
                found.0,
                found.1,
                beside.display(),
                told.0,
                told.1
            ),
        }),
        _ => Ok(map),
    }
}
