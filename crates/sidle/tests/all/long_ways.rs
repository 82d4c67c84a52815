//! Long paths: long for the body (small balls along edges and grooves), or long for f32 (motions of
//! kilometres).

use crate::common::{RESPONSES, box_geometry, by, triangles};
use sidle::trace::explain;
use sidle::{
    Ball, BallConfig, DVec3, InstanceOptions, Motion, MoveConfig, Outcome, Pose, Quat, QueryFilter, Scratch,
    Shape, StopReason, Vec3, World,
};
use sidle_scenes::SplitMix64;

fn slide(world: &World, shape: &Shape, from: Vec3, motion: Vec3, config: &MoveConfig) -> Outcome {
    world.move_and_slide(&mut Scratch::default(), shape, from, by(motion), config)
}

/// A skin wider than the smallest half length counts as that much, for motions of any length.
/// Earlier, a disc of a centimetre with a motion of 1000 km stopped 25 cm before a wall beside it.
#[test]
fn a_wide_skin_is_cut_down_to_the_body_on_long_ways_too() {
    let wall = triangles(&[Vec3::new(5.0, -9.0, -9.0), Vec3::new(5.0, 9.0, -9.0), Vec3::new(5.0, 0.0, 9.0)]);
    let disc = Shape::ellipsoid(Vec3::new(0.5, 0.01, 0.5));
    let config = MoveConfig { skin_width: 1.0, ..MoveConfig::default() };
    for length in [10.0, 1e4, 1e6] {
        let end = slide(&wall, &disc, Vec3::ZERO, Vec3::X * length, &config);
        assert_eq!(end.reason, StopReason::NoFreedom, "{end:?}");
        assert!(end.skin <= 0.01 && (end.position.x - 4.49).abs() < 0.001, "{length}: {end:?}");
    }
}

/// If a ball presses head-on against an edge, it goes straight along it. Earlier, 4.6 m took 3,400
/// chords of 1.4 mm, and the move ended after 256.
#[test]
fn along_an_edge_that_is_met_head_on_there_is_one_step() {
    let plate = triangles(&[Vec3::new(-1.0, 0.0, 0.0), Vec3::new(9.0, 0.0, 2.0), Vec3::new(5.0, 0.0, -5.0)]);
    for radius in [1.0e-4, 1.0e-3, 1.0e-2] {
        let (from, motion) = (Vec3::new(0.0, 0.0, 0.5), Vec3::new(5.0, 0.0, -1.0));
        let end = slide(&plate, &Shape::sphere(radius), from, motion, &MoveConfig::default());
        assert_eq!(end.reason, StopReason::Arrived, "{radius}: {end:?}");
        assert!(end.iterations <= 80 && end.distance > 4.5, "{radius}: {end:?}");
    }
}

/// In the groove of an edge and a face that is not parallel to it, the path bends by less than a
/// micrometre per metre.
#[test]
fn a_groove_of_an_edge_and_a_face_takes_few_steps() {
    let groove = triangles(&[
        Vec3::new(-9.0, 0.0, -9.0),
        Vec3::new(9.0, 0.0, -9.0),
        Vec3::new(0.0, 0.0, 9.0),
        Vec3::new(-2.0, 0.0015, 0.4),
        Vec3::new(8.0, 0.0019, -0.2),
        Vec3::new(3.0, 3.0, -3.0),
    ]);
    for radius in [0.5e-3, 1.0e-3] {
        let (from, motion) = (Vec3::new(-1.0, 0.004, 0.6), Vec3::new(6.0, -1.0, -2.0));
        let end = slide(&groove, &Shape::sphere(radius), from, motion, &MoveConfig::default());
        assert_eq!(end.reason, StopReason::Arrived, "{radius}: {end:?}");
        assert!(end.iterations <= 100, "{radius}: {end:?}");
    }
}

/// Earlier, an arc that leaves the region of one gather was abandoned, and the path continued with
/// single chords.
#[test]
fn along_an_edge_of_a_kilometre_gathers_are_few() {
    let blade = triangles(&[Vec3::Z * 1000.0, Vec3::Z * -2.0, Vec3::new(-9.0, 0.0, 300.0)]);
    let config = MoveConfig { skin_width: 0.05, ..MoveConfig::default() };
    // A micrometre off head-on: the ball needs the whole path to roll off a little.
    let (from, motion) = (Vec3::new(0.9, 1.0e-6, 20.0), Vec3::new(-3.0, 0.0, 900.0));
    let end = slide(&blade, &Shape::sphere(0.77), from, motion, &config);
    assert_eq!(end.reason, StopReason::Arrived, "{end:?}");
    assert!(end.iterations <= 100, "{end:?}");
}

