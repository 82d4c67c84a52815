//! Bodies that are carried and pushed by moving instances.

use crate::common::box_geometry;
use sidle::{
    Carrier, CarryConfig, CarryEnd, DQuat, DVec3, GeometryId, InstanceId, InstanceOptions, MaterialId,
    MoveConfig, Pose, PoseSet, Quat, QueryFilter, Scratch, Shape, Vec3, World,
};
use sidle_scenes::SplitMix64;

fn box_of(world: &mut World, half: Vec3) -> GeometryId {
    box_geometry(world, half)
}

fn add(world: &mut World, geometry: GeometryId, at: Vec3) -> InstanceId {
    world.add_instance(geometry, &Pose::at(at), InstanceOptions::default()).expect("a pose")
}

fn moves(world: &mut World, list: &[(InstanceId, Pose, Pose)]) {
    let mut poses = PoseSet::default();
    for &(id, from, to) in list {
        poses.add(id, from, to);
    }
    world.set_poses(&poses).expect("poses");
}

const CAPSULE: f32 = 0.9 + 0.001;

fn bodies() -> [(Shape, f32); 4] {
    [
        (Shape::capsule(0.3, 1.8), 0.9),
        (Shape::sphere(0.4), 0.4),
        (Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.4)), 0.9),
        (Shape::point(), 0.0),
    ]
}

/// Up, down and sideways, at any speed: a body keeps its place on the platform.
#[test]
fn a_lift_and_a_train_carry_a_body() {
    let mut scratch = Scratch::default();
    for (shape, feet) in bodies() {
        for velocity in [Vec3::Y * 3.0, Vec3::Y * -12.0, Vec3::new(8.0, 0.0, 3.0), Vec3::new(40.0, 2.0, 0.0)]
        {
            for rate in [30.0_f32, 60.0, 1000.0] {
                let mut world = World::default();
                let plate = box_of(&mut world, Vec3::new(2.0, 0.1, 2.0));
                let id = add(&mut world, plate, Vec3::ZERO);
                let start = Vec3::new(0.3, 0.1 + feet + 0.001, -0.2).as_dvec3();
                let mut at = start;
                let mut pose = Pose::IDENTITY;
                for _ in 0..60 {
                    let next = Pose {
                        translation: pose.translation + velocity.as_dvec3() / f64::from(rate),
                        ..pose
                    };
                    moves(&mut world, &[(id, pose, next)]);
                    let carried =
                        world.carry(&mut scratch, &shape, at, rate.recip(), &CarryConfig::default());
                    assert_eq!(
                        (carried.end, carried.carrier),
                        (CarryEnd::Free, Some(id)),
                        "{velocity} {rate}"
                    );
                    assert!((carried.velocity - velocity).length() < 1e-3 * velocity.length());
                    (at, pose) = (carried.position, next);
                }
                let moved = at - start - pose.translation;
                assert!(moved.length() < 2e-4, "{shape:?} {velocity} {rate}: {moved}");
            }
        }
    }
}

/// Earlier, the velocity was infinite.
#[test]
fn after_the_shortest_step_the_velocity_of_the_carrier_is_finite() {
    let mut world = World::default();
    let plate = box_of(&mut world, Vec3::new(2.0, 0.1, 2.0));
    let id = add(&mut world, plate, Vec3::ZERO);
    let next = Pose { translation: Vec3::new(0.5, 0.0, -0.5).as_dvec3(), ..Pose::IDENTITY };
    moves(&mut world, &[(id, Pose::IDENTITY, next)]);
    let (shape, at) = (Shape::sphere(0.4), Vec3::Y * 0.501);
    let carried = world.carry(&mut Scratch::default(), &shape, at, 1e-45, &CarryConfig::default());
    assert_eq!(carried.carrier, Some(id));
    let most = Vec3::new(f32::MAX, 0.0, -f32::MAX);
    assert_eq!((carried.velocity, world.velocity_at(id, at, 1e-45)), (most, most));
}

