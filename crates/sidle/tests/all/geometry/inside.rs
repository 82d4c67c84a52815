//! Points in polygons, and the measures of polygons.

use proptest::prelude::*;
use sidle::Vec3;
use sidle::geometry::{
    point_in_convex_polygon, point_in_convex_polygon_by_angles, point_in_polygon, polygon_area,
    polygon_centroid, polygon_normal,
};

use super::whole::{self, Slope, float, hull, slope, turn};

const SQUARE: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];

#[test]
fn m04_the_boundary_belongs_to_both_neighbours_by_edge_planes() {
    let beside = SQUARE.map(|corner| corner + Vec3::X);
    for y in [0.0, 0.3, 1.0] {
        let shared = Vec3::new(1.0, y, 0.0);
        assert!(point_in_convex_polygon(shared, &SQUARE) && point_in_convex_polygon(shared, &beside));
    }
    let mut clockwise = SQUARE;
    clockwise.reverse();
    assert!(point_in_convex_polygon(Vec3::splat(0.5), &clockwise), "seen along the normal, either way round");
    assert!(!point_in_convex_polygon(Vec3::new(1.0_f32.next_up(), 0.5, 0.0), &SQUARE));
}

#[test]
fn m05_the_boundary_belongs_to_one_neighbour_by_crossing_number() {
    let inside = |x, y| point_in_polygon(Vec3::new(x, y, 0.0), &SQUARE);
    assert!(inside(0.0, 0.0) && inside(0.5, 0.0) && inside(0.0, 0.5));
    assert!(!inside(1.0, 0.5) && !inside(0.5, 1.0) && !inside(1.0, 1.0));
    assert!(inside(1.0_f32.next_down(), 1.0_f32.next_down()));
}

/// "If it equals 2 pi (or is very close)": the tolerance decides how far outside a point may be.
#[test]
fn m06_the_angle_sum_blurs_the_edge() {
    let edge = Vec3::X * 1e6;
    let long = [Vec3::ZERO, edge, edge + Vec3::Y * 1e6, Vec3::Y * 1e6];
    let outside = |by: f32| Vec3::new(5e5, -by, 0.0);
    assert!(point_in_convex_polygon_by_angles(outside(0.05), &long), "5 cm outside of an edge of 1000 km");
    assert!(!point_in_convex_polygon_by_angles(outside(1.0), &long));
    for by in [0.05, 1.0] {
        assert!(!point_in_convex_polygon(outside(by), &long) && !point_in_polygon(outside(by), &long));
    }
    for corner in SQUARE {
        assert!(point_in_convex_polygon_by_angles(corner, &SQUARE), "a corner is seen under no angle at all");
    }
}

#[test]
fn m04_m05_m06_nothing_is_inside_a_polygon_without_area() {
    let line = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0];
    let none: [&[Vec3]; 5] = [&[], &[Vec3::ZERO], &line[..2], &line, &[Vec3::NAN, Vec3::X, Vec3::Y]];
    for corners in none {
        for p in [Vec3::ZERO, Vec3::X * 0.5, Vec3::NAN, Vec3::INFINITY] {
            assert!(!point_in_convex_polygon(p, corners));
            assert!(!point_in_polygon(p, corners));
            assert!(!point_in_convex_polygon_by_angles(p, corners));
        }
        assert_eq!(
            (polygon_area(corners), polygon_normal(corners), polygon_centroid(corners)),
            (0.0, None, None)
        );
    }
}

#[test]
fn m05_forty_corners_are_as_good_as_four() {
    let comb = columns(&(0..20).map(|i| 1 + 4 * (i % 2)).collect::<Vec<_>>());
    let lifted: Vec<Vec3> = comb.iter().map(|&[x, y]| Vec3::new(7.0, x as f32, y as f32)).collect();
    assert!(lifted.len() > 30);
    for i in 0..20 {
        let above_the_low = Vec3::new(7.0, i as f32 + 0.5, 3.0);
        assert_eq!(point_in_polygon(above_the_low, &lifted), i % 2 == 1, "tooth {i}");
    }
}

/// The outline of adjacent columns of width 1 with the given heights: as concave as possible.
fn columns(heights: &[i64]) -> Vec<[i64; 2]> {
    let mut outline = vec![[heights.len() as i64, 0]];
    for (i, &height) in heights.iter().enumerate().rev() {
        outline.extend([[i as i64 + 1, height], [i as i64, height]]);
    }
    outline.push([0, 0]);
    outline.dedup();
    outline
}

