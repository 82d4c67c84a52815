//! A million small steps add up to nothing: what rounding loses in one of them is below the
//! spacing of positions in double precision.

use crate::common::{box_geometry, by};
use sidle::{
    CharacterConfig, CharacterInput, CharacterState, DVec3, InstanceOptions, MaterialId, MoveConfig, Pose,
    PoseSet, Scratch, Shape, Vec3, World,
};
use sidle_scenes::trials;

/// A square of 20 m around `center`, as an instance.
fn ground(center: DVec3) -> World {
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    let corners = [[-10.0, 0.0, -10.0], [-10.0, 0.0, 10.0], [10.0, 0.0, 10.0], [10.0, 0.0, -10.0]];
    builder.add_polygon(&corners.map(Vec3::from), MaterialId(0));
    let geometry = world.add_geometry(builder).expect("a square");
    world.add_instance(geometry, &Pose::at(center), InstanceOptions::default()).expect("a pose");
    world
}

/// A character that stands at the origin, at 1e7 m and at 1e9 m keeps every bit of its position.
#[test]
fn an_idle_character_keeps_its_place_anywhere() {
    let (config, idle) = (CharacterConfig::default(), CharacterInput::default());
    for center in
        [DVec3::ZERO, DVec3::new(1e7 + 0.1, -1.0 / 3.0, -1e7), DVec3::new(-9.9e8, 7.3e8, 9.9e8 + 0.7)]
    {
        let (world, mut scratch) = (ground(center), Scratch::default());
        let mut state = CharacterState::at(center + DVec3::new(0.3, 0.01, -0.7));
        for dt in [1.0 / 60.0, 1e-3] {
            for _ in 0..120 {
                let _ = world.step_character(&mut scratch, &config, &mut state, &idle, dt);
            }
            assert!(state.is_grounded(), "{center}");
            let rest = state.position;
            for step in 0..trials(25_000, 500_000) {
                let _ = world.step_character(&mut scratch, &config, &mut state, &idle, dt);
                assert_eq!(state.position.to_array(), rest.to_array(), "{center} {step}");
            }
        }
    }
}

/// A passenger of a platform at 20 m/s and 1000 Hz stands where it stood after a minute.
#[test]
fn a_passenger_keeps_its_place_for_a_minute() {
    let (config, idle, dt) = (CharacterConfig::default(), CharacterInput::default(), 1e-3);
    let velocity = DVec3::new(12.0, 0.5, 16.0);
    for origin in [DVec3::ZERO, DVec3::new(2e8 + 1.0 / 3.0, 0.1, -5e8)] {
        let (mut world, mut scratch) = (World::default(), Scratch::default());
        let geometry = box_geometry(&mut world, Vec3::new(2.0, 0.25, 2.0));
        let pose = |step: u32| Pose::at(origin + velocity * (f64::from(step) * f64::from(dt)));
        let id = world.add_instance(geometry, &pose(0), InstanceOptions::default()).expect("a platform");
        let mut state = CharacterState::at(origin + DVec3::new(0.4, 0.251, -0.9));
        let mut stood = None;
        for step in 0..60_000 {
            let mut poses = PoseSet::default();
            poses.add(id, pose(step), pose(step + 1));
            world.set_poses(&poses).expect("poses");
            let _ = world.step_character(&mut scratch, &config, &mut state, &idle, dt);
            let place = state.position - pose(step + 1).translation;
            if step == 1_000 {
                assert!(state.is_grounded(), "{place}");
                stood = Some(place);
            }
            let drift = stood.map_or(0.0, |stood| place.distance(stood));
            assert!(drift <= 1e-4, "{origin} {step}: {drift}");
        }
    }
}

/// A body that pushes along a wall, back and forth, in steps of a millimetre and less, keeps all of
/// its skin, and its clearance.
#[test]
fn moves_along_a_wall_lose_no_skin() {
    let wall = [Vec3::new(0.3, -9.0, -9.0), Vec3::new(0.1, 9.0, 0.0), Vec3::new(-0.3, -9.0, 9.0)];
    let world = World::from_triangles(&wall, &[[0, 1, 2]]).expect("a wall");
    let normal = (wall[1] - wall[0]).cross(wall[2] - wall[0]).as_dvec3().normalize();
    let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
    for shape in [Shape::sphere(0.3), Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.4))] {
        let side = if normal.x > 0.0 { normal } else { -normal };
        let mut position = side * 1.5;
        let room = |position: DVec3| (position - wall[0].as_dvec3()).dot(side);
        let touch = world.move_and_slide(&mut scratch, &shape, position, by(-2.0 * side.as_vec3()), &config);
        position = touch.position;
        let least = room(position);
        for step in 0..trials(40_000, 400_000) {
            let along = if step / 1_000 % 2 == 0 { 1e-3 } else { -1e-3 };
            let push =
                Vec3::new(0.0, 0.3 * along, along) - side.as_vec3() * [0.0, 1e-4, 1e-3][step as usize % 3];
            let end = world.move_and_slide(&mut scratch, &shape, position, by(push), &config);
            position = end.position;
            assert!(end.clearance >= 0.7e-3, "{shape:?} {step}: {end:?}");
            // The certificate may give the last bits of a skin.
            assert!(room(position) >= least - 1e-3 / 32.0, "{shape:?} {step}: {}", room(position) - least);
        }
    }
}
