//! Boxes: the polygons in them, and the parts of polygons in them.

use proptest::prelude::*;
use sidle::Vec3;
use sidle::geometry::{Aabb, Ellipsoid, polygon_area, polygon_normal};

use super::whole::{self, Whole, cross, dot, float, place, sub, volume};

const UNIT: Aabb = Aabb { min: Vec3::ZERO, max: Vec3::ONE };

#[test]
fn n05_a_huge_polygon_round_a_tiny_box_is_found() {
    let tiny = Aabb { min: Vec3::splat(-1e-3), max: Vec3::splat(1e-3) };
    let huge = [Vec3::new(-1e6, 0.0, -1e6), Vec3::new(0.0, 0.0, 2e6), Vec3::new(1e6, 0.0, -1e6)];
    assert!(tiny.overlaps_polygon(&huge));
    let part = tiny.clip_polygon(&huge);
    assert_eq!(part.len(), 4, "the section of the box: {part:?}");
    assert!((polygon_area(&part) - 4e-6).abs() < 1e-12);
    let above = huge.map(|corner| corner + Vec3::Y * 1.1e-3);
    assert!(!tiny.overlaps_polygon(&above) && tiny.clip_polygon(&above).is_empty());
}

/// The boxes of the two overlap; only the last axis, a cross product, separates them.
#[test]
fn n05_a_polygon_past_a_corner_or_an_edge_is_not_found() {
    let past_the_corner = [Vec3::new(3.1, 0.0, 0.0), Vec3::new(0.0, 3.1, 0.0), Vec3::new(0.0, 0.0, 3.1)];
    assert!(!UNIT.overlaps_polygon(&past_the_corner) && UNIT.clip_polygon(&past_the_corner).is_empty());
    let through_it = past_the_corner.map(|corner| corner * 0.9);
    assert!(UNIT.overlaps_polygon(&through_it) && UNIT.clip_polygon(&through_it).len() == 3);
    let past_the_edge = [Vec3::new(2.1, 0.0, 0.4), Vec3::new(0.0, 2.1, 0.6), Vec3::new(4.0, 4.0, 9.0)];
    assert!(!UNIT.overlaps_polygon(&past_the_edge));
}

#[test]
fn n05_touching_counts_and_nothing_is_not_there() {
    let touching = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(2.0, 1.0, 0.0)];
    assert!(UNIT.overlaps_polygon(&touching));
    assert_eq!(UNIT.clip_polygon(&touching), [Vec3::X]);
    assert!(UNIT.overlaps_polygon(&[Vec3::splat(0.5)]), "a point");
    assert!(UNIT.overlaps_polygon(&[Vec3::splat(-1.0), Vec3::splat(2.0)]), "a segment");
    let diagonal = UNIT.clip_polygon(&[Vec3::splat(-1.0), Vec3::splat(2.0)]);
    assert!(diagonal.len() == 2 && diagonal.contains(&Vec3::ZERO) && diagonal.contains(&Vec3::ONE));
    let turned = Aabb { min: Vec3::ONE, max: Vec3::ZERO };
    let endless = Aabb { min: Vec3::ZERO, max: Vec3::INFINITY };
    for (bounds, corners) in [
        (turned, &touching[..]),
        (endless, &touching),
        (UNIT, &[]),
        (UNIT, &[Vec3::NAN, Vec3::X, Vec3::Y]),
        (UNIT, &[Vec3::INFINITY, Vec3::X, Vec3::Y]),
    ] {
        assert!(
            !bounds.overlaps_polygon(corners) && bounds.clip_polygon(corners).is_empty(),
            "{bounds:?} {corners:?}"
        );
    }
}

/// Polygons with a common edge are cut at the same points of it.
#[test]
fn n05_neighbours_are_cut_alike() {
    let [a, b] = [Vec3::new(-0.31, 0.17, 0.77), Vec3::new(1.9, 0.83, 0.21)];
    let one = UNIT.clip_polygon(&[a, b, Vec3::new(0.4, 7.0, 0.3)]);
    let other = UNIT.clip_polygon(&[b, a, Vec3::new(0.4, -7.0, 0.3)]);
    assert_eq!(one.iter().filter(|corner| other.contains(corner)).count(), 2, "{one:?} {other:?}");
}

#[test]
fn n05_the_box_of_a_sweep_holds_all_of_it() {
    let ball = Ellipsoid::sphere(Vec3::new(10.0, 0.0, 0.0), 0.5).expect("a radius");
    let swept = ball.swept_bounds(Vec3::new(-3.0, 4.0, 0.0));
    assert!(
        swept.min.cmple(Vec3::new(6.5, -0.5, -0.5)).all() && swept.max.cmpge(Vec3::new(10.5, 4.5, 0.5)).all()
    );
    assert!(
        (swept.max - swept.min - Vec3::new(4.0, 5.0, 1.0)).abs().max_element() < 1e-5,
        "and not much more"
    );
    let none = ball.swept_bounds(Vec3::NAN);
    assert!(none.min.cmpgt(none.max).all());
}