/// Balls below a centimetre among six triangles on a grid of half metres, with moves of metres.
/// Earlier, 2 of 100,000 took all of their 256 iterations.
#[test]
fn small_balls_come_to_no_limit() {
    let mut rng = SplitMix64::new(11);
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    let (mut moves, mut limits, mut most) = (0, 0, 0);
    while moves < 60_000 {
        let mut number = || rng.below(9) as f32 * 0.5 - 2.0;
        let mut place = || Vec3::new(number(), number(), number());
        let corners: Vec<Vec3> = (0..18).map(|_| place()).collect();
        let (world, mut at) = (triangles(&corners), (place() * 0.5).as_dvec3());
        let motions: Vec<Vec3> = (0..5).map(|_| place()).collect();
        let shape = Shape::sphere((1.0e-4 * 10.0_f64.powf(rng.range(0.0, 2.0))) as f32);
        for motion in motions {
            let end = world.move_and_slide(&mut scratch, &shape, at, by(motion), &config);
            moves += 1;
            limits += u32::from(end.reason == StopReason::IterationLimit);
            most = most.max(end.iterations);
            at = end.position;
        }
    }
    println!("{moves} moves of balls of 0.1 to 10 mm: {limits} limits, {most} iterations at most");
    assert_eq!(limits, 0);
}

/// A floor of 200 m and a wall across x = 2.
fn room() -> World {
    triangles(&[
        Vec3::new(-100.0, 0.0, -100.0),
        Vec3::new(0.0, 0.0, 100.0),
        Vec3::new(100.0, 0.0, -100.0),
        Vec3::new(2.0, -9.0, -50.0),
        Vec3::new(2.0, 50.0, 0.0),
        Vec3::new(2.0, -9.0, 50.0),
    ])
}

/// The skin grows with the coordinates, but not with a desired motion that is obstructed. Earlier,
/// a push of 10,000 km lifted a ball by 3.5 m.
#[test]
fn a_motion_of_a_million_metres_does_not_lift_what_stands() {
    let (room, config) = (room(), MoveConfig::default());
    for (shape, height) in [
        (Shape::sphere(0.5), 0.5_f32),
        (Shape::ellipsoid(Vec3::new(0.5, 0.9, 0.5)), 0.9),
        (
            Shape::ellipsoid(Vec3::new(0.9, 0.5, 0.5)).with_rotation(Quat::from_xyzw(
                0.0,
                0.0,
                0.5_f32.sqrt(),
                0.5_f32.sqrt(),
            )),
            0.9,
        ),
    ] {
        let from = Vec3::new(0.0, height + 0.001, 0.0);
        for far in [1.0e4, 1.0e5, 1.0e6, 1.0e7, 1.6e7] {
            let end = slide(&room, &shape, from, Vec3::new(far, -1.0, 0.0), &config);
            let lifted = end.position.y - f64::from(from.y);
            assert!(lifted.abs() < 1.0e-4 && end.skin < 0.001_01, "{far} m: lifted {lifted} m, {end:?}");
            assert!((end.position.x - 1.499).abs() < 2.0e-4, "{far} m: {end:?}");
            assert_eq!(end.reason, StopReason::NoFreedom, "{far} m: {end:?}");
        }
    }
}

/// A long move in the open arrives exactly where it is asked to.
#[test]
fn long_ways_in_the_open_arrive() {
    let room = room();
    for response in RESPONSES {
        let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
        for far in [5.0e3, 7.0e4, 1.0e6, 1.6e7] {
            let (from, motion) = (Vec3::new(3.0, 5.0, 1.0), Vec3::new(far, 0.25 * far, -0.5 * far));
            let mut scratch = Scratch::default();
            let asked = Motion { displacement: motion, velocity: Vec3::X };
            let end = room.move_and_slide(&mut scratch, &Shape::sphere(0.5), from, asked, &config);
            assert_eq!(
                (end.reason, end.velocity),
                (StopReason::Arrived, Vec3::X),
                "{response:?} {far}: {end:?}"
            );
            assert!(
                (end.position - from.as_dvec3() - motion.as_dvec3()).length()
                    <= 4.0 * f64::EPSILON * f64::from(far),
                "{response:?} {end:?}"
            );
            assert!((end.distance - motion.length()).abs() <= 1.0e-6 * far, "{response:?} {end:?}");
            assert!(end.iterations <= 40 && end.fraction == 1.0, "{response:?} {end:?}");
            assert_eq!((scratch.path()[0], scratch.path().last()), (from.as_dvec3(), Some(&end.position)));
            assert_eq!(end.skin, config.skin_width, "{end:?}");
        }
    }
}

