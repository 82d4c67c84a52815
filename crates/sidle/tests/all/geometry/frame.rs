//! Frames of triangles, and bounces.

use proptest::prelude::*;
use sidle::Vec3;
use sidle::geometry::{Frame, Plane, closest_on_polygon, reflect};

use super::whole::{self, cross, dot, float, place, sub};

#[test]
fn g02_far_from_the_origin_the_coordinates_stay_small() {
    let far = Vec3::new(1e7, -1e7, 1e7);
    let [a, b, c] = [far, far + Vec3::new(0.0, 0.0, 4.0), far + Vec3::new(4.0, 0.0, 0.0)];
    let frame = Frame::from_triangle(a, b, c).expect("a triangle");
    assert_eq!(frame.to_local(a), Vec3::ZERO);
    assert_eq!(frame.to_local(b), Vec3::X * 4.0);
    assert_eq!(frame.to_local(c).y, 0.0);
    assert_eq!(frame.to_world(Vec3::new(4.0, 0.0, 0.0)), b);
}

/// "Less than or equal to the y value of any of the vertices" tests the infinite plane: all three
/// have the height 0.
#[test]
fn g02_the_texts_heights_miss_the_next_wall() {
    // A flat cell up to x = 1 and then a wall, up to (2, 10), with a ball above the flat cell that
    // already overlaps the wall.
    let cell = [Vec3::ZERO, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, -9.0)];
    let wall = [Vec3::new(1.0, 0.0, 9.0), Vec3::new(2.0, 10.0, 0.0), Vec3::new(1.0, 0.0, -9.0)];
    let (ball, radius) = (Vec3::new(0.8, 0.6, 0.0), 0.5);
    let frame = Frame::from_triangle(cell[0], cell[1], cell[2]).expect("a triangle");
    assert!(cell.into_iter().all(|corner| frame.to_local(corner).y == 0.0));
    assert!(frame.to_local(ball).y - radius > 0.0, "the text sees no hit");
    let depth = f64::from(radius) - closest_on_polygon(ball, &wall).expect("finite").distance;
    assert!((depth - 0.2413).abs() < 1e-4, "{depth}");
}

#[test]
fn g02_what_is_no_triangle_has_no_frame() {
    assert_eq!(Frame::from_triangle(Vec3::ZERO, Vec3::X, Vec3::X * 2.0), None);
    assert_eq!(Frame::from_triangle(Vec3::ZERO, Vec3::ZERO, Vec3::X), None);
    assert_eq!(Frame::from_triangle(Vec3::ZERO, Vec3::X, Vec3::NAN), None);
    let frame = Frame::from_triangle(Vec3::ZERO, Vec3::X, Vec3::Y).expect("a triangle");
    assert_eq!((frame.to_local(Vec3::NAN), frame.to_world(Vec3::NAN)), (Vec3::INFINITY, Vec3::INFINITY));
    assert_eq!(
        (frame.direction_to_local(Vec3::NAN), frame.direction_to_world(Vec3::INFINITY)),
        (Vec3::ZERO, Vec3::ZERO)
    );
}

/// The printed formula returns (1, -2, 0): down.
#[test]
fn g04_a_ball_bounces_off_a_floor() {
    let fall = Vec3::new(1.0, -1.0, 0.0);
    for (normal, restitution, after) in [
        (Vec3::Y, 1.0, Vec3::new(1.0, 1.0, 0.0)),
        (Vec3::Y * 1e-20, 1.0, Vec3::new(1.0, 1.0, 0.0)),
        (Vec3::Y * 1e20, 0.5, Vec3::new(1.0, 0.5, 0.0)),
        (Vec3::Y, 0.0, Vec3::X),
        (Vec3::Y, -3.0, Vec3::X),
        (Vec3::Y, 2.0, Vec3::new(1.0, 2.0, 0.0)),
        (Vec3::NEG_Y, 1.0, fall),
        (Vec3::Z, 1.0, fall),
        (Vec3::ZERO, 1.0, fall),
        (Vec3::NAN, 1.0, fall),
        (Vec3::Y, f32::NAN, fall),
        (Vec3::Y, f32::INFINITY, fall),
    ] {
        assert_eq!(reflect(fall, normal, restitution), after, "{normal} {restitution}");
    }
    assert_eq!(reflect(Vec3::NAN, Vec3::Y, 1.0), Vec3::ZERO);
    assert_eq!(reflect(Vec3::NEG_INFINITY, Vec3::Y, 1.0), Vec3::ZERO);
}

proptest! {
    #![proptest_config(whole::cases(10_000))]

    #[test]
    fn g02_there_and_back_and_lengths_stay(triangle in [place(), place(), place()], p in place(), q in place()) {
        let [a, b, c] = triangle.map(float);
        let n = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
        let Some(frame) = Frame::from_triangle(a, b, c) else {
            prop_assert_eq!(n, [0; 3]);
            return Ok(());
        };
        let (p, q) = (float(p), float(q));
        prop_assert!((frame.to_world(frame.to_local(p)) - p).length() < 1e-5);
        prop_assert!((frame.direction_to_world(frame.direction_to_local(q)) - q).length() < 1e-5);
        prop_assert!((frame.to_local(p).distance(frame.to_local(q)) - p.distance(q)).abs() < 1e-5);
        prop_assert!((frame.to_local(p + q) - frame.to_local(p) - frame.direction_to_local(q)).length() < 1e-5);
        // The triangle lies flat, its first edge along x, and the height over it is the distance
        // from its plane.
        prop_assert_eq!(frame.to_local(a), Vec3::ZERO);
        prop_assert!((frame.to_local(b) - Vec3::X * a.distance(b)).length() < 1e-5);
        prop_assert!(frame.to_local(c).y.abs() < 1e-5);
        let plane = Plane::from_triangle(a, b, c).expect("a triangle");
        prop_assert!((f64::from(frame.to_local(p).y) - plane.signed_distance(p)).abs() < 1e-5);
        let [x, y, z] = frame.axes();
        prop_assert!((x.cross(y) - z).length() < 1e-6, "right-handed");
    }

    /// The reference implementation splits the velocity into parts along the normal and across it.
    #[test]
    fn g04_the_part_along_the_normal_turns_and_the_rest_stays(
        velocity in place(), normal in place(), restitution in 0.0_f32..1.0,
    ) {
        let after = reflect(float(velocity), float(normal), restitution).as_dvec3();
        let towards = dot(velocity, normal);
        let (before, n) = (float(velocity).as_dvec3(), float(normal).as_dvec3());
        if towards >= 0 {
            prop_assert_eq!(after, before);
            return Ok(());
        }
        let along = n * (towards as f64 / dot(normal, normal) as f64);
        let expected = (before - along) - along * f64::from(restitution);
        prop_assert!((after - expected).length() < 1e-5);
        prop_assert!(after.length() <= before.length() * (1.0 + 1e-6), "no energy from nothing");
        prop_assert!(after.dot(n) >= -1e-5, "it does not approach any more");
    }
}
