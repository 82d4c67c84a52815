//! Packs blocks of texels into pages.

/// Side of the largest page in texels.
pub(crate) const PAGE: u32 = 4096;

/// Position of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Index of the page.
    pub(crate) page: u32,
    /// Texels from the left and the upper edge of the page.
    pub(crate) at: [u32; 2],
}

/// Packs blocks (width and height, at most [`PAGE`]) onto shelves, the highest first. Returns the
/// position of each block, and the width and height of the pages. The result is deterministic.
pub(crate) fn pack(blocks: &[[u32; 2]]) -> (Vec<Spot>, Vec<[u32; 2]>) {
    let area: f64 = blocks.iter().map(|&[w, h]| f64::from(w) * f64::from(h)).sum();
    let widest = blocks.iter().map(|b| b[0]).max().unwrap_or(1);
    let width = ((area * 1.05).sqrt().ceil() as u32).clamp(widest, PAGE);
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse([blocks[i][1], blocks[i][0]]), i));
    let mut spots = vec![Spot::default(); blocks.len()];
    let mut pages: Vec<[u32; 2]> = Vec::new();
    // The next x on the shelf, the y of the shelf, and its height.
    let (mut x, mut y, mut high) = (0, 0, 0);
    for i in order {
        let [w, h] = blocks[i];
        if x + w > width {
            (x, y, high) = (0, y + high, 0);
        }
        // The highest blocks come first, so only the first block of a shelf can exceed the page.
        if pages.is_empty() || y + h > PAGE {
            pages.push([width, 0]);
            (x, y, high) = (0, 0, 0);
        }
        let page = pages.len() - 1;
        spots[i] = Spot { page: page as u32, at: [x, y] };
        x += w;
        high = high.max(h);
        pages[page][1] = pages[page][1].max(y + h);
    }
    (spots, pages)
}

#[cfg(test)]
mod tests {
    use super::{PAGE, pack};
    use sidle_scenes::SplitMix64;

    #[test]
    fn m14_blocks_lie_on_their_pages_and_not_on_each_other() {
        let mut rng = SplitMix64::new(5);
        for (count, largest) in [(0, 9), (1, 4096), (700, 40), (60, 1500), (40, 4096)] {
            let mut side = || 1 + rng.below(largest) as u32;
            let blocks: Vec<[u32; 2]> = (0..count).map(|_| [side(), side()]).collect();
            let (spots, pages) = pack(&blocks);
            assert!(pages.iter().all(|p| p[0] <= PAGE && p[1] <= PAGE));
            let mut covered: Vec<Vec<bool>> =
                pages.iter().map(|&[w, h]| vec![false; (w * h) as usize]).collect();
            for (spot, [w, h]) in spots.iter().zip(&blocks) {
                let page = pages[spot.page as usize];
                assert!(spot.at[0] + w <= page[0] && spot.at[1] + h <= page[1]);
                for y in spot.at[1]..spot.at[1] + h {
                    for x in spot.at[0]..spot.at[0] + w {
                        let texel = &mut covered[spot.page as usize][(y * page[0] + x) as usize];
                        assert!(!std::mem::replace(texel, true), "two blocks at {x} {y}");
                    }
                }
            }
            if count == 700 {
                let used = covered[0].iter().filter(|&&c| c).count();
                assert!(used * 10 > covered[0].len() * 8, "{used} of {} texels are used", covered[0].len());
            }
            assert_eq!(pack(&blocks), (spots, pages));
        }
    }
}
