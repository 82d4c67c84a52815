//! Height fields: terrain as a grid of heights. Its triangles are computed on demand, not stored.

mod bits;
mod error;
mod grid;
mod pyramid;
mod samples;
mod surface;
mod traverse;

pub use error::HeightFieldError;
pub use grid::HeightGrid;

use glam::Vec3;

use crate::geometry::{Aabb, is_vertex};
use bits::Bits;
use pyramid::Block;
use samples::Samples;

/// Largest number of cells: it keeps the triangle numbers below 2^31.
const MOST_CELLS: u64 = 1 << 30;

/// The diagonal that splits a cell into its two triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Diagonal {
    /// From sample (column, row) to sample (column + 1, row + 1): the default.
    #[default]
    Main,
    /// From sample (column + 1, row) to sample (column, row + 1).
    Anti,
}

/// Terrain: heights over a grid in x and z, with y up. Each cell has two triangles that face up and
/// are not stored.
///
/// A height field is a thin surface, like any mesh. If it is two-sided (the default of materials),
/// no shape can pass through it from above, however fast it moves. A shape that starts below stays
/// below, because the surface is then its ceiling. To place a shape on the ground, cast it down
/// from above ([`World::cast_shape`](crate::World::cast_shape)).
///
/// Prefer two-sided ground. One-sided ground lets shapes from below pass upwards. Whether it stops
/// a shape is decided for each triangle at the start of each straight segment of the path: it does
/// so only if the shape is in front of the triangle there. A flight over a ridge and steeply down
/// may therefore fall through the far side.
///
/// Every query and move is bit-identical to one on a mesh of [`HeightField::to_triangles`].
///
/// Cell (column, row) has the number n = `row * (columns - 1) + column`, and its triangles have the
/// numbers 2 n and 2 n + 1. These are the numbers in [`Surface::polygon`](crate::Surface). Let a,
/// b, c, d be the samples (column, row), (column + 1, row), (column + 1, row + 1), (column, row +
/// 1). The first and second triangle are then a d c and a c b, or a d b and b d c with
/// [`Diagonal::Anti`].
///
/// ```
/// use sidle::{HeightField, HeightGrid, MaterialId, QueryFilter, Vec3, WorldBuilder};
/// let grid = HeightGrid { columns: 3, rows: 2, cell_x: 5.0, cell_z: 5.0, origin: Vec3::ZERO };
/// let field = HeightField::new(grid, vec![0.0, 1.0, 3.0, 0.0, 1.0, 3.0])?;
/// assert_eq!(field.height_at(7.5, 2.0), Some(2.0));
/// # Ok::<(), sidle::HeightFieldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeightField {
    grid: HeightGrid,
    samples: Samples,
    holes: Bits,
    anti: Bits,
    /// Bounds and number of the cells that are not holes.
    bounds: Aabb,
    solid: u32,
}

impl HeightField {
    /// Creates a field from f32 heights in metres, row by row: the index of sample (column, row) is
    /// `row * columns + column`.
    ///
    /// The y of a sample is `grid.origin.y` plus its height, added in f64 and rounded to f32 once.
    ///
    /// # Errors
    /// Fails if there are fewer than 2 columns or rows, or more than 2^30 cells, or if the number
    /// of heights is not columns times rows. Also fails if a cell size is not finite or not above
    /// 0, or if a sample is not finite, is beyond 2^24 m, or has the same f32 position as its
    /// neighbour.
    ///
    /// ```
    /// use sidle::{HeightField, HeightGrid, Vec3};
    /// let grid = HeightGrid { columns: 2, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let error = HeightField::new(grid, vec![0.0, 0.0, f32::NAN, 0.0]).unwrap_err();
    /// assert!(error.to_string().starts_with("the height at column 0, row 1 is NaN"));
    /// ```
    pub fn new(grid: HeightGrid, mut heights: Vec<f32>) -> Result<Self, HeightFieldError> {
        check_grid(&grid, heights.len())?;
        for (height, i) in heights.iter_mut().zip(0_u32..) {
            if !height.is_finite() {
                let (column, row) = (i % grid.columns, i / grid.columns);
                return Err(HeightFieldError::BadHeight { column, row, height: *height });
            }
            *height = (f64::from(grid.origin.y) + f64::from(*height)) as f32 + 0.0;
        }
        heights.shrink_to_fit();
        Self::of_samples(grid, Samples::float(heights))
    }

    /// Creates a field from u16 samples, row by row, which take half the memory. The height of a
    /// sample is `base + step * sample` metres.
    ///
    /// Its y is exactly `(origin.y + base) + step * sample`, each operation in f64, rounded to f32
    /// once. For a file that maps 0 and 65535 to the heights `low` and `high`, use base `low` and
    /// step `(high - low) / 65535`.
    ///
    /// # Errors
    /// Fails like [`HeightField::new`], and if the base or step is not finite, or if the step is
    /// negative.
    ///
    /// ```
    /// use sidle::{HeightField, HeightGrid, Vec3};
    /// let grid = HeightGrid { columns: 2, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::quantized(grid, vec![0, 100, 200, 65_535], -5.0, 0.01)?;
    /// assert_eq!(field.height(1, 0), -4.0);
    /// assert_eq!(field.height(1, 1), 650.35);
    /// # Ok::<(), sidle::HeightFieldError>(())
    /// ```
    pub fn quantized(
        grid: HeightGrid,
        mut samples: Vec<u16>,
        base: f64,
        step: f64,
    ) -> Result<Self, HeightFieldError> {
        check_grid(&grid, samples.len())?;
        if !(base.is_finite() && step.is_finite() && step >= 0.0) {
            return Err(HeightFieldError::BadScale { base, step });
        }
        samples.shrink_to_fit();
        Self::of_samples(grid, Samples::quantized(samples, f64::from(grid.origin.y) + base, step))
    }

