//! The errors of the published slides, N3 to N12, each with its numbers (with y up), and the
//! correct result.

use crate::common::{self, by};
use sidle::{DVec3, Motion, MoveConfig, Response, Scratch, Shape, Vec3, World, WorldVector};

const SKIN: f32 = 0.001;

fn triangles(corners: &[[f32; 3]]) -> World {
    let vertices: Vec<Vec3> = corners.iter().map(|&c| c.into()).collect();
    common::triangles(&vertices)
}

/// A triangle through a point, perpendicular to a direction.
fn plane(through: Vec3, normal: Vec3) -> [[f32; 3]; 3] {
    let a = normal.normalize().any_orthonormal_vector() * 500.0;
    let b = normal.normalize().cross(a);
    [a, b - a, -b - a].map(|c| (through + c).to_array())
}

fn go(world: &World, shape: &Shape, from: impl WorldVector, motion: Vec3) -> sidle::Outcome {
    world.move_once(shape, from, by(motion), &MoveConfig::default()).outcome
}

fn assert_near(found: impl WorldVector, expected: Vec3, within: f32, what: &str) {
    let (found, expected) = (found.to_dvec3(), expected.as_dvec3());
    assert!((found - expected).length() <= f64::from(within), "{what}: {found}, not {expected}");
}

#[test]
fn fault_3_and_5_a_slide_projects_away_from_the_plane_and_not_into_it() {
    let floor = triangles(&plane(Vec3::ZERO, Vec3::Y));
    let end = go(&floor, &Shape::sphere(1.0), Vec3::Y, Vec3::new(2.0, -2.0, 0.0));
    // The documents' order of arguments ends at (2, -2, 0).
    assert_near(end.position, Vec3::new(2.0, 1.0 + SKIN, 0.0), 1e-5, "slide");
}

#[test]
fn fault_4_lengths_that_are_not_one_do_not_matter() {
    let floor = triangles(&plane(Vec3::ZERO, Vec3::Y));
    let end = go(&floor, &Shape::sphere(1.0), Vec3::Y * 5.0, Vec3::Y * -8.0);
    assert_near(end.position, Vec3::Y * (1.0 + SKIN), 1e-5, "a fall of 8 onto a floor 4 below");
    let end = go(&floor, &Shape::sphere(2.0), Vec3::Y * 5.0, Vec3::new(1.0, -8.0, 0.0));
    assert_near(end.position, Vec3::new(1.0, 2.0 + SKIN, 0.0), 1e-5, "radius 2");
}

#[test]
fn fault_6_the_gap_is_the_skin_at_any_angle() {
    let floor = triangles(&plane(Vec3::ZERO, Vec3::Y));
    let config = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
    for degrees in [0.1_f32, 1.0, 10.0, 90.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let from = Vec3::new(-100.0 * cos, 1.0 + 100.0 * sin, 0.0);
        let end = floor
            .move_once(&Shape::sphere(1.0), from, by(Vec3::new(cos, -sin, 0.0) * 150.0), &config)
            .outcome;
        let gap = end.position.y - 1.0;
        // f64: only the band is left.
        // One ulp of the coordinates near 1, plus the band in which a sweep may end.
        assert!((gap - f64::from(SKIN)).abs() < f64::from(0.01 * SKIN), "{degrees} degrees: a gap of {gap}");
    }
}

#[test]
fn fault_7_an_ellipse_touches_a_plane_where_its_support_is() {
    // Radii 3 and 6, n = (.6, .8): the right distance is 5.126, not 4.92, and not to the side.
    let wall = triangles(&plane(Vec3::ZERO, Vec3::new(0.6, 0.8, 0.0)));
    let shape = Shape::ellipsoid(Vec3::new(3.0, 6.0, 3.0));
    let n = Vec3::new(0.6, 0.8, 0.0);
    let report = wall.move_once(&shape, n * 20.0, by(n * -40.0), &MoveConfig::default());
    let distance = report.outcome.position.dot(n.as_dvec3());
    assert!((distance - 5.126_403 - f64::from(SKIN)).abs() < 2e-4, "{distance}");
    let touched = report.hits[0].point - report.outcome.position;
    assert_near(touched, Vec3::new(-1.0534, -5.6183, 0.0), 2e-3, "the support point");
}

#[test]
fn fault_8_an_ellipsoid_slides_along_the_plane_and_not_26_degrees_off() {
    let n = Vec3::new(0.6, 0.8, 0.0);
    let world = triangles(&plane(Vec3::ZERO, n));
    let shape = Shape::ellipsoid(Vec3::new(3.0, 6.0, 3.0));
    let desired = Vec3::new(1.0, -1.0, 0.4);
    let end = go(&world, &shape, n * (5.126_403 + SKIN), desired);
    assert_near(end.velocity, desired - n * n.dot(desired), 1e-6, "velocity");
    assert!((end.velocity.dot(n)).abs() < 1e-6);
}

