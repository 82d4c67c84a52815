//! One-sided surfaces let a body pass from behind and block it from the front. The start of each
//! iteration decides which, as the chapter on the guarantee states; a surface that blocks goes on
//! blocking until the next gather.

use crate::common::by;
use sidle::{DVec3, Material, MoveConfig, Scratch, Shape, Sides, StopReason, Vec3, WorldBuilder};
use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

// f64: path corners are f64.
/// A corner of a path is rounded to f32, at up to 2 m. Two such roundings are below this.
const ROUNDING: f64 = 1.0e-6;

fn vector(rng: &mut SplitMix64, half: f64) -> Vec3 {
    Vec3::from([0; 3].map(|_| rng.range(-half, half) as f32))
}

/// Short moves among one-sided triangles, which gather once. From the first corner of the path at
/// which the whole core is in front of a triangle and the body is free of it, the body stays free
/// of it. The judge measures 40 places on each segment.
#[test]
fn a_one_sided_surface_blocks_from_the_first_iteration_in_front_of_it() {
    let mut rng = SplitMix64::new(48);
    let (mut blocking, mut passed) = (0, 0);
    let mut scratch = Scratch::default();
    for case in 0..4_000 {
        let triangles: Vec<[Vec3; 3]> = (0..1 + rng.below(4))
            .map(|_| {
                let a = vector(&mut rng, 0.8);
                [a, a + vector(&mut rng, 1.0), a + vector(&mut rng, 1.0)]
            })
            .collect();
        let mut builder = WorldBuilder::new();
        let material = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
        for corners in &triangles {
            builder.add_triangles(corners, &[[0, 1, 2]], material);
        }
        let world = builder.build().expect("triangles");
        let (radius, height) = [(0.3, 0.6), (0.2, 1.0)][case % 2];
        let (shape, core) = (Shape::capsule(radius, height), f64::from(0.5 * height - radius));
        let body = Body::capsule(radius.into(), height.into(), [0.0, 0.0, 0.0, 1.0]);
        let config = MoveConfig { record_path: true, ..MoveConfig::default() };
        let from = vector(&mut rng, 0.8);
        let motion = by(vector(&mut rng, 4.0 * f64::from(radius)));
        let _ = world.move_and_slide(&mut scratch, &shape, from, motion, &config);
        for corners in &triangles {
            let judge = Judge::new(&corners.map(|c| c.to_array()), &[[0, 1, 2]]);
            let gap = |at: DVec3| judge.clearance(&body, at.to_array(), 10.0).gap;
            let [a, b, c] = corners.map(|c| c.as_dvec3());
            let normal = (b - a).cross(c - a).normalize();
            let mut blocks = false;
            for piece in scratch.path().windows(2) {
                let [start, end] = [piece[0], piece[1]];
                let in_front = normal.dot(start - a) - core * normal.y.abs();
                blocks |= in_front > ROUNDING && gap(start) > ROUNDING;
                let least = (0..=40)
                    .map(|k| gap(start.lerp(end, f64::from(k) / 40.0)))
                    .fold(f64::INFINITY, |least, gap| if gap < least { gap } else { least });
                assert!(!blocks || least > -ROUNDING, "case {case}: {least} {corners:?} {from} {motion:?}");
                blocking += u32::from(blocks && least < 0.01);
                passed += u32::from(!blocks && least < -0.01);
            }
        }
    }
    assert!(blocking > 1_000 && passed > 1_000, "{blocking} {passed}");
}

/// `sidle-attack moves --seed 202`, case 159059. A point moves in the plane of a one-sided
/// triangle. When it is 1e-36 m in front, the triangle blocks, and no certificate shows that the
/// point is free. Like a start in contact, it is pushed off.
#[test]
fn a_point_in_the_plane_of_a_one_sided_surface_is_not_held() {
    let at = |x: f32, z: f32| Vec3::new(x, -2.0, z);
    let mut builder = WorldBuilder::new();
    let front = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
    let two = builder.add_material(Material::default());
    let below = [at(-2.084, -1.916), at(-2.084, -2.021), at(-2.021, -2.021)];
    let beyond = [at(-2.084, -2.021), at(-1.979, -2.084), at(-1.979, -2.021)];
    builder.add_triangles(&below, &[[0, 1, 2]], front);
    builder.add_triangles(&beyond, &[[0, 1, 2]], two);
    let world = builder.build().expect("two triangles");
    let from = DVec3::new(-2.084_000_825_881_958, -2.0, -2.020_475_625_991_821_3);
    let config = MoveConfig { skin_width: 0.0, ..MoveConfig::default() };
    for rise in [-3.906_25e-33, -1e-14, -1e-12, -1e-10] {
        let way = by(Vec3::new(0.5, rise, -2.0));
        let end = world.move_and_slide(&mut Scratch::default(), &Shape::point(), from, way, &config);
        assert_eq!(end.reason, StopReason::Arrived, "{rise}: {end:?}");
        assert!((end.position.z + 4.020_475_6).abs() < 1e-6, "{rise}: {end:?}");
    }
}
