//! Planes: sides, crossings, lines, spheres.

use proptest::prelude::*;
use sidle::Vec3;
use sidle::geometry::{Crossing, LinePlane, Plane, Side};

use super::whole::{self, Whole, cross, dot, float, place, sub, volume};

fn floor() -> Plane {
    Plane::new(Vec3::Y, 0.0).expect("a normal")
}

fn plane_of(t: [Whole; 3]) -> Option<Plane> {
    Plane::from_triangle(float(t[0]), float(t[1]), float(t[2]))
}

#[test]
fn m01_a_point_is_in_front_behind_or_on_within_the_tolerance() {
    let wall = Plane::from_point(Vec3::X * 3.0, Vec3::X * 0.001).expect("a short normal is a normal");
    for (x, tolerance, side) in [
        (3.5, 0.25, Side::Front),
        (3.25, 0.25, Side::On),
        (2.75, 0.25, Side::On),
        (2.5, 0.25, Side::Back),
        (3.0, 0.0, Side::On),
        (3.0_f32.next_up(), 0.0, Side::Front),
        (3.0_f32.next_down(), 0.0, Side::Back),
        (2.5, -1.0, Side::Back),
        (2.5, f32::NAN, Side::Back),
        (2.5, f32::INFINITY, Side::On),
    ] {
        assert_eq!(wall.side(Vec3::new(x, 9.0, -9.0), tolerance), side, "{x} within {tolerance}");
    }
}

#[test]
fn m02_a_path_that_stops_on_the_plane_crosses_it_once() {
    let (above, on, below) = (Vec3::Y, Vec3::X, -Vec3::Y);
    assert_eq!(floor().crossing(above, on), None);
    assert_eq!(floor().crossing(on, on), None);
    assert_eq!(floor().crossing(on, below), Some(Crossing::IntoBack));
    assert_eq!(floor().crossing(below, on), Some(Crossing::IntoFront));
    assert_eq!(floor().crossing(on, above), None);
    assert_eq!(floor().crossing(above, below), Some(Crossing::IntoBack));
}

/// Nettle's `intersect` would divide 0 by 0 here, and uses a fraction of the velocity as a length.
#[test]
fn n01_m03_parallel_lines_and_directions_of_any_length_are_defined() {
    let above = Vec3::new(0.0, 5.0, 0.0);
    assert_eq!(floor().intersect_line(above, Vec3::X), LinePlane::Parallel { distance: 5.0 });
    assert_eq!(floor().intersect_line(Vec3::Z, Vec3::X), LinePlane::Parallel { distance: 0.0 });
    assert_eq!(floor().intersect_line(above, Vec3::ZERO), LinePlane::Parallel { distance: 5.0 });
    for length in [1e-30_f32, 0.5, 8.0, 1e30] {
        let LinePlane::Meets { fraction } = floor().intersect_line(above, Vec3::NEG_Y * length) else {
            panic!("a line straight down meets the floor");
        };
        assert_eq!(fraction * f64::from(length), 5.0);
    }
    // Nearly parallel is not parallel: one part in 2^40.
    let flat = Vec3::new(1.0, -2.0_f32.powi(-40), 0.0);
    let meets = LinePlane::Meets { fraction: 5.0 * 2.0_f64.powi(40) };
    assert_eq!(floor().intersect_line(above, flat), meets);
}

#[test]
fn n01_planes_of_nothing_are_none() {
    assert_eq!(Plane::new(Vec3::ZERO, 1.0), None);
    assert_eq!(Plane::new(Vec3::NAN, 1.0), None);
    assert_eq!(Plane::new(Vec3::Y, f32::INFINITY), None);
    assert_eq!(Plane::from_point(Vec3::NAN, Vec3::Y), None);
    assert_eq!(Plane::from_triangle(Vec3::ZERO, Vec3::X, Vec3::X * 2.0), None);
    let tiny = Plane::new(Vec3::splat(1e-45), 0.0).expect("the shortest normal that f32 has");
    assert!((tiny.normal().length() - 1.0).abs() < 1e-6);
}

/// With these numbers the ball of the text falls through the world: it discards t = -6e-8.
#[test]
fn n02_an_overlapping_start_never_falls_through() {
    for height in [0.999_f32, 1.0_f32.next_down(), 0.5, 1e-30, 0.0] {
        let centre = Vec3::Y * height;
        let hit = floor().cast_sphere(centre, 1.0, Vec3::NEG_Y * 3.0).expect("it moves deeper");
        assert_eq!((hit.fraction, hit.point, hit.normal), (0.0, Vec3::ZERO, Vec3::Y));
        assert_eq!(floor().cast_sphere(centre, 1.0, Vec3::Y * 3.0), None, "it moves out");
        assert_eq!(floor().cast_sphere(centre, 1.0, Vec3::X * 3.0), None, "it moves along");
    }
    let from_below = floor().cast_sphere(Vec3::NEG_Y * 0.5, 1.0, Vec3::Y).expect("a sheet has two sides");
    assert_eq!((from_below.fraction, from_below.normal), (0.0, Vec3::NEG_Y));
    let solid = floor().cast_sphere_solid(Vec3::NEG_Y * 0.5, 1.0, Vec3::NEG_Y).expect("ground is solid");
    assert_eq!((solid.fraction, solid.point, solid.normal), (0.0, Vec3::ZERO, Vec3::Y));
    assert_eq!(floor().cast_sphere_solid(Vec3::NEG_Y * 9.0, 1.0, Vec3::Y), None, "it moves out");
}

