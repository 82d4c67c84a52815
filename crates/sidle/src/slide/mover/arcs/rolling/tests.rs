//! Tests the ends of arcs over edges and corners: the same motion in tiny steps must end in the
//! same place.

use glam::Vec3;
use sidle_scenes::SplitMix64;

use super::*;
use crate::geometry::Feature;
use crate::shape::Shape;
use crate::slide::mover::log::Decision;
use crate::slide::{Motion, MoveConfig, Scratch, traced_move};
use crate::world::World;

/// Builds a floor and one more triangle.
fn floor_and(triangle: [Vec3; 3]) -> World {
    let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    World::from_triangles(&[floor, triangle].concat(), &[[0, 1, 2], [3, 4, 5]]).expect("two triangles")
}

/// Returns the position where a ball stops when it falls up to three metres.
fn dropped(world: &World, ball: &Shape, from: Vec3) -> DVec3 {
    let stop = MoveConfig { response: Response::Stop, ..MoveConfig::default() };
    world
        .move_and_slide(
            &mut Scratch::default(),
            ball,
            from,
            Motion::displacement(Vec3::NEG_Y * 3.0, 1.0),
            &stop,
        )
        .position
}

/// A path over a ridge: to it, round it, and along the other side. The arc must end on the face
/// that it leads to. A second arc at the edge of that face would take a fourth iteration.
#[test]
fn an_arc_ends_on_the_face_that_it_leads_to() {
    let config = MoveConfig::default();
    let (ball, mut scratch) = (Shape::sphere(0.5), Scratch::default());
    let mut iterations = [0; 5];
    for i in 0..400 {
        let part = i as f32 / 400.0;
        let (drop, lean) = (0.05 + part * 0.1, 0.4 * part - 0.2);
        let ridge = [Vec3::new(-lean * 9.0, 0.0, -9.0), Vec3::new(lean * 9.0, part, 9.0)];
        let sides = [Vec3::new(-9.0, 0.5 * part - drop, 0.1), Vec3::new(9.0, 0.5 * part - drop, 0.3)];
        let world =
            World::from_triangles(&[ridge, sides].concat(), &[[0, 1, 2], [1, 0, 3]]).expect("a ridge");
        let start = dropped(&world, &ball, Vec3::new(-0.03, 2.0, 0.1));
        let step = Vec3::new(0.09, -0.02, 0.03);
        let end = world.move_and_slide(&mut scratch, &ball, start, Motion::displacement(step, 1.0), &config);
        iterations[end.iterations.min(4) as usize] += 1;
    }
    assert!(iterations[3] > 300 && iterations[4] == 0, "{iterations:?}");
}

/// A path over the top of a tent. An arc over the corner ends on an edge. An arc over an edge ends
/// on a face or at the corner. No arc may end deeper in the skin than it began.
#[test]
fn arcs_over_a_corner_end_where_the_next_thing_begins() {
    let mut rng = SplitMix64::new(5);
    let config = MoveConfig::default();
    let foot = |i: u8| {
        Vec3::new(
            (f32::from(i) * 1.3).sin() * 3.0,
            -0.6 - 0.1 * f32::from(i % 3),
            (f32::from(i) * 1.3).cos() * 3.0,
        )
    };
    let feet: Vec<Vec3> = (0..5).map(foot).collect();
    let world = World::from_triangles(
        &[&[Vec3::ZERO], &feet[..]].concat(),
        &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5], [0, 5, 1]],
    )
    .expect("a tent");
    let ball = Shape::sphere(0.5);
    let (mut to_an_edge, mut to_a_face) = (0, 0);
    for case in 0..12_000 {
        let mut v = |s: f64| rng.range(-s, s) as f32;
        let (from, step) = (Vec3::new(v(0.1), 1.0, v(0.1)), Vec3::new(v(0.3), -0.02, v(0.3)));
        let start = dropped(&world, &ball, from);
        let iterations =
            traced_move(&world, &ball, start, Motion::displacement(step, 1.0), &config).1.iterations;
        for pair in iterations.windows(2) {
            let [Some(before), Some(after)] = [0, 1].map(|i: usize| pair[i].planes().next()) else {
                continue;
            };
            let (rolls, features) = (
                matches!(pair[0].decision, Decision::Roll { .. }),
                [before, after].map(|c| c.surface.feature),
            );
            if rolls && features[0] != features[1] {
                assert!(after.skins > before.skins - 1e-5, "case {case}: {before:?}, then {after:?}");
                to_an_edge += u32::from(matches!(features, [Feature::Corner(_), Feature::Edge(_)]));
                to_a_face += u32::from(features[1] == Feature::Face);
            }
        }
    }
    assert!(to_an_edge > 400 && to_a_face > 15, "{to_an_edge}, {to_a_face}");
}

