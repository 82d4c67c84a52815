//! Rays against triangles and polygons.

use proptest::prelude::*;
use sidle::geometry::{Plane, TriangleHit, point_at, ray_triangle, ray_triangle_in_plane, segment_polygon};
use sidle::{Sides, Vec3};

use super::whole::{self, Whole, cross, dot, float, place, sub};

const TRIANGLE: [Vec3; 3] = [Vec3::ZERO, Vec3::new(4.0, 0.0, 0.0), Vec3::new(0.0, 4.0, 0.0)];

/// Casts a ray with both methods, which must agree.
fn ray(origin: Vec3, direction: Vec3, triangle: &[Vec3; 3], sides: Sides) -> Option<TriangleHit> {
    let found = ray_triangle(origin, direction, triangle, sides);
    if let Some(plane) = Plane::from_triangle(triangle[0], triangle[1], triangle[2]) {
        let other = ray_triangle_in_plane(origin, direction, triangle, &plane, sides);
        assert_eq!(found.is_some(), other.is_some(), "{origin} {direction} {triangle:?}");
        if let (Some(a), Some(b)) = (found, other) {
            assert!((a.fraction - b.fraction).abs() <= 1e-12 * (1.0 + a.fraction));
            assert!((a.u - b.u).abs() + (a.v - b.v).abs() < 1e-12);
        }
    }
    found
}

#[test]
fn m07_m08_a_ray_meets_the_front_and_with_two_sides_the_back() {
    let from_front =
        ray(Vec3::new(1.0, 2.0, 6.0), Vec3::NEG_Z * 3.0, &TRIANGLE, Sides::Front).expect("a hit");
    assert_eq!(from_front, TriangleHit { fraction: 2.0, u: 0.25, v: 0.5 });
    let (below, up) = (Vec3::new(1.0, 2.0, -6.0), Vec3::Z * 3.0);
    assert_eq!(ray(below, up, &TRIANGLE, Sides::Front), None);
    assert_eq!(ray(below, up, &TRIANGLE, Sides::Two), Some(from_front));
    assert_eq!(ray(below, -up, &TRIANGLE, Sides::Two), None, "it points away");
    assert_eq!(segment_polygon(below, up, &TRIANGLE, Sides::Two), None, "a ray has no end, a segment has");
    assert_eq!(segment_polygon(below, up * 4.0, &TRIANGLE, Sides::Two), Some(0.5));
    assert_eq!(segment_polygon(below, up * 4.0, &TRIANGLE, Sides::Front), None);
}

#[test]
fn m07_m08_edges_corners_and_a_start_on_the_triangle_are_hits() {
    for (x, y, hit) in [
        (0.0, 0.0, true),
        (4.0, 0.0, true),
        (0.0, 4.0, true),
        (1.0, 3.0, true),
        (2.0, 0.0, true),
        (1.0, 3.0_f32.next_up(), false),
        (2.0, -1e-30, false),
    ] {
        let place = Vec3::new(x, y, 0.0);
        assert_eq!(ray(place + Vec3::Z, Vec3::NEG_Z, &TRIANGLE, Sides::Two).is_some(), hit, "{place}");
        assert_eq!(ray(place, Vec3::NEG_Z, &TRIANGLE, Sides::Two).is_some(), hit, "starting at {place}");
    }
}

#[test]
fn m07_m08_parallel_rays_and_triangles_without_area_are_no_hits() {
    let along = ray(Vec3::NEG_X, Vec3::X, &TRIANGLE, Sides::Two);
    let still = ray(Vec3::ZERO, Vec3::ZERO, &TRIANGLE, Sides::Two);
    let line = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0];
    assert_eq!((along, still, ray(Vec3::Z, Vec3::NEG_Z, &line, Sides::Two)), (None, None, None));
    for corners in [&line[..], &line[..1], &[]] {
        assert_eq!(segment_polygon(Vec3::Z, Vec3::NEG_Z * 2.0, corners, Sides::Two), None);
    }
}

/// With the absolute 1e-6 of the printed versions, none of these is ever hit.
#[test]
fn m07_small_triangles_are_hit() {
    for scale in [1e-3_f32, 1e-6, 1e-12, 1e12] {
        let small = TRIANGLE.map(|corner| corner * scale);
        let origin = Vec3::new(scale, scale, scale);
        let hit = ray(origin, Vec3::NEG_Z * scale, &small, Sides::Two).expect("a hit at any scale");
        assert!((hit.fraction - 1.0).abs() < 1e-6 && (hit.u - 0.25).abs() < 1e-6);
    }
}