fn lifted(slope: Slope, corners: &[[i64; 2]]) -> Vec<Vec3> {
    corners.iter().map(|&c| float(slope.lift(c))).collect()
}

proptest! {
    #![proptest_config(whole::cases(20_000))]

    #[test]
    fn m04_m05_m06_points_in_convex_polygons_are_those_of_whole_numbers(
        places in prop::collection::vec([-6_i64..=6, -6_i64..=6], 3..14), p in [-7_i64..=7, -7_i64..=7], slope in slope(),
        backwards in any::<bool>(),
    ) {
        let mut outline = hull(places);
        prop_assume!(outline.len() > 2);
        let turns = || (0..outline.len()).map(|i| turn(outline[i], outline[(i + 1) % outline.len()], p));
        let (closed, open) = (turns().all(|t| t >= 0), turns().all(|t| t > 0));
        if backwards {
            outline.reverse();
        }
        let (corners, point) = (lifted(slope, &outline), float(slope.lift(p)));
        prop_assert_eq!(point_in_convex_polygon(point, &corners), closed);
        prop_assert_eq!(point_in_convex_polygon_by_angles(point, &corners), closed);
        let crossed = point_in_polygon(point, &corners);
        prop_assert!(closed != open || crossed == open, "off the boundary there is no choice");
        prop_assert!(closed || !crossed);
        // A fan of triangles covers the polygon, and a point inside is in exactly one of them.
        let fan = (1..corners.len() - 1).map(|i| [corners[0], corners[i], corners[i + 1]]);
        prop_assert_eq!(fan.filter(|t| point_in_polygon(point, t)).count(), usize::from(crossed));
    }

    #[test]
    fn m05_points_in_concave_polygons_are_those_of_columns(
        heights in prop::collection::vec(1_i64..6, 1..9), p in [-1_i64..=9, -1_i64..=7], slope in slope(),
    ) {
        // Doubled, so that there are integer places in the middle of the columns.
        let outline: Vec<[i64; 2]> = columns(&heights).iter().map(|c| c.map(|x| 2 * x)).collect();
        let middle = p.map(|x| 2 * x + 1);
        let inside = usize::try_from(p[0]).ok().and_then(|i| heights.get(i)).is_some_and(|&h| (0..h).contains(&p[1]));
        let corners = lifted(slope, &outline);
        prop_assert_eq!(point_in_polygon(float(slope.lift(middle)), &corners), inside);
    }

    #[test]
    fn g02_area_normal_and_centroid_are_those_of_columns(
        heights in prop::collection::vec(1_i64..6, 1..9), slope in slope(),
    ) {
        let corners = lifted(slope, &columns(&heights));
        let [a, b] = slope.slopes.map(|s| s as f64);
        let flat: f64 = heights.iter().map(|&h| h as f64).sum();
        let area = flat * (1.0 + a * a + b * b).sqrt();
        prop_assert!((polygon_area(&corners) - area).abs() < 1e-12 * area);
        let normal = polygon_normal(&corners).expect("an area");
        let mut expected = [0.0; 3];
        (expected[slope.up], expected[(slope.up + 1) % 3], expected[(slope.up + 2) % 3]) = (1.0, -a, -b);
        let expected = Vec3::from(expected.map(|c| (c / (1.0 + a * a + b * b).sqrt()) as f32));
        prop_assert!((normal - expected).length() < 1e-6, "{normal} {expected}");
        let mean = |f: &dyn Fn(f64, f64) -> f64| {
            heights.iter().enumerate().map(|(i, &h)| f(i as f64 + 0.5, h as f64)).sum::<f64>() / flat
        };
        let (x, y) = (mean(&|x, h| x * h), mean(&|_, h| h * h / 2.0));
        let centroid = polygon_centroid(&corners).expect("an area");
        let found = [centroid[(slope.up + 1) % 3], centroid[(slope.up + 2) % 3], centroid[slope.up]];
        let middle = [x, y, a * x + b * y + 1.0];
        for (found, middle) in found.into_iter().zip(middle) {
            prop_assert!((f64::from(found) - middle).abs() < 1e-5, "{centroid} {middle}");
        }
    }
}
