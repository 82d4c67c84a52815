//! Errors of building a height field.

use std::fmt;

use glam::Vec3;

/// The reason why a [`HeightField`](crate::HeightField) could not be built. Columns and rows count
/// from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HeightFieldError {
    /// There are fewer than 2 columns or 2 rows, so there is no cell.
    NoCells {
        /// The given number of samples along x.
        columns: u32,
        /// The given number of samples along z.
        rows: u32,
    },
    /// There are more than 2^30 cells.
    TooMany {
        /// The given number of samples along x.
        columns: u32,
        /// The given number of samples along z.
        rows: u32,
    },
    /// The number of heights is not columns times rows.
    SampleCount {
        /// The given number of samples along x.
        columns: u32,
        /// The given number of samples along z.
        rows: u32,
        /// Number of heights that were given.
        samples: usize,
    },
    /// The side of a cell is not finite, or not above 0.
    BadCell {
        /// Side of a cell along x, in metres.
        cell_x: f32,
        /// Side of a cell along z, in metres.
        cell_z: f32,
    },
    /// The origin is not finite, or beyond 2^24 m.
    BadOrigin {
        /// The origin that was given.
        origin: Vec3,
    },
    /// The base or step of quantized heights is not finite, or the step is negative.
    BadScale {
        /// The given height of sample value 0, in metres.
        base: f64,
        /// The given height difference between successive sample values, in metres.
        step: f64,
    },
    /// A height is NaN or infinite.
    BadHeight {
        /// Column of the sample (along x).
        column: u32,
        /// Row of the sample (along z).
        row: u32,
        /// The height that was given.
        height: f32,
    },
    /// A sample lies beyond 2^24 = 16,777,216 m on an axis.
    TooFar {
        /// Column of the sample (along x).
        column: u32,
        /// Row of the sample (along z).
        row: u32,
        /// Position of the sample in world space, in metres.
        position: Vec3,
    },
    /// Two neighbouring columns have the same f32 coordinate.
    ColumnsMerge {
        /// The first of the two columns.
        column: u32,
        /// The x coordinate of both columns, in metres.
        x: f32,
    },
    /// Two neighbouring rows have the same f32 coordinate.
    RowsMerge {
        /// The first of the two rows.
        row: u32,
        /// The z coordinate of both rows, in metres.
        z: f32,
    },
}

impl fmt::Display for HeightFieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoCells { columns, rows } => {
                write!(f, "a height field needs 2 columns and 2 rows or more, not {columns} x {rows}")
            }
            Self::TooMany { columns, rows } => {
                write!(f, "{columns} columns x {rows} rows make more than 2^30 cells")
            }
            Self::SampleCount { columns, rows, samples } => {
                write!(f, "{samples} heights were given for {columns} columns x {rows} rows")
            }
            Self::BadCell { cell_x, cell_z } => {
                write!(f, "cells of {cell_x} m x {cell_z} m: both sides must be finite and above 0")
            }
            Self::BadOrigin { origin: Vec3 { x, y, z } } => {
                write!(f, "the origin ({x}, {y}, {z}) is not finite or beyond 16,777,216 m")
            }
            Self::BadScale { base, step } => {
                write!(f, "base {base} and step {step}: both must be finite, and the step 0 or more")
            }
            Self::BadHeight { column, row, height } => write!(
                f,
                "the height at column {column}, row {row} is {height}; a hole is a cell marked as one, with any height"
            ),
            Self::TooFar { column, row, position: Vec3 { x, y, z } } => write!(
                f,
                "the sample at column {column}, row {row} is at ({x}, {y}, {z}), beyond 16,777,216 m"
            ),
            Self::ColumnsMerge { column, x } => write!(
                f,
                "columns {column} and {} are both at x = {x} in f32: cells are too small so far from the origin",
                column.saturating_add(1)
            ),
            Self::RowsMerge { row, z } => write!(
                f,
                "rows {row} and {} are both at z = {z} in f32: cells are too small so far from the origin",
                row.saturating_add(1)
            ),
        }
    }
}

impl std::error::Error for HeightFieldError {}
