//! Storage of heights: f32, or u16 with a base and a step.

use super::pyramid::{Block, Pyramid, union};

/// The heights, row by row, and the ranges of their blocks. Decoded values are y in the world.
#[derive(Clone, Debug)]
pub(super) enum Samples {
    Float { heights: Vec<f32>, ranges: Pyramid<f32> },
    Quantized { samples: Vec<u16>, ranges: Pyramid<u16>, base: f64, step: f64 },
}

/// Returns `base` + `step` * `sample`, computed in f64 and rounded to f32 once. The result never
/// decreases as `sample` grows. Adding 0 turns -0 into 0.
#[inline]
fn decode(base: f64, step: f64, sample: u16) -> f32 {
    (base + step * f64::from(sample)) as f32 + 0.0
}

impl Samples {
    pub(super) fn float(heights: Vec<f32>) -> Self {
        Self::Float { heights, ranges: Pyramid::default() }
    }

    pub(super) fn quantized(samples: Vec<u16>, base: f64, step: f64) -> Self {
        Self::Quantized { samples, ranges: Pyramid::default(), base, step }
    }

    #[inline]
    pub(super) fn height(&self, i: usize) -> f32 {
        match self {
            Self::Float { heights, .. } => heights[i],
            Self::Quantized { samples, base, step, .. } => decode(*base, *step, samples[i]),
        }
    }

    /// Returns the smallest and largest height of a block of level 1 or more, or None if all its
    /// cells are holes.
    #[inline]
    pub(super) fn range(&self, block: Block) -> Option<[f32; 2]> {
        match self {
            Self::Float { ranges, .. } => ranges.range(block),
            Self::Quantized { ranges, base, step, .. } => {
                ranges.range(block).map(|r| r.map(|s| decode(*base, *step, s)))
            }
        }
    }

    pub(super) fn top(&self) -> Block {
        match self {
            Self::Float { ranges, .. } => ranges.top(),
            Self::Quantized { ranges, .. } => ranges.top(),
        }
    }

    /// Computes the ranges of the cells that are not holes. `cells` is the number of columns and
    /// rows.
    pub(super) fn rank(&mut self, cells: (u32, u32), is_hole: impl Fn(u32, u32) -> bool) {
        match self {
            Self::Float { heights, ranges } => {
                *ranges = Pyramid::new(cells, [f32::INFINITY, f32::NEG_INFINITY], |c, r| {
                    (!is_hole(c, r)).then(|| range_of_cell(heights, cells.0, c, r))
                });
            }
            Self::Quantized { samples, ranges, .. } => {
                *ranges = Pyramid::new(cells, [u16::MAX, 0], |c, r| {
                    (!is_hole(c, r)).then(|| range_of_cell(samples, cells.0, c, r))
                });
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Float { heights, ranges } => heights.capacity() * size_of::<f32>() + ranges.bytes(),
            Self::Quantized { samples, ranges, .. } => samples.capacity() * size_of::<u16>() + ranges.bytes(),
        }
    }
}

fn range_of_cell<S: Copy + PartialOrd>(samples: &[S], columns: u32, column: u32, row: u32) -> [S; 2] {
    let line = columns as usize + 1;
    let near = row as usize * line + column as usize;
    let [a, b, d, c] = [near, near + 1, near + line, near + line + 1].map(|i| [samples[i]; 2]);
    union(union(a, b), union(c, d))
}
