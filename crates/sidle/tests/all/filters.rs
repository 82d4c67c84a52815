//! Layers, one-sided surfaces, materials and ids: the polygons that a query or a move sees, and
//! their names in the answers.

use crate::common::{by, surface};
use crate::reference::{Scene, Unit, random, random_shape, tangle};
use sidle::{
    InstanceId, Material, MaterialId, MoveConfig, PolygonId, QueryFilter, Response, Shape, Sides, StopReason,
    Vec3, World, WorldBuilder,
};
use sidle_scenes::{Level, SplitMix64, trials};

const ALL: QueryFilter = QueryFilter::ALL;

/// The triangles that a filter sees, as a separate level, and the number that each had before.
fn seen_by(filter: QueryFilter, level: &Level) -> (Level, Vec<u32>) {
    let layer = |i: usize| level.material(i).layer;
    let kept: Vec<usize> =
        (0..level.triangles.len()).filter(|&i| filter.layers >> layer(i) & 1 == 1).collect();
    let seen = Level {
        triangles: kept.iter().map(|&i| level.triangles[i]).collect(),
        triangle_materials: kept.iter().map(|&i| level.triangle_materials[i]).collect(),
        ..level.clone()
    };
    (seen, kept.iter().map(|&i| i as u32).collect())
}

/// Every answer with the filter equals that of a world without the other triangles, bit for bit.
#[test]
fn a_layer_that_is_switched_off_is_not_there() {
    let mut rng = SplitMix64::new(1);
    let (mut all, mut fewer) = (Vec::new(), Vec::new());
    let filters = [
        QueryFilter::ALL.without_layer(0),
        QueryFilter::layer(3).with_layer(31),
        QueryFilter::layer(7),
        QueryFilter::layer(9),
        QueryFilter { layers: 0, ..ALL },
    ];
    for (seed, filter) in (1..6).zip(filters) {
        let scene = Scene::new(tangle(seed));
        let (level, numbers) = seen_by(filter, &scene.level);
        let world = crate::common::world_of(&level);
        let config = MoveConfig { filter, ..MoveConfig::default() };
        let renamed = |mut s: sidle::Surface| {
            s.polygon = PolygonId::from_index(numbers[s.polygon.index()]);
            s
        };
        for case in 0..500 {
            let (shape, from) = (random_shape(&mut rng), scene.place(&mut rng));
            let motion = scene.target(&mut rng, case) - from;

            let expected = world.cast_ray(from, motion, &ALL).map(|h| (h.fraction, renamed(h.surface)));
            let found = scene.world.cast_ray(from, motion, &filter).map(|h| (h.fraction, h.surface));
            assert_eq!(found, expected);
            assert_eq!(
                scene.world.is_blocked(from, from + motion, &filter),
                world.is_blocked(from, from + motion, &ALL)
            );

            let expected =
                world.cast_shape(&shape, from, motion, &ALL).map(|h| (h.fraction, renamed(h.surface)));
            let found =
                scene.world.cast_shape(&shape, from, motion, &filter).map(|h| (h.fraction, h.surface));
            assert_eq!(found, expected);
            scene.world.cast_shape_all(&shape, from, motion, &filter, &mut all);
            world.cast_shape_all(&shape, from, motion, &ALL, &mut fewer);
            assert!(all.iter().map(|h| h.surface).eq(fewer.iter().map(|h| renamed(h.surface))));

            assert_eq!(scene.world.overlaps(&shape, from, &filter), world.overlaps(&shape, from, &ALL));
            let expected = world.closest_point(from, 2.0, &ALL).map(|c| (c.distance, c.point));
            let found = scene.world.closest_point(from, 2.0, &filter).map(|c| (c.distance, c.point));
            assert_eq!(found, expected);
            let (mut near, mut others) = (Vec::new(), Vec::new());
            scene.world.contacts(&shape, from, 0.2, &filter, &mut near);
            world.contacts(&shape, from, 0.2, &ALL, &mut others);
            assert!(near.iter().map(|c| c.point).eq(others.iter().map(|c| c.point)));

            let expected = world.move_once(&shape, from, by(motion), &MoveConfig::default());
            let found = scene.world.move_once(&shape, from, by(motion), &config);
            assert_eq!((found.outcome, found.path), (expected.outcome, expected.path));
            let mut scratch = sidle::Scratch::default();
            let found = scene.world.depenetrate(&mut scratch, &shape, from, &config);
            assert_eq!(found, world.depenetrate(&mut scratch, &shape, from, &MoveConfig::default()));
        }
    }
}

