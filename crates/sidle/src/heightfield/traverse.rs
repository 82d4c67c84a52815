//! Finds the cells in a box, or front to back along a sweep.
//!
//! Both searches start at the smallest block size for which four blocks cover the query, not at the
//! root. A short move therefore visits a handful of cells, whatever the size of the field. From
//! there the search descends through the blocks whose range of heights overlaps the query.

use std::ops::{ControlFlow, Range};

use glam::Vec3;

use super::HeightField;
use super::pyramid::{Block, union};
use crate::cull::{Limit, Sweep};
use crate::geometry::Aabb;

/// Capacity of the traversal stack: four blocks at the start, and three siblings on each of at most
/// 31 levels.
const STACK: usize = 4 + 3 * 31;

/// Up to this many cells are tested one by one, because a test of the blocks that contain the cells
/// would take as long.
const FEW_CELLS: u32 = 16;

/// The cells under a box, as inclusive ranges.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    columns: (u32, u32),
    rows: (u32, u32),
}

impl Footprint {
    fn is_small(&self) -> bool {
        let (wide, deep) = (self.columns.1 - self.columns.0 + 1, self.rows.1 - self.rows.0 + 1);
        wide <= FEW_CELLS && deep <= FEW_CELLS && wide * deep <= FEW_CELLS
    }

    /// Returns the blocks of a level that cover the footprint.
    fn at_level(&self, level: u32) -> Self {
        let up = |(first, last): (u32, u32)| (first >> level, last >> level);
        Self { columns: up(self.columns), rows: up(self.rows) }
    }

    /// Returns the smallest blocks of which at most 2 x 2 cover the footprint.
    fn blocks(&self) -> impl Iterator<Item = Block> {
        let narrow = |(first, last): (u32, u32)| last - first <= 1;
        let fits = |level: &u32| {
            let up = self.at_level(*level);
            narrow(up.columns) && narrow(up.rows)
        };
        let level = (0..32).find(fits).unwrap_or(31);
        let Self { columns, rows } = self.at_level(level);
        (rows.0..=rows.1)
            .flat_map(move |row| (columns.0..=columns.1).map(move |column| Block { level, column, row }))
    }

    fn overlaps(&self, block: Block) -> bool {
        let Self { columns, rows } = self.at_level(block.level);
        (columns.0..=columns.1).contains(&block.column) && (rows.0..=rows.1).contains(&block.row)
    }
}

impl HeightField {
    fn footprint(&self, query: &Aabb) -> Option<Footprint> {
        let columns = self.grid.along_x().cells_overlapping(query.min.x, query.max.x)?;
        let rows = self.grid.along_z().cells_overlapping(query.min.z, query.max.z)?;
        Some(Footprint { columns, rows })
    }

    /// Calls `visit` with the two triangles of every cell whose box overlaps `query`, in no
    /// particular order. Returns the number of visited blocks and cells.
    #[inline]
    pub(crate) fn gather(&self, query: &Aabb, mut visit: impl FnMut(Range<u32>)) -> u32 {
        let Some(under) = self.footprint(query) else { return 0 };
        let overlaps =
            |range: Option<[f32; 2]>| range.is_some_and(|r| r[0] <= query.max.y && r[1] >= query.min.y);
        let mut looked = 0;
        if under.is_small() {
            for row in under.rows.0..=under.rows.1 {
                for column in under.columns.0..=under.columns.1 {
                    looked += 1;
                    if overlaps(self.cell_range(column, row)) {
                        visit(self.triangles_of(column, row));
                    }
                }
            }
            return looked;
        }
        let mut stack = Stack::new();
        under.blocks().for_each(|block| stack.push(block));
        while let Some(block) = stack.pop() {
            looked += 1;
            if !overlaps(self.block_range(block)) {
                continue;
            }
            if block.level == 0 {
                visit(self.triangles_of(block.column, block.row));
            } else {
                block.children().into_iter().filter(|&c| under.overlaps(c)).for_each(|c| stack.push(c));
            }
        }
        looked
    }

