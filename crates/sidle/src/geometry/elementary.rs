//! exp, ln and cos from + - * / and bit operations only, so that results are bit-identical on every
//! machine.

const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000); // 32 bits of ln 2: k * LN_2_HIGH is exact for |k| < 2^20
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

// Tables, so that the compiler unrolls the loops and `ln` divides only once.
const DIVISORS: [f64; 15] = [15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
const ODD_PARTS: [f64; 11] = [
    1.0 / 23.0,
    1.0 / 21.0,
    1.0 / 19.0,
    1.0 / 17.0,
    1.0 / 15.0,
    1.0 / 13.0,
    1.0 / 11.0,
    1.0 / 9.0,
    1.0 / 7.0,
    1.0 / 5.0,
    1.0 / 3.0,
];

/// Returns cos x for x from 0 to pi/2, with an error below 1e-15: the Taylor series to degree 24.
pub(crate) fn cos(x: f64) -> f64 {
    let x2 = x * x;
    (1..=12).rev().fold(1.0, |rest, k| {
        let k = 2.0 * f64::from(k);
        1.0 - x2 * rest / (k * (k - 1.0))
    })
}

/// Returns e^x, within 2 units in the last place for results that are normal numbers. Returns 0
/// below -708 and infinity above 709.7.
///
/// x = k ln 2 + r with |r| <= 0.35, followed by the Taylor series of e^r to degree 15 (remainder
/// below 1e-19).
pub(crate) fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.7 {
        return f64::INFINITY;
    }
    if x < -708.0 {
        return 0.0;
    }
    let scaled = x * std::f64::consts::LOG2_E;
    let k = (if scaled >= 0.0 { scaled + 0.5 } else { scaled - 0.5 }) as i64;
    let r = (x - k as f64 * LN_2_HIGH) - k as f64 * LN_2_LOW;
    let mut sum = 1.0;
    for n in DIVISORS {
        sum = 1.0 + r / n * sum;
    }
    // Two factors, because 2^k itself can be out of range even if the result is not.
    sum * power_of_two(k / 2) * power_of_two(k - k / 2)
}

/// Returns ln x for x > 0, within 2 units in the last place (near 1, within 2e-16 absolute).
/// Returns minus infinity at 0 and NaN below.
///
/// x = 2^k m with sqrt(1/2) <= m < sqrt(2), s = (m - 1) / (m + 1), ln m = 2 (s + s^3/3 + s^5/5
/// ...),
/// |s| < 0.1716.
pub(crate) fn ln(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * power_of_two(54), -54) } else { (x, 0) };
    let bits = x.to_bits();
    let mut k = ((bits >> 52) & 0x7FF) as i64 - 1023 + shift;
    let mut m = f64::from_bits((bits & 0x000F_FFFF_FFFF_FFFF) | 0x3FF0_0000_0000_0000);
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1;
    }
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let mut series = 0.0;
    for odd in ODD_PARTS {
        series = s2 * (odd + series);
    }
    // The leading term 2 s is added last because it is by far the largest.
    k as f64 * LN_2_HIGH + (k as f64 * LN_2_LOW + (2.0 * s * series + 2.0 * s))
}

fn power_of_two(k: i64) -> f64 {
    f64::from_bits(((k + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits from a 40-digit computation.
    #[allow(clippy::excessive_precision, reason = "the digits are those of the source")]
    const KNOWN: [(f64, f64); 8] = [
        (1.0, std::f64::consts::E),
        (-1.0, 0.367_879_441_171_442_321_6),
        (0.5, 1.648_721_270_700_128_146_8),
        (-0.3465, 0.707_158_819_287_271_321_4),
        (10.0, 22_026.465_794_806_716_517),
        (-20.0, 2.061_153_622_438_557_827_97e-9),
        (100.0, 2.688_117_141_816_135_448_4e43),
        (700.0, 1.014_232_054_735_004_509_5e304),
    ];

    #[test]
    fn exp_and_ln_match_known_digits() {
        for (x, e) in KNOWN {
            assert!(
                (exp(x) / e - 1.0).abs() < 1e-15 * (1.0 + x.abs() * 1e-2),
                "exp({x}) = {:e}, not {e:e}",
                exp(x)
            );
            assert!((ln(e) - x).abs() <= 4e-16 * x.abs().max(1.0), "ln({e}) = {}, not {x}", ln(e));
        }
    }

    #[test]
    fn exp_and_ln_follow_std_over_their_range() {
        for i in -70_000..70_000 {
            let x = f64::from(i) * 0.01 + 0.001;
            assert!((exp(x) / x.exp() - 1.0).abs() < 5e-16, "exp({x})");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() <= 4.5e-16 * y.ln().abs().max(1.0), "ln({y:e})");
        }
        for i in 1..100_000 {
            let y = f64::from(i) * 1e-4;
            assert!((ln(y) - y.ln()).abs() <= 4.5e-16 * y.ln().abs().max(1.0), "ln({y})");
        }
    }

    #[test]
    fn exp_and_ln_at_the_ends() {
        assert_eq!(exp(-1e9), 0.0);
        assert_eq!(exp(1e9), f64::INFINITY);
        assert!(exp(f64::NAN).is_nan() && ln(f64::NAN).is_nan() && ln(-1.0).is_nan());
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(ln(1.0), 0.0);
        assert!((ln(f64::from_bits(1)) + 744.440_071_921_381_2).abs() < 1e-12);
    }
}
