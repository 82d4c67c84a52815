//! The positions of the samples of a height field.

use glam::Vec3;

/// The positions of the samples of a [`HeightField`](crate::HeightField): a grid with columns along
/// x and rows along z.
///
/// Sample (column, row) has x = `origin.x` + column * `cell_x` and z = `origin.z` + row * `cell_z`,
/// each computed in f64 and rounded to f32 once. `origin.y` is added to every height.
///
/// ```
/// use sidle::{HeightGrid, Vec3};
/// // 3 x 2 samples make 2 x 1 cells of 5 m by 2 m.
/// let grid = HeightGrid { columns: 3, rows: 2, cell_x: 5.0, cell_z: 2.0, origin: Vec3::ZERO };
/// assert_eq!(grid.columns, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightGrid {
    /// Number of samples of the grid along x, 2 or more.
    pub columns: u32,
    /// Number of samples of the grid along z, 2 or more.
    pub rows: u32,
    /// Distance between two columns of samples in metres, above 0.
    pub cell_x: f32,
    /// Distance between two rows of samples in metres, above 0.
    pub cell_z: f32,
    /// Position of sample (0, 0) for a height of 0, in metres.
    pub origin: Vec3,
}

impl HeightGrid {
    pub(super) fn along_x(&self) -> Axis {
        Axis::new(self.origin.x, self.cell_x, self.columns)
    }

    pub(super) fn along_z(&self) -> Axis {
        Axis::new(self.origin.z, self.cell_z, self.rows)
    }
}

/// The grid lines along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    origin: f64,
    cell: f64,
    /// Number of cells: one less than the number of lines.
    pub(super) cells: u32,
}

impl Axis {
    fn new(origin: f32, cell: f32, samples: u32) -> Self {
        Self { origin: f64::from(origin), cell: f64::from(cell), cells: samples.saturating_sub(1) }
    }

    /// Returns the coordinate of line `i`. It never decreases from line to line. Adding 0 turns -0
    /// into 0, as welding does with vertices.
    #[inline]
    pub(super) fn at(&self, i: u32) -> f32 {
        (self.origin + f64::from(i) * self.cell) as f32 + 0.0
    }

    /// Returns the first and last cell that intersect the closed range `low..=high`. A cell
    /// includes both of its lines.
    #[inline]
    pub(super) fn cells_overlapping(&self, low: f32, high: f32) -> Option<(u32, u32)> {
        let overlaps = low <= high && low <= self.at(self.cells) && high >= self.at(0);
        if !overlaps {
            return None;
        }
        let (mut first, mut last) = (self.guess(low), self.guess(high));
        // Rounding makes the guess wrong by at most one or two lines.
        while first > 0 && self.at(first) >= low {
            first -= 1;
        }
        while self.at(first + 1) < low {
            first += 1;
        }
        while last + 1 < self.cells && self.at(last + 1) <= high {
            last += 1;
        }
        while self.at(last) > high {
            last -= 1;
        }
        Some((first, last))
    }

    fn guess(&self, x: f32) -> u32 {
        let cell = (f64::from(x) - self.origin) / self.cell;
        // The cast maps values below 0 to 0.
        (cell as u32).min(self.cells - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_overlapping_are_those_that_looking_at_every_cell_finds() {
        let mut state = 5_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u32 << 24) as f32
        };
        for case in 0..20_000 {
            let cell = [0.1, 1.0, 1.011_236, 7.3, 1.6][case % 5];
            // Far from the origin, a unit in the last place is as large as a cell.
            let origin = [0.0, -17.3, 1e5, -3.0, 1.6e7][case % 5];
            let axis = Axis::new(origin, cell, 2 + (unit() * 30.0) as u32);
            let mut place = || {
                let line = axis.at((unit() * 40.0) as u32);
                match (unit() * 4.0) as u32 {
                    0 => line,
                    1 => line.next_up(),
                    2 => line.next_down(),
                    _ => line - cell * (5.0 * unit()),
                }
            };
            let (a, b) = (place(), place());
            let (low, high) = if a < b { (a, b) } else { (b, a) };
            let mut overlapping = (0..axis.cells).filter(|&i| axis.at(i) <= high && axis.at(i + 1) >= low);
            let expected = overlapping.next().map(|first| (first, overlapping.next_back().unwrap_or(first)));
            assert_eq!(
                axis.cells_overlapping(low, high),
                expected,
                "case {case}: {low} to {high} on {axis:?}"
            );
        }
    }

    #[test]
    fn numbers_that_are_none_overlap_nothing() {
        let axis = Axis::new(0.0, 1.0, 5);
        assert_eq!(axis.cells_overlapping(f32::NAN, f32::NAN), None);
        assert_eq!(axis.cells_overlapping(f32::NEG_INFINITY, f32::INFINITY), Some((0, 3)));
    }
}
