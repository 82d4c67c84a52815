//! A stroll takes a short way through the mover; whoever watches a move gets it by the long one. Both have the same bits.

mod common;

use common::mixed::{vector, worlds};
use sidle::{MoveConfig, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World, trace};
use sidle_scenes::SplitMix64;

/// Makes a move in both ways; whether it was one straight stage. The text of a float names its bits.
fn both(
    world: &World,
    scratch: &mut Scratch,
    shape: &Shape,
    at: Vec3,
    motion: Vec3,
    config: &MoveConfig,
) -> (Vec3, bool) {
    let short = world.move_and_slide(scratch, shape, at, motion, config);
    let long = trace::explain(world, shape, at, motion, config).report;
    let told = format!("{shape:?} from {at:?} by {motion:?}, {config:?}");
    assert_eq!(format!("{short:?}"), format!("{:?}", long.outcome), "{told}");
    assert_eq!(format!("{:?}", scratch.hits()), format!("{:?}", long.hits), "{told}");
    if config.record_path {
        assert_eq!(format!("{:?}", scratch.path()), format!("{:?}", long.path), "{told}");
    }
    (short.position, (short.iterations, short.reason) == (1, StopReason::Arrived))
}

/// Walks of every kind of mover through floors, rubble, hills, and polygons of many corners, one-sided, rough and layered ones among them.
#[test]
fn a_stroll_has_the_bits_of_the_long_way() {
    let mut rng = SplitMix64::new(21);
    let (mut moves, mut short, mut met) = (0, 0, 0);
    for (world, starts) in worlds() {
        let mut scratch = Scratch::default();
        for walker in 0..160 {
            let shape = [
                Shape::sphere(0.4),
                Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.4)),
                Shape::sphere(0.02),
                Shape::oriented_ellipsoid(Vec3::new(0.2, 0.5, 0.3), glam::Quat::from_rotation_z(0.7)),
            ][walker % 4];
            let config = MoveConfig {
                response: [Response::Steer, Response::Steer, Response::Momentum, Response::Bounce]
                    [walker / 4 % 4],
                filter: if walker % 3 == 0 { QueryFilter::ALL.without_layer(3) } else { QueryFilter::ALL },
                skin_width: [0.001, 0.001, 0.02, 0.0][walker / 2 % 4],
                friction_scale: [1.0, 0.0][walker / 8 % 2],
                record_path: walker % 5 != 0,
                ..MoveConfig::default()
            };
            let (mut at, mut wish) = (starts[walker % starts.len()], Vec3::ZERO);
            for step in 0..150 {
                if step % 25 == 0 {
                    wish = vector(&mut rng, 1.0) * Vec3::new(1.0, 0.1, 1.0) * [0.02, 0.1, 0.3][rng.below(3)];
                }
                let press = [0.1, 0.03, 0.003][rng.below(3)];
                let (to, is_short) = both(&world, &mut scratch, &shape, at, wish - Vec3::Y * press, &config);
                (moves, short, met) = (moves + 1, short + u32::from(is_short), met + scratch.hits().len());
                at = if rng.below(90) == 0 || to.y < -4.0 { starts[rng.below(starts.len())] } else { to };
            }
        }
    }
    println!("{moves} moves, {short} of one stage, {met} hits");
    assert!(short > moves / 3 && met > moves as usize / 4, "{moves} moves, {short} of one stage, {met} hits");
}
