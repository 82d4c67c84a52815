//! Overlaps, the closest point and contacts, compared with the reference implementation.

use crate::reference::{Scene, Unit, distance, random_shape, scenes};
use sidle::{IndexKind, MaterialId, PolygonId, Quat, QueryFilter, Shape, Vec3, WorldBuilder};
use sidle_judge::Judge;
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;

/// A place in the level; every other one is near a triangle.
fn spot(scene: &Scene, rng: &mut SplitMix64, case: usize) -> Vec3 {
    let anywhere = scene.place(rng);
    if case.is_multiple_of(2) { anywhere } else { scene.target(rng, case / 2).lerp(anywhere, 0.02) }
}

#[test]
fn overlaps_have_the_sign_of_the_gap() {
    let mut rng = SplitMix64::new(1);
    for scene in scenes() {
        let judge = Judge::new(&scene.level.vertices, &scene.level.triangles);
        let mut count = [0, 0];
        for case in 0..1_500 {
            let (shape, at) = (random_shape(&mut rng), spot(&scene, &mut rng, case));
            let overlaps = scene.world.overlaps(&shape, at, &ALL);
            let unit = Unit::of(&shape);
            let least = scene.triangles.iter().map(|t| unit.gap(t, at.as_dvec3())).fold(1.0, f64::min);
            let judged = judge.clearance(&crate::common::body_of(&shape), crate::common::wide(at), 1.0).gap;
            // Within 1e-9 of touching both answers are right.
            if least.abs() > 1e-9 {
                assert_eq!(overlaps, least < 0.0, "{shape:?} at {at}: {least:e}");
                assert_eq!(overlaps, judged < 0.0, "{shape:?} at {at}: judged {judged:e}");
            }
            count[usize::from(overlaps)] += 1;
        }
        assert!(count[0] > 20 && count[1] > 100, "{}: {count:?}", scene.level.name);
    }
}

#[test]
fn a_point_never_overlaps() {
    for scene in scenes() {
        for &v in &scene.level.vertices {
            assert!(!scene.world.overlaps(&Shape::point(), Vec3::from(v), &ALL));
        }
    }
}

#[test]
fn n06_the_closest_point_is_that_of_all_triangles() {
    let mut rng = SplitMix64::new(2);
    for scene in scenes() {
        for case in 0..600 {
            let mut at = spot(&scene, &mut rng, case);
            if case % 10 == 0 {
                at = at * 300.0 - Vec3::splat(900.0);
            }
            let p = at.as_dvec3();
            let least = scene.triangles.iter().map(|t| distance(t, p)).fold(f64::INFINITY, f64::min);
            // f64: the point is f64; only the distance is f32.
            // f32 answers: a few units in the last place of the distance, and of the coordinates
            // for the point.
            let rounding = 1e-6 + 1.2e-7 * least;
            let found = scene.world.closest_point(at, f32::INFINITY, &ALL).expect("there is something");
            assert!((f64::from(found.distance) - least).abs() <= rounding, "{at}: {found:?}, not {least}");
            let gap = (found.point - p).length();
            assert!((gap - least).abs() <= 1e-5 + rounding, "{at}: {found:?} is {gap} away");
            assert!(scene.distance_to(&found.surface, found.point) < 1e-5, "{found:?}");
            scene.check_surface(&found.surface);

            let enough = (least * 1.000_001 + 1e-6) as f32;
            assert_eq!(scene.world.closest_point(at, enough, &ALL), Some(found), "{at} within {enough}");
            let too_little = (least * 0.999_999 - 1e-6) as f32;
            assert_eq!(scene.world.closest_point(at, too_little, &ALL), None, "{at} within {too_little}");
        }
    }
}

#[test]
fn on_the_surface_the_closest_point_is_here() {
    for scene in scenes() {
        for &v in &scene.level.vertices {
            // Not with a reach of 0: the heights above slivers as flat as 1e-8 lose half of their
            // 16 digits.
            let found = scene.world.closest_point(Vec3::from(v), 1e-8, &ALL).expect("a corner of the level");
            assert!(
                found.distance < 1e-8 && found.point.distance(Vec3::from(v).as_dvec3()) < 1e-8,
                "{v:?}: {found:?}"
            );
        }
    }
}

