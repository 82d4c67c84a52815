//! Adversarial generators, and the properties that must hold for all of their worlds. A failure is
//! shrunk and printed.

use crate::common::{body_of, by, surface, wide};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidle::{FrictionLaw, Material, MoveConfig, Quat, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_judge::Judge;
use sidle_scenes::trials;

/// A coordinate that often equals another one, or differs from it by one bit or very little.
fn coordinate() -> impl Strategy<Value = f32> {
    let grid = (-4_i8..=4).prop_map(|i| f32::from(i) * 0.5);
    prop_oneof![
        6 => grid.clone(),
        1 => grid.clone().prop_map(f32::next_up),
        1 => (grid, -1.0e-6_f32..1.0e-6).prop_map(|(g, e)| g + e),
        2 => -2.0_f32..2.0,
        1 => Just(1000.0),
        1 => -1e-30_f32..1e-30,
    ]
}

fn place() -> impl Strategy<Value = Vec3> {
    (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// A few places, and triangles among them: shared edges, folds, duplicates, slivers and points
/// appear by chance.
fn mesh() -> impl Strategy<Value = (Vec<Vec3>, Vec<[u32; 3]>)> {
    prop::collection::vec(place(), 3..10).prop_flat_map(|vertices| {
        let index = 0..vertices.len() as u32;
        let triangles = prop::collection::vec([index.clone(), index.clone(), index], 1..14);
        (Just(vertices), triangles)
    })
}

/// A world of a rough, bouncy material.
fn rough(vertices: &[Vec3], triangles: &[[u32; 3]]) -> World {
    surface(vertices, triangles, Material { friction: 0.3, restitution: 0.7, ..Material::default() })
}

fn shape() -> impl Strategy<Value = Shape> {
    let radius = || prop_oneof![Just(0.5_f32), 0.01_f32..1.0];
    let turn = [-1.0_f32..1.0, -1.0..1.0, -1.0..1.0, 0.1..1.0];
    // A radius of 0 makes a segment.
    let cap = prop_oneof![3 => radius(), 1 => Just(0.0)];
    let (upright, turned) = (Just(Quat::IDENTITY).boxed(), turn.clone().prop_map(Quat::from_array).boxed());
    prop_oneof![
        1 => Just(Shape::point()),
        3 => radius().prop_map(Shape::sphere),
        3 => (radius(), radius(), radius(), turn).prop_map(|(x, y, z, q)| {
            Shape::ellipsoid(Vec3::new(x, y, z)).with_rotation(Quat::from_array(q))
        }),
        3 => (cap, radius(), upright.prop_union(turned)).prop_map(|(cap, length, q)| {
            Shape::capsule(cap, 2.0 * (cap + length)).with_rotation(q)
        }),
    ]
}

fn config() -> impl Strategy<Value = MoveConfig> {
    let response = prop_oneof![
        2 => Just(Response::Slide),
        2 => Just(Response::Momentum),
        1 => Just(Response::Stop),
        1 => Just(Response::PushBack),
        1 => Just(Response::Bounce),
    ];
    let skin = prop_oneof![3 => Just(0.001_f32), 1 => Just(0.0001), 1 => Just(0.0), 1 => Just(0.05)];
    let law = prop_oneof![4 => Just(FrictionLaw::Coulomb), 1 => Just(FrictionLaw::Drag)];
    let friction = prop_oneof![2 => Just(0.0_f32), 1 => Just(1.0)];
    (response, skin, law, friction).prop_map(|(response, skin_width, friction_law, friction_scale)| {
        MoveConfig {
            response,
            skin_width,
            friction_law,
            friction_scale,
            record_path: true,
            ..MoveConfig::default()
        }
    })
}

fn moves() -> impl Strategy<Value = Vec<Vec3>> {
    let tiny = place().prop_map(|p| p * 1e-4);
    let long = place().prop_map(|p| p * 30.0);
    prop::collection::vec(prop_oneof![6 => place(), 2 => tiny, 1 => long, 1 => Just(Vec3::ZERO)], 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: trials(5_000, 20_000), max_global_rejects: 10_000_000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn c07_from_a_free_start_every_move_ends_free(
        (vertices, triangles) in mesh(), shape in shape(), start in place(), moves in moves(), config in config(),
    ) {
        let world = rough(&vertices, &triangles);
        let plain: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
        let judge = Judge::new(&plain, &triangles);
        let body = body_of(&shape);
        let mut scratch = Scratch::default();
        let mut at = start.as_dvec3();
        // If a start is nearer than f64 can resolve (7e-12 beside a triangle of a kilometre), it is
        // on neither side.
        prop_assume!(judge.clearance(&body, wide(start), 10.0).gap > 1e-11);
        for motion in moves {
            let begin = judge.clearance(&body, wide(at), 1.0).gap;
            let end = world.move_and_slide(&mut scratch, &shape, at, by(motion), &config);
            prop_assert!(end.position.is_finite() && end.velocity.is_finite() && end.distance.is_finite());
            prop_assert_ne!(end.reason, StopReason::InvalidInput);
            prop_assert_ne!(end.reason, StopReason::StartedInside);
            let skin = f64::from(end.skin);
            let gap = judge.clearance(&body, wide(end.position), 10.0).gap;
            prop_assert!(gap >= 0.0, "ends {} m deep: {:?}", gap, end);
            // Path corners are stored as f32, with an error of half a unit on each axis. The skin
            // absorbs it, unless the skin is missing.
            let far = at.abs().max_element() + f64::from(motion.length());
            // f64: path corners are f64, so `storing` could be 0.
            let storing = if begin < 0.5 * skin { far * 1.04e-7 } else { 0.0 };
            for piece in scratch.path().windows(2) {
                let gap = judge.path_clearance(&body, wide(piece[0]), wide(piece[1]), 10.0).gap;
                prop_assert!(gap >= -storing, "{} m deep on the way: {:?}", gap, scratch.path());
                prop_assert!(!judge.crosses(wide(piece[0]), wide(piece[1])), "crossed: {:?}", scratch.path());
            }
            prop_assert!(f64::from(end.distance) <= f64::from(motion.length()) * 1.000_001 + 1e-9);
            if end.reason == StopReason::Blocked {
                prop_assert!(gap <= 1.2 * skin, "stops {} skins away", gap / skin);
            }
            at = end.position;
        }
    }

    #[test]
    fn out_of_an_overlap_means_free(
        (vertices, triangles) in mesh(), shape in shape(), start in place(), config in config(),
    ) {
        let world = World::from_triangles(&vertices, &triangles).expect("finite");
        let plain: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
        let judge = Judge::new(&plain, &triangles);
        let body = body_of(&shape);
        let out = world.depenetrate(&mut Scratch::default(), &shape, start, &config);
        if out.is_free() {
            let gap = judge.clearance(&body, wide(out.position), 10.0).gap;
            prop_assert!(gap >= -1e-12, "still {} m deep after {:?}", gap, out);
        } else {
            prop_assert_eq!(out.position, start.as_dvec3());
            prop_assert!(judge.clearance(&body, wide(start), 10.0).gap <= 1e-9);
        }
    }
}
