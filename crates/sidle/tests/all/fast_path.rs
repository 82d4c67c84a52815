//! The fast path of the mover. A traced move skips it, and results are bit-identical.

use std::collections::HashMap;

use crate::common::mixed::{vector, worlds};
use sidle::{
    DVec3, FrictionLaw, Motion, MoveConfig, OnOverlap, QueryFilter, Response, Scratch, Shape, StopReason,
    Vec3, World, trace,
};
use sidle_scenes::SplitMix64;

/// Performs a move with and without the fast path, and compares the text of all floats, which
/// identifies their bits. Returns the number of iterations, and the reason for the end.
fn both(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    at: DVec3,
    motion: Motion,
    config: &MoveConfig,
) -> (DVec3, (u32, StopReason)) {
    let short = world.move_and_slide(scratch, shape, at, motion, config);
    let long = trace::explain(world, shape, at, motion, config).report;
    let told = format!("{shape:?} from {at:?} by {motion:?}, {config:?}");
    assert_eq!(format!("{short:?}"), format!("{:?}", long.outcome), "{told}");
    assert_eq!(format!("{:?}", scratch.hits()), format!("{:?}", long.hits), "{told}");
    if config.record_path {
        assert_eq!(format!("{:?}", scratch.path()), format!("{:?}", long.path), "{told}");
    }
    (short.position, (short.iterations, short.reason))
}

/// Walks of every kind of mover through floors, rubble, hills, and polygons of many corners,
/// including one-sided, rough and layered ones.
#[test]
fn a_stroll_has_the_bits_of_the_long_way() {
    let mut rng = SplitMix64::new(21);
    let (mut moves, mut met, mut ends) = (0, 0, HashMap::new());
    for (world, starts) in worlds() {
        let mut scratch = Scratch::default();
        for walker in 0..160 {
            let shape = &[
                Shape::sphere(0.4),
                Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.4)),
                [Shape::sphere(0.02), Shape::point()][walker / 4 % 2].clone(),
                Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.3)).with_rotation(glam::Quat::from_rotation_z(0.7)),
            ][walker % 4];
            let config = MoveConfig {
                response: [Response::Slide, Response::Slide, Response::Momentum, Response::Bounce]
                    [walker / 4 % 4],
                filter: if walker % 3 == 0 { QueryFilter::ALL.without_layer(3) } else { QueryFilter::ALL },
                skin_width: [0.001, 0.001, 0.02, 0.0][walker / 2 % 4],
                friction_scale: [1.0, 0.0][walker / 8 % 2],
                friction_law: [FrictionLaw::Coulomb, FrictionLaw::Drag][walker / 16 % 2],
                on_overlap: [OnOverlap::Refuse, OnOverlap::PushOut][walker % 2],
                record_path: walker % 5 != 0,
                max_iterations: [16, 1, 16, 2][walker / 5 % 4],
                ..MoveConfig::default()
            };
            let (mut at, mut desired) = (starts[walker % starts.len()], Vec3::ZERO);
            for step in 0..150 {
                if step % 25 == 0 {
                    desired =
                        vector(&mut rng, 1.0) * Vec3::new(1.0, 0.1, 1.0) * [0.02, 0.1, 0.3][rng.below(3)];
                }
                let displacement = desired - Vec3::Y * [0.1, 0.03, 0.003][rng.below(3)];
                // A typical velocity, unusual ones, and zeros with the other sign.
                let velocity = [displacement * 60.0, vector(&mut rng, 5.0), Vec3::new(-0.0, -9.8, 3.0)];
                let motion = Motion { displacement, velocity: velocity[[0, 0, 1, 2][rng.below(4)]] };
                let (to, end) = both(&world, &mut scratch, shape, at, motion, &config);
                (moves, met) = (moves + 1, met + scratch.hits().len());
                *ends.entry(end).or_insert(0) += 1;
                at = if rng.below(90) == 0 || to.y < -4.0 { starts[rng.below(starts.len())] } else { to };
            }
        }
    }
    println!("{moves} moves, {met} hits, {ends:?}");
    let often =
        |iterations, reason, share| ends.get(&(iterations, reason)).is_some_and(|&n| n > moves / share);
    let one = [(StopReason::Arrived, 3), (StopReason::NoFreedom, 100), (StopReason::IterationLimit, 100)];
    assert!(one.into_iter().all(|(reason, share)| often(1, reason, share)), "{moves} moves: {ends:?}");
    assert!(
        often(2, StopReason::Arrived, 50) && met > moves as usize / 4,
        "{moves} moves, {met} hits: {ends:?}"
    );
}

/// A level floor of strips with alternating winding: the zeros of their normals have different
/// signs.
#[test]
fn zeros_of_either_sign_stay_as_they_are() {
    let vertices: Vec<Vec3> =
        (0..41).flat_map(|i| [-9.0, 9.0].map(|z| Vec3::new(i as f32 * 0.5 - 10.0, 0.0, z))).collect();
    let strip = |i: u32| [[2 * i, 2 * i + 1, 2 * i + 2], [2 * i + 1, 2 * i + 3, 2 * i + 2]];
    let turned = |i: u32| strip(i).map(|[a, b, c]| if i.is_multiple_of(2) { [a, b, c] } else { [c, b, a] });
    let world =
        World::from_triangles(&vertices, &(0..40).flat_map(turned).collect::<Vec<_>>()).expect("a floor");
    let (mut scratch, shape, config) = (Scratch::default(), Shape::sphere(0.4), MoveConfig::default());
    let mut at = DVec3::new(-8.0, 0.401, 0.0);
    let mut short = 0;
    for step in 0..400 {
        let zero = [0.0, -0.0][step % 2];
        let motion =
            Motion { displacement: Vec3::new(0.04, -0.02, zero), velocity: Vec3::new(-0.0, -9.8, 3.0) };
        let (to, end) = both(&world, &mut scratch, &shape, at, motion, &config);
        (at, short) = (to, short + u32::from(end == (1, StopReason::Arrived)));
    }
    assert!(at.x > 7.0 && short > 300, "{at}, {short}");
}