/// B10: one turn a second, 9 m from the centre.
#[test]
fn b10_a_turntable_carries_a_body_around() {
    let mut scratch = Scratch::default();
    for (shape, feet) in bodies() {
        for rate in [30_u16, 60, 120, 1000] {
            let mut world = World::default();
            let plate = box_of(&mut world, Vec3::new(10.0, 1.0, 10.0));
            let id = add(&mut world, plate, Vec3::ZERO);
            let mut at = Vec3::new(9.0, 1.0 + feet + 0.001, 0.0).as_dvec3();
            let angle = |i: u16| std::f64::consts::TAU * f64::from(i) / f64::from(rate);
            let pose = |i: u16| Pose { rotation: glam_rotation_y(angle(i)), ..Pose::IDENTITY };
            let mut worst = 0.0_f64;
            for i in 0..rate {
                moves(&mut world, &[(id, pose(i), pose(i + 1))]);
                let config = CarryConfig::default();
                let carried = world.carry(&mut scratch, &shape, at, 1.0 / f32::from(rate), &config);
                assert_eq!(carried.end, CarryEnd::Free);
                at = carried.position;
                let exact = DVec3::new(9.0 * angle(i + 1).cos(), at.y, -9.0 * angle(i + 1).sin());
                worst = worst.max((at - exact).length());
            }
            println!("{shape:?} {rate} Hz: {worst:.1e} m off");
            assert!(worst < 1e-4, "{worst}");
        }
    }
}

fn glam_rotation_y(angle: f64) -> DQuat {
    DQuat::from_rotation_y(angle)
}

/// E8: a body without a motion of its own is pushed by a wall, not crossed.
#[test]
fn e8_a_wall_pushes_a_body() {
    let mut scratch = Scratch::default();
    for (shape, _) in bodies() {
        for rate in [30.0_f32, 60.0, 120.0, 1000.0] {
            for speed in [1.0_f32, 20.0] {
                let mut world = World::default();
                let wall = box_of(&mut world, Vec3::new(0.1, 2.0, 2.0));
                let id = add(&mut world, wall, Vec3::X * -1.0);
                let (mut at, mut x) = (DVec3::new(0.2, 0.1, 0.3), -1.0);
                let width = if shape == Shape::sphere(0.4) { 0.4 } else { 0.3 };
                let width = if shape == Shape::point() { 0.0 } else { width };
                for _ in 0..60 {
                    let next = x + speed / rate;
                    moves(&mut world, &[(id, Pose::at(Vec3::X * x), Pose::at(Vec3::X * next))]);
                    let carried =
                        world.carry(&mut scratch, &shape, at, rate.recip(), &CarryConfig::default());
                    assert!(carried.is_free(), "{carried:?}");
                    assert!(!world.overlaps(&shape, carried.position, &QueryFilter::ALL));
                    (at, x) = (carried.position, next);
                    let gap = at.x - f64::from(x) - 0.1 - width;
                    assert!(gap > 0.0, "{gap}");
                }
                let gap = at.x - f64::from(x) - 0.1 - width;
                assert!(at.x <= 0.201 || gap < 1.3e-3, "{shape:?}: {gap}");
            }
        }
    }
}

/// A press that closes crushes a body that has no way out, and squeezes one out at its rim.
#[test]
fn a_press_crushes_or_squeezes() {
    let mut scratch = Scratch::default();
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    for (x, end) in [(0.0, CarryEnd::Crushed), (1.95, CarryEnd::Squeezed)] {
        let mut world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
        let plate = box_of(&mut world, Vec3::new(2.0, 0.5, 2.0));
        let id = add(&mut world, plate, Vec3::Y * 2.5);
        let shape = Shape::capsule(0.3, 1.8);
        let mut at = Vec3::new(x, CAPSULE, -1.0).as_dvec3();
        let mut ends = Vec::new();
        let mut y = 2.5_f32;
        for _ in 0..60 {
            let next = y - 1.0 / 60.0;
            moves(&mut world, &[(id, Pose::at(Vec3::Y * y), Pose::at(Vec3::Y * next))]);
            let carried = world.carry(&mut scratch, &shape, at, 1.0 / 60.0, &CarryConfig::default());
            ends.push(carried.end);
            (at, y) = (carried.position, next);
            if carried.end == CarryEnd::Crushed {
                assert!((2..=4).contains(&scratch.hits().len()), "{:?}", scratch.hits());
                assert!((carried.position.y - f64::from(CAPSULE)).abs() < 1.1e-3 && carried.fraction < 1.0);
                break;
            }
            assert!(!world.overlaps(&shape, at, &QueryFilter::ALL), "{carried:?}");
        }
        assert!(ends.contains(&end), "{x}: {ends:?}");
    }
}

