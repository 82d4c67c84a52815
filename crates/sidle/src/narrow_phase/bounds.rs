//! Separating axes in columns: four side by side, as `lanes.rs` computes them.

use fearless_simd::{Level, dispatch, f64x4, prelude::*};
use glam::DVec3;

use super::separating_axis::{CorePart, SeparatingAxis};
use crate::geometry::Feature;

/// Triangles in a block. Most moves have no more than this many nearby.
pub(super) const LANES: usize = 4;

pub(super) type Column = [f64; LANES];
pub(super) const ZERO: Column = [0.0; LANES];

/// Separating axes of the four lanes of a block, in columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) distance: Column,
    pub(super) normal: [Column; 3],
    pub(super) point: [Column; 3],
    pub(super) feature: Column,
}

/// Adding this to a small whole number moves the number into the lowest bits of the f64. That is
/// faster than a conversion that checks for overflow.
const WHOLE: f64 = (1_u64 << 52) as f64;

/// Returns a feature as a number, so that SIMD selection can choose it. The corners of a triangle
/// are 1 to 3, and its edges are 4 to 6. Corners and edges that only larger polygons have are 8 + 2
/// i and 9 + 2 i.
fn number_of(feature: Feature) -> u16 {
    match feature {
        Feature::Face => 0,
        Feature::Corner(i @ 0..3) => 1 + u16::from(i),
        Feature::Edge(i @ 0..3) => 4 + u16::from(i),
        Feature::Corner(i) => 8 + 2 * u16::from(i),
        Feature::Edge(i) => 9 + 2 * u16::from(i),
    }
}

/// Multiple of this in the number of a feature: the part of the core. It is 0 for a point core.
const CORE_PART: u16 = 1024;

fn number_of_part(part: CorePart) -> u16 {
    match part {
        CorePart::End => 0,
        CorePart::Start => 1,
        CorePart::Between => 2,
    }
}

fn part_of(number: u16) -> CorePart {
    match number / CORE_PART {
        0 => CorePart::End,
        1 => CorePart::Start,
        _ => CorePart::Between,
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
    let number = number % CORE_PART;
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
            part: part_of(self.number(lane)),
        }
    }

    pub(super) fn feature(&self, lane: usize) -> Feature {
        feature_of(self.number(lane))
    }

    fn number(&self, lane: usize) -> u16 {
        (self.feature[lane] + WHOLE).to_bits() as u16
    }

    pub(super) fn set(&mut self, lane: usize, axis: &SeparatingAxis) {
        self.distance[lane] = axis.distance;
        put(&mut self.normal, lane, axis.normal);
        put(&mut self.point, lane, axis.point);
        self.feature[lane] = f64::from(number_of(axis.feature) + CORE_PART * number_of_part(axis.part));
    }

    /// Returns one bit for each lane whose distance is at most `limit`.
    pub(super) fn within(&self, limit: f64) -> u32 {
        // Frequent calls on little data: the dispatch to wider instructions would not pay off.
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
        let parts = [CorePart::End, CorePart::Start, CorePart::Between];
        for (feature, part) in all.chain([Feature::Face]).flat_map(|f| parts.map(|part| (f, part))) {
            let axis = SeparatingAxis { distance: 2.0, normal: DVec3::X, point: DVec3::Y, feature, part };
            bounds.set(1, &axis);
            let got = bounds.get(1);
            assert_eq!(
                (got.feature, got.part, got.distance, got.normal, got.point),
                (feature, part, 2.0, DVec3::X, DVec3::Y)
            );
        }
    }
}
