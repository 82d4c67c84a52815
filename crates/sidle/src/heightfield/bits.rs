//! One bit per cell.

/// A bit set. It allocates no memory as long as no bit is set.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    /// Creates `count` bits. Bit `i` is set if `is_set(i)` returns true.
    pub(super) fn of(count: usize, mut is_set: impl FnMut(usize) -> bool) -> Self {
        let mut words = Vec::new();
        for i in (0..count).filter(|&i| is_set(i)) {
            if words.is_empty() {
                words = vec![0; count.div_ceil(64)];
            }
            words[i / 64] |= 1 << (i % 64);
        }
        Self { words }
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    pub(super) fn count(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}