/// The answer in exact integers: fraction, u and v over one divisor, or `None`.
fn reference(origin: Whole, direction: Whole, [a, b, c]: [Whole; 3]) -> Option<(f64, f64, f64)> {
    // origin + t direction = a + u ab + v ac, solved by Cramer's rule.
    let (ab, ac, to_a) = (sub(b, a), sub(c, a), sub(a, origin));
    let back = direction.map(|d| -d);
    let rows = |x: Whole, y: Whole, z: Whole| dot(cross(x, y), z);
    let whole = rows(back, ab, ac);
    let from_a = to_a.map(|x| -x);
    let sign = whole.signum();
    let (t, u, v) =
        (rows(from_a, ab, ac) * sign, rows(back, from_a, ac) * sign, rows(back, ab, from_a) * sign);
    let hit = whole != 0 && t >= 0 && u >= 0 && v >= 0 && u + v <= whole.abs();
    let over = |x: i64| x as f64 / whole.abs() as f64;
    hit.then(|| (over(t), over(u), over(v)))
}

proptest! {
    #![proptest_config(whole::cases(40_000))]

    #[test]
    fn m07_rays_meet_triangles_where_whole_numbers_say(
        origin in place(), direction in place(), triangle in [place(), place(), place()],
    ) {
        let corners = triangle.map(float);
        let found = ray_triangle(float(origin), float(direction), &corners, Sides::Two);
        let expected = reference(origin, direction, triangle);
        prop_assert_eq!(found.map(|h| (h.fraction, h.u, h.v)), expected);
        let front = ray_triangle(float(origin), float(direction), &corners, Sides::Front);
        let [a, b, c] = triangle;
        let comes_from_front = dot(cross(sub(b, a), sub(c, a)), direction) < 0;
        prop_assert_eq!(front.is_some(), expected.is_some() && comes_from_front);
        let segment = segment_polygon(float(origin), float(direction), &corners, Sides::Two);
        // On the grid, the watertight method sees the edges with rounded slopes. It may differ
        // there, and only there.
        match (segment, expected) {
            (Some(t), Some((fraction, ..))) => prop_assert!((t - fraction).abs() < 1e-12),
            (Some(_), None) => prop_assert!(is_near_an_edge(origin, direction, triangle)),
            (None, Some((t, ..))) => prop_assert!(t >= 1.0 || is_near_an_edge(origin, direction, triangle)),
            (None, None) => {}
        }
    }

    #[test]
    fn m08_with_the_plane_known_the_answer_is_the_same(
        origin in place(), direction in place(), triangle in [place(), place(), place()],
    ) {
        let corners = triangle.map(float);
        let Some(plane) = Plane::from_triangle(corners[0], corners[1], corners[2]) else { return Ok(()) };
        for sides in [Sides::Two, Sides::Front] {
            let one = ray_triangle(float(origin), float(direction), &corners, sides);
            let other = ray_triangle_in_plane(float(origin), float(direction), &corners, &plane, sides);
            match (one, other) {
                (Some(a), Some(b)) => {
                    prop_assert!((a.fraction - b.fraction).abs() <= 1e-12 * (1.0 + a.fraction));
                    prop_assert!((a.u - b.u).abs() + (a.v - b.v).abs() < 1e-11);
                    let place = point_at(float(origin), float(direction), a.fraction);
                    let weighed = corners[0] + (corners[1] - corners[0]) * a.u as f32 + (corners[2] - corners[0]) * a.v as f32;
                    prop_assert!((place - weighed).length() < 1e-4);
                }
                (None, None) => {}
                // The plane is rounded, so they may differ at an edge, or if the start is in the
                // plane.
                _ => prop_assert!(is_near_an_edge(origin, direction, triangle)),
            }
        }
    }

    #[test]
    fn m07_nothing_slips_through_the_edge_of_two_triangles(
        shared in [place(), place()], left in place(), right in place(), origin in place(), part in 0.0_f32..1.0,
    ) {
        let [a, b] = shared.map(float);
        let (c, d) = (float(left), float(right));
        let eye = float(origin) * 1.37;
        // The ray goes past the edge by the same length again. The triangles are on the two sides
        // of the line of sight, so one must be hit.
        let motion = (a + (b - a) * part - eye) * 2.0;
        let across = (b - a).cross(motion);
        let [one, other] = [across.dot(c - a), across.dot(d - a)];
        // The two are on opposite sides of the plane of sight through the edge, and not almost in
        // it.
        prop_assume!(one.min(other) < -1.0 && one.max(other) > 1.0);
        prop_assume!(part > 0.01 && part < 0.99);
        let met = [[a, b, c], [b, a, d]].iter().any(|t| segment_polygon(eye, motion, t, Sides::Two).is_some());
        prop_assert!(met, "{eye} + {motion} slips between {a} and {b}");
    }
}

/// Returns true if a line passes an edge exactly, or the start is in the plane. Rounding may decide
/// then.
fn is_near_an_edge(origin: Whole, direction: Whole, [a, b, c]: [Whole; 3]) -> bool {
    let moment = |p, q| dot(cross(sub(p, origin), sub(q, origin)), direction);
    let in_plane = dot(cross(sub(b, a), sub(c, a)), sub(origin, a)) == 0;
    in_plane || moment(a, b) == 0 || moment(b, c) == 0 || moment(c, a) == 0
}
