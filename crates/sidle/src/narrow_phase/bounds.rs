//! Certificates in columns: four of them side by side, as `lanes.rs` finds them.

use fearless_simd::{Level, dispatch, f64x4, prelude::*};
use glam::DVec3;

use super::polygon::SeparatingAxis;
use crate::geometry::Feature;

/// Triangles in a block: most moves have no more than that near them.
pub(super) const LANES: usize = 4;

pub(super) type Column = [f64; LANES];
pub(super) const ZERO: Column = [0.0; LANES];

/// The bounds of a block, in columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) distance: Column,
    pub(super) normal: [Column; 3],
    pub(super) point: [Column; 3],
    pub(super) feature: Column,
}

/// Added to a small whole number, it moves the number to its last bits: quicker than a conversion
/// that minds what is too large.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// Features as numbers, so that they can be chosen as numbers are: corner i of a triangle is 1 + i,
/// edge i is 4 + i. What only larger polygons have is 8 + 2 i and 9 + 2 i.
fn number_of(feature: Feature) -> u16 {
    match feature {
        Feature::Face => 0,
        Feature::Corner(i @ 0..3) => 1 + u16::from(i),
        Feature::Edge(i @ 0..3) => 4 + u16::from(i),
        Feature::Corner(i) => 8 + 2 * u16::from(i),
        Feature::Edge(i) => 9 + 2 * u16::from(i),
    }
}

fn feature_of(number: u16) -> Feature {
    const OF_A_TRIANGLE: [Feature; 8] = [
        Feature::Face,
        Feature::Corner(0),
        Feature::Corner(1),
        Feature::Corner(2),
        Feature::Edge(0),
        Feature::Edge(1),
        Feature::Edge(2),
        Feature::Face,
    ];
    if number < 8 {
        return OF_A_TRIANGLE[usize::from(number)];
    }
    let i = ((number - 8) / 2) as u8;
    if number.is_multiple_of(2) { Feature::Corner(i) } else { Feature::Edge(i) }
}

impl Bounds {
    pub(super) const EMPTY: Self =
        Self { distance: ZERO, normal: [ZERO; 3], point: [ZERO; 3], feature: ZERO };

    pub(super) fn get(&self, lane: usize) -> SeparatingAxis {
        SeparatingAxis {
            distance: self.distance[lane],
            normal: take(&self.normal, lane),
            point: take(&self.point, lane),
            feature: self.feature(lane),
        }
    }

    pub(super) fn feature(&self, lane: usize) -> Feature {
        feature_of((self.feature[lane] + WHOLE).to_bits() as u16)
    }

    pub(super) fn set(&mut self, lane: usize, axis: &SeparatingAxis) {
        self.distance[lane] = axis.distance;
        put(&mut self.normal, lane, axis.normal);
        put(&mut self.point, lane, axis.point);
        self.feature[lane] = f64::from(number_of(axis.feature));
    }

    /// One bit for each lane whose distance is not above `limit`.
    pub(super) fn within(&self, limit: f64) -> u32 {
        // Asked so often, of so little, that no wider instructions are worth the way to them.
        dispatch!(Level::baseline(), simd => f64x4::simd_from(simd, self.distance).simd_le(limit).to_bitmask() as u32)
    }
}

pub(super) fn take(columns: &[Column; 3], lane: usize) -> DVec3 {
    DVec3::new(columns[0][lane], columns[1][lane], columns[2][lane])
}

pub(super) fn put(columns: &mut [Column; 3], lane: usize, v: DVec3) {
    let [x, y, z] = columns;
    (x[lane], y[lane], z[lane]) = (v.x, v.y, v.z);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_a_number() {
        let all = (0..=u8::MAX).flat_map(|i| [Feature::Corner(i), Feature::Edge(i)]);
        let mut bounds = Bounds::EMPTY;
        for feature in all.chain([Feature::Face]) {
            let axis = SeparatingAxis { distance: 2.0, normal: DVec3::X, point: DVec3::Y, feature };
            bounds.set(1, &axis);
            let got = bounds.get(1);
            assert_eq!(
                (got.feature, got.distance, got.normal, got.point),
                (feature, 2.0, DVec3::X, DVec3::Y)
            );
        }
    }
}
