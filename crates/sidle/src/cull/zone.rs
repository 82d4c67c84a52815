//! Query zones of an index: a box, optionally with an ellipsoid inside. (The BVH tests the
//! ellipsoid. The octree and height fields return all polygons that overlap the box, which are no
//! fewer. [`super::Reach`] makes the results equal.)

use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};
use glam::{DVec3, Vec3};

use super::triangles::{PAD, TINY};
use crate::geometry::aabb::Aabb;

/// A box, or the part of a box inside an axis-aligned ellipsoid. Geometry elsewhere does not
/// matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zone {
    pub(crate) bounds: Aabb,
    pub(crate) round: Option<Round>,
}

/// Axis-aligned ellipsoid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    center: Vec3,
    /// One over the square of each half length.
    inverse: Vec3,
}

/// Shape that tests eight boxes at a time for overlap.
pub(crate) trait OverlapTest {
    /// Returns a mask of the boxes that overlap the shape. `sides` holds the sides of the boxes
    /// along each axis, the lower ones first.
    fn overlaps<S: Simd>(&self, simd: S, sides: [[f32x8<S>; 2]; 3]) -> mask32x8<S>;
}

impl From<Aabb> for Zone {
    fn from(bounds: Aabb) -> Self {
        Self { bounds, round: None }
    }
}

impl Zone {
    /// Creates a zone around a ball, or around an ellipsoid of these half lengths, inflated by a
    /// radius. The zone may be slightly larger if the half lengths differ. `bounds` is its box.
    #[inline(always)]
    pub(crate) fn round(bounds: Aabb, center: DVec3, half: DVec3, radius: f64) -> Self {
        // For any length in place of the mean, the result contains the whole shape. If all half
        // lengths are equal, it is the ball itself.
        let mean = half.element_sum() * (1.0 / 3.0) + f64::from(TINY);
        let square = (half * half + radius * mean) * (1.0 + radius / mean);
        // Rounding moves the centre and the sides of boxes by less than `rounding`. (a +
        // rounding)^2 is a^2 + rounding (rounding + 2 a), and no half length a is above 1.16 times
        // `most`.
        let most = half.max_element() + radius;
        let rounding = (center.abs().element_sum() + 2.0 * most) * f64::from(PAD) + f64::from(TINY);
        let square = square + DVec3::splat(rounding * (rounding + 3.0 * most));
        let inverse = (1.0 - f64::from(PAD)) / square;
        Self { bounds, round: Some(Round { center: center.as_vec3(), inverse: inverse.as_vec3() }) }
    }
}

impl Zone {
    /// Returns true if a box overlaps the zone, by the same sums as the test of eight boxes
    /// ([`OverlapTest`]). These are monotone in the sides of a box, rounding included. Every box of
    /// an index that contains this box therefore overlaps the zone too. A result that depends on
    /// this test of the polygon's own box does not depend on the index.
    pub(crate) fn overlaps(&self, b: Aabb) -> bool {
        self.bounds.overlaps(b) && self.round.as_ref().is_none_or(|round| round.overlaps_box(b))
    }

    /// Returns a mask of the boxes that do not overlap the zone, by the same sums as
    /// [`Zone::overlaps`]. NaN counts as an overlap.
    #[inline(always)]
    pub(super) fn is_apart<S: Simd>(&self, simd: S, sides: [[f32x8<S>; 2]; 3]) -> mask32x8<S> {
        let ([x, y, z], Aabb { min, max }) = (sides, &self.bounds);
        let apart = x[0].simd_gt(max.x)
            | x[1].simd_lt(min.x)
            | y[0].simd_gt(max.y)
            | y[1].simd_lt(min.y)
            | z[0].simd_gt(max.z)
            | z[1].simd_lt(min.z);
        match &self.round {
            Some(round) => apart | !round.overlaps(simd, sides),
            None => apart,
        }
    }
}

impl Round {
    fn overlaps_box(&self, b: Aabb) -> bool {
        let d = (b.min - self.center).max(-(b.max - self.center)).max(Vec3::ZERO);
        let squares = d.x * d.x * self.inverse.x + d.y * d.y * self.inverse.y + d.z * d.z * self.inverse.z;
        // NaN counts as an overlap.
        squares.is_nan() || squares <= 1.0
    }
}

impl OverlapTest for Aabb {
    #[inline(always)]
    fn overlaps<S: Simd>(&self, _: S, [x, y, z]: [[f32x8<S>; 2]; 3]) -> mask32x8<S> {
        x[0].simd_le(self.max.x)
            & x[1].simd_ge(self.min.x)
            & y[0].simd_le(self.max.y)
            & y[1].simd_ge(self.min.y)
            & z[0].simd_le(self.max.z)
            & z[1].simd_ge(self.min.z)
    }
}

