//! Queries at a point: cell, triangle, height and normal; and the numbering of triangles.

use glam::{DVec3, Vec3};

use super::{Diagonal, HeightField, HeightGrid};
use crate::geometry::{Aabb, polygon};

impl HeightField {
    /// Returns the grid of the field.
    #[must_use]
    pub fn grid(&self) -> HeightGrid {
        self.grid
    }

    /// Returns the height of a sample: its y coordinate in the world, in metres; NaN outside the
    /// grid.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::quantized(grid, vec![0, 1, 2, 3, 4, 5], 10.0, 0.5)?;
    /// assert_eq!(field.height(1, 1), 12.0);
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn height(&self, column: u32, row: u32) -> f32 {
        let inside = column < self.grid.columns && row < self.grid.rows;
        if inside { self.sample(column, row).y } else { f32::NAN }
    }

    /// Returns true if a cell is a hole or outside the grid.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0; 6])?.with_holes(|column, _| column == 1);
    /// assert!(field.is_hole(1, 0) && !field.is_hole(0, 0) && field.is_hole(9, 9));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn is_hole(&self, column: u32, row: u32) -> bool {
        let (columns, rows) = self.cells();
        let inside = column < columns && row < rows;
        !inside || self.holes.get(self.cell_number(column, row) as usize)
    }

    /// Returns the cell (column, row) above or below a point, even if it is a hole; None outside
    /// the grid. On the line between two cells, returns the one with the larger number. The time
    /// does not depend on the size of the field.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0; 6])?;
    /// assert_eq!((field.cell_at(0.5, 0.5), field.cell_at(1.0, 1.0)), (Some((0, 0)), Some((1, 0))));
    /// assert_eq!(field.cell_at(2.5, 0.5), None);
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn cell_at(&self, x: f32, z: f32) -> Option<(u32, u32)> {
        let (_, column) = self.grid.along_x().cells_overlapping(x, x)?;
        let (_, row) = self.grid.along_z().cells_overlapping(z, z)?;
        Some((column, row))
    }

    /// Returns the number of the triangle above or below a point; None at a hole or outside the
    /// grid. On the line between cells, returns a triangle of a cell that is not a hole.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0; 6])?;
    /// assert_eq!((field.triangle_at(1.2, 0.7), field.triangle_at(1.7, 0.2)), (Some(2), Some(3)));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn triangle_at(&self, x: f32, z: f32) -> Option<u32> {
        self.find(x, z).map(|f| f.triangle)
    }

    /// Returns the y of the surface at a point, in metres. The y is that of the triangle above or
    /// below the point, computed in f64 and rounded once. None at a hole or outside the grid.
    ///
    /// ```
    /// # use sidle::*;
    /// let grid = HeightGrid { columns: 2, rows: 2, cell_x: 4.0, cell_z: 4.0, origin: Vec3::ZERO };
    /// // A ridge along the diagonal from (0, 0) to (4, 4).
    /// let field = HeightField::new(grid, vec![2.0, 0.0, 0.0, 2.0])?;
    /// assert_eq!((field.height_at(3.0, 3.0), field.height_at(3.0, 1.0)), (Some(2.0), Some(1.0)));
    /// assert_eq!(field.height_at(4.1, 1.0), None);
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn height_at(&self, x: f32, z: f32) -> Option<f32> {
        let Found { triangle, cell: (column, row), u, v } = self.find(x, z)?;
        let [a, b, c, d] = self.quad(column, row).map(|p| f64::from(p.y));
        let y = match (self.diagonal(column, row), triangle % 2) {
            (Diagonal::Main, 0) => a + v * (d - a) + u * (c - d),
            (Diagonal::Main, _) => a + u * (b - a) + v * (c - b),
            (Diagonal::Anti, 0) => a + u * (b - a) + v * (d - a),
            (Diagonal::Anti, _) => c + (1.0 - u) * (d - c) + (1.0 - v) * (b - c),
        };
        Some(y as f32)
    }

    /// Returns the upward unit normal of the triangle at a point. None at a hole or outside the
    /// grid.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 2, rows: 2, cell_x: 4.0, cell_z: 4.0, origin: Vec3::ZERO };
    /// // It rises along x, 3 m in 4.
    /// let field = HeightField::new(grid, vec![0.0, 3.0, 0.0, 3.0])?;
    /// assert_eq!(field.normal_at(1.0, 1.0), Some(Vec3::new(-0.6, 0.8, 0.0)));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn normal_at(&self, x: f32, z: f32) -> Option<Vec3> {
        let corners = self.corners(self.triangle_at(x, z)?).map(|v| v.as_dvec3());
        Some(polygon::area_normal(&corners).normalize().as_vec3())
    }

    /// Returns the corners of a triangle, counter-clockwise seen from above. None for a hole or a
    /// number that is out of range.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0, 0.0, 0.0, 4.0, 4.0, 4.0])?;
    /// assert_eq!(field.triangle(0), Some([Vec3::ZERO, Vec3::new(0.0, 4.0, 1.0), Vec3::new(1.0, 4.0, 1.0)]));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn triangle(&self, number: u32) -> Option<[Vec3; 3]> {
        let (columns, _) = self.cells();
        let cell = number / 2;
        (!self.is_hole(cell % columns, cell / columns)).then(|| self.corners(number))
    }

    /// Returns the number of triangles: two for each cell that is not a hole.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        2 * self.solid as usize
    }

    /// Returns the numbers of all triangles in order, without those of holes.
    pub fn triangle_numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let (columns, rows) = self.cells();
        (0..2 * columns * rows).filter(|n| !self.holes.get(*n as usize / 2))
    }

    /// Returns the mesh of the same triangles. Its vertices are all samples, row by row, including
    /// those that no triangle uses. Its triangle i is the i-th number of
    /// [`HeightField::triangle_numbers`], so without holes it is triangle number i.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0; 6])?.with_holes(|column, _| column == 0);
    /// let (vertices, triangles) = field.to_triangles();
    /// assert_eq!((vertices.len(), triangles), (6, vec![[1, 4, 5], [1, 5, 2]]));
    /// assert_eq!(field.triangle_numbers().collect::<Vec<_>>(), [2, 3]);
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn to_triangles(&self) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let HeightGrid { columns, rows, .. } = self.grid;
        let vertices = (0..rows).flat_map(|r| (0..columns).map(move |c| (c, r)));
        let vertices = vertices.map(|(c, r)| self.sample(c, r)).collect();
        let triangles =
            self.triangle_numbers().map(|n| self.places(n).map(|(c, r)| r * columns + c)).collect();
        (vertices, triangles)
    }

    /// Returns the smallest box that contains the surface, as its minimum and maximum corner. None
    /// if all cells are holes.
    ///
    /// ```
    /// # use sidle::*;
    /// # let grid = HeightGrid { columns: 3, rows: 2, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO };
    /// let field = HeightField::new(grid, vec![0.0, 1.0, 9.0, 0.0, 1.0, 2.0])?.with_holes(|column, _| column == 1);
    /// assert_eq!(field.bounds(), Some((Vec3::ZERO, Vec3::ONE)));
    /// # Ok::<(), HeightFieldError>(())
    /// ```
    #[must_use]
    pub fn bounds(&self) -> Option<(Vec3, Vec3)> {
        let Aabb { min, max } = self.bounds;
        min.cmple(max).all().then_some((min, max))
    }

    /// Returns [`HeightField::bounds`], or an empty box if all cells are holes.
    pub(crate) fn aabb(&self) -> Aabb {
        self.bounds
    }

    fn diagonal(&self, column: u32, row: u32) -> Diagonal {
        let anti = self.anti.get(self.cell_number(column, row) as usize);
        if anti { Diagonal::Anti } else { Diagonal::Main }
    }

    /// Returns the samples (column, row) at the corners of a triangle.
    #[inline]
    fn places(&self, number: u32) -> [(u32, u32); 3] {
        let (columns, _) = self.cells();
        let (column, row) = (number / 2 % columns, number / 2 / columns);
        let [a, b, c, d] = places_of_cell(column, row);
        match (self.diagonal(column, row), number % 2) {
            (Diagonal::Main, 0) => [a, d, c],
            (Diagonal::Main, _) => [a, c, b],
            (Diagonal::Anti, 0) => [a, d, b],
            (Diagonal::Anti, _) => [b, d, c],
        }
    }

    /// Returns the corners of a triangle. Does not check for holes or the range of the number.
    #[inline]
    pub(crate) fn corners(&self, number: u32) -> [Vec3; 3] {
        self.places(number).map(|(c, r)| self.sample(c, r))
    }

    /// Returns the corners a, b, c, d of a cell.
    #[inline]
    pub(super) fn quad(&self, column: u32, row: u32) -> [Vec3; 4] {
        places_of_cell(column, row).map(|(c, r)| self.sample(c, r))
    }

    fn find(&self, x: f32, z: f32) -> Option<Found> {
        let (first_column, last_column) = self.grid.along_x().cells_overlapping(x, x)?;
        let (first_row, last_row) = self.grid.along_z().cells_overlapping(z, z)?;
        let rows = (first_row..=last_row).rev();
        let mut cells = rows.flat_map(|r| (first_column..=last_column).rev().map(move |c| (c, r)));
        let (column, row) = cells.find(|&(c, r)| !self.is_hole(c, r))?;
        let [a, _, c, _] = self.quad(column, row).map(|v| v.as_dvec3());
        let place = (DVec3::new(f64::from(x), 0.0, f64::from(z)) - a) / (c - a);
        let (u, v) = (place.x, place.z);
        let second = match self.diagonal(column, row) {
            Diagonal::Main => u > v,
            Diagonal::Anti => u + v > 1.0,
        };
        let triangle = 2 * self.cell_number(column, row) + u32::from(second);
        Some(Found { triangle, cell: (column, row), u, v })
    }
}

/// Returns the samples a, b, c, d of a cell, as (column, row).
#[inline]
fn places_of_cell(column: u32, row: u32) -> [(u32, u32); 4] {
    [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
}

/// A triangle, its cell, and the position of a point in the cell: 0..=1 along x and z.
struct Found {
    triangle: u32,
    cell: (u32, u32),
    u: f64,
    v: f64,
}
