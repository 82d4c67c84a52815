//! Which of four polygons does a way surely lead past, by what is known of them at both of its ends?
//!
//! A polygon lies beyond the planes of both its bounds, so in a wedge. Seen from the way, x + t d with t in 0..=1, the first plane comes
//! nearer evenly, a = D0 - A t, and the second falls back, b = D1 - B (1 - t). Where both hold it off, the ridge of the wedge is the nearest
//! of it, with
//!     distance^2 = ((a - b)^2 + 2 h a b) / (h (2 - h)),  h = 1 - n0 . n1 = |n0 - n1|^2 / 2;
//! elsewhere one of them does, and the ridge is no nearer. So the least of this, of a parabola in t, is a lower bound. It is the distance
//! itself where one edge or one corner is the nearest all along, as it is to the chord of an arc. Where the second plane does not fall
//! back the polygon comes nearer to the very end.

use fearless_simd::{Level, Simd, dispatch, f64x4, prelude::*};

use super::bounds::Bounds;
use super::lanes::{Vector, dot, load3, sub};
use super::sweep::Path;
use crate::tolerance::FLAT_WEDGE;

/// One bit for each lane that a path comes nearer to, at its start.
pub(super) fn coming_nearer(level: Level, path: &Path, start: &Bounds) -> u32 {
    dispatch!(level, simd => comes_nearer(simd, path, start))
}

/// One bit for each lane that stays at least `clear` away all along the path.
pub(super) fn leads_past(level: Level, path: &Path, start: &Bounds, end: &Bounds, clear: f64) -> u32 {
    dispatch!(level, simd => stays_beyond(simd, path, start, end, clear))
}

#[inline(always)]
fn comes_nearer<S: Simd>(simd: S, path: &Path, start: &Bounds) -> u32 {
    let d = splat3(simd, path);
    dot::<S>(load3(simd, &start.normal), d).simd_lt(-path.parallel).to_bitmask() as u32
}

#[inline(always)]
fn stays_beyond<S: Simd>(simd: S, path: &Path, start: &Bounds, end: &Bounds, clear: f64) -> u32 {
    let (zero, one) = (f64x4::splat(simd, 0.0), f64x4::splat(simd, 1.0));
    let d = splat3(simd, path);
    let (n0, n1) = (load3(simd, &start.normal), load3(simd, &end.normal));
    let (d0, d1) = (f64x4::simd_from(simd, start.distance), f64x4::simd_from(simd, end.distance));
    let (coming, going) = (-dot::<S>(n0, d), dot::<S>(n1, d));
    let turn = sub::<S>(n0, n1);
    let h = dot::<S>(turn, turn) * 0.5;
    let (a, b) = (d0, d1 - going);
    let (apart, closing) = (a - b, coming + going);
    let twice = h * 2.0;
    let square = closing * closing - twice * (coming * going);
    let t = (apart * closing - h * (a * going - b * coming)) / square;
    let t = t.simd_gt(zero).select(t, zero);
    let t = t.simd_lt(one).select(t, one);
    let (a, b) = (a - coming * t, b + going * t);
    let ridge2 = (a - b) * (a - b) + twice * (a * b);
    let is_wedge = coming.simd_gt(zero) & h.simd_ge(FLAT_WEDGE) & a.simd_gt(zero) & b.simd_gt(zero);
    let beyond_the_ridge = is_wedge & ridge2.simd_ge((twice - h * h) * (clear * clear));
    let comes_on = going.simd_le(zero);
    ((comes_on & d1.simd_ge(clear)) | (!comes_on & beyond_the_ridge)).to_bitmask() as u32
}

#[inline(always)]
fn splat3<S: Simd>(simd: S, path: &Path) -> Vector<S> {
    [f64x4::splat(simd, path.d.x), f64x4::splat(simd, path.d.y), f64x4::splat(simd, path.d.z)]
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use sidle_scenes::SplitMix64;

    use super::*;
    use crate::geometry::{level, polygon};
    use crate::pair::bounds::LANES;
    use crate::pair::{Lever, Polygon};

    /// The naive twin: 200 places of the way, and the exact distance from each. What is said to be led past is never nearer than that at any of
    /// them; and nearly all of what is led past is said to be, the sooner the less the nearest part changes. Every width says the same.
    #[test]
    fn nothing_is_nearer_than_it_is_said_to_be() {
        let mut rng = SplitMix64::new(7);
        let lever = Lever { reach: 3.0, squeeze: 1.0 };
        let (mut said, mut past, mut one_part, mut said_of_one) = (0, 0, 0, 0);
        for case in 0..20_000 {
            let size = [1.0, 0.05, 30.0][case % 3];
            let mut v = |s: f64| DVec3::from([0; 3].map(|_| rng.range(-s, s)));
            let (x, d) = (v(0.5), v([0.5, 0.03][case / 3 % 2]));
            let corners: [[DVec3; 3]; LANES] = std::array::from_fn(|lane| {
                let (a, b) = (v(size), v(size));
                [a, b, if (case + lane) % 9 == 0 { a.midpoint(b) } else { v(size) }]
            });
            let clear = 0.001 + 0.4 * (case % 7) as f64 / 7.0;
            let path = Path { x, d, parallel: 1e-10 };
            let (mut start, mut end) = (Bounds::EMPTY, Bounds::EMPTY);
            for (lane, corners) in corners.iter().enumerate() {
                let polygon = Polygon::new(corners, lever);
                start.set(lane, &polygon.bound(x));
                end.set(lane, &polygon.bound(x + d));
            }
            let (coming, bits) =
                (coming_nearer(level(), &path, &start), leads_past(level(), &path, &start, &end, clear));
            for other in [Level::baseline(), Level::new()] {
                assert_eq!(bits, leads_past(other, &path, &start, &end, clear), "case {case}");
                assert_eq!(coming, coming_nearer(other, &path, &start), "case {case}");
            }
            for (lane, corners) in corners.iter().enumerate().filter(|(lane, _)| coming >> lane & 1 == 1) {
                let normal = polygon::unit_normal(corners);
                let away = |p: DVec3| (polygon::nearest(p, corners, normal).point - p).length();
                let least =
                    (0..=200).map(|i| away(x + d * (f64::from(i) / 200.0))).fold(f64::INFINITY, f64::min);
                let is_said = bits >> lane & 1 == 1;
                assert!(!is_said || least > clear * (1.0 - 1e-9), "case {case}: {least} from {corners:?}");
                if least > clear * 1.001 {
                    let is_one = start.get(lane).feature == end.get(lane).feature;
                    (past, said) = (past + 1, said + u32::from(is_said));
                    (one_part, said_of_one) =
                        (one_part + u32::from(is_one), said_of_one + u32::from(is_one && is_said));
                }
            }
        }
        println!("said of {said} of {past}; of one part {said_of_one} of {one_part}");
        assert!(past > 15_000 && 10 * said > 8 * past && one_part > 5_000, "{said} of {past}, {one_part}");
        assert!(1000 * said_of_one > 998 * one_part, "{said_of_one} of {one_part}");
    }
}