    /// Calls `visit` with the two triangles of every cell whose box a sweep enters, roughly front
    /// to back. `visit` may shorten the limit, which starts at 1. Returns the number of visited
    /// blocks and cells.
    pub(crate) fn sweep(
        &self,
        sweep: &Sweep,
        mut visit: impl FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>,
    ) -> u32 {
        let Some(under) = self.footprint(&sweep.bounds().rounded()) else { return 0 };
        let (mut limit, mut looked) = (Limit::ALL, 0);
        let sweep = sweep.timed();
        let mut stack = Stack::new();
        let mut push_near_last = |stack: &mut Stack<(Block, f64)>, blocks: &mut [Option<Block>], limit| {
            let mut entered = [(f64::INFINITY, Block::default()); 4];
            for (place, block) in entered.iter_mut().zip(blocks.iter().flatten()) {
                looked += 1;
                if let Some(b) = self.block_box(*block) {
                    *place = (sweep.enters(b.min.as_dvec3(), b.max.as_dvec3(), limit), *block);
                }
            }
            entered.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            entered.iter().filter(|e| e.0.is_finite()).for_each(|&(enter, block)| stack.push((block, enter)));
        };
        let mut first = under.blocks();
        push_near_last(&mut stack, &mut std::array::from_fn::<_, 4, _>(|_| first.next()), limit.fraction);
        while let Some((block, entered)) = stack.pop() {
            if limit.run_waiting_tests(entered, &mut visit).is_break() {
                return looked;
            }
            if entered > limit.fraction {
                continue;
            }
            if block.level > 0 {
                let mut children = block.children().map(|c| under.overlaps(c).then_some(c));
                push_near_last(&mut stack, &mut children, limit.fraction);
            } else if visit(self.triangles_of(block.column, block.row), &mut limit).is_break() {
                return looked;
            }
        }
        let _ = limit.run_waiting_tests(f64::INFINITY, &mut visit);
        looked
    }

    fn triangles_of(&self, column: u32, row: u32) -> Range<u32> {
        let first = 2 * self.cell_number(column, row);
        first..first + 2
    }

    /// Returns the smallest and largest y of a cell; None for a hole.
    #[inline]
    fn cell_range(&self, column: u32, row: u32) -> Option<[f32; 2]> {
        if self.holes.get(self.cell_number(column, row) as usize) {
            return None;
        }
        let line = self.grid.columns as usize;
        let a = row as usize * line + column as usize;
        let [a, b, d, c] = [a, a + 1, a + line, a + line + 1].map(|i| [self.samples.height(i); 2]);
        Some(union(union(a, b), union(c, d)))
    }

    #[inline]
    fn block_range(&self, block: Block) -> Option<[f32; 2]> {
        if block.level == 0 { self.cell_range(block.column, block.row) } else { self.samples.range(block) }
    }

    /// Returns the box of the cells in a block that are not holes, as wide as the block. None if
    /// all cells are holes.
    pub(super) fn block_box(&self, block: Block) -> Option<Aabb> {
        let [low, high] = self.block_range(block)?;
        let (x, z) = (self.grid.along_x(), self.grid.along_z());
        let ends = |place: u32, cells: u32| (place << block.level, ((place + 1) << block.level).min(cells));
        let (columns, rows) = (ends(block.column, x.cells), ends(block.row, z.cells));
        Some(Aabb {
            min: Vec3::new(x.at(columns.0), low, z.at(rows.0)),
            max: Vec3::new(x.at(columns.1), high, z.at(rows.1)),
        })
    }
}

/// The entries that a traversal still has to visit.
struct Stack<T> {
    entries: [T; STACK],
    height: usize,
}

