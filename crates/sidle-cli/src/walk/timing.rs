//! Durations of moves: a histogram of constant size, and the overhead of the clock.

use std::time::Instant;

/// Logarithm of the buckets per doubling. The resolution is 1/256 of the value.
const FINE_BITS: u32 = 8;
const FINE: u64 = 1 << FINE_BITS;

/// A histogram of nanoseconds whose buckets grow with the value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Histogram {
    buckets: Vec<u64>,
    count: u64,
}

impl Histogram {
    /// Adds one value.
    pub(crate) fn add(&mut self, nanos: u64) {
        let bucket = bucket_of(nanos);
        if bucket >= self.buckets.len() {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
        self.count += 1;
    }

    /// Adds all values of another histogram.
    pub(crate) fn merge(&mut self, other: &Self) {
        if other.buckets.len() > self.buckets.len() {
            self.buckets.resize(other.buckets.len(), 0);
        }
        self.buckets.iter_mut().zip(&other.buckets).for_each(|(mine, theirs)| *mine += theirs);
        self.count += other.count;
    }

    /// Returns the number of values.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the value that a fraction `share` of all values, 0..=1, does not exceed; 0 if empty.
    pub(crate) fn quantile(&self, share: f64) -> u64 {
        let rank = ((self.count as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        for (bucket, count) in self.buckets.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return least_of(bucket);
            }
        }
        0
    }
}

fn bucket_of(nanos: u64) -> usize {
    let doublings = (64 - FINE_BITS - 1).saturating_sub(nanos.leading_zeros());
    (u64::from(doublings) * FINE + (nanos >> doublings)) as usize
}

fn least_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    let doublings = (bucket / FINE).saturating_sub(1);
    (bucket - doublings * FINE) << doublings
}

/// Returns the overhead of one reading of the clock in nanoseconds: the median of many empty
/// measurements.
pub(crate) fn clock_overhead() -> u64 {
    let mut empty: Vec<u64> = (0..1001)
        .map(|_| {
            let start = Instant::now();
            start.elapsed().as_nanos() as u64
        })
        .collect();
    empty.sort_unstable();
    empty[empty.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::{Histogram, bucket_of, least_of};

    #[test]
    fn buckets_are_in_order_and_fine() {
        let mut last = 0;
        for nanos in (0..10_000).chain((14..50).map(|k| (1 << k) + 12_345)) {
            let bucket = bucket_of(nanos);
            assert!(bucket >= last && least_of(bucket) <= nanos, "{nanos}");
            assert!((nanos - least_of(bucket)) as f64 <= nanos as f64 / 256.0, "{nanos}");
            last = bucket;
        }
    }

    #[test]
    fn quantiles_are_those_of_the_values() {
        let (mut a, mut b) = (Histogram::default(), Histogram::default());
        (1..=50).for_each(|n| a.add(n));
        (51..=100).for_each(|n| b.add(n));
        a.merge(&b);
        assert_eq!([a.quantile(0.5), a.quantile(0.99), a.quantile(1.0)], [50, 99, 100]);
        assert_eq!(Histogram::default().quantile(0.5), 0);
    }
}
