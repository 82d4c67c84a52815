//! Moves and casts in a world of instances agree with those in the same level in one mesh.

use crate::common::Scene;
use serde_json::json;
use sidle::{Motion, MoveConfig, Quat, QueryFilter, Scratch, Shape, StopReason, Surface, Vec3};
use sidle_io::{LoadOptions, LoadedWorld, NodeContent, UpAxis, build_instances, build_world, read_glb_nodes};
use sidle_scenes::SplitMix64;

/// A scene of boxes, wedges and a floor, under nested nodes. `is_exact` gives every node a
/// transform that needs no rounding.
fn scene(rng: &mut SplitMix64, is_exact: bool) -> Scene {
    let mut scene = Scene::new();
    let corners: Vec<[f32; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 0.5 } else { -0.5 })).collect();
    let sides = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3,
        7, 5,
    ];
    let wedge: Vec<[f32; 3]> = corners.iter().map(|&[x, y, z]| [x, y * (0.5 - z), z]).collect();
    for points in [&corners, &wedge] {
        let (positions, indices) = (scene.positions(points), scene.indices(&sides));
        scene.mesh(json!({ "attributes": { "POSITION": positions }, "indices": indices }));
    }
    scene.node(json!({ "mesh": 0, "scale": [64, 1, 64], "translation": [0, -0.5, 0] }));
    let mut number = |low: f64, high: f64| {
        let x = rng.range(low, high);
        if is_exact { (x * 64.0).round() / 64.0 } else { f64::from(x as f32) }
    };
    for i in 0..60_usize {
        let at = [number(-12.0, 12.0), number(0.0, 3.0), number(-12.0, 12.0)];
        let turn = [number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0)];
        let q = Quat::from_xyzw(turn[0] as f32, turn[1] as f32, turn[2] as f32, 1.0).normalize();
        let size = number(0.5, 3.0);
        // Baked nodes come first in both worlds, so that their polygons have the same order.
        let kind = if is_exact { i / 6 } else { i % 10 };
        let scale = match kind {
            0 => [-size, size, size],
            1 => [size, 2.0 * size, size],
            _ if is_exact => [[1.0; 3], [2.0; 3]][i % 2],
            _ => [size; 3],
        };
        let rotation = if is_exact { [0.0, 0.0, 0.0, 1.0] } else { q.to_array() };
        let parent = scene.node(json!({ "translation": at, "rotation": rotation }));
        let child = scene.node(json!({ "mesh": i % 2, "scale": scale, "translation": [0.5, 0.25, -0.5] }));
        scene.json["nodes"][parent]["children"] = json!([child]);
    }
    scene
}

fn both(scene: &Scene, options: &LoadOptions<'_>) -> [LoadedWorld; 2] {
    let placed = build_instances(read_glb_nodes(&scene.glb(), "test").unwrap(), options).unwrap();
    let instances = placed.nodes.iter().filter(|node| node.instance().is_some()).count();
    let baked = placed.nodes.iter().filter(|node| matches!(node.content, NodeContent::Baked(_))).count();
    assert_eq!((instances, baked), (48, 13));
    [placed, build_world(scene.read(), options).unwrap()]
}

fn shapes() -> [Shape; 4] {
    [
        Shape::sphere(0.4),
        Shape::capsule(0.3, 1.8),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.3)).with_rotation(Quat::from_xyzw(0.1, 0.2, 0.3, 0.9)),
        Shape::point(),
    ]
}

#[derive(Debug, Default)]
struct Counts {
    moves: usize,
    hits: usize,
    casts: usize,
    /// Largest distance between the ends of two moves or casts.
    apart: f32,
    /// Moves and casts whose ends are more than 1e-5 m apart: of at most 4 m, and longer ones.
    beyond: [usize; 2],
    /// Moves and casts that report other triangles, all of them neighbours.
    other_triangles: usize,
}

/// The triangles that a move reports, in order.
fn triangles(level: &LoadedWorld, surfaces: impl Iterator<Item = Surface>) -> Vec<usize> {
    let mut all: Vec<usize> = surfaces.map(|s| level.triangle(&s).expect("a triangle of the file")).collect();
    all.dedup();
    all
}