/// The mover stops at a wall 3,000 km away with the skin of that place. A body far from the origin
/// continues with the skin that it has there.
#[test]
fn walls_far_out_are_met_where_they_are() {
    let x = 3.0e6;
    let wall = triangles(&[Vec3::new(x, -2e5, -2e5), Vec3::new(x, 2e5, 0.0), Vec3::new(x, -2e5, 2e5)]);
    let config = MoveConfig::default();
    for from in [Vec3::ZERO, Vec3::new(2.0e6, 100.0, 50.0), Vec3::new(2.99e6, 3.0, -7.0)] {
        let end = slide(&wall, &Shape::sphere(0.5), from, Vec3::new(1.0e7, 0.0, 0.0), &config);
        let gap = f64::from(x) - end.position.x - 0.5;
        assert_eq!(end.reason, StopReason::NoFreedom, "{end:?}");
        assert!(gap >= 0.0 && gap <= 1.2 * f64::from(end.skin) && end.skin <= 1.0, "{gap} {end:?}");
    }
}

/// A ball that rolls under a gravity of 10,000 g could fall 2,450 km in 7 s. Earlier, its skin was
/// therefore a metre, and lifting the ball by a metre gave it up to 2.8 times its energy. Such a
/// long step has substeps too, with the skin of the actual place of the ball.
#[test]
fn gravity_of_millions_and_steps_of_seconds_make_no_energy() {
    let room = room();
    let mut scratch = Scratch::default();
    for (gravity, dt) in
        [(1.0e3, 7.0), (1.0e5, 0.5), (1.0e5, 7.0), (1.0e5, 15.0), (1.0e7, 0.016), (1.0e7, 1.5)]
    {
        let config = BallConfig { radius: 0.2, gravity: Vec3::Y * -gravity, ..BallConfig::default() };
        for speed in [0.0, 0.01, 2.0] {
            let mut ball = Ball {
                velocity: Vec3::new(speed, 0.0, 0.3 * speed),
                ..Ball::at(Vec3::new(-3.0, 0.201, 0.5))
            };
            for _ in 0..5 {
                let before = ball.energy(&config);
                let step = room.step_ball(&mut scratch, &ball, dt, &config);
                let gain = step.ball.energy(&config) - before;
                let rounding = f64::from(gravity) * 1.0e-7 + 1.0e-6;
                assert!(gain <= rounding, "{gravity} m/s2, {dt} s, {speed} m/s: {gain} J/kg, {step:?}");
                assert!(
                    step.skin <= 0.002 && step.ball.position.y < 0.203,
                    "{gravity} {dt} {speed}: {step:?}"
                );
                assert!(
                    step.reason == StopReason::Arrived && step.fraction == 1.0,
                    "{gravity} {dt} {speed}: {step:?}"
                );
                ball = step.ball;
            }
        }
    }
}

// f64: storing an end moves it by units of f64, so the rim may hardly be left.
/// If a path ends at the boundary of the gathered region, storing its end leaves the region. The
/// surroundings are then gathered first, and no push happens before. Earlier, the push used the
/// last measurement of the scratch, from another move, and ends were off by up to a skin.
#[test]
fn what_a_scratch_did_before_moves_no_end() {
    let far = Vec3::splat(1.0e6);
    let floor = [Vec3::new(-2.0, 0.0, -2.0), Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.0, -2.0)];
    let floor = triangles(&floor.map(|c| c + far));
    let (ball, config) = (Shape::sphere(0.5), MoveConfig::default());
    let mut rng = SplitMix64::new(9);
    let mut used = Scratch::default();
    let mut at_the_rim = 0;
    for case in 0..4_000 {
        let mut vector = |half: f64| Vec3::from_array([(); 3].map(|()| rng.range(-half, half) as f32));
        let before = (far + Vec3::Y + vector(1.0), vector(2.0));
        let from = far + Vec3::Y * 0.75 + vector(0.5) * Vec3::new(1.0, 0.1, 1.0);
        let motion = (vector(1.0) * Vec3::new(1.0, 0.1, 1.0)).normalize() * rng.range(14.9, 15.0) as f32;
        let _ = floor.move_and_slide(&mut used, &ball, before.0, by(before.1), &config);
        let end = floor.move_and_slide(&mut used, &ball, from, by(motion), &config);
        let fresh = slide(&floor, &ball, from, motion, &config);
        assert_eq!(end, fresh, "case {case}: {from} by {motion}, after {before:?}");
        at_the_rim += u32::from(end.iterations >= 2);
    }
    println!("{at_the_rim}");
    assert!(at_the_rim > 100, "{at_the_rim}");
}