/// A trigger that passes the body in the same step does not hinder it: only what blocks can crush.
#[test]
fn a_trigger_that_passes_a_press_does_not_crush() {
    let mut scratch = Scratch::default();
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    for trigger in [true, false] {
        let mut world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
        let plate = box_of(&mut world, Vec3::new(2.0, 0.5, 2.0));
        let press = add(&mut world, plate, Vec3::Y * 2.4);
        let sheet = box_of(&mut world, Vec3::new(0.01, 0.5, 0.5));
        let options = InstanceOptions { trigger, ..InstanceOptions::default() };
        let at = |x: f32| Pose::at(Vec3::new(x, CAPSULE, -1.0));
        let sheet = world.add_instance(sheet, &at(3.5), options).expect("a pose");
        let low = |y: f32| Pose::at(Vec3::Y * y);
        moves(&mut world, &[(press, low(2.4), low(2.2)), (sheet, at(3.5), at(0.5))]);
        let from = Vec3::new(1.95, CAPSULE, -1.0);
        let shape = Shape::capsule(0.3, 1.8);
        let carried = world.carry(&mut scratch, &shape, from, 1.0 / 30.0, &CarryConfig::default());
        assert_eq!(carried.end == CarryEnd::Squeezed, trigger, "{carried:?}");
    }
}

/// A small body in a press gets out as far as its push speed allows: a distance of many radii.
#[test]
fn a_press_squeezes_a_small_body_out_at_its_push_speed() {
    let mut scratch = Scratch::default();
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    let needle = Shape::ellipsoid(Vec3::new(0.02, 0.004, 0.004));
    for (shape, thick) in [(Shape::sphere(0.02), 0.02), (needle, 0.004)] {
        for (speed, end) in [(60.0, CarryEnd::Squeezed), (10.0, CarryEnd::Crushed)] {
            let mut world = World::from_triangles(&floor, &[[0, 1, 2]]).expect("a floor");
            let plate = box_of(&mut world, Vec3::new(0.3, 0.5, 0.3));
            let at = |gap: f32| Pose::at(Vec3::Y * (0.5 + gap));
            let id = add(&mut world, plate, Vec3::Y * 0.6);
            moves(&mut world, &[(id, at(5.0 * thick), at(1.5 * thick))]);
            let config = CarryConfig { max_push_speed: speed, ..CarryConfig::default() };
            // The body is 0.2 m from the rim, and 5 to 10 ms are left at the crush.
            let start = Vec3::new(0.1, thick + 0.001, 0.0);
            let carried = world.carry(&mut scratch, &shape, start, 1.0 / 30.0, &config);
            assert_eq!(carried.end, end, "{shape:?} at {speed} m/s: {carried:?}");
            let is_free = !world.overlaps(&shape, carried.position, &QueryFilter::ALL);
            assert_eq!(is_free, end == CarryEnd::Squeezed, "{carried:?}");
        }
    }
}

