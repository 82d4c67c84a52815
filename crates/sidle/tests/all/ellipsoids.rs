//! An ellipsoid slides on a plane exactly as a ball does, for any axes.

use crate::common::by;
use sidle::{MoveConfig, Quat, Response, Scratch, Shape, Vec3, World};

const RADII: [Vec3; 5] = [
    Vec3::new(0.5, 0.5, 0.5),
    Vec3::new(0.4, 0.9, 0.4),
    Vec3::new(0.2, 1.0, 0.2),
    Vec3::new(2.0, 0.125, 1.0),
    Vec3::new(0.05, 0.8, 0.3),
];

/// A plane through the origin with this normal.
fn plane(normal: Vec3) -> World {
    let a = normal.any_orthonormal_vector() * 100.0;
    let b = normal.cross(a);
    World::from_triangles(&[a, -a + b, -a - b], &[[0, 1, 2]]).expect("a triangle")
}

/// Half the width of an ellipsoid along a direction.
fn support(radii: Vec3, rotation: Quat, n: Vec3) -> f32 {
    (radii * (rotation.inverse() * n)).length()
}

#[test]
fn n12_five_axis_ratios_on_a_slope_have_the_same_velocity() {
    for degrees in [5.0_f32, 20.0, 45.0, 70.0] {
        let normal = Vec3::new(degrees.to_radians().sin(), degrees.to_radians().cos(), 0.0);
        let world = plane(normal);
        for desired in [Vec3::NEG_Y, Vec3::NEG_X, Vec3::new(0.3, -1.0, 0.5)] {
            let expected = desired - normal * normal.dot(desired).min(0.0);
            for radii in RADII {
                for rotation in [Quat::IDENTITY, Quat::from_xyzw(0.3, -0.5, 0.2, 0.8).normalize()] {
                    let from = normal * (support(radii, rotation, normal) + 0.0012);
                    let shape = Shape::ellipsoid(radii).with_rotation(rotation);
                    let end = world.move_once(&shape, from, by(desired), &MoveConfig::default()).outcome;
                    let off = (end.velocity - expected).length();
                    assert!(
                        off < 1e-5,
                        "{degrees} degrees, {radii}, {desired}: {}, not {expected}",
                        end.velocity
                    );
                    // It first fell onto its skin, from 1.2 mm to at least 0.47 mm. The path
                    // differs by no more.
                    assert!(
                        (end.position - (from + expected).as_dvec3()).length() < 8e-4,
                        "{radii} {desired}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_move_is_longer_than_its_motion() {
    let level = sidle_scenes::generate::hall(5, 3_000);
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let world = World::from_triangles(&vertices, &level.triangles).expect("a hall");
    let mut rng = sidle_scenes::SplitMix64::new(3);
    let mut scratch = Scratch::default();
    for (i, &spawn) in level.spawns.iter().cycle().take(4_000).enumerate() {
        let radii = RADII[i % 4] * 0.4;
        let mut v = || rng.range(-1.0, 1.0) as f32;
        let motion = Vec3::new(v(), v(), v()) * if i % 3 == 0 { 3.0 } else { 0.3 };
        let response = [Response::Slide, Response::Momentum, Response::Stop][i % 3];
        let config = MoveConfig { response, ..MoveConfig::default() };
        let shape = Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(v(), v(), v(), 1.0));
        let end = world.move_and_slide(&mut scratch, &shape, Vec3::from(spawn), by(motion), &config);
        // f64: storing adds nothing; 4e-6 could go.
        // Storing the end may add two units in the last place of coordinates below 32, and a push
        // back to the skin.
        let longest = motion.length() + 4e-6 + end.skin / 16.0;
        assert!(end.distance <= motion.length() * 1.000_001, "{i}: {} of {}", end.distance, motion.length());
        assert!((end.position - Vec3::from(spawn).as_dvec3()).length() <= f64::from(longest), "{i}");
    }
}

/// Earlier, with a skin of 80 times the shortest radius, this needle went through the triangle and
/// reported `Arrived`.
#[test]
fn a_skin_thicker_than_the_ellipsoid_does_not_hide_what_it_meets() {
    let corners = [
        Vec3::new(1.212_698_5, 0.061_484_337, -1.681_741_8),
        Vec3::new(-1.622_096_1, -1.606_362_8, -4.196_161_3),
        Vec3::new(-0.204_695_37, -0.772_449, -2.938_941_5),
    ];
    let world = World::from_triangles(&corners, &[[0, 1, 2]]).expect("a triangle");
    let shape = Shape::ellipsoid(Vec3::new(0.005_900_489, 0.001_674_749_4, 0.746_573_9));
    let from = Vec3::new(-0.372_727_63, -0.863_244_53, -2.565_942_8);
    let motion = Vec3::new(-0.065_066_7, -0.117_731_616, 0.081_787_266);
    for response in [Response::Slide, Response::Momentum, Response::Stop] {
        let config = MoveConfig { response, skin_width: 0.1, ..MoveConfig::default() };
        let report = world.move_once(&shape, from, by(motion), &config);
        for piece in report.path.windows(2) {
            for i in 0..=20_u8 {
                let at = piece[0].lerp(piece[1], f64::from(i) / 20.0);
                assert!(!world.overlaps(&shape, at, &sidle::QueryFilter::ALL), "{response:?}: {at}");
            }
        }
    }
}