#[test]
fn n04_of_equally_near_triangles_the_one_with_the_lowest_number_is_named() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Z];
    let world = sidle::World::from_triangles(&corners, &[[0, 1, 2]; 9]).expect("copies");
    let found = world.closest_point(Vec3::new(0.2, 3.0, 0.2), 9.0, &ALL).expect("near");
    assert_eq!(found.surface.polygon, PolygonId::from_index(0));
    let hit = world.cast_ray(Vec3::new(0.2, 3.0, 0.2), Vec3::NEG_Y * 4.0, &ALL).expect("below");
    assert_eq!(hit.surface.polygon, PolygonId::from_index(0));
    let ball = Shape::sphere(0.5);
    let hit = world.cast_shape(&ball, Vec3::new(0.2, 3.0, 0.2), Vec3::NEG_Y * 4.0, &ALL).expect("below");
    assert_eq!(hit.surface.polygon, PolygonId::from_index(0));
}

#[test]
fn contacts_are_all_triangles_within_the_margin() {
    let mut rng = SplitMix64::new(3);
    let mut contacts = Vec::new();
    for scene in scenes() {
        let mut seen = 0;
        for case in 0..800 {
            let (shape, at) = (random_shape(&mut rng), spot(&scene, &mut rng, case));
            let margin = [0.0, 0.001, 0.05, 0.5][case % 4];
            scene.world.contacts(&shape, at, margin, &ALL, &mut contacts);
            assert!(contacts.is_sorted_by_key(|c| c.distance));
            let (unit, p) = (Unit::of(&shape), at.as_dvec3());
            // If it is deeper than this, the centre lies on the triangle, and any direction is
            // right.
            let deepest = 1e-6 - 1.0;
            for (i, t) in (0..).zip(&scene.triangles) {
                let found: Vec<_> =
                    contacts.iter().filter(|c| c.surface.polygon == PolygonId::from_index(i)).collect();
                assert!(found.len() <= 1, "{shape:?} at {at}: triangle {i} twice");
                let gap = unit.gap(t, p);
                if gap < deepest {
                    continue;
                }
                let metres = unit.metres(t, p);
                // f64 rounding of the direction is amplified where the centre is near the triangle.
                let rounding = 1e-6 + 1e-9 / (1.0 + gap);
                match found.first() {
                    None => assert!(
                        metres > f64::from(margin) - rounding,
                        "{shape:?} at {at}, margin {margin}: triangle {i} at {metres} not found"
                    ),
                    Some(c) => {
                        let off = (f64::from(c.distance) - metres).abs();
                        assert!(off < rounding, "{shape:?} at {at}: {c:?}, not {metres}");
                        assert!(scene.distance_to(&c.surface, c.point) < 1e-5, "{c:?}");
                        assert!((c.normal.length() - 1.0).abs() < 1e-6, "{c:?}");
                        scene.check_surface(&c.surface);
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen > 500, "{}: {seen} contacts", scene.level.name);
    }
}

/// Regression test: of two segments with equal corners, contacts listed only one if more than 24
/// polygons were near. That number was larger with the octree, which also counted polygons beside
/// the margin.
#[test]
fn contacts_are_all_copies_of_a_segment_with_either_index() {
    let flat = Shape::ellipsoid(Vec3::new(0.5, 0.14, 0.5));
    // The same shape. Any quaternion that is not the identity counts as a rotation.
    let turned = flat.clone().with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.1));
    for (shape, far) in [(&flat, 0.0), (&flat, 1e6), (&turned, 0.0), (&turned, 1e6)] {
        let at = Vec3::splat(far);
        // Other polygons are at a corner of the box around the margin, further away, or within it.
        for beside in [1.3125, 2.0, 0.75] {
            for kind in [IndexKind::Bvh, IndexKind::Octree] {
                let mut builder = WorldBuilder::new();
                builder.set_index(kind);
                let [low, high] = [-1.0, 1.0].map(|y| at + Vec3::new(0.75, y, 0.0));
                builder.add_triangles(&[low, high], &[[0, 0, 1], [0, 1, 1]], MaterialId(0));
                let corner = at + Vec3::new(beside, 0.0, beside);
                for _ in 0..40 {
                    let corners = [Vec3::ZERO, Vec3::Y, Vec3::Z].map(|v| corner + v);
                    builder.add_triangles(&corners, &[[0, 1, 2]], MaterialId(0));
                }
                let world = builder.build().expect("triangles");
                let mut contacts = Vec::new();
                world.contacts(shape, at, 0.46, &ALL, &mut contacts);
                let found: Vec<usize> = contacts.iter().map(|c| c.surface.polygon.index()).collect();
                assert!(found.starts_with(&[0, 1]), "{kind:?}, {shape:?} at {far}, {beside}: {found:?}");
            }
        }
    }
}
