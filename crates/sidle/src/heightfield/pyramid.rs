//! The smallest and largest sample of every block of cells.

/// A block of 2^`level` x 2^`level` cells; at level 0, one cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub(super) level: u32,
    pub(super) column: u32,
    pub(super) row: u32,
}

impl Block {
    /// Returns the four blocks of the level below. Some of them may lie outside the field.
    pub(super) fn children(self) -> [Self; 4] {
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| Self {
            level: self.level - 1,
            column: 2 * self.column + right,
            row: 2 * self.row + down,
        })
    }
}

/// The ranges of samples, in the format of the samples, from blocks of 2 x 2 cells up to one block
/// that contains the field. In total they take a third of a range per cell. Ranges of single cells
/// are not stored: they would take four times as much memory, and reading four samples gives the
/// same result.
#[derive(Clone, Debug, Default)]
pub(super) struct Pyramid<S> {
    /// Start index and number of columns of each level, from level 1 on.
    levels: Vec<(usize, u32)>,
    ranges: Vec<[S; 2]>,
}

impl<S: Copy + PartialOrd> Pyramid<S> {
    /// Builds the pyramid. `cell(column, row)` returns the range of a cell, or None for a hole.
    /// `empty` is a range whose minimum is above its maximum.
    pub(super) fn new(
        (columns, rows): (u32, u32),
        empty: [S; 2],
        cell: impl Fn(u32, u32) -> Option<[S; 2]>,
    ) -> Self {
        let mut pyramid = Self { levels: Vec::new(), ranges: Vec::new() };
        let (mut size, mut level) = ((columns, rows), 0);
        while level == 0 || size.0 > 1 || size.1 > 1 {
            let below = size;
            size = (below.0.div_ceil(2), below.1.div_ceil(2));
            level += 1;
            let start = pyramid.ranges.len();
            for row in 0..size.1 {
                for column in 0..size.0 {
                    let mut range = empty;
                    for child in (Block { level, column, row }).children() {
                        if child.column < below.0
                            && child.row < below.1
                            && let Some(part) = pyramid.below(child, &cell)
                        {
                            range = union(range, part);
                        }
                    }
                    pyramid.ranges.push(range);
                }
            }
            pyramid.levels.push((start, size.0));
        }
        pyramid.ranges.shrink_to_fit();
        pyramid.levels.shrink_to_fit();
        pyramid
    }

    fn below(&self, block: Block, cell: impl Fn(u32, u32) -> Option<[S; 2]>) -> Option<[S; 2]> {
        if block.level == 0 { cell(block.column, block.row) } else { self.range(block) }
    }

    /// Returns the range of a block of level 1 or more, or None if all its cells are holes.
    #[inline]
    pub(super) fn range(&self, block: Block) -> Option<[S; 2]> {
        let (start, columns) = self.levels[block.level as usize - 1];
        let range = self.ranges[start + block.row as usize * columns as usize + block.column as usize];
        (range[0] <= range[1]).then_some(range)
    }

    /// Returns the block that contains the whole field.
    pub(super) fn top(&self) -> Block {
        Block { level: self.levels.len() as u32, column: 0, row: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.capacity() * size_of::<(usize, u32)>() + self.ranges.capacity() * size_of::<[S; 2]>()
    }
}

/// Returns the smallest range that contains both.
#[inline]
pub(super) fn union<S: Copy + PartialOrd>(a: [S; 2], b: [S; 2]) -> [S; 2] {
    [if b[0] < a[0] { b[0] } else { a[0] }, if b[1] > a[1] { b[1] } else { a[1] }]
}
