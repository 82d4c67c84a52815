//! Calls among ten thousand polygons at one place take a bounded number of iterations, and slivers
//! with equal corners are one polygon to a move.

use crate::common::{by, triangles};
use sidle::sdf::{RoundedBox, Scene, SdfScratch};
use sidle::{
    CarryConfig, CharacterConfig, DVec3, InstanceOptions, MaterialId, MoveConfig, Outcome, PolygonId, Pose,
    PoseSet, Quat, Scratch, Shape, StopReason, Vec3, World,
};
use sidle_scenes::SplitMix64;

/// Returns 10,000 triangles that rise from the origin on all sides.
fn funnel() -> World {
    let rim = |i: u32| {
        let (sin, cos) = (f64::from(i % 10_000) * std::f64::consts::TAU / 10_000.0).sin_cos();
        Vec3::new(5.0 * cos as f32, 5.0, 5.0 * sin as f32)
    };
    let corners: Vec<Vec3> = (0..10_000).flat_map(|i| [Vec3::ZERO, rim(i + 1), rim(i)]).collect();
    triangles(&corners)
}

/// Moves down onto the x axis and across it.
fn moves(world: &World, shape: &Shape) -> Vec<(Outcome, Vec<PolygonId>)> {
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let mut at = DVec3::new(0.01, 1.5, 0.003);
    (0..12_u16)
        .map(|i| {
            let (x, z) = [(1.0, 0.3), (-1.0, -0.28), (0.2, 1.0), (-0.2, -1.02)][usize::from(i % 4)];
            let motion = if i == 0 { Vec3::Y * -3.0 } else { Vec3::new(0.05 * x, -0.1, 0.05 * z) };
            let end = world.move_and_slide(&mut scratch, shape, at, by(motion), &config);
            at = end.position;
            (end, scratch.hits().iter().map(|hit| hit.surface.polygon).collect())
        })
        .collect()
}

/// 10,000 of them took 11.8 s for one move: each was compared with all others.
#[test]
fn slivers_with_equal_corners_are_one_polygon_to_a_move() {
    let slivers = [
        [-Vec3::X, Vec3::X, Vec3::ZERO],
        [-Vec3::X, Vec3::X, Vec3::X],
        [Vec3::ZERO; 3],
        [-Vec3::X, Vec3::X * 0.25, Vec3::X],
    ];
    for sliver in slivers {
        let copy = |i: usize| [0, 1, 2].map(|k| sliver[(i + k) % 3]);
        let copies: Vec<Vec3> = (0..10_000).flat_map(copy).collect();
        let (one, many) = (triangles(&sliver), triangles(&copies));
        for shape in
            [Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)), Shape::capsule(0.3, 1.8)]
        {
            assert_eq!(moves(&one, &shape), moves(&many, &shape), "{sliver:?} {shape:?}");
        }
    }
}

/// A funnel of 10,000 triangles is a cone: a point that slides down took 5 s and 256 iterations.
#[test]
fn a_move_among_many_contacts_ends_free_after_a_bounded_amount_of_work() {
    let world = funnel();
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    for shape in [Shape::point(), Shape::sphere(0.4)] {
        let (from, way) = (Vec3::new(2.0, 4.0, -2.0), Vec3::new(-4.0, -8.0, 4.0));
        let end = world.move_and_slide(&mut scratch, &shape, from, by(way), &config);
        assert!(end.iterations < 100, "{end:?}");
        assert_ne!(end.reason, StopReason::StartedInside);
        assert!(!world.overlaps(&shape, end.position, &config.filter), "{end:?}");
    }
}

/// A body that slides round the funnel crosses a facet in each iteration, until its work is used
/// up.
#[test]
fn a_move_over_thousands_of_facets_ends_free_at_the_limit_of_its_work() {
    let world = funnel();
    let config = MoveConfig { max_iterations: 100_000, ..MoveConfig::default() };
    let mut scratch = Scratch::default();
    for shape in [Shape::point(), Shape::sphere(0.4)] {
        let end = world.move_and_slide(
            &mut scratch,
            &shape,
            Vec3::new(2.0, 3.0, 0.0),
            by(Vec3::new(0.0, -2.0, 6.0)),
            &config,
        );
        println!("{end:?}");
        assert!(end.reason == StopReason::IterationLimit && end.iterations < 5_000, "{end:?}");
        assert!(!world.overlaps(&shape, end.position, &config.filter), "{end:?}");
    }
}

/// A ledge distance of 9,999 m cast 100,000 rays in each step.
#[test]
fn the_distance_to_a_ledge_has_a_limit() {
    let error = |ledge_distance| CharacterConfig { ledge_distance, ..CharacterConfig::default() }.validate();
    assert!(error(50.0).is_ok());
    for distance in [50.001, 9_999.0, -1.0, f32::NAN] {
        let text = error(distance).expect_err("out of range").to_string();
        assert!(text.contains("ledge_distance") && text.contains("0 to 50"), "{text}");
    }
}

/// A mesh of 10,000 triangles that turns by 170 degrees took 1.1 s and 101 iterations.
#[test]
fn a_ride_among_many_polygons_ends_after_a_bounded_amount_of_work() {
    let mut rng = SplitMix64::new(3);
    let mut within = |most: f64| Vec3::from([0; 3].map(|_| rng.range(-most, most) as f32));
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    for _ in 0..10_000 {
        let at = within(0.8) - Vec3::Y * 0.9;
        builder.add_triangles(&[at, at + within(0.2), at + within(0.2)], &[[0, 1, 2]], MaterialId(0));
    }
    let mesh = world.add_geometry(builder).expect("triangles");
    let pose = Pose::at(Vec3::ZERO);
    let instance = world.add_instance(mesh, &pose, InstanceOptions::default()).expect("a pose");
    let mut poses = PoseSet::default();
    poses.add(instance, pose, pose.with_rotation(Quat::from_rotation_z(170_f32.to_radians())));
    world.set_poses(&poses).expect("a turn");
    let (mut scratch, config) = (Scratch::default(), CarryConfig::default());
    let (shape, from) = (Shape::capsule(0.3, 1.8), Vec3::Y * 1.2);
    let end = world.carry(&mut scratch, &shape, from, 1.0 / 60.0, &config);
    assert!(end.iterations > 1 && end.iterations < 50, "{end:?}");
}

/// A rounded box that slides down a funnel took 256 iterations, and measured each of 10,000
/// triangles in each of them.
#[test]
fn a_move_with_a_distance_function_ends_free_after_a_bounded_amount_of_work() {
    let world = funnel();
    let (scene, body) = (Scene::new(&world), RoundedBox { half: DVec3::splat(0.25), radius: 0.05 });
    let (mut scratch, config) = (SdfScratch::default(), MoveConfig::default());
    let mut at = DVec3::new(0.01, 1.5, 0.003);
    for (way, reason) in
        [(Vec3::Y * -3.0, StopReason::Arrived), (Vec3::new(0.05, -0.1, 0.02), StopReason::IterationLimit)]
    {
        let motion = by(way);
        let end = scene.move_and_slide(&mut scratch, &body, at, motion, &config);
        at = end.position;
        assert!(end.reason == reason && end.iterations < 200, "{end:?}");
        assert!(scene.clearance(&mut scratch, &body, at, 1.0, &config.filter) >= 0.0, "{end:?}");
    }
}
