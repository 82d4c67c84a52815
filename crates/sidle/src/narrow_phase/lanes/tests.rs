use super::*;
use crate::geometry::Feature;
use crate::narrow_phase::bounds::LANES;
use crate::narrow_phase::{Obstacle, SeparatingAxis, triangle};

/// Returns every SIMD level that this processor supports.
fn levels() -> Vec<Level> {
    let best = Level::new();
    #[allow(unused_mut, reason = "other processors have one width")]
    let mut all = vec![best, Level::baseline(), crate::cull::level()];
    #[cfg(target_arch = "x86_64")]
    all.extend(
        [
            best.as_sse2().map(Level::Sse2),
            best.as_sse4_2().map(Level::Sse4_2),
            best.as_avx2().map(Level::Avx2),
            best.as_avx512().map(Level::Avx512),
        ]
        .into_iter()
        .flatten(),
    );
    all
}

fn bits(axis: &SeparatingAxis) -> ([u64; 7], Feature) {
    let numbers = [axis.normal.to_array(), axis.point.to_array()].concat();
    let mut all = [axis.distance.to_bits(); 7];
    for (bits, x) in all[1..].iter_mut().zip(numbers) {
        *bits = x.to_bits();
    }
    (all, axis.feature)
}

/// Degenerate triangles (slivers, lines, points, shared corners) and triangles of kilometres,
/// with query points on, above and beside them.
#[test]
fn every_lane_has_the_bits_of_the_scalar_twin_at_every_width() {
    let mut state = 5_u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let rounding_scale = RoundingScale { reach: 3.0, squeeze: 1.5 };
    let (mut compared, mut all_faces, mut features) = (0, 0, [0; 3]);
    for case in 0..20_000 {
        let size = [1.0, 1e-3, 1e3, 4.0][case % 4];
        let mut v = |s: f64| DVec3::new(unit(), unit(), unit()) * s;
        let mut block = Block::EMPTY;
        let triangles: [[DVec3; 3]; LANES] = std::array::from_fn(|lane| {
            let (a, b, c) = (v(size), v(size), v(size));
            match (case + lane) % 9 {
                0 => [a, b, a],
                1 => [a, a, a],
                2 => [a, b, a + (b - a) * 0.25],
                3 => [a, b, a + (b - a) * 0.7 + c * 1e-9],
                4 => [DVec3::ZERO, DVec3::X * size, DVec3::Y * size],
                _ => [a, b, c],
            }
        });
        for (lane, corners) in triangles.iter().enumerate() {
            block.set(lane, corners);
        }
        let [a, b, c] = triangles[case % LANES];
        let x = match case % 7 {
            0 => a,
            1 => a + (b - a) * 0.5,
            2 => (a + b + c) / 3.0,
            3 => (a + b + c) / 3.0 + (b - a).cross(c - a).normalize_or_zero() * 0.4,
            4 => DVec3::ZERO,
            _ => v(2.0 * size),
        };
        let twins = triangles.each_ref().map(|corners| {
            let polygon = Obstacle::new(corners, None, rounding_scale);
            let axis = polygon.axis(x);
            assert_eq!(polygon.is_below(x), axis.feature == Feature::Face, "{corners:?} from {x}");
            (polygon.normal, polygon.error, axis)
        });
        for level in levels() {
            let (mut block, mut found) = (block, Bounds::EMPTY);
            block.find_planes_and_bounds(level, rounding_scale, x, 15, &mut found);
            // Only the selected lanes: one lane alone is a face more often than all four.
            let (lanes, mut some) = (case as u32 / 9 % 15 + 1, Bounds::EMPTY);
            block.bounds(level, x, lanes, &mut some);
            for (lane, (normal, error, axis)) in twins.iter().enumerate() {
                let told = format!("{level:?}, case {case}: {:?} from {x}", triangles[lane]);
                let (n, e) = block.plane(lane);
                assert_eq!(n.to_array().map(f64::to_bits), normal.to_array().map(f64::to_bits), "{told}");
                assert_eq!(e.to_bits(), error.to_bits(), "{told}");
                assert_eq!(bits(&found.get(lane)), bits(axis), "{told}");
                if lanes >> lane & 1 == 1 {
                    all_faces += u32::from(some.feature == ZERO);
                    assert_eq!(bits(&some.get(lane)), bits(axis), "{told}");
                }
                let alone = triangle::axis(level, &triangles[lane], *normal, *error, x);
                assert_eq!(bits(&alone), bits(axis), "{told}");
                features[match axis.feature {
                    Feature::Face => 0,
                    Feature::Edge(_) => 1,
                    Feature::Corner(_) => 2,
                }] += 1;
                compared += 1;
            }
        }
    }
    println!("{compared} bounds: faces, edges, corners {features:?}; of rows of faces only {all_faces}");
    assert!(all_faces > 10_000 && all_faces < compared / 4, "{all_faces}");
    assert!(features.iter().all(|&count| count > 20_000), "{features:?}");
}
