//! Casts of shapes, compared with the reference implementation: where they stop, and which surfaces
//! they hit and miss.

use crate::reference::{Scene, Triangle, Unit, random, random_shape, scenes, tangle};
use glam::DVec3;
use sidle::{Hit, QueryFilter, Shape, Vec3, World};
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;

/// Fraction of the shape's size by which it may stop early (1e-7 in the library), with rounding.
const SLACK: f64 = 2e-7;

/// Rounding of the reference implementation, as a fraction of the shape's size: 50 m over 5 cm is
/// 1e3, times 1e-16, with a margin for slivers.
const EXACT: f64 = 1e-10;

/// A start, a motion, and its end. Half of them aim at a triangle.
fn journey(scene: &Scene, rng: &mut SplitMix64, case: usize) -> (Vec3, Vec3) {
    let from = scene.place(rng);
    let towards = if case.is_multiple_of(2) { scene.place(rng) } else { scene.target(rng, case / 2) };
    (from, (towards - from) * rng.range(0.2, 1.5) as f32)
}

fn is_free(unit: &Unit, triangles: &[Triangle], at: DVec3) -> bool {
    triangles.iter().all(|t| unit.gap(t, at) > EXACT)
}

/// The least gap to any triangle along a path.
fn least_gap(unit: &Unit, triangles: &[Triangle], from: DVec3, motion: DVec3) -> f64 {
    triangles.iter().map(|t| unit.least_gap(t, from, motion)).fold(f64::INFINITY, f64::min)
}

