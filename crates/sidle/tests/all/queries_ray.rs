//! Rays, compared with the reference implementation.

use crate::reference::{Crossing, Scene, crossing, random, scenes};
use glam::DVec3;
use sidle::{Feature, Hit, IndexKind, MaterialId, PolygonId, QueryFilter, Shape, Vec3, World, WorldBuilder};
use sidle_scenes::SplitMix64;

const ALL: QueryFilter = QueryFilter::ALL;

// f64: points are f64; only the fraction is f32.
/// Positions are f32 below 64 m: a point is stored to 4 um, and the fraction to 1 in 2^24 of the
/// way.
const POINT: f64 = 1e-5;

/// Checks that all data of a hit is true of the triangle that it names.
fn check_hit(scene: &Scene, hit: &Hit, from: Vec3, motion: Vec3) {
    let (from, motion) = (from.as_dvec3(), motion.as_dvec3());
    let at = from + motion * hit.fraction;
    assert!((0.0..=1.0).contains(&hit.fraction), "{hit:?}");
    assert!((at - hit.point).length() < POINT, "{hit:?} is not at {at}");
    assert!(scene.distance_to(&hit.surface, hit.point) < POINT, "{hit:?}");
    assert_eq!(hit.surface.feature, Feature::Face);
    scene.check_surface(&hit.surface);
    assert!((hit.normal.length() - 1.0).abs() < 1e-6 && hit.normal.as_dvec3().dot(motion) <= 0.0, "{hit:?}");
    let [a, b, c] = scene.triangles[hit.surface.polygon.index()];
    let face = (b - a).cross(c - a).normalize();
    assert!(face.dot(hit.normal.as_dvec3()).abs() > 1.0 - 1e-6, "{hit:?}, not along {face}");
}

/// No triangle that is certainly crossed may come before the hit.
fn check_first(scene: &Scene, hit: Option<&Hit>, from: Vec3, motion: Vec3) {
    for (i, t) in scene.triangles.iter().enumerate() {
        if let Crossing::At(s) = crossing(t, from.as_dvec3(), motion.as_dvec3()) {
            assert!(hit.is_some(), "{from} {motion}: missed triangle {i} at {s}");
            let late = hit.map_or(0.0, |h| h.fraction) - s;
            assert!(
                late * f64::from(motion.length()) < POINT,
                "{from} {motion}: {hit:?} is later than triangle {i} at {s}"
            );
        }
    }
}

#[test]
fn the_first_triangle_on_the_way_is_found() {
    let mut rng = SplitMix64::new(1);
    for scene in scenes() {
        let mut hits = 0;
        for case in 0..1_500 {
            let from = scene.place(&mut rng);
            let towards = if case % 4 == 3 { scene.place(&mut rng) } else { scene.target(&mut rng, case) };
            let motion = (towards - from) * rng.range(0.5, 2.0) as f32;
            let hit = scene.world.cast_ray(from, motion, &ALL);
            if let Some(hit) = &hit {
                check_hit(&scene, hit, from, motion);
                hits += 1;
            }
            check_first(&scene, hit.as_ref(), from, motion);
        }
        assert!(hits > 400, "{}: {hits} hits are too few to mean anything", scene.level.name);
    }
}

#[test]
fn m14_a_way_is_blocked_exactly_when_its_ray_hits() {
    let mut rng = SplitMix64::new(2);
    for scene in scenes() {
        for case in 0..3_000 {
            let from = scene.place(&mut rng);
            let to = if case % 2 == 0 { scene.place(&mut rng) } else { scene.target(&mut rng, case) };
            // On a grid of a 1024th of a metre, so that f32 holds the motion between the two points
            // exactly.
            let [from, to] = [from, to].map(|p| (p * 1024.0).round() / 1024.0);
            let hit = scene.world.cast_ray(from, to - from, &ALL);
            assert_eq!(scene.world.is_blocked(from, to, &ALL), hit.is_some(), "{from} {to}");
        }
    }
}

