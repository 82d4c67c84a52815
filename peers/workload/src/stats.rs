//! Percentiles, means, and a hash.

/// Returns the smallest value that at least `share` (0..=1) of all values do not exceed. Sorts the
/// values. Returns zero for an empty list.
pub fn percentile(values: &mut [u32], share: f64) -> u32 {
    values.sort_unstable();
    let rank = (share * values.len() as f64).ceil() as usize;
    values.get(rank.clamp(1, values.len().max(1)) - 1).copied().unwrap_or(0)
}

/// Returns the median; for an even number of values the mean of the two in the middle. NaN for an
/// empty list.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    if n == 0 {
        return f64::NAN;
    }
    0.5 * (values[(n - 1) / 2] + values[n / 2])
}

/// Returns the geometric mean. NaN for an empty list.
pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|x| x.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// FNV-1a over every bit.
pub fn hash_of(points: &[crate::P]) -> u64 {
    points
        .iter()
        .flatten()
        .flat_map(|x| x.to_bits().to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let mut values: Vec<u32> = (1..=200).rev().collect();
        assert_eq!(percentile(&mut values, 0.5), 100);
        assert_eq!(percentile(&mut values, 0.99), 198);
        assert_eq!(percentile(&mut values, 1.0), 200);
        assert_eq!(percentile(&mut [5], 0.01), 5);
        assert_eq!(percentile(&mut [], 0.5), 0);
    }

    #[test]
    fn means() {
        assert!((geometric_mean(&[1.0, 100.0]) - 10.0).abs() < 1e-12);
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [9.0, 1.0]), 5.0);
    }

    #[test]
    fn the_hash_sees_the_sign_of_zero() {
        assert_ne!(hash_of(&[[0.0, 0.0, 0.0]]), hash_of(&[[0.0, -0.0, 0.0]]));
    }
}