/// Two sheets that close like scissors eject a ball much faster than they move. It does not pass
/// through a wall on its way, far from the sheets.
#[test]
fn an_ejected_body_stops_at_a_wall() {
    let wall = [Vec3::new(-1.0, -9.0, -9.0), Vec3::new(-1.0, 9.0, -9.0), Vec3::new(-1.0, 0.0, 9.0)];
    let (shape, mut scratch, mut stopped) = (Shape::sphere(0.05), Scratch::default(), 0);
    for half_angle in [0.1_f32, 0.2, 0.3, 0.5] {
        let mut world = World::from_triangles(&wall, &[[0, 1, 2]]).expect("a wall");
        let plate = box_of(&mut world, Vec3::new(4.0, 0.01, 4.0));
        let sheets = [1.0, -1.0].map(|side: f32| {
            let tilt = Quat::from_rotation_z(half_angle * side);
            // The sheets meet at x = 1, and open towards -x.
            let at =
                |gap: f32| Pose::at(Vec3::X * 1.0 + tilt * Vec3::new(-4.0, 0.0, 0.0) + Vec3::Y * gap * side);
            (
                world
                    .add_instance(plate, &at(0.0).with_rotation(tilt), InstanceOptions::default())
                    .expect("a pose"),
                side,
                tilt,
                at(0.0),
            )
        });
        let mut at = Vec3::new(1.0 - 0.07 / half_angle.sin(), 0.0, 0.0).as_dvec3();
        assert!(!world.overlaps(&shape, at, &QueryFilter::ALL), "{half_angle}");
        let config = CarryConfig { max_push_speed: 1000.0, ..CarryConfig::default() };
        let mut shift = 0.0_f64;
        for step in 0..80 {
            let next = shift + 0.02;
            let mut list = Vec::new();
            for (id, side, tilt, base) in &sheets {
                let pose = |by: f64| {
                    let y = base.translation.y + by * f64::from(*side);
                    Pose { translation: DVec3::new(base.translation.x, y, 0.0), ..*base }.with_rotation(*tilt)
                };
                list.push((*id, pose(shift), pose(next)));
            }
            moves(&mut world, &list);
            let carried = world.carry(&mut scratch, &shape, at, 1.0 / 60.0, &config);
            assert!(carried.position.x > -0.95, "{half_angle} {step}: {carried:?}");
            if carried.end == CarryEnd::Crushed {
                stopped += 1;
                break;
            }
            assert!(!world.overlaps(&shape, carried.position, &QueryFilter::ALL), "{carried:?}");
            (at, shift) = (carried.position, next);
        }
    }
    assert_eq!(stopped, 4);
}

/// Random boxes that move and turn around a body. Samples of the motion show no overlap.
#[test]
fn no_moving_box_overlaps_a_free_body() {
    let mut rng = SplitMix64::new(8);
    let mut scratch = Scratch::default();
    let (mut free, mut crushed, mut squeezed, mut iterations) = (0, 0, 0, 0);
    for case in 0..2000 {
        let mut world = World::default();
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let config = CarryConfig {
            movement: MoveConfig { record_path: true, ..MoveConfig::default() },
            carrier: [Carrier::Ground, Carrier::None][case % 2],
            ..CarryConfig::default()
        };
        let mut list = Vec::new();
        for i in 0..4 {
            let geometry = box_of(&mut world, v(1.0).abs() + 0.05);
            let from = Pose::at(v(1.5)).with_rotation(Quat::from_xyzw(v(1.0).x, v(1.0).x, v(1.0).x, 0.3));
            let id = world.add_instance(geometry, &from, InstanceOptions::default()).expect("a pose");
            let turn = DQuat::from_scaled_axis(v([0.0, 0.05, 0.5][case % 3]).as_dvec3());
            let to = Pose {
                translation: from.translation + v(0.2).as_dvec3(),
                rotation: turn * from.rotation,
                ..from
            };
            if i > 0 {
                list.push((id, from, to));
            }
        }
        let (shape, _) = &bodies()[case % 4];
        let at = v(1.5);
        if world.overlaps(shape, at, &QueryFilter::ALL) {
            continue;
        }
        moves(&mut world, &list);
        let carried = world.carry(&mut scratch, shape, at, 1.0 / 60.0, &config);
        iterations += carried.iterations;
        match carried.end {
            CarryEnd::Crushed => crushed += 1,
            CarryEnd::Squeezed => squeezed += 1,
            CarryEnd::Still | CarryEnd::Free => free += 1,
            end => panic!("{case}: {end:?}"),
        }
        if carried.is_free() {
            assert!(!world.overlaps(shape, carried.position, &QueryFilter::ALL), "{case} {carried:?}");
        }
        if carried.end != CarryEnd::Free {
            continue;
        }
        let path = scratch.timed_path().to_vec();
        for i in 0..=64 {
            let t = f64::from(i) / 64.0;
            let k = path.iter().rposition(|p| p.0 <= t).expect("the start");
            let place = match path.get(k + 1) {
                Some(next) if next.0 > path[k].0 => {
                    path[k].1 + (next.1 - path[k].1) * ((t - path[k].0) / (next.0 - path[k].0))
                }
                _ => path[k].1,
            };
            for &(id, from, to) in &list {
                let rotation = from.rotation.normalize().slerp(to.rotation.normalize(), t);
                let pose = Pose { translation: from.translation.lerp(to.translation, t), rotation, ..from };
                world.set_pose(id, &pose).expect("a pose");
            }
            assert!(!world.overlaps(shape, place, &QueryFilter::ALL), "{case} at {t}: {shape:?} {carried:?}");
        }
    }
    println!("{free} free, {squeezed} squeezed, {crushed} crushed, {iterations} iterations");
    assert!(free > 500);
}