#[test]
fn m13_a_point_is_cast_like_a_ray() {
    let mut rng = SplitMix64::new(3);
    for scene in scenes() {
        let mut all = Vec::new();
        for case in 0..1_000 {
            let from = scene.place(&mut rng);
            let motion = (scene.target(&mut rng, case) - from) * 2.0;
            let hit = scene.world.cast_ray(from, motion, &ALL);
            assert_eq!(scene.world.cast_shape(&Shape::point(), from, motion, &ALL), hit);
            scene.world.cast_shape_all(&Shape::point(), from, motion, &ALL, &mut all);
            all.iter().for_each(|h| check_hit(&scene, h, from, motion));
            assert_eq!(all.first().map(|h| h.fraction), hit.map(|h| h.fraction));
            assert!(all.is_sorted_by_key(|h| h.fraction));
            let certain = |t| matches!(crossing(t, from.as_dvec3(), motion.as_dvec3()), Crossing::At(_));
            let found = |i: u32| all.iter().filter(|h| h.surface.polygon == PolygonId::from_index(i)).count();
            for (i, t) in (0..).zip(&scene.triangles) {
                assert!(found(i) <= 1 && (found(i) == 1 || !certain(t)), "{from} {motion}: triangle {i}");
            }
        }
    }
}

#[test]
fn a_ray_of_no_length_hits_nothing() {
    for scene in scenes() {
        for &v in &scene.level.vertices {
            assert_eq!(scene.world.cast_ray(Vec3::from(v), Vec3::ZERO, &ALL), None);
            assert!(!scene.world.is_blocked(Vec3::from(v), Vec3::from(v), &ALL));
        }
    }
}

/// A ball of facets around the origin, its corners moved in and out: every ray from the middle hits
/// it once.
fn star(rings: u32, sectors: u32, seed: u64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut rng = SplitMix64::new(seed);
    let mut corner = |ring: u32, sector: u32| {
        let (theta, phi) = (ring as f64 / rings as f64, sector as f64 / sectors as f64);
        let (theta, phi) = (theta * std::f64::consts::PI, phi * std::f64::consts::TAU);
        let out = DVec3::new(theta.sin() * phi.cos(), theta.cos(), theta.sin() * phi.sin());
        (out * rng.range(2.0, 2.3)).as_vec3()
    };
    let mut vertices: Vec<Vec3> =
        (1..rings).flat_map(|r| (0..sectors).map(move |s| (r, s))).map(|(r, s)| corner(r, s)).collect();
    let (top, bottom) = (vertices.len() as u32, vertices.len() as u32 + 1);
    vertices.extend([corner(0, 0), corner(rings, 0)]);
    let at = |r: u32, s: u32| match r {
        0 => top,
        r if r == rings => bottom,
        r => (r - 1) * sectors + s % sectors,
    };
    let cells = (0..rings).flat_map(|r| (0..sectors).map(move |s| (r, s)));
    let pair =
        |(r, s)| [[at(r, s), at(r + 1, s), at(r + 1, s + 1)], [at(r, s), at(r + 1, s + 1), at(r, s + 1)]];
    let triangles = cells.flat_map(pair).filter(|[a, b, c]| a != b && b != c && c != a).collect();
    (vertices, triangles)
}

/// A ray at a corner or an edge may choose among several triangles, but must hit one of them.
fn nothing_slips_through(world: &World, from: Vec3, at: Vec3, what: &str) {
    for stretch in [1.5, 2.0, 3.7, 20.0] {
        let motion = (at - from) * stretch;
        let hit = world.cast_ray(from, motion, &ALL);
        let hit = hit.unwrap_or_else(|| panic!("slipped through {what}: from {from} along {motion}"));
        // Steep facets increase the rounding of the target along the ray; 0.1 mm is far below the
        // size of a facet.
        assert!((hit.point - at.as_dvec3()).length() < 1e-4, "{what}: from {from} along {motion}: {hit:?}");
    }
}