/// Checks a hit: the shape touches the named triangle there, at that point, with that normal.
fn check_hit(scene: &Scene, unit: &Unit, hit: &Hit, from: DVec3, motion: DVec3) {
    let at = from + motion * hit.fraction;
    let t = &scene.triangles[hit.surface.polygon.index()];
    scene.check_surface(&hit.surface);
    // The fraction is stored rounded down, by two units in its last place at most.
    let rounding = unit.vector(motion).length() * hit.fraction * f64::from(f32::EPSILON);
    let gap = unit.gap(t, at);
    assert!(gap <= SLACK + rounding, "{hit:?} is early: {gap:e} away");
    assert!(gap >= -EXACT, "{hit:?} is late: {gap:e}");
    // f64: points are f64; 1e-5 could shrink to the rounding of the fraction.
    // Storing the point takes 4 um; rounding the fraction down moves it by 1e-7 of the path.
    assert!(scene.distance_to(&hit.surface, hit.point) < 1e-5, "{hit:?} is off its triangle");
    let reach = unit.vector(hit.point - at).length();
    let blur = 1e-5 / unit.radii.min_element();
    assert!((reach - 1.0).abs() <= SLACK + rounding + blur, "{hit:?}: the point is at {reach} of the shape");
    assert!((hit.normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
    assert!(hit.normal.as_dvec3().dot(motion) <= 0.0, "{hit:?} was hit from behind");
}

#[test]
fn c02_a_cast_from_a_free_start_stops_at_the_first_contact_and_never_late() {
    let mut rng = SplitMix64::new(1);
    for scene in scenes() {
        let (mut hits, mut misses) = (0, 0);
        for case in 0..1_200 {
            let (shape, (from, motion)) = (random_shape(&mut rng), journey(&scene, &mut rng, case));
            let unit = Unit::of(&shape);
            let (start, way) = (from.as_dvec3(), motion.as_dvec3());
            if !is_free(&unit, &scene.triangles, start) {
                continue;
            }
            let hit = scene.world.cast_shape(&shape, from, motion, &ALL);
            let free = way * hit.map_or(1.0, |h| h.fraction);
            let gap = least_gap(&unit, &scene.triangles, start, free);
            assert!(gap >= -EXACT, "{shape:?} {from} {motion}: {hit:?} goes {gap:e} deep");
            if let Some(hit) = &hit {
                check_hit(&scene, &unit, hit, start, way);
                hits += 1;
            } else {
                misses += 1;
            }
        }
        assert!(hits > 100 && misses > 10, "{}: {hits} hits, {misses} misses", scene.level.name);
    }
}

/// A surface that overlaps at the start is hit at 0 if the motion leads further into it, and is
/// ignored if it leads out.
#[test]
fn a_cast_from_an_overlap_stops_at_once_or_is_let_out() {
    let mut rng = SplitMix64::new(2);
    for seed in 1..9 {
        let scene = Scene::new(tangle(seed));
        for case in 0..800 {
            let (shape, (from, motion)) = (random_shape(&mut rng), journey(&scene, &mut rng, case));
            let unit = Unit::of(&shape);
            let (start, way) = (from.as_dvec3(), motion.as_dvec3());
            let overlaps = |t: &&Triangle| unit.gap(t, start) < -1e-6;
            let (inside, outside): (Vec<Triangle>, Vec<Triangle>) =
                scene.triangles.iter().partition(overlaps);
            let closing = inside.iter().map(|t| unit.closing(t, start, way));
            let fastest = closing.fold(f64::NEG_INFINITY, f64::max);
            let hit = scene.world.cast_shape(&shape, from, motion, &ALL);
            if fastest > 1e-6 {
                assert_eq!(hit.map(|h| h.fraction), Some(0.0), "{shape:?} {from} {motion}");
            } else if fastest < -1e-6 && is_free(&unit, &outside, start) {
                let free = way * hit.map_or(1.0, |h| h.fraction);
                assert!(least_gap(&unit, &outside, start, free) >= -EXACT, "{shape:?} {from} {motion}");
                if let Some(hit) = &hit {
                    check_hit(&scene, &unit, hit, start, way);
                }
            }
        }
    }
}

#[test]
fn n04_all_hits_are_those_of_each_triangle_alone() {
    let mut rng = SplitMix64::new(3);
    let mut all = Vec::new();
    for seed in 1..5 {
        let scene = Scene::new(tangle(seed));
        let alone = |t: &Triangle| World::from_triangles(&t.map(|c| c.as_vec3()), &[[0, 1, 2]]).expect("one");
        let alone: Vec<World> = scene.triangles.iter().map(alone).collect();
        for case in 0..600 {
            let (shape, (from, motion)) = (random_shape(&mut rng), journey(&scene, &mut rng, case));
            scene.world.cast_shape_all(&shape, from, motion, &ALL, &mut all);
            let mut expected: Vec<(f64, u32)> = (0..)
                .zip(&alone)
                .filter_map(|(i, w)| w.cast_shape(&shape, from, motion, &ALL).map(|h| (h.fraction, i)))
                .collect();
            expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let found: Vec<(f64, u32)> =
                all.iter().map(|h| (h.fraction, h.surface.polygon.index() as u32)).collect();
            assert!(found.is_sorted_by_key(|f| f.0), "nearest first");
            assert_eq!(found, expected, "{shape:?} {from} {motion}");
            all.iter().for_each(|h| scene.check_surface(&h.surface));
            let first = scene.world.cast_shape(&shape, from, motion, &ALL);
            assert_eq!(first.as_ref(), all.first());
        }
    }
}

#[test]
fn a_resting_shape_casts_nothing_and_meets_nothing() {
    let mut rng = SplitMix64::new(4);
    for scene in scenes() {
        for _ in 0..200 {
            let (shape, from) = (random_shape(&mut rng), scene.place(&mut rng));
            assert_eq!(scene.world.cast_shape(&shape, from, Vec3::ZERO, &ALL), None);
        }
    }
}

/// A unit ball towards a face, an edge and a corner: the first contact in closed form, at any size
/// and place.
#[test]
fn head_on_contacts_are_where_the_closed_form_says() {
    let mut rng = SplitMix64::new(5);
    for _ in 0..3_000 {
        let radius = rng.magnitude(0.01, 10);
        let middle = random(&mut rng, 20.0).as_vec3().as_dvec3();
        let n = random(&mut rng, 1.0).normalize();
        let u = n.any_orthonormal_vector() * radius * rng.magnitude(0.1, 6);
        let v = n.cross(u);
        // The foot of the path is inside the face, on an edge, or a corner.
        let corners = match rng.below(3) {
            0 => [-u - v, u - v, v],
            1 => [-u, u, v - n * rng.range(0.0, 1.0) * radius],
            _ => [DVec3::ZERO, u - n * radius * 0.3, v - n * radius * 0.1],
        };
        let world =
            World::from_triangles(&corners.map(|c| (c + middle).as_vec3()), &[[0, 1, 2]]).expect("one");
        let gap = radius * rng.range(0.5, 20.0);
        let from = (middle + n * (radius + gap)).as_vec3();
        let motion = (-n * (gap + radius)).as_vec3();
        let hit =
            world.cast_shape(&Shape::sphere(radius as f32), from, motion, &ALL).expect("it is in the way");
        // Coordinates below 256 are stored to 1.5e-5, so the path may differ by that much.
        let way = hit.fraction * motion.as_dvec3().length();
        // f64: only the start is rounded to f32, by the test itself.
        let stored = 2e-7 * (from.abs().max_element() as f64 + radius) + 1e-6 * radius;
        assert!((way - gap).abs() < 4.0 * stored, "radius {radius}: {way}, not {gap}");
    }
}
