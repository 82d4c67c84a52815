//! Integers of any size in place of f64, and vectors of them.
//!
//! Every finite f64 is an integer times a power of two. Numbers that are measured in one unit are
//! multiplied by a common power of two that makes all of them integers. The results are signs of
//! polynomials in which every term has the same degree, so the power never has to be divided out.

use num_bigint::{BigInt, Sign};

use crate::vector::V;

/// A vector of integers.
pub(super) type W = [BigInt; 3];

/// A power of two that converts numbers to integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    exponent: i32,
}

impl Unit {
    /// Returns a unit for all of `numbers`, which must be finite.
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>) -> Unit {
        let exponent = numbers.into_iter().filter(|x| *x != 0.0).map(|x| parts(x).1).min().unwrap_or(0);
        Unit { exponent }
    }

    /// Returns `x` in this unit. `x` must be one of the numbers passed to [`Unit::of`].
    pub(super) fn whole(self, x: f64) -> BigInt {
        let (mantissa, exponent) = parts(x);
        if mantissa == 0 { BigInt::ZERO } else { BigInt::from(mantissa) << (exponent - self.exponent) }
    }

    pub(super) fn vector(self, v: V) -> W {
        v.map(|x| self.whole(x))
    }
}

/// Splits `x` into mantissa and exponent: `x` = mantissa * 2^exponent. The mantissa is odd or zero.
fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let (field, fraction) = ((bits >> 52) as i32 & 0x7ff, (bits & ((1 << 52) - 1)) as i64);
    let (mantissa, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, exponent + zeros as i32)
}

pub(super) fn add(a: &W, b: &W) -> W {
    [&a[0] + &b[0], &a[1] + &b[1], &a[2] + &b[2]]
}

pub(super) fn sub(a: &W, b: &W) -> W {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub(super) fn dot(a: &W, b: &W) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(super) fn cross(a: &W, b: &W) -> W {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

/// Returns the sign as -1, 0 or 1.
pub(super) fn sign(x: &BigInt) -> i32 {
    match x.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_number_is_kept_whole() {
        let numbers = [0.0, -0.0, 1.0, -0.1, 1e300, -5e-324, f64::from(f32::MIN_POSITIVE), 1e-310];
        let unit = Unit::of(numbers);
        for x in numbers {
            // Compare in units of 2^-1074, the smallest f64, in which every f64 is an integer.
            let (mantissa, exponent) = parts(x);
            let whole = BigInt::from(mantissa) << (exponent + 1074);
            assert_eq!(unit.whole(x), whole, "{x:e}");
        }
        assert_eq!(parts(0.75), (3, -2));
        assert_eq!(parts(-6.0), (-3, 1));
        assert_eq!(parts(5e-324), (1, -1074));
    }
}
