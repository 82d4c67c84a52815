use glam::Vec3;
use sidle_scenes::SplitMix64;

use super::*;

fn tilted() -> Space {
    let shape =
        Shape::ellipsoid(Vec3::new(3.0, 6.0, 1.0)).with_rotation(Quat::from_xyzw(0.2, -0.4, 0.1, 1.7));
    Space::new(&shape, DVec3::new(1.0, 2.0, 3.0), 0.01).unwrap()
}

#[test]
fn the_map_goes_there_and_back_and_never_lengthens() {
    let space = tilted();
    for v in [DVec3::X, DVec3::new(0.3, -4.0, 2.0), DVec3::new(1e-9, 1e3, -7.0)] {
        let there = space.unit_from_world(v);
        assert!((space.world_from_unit(there) - v).length() <= 1e-14 * v.length());
        assert!(there.length() <= v.length() * (1.0 + 1e-15));
    }
}

/// The reference implementation applies the identity rotation. Its results are equal, except
/// for the sign of zeros.
#[test]
fn an_ellipsoid_that_is_not_turned_is_one_turned_by_nothing() {
    let shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.2));
    let space = Space::new(&shape, DVec3::new(3.0, -2.0, 1.0), 0.001).unwrap();
    let scale = space.stretch.expect("it is no ball").scale;
    let turn = Some(Turn { axes: DMat3::IDENTITY, world_to_axes: DMat3::IDENTITY });
    let reference = Space { stretch: Some(Stretch { turn, scale }), ..space };
    let mut rng = SplitMix64::new(8);
    for _ in 0..1000 {
        let v = DVec3::from([0; 3].map(|_| rng.range(-1.0, 1.0) * rng.magnitude(1e-3, 9)));
        assert_eq!(space.unit_from_world(v), reference.unit_from_world(v));
        assert_eq!(space.world_from_unit(v), reference.world_from_unit(v));
        assert_eq!(space.world_normal(v.normalize()), reference.world_normal(v.normalize()));
    }
    assert_eq!(space.support_matrix(0.7), reference.support_matrix(0.7));
    assert_eq!(space.quadric(), reference.quadric());
    assert_eq!(space.half_extents, DVec3::new(0.3_f32.into(), 0.975_f32.into(), 0.2_f32.into()) + 0.001);
    let (Some(Axes::Scaled(Scaled(s))), Some(Axes::Rotated(Rotated(t)))) = (space.axes(), reference.axes())
    else {
        panic!("{:?}, {:?}", space.axes(), reference.axes());
    };
    assert_eq!([Vec3::X * s.x, Vec3::Y * s.y, Vec3::Z * s.z], t);
}

#[test]
fn what_is_turned_or_thin_is_given_its_box() {
    let radii = Vec3::new(0.3, 0.975, 0.3);
    let turned = Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(0.1, 0.0, 0.0, 1.0));
    let is_round = |shape: &Shape| {
        let space = Space::new(shape, DVec3::ZERO, 0.001).unwrap();
        space.zone(Aabb::around(DVec3::ZERO, DVec3::splat(2.0)), DVec3::ZERO, 0.1).round.is_some()
    };
    assert!(is_round(&Shape::point()) && is_round(&Shape::sphere(0.4)) && is_round(&Shape::ellipsoid(radii)));
    assert!(!is_round(&turned) && !is_round(&Shape::ellipsoid(Vec3::new(0.3, 1.3, 0.3))));
}

/// Algorithms N7: for radii 3 and 6 and n = (.6, .8), the plane is 5.126 away. The documents
/// give 4.92.
#[test]
fn the_support_of_an_ellipse_is_the_right_one() {
    let space = Space::new(&Shape::ellipsoid(Vec3::new(3.0, 6.0, 1.0)), DVec3::ZERO, 0.0).unwrap();
    let n = DVec3::new(0.6, 0.8, 0.0);
    assert!((n.dot(space.support_matrix(space.radius).mul_vec3(n)).sqrt() - 5.126_402_5).abs() < 1e-6);
    // In this space the same plane is one radius away.
    let support = space.support_matrix(space.radius).mul_vec3(n) / 5.126_402_247_190_518;
    assert!((space.unit_from_world(support).length() - space.radius).abs() < 1e-12);
    let (m, metres) = space.world_normal(space.unit_from_world(support).normalize());
    assert!((m - n).length() < 1e-12 && metres >= 1.0);
}

#[test]
fn the_bare_shape_lies_a_skin_inside() {
    let space = tilted();
    assert!((space.skins(space.radius, DVec3::Y) - 1.0).abs() < 1e-12);
    let (_, metres) = space.world_normal(DVec3::Y);
    let gap = (space.radius - space.bare_radius(DVec3::Y)) * metres;
    assert!((gap - 0.01).abs() < 1e-9, "along an axis the gap is the skin, not {gap}");
}

#[test]
fn shapes_without_size_have_no_space() {
    for r in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30] {
        assert!(Space::new(&Shape::sphere(r), DVec3::ZERO, 0.001).is_none());
        assert!(Space::new(&Shape::ellipsoid(Vec3::new(1.0, r, 1.0)), DVec3::ZERO, 0.001).is_none());
    }
    let flat = Shape::ellipsoid(Vec3::ONE).with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    assert!(Space::new(&flat, DVec3::ZERO, 0.001).is_none());
}