/// A ball on a floor is pushed against a leaning pole, against the lower end of a hanging pole, or
/// along a level bar. It keeps its distance to both. It ends where tiny steps along the crease of
/// their planes lead; along the bar it needs one iteration.
#[test]
fn a_ball_on_a_floor_goes_round_a_pole() {
    let down = Vec3::new(0.25, -0.1, -0.02);
    for (foot, top, is_corner, step, z, iterations) in [
        (Vec3::new(0.0, -1.0, 0.0), Vec3::new(-0.4, 3.0, 0.3), false, down, -0.11, 16),
        (Vec3::new(0.0, -1.0, 0.0), Vec3::new(-2.0, 3.0, 0.1), false, down, -0.11, 16),
        (Vec3::new(0.05, 0.6, 0.0), Vec3::new(0.3, 3.0, 0.0), true, down, -0.11, 16),
        (Vec3::new(-3.0, 0.7, -2.0), Vec3::new(3.0, 0.7, 1.5), false, down, -0.11, 1),
        // A desired motion square to the pole must not be treated as one along it.
        (Vec3::new(0.0, -1.0, 0.0), Vec3::new(0.0, 3.0, 1.5), false, Vec3::X * 0.25, 0.75, 16),
    ] {
        let world = floor_and([foot, top, top + Vec3::X * 2.0]);
        let edge = if is_corner { DVec3::ZERO } else { (top.as_dvec3() - foot.as_dvec3()).normalize() };
        let arm = |x: DVec3| {
            let arm = x - foot.as_dvec3();
            arm - edge * arm.dot(edge)
        };
        // A skin away from both.
        let (mut near, mut far) = (DVec3::new(0.6, 0.501, z), DVec3::new(-3.0, 0.501, z));
        for _ in 0..60 {
            let middle = (near + far) * 0.5;
            if arm(middle).length() < 0.501 { near = middle } else { far = middle }
        }
        let (ball, from) = (Shape::sphere(0.5), far.as_vec3());
        let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
        let end = world.move_and_slide(&mut scratch, &ball, from, Motion::displacement(step, 1.0), &config);
        let (mut x, steps) = (from.as_dvec3(), 20_000);
        for _ in 0..steps {
            let rate = |x: DVec3| {
                let crease = DVec3::Y.cross(arm(x)).normalize();
                crease * crease.dot(step.as_dvec3())
            };
            let half = x + rate(x) * (0.5 / f64::from(steps));
            x += rate(half) / f64::from(steps);
        }
        let off = (end.position - x).length();
        assert!((x - from.as_dvec3()).length() > 0.05 && off < 1e-7, "{off:e} from {from}: {end:?} not {x}");
        assert!(end.iterations <= iterations, "{end:?}");
    }
}

/// Along a rail that rises by 2 mm per metre, the centre of a small ball follows an ellipse that is
/// ten metres long.
#[test]
fn a_small_ball_follows_a_rail_in_less_than_a_hundred_stages() {
    let rail = [Vec3::new(-0.1, 0.012, 0.0), Vec3::new(2.9, 0.018, 0.0), Vec3::new(1.0, 1.0, 0.5)];
    let world = floor_and(rail);
    let config = MoveConfig { skin_width: 1e-4, ..MoveConfig::default() };
    let mut scratch = Scratch::default();
    let ball = Shape::sphere(0.01);
    let start = world.move_and_slide(
        &mut scratch,
        &ball,
        Vec3::new(0.0, 0.0101, -0.02),
        Motion::displacement(Vec3::Z * 0.02, 1.0),
        &config,
    );
    let end = world.move_and_slide(
        &mut scratch,
        &ball,
        start.position,
        Motion::displacement(Vec3::new(2.5, -0.1, 0.05), 1.0),
        &config,
    );
    assert!(end.position.x > 2.4 && (end.position.y - 0.0101).abs() < 1e-5, "{end:?}");
    assert!(end.iterations < 100, "{end:?}");
}

/// A tall ellipsoid goes round the same poles. One move ends where 64 small ones end.
#[test]
fn an_ellipsoid_beside_a_face_goes_where_small_steps_lead() {
    for top in [Vec3::new(-0.4, 3.0, 0.3), Vec3::new(-2.0, 3.0, 0.1), Vec3::new(-0.9, 3.0, -0.5)] {
        let foot = Vec3::NEG_Y;
        let world = floor_and([foot, top, top + Vec3::X * 2.0]);
        let body = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.5));
        let (mut scratch, config) = (Scratch::default(), MoveConfig::default());
        let mut go = |from: DVec3, step: Vec3| {
            world.move_and_slide(&mut scratch, &body, from, Motion::displacement(step, 1.0), &config)
        };
        let from = go(DVec3::new(-3.0, 0.901, -0.11), Vec3::new(2.0, -0.1, 0.0)).position;
        let step = Vec3::new(0.25, -0.1, -0.02);
        let end = go(from, step);
        let small = (0..64).fold(from, |from, _| go(from, step / 64.0).position);
        assert!((end.position - small).length() < 2e-5, "{end:?}, and {small}");
        assert!((end.position - from).length() > 0.05 && end.iterations <= 16, "{end:?}");
    }
}
