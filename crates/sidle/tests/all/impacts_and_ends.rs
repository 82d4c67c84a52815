//! The speed that a surface removes, and the reason for the end of a move: rows C3 and C5.

use crate::common::by;
use sidle::{MoveConfig, MoveReport, Response, Shape, StopReason, Vec3, World};

/// A floor at y = 0 that ends at x = 0, and a wall across it at x = 9.
fn world() -> World {
    let p = Vec3::new;
    let floor = [p(0., 0., -50.), p(0., 0., 50.), p(50., 0., 50.), p(50., 0., -50.)];
    let wall = [p(9., -50., -50.), p(9., -50., 50.), p(9., 50., 50.), p(9., 50., -50.)];
    let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    World::from_triangles(&[floor, wall].concat(), &triangles).expect("valid")
}

fn go(from: Vec3, motion: Vec3, config: &MoveConfig) -> MoveReport {
    world().move_once(&Shape::sphere(1.0), from, by(motion), config)
}

#[test]
fn c03_the_force_of_an_impact_is_the_speed_along_the_normal() {
    let from = Vec3::new(4.0, 3.0, 0.0);
    for (response, motion) in [
        (Response::Slide, Vec3::new(0.0, -8.0, 0.0)),
        (Response::Slide, Vec3::new(3.0, -4.0, 1.0)),
        (Response::Momentum, Vec3::new(-1.0, -6.0, 2.0)),
        (Response::Stop, Vec3::new(2.0, -5.0, 0.0)),
    ] {
        let report = go(from, motion, &MoveConfig { response, ..MoveConfig::default() });
        let hit = report.hits[0];
        assert_eq!(hit.normal, Vec3::Y);
        assert!((hit.speed_removed + motion.y).abs() < 1e-5, "{motion}: {}", hit.speed_removed);
    }
    // At the boundary edge of the floor, the normal is that of the ball: half a radius above it,
    // (-sqrt 3/4, 1/2).
    let config = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
    let hit = go(Vec3::new(-3.0, 0.5, 0.0), Vec3::X * 4.0, &config).hits[0];
    // The skin makes the radius longer by a thousandth.
    let expected = 4.0 * (1.001_f32 * 1.001 - 0.25).sqrt() / 1.001;
    assert!((hit.speed_removed - expected).abs() < 1e-4, "{} {expected}", hit.speed_removed);
}

#[test]
fn c05_every_end_says_why() {
    let (config, free) = (MoveConfig::default(), Vec3::new(4.0, 3.0, 0.0));
    let stop = MoveConfig { response: Response::Stop, ..config };
    let short = MoveConfig { max_iterations: 1, ..config };
    let resting = Vec3::new(4.0, 1.001, 0.0);
    for (from, motion, config, reason) in [
        (free, Vec3::X, &config, StopReason::Arrived),
        (free, Vec3::new(1.0, -4.0, 0.0), &config, StopReason::Arrived),
        (free, Vec3::new(1.0, -4.0, 0.0), &stop, StopReason::Blocked),
        (free, Vec3::new(1.0, -4.0, 0.0), &short, StopReason::IterationLimit),
        (free, Vec3::X * 1e-9, &config, StopReason::Arrived),
        (resting, Vec3::Y * -4.0, &config, StopReason::NoFreedom),
        // Floor and wall leave the line along z, and the desired motion has no component along it.
        (resting, Vec3::new(9.0, -4.0, 0.0), &config, StopReason::NoFreedom),
        (Vec3::new(4.0, 0.5, 0.0), Vec3::X, &config, StopReason::StartedInside),
        (free, Vec3::X * f32::NAN, &config, StopReason::InvalidInput),
    ] {
        let end = go(from, motion, config).outcome;
        assert_eq!(end.reason, reason, "from {from} along {motion}: {end:?}");
    }
}
