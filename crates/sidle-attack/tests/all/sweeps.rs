//! Eight classes of sweeps that break published methods: slivers, grazing sweeps, far origins, huge
//! and tiny triangles, and others. Each case has one triangle and one move, and the judge decides.

use sidle::{Motion, MoveConfig, Quat, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_attack::classes::Sweeps;
use sidle_attack::verdict::{body_of, wide};
use sidle_judge::Judge;
use sidle_scenes::{SplitMix64, trials};

/// Number of sweeps of a class.
fn sweeps() -> usize {
    trials(2_500, 12_500)
}

/// Runs one class, with the ball or an ellipsoid of its size. Returns the number of sweeps that
/// hit.
fn judge_class(class: usize, ellipsoids: bool) -> usize {
    let mut rng = Sweeps(SplitMix64::new(class as u64 + 1));
    let mut scratch = Scratch::default();
    let (mut hits, mut judged) = (0, 0);
    for i in 0..sweeps() {
        let c = rng.case(class);
        let shape = if ellipsoids {
            let ratio = rng.log(1.0, 20.0) as f32;
            let turn = rng.direction().map(|x| x as f32);
            let radii = Vec3::new(c.radius, c.radius / ratio, c.radius / ratio.sqrt());
            Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(turn[0], turn[1], turn[2], 0.4))
        } else {
            Shape::sphere(c.radius)
        };
        let Ok(world) = World::from_triangles(&c.triangle, &[[0, 1, 2]]) else {
            panic!("class {class}, {i}")
        };
        let judge = Judge::new(&c.triangle.map(|v| v.to_array()), &[[0, 1, 2]]);
        let body = body_of(&shape);
        let start = judge.clearance(&body, wide(c.from), 1e9).gap;
        if start < 0.0 {
            continue;
        }
        judged += 1;
        let hit = world.cast_shape(&shape, c.from, c.motion, &QueryFilter::ALL);
        for (response, tag) in [(Response::Stop, "stop"), (Response::Slide, "steer")] {
            let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
            let end = world.move_and_slide(
                &mut scratch,
                &shape,
                c.from,
                Motion::displacement(c.motion, 1.0),
                &config,
            );
            let what = format!(
                "class {class}, {i}, {tag}: {shape:?} from {} by {}, {:?}",
                c.from, c.motion, c.triangle
            );
            let gap = judge.clearance(&body, wide(end.position), 1e9).gap;
            assert!(gap >= 0.0, "{what}: ends {gap} m deep, {end:?}");
            // Path corners are stored as f32. From a start almost in contact there is no skin to
            // absorb the rounding.
            let stored = c.from.abs().max_element() + c.motion.length();
            let storing = if start < 0.5 * f64::from(end.skin) { f64::from(stored) * 1.04e-7 } else { 0.0 };
            for piece in scratch.path().windows(2) {
                let gap = judge.path_clearance(&body, wide(piece[0]), wide(piece[1]), 1e9).gap;
                assert!(gap >= -storing, "{what}: {gap} m deep on the way");
            }
            if end.reason == StopReason::Blocked {
                let skins = gap / f64::from(end.skin);
                assert!(skins <= 1.2, "{what}: stops {skins} skins away");
                hits += 1;
            }
            assert_ne!(end.reason, StopReason::IterationLimit, "{what}");
        }
        let free = hit.map_or(1.0, |h| h.fraction);
        let stop = (c.from.as_dvec3() + c.motion.as_dvec3() * free).to_array();
        // The rounding error of the judge, from the lengths in the formula.
        let size = c.triangle.iter().fold(0.0, |s: f32, v| s.max(v.abs().max_element()));
        let deep = judge.path_clearance(&body, wide(c.from), stop, 1e9).gap;
        assert!(deep >= -1e-13 * f64::from(size), "class {class}, {i}: the cast is late by {deep}");
    }
    assert!(judged > sweeps() / 4, "class {class}: only {judged} sweeps were free at the start");
    hits
}

#[test]
fn n07_balls_keep_out_in_every_class() {
    let hits: Vec<usize> = (0..8).map(|class| judge_class(class, false)).collect();
    assert!(hits.iter().all(|&h| h > sweeps() / 100), "hits by class: {hits:?}");
}

#[test]
fn n12_ellipsoids_to_one_in_twenty_keep_out_in_every_class() {
    let hits: Vec<usize> = (0..8).map(|class| judge_class(class, true)).collect();
    assert!(hits.iter().all(|&h| h > sweeps() / 100), "hits by class: {hits:?}");
}