/// The case 76303 of `sidle-attack platforms --seed 202`: a corner of three sheets goes 2 m and
/// turns by 1.4 degrees in one step. Seen from the corner, the centre of the body passes through a
/// sheet 1.5 mm beside its edge. On the chord of its curved path, it would pass outside.
#[test]
fn a_body_is_not_squeezed_through_a_corner_that_turns() {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    let (o, e) = (Vec3::ZERO, 0.36530575_f32);
    for [u, v] in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
        builder.add_polygon(&[o, u * e, (u + v) * e, v * e], MaterialId(0));
    }
    let corner = world.add_geometry(builder).expect("three sheets");
    let way = DVec3::new(-0.8597762852952543, 1.4492965334760912, 1.0458154090048808);
    let translation = DVec3::new(0.2168642858352838, 0.04741629026522962, -0.263789564411507);
    let from = Pose { translation, ..Pose::IDENTITY };
    let rotation =
        DQuat::from_xyzw(9.95133193463082e-9, 3.256188782005581e-9, 0.012031900479651464, 0.9999276140655621);
    let to = Pose { translation: translation + way, rotation, scale: 1.0 };
    let id = world.add_instance(corner, &from, InstanceOptions::default()).expect("a pose");
    moves(&mut world, &[(id, from, to)]);
    let rotation = Quat::from_xyzw(-0.47548753, -0.92765766, 0.30067194, 0.9574595);
    let shape = Shape::ellipsoid(Vec3::new(0.26997325, 0.42801973, 0.14815074)).with_rotation(rotation);
    let movement = MoveConfig { skin_width: 0.02, ..MoveConfig::default() };
    let config = CarryConfig { movement, max_push_speed: 1000.0, ..CarryConfig::default() };
    let at = Vec3::new(0.0, 0.64978313, 0.0);
    let carried = world.carry(&mut Scratch::default(), &shape, at, 0.001, &config);
    assert_eq!(carried.end, CarryEnd::Crushed, "{carried:?}");
}

/// At 262 km the skin is 62.5 mm. A press that turns ends 3 mm above the centre: it does not pass.
#[test]
fn far_away_a_press_beside_the_centre_leaves_a_way_out() {
    let (mut world, far) = (World::default(), Vec3::X * 262_000.0);
    let [floor, plate] = [Vec3::new(9.0, 0.5, 9.0), Vec3::new(0.2, 0.5, 0.2)].map(|h| box_of(&mut world, h));
    let _ = add(&mut world, floor, far - Vec3::Y * 0.5);
    let id = add(&mut world, plate, far + Vec3::Y * 2.0);
    let at = |y: f32, turn| Pose::at(far + Vec3::Y * (0.5 + y)).with_rotation(Quat::from_rotation_y(turn));
    moves(&mut world, &[(id, at(0.97, 0.0), at(0.473, 0.05))]);
    let (shape, mut scratch) = (Shape::sphere(0.4), Scratch::default());
    let carried =
        world.carry(&mut scratch, &shape, far + Vec3::Y * 0.47, 1.0 / 30.0, &CarryConfig::default());
    assert_eq!(carried.end, CarryEnd::Squeezed, "{carried:?}");
}
