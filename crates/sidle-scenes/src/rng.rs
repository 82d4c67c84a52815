//! The random numbers of the generated levels.

/// A small random number generator (SplitMix64), the same on every platform.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator; the same seed gives the same numbers.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number uniform in 0..1, in steps of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// Returns a number uniform in `low..high`.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Returns a whole number in `0..count`; 0 for a count of 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// Returns a number spread over magnitudes from `low` to `low * 2^doublings`: a power of two
    /// times a uniform number in 1..2. (A logarithm would differ between platforms.)
    pub fn magnitude(&mut self, low: f64, doublings: usize) -> f64 {
        let power = (1_u64 << self.below(doublings.min(62))) as f64;
        low * power * self.range(1.0, 2.0)
    }
}
