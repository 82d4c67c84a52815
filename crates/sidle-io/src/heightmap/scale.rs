//! The scale of a height map in metres.

use crate::error::brief;
use crate::{ReadError, limits, read_file};
use std::path::Path;

/// The size of the cells of a height map and the range of its heights, in metres.
#[derive(Clone, Copy, Debug, PartialEq, serde::Deserialize)]
pub struct HeightmapScale {
    /// Distance between two columns of samples along x, in metres; above 0.
    #[serde(rename = "cell_x_m")]
    pub cell_x: f32,
    /// Distance between two rows of samples along z, in metres; above 0.
    #[serde(rename = "cell_z_m")]
    pub cell_z: f32,
    /// Height in metres that the sample value 0 stands for.
    #[serde(rename = "height_of_0_m")]
    pub height_of_0: f64,
    /// Height in metres that the sample value 65535 stands for; not below `height_of_0`.
    #[serde(rename = "height_of_65535_m")]
    pub height_of_65535: f64,
    /// Selects the diagonal along which each cell is split into two triangles. False: from sample
    /// (column, row) to (column + 1, row + 1). True: from sample (column + 1, row) to (column,
    /// row + 1).
    #[serde(default, rename = "diagonal", deserialize_with = "anti")]
    pub anti_diagonal: bool,
}

impl HeightmapScale {
    /// Checks the numbers. The error describes the problem.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { cell_x, cell_z, height_of_0, height_of_65535, .. } = *self;
        if !(cell_x.is_finite() && cell_z.is_finite() && cell_x > 0.0 && cell_z > 0.0) {
            return Err(format!("cells of {cell_x} m x {cell_z} m: both sides must be finite and above 0"));
        }
        if !(height_of_0.is_finite() && height_of_65535.is_finite() && height_of_0 <= height_of_65535) {
            return Err(format!(
                "heights from {height_of_0} m to {height_of_65535} m: both must be finite, and the second not below the first"
            ));
        }
        Ok(())
    }
}

/// Reads a JSON object with the numbers `cell_x_m`, `cell_z_m`, `height_of_0_m` and
/// `height_of_65535_m`. An optional `diagonal` is `"(i,j)-(i+1,j+1)"` (the default) or
/// `"(i+1,j)-(i,j+1)"`, where i is the column.
///
/// # Errors
/// [`ReadError::Io`], [`ReadError::TooLarge`], or [`ReadError::Heightmap`] for invalid content.
pub fn read_heightmap_scale(path: &Path) -> Result<HeightmapScale, ReadError> {
    Ok(read(path)?.0)
}

/// Parses a scale from memory, as [`read_heightmap_scale`] does from a file. Errors use `name` as
/// the name of the file.
///
/// ```
/// let text = br#"{"cell_x_m": 4, "cell_z_m": 4, "height_of_0_m": 0, "height_of_65535_m": 25.5}"#;
/// let scale = sidle_io::parse_heightmap_scale(text, "hill.json")?;
/// assert_eq!((scale.cell_x, scale.height_of_65535, scale.anti_diagonal), (4.0, 25.5, false));
/// # Ok::<(), sidle_io::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError::Heightmap`].
pub fn parse_heightmap_scale(bytes: &[u8], name: &str) -> Result<HeightmapScale, ReadError> {
    Ok(parse(bytes, name)?.0)
}

/// Reads the scale, and the columns and rows if the file contains both.
pub(super) fn read(path: &Path) -> Result<(HeightmapScale, Option<(u32, u32)>), ReadError> {
    parse(&read_file(path, limits::MAX_SCALE_BYTES)?, &path.display().to_string())
}

fn parse(bytes: &[u8], name: &str) -> Result<(HeightmapScale, Option<(u32, u32)>), ReadError> {
    #[derive(serde::Deserialize)]
    struct Size {
        columns: u32,
        rows: u32,
    }
    let wrong = |what| ReadError::Heightmap { file: name.into(), what };
    let scale: HeightmapScale = serde_json::from_slice(bytes).map_err(|error| {
        wrong(format!("is not the scale of a height map in JSON: {}", brief(&error.to_string())))
    })?;
    scale.check().map_err(wrong)?;
    let size = serde_json::from_slice(bytes).ok().map(|s: Size| (s.columns, s.rows));
    Ok((scale, size))
}

fn anti<'de, D: serde::Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let text: String = serde::Deserialize::deserialize(from)?;
    match text.as_str() {
        "(i,j)-(i+1,j+1)" => Ok(false),
        "(i+1,j)-(i,j+1)" => Ok(true),
        _ => Err(serde::de::Error::custom(format!("diagonal \"{text}\" is none that is known"))),
    }
}