/// A walk along the boundary edge of a floor, with the contact point on the edge up to rounding,
/// has no segment that goes back. Here rounding decides on which side of the edge the point is.
#[test]
fn no_segment_along_a_boundary_edge_goes_back() {
    let mut rng = SplitMix64::new(31);
    let config = MoveConfig::default();
    let mut iterations = 0;
    for case in 0..40_000_usize {
        let tilt = (case % 2) as f64;
        let mut corner = || [8.0, tilt, 8.0].map(|half| rng.range(-half, half) as f32).into();
        let corners: [Vec3; 3] = [corner(), corner(), corner()];
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a);
        if normal.length() < 1.0 {
            continue;
        }
        let radius = [0.4, 0.0, 0.25][case % 3];
        let shape = if radius == 0.0 { Shape::point() } else { Shape::sphere(radius) };
        let lift = normal.normalize() * normal.y.signum() * (radius + config.skin_width);
        let from = a + (b - a) * (rng.range(0.1, 0.9) as f32) + lift;
        let motion = (b - a) * [0.25, 0.1, -0.2, 0.01][case / 3 % 4] - lift * [0.0, 0.02][case / 12 % 2];
        let told = explain(&triangles(&corners), &shape, from, by(motion), &config);
        for iteration in &told.iterations {
            let along = (iteration.to - iteration.from).dot(motion.as_dvec3()) / f64::from(motion.length());
            assert!(along >= -1e-10, "case {case}: {along} m of {motion} from {from} on {corners:?}");
            iterations += 1;
        }
    }
    assert!(iterations > 30_000, "{iterations}");
}

/// Queries between any two positions find a box in the way. Earlier, casts of shapes longer than
/// 2^30 m hit nothing, nothing further away than 67,000 km was the closest point, and margins of
/// more than 2^24 m had no contacts.
#[test]
fn queries_reach_from_any_position_to_any_other() {
    let mut world = World::default();
    let geometry = box_geometry(&mut world, Vec3::splat(5.0));
    for at in [DVec3::ZERO, DVec3::new(9e8, -9e8, 9e8)] {
        let id = world.add_instance(geometry, &Pose::at(at), InstanceOptions::default()).expect("a pose");
        let turned =
            Shape::ellipsoid(Vec3::new(0.1, 2.0, 0.5)).with_rotation(Quat::from_xyzw(0.3, 0.2, 0.5, 0.7));
        let shapes = [Shape::point(), Shape::sphere(0.5), Shape::capsule(0.3, 1.8), turned];
        for distance in [1.0e3, 1.0e6, 1.0e8, 5.0e8, 6.0e8, 1.07e9] {
            for axis in [DVec3::X, DVec3::NEG_Y, DVec3::Z] {
                let far = 1e-6;
                // From one side of the world to the other, through the box.
                let from = at * (DVec3::ONE - axis.abs()) - axis * distance;
                let motion = axis * (2.0 * distance);
                let gap = (at - from).dot(axis) - 5.0;
                if gap <= 3.0 || gap >= 2.0 * distance {
                    continue;
                }
                assert!(world.is_blocked(from, from + motion, &QueryFilter::ALL), "{from}");
                for shape in &shapes {
                    let hit = world.cast_shape(shape, from, motion, &QueryFilter::ALL);
                    let mut all = Vec::new();
                    world.cast_shape_all(shape, from, motion, &QueryFilter::ALL, &mut all);
                    let hit = hit.unwrap_or_else(|| panic!("{shape:?} from {from}"));
                    assert_eq!(all.first(), Some(&hit));
                    let ahead = gap - hit.fraction * motion.length();
                    let half = if *shape == Shape::point() { 0.0 } else { 2.0 };
                    assert!((-far..half + far).contains(&ahead), "{shape:?} from {from}: {ahead}");
                    assert!((hit.point - at).dot(axis) + 5.0 < far && hit.normal.dot(axis.as_vec3()) < -0.99);
                }
                for most in [gap as f32 * 1.01, 1e30, f32::INFINITY] {
                    let near = world.closest_point(from, most, &QueryFilter::ALL).expect("the box");
                    assert!((f64::from(near.distance) - gap).abs() < 1e-6 * gap, "{from}: {near:?}");
                    let mut contacts = Vec::new();
                    world.contacts(&shapes[1], from, most, &QueryFilter::ALL, &mut contacts);
                    let nearest = contacts.first().unwrap_or_else(|| panic!("{from}: {most}"));
                    assert!((f64::from(nearest.distance) - gap + 0.5).abs() < 1e-6 * gap, "{nearest:?}");
                }
                assert_eq!(world.closest_point(from, gap as f32 * 0.99, &QueryFilter::ALL), None);
            }
        }
        world.remove_instance(id).expect("the box");
    }
}
