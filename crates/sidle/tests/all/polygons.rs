//! A polygon that is kept whole gives the answers of its fan of triangles.

use crate::common::by;
use crate::reference::{random, random_shape};
use glam::DVec3;
use sidle::{
    Feature, MaterialId, MoveConfig, QueryFilter, Shape, Surface, Vec3, World, WorldBuilder, WorldVector,
};
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;

// f64: answers are no longer stored in f32, only corners and fractions are.
/// Corners below 8 m are stored to 0.5 um, so the fan of a plane is bent by about that much.
/// Answers are stored equally coarsely.
const STORED: f64 = 1e-6;

/// A convex polygon on a random plane, with corners on an ellipse at irregular angles.
fn convex(rng: &mut SplitMix64, corners: usize) -> Vec<Vec3> {
    let (middle, n) = (random(rng, 1.0), random(rng, 1.0).normalize());
    let u = n.any_orthonormal_vector();
    let v = n.cross(u) * rng.range(0.3, 1.0);
    let turn = rng.unit();
    let angle =
        |i: usize, noise: f64| (i as f64 + turn + 0.6 * noise) / corners as f64 * std::f64::consts::TAU;
    let at = |a: f64| middle + (u * a.cos() + v * a.sin()) * 1.5;
    (0..corners).map(|i| at(angle(i, rng.unit())).as_vec3()).collect()
}

struct Pair {
    corners: Vec<Vec3>,
    polygon: World,
    fan: World,
}

fn pair(rng: &mut SplitMix64, count: usize) -> Pair {
    let corners = convex(rng, count);
    let mut builder = WorldBuilder::new();
    builder.add_polygon(&corners, MaterialId(0));
    let polygon = builder.build().expect("convex and flat");
    assert_eq!((polygon.report().polygons, polygon.report().open_edges), (1, count));
    let triangles: Vec<[u32; 3]> = (1..count as u32 - 1).map(|i| [0, i, i + 1]).collect();
    let fan = World::from_triangles(&corners, &triangles).expect("a fan");
    Pair { corners, polygon, fan }
}

/// Returns the distance of a point to the edge or corner that a surface names, or 0 for the face.
fn off_feature(corners: &[Vec3], s: &Surface, point: impl WorldVector) -> f64 {
    let at = |i: usize| corners[i % corners.len()].as_dvec3();
    let p = point.to_dvec3();
    match s.feature {
        Feature::Face => 0.0,
        Feature::Corner(i) => (at(usize::from(i)) - p).length(),
        Feature::Edge(i) => {
            let (a, b) = (at(usize::from(i)), at(usize::from(i) + 1));
            let along = (b - a).normalize();
            (p - a - along * along.dot(p - a)).length()
        }
    }
}

fn each_case(seed: u64, cases: usize, mut check: impl FnMut(&Pair, &mut SplitMix64, String)) {
    let mut rng = SplitMix64::new(seed);
    for count in 3..=12 {
        for shape in 0..12 {
            let pair = pair(&mut rng, count);
            for case in 0..cases {
                check(&pair, &mut rng, format!("{count} corners, polygon {shape}, case {case}"));
            }
        }
    }
}

#[test]
fn rays_hit_a_polygon_where_they_hit_its_fan() {
    each_case(1, 100, |pair, rng, case| {
        let from = random(rng, 4.0).as_vec3();
        let motion = (random(rng, 1.5).as_vec3() - from) * 2.0;
        let (a, b) = (pair.polygon.cast_ray(from, motion, &ALL), pair.fan.cast_ray(from, motion, &ALL));
        // The perimeter is the same, bit for bit: the same edges decide.
        assert_eq!(a.is_some(), b.is_some(), "{case}: {a:?} {b:?}");
        assert_eq!(pair.polygon.is_blocked(from, from + motion, &ALL), a.is_some());
        if let (Some(a), Some(b)) = (a, b) {
            // On a grazing ray, a small height is a long distance along the path.
            let slope = f64::from(a.normal.dot(motion).abs() / motion.length());
            assert!((a.point - b.point).length() < 2.0 * STORED / slope, "{case}: {a:?} {b:?}");
        }
    });
}

#[test]
fn shapes_meet_a_polygon_where_they_meet_its_fan() {
    each_case(2, 60, |pair, rng, case| {
        let shape = random_shape(rng);
        let from = random(rng, 4.0).as_vec3();
        let motion = (random(rng, 1.5).as_vec3() - from) * 2.0;
        let overlaps = pair.polygon.overlaps(&shape, from, &ALL);
        assert_eq!(overlaps, pair.fan.overlaps(&shape, from, &ALL), "{case}");
        if overlaps {
            // The motion leaves the whole polygon at once, but the triangles of a fan one by one.
            return;
        }
        let [a, b] = [&pair.polygon, &pair.fan].map(|w| w.cast_shape(&shape, from, motion, &ALL));
        if let (Some(a), Some(b)) = (a, b) {
            let way = f64::from(motion.length()) * (a.fraction - b.fraction).abs();
            let slope = f64::from(a.normal.dot(motion).abs() / motion.length());
            assert!(way < 4.0 * STORED / slope, "{case}: {shape:?} {from} {motion} {a:?} {b:?}");
            assert!(off_feature(&pair.corners, &a.surface, a.point) < 2.0 * STORED, "{case}: {a:?}");
        } else {
            // If one of them missed by less than rounding, the other was barely hit.
            let grazed = a.or(b).is_none_or(|h| h.normal.dot(motion).abs() < 1e-2 * motion.length());
            assert!(grazed, "{case}: {shape:?} {from} {motion} {a:?} {b:?}");
        }
    });
}