/// Returns true if each triangle has one of the same node in the other list.
fn are_of_the_same_nodes(level: &LoadedWorld, lists: [&[usize]; 2]) -> bool {
    let node = |&t: &usize| level.nodes.iter().position(|node| node.triangles.contains(&t));
    let covers = |a: &[usize], b: &[usize]| a.iter().all(|t| b.iter().any(|other| node(t) == node(other)));
    covers(lists[0], lists[1]) && covers(lists[1], lists[0])
}

fn compare(rng: &mut SplitMix64, levels: &[LoadedWorld; 2], moves: usize, counts: &mut Counts) {
    let mut scratches = [Scratch::default(), Scratch::default()];
    let (all, shapes) = (&QueryFilter::ALL, shapes());
    for i in 0..moves {
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let from = v(12.0) * Vec3::new(1.0, 0.25, 1.0) + Vec3::Y * 3.0;
        let motion = v([0.5, 2.0, 12.0][i % 3]) - Vec3::Y * 0.3;
        let (shape, length) = (&shapes[i % 4], motion.length());
        // Starts that overlap would be pushed out, along a direction that depends on rounding.
        if levels.iter().any(|level| level.world.overlaps(&Shape::sphere(0.95), from, all)) {
            continue;
        }
        let casts = levels.each_ref().map(|level| {
            let hit = level.world.cast_shape(shape, from, motion, all);
            (hit.map_or(length, |h| h.fraction as f32 * length), hit.and_then(|h| level.triangle(&h.surface)))
        });
        let ends = [0, 1].map(|k| {
            let (level, scratch, step) = (&levels[k], &mut scratches[k], Motion::displacement(motion, 1.0));
            let end = level.world.move_and_slide(scratch, shape, from, step, &MoveConfig::default());
            assert_ne!(end.reason, StopReason::StartedInside);
            (end.position, triangles(level, scratch.hits().iter().map(|hit| hit.surface)))
        });
        counts.moves += 1;
        counts.hits += usize::from(!ends[1].1.is_empty());
        counts.casts += usize::from(casts[1].1.is_some());
        let apart = (ends[0].0 - ends[1].0).length() as f32;
        let apart = apart.max((casts[0].0 - casts[1].0).abs());
        counts.apart = counts.apart.max(apart);
        counts.beyond[usize::from(length > 4.0)] += usize::from(apart > 1e-5);
        if ends[0].1 != ends[1].1 || casts[0].1 != casts[1].1 {
            counts.other_triangles += 1;
            assert!(are_of_the_same_nodes(&levels[0], [&ends[0].1, &ends[1].1]), "{i}: {ends:?}");
        }
    }
}

/// All transforms are exact, so both worlds have the same corners. Only positions relative to the
/// origin of a node are rounded, to the last bits of f64.
#[test]
fn exact_nodes_give_the_same_moves() {
    let mut rng = SplitMix64::new(5);
    let mut counts = Counts::default();
    for _ in 0..4 {
        let levels = both(&scene(&mut rng, true), &LoadOptions::default());
        compare(&mut rng, &levels, 10_000, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.hits > 4_000 && counts.casts > 4_000);
    let [short, long] = counts.beyond;
    assert!(short + long <= 40 && counts.apart < 1e-4, "{counts:?}");
    assert!(counts.other_triangles * 100 < counts.moves, "{counts:?}");
}

/// Rotated and scaled nodes: the mesh has corners rounded to f32, the instances do not. A long move
/// along many surfaces, or a contact at a grazing angle, amplifies the difference.
#[test]
fn moves_among_instances_end_where_they_do_in_one_mesh() {
    let mut rng = SplitMix64::new(6);
    let mut counts = Counts::default();
    for (scale, up) in [(1.0, UpAxis::Y), (0.7, UpAxis::Z), (1.0, UpAxis::Y)] {
        let levels = both(&scene(&mut rng, false), &LoadOptions { scale, up, ..LoadOptions::default() });
        compare(&mut rng, &levels, 20_000, &mut counts);
    }
    println!("{counts:?}");
    assert!(counts.hits > 4_000 && counts.casts > 4_000);
    let [short, long] = counts.beyond;
    assert!(short * 2_000 < counts.moves && long * 200 < counts.moves && counts.apart < 1e-2, "{counts:?}");
    assert!(counts.other_triangles * 50 < counts.moves, "{counts:?}");
}