#[test]
fn fault_10_short_steps_are_not_swallowed() {
    let floor = triangles(&plane(Vec3::ZERO, Vec3::Y));
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut position = DVec3::Y * 1.001;
    for _ in 0..1000 {
        let motion = Motion::velocity(Vec3::new(5.0, -5.0, 0.0), 0.001);
        position =
            floor.move_and_slide(&mut scratch, &Shape::sphere(1.0), position, motion, &config).position;
    }
    assert_near(position, Vec3::new(5.0, 1.001, 0.0), 5e-4, "5 m/s for a second at 1000 Hz");
}

#[test]
fn fault_11_an_acute_groove_is_left_in_a_stage_or_two() {
    for degrees in [60.0_f32, 20.0, 5.0] {
        let half = (0.5 * degrees).to_radians();
        let side = |s: f32| plane(Vec3::ZERO, Vec3::new(half.sin(), half.cos() * s, 0.0));
        let groove = triangles(&[side(1.0), side(-1.0)].concat());
        // The groove opens towards +x: at this depth both sides are a skin away.
        let deep = (0.5 + SKIN) / half.sin();
        let from = Vec3::new(deep + 0.1, 0.0, 0.0);
        let end = go(&groove, &Shape::sphere(0.5), from, Vec3::new(-3.0, 0.2, 3.0));
        assert!(end.iterations <= 4, "{degrees} degrees: {} iterations", end.iterations);
        let expected = Vec3::new(deep, 0.0, 3.0);
        // Along the sides, the band of a skin is 1 / sin as long.
        assert_near(end.position, expected, 1e-3 + 1e-5 / half.sin(), "the bottom of the groove");
    }
}

#[test]
fn fault_12_gravity_is_per_second_and_not_per_frame() {
    let nothing = World::from_triangles(&[], &[]).expect("empty");
    for rate in [30_u16, 60, 144, 240, 1000] {
        let (mut position, mut velocity) = (DVec3::Y * 100.0, Vec3::ZERO);
        for _ in 0..2 * rate {
            let motion = Motion::with_gravity(velocity, Vec3::Y * -9.81, 1.0 / f32::from(rate));
            let end = go(&nothing, &Shape::sphere(0.5), position, motion.displacement);
            (position, velocity) = (end.position, motion.velocity);
        }
        // f64: only the f32 velocity and displacement are rounded.
        // 9.81 * 2^2 / 2 in two seconds. Storing 2,000 positions near 100 m can add 2,000 times
        // 3.8e-6.
        assert!((position.y - (100.0 - 19.62)).abs() < 8e-3, "{rate} Hz: {}", position.y);
    }
}

/// The same desired motion against one plane, two planes and three. The body starts where its skin
/// touches all of them, so every direction has a closed form: the part of the motion that each set
/// of planes leaves.
#[test]
fn c04_one_plane_two_planes_and_three_leave_their_share_of_a_wish() {
    let (desired, reach) = (Vec3::new(1.0, -2.0, 3.0), 0.5 + SKIN);
    let [floor, left, right] = [Vec3::Y, Vec3::new(5.0, 1.0, 0.0), Vec3::new(-5.0, 1.0, 0.0)];
    let corner = [Vec3::Y, Vec3::NEG_X, Vec3::NEG_Z];
    let cases: [(&[Vec3], Vec3, Vec3); 4] = [
        (&[floor], Vec3::Y * reach, Vec3::new(1.0, 0.0, 3.0)),
        (&[Vec3::NEG_Y], Vec3::NEG_Y * reach, desired),
        (&[left, right], Vec3::Y * (reach * left.length()), Vec3::Z * 3.0),
        (&corner, Vec3::new(-reach, reach, -reach), Vec3::ZERO),
    ];
    for (normals, from, allowed) in cases {
        let sides: Vec<[f32; 3]> = normals.iter().flat_map(|&n| plane(Vec3::ZERO, n)).collect();
        let end = go(&triangles(&sides), &Shape::sphere(0.5), from, desired);
        // Half a contact band of the skin, over the sine between a side of the crease and its
        // bisector.
        let band = 0.5 * SKIN / 256.0 * left.length();
        assert_near(end.position, from + allowed, band, &format!("way along {normals:?}"));
        assert_near(end.velocity, allowed, 1e-6, &format!("velocity along {normals:?}"));
        let stops = allowed == Vec3::ZERO;
        assert_eq!(end.reason == sidle::StopReason::NoFreedom, stops, "{normals:?}: {end:?}");
    }
}
