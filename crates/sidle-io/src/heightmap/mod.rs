//! Height maps: pictures whose grey is a height, and what the grey means in metres.

mod picture;
mod scale;

pub use scale::{HeightmapScale, parse_heightmap_scale, read_heightmap_scale};

use crate::{ReadError, limits, read_file};
use std::path::Path;

/// Samples of 16 bits in rows, and what they mean.
///
/// Sample `row * columns + column` stands at x = column * `cell_x` and z = row * `cell_z`; its
/// height is `base() + step() * sample`.
#[derive(Clone, Debug, PartialEq)]
pub struct Heightmap {
    /// Samples along x, 2 or more.
    pub columns: u32,
    /// Samples along z, 2 or more.
    pub rows: u32,
    /// The picture from its upper left corner on, row by row.
    pub samples: Vec<u16>,
    /// Cell sizes and heights in metres.
    pub scale: HeightmapScale,
}

impl Heightmap {
    /// The height of sample 0 in metres.
    #[must_use]
    pub fn base(&self) -> f64 {
        self.scale.height_of_0
    }

    /// Metres from one sample value to the next: the range of heights / 65535.
    #[must_use]
    pub fn step(&self) -> f64 {
        (self.scale.height_of_65535 - self.scale.height_of_0) / f64::from(u16::MAX)
    }
}

/// Reads the grey PNG of 16 bits at `path`.
///
/// Interlaced pictures are read too. Grey of 8 bits is refused: its 256 levels are steps and no
/// ground.
///
/// # Errors
/// [`ReadError::Io`], [`ReadError::TooLarge`], or [`ReadError::Heightmap`]: no PNG, not grey of 16
/// bits, damaged, fewer than 2 rows or columns, more samples than
/// [`limits::MAX_SAMPLES`](crate::limits::MAX_SAMPLES), or a scale that means nothing.
pub fn read_heightmap(path: &Path, scale: HeightmapScale) -> Result<Heightmap, ReadError> {
    parse_heightmap(&read_file(path, limits::MAX_BYTES)?, &path.display().to_string(), scale)
}

/// [`read_heightmap`] from memory; `name` stands for the file in errors.
///
/// # Errors
/// [`ReadError::Heightmap`].
pub fn parse_heightmap(bytes: &[u8], name: &str, scale: HeightmapScale) -> Result<Heightmap, ReadError> {
    let wrong = |what| ReadError::Heightmap { file: name.into(), what };
    scale.check().map_err(wrong)?;
    let (columns, rows, samples) = picture::samples(bytes).map_err(wrong)?;
    Ok(Heightmap { columns, rows, samples, scale })
}

/// Reads the PNG at `path` with the scale that the JSON file beside it tells: `hill.heightmap.json`
/// for `hill.heightmap.png`. See [`read_heightmap_scale`] for what it holds.
///
/// # Errors
/// Those of [`read_heightmap`] and [`read_heightmap_scale`]; also when the JSON names another size
/// than the picture has.
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
