//! Long motions that graze a plane with a thin skin: less than 1e-10 of their length leads into the
//! plane, but that is more than the skin.

use crate::common::{RESPONSES, body_of, by, floor, triangles, wide};
use sidle::{DVec3, MoveConfig, Outcome, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_judge::{Body, Judge};
use sidle_scenes::SplitMix64;

fn shapes() -> [(Shape, f64); 4] {
    [
        (Shape::point(), 0.0),
        (Shape::sphere(0.5), 0.5),
        (Shape::ellipsoid(Vec3::new(0.5, 0.25, 1.0)), 0.25),
        (Shape::capsule(0.25, 1.0), 0.5),
    ]
}

fn thin(response: Response) -> MoveConfig {
    MoveConfig { skin_width: 0.0, response, record_path: true, ..MoveConfig::default() }
}

/// Returns the outcome of a move and its path.
fn told(
    world: &World,
    shape: &Shape,
    from: DVec3,
    way: Vec3,
    config: &MoveConfig,
) -> (Outcome, Vec<[f64; 3]>) {
    let mut scratch = Scratch::default();
    let outcome = world.move_and_slide(&mut scratch, shape, from, by(way), config);
    (outcome, scratch.path().iter().map(|&p| wide(p)).collect())
}

/// Returns true if the body is free on the whole path. Near-contacts are decided exactly.
fn is_free(judge: &Judge, body: &Body, path: &[[f64; 3]]) -> bool {
    // The judge's f64 is exact to far less than this, at distances of a kilometre.
    let close = 1e-9;
    let clear = |a, b| judge.path_clearance(body, a, b, close).gap >= close;
    !judge.path_crosses(path)
        && path.windows(2).all(|w| clear(w[0], w[1]) || judge.decide_path(body, w[0], w[1]).free)
}

/// `sidle-attack moves --seed 203`, case 151669. A cast counts a path as parallel to a plane if
/// less than 1e-10 of it leads there, and 33 nm of 655 m went through a triangle.
#[test]
fn a_long_path_goes_through_no_plane_that_it_grazes() {
    let corners = [
        Vec3::new(-12.5, 0.03125, -12.5),
        Vec3::new(12.5, 0.03125, -12.5),
        Vec3::new(8.59375, 0.03125, 12.5),
    ];
    let judge = Judge::new(&corners.map(|c| c.to_array()), &[[0, 1, 2]]);
    let way = Vec3::new(655.36, -3.315_954e-8, 0.0);
    for z in [-12.5, -11.5] {
        let from = DVec3::new(-7.577_794_724_541_491, 0.031_250_001_009_560_435, z);
        let (outcome, path) = told(&triangles(&corners), &Shape::point(), from, way, &thin(Response::Slide));
        assert!(is_free(&judge, &Body::Point, &path), "{outcome:?} {path:?}");
        assert_eq!(outcome.reason, StopReason::Arrived, "{outcome:?}");
    }
}

/// Earlier, a contact that counts as parallel held the body where the sweep found that the motion
/// enters its skin, or a cast ended beside a surface that was not a contact.
#[test]
fn a_floor_holds_no_body_that_grazes_it() {
    let world = floor(1000.0);
    for (shape, half) in shapes() {
        for skins in [1.0, 1.003, 1.0096, 1.5, 3.0] {
            let from = DVec3::new(-300.0, half + skins * 1e-9, -100.0);
            let way = Vec3::new(655.36, -3.315_954e-8, 0.0);
            let (end, _) = told(&world, &shape, from, way, &thin(Response::Slide));
            assert_eq!(end.reason, StopReason::Arrived, "{shape:?} {skins}: {end:?}");
            assert!((end.position.x - 355.36).abs() < 1e-4, "{shape:?} {skins}: {end:?}");
            assert!(end.position.y - half > 0.9e-9, "{shape:?} {skins}: {end:?}");
        }
    }
}

/// Returns up to three triangles at nearly the same height.
fn level_triangles(rng: &mut SplitMix64) -> Vec<Vec3> {
    let half = [20.0, 500.0][rng.below(2)];
    let count = 1 + rng.below(3);
    let mut corners = Vec::new();
    for triangle in 0..count {
        let y = if triangle == 0 { 0.0 } else { [0.0, 1e-9, -1e-9, 3e-8][rng.below(4)] };
        let mut whole = || rng.range(-half, half).round() as f32;
        corners.extend([(); 3].map(|()| Vec3::new(whole(), y, whole())));
    }
    corners
}

/// Returns a start over the first triangle or its edge, and a motion that presses gently down.
fn graze(rng: &mut SplitMix64, corners: &[Vec3], half: f64) -> (DVec3, Vec3) {
    let first = rng.below(3);
    let [a, b, c] = [0, 1, 2].map(|i| corners[(first + i) % 3].as_dvec3());
    let (along, inward) = (rng.range(0.0, 1.0), rng.range(0.0, 1.0) * rng.below(3).min(1) as f64);
    let mut from = a + (b - a) * along + (c - a) * (inward * (1.0 - along));
    from.y = half + [1.0, 1.0019, 1.01, 1.3, 2.0, 20.0, 35.0][rng.below(7)] * 1e-9;
    let beside = DVec3::new(rng.range(-1.0, 1.0), 0.0, rng.range(-1.0, 1.0));
    let direction = if rng.below(3) == 0 { b - a } else { beside };
    let length = 10_f64.powf(rng.range(-1.0, 3.2));
    let mut way = (direction.normalize_or_zero() * length).as_vec3();
    way.y = -(10_f64.powf(rng.range(-10.0, -6.0)) as f32);
    (from, way)
}

/// Earlier, 64 of these moves went into a triangle.
#[test]
fn long_grazing_paths_are_free() {
    let (mut rng, mut moves, mut slid) = (SplitMix64::new(5), 0, 0);
    for case in 0..8_000 {
        let corners = level_triangles(&mut rng);
        let (shape, half) = &shapes()[case % 4];
        let (from, way) = graze(&mut rng, &corners, *half);
        let indices: Vec<[u32; 3]> =
            (0..corners.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let judge = Judge::new(&corners.iter().map(|c| c.to_array()).collect::<Vec<_>>(), &indices);
        let config = thin(RESPONSES[rng.below(RESPONSES.len())]);
        let (outcome, path) = told(&triangles(&corners), shape, from, way, &config);
        if outcome.reason == StopReason::StartedInside {
            continue;
        }
        moves += 1;
        slid += u32::from(outcome.reason == StopReason::Arrived);
        assert!(
            is_free(&judge, &body_of(shape), &path),
            "{case}: {shape:?} from {from} by {way}: {outcome:?} {path:?} among {corners:?}"
        );
    }
    assert!(moves > 7_500 && slid > 6_000, "{moves} {slid}");
}