#[test]
fn filters_count_layers_from_0_to_31() {
    let on = |layer: u8| Material { layer, ..Material::default() };
    for layer in 0..32 {
        assert!(ALL.sees(&on(layer)) && QueryFilter::layer(layer).sees(&on(layer)));
        assert!(!ALL.without_layer(layer).sees(&on(layer)));
        assert!(!QueryFilter::layer((layer + 1) % 32).sees(&on(layer)));
    }
    assert_eq!(QueryFilter::layer(32).layers, 0);
    assert_eq!(QueryFilter::default(), ALL);
    assert_eq!(ALL.without_layer(32), ALL);
}

/// One triangle at x = 0 that faces +x, solid only from there.
fn one_way() -> World {
    let mut builder = WorldBuilder::new();
    let glass = builder.add_material(Material { sides: Sides::Front, ..Material::default() });
    let corners = [Vec3::new(0.0, -9.0, -9.0), Vec3::new(0.0, 9.0, -9.0), Vec3::new(0.0, 0.0, 9.0)];
    builder.add_triangles(&corners, &[[0, 1, 2]], glass);
    builder.build().expect("a triangle")
}

fn bodies() -> [Shape; 3] {
    [Shape::point(), Shape::sphere(0.5), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3))]
}

#[test]
fn n03_a_one_sided_surface_stops_what_comes_from_its_front() {
    let world = one_way();
    let (from, motion) = (Vec3::X * 3.0, Vec3::NEG_X * 6.0);
    assert!(world.cast_ray(from, motion, &ALL).is_some_and(|h| h.normal == Vec3::X && h.fraction == 0.5));
    assert!(world.is_blocked(from, from + motion, &ALL));
    for shape in bodies() {
        assert!(
            world.cast_shape(&shape, from, motion, &ALL).is_some_and(|h| h.normal == Vec3::X),
            "{shape:?}"
        );
        let end = world.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome;
        assert!(end.reason == StopReason::NoFreedom && end.position.x > 0.0, "{shape:?}: {end:?}");
        let stop = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
        assert_eq!(world.move_once(&shape, from, by(motion), &stop).outcome.reason, StopReason::Blocked);
    }
}

#[test]
fn n03_a_one_sided_surface_lets_through_what_comes_from_behind() {
    let world = one_way();
    let mut hits = Vec::new();
    let (from, motion) = (Vec3::NEG_X * 3.0, Vec3::X * 6.0);
    assert_eq!(world.cast_ray(from, motion, &ALL), None);
    assert!(!world.is_blocked(from, from + motion, &ALL));
    for shape in bodies() {
        assert_eq!(world.cast_shape(&shape, from, motion, &ALL), None, "{shape:?}");
        world.cast_shape_all(&shape, from, motion, &ALL, &mut hits);
        assert!(hits.is_empty(), "{shape:?}");
        let end = world.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome;
        assert_eq!(
            (end.reason, end.position),
            (StopReason::Arrived, (from + motion).as_dvec3()),
            "{shape:?}"
        );
        // While it passes through, with the centre still behind.
        assert!(!world.overlaps(&shape, Vec3::NEG_X * 0.1, &ALL), "{shape:?}");
        let inside =
            world.move_once(&shape, Vec3::NEG_X * 0.1, by(Vec3::X * 4.0), &MoveConfig::default()).outcome;
        assert_eq!(inside.reason, StopReason::Arrived, "{shape:?}");
    }
}

