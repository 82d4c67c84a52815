//! A uniform grid over the triangles: one flat list of cell contents, with an offset per cell.

use crate::triangle::{Triangle, bounds};
use crate::vector::{V, cross, dot, is_finite, length, lower, scale, sub, upper};

/// The largest number of cells. More would cost more memory (4 bytes each) than they save time.
const MOST_CELLS: usize = 4_000_000;

pub(crate) struct Grid {
    pub(crate) low: V,
    pub(crate) high: V,
    pub(crate) cell: f64,
    counts: [usize; 3],
    /// `items[starts[i]..starts[i + 1]]` are the triangles of cell i.
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Grid {
    /// Creates the grid. Triangles with a corner that is not finite are left out.
    pub(crate) fn new(triangles: &[Triangle]) -> Grid {
        let finite = || triangles.iter().filter(|t| t.iter().all(|corner| is_finite(*corner)));
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for triangle in finite() {
            let (a, b) = bounds(triangle);
            (low, high) = (lower(low, a), upper(high, b));
        }
        // Huge triangles overlap many cells; make the grid coarser until all entries fit.
        let most_items = 16 * triangles.len() + 2_000_000;
        let mut cells = (8 * triangles.len()).clamp(64, MOST_CELLS);
        loop {
            let mut grid = Grid::empty(low, high, cells);
            if grid.fill(triangles, if cells > 64 { most_items } else { usize::MAX }) {
                return grid;
            }
            cells = (cells / 4).max(64);
        }
    }

    fn empty(low: V, high: V, cells: usize) -> Grid {
        let size = sub(high, low);
        let longest = size[0].max(size[1]).max(size[2]);
        if longest.is_nan() || longest < 0.0 {
            return Grid { low, high, cell: 1.0, counts: [0; 3], starts: vec![0], items: vec![] };
        }
        let counts_of = |cell: f64| size.map(|s| ((s / cell).floor() as usize) + 1);
        let mut cell = (longest / 2048.0).max(1e-6);
        while counts_of(cell).iter().product::<usize>() > cells {
            cell *= 1.1;
        }
        Grid { low, high, cell, counts: counts_of(cell), starts: vec![], items: vec![] }
    }

    /// Fills the cells. Returns false if this would take more than `most` entries.
    fn fill(&mut self, triangles: &[Triangle], most: usize) -> bool {
        let mut ends = vec![0u32; self.counts.iter().product::<usize>() + 1];
        let (mut total, mut looked) = (0usize, 0usize);
        for triangle in triangles {
            self.each_cell(triangle, |cell, inside| {
                looked += 1;
                total += usize::from(inside);
                ends[cell] += u32::from(inside);
            });
            if total > most || looked > most.saturating_mul(8) {
                return false;
            }
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut items = vec![0; total];
        // Fill from the back, so that each end becomes the start of its cell.
        for (id, triangle) in triangles.iter().enumerate().rev() {
            self.each_cell(triangle, |cell, inside| {
                if inside {
                    ends[cell] -= 1;
                    items[ends[cell] as usize] = id as u32;
                }
            });
        }
        (self.starts, self.items) = (ends, items);
        true
    }

    /// Visits the cells of the triangle's bounding box. The flag is true if the triangle's plane
    /// passes through the cell. The test is conservative: extra cells only cost time.
    fn each_cell(&self, triangle: &Triangle, mut visit: impl FnMut(usize, bool)) {
        if !triangle.iter().all(|corner| is_finite(*corner)) {
            return;
        }
        let (low, high) = bounds(triangle);
        let Some((first, last)) = self.range(low, high) else { return };
        let (e, f) = (sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
        let normal = cross(e, f);
        let reach = (normal[0].abs() + normal[1].abs() + normal[2].abs()) * self.cell * (0.5 + 1e-3);
        let size = sub(self.high, self.low);
        // The last term is for needles, whose computed normal may be only rounding error.
        let slack = 1e-9
            * (normal[0].abs() * size[0] + normal[1].abs() * size[1] + normal[2].abs() * size[2])
            + 2e-15 * length(e) * length(f) * length(size);
        for z in first[2]..=last[2] {
            for y in first[1]..=last[1] {
                for x in first[0]..=last[0] {
                    let middle = scale([x as f64 + 0.5, y as f64 + 0.5, z as f64 + 0.5], self.cell);
                    let off = dot(normal, sub(middle, sub(triangle[0], self.low)));
                    visit(self.index([x, y, z]), off.abs() <= reach + slack);
                }
            }
        }
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }

    /// Returns the range of cells of a box, or `None` if it misses the grid. The mapping is
    /// monotone in every coordinate, so two boxes that share a point always share its cell.
    fn range(&self, low: V, high: V) -> Option<([usize; 3], [usize; 3])> {
        let meets = (0..3).all(|k| low[k] <= self.high[k] && high[k] >= self.low[k]);
        let cell_of = |p: V| {
            [0, 1, 2]
                .map(|k| (((p[k] - self.low[k]) / self.cell) as usize).min(self.counts[k].saturating_sub(1)))
        };
        meets.then(|| (cell_of(low), cell_of(high)))
    }

    /// Returns every triangle with a point in the box, and possibly others, in ascending order
    /// without duplicates.
    pub(crate) fn gather(&self, low: V, high: V) -> Vec<u32> {
        let mut found = Vec::new();
        let Some((first, last)) = self.range(low, high) else { return found };
        for z in first[2]..=last[2] {
            for y in first[1]..=last[1] {
                let row = self.index([first[0], y, z])..=self.index([last[0], y, z]) + 1;
                let items = self.starts[*row.start()] as usize..self.starts[*row.end()] as usize;
                found.extend_from_slice(&self.items[items]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