impl OverlapTest for Round {
    /// NaN counts as an overlap.
    #[inline(always)]
    fn overlaps<S: Simd>(&self, simd: S, [x, y, z]: [[f32x8<S>; 2]; 3]) -> mask32x8<S> {
        let zero = f32x8::splat(simd, 0.0);
        let (dx, dy, dz) = (
            (x[0] - self.center.x).max(-(x[1] - self.center.x)).max(zero),
            (y[0] - self.center.y).max(-(y[1] - self.center.y)).max(zero),
            (z[0] - self.center.z).max(-(z[1] - self.center.z)).max(zero),
        );
        let squares = dx * dx * self.inverse.x + dy * dy * self.inverse.y + dz * dz * self.inverse.z;
        !squares.simd_gt(1.0)
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use sidle_scenes::SplitMix64;

    use super::super::simd::level;
    use super::*;

    /// Returns one bit for each of eight boxes that overlap a shape.
    fn overlap_bits(level: Level, what: &impl OverlapTest, boxes: &[Aabb; 8]) -> u32 {
        let axis = |k: usize| [boxes.map(|b| b.min[k]), boxes.map(|b| b.max[k])];
        let sides = [axis(0), axis(1), axis(2)];
        dispatch!(level, simd => {
            let sides = sides.map(|s| s.map(|x| f32x8::simd_from(simd, x)));
            what.overlaps(simd, sides).to_bitmask() as u32
        })
    }

    /// Every box that contains a point of the inflated ellipsoid overlaps the zone, whether it is
    /// small, large or far from the origin. Nearly all boxes at the corners, which overlap the
    /// zone's box but not its ellipsoid, are rejected.
    #[test]
    fn whatever_has_a_place_in_common_overlaps() {
        let mut rng = SplitMix64::new(3);
        let (mut common, mut beyond, mut left_out) = (0, 0, 0);
        for case in 0..60_000 {
            let far = [0.0, 30.0, 1e4, 1e6][case % 4];
            let size = [1e-6, 0.3, 1.0, 50.0][case / 4 % 4];
            let mut v = |s: f64| DVec3::from([0; 3].map(|_| rng.range(-s, s)));
            let center = v(far).as_vec3().as_dvec3();
            let half = [DVec3::ZERO, DVec3::splat(size), v(size).abs()][case / 16 % 3];
            let radius = size * [0.0, 0.1, 3.0][case / 48 % 3];
            let zone = Zone::round(Aabb::well_around(center, half + radius), center, half, radius);
            let places = [(); 8].map(|()| {
                let (a, b) = (v(1.0), v(1.0));
                center + a / a.length() * half + b / b.length() * radius
            });
            // The box includes f32 rounding.
            let extents = [(); 8].map(|()| v(size).abs());
            let boxes =
                std::array::from_fn(|i| Aabb::around(places[i], extents[i] * (case / 144 % 2) as f64));
            let round = zone.round.as_ref().expect("it is round");
            for i in 0..8 {
                // Boxes near and far, each in a larger one.
                let (near, inner) = (v(1.0) * size * 4.0, boxes[i]);
                let one = Aabb { min: inner.min + near.as_vec3(), max: inner.max + near.as_vec3() };
                let outer = [one.union(boxes[(i + 1) % 8]); 8];
                let bits =
                    overlap_bits(level(), round, &[one; 8]) & overlap_bits(level(), &zone.bounds, &[one; 8]);
                assert_eq!(zone.overlaps(one), bits == 255, "case {case}: {zone:?} {one:?}");
                let of_outer =
                    overlap_bits(level(), round, &outer) & overlap_bits(level(), &zone.bounds, &outer);
                assert!(!zone.overlaps(one) || of_outer == 255, "case {case}: {zone:?} {one:?}");
            }
            for level in [level(), Level::baseline()] {
                assert_eq!(overlap_bits(level, round, &boxes), 255, "case {case}: {zone:?} {boxes:?}");
                assert_eq!(overlap_bits(level, &zone.bounds, &boxes), 255, "case {case}: {zone:?} {boxes:?}");
            }
            common += 8;
            if half.min_element() > 0.3 * half.max_element() && far < 100.0 && size > 0.1 {
                let corner = center + (half + radius) * DVec3::new(1.0, -1.0, 1.0) * 0.9;
                let boxes = [(); 8].map(|()| Aabb::around(corner, v(0.2).abs() * half.min_element()));
                assert_eq!(overlap_bits(level(), &zone.bounds, &boxes), 255);
                (beyond, left_out) =
                    (beyond + 8, left_out + 8 - overlap_bits(level(), round, &boxes).count_ones());
            }
        }
        println!("{common} overlap; of {beyond} at corners {left_out} are left out");
        assert!(beyond > 10_000 && left_out > beyond * 9 / 10);
    }
}