#[test]
fn a_mover_that_overlaps_a_one_sided_surface_passes_through_it() {
    let world = one_way();
    for shape in [Shape::sphere(0.5), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3))] {
        for x in [0.05, 0.2] {
            let from = Vec3::X * x;
            assert!(!world.overlaps(&shape, from, &QueryFilter::ALL));
            // A short path, and one that is too long for one gather.
            for motion in [Vec3::NEG_X * 3.0, Vec3::X * 3.0, Vec3::NEG_X * 300.0] {
                assert_eq!(world.cast_shape(&shape, from, motion, &QueryFilter::ALL), None, "{shape:?}");
                let end = world.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome;
                assert_eq!(
                    (end.reason, end.position),
                    (StopReason::Arrived, from.as_dvec3() + motion.as_dvec3()),
                    "{shape:?}"
                );
            }
        }
    }
}

/// A triangle, one-sided and two-sided, and a mover in front of it that is free by `gap` times its
/// size.
fn in_front(rng: &mut SplitMix64, gap: std::ops::Range<f64>) -> ([World; 2], Shape, Vec3) {
    loop {
        let corners = [0, 1, 2].map(|_| random(rng, 1.5).as_vec3());
        let (shape, from) = (random_shape(rng), random(rng, 2.0).as_vec3());
        let wide = corners.map(|c| c.as_dvec3());
        let normal = (wide[1] - wide[0]).cross(wide[2] - wide[0]).normalize();
        if normal.dot(from.as_dvec3() - wide[0]) < 1e-3
            || !gap.contains(&Unit::of(&shape).gap(&wide, from.as_dvec3()))
        {
            continue;
        }
        let worlds = [Sides::Front, Sides::Two]
            .map(|sides| surface(&corners, &[[0, 1, 2]], Material { sides, ..Material::default() }));
        return (worlds, shape, from);
    }
}

/// Limits a motion to one gather. After a longer path, a mover that has come around behind a
/// surface may pass it.
fn short(shape: &Shape, motion: Vec3) -> Vec3 {
    motion.clamp_length_max(Unit::of(shape).radii.max_element() as f32 * 4.0)
}

#[test]
fn from_the_front_one_sided_surfaces_are_as_solid_as_others() {
    let mut rng = SplitMix64::new(6);
    for case in 0..4_000 {
        // Of radii of 5 cm, 0.05 is more than the skin.
        let (worlds, shape, from) = in_front(&mut rng, 0.05..20.0);
        let motion = short(&shape, random(&mut rng, 3.0).as_vec3());
        let [one, two] =
            worlds.each_ref().map(|w| w.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome);
        assert_eq!(one, two, "case {case}: {shape:?} {from} {motion}");
        let [one, two] = worlds.map(|w| w.cast_shape(&shape, from, motion, &ALL));
        assert_eq!(one.map(|h| (h.fraction, h.point)), two.map(|h| (h.fraction, h.point)), "case {case}");
    }
}

#[test]
fn a_thin_ellipsoid_beside_the_rim_of_a_one_sided_floor_is_held() {
    let corners = [Vec3::new(0.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, 0.0)];
    let world = surface(&corners, &[[0, 1, 2]], Material { sides: Sides::Front, ..Material::default() });
    let shape = Shape::ellipsoid(Vec3::new(0.1, 4.0, 0.1));
    let from = Vec3::new(-0.1005, 0.01, 0.0);
    let end = world.move_once(&shape, from, by(Vec3::X * 0.5), &MoveConfig::default()).outcome;
    assert!(end.position.x < -0.1, "{end:?}");
}

/// A mover within the skin of a boundary edge is free, and stays free.
#[test]
fn within_its_skin_a_one_sided_surface_is_solid_too() {
    let mut rng = SplitMix64::new(7);
    for case in 0..trials(800, 4_000) {
        let (worlds, shape, from) = in_front(&mut rng, 1e-5..5e-3);
        let motion = short(&shape, random(&mut rng, 1.0).as_vec3());
        let [one, two] =
            worlds.map(|w| w.move_once(&shape, from, by(motion), &MoveConfig::default()).outcome);
        assert_eq!(one, two, "case {case}: {shape:?} {from} {motion}");
    }
}