#[test]
fn the_closest_point_of_a_polygon_is_that_of_its_fan() {
    each_case(3, 100, |pair, rng, case| {
        let at = random(rng, 3.0).as_vec3();
        let [a, b] = [&pair.polygon, &pair.fan].map(|w| w.closest_point(at, 99.0, &ALL).expect("near"));
        assert!(f64::from((a.distance - b.distance).abs()) < STORED, "{case}: {a:?} {b:?}");
        assert!(off_feature(&pair.corners, &a.surface, a.point) < 2.0 * STORED, "{case}: {a:?}");
        let seen: f64 = (a.point - at.as_dvec3()).length();
        assert!((seen - f64::from(a.distance)).abs() < STORED, "{case}: {a:?}");
    });
}

#[test]
fn a_polygon_is_one_contact_at_the_distance_of_its_fan() {
    let (mut one, mut many) = (Vec::new(), Vec::new());
    each_case(4, 60, |pair, rng, case| {
        // Balls only: the distance to an ellipsoid in metres is along a direction that differs for
        // each triangle of a fan.
        let (shape, at) = (Shape::sphere(rng.magnitude(0.05, 4) as f32), random(rng, 2.0).as_vec3());
        pair.polygon.contacts(&shape, at, 0.5, &ALL, &mut one);
        pair.fan.contacts(&shape, at, 0.5, &ALL, &mut many);
        assert!(one.len() <= 1 && one.is_empty() == many.is_empty(), "{case}: {one:?} {many:?}");
        if let (Some(a), Some(b)) = (one.first(), many.first()) {
            assert!(f64::from((a.distance - b.distance).abs()) < STORED, "{case}: {a:?} {b:?}");
        }
    });
}

#[test]
fn moves_over_a_polygon_end_where_they_end_over_its_fan() {
    each_case(5, 30, |pair, rng, case| {
        let (from, to) = (random(rng, 3.0), random(rng, 1.5));
        let shape = Shape::sphere(rng.magnitude(0.1, 3) as f32);
        let motion = ((to - from) * 1.5).as_vec3();
        let [a, b] = [&pair.polygon, &pair.fan]
            .map(|w| w.move_once(&shape, from.as_vec3(), by(motion), &MoveConfig::default()).outcome);
        // The guarantee for any floor: the same within 1 mm, for any triangulation.
        let off = (a.position - b.position).length();
        assert!(off < 1e-3, "{case}: {shape:?} {from} {motion}: {a:?} {b:?}");
    });
}

/// Moves as short as those of a game. The guarantee for any floor: the same within 1 mm, for any
/// triangulation.
#[test]
fn sixty_moves_over_a_polygon_end_where_they_end_over_its_fan() {
    each_case(5, 30, |pair, rng, case| {
        let (from, to) = (random(rng, 3.0), random(rng, 1.5));
        let shape = Shape::sphere(rng.magnitude(0.1, 3) as f32);
        let motion = ((to - from) * 1.5).as_vec3();
        let config = MoveConfig::default();
        let step = |w: &World, p: DVec3| w.move_once(&shape, p, by(motion / 60.0), &config).outcome.position;
        let [a, b] = [&pair.polygon, &pair.fan].map(|w| (0..60).fold(from, |p, _| step(w, p)));
        assert!(a.distance(b) < 1e-3, "{case}: {shape:?} {from} {motion}: {a}, {b}");
    });
}

/// Polygons without area, but with corners, are as solid as their edges.
#[test]
fn a_polygon_without_area_stops_a_shape() {
    let line: Vec<Vec3> = [0.0, 1.0, 2.0, 3.0].map(|x| Vec3::X * x).to_vec();
    let mut builder = WorldBuilder::new();
    builder.add_polygon(&line, MaterialId(0)).add_polygon(&[Vec3::Y * 9.0; 5], MaterialId(0));
    let world = builder.build().expect("degenerate is not wrong");
    assert_eq!((world.report().polygons, world.report().degenerate), (2, 2));
    for at in [DVec3::new(1.5, 3.0, 0.0), DVec3::new(0.0, 12.0, 0.0)] {
        let hit = world.cast_shape(&Shape::sphere(1.0), at.as_vec3(), Vec3::NEG_Y * 4.0, &ALL);
        assert!(hit.is_some_and(|h| (h.fraction - 0.5).abs() < 1e-6), "{at}: {hit:?}");
    }
}
