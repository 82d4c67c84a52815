//! Path rejection test: which of four polygons does a path certainly pass, judging by the
//! separating axes at both of its ends?
//!
//! A polygon lies beyond the planes of both axes, and therefore in a wedge. Seen from the path, x +
//! t d with t in 0..=1, the first plane approaches linearly, a = D0 - A t. The second recedes
//! linearly, b = D1 - B (1 - t). While both planes separate the wedge from the point, the closest
//! part of the wedge is its ridge, with
//!     distance^2 = ((a - b)^2 + 2 h a b) / (h (2 - h)),  h = 1 - n0 . n1 = |n0 - n1|^2 / 2;
//! a parabola in t.
//!
//! The first plane may separate alone before the ridge does, or up to the end; there the wedge is
//! no closer than D1. The second plane may separate alone after the ridge, or from the start; there
//! the wedge is no closer than D0. The distance is therefore never below the smallest of D0, D1 and
//! the minimum of the parabola. This bound is exact if one edge or one corner is closest along the
//! whole path, as it is for the chord of an arc. If the second plane does not recede, the polygon
//! approaches until the end of the path.
//!
//! The test needs only valid separating axes. The certified distance of a polygon whose corners
//! leave its plane can be far below the true distance.

use fearless_simd::{Level, Simd, dispatch, f64x4, prelude::*};

use super::bounds::Bounds;
use super::clear_plane::Path;
use super::lanes::{Vector, dot, load3, sub};
use crate::tolerance::FLAT_WEDGE;

/// Returns one bit for each lane that a path approaches at its start. Also sets the bit of each
/// lane whose plane at the start does not prove a distance above `bare` along the whole path.
pub(super) fn coming_nearer(level: Level, path: &Path, start: &Bounds, bare: f64) -> u32 {
    dispatch!(level, simd => comes_nearer(simd, path, start, bare))
}

/// Returns one bit for each lane that is certainly at least `clear` away along the whole path.
pub(super) fn leads_past(level: Level, path: &Path, start: &Bounds, end: &Bounds, clear: f64) -> u32 {
    dispatch!(level, simd => stays_beyond(simd, path, start, end, clear))
}

#[inline(always)]
fn comes_nearer<S: Simd>(simd: S, path: &Path, start: &Bounds, bare: f64) -> u32 {
    let d = splat3(simd, path);
    let going = dot::<S>(load3(simd, &start.normal), d);
    let distance = f64x4::simd_from(simd, start.distance);
    let least = (distance + going).min(distance);
    (going.simd_lt(-path.parallel) | least.simd_lt(bare)).to_bitmask() as u32
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
    let ends_beyond = d0.simd_ge(clear) & d1.simd_ge(clear);
    (ends_beyond & (comes_on | beyond_the_ridge)).to_bitmask() as u32
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
    use crate::cull::level;
    use crate::geometry::polygon;
    use crate::narrow_phase::bounds::LANES;
    use crate::narrow_phase::{Obstacle, RoundingScale};

    /// Compares with a reference implementation: the minimum distance along the path by trisection,
    /// since distances are convex. A rejected polygon is never closer than `clear`, and a polygon
    /// that does not come nearer is never closer than `bare`. The test rejects most polygons that
    /// the path passes, and nearly all of those with the same closest feature at both ends. Every
    /// SIMD level gives the same result.
    #[test]
    fn nothing_is_nearer_than_it_is_said_to_be() {
        let mut rng = SplitMix64::new(7);
        let rounding_scale = RoundingScale { reach: 3.0, squeeze: 1.0 };
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
                let polygon = Obstacle::new(corners, None, rounding_scale);
                start.set(lane, &polygon.axis(x));
                end.set(lane, &polygon.axis(x + d));
            }
            let (coming, bits) = (
                coming_nearer(level(), &path, &start, 0.5 * clear),
                leads_past(level(), &path, &start, &end, clear),
            );
            for other in [Level::baseline(), Level::new()] {
                assert_eq!(bits, leads_past(other, &path, &start, &end, clear), "case {case}");
                assert_eq!(coming, coming_nearer(other, &path, &start, 0.5 * clear), "case {case}");
            }
            for (lane, corners) in corners.iter().enumerate() {
                let normal = polygon::unit_normal(corners);
                let away = |p: DVec3| (polygon::nearest(p, corners, normal).point - p).length();
                let least = least_between(|t| away(x + d * t));
                if coming >> lane & 1 == 0 {
                    assert!(least > 0.5 * clear * (1.0 - 1e-9), "case {case}: {least} from {corners:?}");
                    continue;
                }
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

    /// Returns the minimum of a convex function between 0 and 1.
    fn least_between(f: impl Fn(f64) -> f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..80 {
            let (a, b) = ((2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0);
            if f(a) < f(b) { high = b } else { low = a }
        }
        f(0.5 * (low + high)).min(f(0.0)).min(f(1.0))
    }

    /// Uses a five-cornered polygon of a kilometre whose corners leave its plane by 45 mm, which a
    /// builder accepts. The certified distance at the end of the path is a tenth of a metre below
    /// the true distance. The ridge of the wedge lies far behind its planes. The bare ball of half
    /// a metre overlaps the polygon, which was once rejected wrongly.
    #[test]
    fn a_bound_that_is_far_too_low_shows_nothing() {
        let corners = [
            DVec3::new(464.888_243_023_415_16, -184.062_276_142_076_66, -0.045),
            DVec3::new(235.215_032_437_173_1, 441.218_640_263_055_53, 0.033_995_760_096_144_63),
            DVec3::new(-484.291_580_153_652_8, 124.344_945_181_853_5, -0.040_174_315_241_665_61),
            DVec3::new(-339.128_929_690_873_86, -367.411_989_087_155_7, -0.009_434_632_472_175_32),
            DVec3::new(318.711_992_495_599_53, -385.256_623_355_763_9, 0.045),
        ];
        let x = DVec3::new(464.916_294_948_181_87, -183.942_988_426_160_3, 0.451_451_625_009_323_8);
        let d = DVec3::new(-0.445_735_699_553_818_2, -0.162_528_551_712_356_58, -3.732_517_115_976_491_5e-6);
        let polygon = Obstacle::new(&corners, None, RoundingScale { reach: 1.0, squeeze: 1.0 });
        let (mut start, mut end) = (Bounds::EMPTY, Bounds::EMPTY);
        start.set(0, &polygon.axis(x));
        end.set(0, &polygon.axis(x + d));
        assert!(
            start.distance[0] > 0.501 && end.distance[0] < 0.41,
            "{} {}",
            start.distance[0],
            end.distance[0]
        );
        let path = Path { x, d, parallel: 1e-10 };
        assert_eq!(leads_past(level(), &path, &start, &end, 0.500_993) & 1, 0);
    }
}