    fn of_samples(grid: HeightGrid, samples: Samples) -> Result<Self, HeightFieldError> {
        let (holes, anti) = (Bits::default(), Bits::default());
        let mut field = Self { grid, samples, holes, anti, bounds: Aabb::EMPTY, solid: 0 };
        field.check_places()?;
        field.rank();
        Ok(field)
    }

    /// Returns the field with holes: cells (column, row) without triangles. Replaces any previous
    /// holes.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0; 6])?.with_holes(|column, row| (column, row) == (1, 0));
    /// assert_eq!((field.height_at(0.5, 0.5), field.height_at(1.5, 0.5)), (Some(0.0), None));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn with_holes(mut self, mut is_hole: impl FnMut(u32, u32) -> bool) -> Self {
        let (columns, rows) = self.cells();
        let count = columns as usize * rows as usize;
        self.holes = Bits::of(count, |i| is_hole(i as u32 % columns, i as u32 / columns));
        self.rank();
        self
    }

    /// Returns the field with each cell (column, row) split along the diagonal that `diagonal`
    /// returns. Replaces the previous diagonals; initially all are [`Diagonal::Main`].
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 2, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0, 1.0, 0.0, 1.0])?.with_diagonals(|_, _| Diagonal::Anti);
    /// assert_eq!(field.triangle(0), Some([Vec3::ZERO, Vec3::Z, Vec3::new(1.0, 1.0, 0.0)]));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn with_diagonals(mut self, mut diagonal: impl FnMut(u32, u32) -> Diagonal) -> Self {
        let (columns, rows) = self.cells();
        let count = columns as usize * rows as usize;
        self.anti = Bits::of(count, |i| diagonal(i as u32 % columns, i as u32 / columns) == Diagonal::Anti);
        self
    }

    /// Returns the bytes used by the heights, the index (the height ranges of blocks of cells), the
    /// holes and the diagonals: about 3.6 per cell for u16 samples, 6.9 for f32.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.samples.bytes() + self.holes.bytes() + self.anti.bytes()
    }

    /// Returns the numbers of cells along x and z.
    fn cells(&self) -> (u32, u32) {
        (self.grid.columns - 1, self.grid.rows - 1)
    }

    fn cell_number(&self, column: u32, row: u32) -> u32 {
        row * (self.grid.columns - 1) + column
    }

    /// Recomputes the ranges and bounds of the cells that are not holes.
    fn rank(&mut self) {
        let Self { samples, holes, grid, .. } = self;
        let (columns, rows) = (grid.columns - 1, grid.rows - 1);
        samples.rank((columns, rows), |c, r| holes.get(r as usize * columns as usize + c as usize));
        self.bounds = self.block_box(self.samples.top()).unwrap_or(Aabb::EMPTY);
        self.solid = columns * rows - self.holes.count();
        if self.solid < columns * rows {
            let solid = (0..columns * rows).filter(|&i| !self.holes.get(i as usize));
            let cells = solid.map(|i| Block { level: 0, column: i % columns, row: i / columns });
            self.bounds = cells.filter_map(|c| self.block_box(c)).fold(Aabb::EMPTY, Aabb::union);
        }
    }

    /// Checks that every sample has a valid position of its own.
    fn check_places(&self) -> Result<(), HeightFieldError> {
        for row in 0..self.grid.rows {
            for column in 0..self.grid.columns {
                let position = self.sample(column, row);
                if !is_vertex(position) {
                    return Err(HeightFieldError::TooFar { column, row, position });
                }
            }
        }
        let (x, z) = (self.grid.along_x(), self.grid.along_z());
        if let Some(column) = (0..x.cells).find(|&i| x.at(i) >= x.at(i + 1)) {
            return Err(HeightFieldError::ColumnsMerge { column, x: x.at(column) });
        }
        if let Some(row) = (0..z.cells).find(|&i| z.at(i) >= z.at(i + 1)) {
            return Err(HeightFieldError::RowsMerge { row, z: z.at(row) });
        }
        Ok(())
    }

    /// Returns the position of a sample.
    #[inline]
    fn sample(&self, column: u32, row: u32) -> Vec3 {
        let i = row as usize * self.grid.columns as usize + column as usize;
        Vec3::new(self.grid.along_x().at(column), self.samples.height(i), self.grid.along_z().at(row))
    }
}

fn check_grid(grid: &HeightGrid, samples: usize) -> Result<(), HeightFieldError> {
    let HeightGrid { columns, rows, cell_x, cell_z, origin } = *grid;
    if columns < 2 || rows < 2 {
        return Err(HeightFieldError::NoCells { columns, rows });
    }
    if u64::from(columns - 1) * u64::from(rows - 1) > MOST_CELLS {
        return Err(HeightFieldError::TooMany { columns, rows });
    }
    if samples as u64 != u64::from(columns) * u64::from(rows) {
        return Err(HeightFieldError::SampleCount { columns, rows, samples });
    }
    if !(cell_x.is_finite() && cell_z.is_finite() && cell_x > 0.0 && cell_z > 0.0) {
        return Err(HeightFieldError::BadCell { cell_x, cell_z });
    }
    if is_vertex(origin) { Ok(()) } else { Err(HeightFieldError::BadOrigin { origin }) }
}