#[test]
fn materials_and_numbers_are_the_callers_own() {
    let mut builder = WorldBuilder::new();
    let ids: Vec<MaterialId> =
        (0..5).map(|layer| builder.add_material(Material { layer, ..Material::default() })).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5].map(MaterialId));
    // A row of squares: triangles, one polygon, and triangles with one material each, so that the
    // index has to reorder them.
    let square =
        |x: f32| [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(|(u, v)| Vec3::new(x + u, 0.0, v));
    let mut expected = Vec::new();
    for i in 0..40_usize {
        let x = ((i * 17) % 40) as f32;
        match i % 3 {
            0 => {
                builder.add_triangles(&square(x), &[[0, 1, 2], [0, 2, 3]], ids[i % 5]);
                expected.push((x, [ids[i % 5]; 2].to_vec()));
            }
            1 => {
                builder.add_polygon(&square(x), ids[i % 4]);
                expected.push((x, vec![ids[i % 4]]));
            }
            _ => {
                let two = [ids[i % 5], MaterialId(0)];
                builder.add_mesh(&square(x), &[[0, 1, 2], [0, 2, 3]], &two);
                expected.push((x, two.to_vec()));
            }
        }
    }
    let world = builder.build().expect("a row");
    assert_eq!(world.materials().len(), 6);
    let mut number = 0;
    for (x, materials) in expected {
        for (i, &material) in materials.iter().enumerate() {
            // The first triangle of a square has its corner at high z, the second at low z.
            let z = if i == 0 { 0.8 } else { 0.3 };
            let from = Vec3::new(x + 0.6, 2.0, z);
            let on = [
                world.cast_ray(from, Vec3::NEG_Y * 4.0, &ALL).expect("below").surface,
                world.closest_point(from, 9.0, &ALL).expect("below").surface,
                world.cast_shape(&Shape::sphere(0.1), from, Vec3::NEG_Y * 4.0, &ALL).expect("below").surface,
            ];
            for s in on {
                assert_eq!(
                    (s.instance, s.polygon.index() as u32, s.material),
                    (InstanceId::MESH, number, material),
                    "{from}"
                );
                assert_eq!(s.layer, world.materials()[usize::from(material.0)].layer);
            }
            number += 1;
        }
    }
}

/// A body behind the plane of a slope may come around a ridge to its front within one move.
/// Earlier, the slope was left out for the whole move, and both bodies fell through it.
#[test]
fn n03_a_slope_behind_a_ridge_is_solid_for_what_comes_over_it() {
    let ridge = [[-10.0, -1.0], [0.0, 0.0], [10.0, -10.0]];
    let vertices: Vec<Vec3> =
        ridge.into_iter().flat_map(|[x, y]| [-9.0, 9.0].map(|z| Vec3::new(x, y, z))).collect();
    let triangles = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]];
    let build = |sides| surface(&vertices, &triangles, Material { sides, ..Material::default() });
    let (solid, one_sided) = (build(Sides::Two), build(Sides::Front));
    for (shape, from) in
        [(Shape::point(), 0.4), (Shape::sphere(0.4), 0.4), (Shape::ellipsoid(Vec3::new(0.3, 0.5, 0.3)), 0.6)]
    {
        for response in [Response::Slide, Response::Momentum, Response::Bounce, Response::PushBack] {
            let config = MoveConfig { response, ..MoveConfig::default() };
            let way = |world: &World| {
                world.move_once(&shape, Vec3::new(-1.0, from, 0.0), by(Vec3::new(2.5, -5.0, 0.0)), &config)
            };
            assert_eq!(way(&solid), way(&one_sided), "{shape:?} {response:?}");
            let end = way(&one_sided).outcome.position;
            assert!(end.x + end.y > 0.0 || end.x < 0.0, "{shape:?} {response:?}: {end}");
        }
    }
}