/// Returns true if a triangle and a box have a common point, in exact integers. Their intersection
/// then has an extreme point: on an edge of the triangle, on an edge of the box inside the
/// triangle, or a corner of the box in it.
fn reference(triangle: [Whole; 3], min: Whole, max: Whole) -> bool {
    let [a, b, c] = triangle;
    let corner =
        |i: usize| -> Whole { std::array::from_fn(|k| if i >> k & 1 == 0 { min[k] } else { max[k] }) };
    let box_edges =
        (0..8).flat_map(|i| (0..3).filter(move |k| i >> k & 1 == 0).map(move |k| (i, i | 1 << k)));
    [(a, b), (b, c), (c, a)].into_iter().any(|(p, q)| segment_meets_box(p, q, min, max))
        || (0..8).any(|i| is_in_triangle(corner(i), triangle))
        || box_edges.into_iter().any(|(i, j)| segment_meets_triangle(corner(i), corner(j), triangle))
}

/// Compares the fractions at which the segment is between each pair of faces, by products of
/// integers instead of quotients.
fn segment_meets_box(p: Whole, q: Whole, min: Whole, max: Whole) -> bool {
    // Numerator and a positive denominator of the first and last fraction.
    let (mut first, mut last) = ((0_i64, 1_i64), (1_i64, 1_i64));
    for k in 0..3 {
        let d = q[k] - p[k];
        if d == 0 {
            if p[k] < min[k] || p[k] > max[k] {
                return false;
            }
            continue;
        }
        let (near, far) = if d > 0 { (min[k] - p[k], max[k] - p[k]) } else { (p[k] - max[k], p[k] - min[k]) };
        if near * first.1 > first.0 * d.abs() {
            first = (near, d.abs());
        }
        if far * last.1 < last.0 * d.abs() {
            last = (far, d.abs());
        }
    }
    first.0 * last.1 <= last.0 * first.1
}

fn is_in_triangle(p: Whole, [a, b, c]: [Whole; 3]) -> bool {
    let n = cross(sub(b, a), sub(c, a));
    let side = |s: Whole, e: Whole| dot(cross(sub(e, s), sub(p, s)), n);
    n != [0; 3] && volume(a, b, c, p) == 0 && side(a, b) >= 0 && side(b, c) >= 0 && side(c, a) >= 0
}

fn segment_meets_triangle(p: Whole, q: Whole, [a, b, c]: [Whole; 3]) -> bool {
    let (one, two) = (volume(a, b, c, p), volume(a, b, c, q));
    if one == two || one.signum() * two.signum() > 0 {
        return false;
    }
    let turns = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    turns.iter().all(|&t| t >= 0) || turns.iter().all(|&t| t <= 0)
}

proptest! {
    #![proptest_config(whole::cases(40_000))]

    #[test]
    fn n05_triangles_are_in_boxes_where_whole_numbers_say(
        triangle in [place(), place(), place()], min in place(), size in [0_i64..=4, 0_i64..=4, 0_i64..=4],
    ) {
        let max: Whole = std::array::from_fn(|k| min[k] + size[k]);
        let bounds = Aabb { min: float(min), max: float(max) };
        prop_assert_eq!(bounds.overlaps_polygon(&triangle.map(float)), reference(triangle, min, max));
    }
}

proptest! {
    #![proptest_config(whole::cases(10_000))]

    #[test]
    fn n05_the_parts_of_a_polygon_add_up(
        triangle in [place(), place(), place()], size in [1_i64..=5, 1_i64..=5, 1_i64..=5], at in -4.0_f32..4.0, axis in 0_usize..3,
    ) {
        let corners = triangle.map(float);
        let whole = Aabb { min: -float(size), max: float(size) };
        let at = at.clamp(whole.min[axis], whole.max[axis]);
        let (mut low, mut high) = (whole, whole);
        (low.max[axis], high.min[axis]) = (at, at);
        let area = |bounds: &Aabb| polygon_area(&bounds.clip_polygon(&corners));
        // A polygon in the cutting plane belongs to both.
        prop_assume!(corners.iter().any(|c| c[axis] != at));
        prop_assert!((area(&low) + area(&high) - area(&whole)).abs() < 1e-4, "cut at {at} of {axis}");
        let everything = Aabb { min: Vec3::splat(-6.0), max: Vec3::splat(6.0) };
        prop_assert!((area(&everything) - polygon_area(&corners)).abs() < 1e-4);
        let part = whole.clip_polygon(&corners);
        prop_assert!(part.len() <= 9);
        // If they only touch, the rounding of a cut may lose the common point.
        let inner = Aabb { min: whole.min * 0.999_999, max: whole.max * 0.999_999 };
        prop_assert!(part.is_empty() || whole.overlaps_polygon(&corners));
        prop_assert!(!part.is_empty() || !inner.overlaps_polygon(&corners));
        for corner in &part {
            prop_assert!(corner.cmpge(whole.min).all() && corner.cmple(whole.max).all());
        }
        if let (Some(n), Some(m)) = (polygon_normal(&part), polygon_normal(&corners)) && polygon_area(&part) > 1e-3 {
            prop_assert!(n.dot(m) > 0.999, "it runs the same way round");
        }
    }
}
