//! Walks of callers who store positions in single precision: ends that the clearance allows to be
//! rounded are free when they are, as the exact judge decides.

use crate::common::{body_of, by, wide};
use sidle::{DVec3, MoveConfig, Outcome, Quat, Scratch, Shape, StopReason, Vec3, World};
use sidle_judge::Judge;
use sidle_scenes::SplitMix64;

/// Returns the end of a move in single precision, if the clearance says that it is free.
fn rounded(end: &Outcome) -> Option<Vec3> {
    let near = end.position.as_vec3();
    (near.as_dvec3().distance(end.position) < f64::from(end.clearance)).then_some(near)
}

/// A soup of triangles beside a floor, `at` a place whose coordinates are multiples of 1/64.
fn soup(rng: &mut SplitMix64, at: Vec3) -> Vec<[Vec3; 3]> {
    let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
    let mut soup: Vec<[Vec3; 3]> = (0..60)
        .map(|_| {
            let (a, u, w) = (v(3.0) + at, v(1.5), v(1.5));
            [a, a + u, a + w]
        })
        .collect();
    soup.push([[-9.0, -3.0, -9.0], [0.0, -3.0, 18.0], [9.0, -3.0, -9.0]].map(|c| Vec3::from(c) + at));
    soup
}

/// Every step starts at a rounded position. No start is refused, and none is inside.
#[test]
fn walks_that_are_rounded_in_every_step_are_never_inside() {
    let mut rng = SplitMix64::new(51);
    let shapes = [
        Shape::sphere(0.3),
        Shape::capsule(0.2, 0.9).with_rotation(Quat::from_xyzw(0.3, 0.1, 0.0, 0.9)),
        Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.3)).with_rotation(Quat::from_xyzw(0.3, 0.5, 0.1, 0.6)),
    ];
    for (distance, least) in [(0.0, 0.99), (1000.0, 0.98), (4000.0, 0.9), (30_000.0, 0.0)] {
        let (mut allowed, mut steps, mut touching) = (0, 0, 0);
        for case in 0..30 {
            let at = Vec3::new(distance, 0.0, -0.5 * distance);
            let soup = soup(&mut rng, at);
            let corners: Vec<[f32; 3]> = soup.iter().flatten().map(|v| v.to_array()).collect();
            let vertices = soup.as_flattened();
            let triangles: Vec<[u32; 3]> =
                (0..soup.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let judge = Judge::new(&corners, &triangles);
            let world = World::from_triangles(vertices, &triangles).expect("triangles");
            let (shape, config) = (&shapes[case % 3], MoveConfig::default());
            let body = body_of(shape);
            let (mut scratch, mut position, mut wish) = (Scratch::default(), at + Vec3::Y * 5.0, Vec3::ZERO);
            for step in 0..300 {
                if step % 30 == 0 {
                    let mut v = || rng.range(-0.1, 0.1) as f32;
                    wish = Vec3::new(v(), v() - 0.05, v()) - (position - at) * 0.01;
                }
                let end = world.move_and_slide(&mut scratch, shape, position, by(wish), &config);
                let is_refused = matches!(end.reason, StopReason::StartedInside | StopReason::InvalidInput);
                assert!(!is_refused, "{position} {end:?}");
                steps += 1;
                touching += u32::from(!scratch.hits().is_empty());
                let Some(near) = rounded(&end) else { continue };
                allowed += 1;
                assert!(judge.decide(&body, wide(near)).free, "{shape:?} {near} {end:?}");
                position = near;
            }
        }
        println!("{distance} m: {allowed} of {steps} ends may be rounded, {touching} touch");
        assert!(
            f64::from(allowed) >= least * f64::from(steps) && touching * 10 > steps,
            "{allowed} of {steps}"
        );
    }
    let far = World::from_triangles(&soup(&mut rng, Vec3::ZERO).concat()[..3], &[[0, 1, 2]]).expect("one");
    let away = DVec3::new(1e6 + 0.3, 0.0, 0.0);
    let end = far.move_once(&shapes[0], away, by(Vec3::X), &MoveConfig::default()).outcome;
    assert!(end.clearance > 9e-4 && rounded(&end).is_none(), "the spacing there is 6 cm: {end:?}");
}
