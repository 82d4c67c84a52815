//! Positions that f32 cannot hold, and states of versions that had only those.

use sidle::{DVec3, InstanceOptions, Motion, MoveConfig, Pose, Scratch, Shape, Vec3};

use super::tests::{
    CORNERS, build, capsule, doubles, floats, floor, give, native, output, position, settings, text, vector,
};
use super::*;

/// A floor far away, on a place of no f32 coordinates: positions go in and come out unrounded.
#[test]
fn positions_far_away_are_not_rounded() {
    let far = DVec3::new(1.000_000_1e7 + 1.0 / 3.0, 0.5, 9.9e8 + 0.1);
    let (world, mut native) = (build(), native());
    assert_eq!(sidle_geometry_add(world, give(&floor())), 0, "{}", text());
    let pose = [far.x, far.y, far.z, 0.0, 0.0, 0.0, 1.0, 1.0];
    let words = [&[0][..], &doubles(&pose), &[0, 0, 0, 0, 0]].concat();
    assert_eq!(sidle_instance_add(world, give(&words)), 0, "{}", text());
    let mut builder = native.geometry_builder();
    let vertices: Vec<Vec3> = CORNERS.chunks(3).map(Vec3::from_slice).collect();
    builder.add_mesh(&vertices, &[[0, 1, 2], [0, 2, 3]], &[Default::default(); 2]);
    let geometry = native.add_geometry(builder).expect("a geometry");
    native.add_instance(geometry, &Pose::at(far), InstanceOptions::default()).expect("an instance");
    let (shape, motion) = (Shape::capsule(0.3, 1.8), Motion::velocity(Vec3::new(0.3, -9.0, 0.1), 1.0));
    let from = far + DVec3::new(0.1, 2.0, 0.2);
    let mut words = settings();
    words.extend([1, 0]);
    words.extend(capsule(0.3, 1.8));
    words.extend(doubles(&from.to_array()));
    [motion.displacement, motion.velocity].iter().for_each(|v| words.extend(floats(&v.to_array())));
    assert_eq!(sidle_move(world, give(&words)), 0, "{}", text());
    let end = native.move_and_slide(&mut Scratch::default(), &shape, from, motion, &MoveConfig::default());
    assert_eq!(position(&output()), end.position);
    assert!((end.position.y - far.y - 0.901).abs() < 1e-5, "{}", end.position);
    // A body that does not move stays, bit for bit.
    words.truncate(words.len() - 6);
    words.extend([0; 6]);
    assert_eq!(sidle_move(world, give(&words)), 0, "{}", text());
    assert_eq!(position(&output()), from);
    assert_eq!(sidle_world_free(world), 0);
}

/// A state of a version with positions in single precision, made by a run of the playground.
const OLD_STATE: [u32; 29] = [
    0x403B_EE33,
    0x3F6A_1F79,
    0xBFB6_4E1A,
    0x4057_0A3D,
    0,
    0xC09F_5C29,
    0x403B_EE33,
    0x3FB5_3081,
    0xBFB6_4E1A,
    0x403B_EE33,
    0x3F6A_1F79,
    0xBFB6_4E1A,
    0x3404_0533,
    0,
    0x32A1_EF9A,
    0,
    0x3F80_0000,
    0,
    0xBE97_6FE7,
    0x3F74_80F3,
    0xBC91_5BD2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0x0110_0100,
];

#[test]
fn states_of_an_older_version_are_restored() {
    let world = build();
    assert_eq!(sidle_character_defaults(), 0);
    let mut words = output();
    words.push(2);
    words.extend(doubles(&[0.0; 6]));
    assert_eq!(sidle_group_new(give(&words)), 0, "{}", text());
    let group = output()[0];
    assert_eq!(sidle_group_restore(group, give(&OLD_STATE.repeat(2))), 0, "{}", text());
    assert_eq!(sidle_group_states(group), 0);
    let found = output();
    let old = vector(&OLD_STATE).as_dvec3();
    assert_eq!((position(&found), position(&found[27..])), (old, old));
    assert_eq!(vector(&found[6..]), vector(&OLD_STATE[3..]));
    // Bytes of both versions, or of one state too few.
    assert_eq!(sidle_group_save(group), 0);
    let saved = output();
    for wrong in [&[&OLD_STATE[..], &saved[24..]].concat(), &saved[..24], &OLD_STATE[..], &[]] {
        assert_eq!(sidle_group_restore(group, give(wrong)), Code::Input as i32);
    }
    assert_eq!(sidle_group_restore(group, give(&saved)), 0, "{}", text());
    assert_eq!(sidle_group_free(group), 0);
    assert_eq!(sidle_world_free(world), 0);
}

#[test]
fn a_box_of_polygons_may_have_any_size() {
    let world = build();
    let count = |low: f64, high: f64| {
        let words = [&[u32::MAX, 0][..], &doubles(&[-1.0, low, -1.0, 1.0, high, 1.0])].concat();
        assert_eq!(sidle_polygons_in_box(world, give(&words)), 0, "{}", text());
        output()[0]
    };
    assert_eq!((count(0.0, 1.0), count(-1.0, 0.0)), (2, 2));
    assert_eq!((count(f64::MIN, f64::MAX), count(-1e300, 1e-300)), (2, 2));
    assert_eq!((count(0.1, 1.0), count(-1.0, -0.1), count(1e9, 1e300)), (0, 0, 0));
    assert_eq!(sidle_world_free(world), 0);
}