#[test]
fn rays_at_corners_and_edges_of_a_closed_mesh_never_slip_through() {
    for seed in 0..20 {
        let (vertices, triangles) = star(9, 14, seed);
        let world = World::from_triangles(&vertices, &triangles).expect("a star");
        let report = world.report();
        assert_eq!((report.open_edges, report.non_manifold_edges, report.degenerate), (0, 0, 0));
        let mut rng = SplitMix64::new(seed);
        let eyes = [Vec3::ZERO, Vec3::splat(0.125), random(&mut rng, 0.2).as_vec3()];
        for from in eyes {
            vertices.iter().for_each(|&v| nothing_slips_through(&world, from, v, "a corner"));
            for t in &triangles {
                let [a, b, c] = t.map(|i| vertices[i as usize]);
                nothing_slips_through(&world, from, (a + b) * 0.5, "the middle of an edge");
                nothing_slips_through(&world, from, a.lerp(c, rng.unit() as f32), "an edge");
            }
        }
    }
}

#[test]
fn rays_straight_down_on_the_corners_of_a_terrain_never_slip_through() {
    for seed in 1..4 {
        let level = sidle_scenes::generate::terrain(seed, 2_000);
        let (low, high) = level.bounds();
        let world = crate::common::world_of(&level);
        for v in level
            .vertices
            .iter()
            .filter(|v| v[0] > low[0] && v[0] < high[0] && v[2] > low[2] && v[2] < high[2])
        {
            let from = Vec3::new(v[0], 30.0, v[2]);
            let hit = world.cast_ray(from, Vec3::NEG_Y * 64.0, &ALL).expect("there is ground below");
            assert!((hit.point - Vec3::from(*v).as_dvec3()).length() < 1e-5, "{hit:?}, not {v:?}");
            assert!(world.is_blocked(from, from - Vec3::Y * 64.0, &ALL));
        }
    }
}

/// Ten triangles share a corner, and the ray follows an edge through it. The crossings beside that
/// edge are pure rounding. Earlier, the BVH named triangle 0 and the octree named triangle 4.
#[test]
fn a_ray_through_a_shared_corner_is_answered_alike_by_both_indexes() {
    let corners = [
        (0.0, 0.0, 0.0),
        (0.853_478_67, 1.269_464_1, -0.636_628_15),
        (0.266_231_48, 0.985_937_36, -1.304_725_5),
        (-0.948_559_34, -0.330_798_54, -1.317_599_3),
        (-1.190_415_5, -0.945_953_4, -0.658_288_36),
        (-1.054_323_1, -1.260_774_7, 0.210_024_48),
        (-0.583_490_55, -1.175_309_1, 1.011_656),
        (0.072_596_1, -0.716_690_96, 1.492_093_9),
        (0.705_634, -0.030_528_612, 1.498_802_5),
        (1.114_638_1, 0.665_326_36, 1.029_651_9),
        (1.169_752_5, 1.149_944_9, 0.233_594_13),
    ];
    let corners = corners.map(Vec3::from);
    let pairs = [(1, 2), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 9), (9, 10), (10, 1)];
    let fan: Vec<[u32; 3]> = pairs.iter().map(|&(a, b)| [0, a, b]).collect();
    let (from, motion) = (
        Vec3::new(-1.054_323_2, -1.260_775_1, 0.210_024_6),
        Vec3::new(3.162_969_6, 3.782_325_3, -0.630_073_8),
    );
    let hits = [IndexKind::Bvh, IndexKind::Octree].map(|kind| {
        let mut builder = WorldBuilder::new();
        builder.set_index(kind).add_triangles(&corners, &fan, MaterialId(0));
        let world = builder.build().expect("a fan");
        world.cast_ray(from, motion, &QueryFilter::ALL).expect("the corner is in the way")
    });
    assert_eq!(hits[0], hits[1]);
    // Except for rounding, the edge begins at the start of the ray. It ends after a third of the
    // path.
    assert!(hits[0].fraction < 0.334, "{:?}", hits[0]);
}