impl<T: Copy + Default> Stack<T> {
    fn new() -> Self {
        Self { entries: [T::default(); STACK], height: 0 }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.height] = entry;
        self.height += 1;
    }

    fn pop(&mut self) -> Option<T> {
        self.height = self.height.checked_sub(1)?;
        Some(self.entries[self.height])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Diagonal, HeightGrid};
    use super::*;
    use glam::DVec3;

    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f32 / (1_u32 << 24) as f32
        }

        fn below(&mut self, n: u32) -> u32 {
            (self.unit() * n as f32) as u32
        }

        fn place(&mut self, size: Vec3) -> Vec3 {
            Vec3::new(self.unit(), self.unit(), self.unit()) * size
        }
    }

    /// Value noise: each octave has half the wavelength and half the height of the one before.
    fn noise(random: &mut Random, size: u32, octaves: u32) -> Vec<f32> {
        let mut heights = vec![0.0; (size * size) as usize];
        for octave in 0..octaves {
            let (wave, high) = (256.0 / f64::from(1_u32 << octave), 40.0 / (1_u32 << octave) as f32);
            let lines = (f64::from(size) / wave) as usize + 2;
            let lattice: Vec<f32> = (0..lines * lines).map(|_| random.unit() * high).collect();
            for (i, height) in heights.iter_mut().enumerate() {
                let (x, z) = ((i as u32 % size) as f64 / wave, (i as u32 / size) as f64 / wave);
                let (u, v) = (x.fract() as f32, z.fract() as f32);
                let at = |dx, dz| lattice[(z as usize + dz) * lines + x as usize + dx];
                let near = at(0, 0) * (1.0 - u) + at(1, 0) * u;
                *height += near * (1.0 - v) + (at(0, 1) * (1.0 - u) + at(1, 1) * u) * v;
            }
        }
        heights
    }

    fn grid(columns: u32, rows: u32) -> HeightGrid {
        HeightGrid { columns, rows, cell_x: 1.0, cell_z: 1.0, origin: Vec3::ZERO }
    }

    fn small_field(random: &mut Random) -> HeightField {
        let (columns, rows) = (2 + random.below(40), 2 + random.below(40));
        let grid = HeightGrid {
            cell_x: 0.1 + random.unit() * 3.0,
            cell_z: 0.1 + random.unit() * 3.0,
            origin: random.place(Vec3::splat(9.0)),
            ..grid(columns, rows)
        };
        let count = columns * rows;
        let field = if random.below(2) == 0 {
            HeightField::new(grid, (0..count).map(|_| random.unit() * 9.0).collect())
        } else {
            let samples = (0..count).map(|_| random.below(1 << 16) as u16).collect();
            HeightField::quantized(grid, samples, -2.0, 1.0 / 4096.0)
        };
        let holes = random.below(3) * 40;
        let field = field.expect("sound").with_holes(|_, _| random.below(100) < holes);
        field.with_diagonals(|_, _| if random.below(2) == 0 { Diagonal::Main } else { Diagonal::Anti })
    }

    #[test]
    fn gather_and_sweep_find_exactly_the_cells_that_looking_at_every_cell_finds() {
        let mut random = Random(1);
        for case in 0..300 {
            let field = small_field(&mut random);
            let (columns, rows) = field.cells();
            let cells = || (0..columns * rows).map(|i| (i % columns, i / columns));
            for _ in 0..30 {
                let size = [Vec3::splat(1.0), Vec3::splat(20.0), Vec3::new(60.0, 0.1, 60.0)][case % 3];
                let min = random.place(Vec3::splat(60.0)) - 10.0;
                let query = Aabb { min, max: min + random.place(size) };
                let boxes = || cells().map(|(column, row)| field.block_box(Block { level: 0, column, row }));
                let mut found = Vec::new();
                field.gather(&query, |range| found.push(range.start));
                found.sort_unstable();
                let overlapping =
                    (0..).step_by(2).zip(boxes()).filter(|(_, b)| b.is_some_and(|b| b.overlaps(query)));
                assert_eq!(
                    found,
                    overlapping.map(|(n, _)| n).collect::<Vec<u32>>(),
                    "case {case}: {query:?}"
                );

                let half = random.place(Vec3::splat(2.0)).as_dvec3();
                let motion = (random.place(Vec3::splat(60.0)) - 20.0).as_dvec3();
                let sweep = Sweep::new(min.as_dvec3(), motion, half);
                let mut found = Vec::new();
                field.sweep(&sweep, |range, _| {
                    found.push(range.start);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let enters =
                    |b: Aabb| sweep.timed().enters(b.min.as_dvec3(), b.max.as_dvec3(), 1.0).is_finite();
                let overlapping = (0..).step_by(2).zip(boxes()).filter(|(_, b)| b.is_some_and(enters));
                assert_eq!(
                    found,
                    overlapping.map(|(n, _)| n).collect::<Vec<u32>>(),
                    "case {case}: {sweep:?}"
                );
            }
        }
    }

    /// Returns the number of blocks and cells that a sweep visits until its first cell, the number
    /// that it visits in all, and the number of cells that it enters.
    fn cost(field: &HeightField, sweep: &Sweep) -> (u32, u32, u32) {
        let first = field.sweep(sweep, |_, _| ControlFlow::Break(()));
        let mut entered = 0;
        let looked = field.sweep(sweep, |_, _| {
            entered += 1;
            ControlFlow::Continue(())
        });
        (first, looked, entered)
    }

    /// Returns a sweep between two points on the border of the field, usually at different heights.
    fn across(random: &mut Random, size: f32, half: f64) -> Sweep {
        let ends = [0, 1].map(|_| {
            let along = random.unit() * size;
            let y = random.unit() * 100.0;
            match random.below(4) {
                0 => DVec3::new(along.into(), y.into(), 0.0),
                1 => DVec3::new(along.into(), y.into(), size.into()),
                2 => DVec3::new(0.0, y.into(), along.into()),
                _ => DVec3::new(size.into(), y.into(), along.into()),
            }
        });
        Sweep::new(ends[0], ends[1] - ends[0], DVec3::splat(half))
    }

    /// A line across 1024 cells crosses 1024 to 2048 of them. The pyramid must visit only a few,
    /// and a few more where the sweep comes near the ground.
    #[test]
    fn long_sweeps_look_at_few_blocks() {
        let mut random = Random(2);
        for octaves in [3, 8] {
            let field = HeightField::new(grid(1025, 1025), noise(&mut random, 1025, octaves)).expect("sound");
            let levels = field.samples.top().level;
            assert_eq!(levels, 10);
            for half in [0.0, 0.5, 5.0] {
                let mut near_the_ground = 0;
                for case in 0..300 {
                    let sweep = across(&mut random, 1024.0, half);
                    let (first, all, entered) = cost(&field, &sweep);
                    let counts = format!("case {case}: {first}, {all} for {entered} cells");
                    assert!(first <= 32 * levels && all <= 32 * (levels + entered), "{counts}");
                    near_the_ground += u32::from(entered > 0);
                }
                assert!(near_the_ground > 50, "{near_the_ground}");
            }
        }
    }

    #[test]
    fn short_sweeps_cost_the_same_in_any_field() {
        let count = |size: u32| {
            let field = HeightField::new(grid(size, size), vec![1.0; (size * size) as usize]).expect("sound");
            let middle = f64::from(size / 2);
            // A step of a ball beside the middle, where blocks of every level meet; a drop; a high
            // flight over the field.
            let step = Sweep::new(DVec3::new(middle, 1.6, middle), DVec3::X * 0.1, DVec3::splat(0.5));
            let drop = Sweep::new(DVec3::new(middle + 0.5, 900.0, 0.5), DVec3::Y * -1000.0, DVec3::ZERO);
            let high = Sweep::new(DVec3::new(0.0, 2.0, 0.0), DVec3::new(middle, 0.0, middle), DVec3::ZERO);
            [step, drop, high].map(|s| cost(&field, &s))
        };
        assert_eq!(count(16), [(4, 4, 0), (1, 1, 1), (4, 4, 0)]);
        assert_eq!(count(2048), count(16));
    }

    #[test]
    fn a_field_of_samples_of_16_bits_takes_less_than_6_bytes_a_cell() {
        let mut random = Random(3);
        for (columns, rows) in [(257, 257), (1000, 500), (90, 260)] {
            let cells = f64::from((columns - 1) * (rows - 1));
            let count = (columns * rows) as usize;
            let bytes = |field: HeightField, random: &mut Random| {
                let field = field.with_holes(|_, _| random.below(9) == 0);
                let cut = |c, r| if (c ^ r) & 1 == 0 { Diagonal::Main } else { Diagonal::Anti };
                field.with_diagonals(cut).memory_bytes() as f64 / cells
            };
            let quantized = HeightField::quantized(grid(columns, rows), vec![7; count], 0.0, 1.0);
            let float = HeightField::new(grid(columns, rows), vec![7.0; count]);
            let quantized = bytes(quantized.expect("sound"), &mut random);
            let float = bytes(float.expect("sound"), &mut random);
            assert!((3.5..4.0).contains(&quantized), "{quantized} bytes a cell");
            assert!((6.5..7.2).contains(&float), "{float} bytes a cell");
        }
    }
}
