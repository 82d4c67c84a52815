//! The source of every random choice: a seed, or a string of bytes.
//!
//! The same generators serve the seeded loops, the property tests and the fuzzer. A seed is an
//! endless string of bytes; a byte string continues with zeros after its end. Generators map zero
//! to their first and simplest choice, so shrinking the bytes shrinks the generated input.

use sidle_scenes::SplitMix64;

/// A source of choices.
#[derive(Clone, Debug)]
pub struct Rng<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    Seed { stream: SplitMix64, word: u64, left: u32 },
    Bytes(&'a [u8]),
}

impl Rng<'static> {
    /// Creates an endless source; the same seed gives the same choices.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seed { stream: SplitMix64::new(seed), word: 0, left: 0 })
    }
}

impl<'a> Rng<'a> {
    /// Creates a source that reads these bytes, then zeros.
    #[must_use]
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Self(Source::Bytes(bytes))
    }

    /// Returns the next eight bits.
    pub fn byte(&mut self) -> u8 {
        match &mut self.0 {
            Source::Seed { stream, word, left } => {
                if *left == 0 {
                    (*word, *left) = (stream.next_u64(), 8);
                }
                let byte = *word as u8;
                (*word, *left) = (*word >> 8, *left - 1);
                byte
            }
            Source::Bytes(bytes) => match bytes.split_first() {
                Some((first, rest)) => {
                    *bytes = rest;
                    *first
                }
                None => 0,
            },
        }
    }

    /// Returns the unread bytes; empty for a seed.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        match self.0 {
            Source::Seed { .. } => &[],
            Source::Bytes(bytes) => bytes,
        }
    }

    /// Returns the next 32 bits.
    pub fn word(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// Returns a whole number in `0..count`; 0 for a count of 0 or 1. A count up to 256 takes one
    /// byte, larger counts take two or four.
    pub fn below(&mut self, count: usize) -> usize {
        let (drawn, of) = match count {
            0 | 1 => return 0,
            2..=256 => (u64::from(self.byte()), 1 << 8),
            257..=65_536 => (u64::from(self.byte()) << 8 | u64::from(self.byte()), 1 << 16),
            _ => (u64::from(self.word()), 1_u64 << 32),
        };
        (drawn * count as u64 / of) as usize
    }

    /// Returns true in `times` of 256 draws; a zero byte gives false.
    pub fn chance(&mut self, times: u8) -> bool {
        self.byte() >= (255 - times).saturating_add(1)
    }

    /// Returns one of several values.
    pub fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }

    /// Returns an index into the list of weights, drawn in proportion to them. The sum of the
    /// weights is at most 256.
    pub fn weighted(&mut self, weights: &[u8]) -> usize {
        let sum: usize = weights.iter().map(|&w| usize::from(w)).sum();
        let mut drawn = self.below(sum);
        for (i, &weight) in weights.iter().enumerate() {
            if drawn < usize::from(weight) {
                return i;
            }
            drawn -= usize::from(weight);
        }
        0
    }

    /// Returns a number in 0..1, in steps of 2^-24.
    pub fn unit(&mut self) -> f32 {
        let bits = u32::from(self.byte()) << 16 | u32::from(self.byte()) << 8 | u32::from(self.byte());
        bits as f32 / 16_777_216.0
    }

    /// Returns a number in `low..high`; zero bytes give `low`.
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a number in -1..1. The first bit is the sign, so both signs occur even with few
    /// bytes.
    pub fn signed_unit(&mut self) -> f32 {
        let sign = if self.byte() & 1 == 0 { 1.0 } else { -1.0 };
        sign * self.unit()
    }

    /// Returns a number whose magnitude is spread from `low` to `high`: a power of two times a
    /// number in 1..2.
    pub fn magnitude(&mut self, low: f32, high: f32) -> f32 {
        let doublings = doublings(high / low).max(0) as usize;
        let power = (0..self.below(doublings.max(1))).fold(1.0_f32, |p, _| p * 2.0);
        low * power * (1.0 + self.unit())
    }
}

/// Returns the whole number nearest to the binary logarithm of a positive ratio. It uses the bits
/// of the number, because the system's logarithm differs between platforms.
#[must_use]
pub(crate) fn doublings(ratio: f32) -> i32 {
    let exponent = ((ratio * std::f32::consts::SQRT_2).to_bits() >> 23) & 0xff;
    exponent as i32 - 127
}

#[cfg(test)]
mod tests {
    use super::{Rng, doublings};

    #[test]
    fn doublings_are_the_rounded_logarithm() {
        for i in 1..20_000_u32 {
            let ratio = 1e-4 * 1.0013_f32.powi(i as i32 % 12_000) + i as f32 * 1e-6;
            let log = f64::from(ratio).log2();
            // Halfway between two whole numbers, either one is right.
            if (log.fract().abs() - 0.5).abs() > 1e-5 {
                assert_eq!(doublings(ratio), log.round() as i32, "{ratio}");
            }
        }
    }

    #[test]
    fn a_dry_string_makes_the_plainest_choice() {
        let mut rng = Rng::of_bytes(&[255]);
        assert_eq!(rng.below(7), 6);
        assert_eq!((rng.below(7), rng.weighted(&[3, 1]), rng.unit(), rng.chance(255)), (0, 0, 0.0, false));
        assert_eq!(rng.range(2.0, 3.0), 2.0);
        assert!(!rng.chance(128));
    }

    #[test]
    fn a_seed_is_a_string_of_bytes() {
        let mut seeded = Rng::seeded(7);
        let bytes: Vec<u8> = (0..64).map(|_| seeded.byte()).collect();
        let (mut seeded, mut read) = (Rng::seeded(7), Rng::of_bytes(&bytes));
        for _ in 0..5 {
            assert_eq!(seeded.below(1000), read.below(1000));
            assert_eq!(seeded.unit().to_bits(), read.unit().to_bits());
            assert_eq!(seeded.magnitude(1e-6, 1e3).to_bits(), read.magnitude(1e-6, 1e3).to_bits());
        }
    }

    #[test]
    fn draws_reach_everything_about_as_often_as_they_should() {
        let mut rng = Rng::seeded(1);
        let mut seen = [0; 3];
        (0..8000).for_each(|_| seen[rng.weighted(&[4, 2, 2])] += 1);
        assert!((3700..4300).contains(&seen[0]) && (1800..2200).contains(&seen[2]), "{seen:?}");
        let often = (0..25_600).filter(|_| rng.chance(10)).count();
        assert!((850..1150).contains(&often), "{often}");
        assert!((0..1000).all(|_| (1e-3..1.1e3).contains(&rng.magnitude(1e-3, 1e3))));
    }
}