/// In the text, t = 0.5 of a velocity of 8 becomes half a metre.
#[test]
fn n02_a_sphere_stops_where_it_touches() {
    let down = Vec3::new(4.0, -8.0, 0.0);
    let hit = floor().cast_sphere(Vec3::Y * 5.0, 1.0, down).expect("it comes down");
    assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, Vec3::X * 2.0, Vec3::Y));
    assert_eq!(floor().cast_sphere(Vec3::Y * 5.0, 1.0, down * 0.499), None, "it does not reach it");
    assert_eq!(floor().cast_sphere(Vec3::Y * 5.0, 1.0, down * 0.5).map(|h| h.fraction), Some(1.0));
    assert_eq!(floor().cast_sphere(Vec3::Y * 5.0, 0.0, down).map(|h| h.fraction), Some(0.625), "a point");
    assert_eq!(floor().cast_sphere(Vec3::Y * 5.0, -1.0, down), None, "no radius");
    assert_eq!(floor().cast_sphere(Vec3::Y * 5.0, 1.0, Vec3::ZERO), None);
}

/// The first of many small steps at which a ball overlaps a sheet, or `None`.
fn stepped(distance: impl Fn(f64) -> f64, radius: f64) -> Option<f64> {
    (0..=4000).map(|i| f64::from(i) / 4000.0).find(|&t| distance(t).abs() <= radius)
}

proptest! {
    #![proptest_config(whole::cases(20_000))]

    #[test]
    fn m01_m02_sides_and_crossings_are_those_of_whole_numbers(
        triangle in [place(), place(), place()], from in place(), to in place(),
    ) {
        let Some(plane) = plane_of(triangle) else {
            prop_assert_eq!(cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0])), [0; 3]);
            return Ok(());
        };
        let [a, b, c] = triangle;
        let behind = |p| volume(a, b, c, p) < 0;
        let side = match volume(a, b, c, from) {
            0 => Side::On,
            v if v > 0 => Side::Front,
            _ => Side::Back,
        };
        prop_assert_eq!(plane.side(float(from), 1e-6), side);
        // For a point on a tilted plane, rounding decides whether it is in front or behind; exact
        // integers cannot.
        if volume(a, b, c, from) != 0 && volume(a, b, c, to) != 0 {
            let crossing = match (behind(from), behind(to)) {
                (false, true) => Some(Crossing::IntoBack),
                (true, false) => Some(Crossing::IntoFront),
                _ => None,
            };
            prop_assert_eq!(plane.crossing(float(from), float(to)), crossing);
        }
    }

    #[test]
    fn n01_m03_lines_meet_planes_where_whole_numbers_say(
        triangle in [place(), place(), place()], start in place(), direction in place(),
    ) {
        let Some(plane) = plane_of(triangle) else { return Ok(()) };
        let [a, b, c] = triangle;
        let speed = dot(cross(sub(b, a), sub(c, a)), direction);
        match plane.intersect_line(float(start), float(direction)) {
            LinePlane::Meets { fraction } => {
                let expected = -volume(a, b, c, start) as f64 / speed as f64;
                prop_assert!((fraction - expected).abs() <= 1e-12 * (1.0 + expected.abs()), "{fraction} {expected}");
            }
            LinePlane::Parallel { distance } => {
                prop_assert_eq!(speed, 0);
                let n = cross(sub(b, a), sub(c, a));
                let expected = volume(a, b, c, start) as f64 / (dot(n, n) as f64).sqrt();
                prop_assert!((distance - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn m02_the_pieces_of_a_path_cross_as_often_as_the_path(
        triangle in [place(), place(), place()], path in prop::collection::vec(place(), 2..8),
    ) {
        let Some(plane) = plane_of(triangle) else { return Ok(()) };
        let crossings: i32 = path.windows(2).map(|w| match plane.crossing(float(w[0]), float(w[1])) {
            Some(Crossing::IntoBack) => -1,
            Some(Crossing::IntoFront) => 1,
            None => 0,
        }).sum();
        let whole = match plane.crossing(float(path[0]), float(path[path.len() - 1])) {
            Some(Crossing::IntoBack) => -1,
            Some(Crossing::IntoFront) => 1,
            None => 0,
        };
        prop_assert_eq!(crossings, whole);
    }
}

proptest! {
    #![proptest_config(whole::cases(2_000))]

    #[test]
    fn n02_a_sphere_touches_a_plane_when_small_steps_say(
        triangle in [place(), place(), place()], centre in place(), motion in place(), radius in 0.0_f32..3.0,
    ) {
        let Some(plane) = plane_of(triangle) else { return Ok(()) };
        let [a, b, c] = triangle;
        let n = cross(sub(b, a), sub(c, a));
        let length = (dot(n, n) as f64).sqrt();
        let start = volume(a, b, c, centre) as f64 / length;
        let speed = dot(n, motion) as f64 / length;
        let radius64 = f64::from(radius);
        let hit = plane.cast_sphere(float(centre), radius, float(motion));
        if start.abs() < 1e-9 || (start.abs() - radius64).abs() < 1e-9 || speed == 0.0 {
            // On the plane, in exact contact, or parallel: other tests check these cases with
            // numbers.
            return Ok(());
        }
        let approaches = start * speed < 0.0;
        match stepped(|t| start + speed * t, radius64).filter(|_| approaches) {
            Some(first) => {
                let hit = hit.expect("the steps met it");
                prop_assert!(hit.fraction <= first && hit.fraction >= first - 1.0 / 4000.0 - 1e-12);
                prop_assert!((plane.signed_distance(hit.point)).abs() < 1e-5);
                prop_assert!(f64::from(hit.normal.dot(plane.normal())) * start > 0.0);
            }
            // A ball of almost no radius can pass between two steps, and can touch at the very end.
            None => {
                let slips_between = radius64 < speed.abs() / 4000.0;
                let is_near = slips_between || (start + speed).abs() - radius64 < 1e-9;
                prop_assert!(hit.is_none() || approaches && is_near);
            }
        }
    }
}
