//! Casts whose first contacts are closer to each other than a cast may stop early (1e-7 of the
//! radius). The order of these contacts must not depend on the index.
//!
//! A contact is reported up to that much early, but the box of its triangle is entered at the true
//! time. So one contact could end the search before the box of an earlier one was opened, with one
//! index and not with the other. The boxes are therefore enlarged. Without that, 1,076 of 200,000
//! casts as in the last test had another answer with the octree than with the BVH.

use sidle::{
    Hit, IndexKind, InstanceOptions, MaterialId, Pose, Quat, QueryFilter, Shape, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

fn world(corners: &[Vec3], index: IndexKind) -> World {
    let triangles: Vec<[u32; 3]> =
        (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let mut builder = WorldBuilder::new();
    builder.set_index(index).add_triangles(corners, &triangles, MaterialId(0));
    builder.build().expect("finite")
}

fn hits(corners: &[Vec3], from: Vec3, motion: Vec3) -> [Option<Hit>; 2] {
    let ball = Shape::sphere(8.0);
    [IndexKind::Bvh, IndexKind::Octree]
        .map(|kind| world(corners, kind).cast_shape(&ball, from, motion, &QueryFilter::ALL))
}

/// Shrunk from a random search: the BVH found nothing, because the box is entered at fraction 1,
/// just after the contact.
#[test]
fn a_touch_at_the_very_end_is_found_with_any_index() {
    let corners =
        [Vec3::new(4.0, 0.093_75, -0.134_765_63), Vec3::new(10.0, -8.0, 7.0), Vec3::new(10.0, 9.0, -3.0)];
    let from = Vec3::new(-6.162_117, 7.996_359_3, -19.409_075);
    let motion = Vec3::new(2.162_116_8, -7.902_343_8, 19.273_438);
    for hit in hits(&corners, from, motion) {
        let hit = hit.expect("the corner is touched");
        assert!(hit.surface.polygon.index() == 0 && hit.fraction > 1.0 - 1e-7, "{hit:?}");
    }
}

/// Shrunk in the same way: a corner at x = 4 and a face half a micrometre before it; the octree
/// named the face.
#[test]
fn of_two_contacts_less_than_a_slack_apart_the_same_is_first_with_any_index() {
    let mut corners = vec![
        Vec3::new(4.0, -0.093_75, 0.210_937_5),
        Vec3::new(14.0, -7.0, 0.0),
        Vec3::new(14.0, -2.0, -6.0),
        Vec3::new(4.0, -9.0, -3.0),
        Vec3::new(4.0, 8.0, -4.0),
        Vec3::new(3.999_999_5, 0.0, 9.0),
    ];
    // Polygons behind them give the indexes their structure.
    for (x, y, z) in
        [(27, -6, 1), (23, 3, -7), (18, -9, -7), (11, 2, -3), (27, 3, -6), (25, -8, -3), (23, -4, 2)]
    {
        let at = Vec3::new(x as f32, y as f32, z as f32);
        corners.extend([at, at + Vec3::Z, at + Vec3::Y]);
    }
    let from = Vec3::new(-10.292_332, -1.479_364_8, 11.153_166);
    let motion = Vec3::new(9.437_5, 2.078_125, -16.410_156);
    for hit in hits(&corners, from, motion) {
        let hit = hit.expect("both are on the way");
        assert!(hit.surface.polygon.index() == 0 && (hit.fraction - 0.666_737).abs() < 1e-6, "{hit:?}");
    }
}

/// A corner and a face in the same place, except for a few bits, with an oblique cast: the answer
/// is that of each triangle alone.
#[test]
fn contacts_a_few_bits_apart_have_one_first() {
    let mut rng = SplitMix64::new(12);
    let mut close = 0;
    for case in 0..3_000 {
        let mut number = |low: f64, high: f64| rng.range(low, high) as f32;
        let (y, z) = (number(-0.5, 0.5), number(-0.5, 0.5));
        let mut behind = || Vec3::new(number(9.0, 30.0), number(-9.0, 9.0), number(-9.0, 9.0));
        let mut corners = vec![Vec3::new(4.0, y, z), behind(), behind()];
        let face = Vec3::new((0..case % 4).fold(4.0, |x: f32, _| x.next_down()), y, z);
        corners.extend([(-9.0, -3.0), (8.0, -4.0), (0.3, 9.0)].map(|(y, z)| face + Vec3::new(0.0, y, z)));
        for _ in 0..case % 23 {
            let at = behind();
            corners.extend([at, at + Vec3::Z * 0.5, at + Vec3::Y * 0.5]);
        }
        let back = Vec3::new(number(-40.0, -1.0), number(-20.0, 20.0), number(-20.0, 20.0));
        let (from, motion) = (Vec3::new(-4.0, y, z) + back, back * -1.5);
        let alone: Vec<u64> = corners
            .chunks(3)
            .map(|t| hits(t, from, motion)[0].map_or(u64::MAX, |h| h.fraction.to_bits()))
            .collect();
        let first = alone.iter().copied().min().expect("two at least");
        let apart = f64::from_bits(alone[0]) - f64::from_bits(alone[1]);
        close += u32::from(apart.abs() <= 1.2e-7);
        for hit in hits(&corners, from, motion) {
            let hit = hit.expect("on the way");
            assert_eq!(hit.fraction.to_bits(), first, "case {case}: {hit:?}, alone {alone:?}");
            assert_eq!(alone[hit.surface.polygon.index()], first, "case {case}: {hit:?}");
        }
        let [bvh, octree] = hits(&corners, from, motion);
        assert_eq!(bvh, octree, "case {case}");
    }
    assert!(close > 1_000, "{close} of 3000 are within 1.2e-7");
}

/// A corner is 6e-38 m above the height to which its distance rounds, and the queried box ended
/// below it. The octree then named another polygon of the fan. Found by `sidle-attack moves` with
/// seed 39, case 240,877.
#[test]
fn of_a_fan_at_a_rounded_distance_the_same_polygon_is_closest_with_any_index() {
    let y = 5.960_464_5e-38;
    let rim = [
        (2.0, -2.0),
        (2.0, -1.999_998),
        (1.910_672_4, -1.408_957_6),
        (1.650_67, -0.870_713_35),
        (1.243_218_3, -0.433_344_9),
        (0.724_713_56, -0.135_921_08),
        (0.141_472_3, -0.005_009_877),
        (-0.454_406_3, -0.052_305_225),
        (-0.454_408_23, -0.052_305_68),
        (-1.009_695_8, -0.273_583_38),
        (-1.474_790_2, -0.649_076_7),
    ];
    let far = Vec3::splat(-2.0);
    let mut corners = vec![Vec3::new(-2.0, 0.0, -2.0), far, far, far, far, far, far, far, far];
    for pair in rim.windows(2) {
        let [a, b] = [0, 1].map(|i: usize| Vec3::new(pair[i].0, y, pair[i].1));
        corners.extend([Vec3::new(0.0, y, -2.0), a, b]);
    }
    let at = Vec3::new(0.0, -1.113_281_3, -2.0);
    for kind in [IndexKind::Bvh, IndexKind::Octree] {
        let found = world(&corners, kind).closest_point(at, 16.0, &QueryFilter::ALL).expect("the fan");
        assert_eq!((found.surface.polygon.index(), found.distance), (3, -at.y), "{kind:?}");
    }
}

/// Returns triangles of which every second one is nearly degenerate: its third corner is off the
/// line of the others only by rounding.
fn slivers(rng: &mut SplitMix64) -> Vec<Vec3> {
    let mut corners = Vec::new();
    for i in 0..40 {
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (a, u, w) = (v(3.0), v(1.5), v(1.5));
        let third = if i % 2 == 0 { a + u * 0.37 + w * 1e-7 } else { a + w };
        corners.extend([a, a + u, third]);
    }
    corners
}

/// The plane of a sliver is mostly rounding error, so its contacts can lie outside its box. The box
/// is tested in the space of the geometry, where the index works, also for a rotated instance. (A
/// random search of 4 million queries found no case that needs this; the reason is the proof.)
#[test]
fn rotated_instances_of_slivers_have_the_same_answers_with_any_index() {
    let mut rng = SplitMix64::new(31);
    let (mut hits, mut rays) = (0, 0);
    for case in 0..400 {
        let corners = slivers(&mut rng);
        let mut number = |s: f64| rng.range(-s, s) as f32;
        let axis = Vec3::new(number(1.0), number(1.0), number(1.0) + 1.5).normalize();
        let mut pose = Pose::at(Vec3::new(number(90.0), number(90.0), 7.0))
            .with_rotation(Quat::from_axis_angle(axis, number(3.0)));
        pose.scale = f64::from(number(0.5) + 1.0);
        let worlds = [IndexKind::Bvh, IndexKind::Octree].map(|kind| {
            let mut world = World::default();
            let mut builder = world.geometry_builder();
            builder.set_index(kind);
            let triangles: Vec<[u32; 3]> =
                (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
            builder.add_triangles(&corners, &triangles, MaterialId(0));
            let geometry = world.add_geometry(builder).expect("triangles");
            world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
            world
        });
        let around = pose.translation.as_vec3();
        for _ in 0..50 {
            // Near a corner of a sliver, where the planes are decisive.
            let corner = corners[6 * rng.below(20) + rng.below(3)];
            let target = pose.point(corner.as_dvec3());
            let mut number = |s: f64| rng.range(-s, s) as f32;
            let from = around + Vec3::new(number(6.0), number(6.0), number(6.0));
            let motion = (target.as_vec3() - from) * (1.0 + number(0.3));
            let shape = [Shape::sphere(0.02), Shape::capsule(0.02, 0.2), Shape::point()][case % 3].clone();
            let both = |f: &dyn Fn(&World) -> String| {
                let [a, b] = [f(&worlds[0]), f(&worlds[1])];
                assert_eq!(a, b, "case {case}");
                a
            };
            let all = &QueryFilter::ALL;
            hits += u32::from(both(&|w| format!("{:?}", w.cast_shape(&shape, from, motion, all))) != "None");
            rays += u32::from(both(&|w| format!("{:?}", w.cast_ray(from, motion, all))) != "None");
            both(&|w| format!("{:?}", w.overlaps(&shape, from + motion, all)));
            both(&|w| format!("{:?}", w.closest_point(from, 9.0, all)));
        }
    }
    assert!(hits > 3_000 && rays > 1_500, "{hits} contacts, {rays} crossings");
}
