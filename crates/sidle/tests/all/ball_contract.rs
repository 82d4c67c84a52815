//! The contract of a step of a ball, apart from the physics: bad input, no allocation, storing.
//! Also compares single bounces with a reference implementation.

use crate::ball_world::{Ledger, flat, level_ground, ramp, sheet, turf};
use allocation_counter::measure;
use sidle::{Ball, BallConfig, BallState, DVec3, Scratch, StopReason, Vec3};
use sidle_scenes::{SplitMix64, generate};

#[test]
fn g05_bad_input_moves_nothing_and_is_named() {
    let ground = flat(1, turf(0.4, 0.5));
    let mut scratch = Scratch::default();
    let (good, config) = (Ball { velocity: Vec3::X, ..Ball::at(Vec3::Y) }, BallConfig::default());
    let mut outcome = |ball: Ball, dt: f32, config: BallConfig| {
        let step = ground.world.step_ball(&mut scratch, &ball, dt, &config);
        assert!(
            step.ball.position.is_finite() && step.ball.velocity.is_finite() && step.ball.spin.is_finite()
        );
        step.reason
    };
    assert_eq!(outcome(good, 0.01, config), StopReason::Arrived);
    assert_eq!(outcome(good, 0.0, config), StopReason::Arrived);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        for (ball, dt, config) in [
            (good, bad, config),
            (Ball { position: DVec3::new(0.0, bad.into(), 0.0), ..good }, 0.01, config),
            (Ball { velocity: Vec3::X * bad, ..good }, 0.01, config),
            (Ball { spin: Vec3::Z * bad, ..good }, 0.01, config),
            (good, 0.01, BallConfig { radius: bad, ..config }),
            (good, 0.01, BallConfig { gravity: Vec3::Y * bad, ..config }),
            (good, 0.01, BallConfig { skin_width: bad, ..config }),
        ] {
            assert_eq!(outcome(ball, dt, config), StopReason::InvalidInput, "{bad} {ball:?} {dt} {config:?}");
        }
    }
    for bad in [f32::NAN, -1.0] {
        for config in [
            BallConfig { rolling_resistance: bad, ..config },
            BallConfig { min_bounce_height: bad, ..config },
            BallConfig { friction_scale: bad, ..config },
            BallConfig { restitution_scale: bad, ..config },
            BallConfig { skin_width: bad, ..config },
            BallConfig { radius: bad, ..config },
        ] {
            assert_eq!(outcome(good, 0.01, config), StopReason::InvalidInput, "{config:?}");
        }
    }
    assert_eq!(outcome(good, -0.01, config), StopReason::InvalidInput);
    assert_eq!(outcome(good, 0.01, BallConfig { radius: 0.0, ..config }), StopReason::InvalidInput);
    assert_eq!(outcome(Ball::at(Vec3::Y * 0.01), 0.01, config), StopReason::StartedInside);
    let odd = BallConfig { max_iterations: 0, gravity: Vec3::ZERO, ..config };
    assert_eq!(outcome(good, 0.01, odd), StopReason::Arrived);
}

#[test]
fn g05_hostile_numbers_never_panic_nor_make_nonsense() {
    let level = generate::soup(3, 3_000);
    let ground = level_ground(&level, turf(0.5, 0.9));
    let mut scratch = Scratch::default();
    let mut rng = SplitMix64::new(8);
    let odd = [0.0, -0.0, 1e-38, 1e-20, 1e-6, 0.3, 7.0, 300.0, 1e6, f32::MAX, f32::NAN, f32::INFINITY];
    let mut pick = |most: usize| odd[rng.below(most)];
    for i in 0..1_000 {
        let v = |pick: &mut dyn FnMut(usize) -> f32| Vec3::new(pick(10), -pick(10), pick(12));
        let spawn = Vec3::from(level.spawns[i % level.spawns.len()]);
        let ball =
            Ball { velocity: v(&mut pick), spin: v(&mut pick), ..Ball::at(spawn + v(&mut pick) * 1e-3) };
        let config = BallConfig {
            radius: pick(12),
            gravity: v(&mut pick),
            rolling_resistance: pick(12),
            skin_width: pick(8),
            min_bounce_height: pick(12),
            max_iterations: 64,
            ..BallConfig::default()
        };
        let step = ground.world.step_ball(&mut scratch, &ball, pick(8) * 0.1, &config);
        let end = step.ball;
        assert!(
            end.position.is_finite() && end.velocity.is_finite() && end.spin.is_finite(),
            "{ball:?} {config:?} {step:?}"
        );
    }
}

#[test]
fn g05_a_step_allocates_nothing_after_the_first_time() {
    let level = generate::hall(1, 5_000);
    let ground = level_ground(&level, turf(0.4, 0.6));
    let config = BallConfig { record_path: true, ..BallConfig::default() };
    let mut scratch = Scratch::default();
    let mut all = || {
        let mut hits = 0;
        for (i, &spawn) in level.spawns.iter().enumerate() {
            let velocity = Vec3::new(5.0, -2.0, i as f32 - 20.0);
            let mut ball = Ball { velocity, ..Ball::at(Vec3::from(spawn)) };
            for _ in 0..90 {
                ball = ground.world.step_ball(&mut scratch, &ball, 1.0 / 60.0, &config).ball;
                hits += scratch.hits().len();
            }
        }
        assert!(hits > 100, "{hits} impacts are no test");
    };
    all();
    let second = measure(all);
    assert_eq!(second.count_total, 0, "{second:?}");
}

/// The reference implementation: f64, steps of a microsecond, one plane, and the textbook's bounce.
fn reference(slope: f64, (mu, e): (f64, f64), ball: &Ball, seconds: f64) -> ([f64; 3], [f64; 3], u32) {
    let (r, skin, h) = (f64::from(0.021_35_f32), 0.001, 1e-6);
    let length = (1.0 + slope * slope).sqrt();
    let n = [slope / length, 1.0 / length, 0.0];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (mut x, mut v, mut w) =
        (ball.position.to_array(), ball.velocity.as_dvec3().to_array(), ball.spin.as_dvec3().to_array());
    let mut bounces = 0;
    for _ in 0..(seconds / h).round() as u64 {
        v[1] -= 0.5 * h * 9.81;
        for k in 0..3 {
            x[k] += h * v[k];
        }
        v[1] -= 0.5 * h * 9.81;
        let into = -dot(n, v);
        if dot(n, x) > r + skin || into <= 0.0 {
            continue;
        }
        bounces += 1;
        let turned = cross(w, n);
        let slip = [0, 1, 2].map(|k| v[k] + n[k] * into - r * turned[k]);
        let speed = dot(slip, slip).sqrt();
        let drag = (mu * (1.0 + e) * into).min(2.0 / 7.0 * speed);
        let force = slip.map(|s| if speed > 0.0 { -drag * s / speed } else { 0.0 });
        let twist = cross(force, n);
        for k in 0..3 {
            v[k] += force[k] + (1.0 + e) * into * n[k];
            w[k] += 2.5 / r * twist[k];
        }
    }
    (x, v, bounces)
}

#[test]
fn g04_single_bounces_agree_with_the_naive_twin() {
    let mut rng = SplitMix64::new(3);
    for (slope, mu, e) in [(0.0, 0.0, 0.8_f32), (0.0, 0.4_f32, 0.5), (0.3, 0.1, 0.7), (0.7, 0.9, 0.3)] {
        let ground = ramp(slope as f32, 64, turf(mu, e));
        for _ in 0..6 {
            let mut v = |s: f64| rng.range(-s, s) as f32;
            let (x, z) = (v(1.0), v(1.0));
            let start = Ball {
                velocity: Vec3::new(v(2.0) - 1.0, v(2.0) - 5.0, v(8.0)),
                spin: Vec3::new(v(300.0), v(300.0), v(300.0)),
                ..Ball::at(Vec3::new(x, 0.6 - slope as f32 * x, z))
            };
            let mut scratch = Scratch::default();
            let (mut ball, mut bounces) = (start, 0);
            for _ in 0..30 {
                ball = ground.world.step_ball(&mut scratch, &ball, 0.01, &BallConfig::default()).ball;
                bounces += scratch.hits().len();
            }
            let (x, velocity, twice) = reference(slope, (f64::from(mu), f64::from(e)), &start, 0.3);
            assert_eq!((bounces, twice), (1, 1), "{start:?} is no test of one bounce");
            let off = (ball.position - DVec3::from_array(x)).length();
            let faster = (ball.velocity - Vec3::from(velocity.map(|c| c as f32))).length();
            assert!(off < 2e-4 && faster < 1e-3, "{slope} {mu} {e}: {off} m and {faster} m/s off");
        }
    }
}

#[test]
fn g05_a_rolling_ball_goes_over_an_edge_and_falls() {
    // A table with a boundary edge at x = 0: slow balls roll around the edge, fast ones fly off it.
    let table = sheet(4.0, 16, turf(0.6, 0.3), |x, z| Vec3::new(x.min(0.0), -x.max(0.0), z));
    let mut scratch = Scratch::default();
    for (speed, flies) in [(0.15, false), (1.5, true)] {
        let mut ball = Ball { velocity: Vec3::X * speed, ..Ball::at(Vec3::new(-0.02, 0.022_35, 0.01)) };
        let config = BallConfig { rolling_resistance: 0.0, ..BallConfig::default() };
        let (mut lowest_flight, mut rolled, mut ledger) = (0.0_f64, false, Ledger::default());
        for _ in 0..240 {
            let step = ground_step(&table, &mut scratch, &ball, &config);
            ledger.enter(&ball, &step, 1.0 / 240.0, &config);
            ball = step;
            rolled |= ball.state != BallState::Flying && ball.position.x > 0.004;
            if ball.position.y > -0.02 {
                lowest_flight = ball.position.x;
            }
        }
        assert_eq!(lowest_flight > 0.05, flies, "{speed} m/s: x {lowest_flight} where it left the level");
        assert!(flies || rolled, "{speed} m/s: it did not roll round the rim");
        assert!(ball.position.y < -1.0, "{ball:?}");
    }
}

fn ground_step(
    ground: &crate::ball_world::Ground,
    scratch: &mut Scratch,
    ball: &Ball,
    config: &BallConfig,
) -> Ball {
    ground.world.step_ball(scratch, ball, 1.0 / 240.0, config).ball
}

#[cfg(feature = "serde")]
#[test]
fn g05_a_ball_can_be_stored() {
    let ball = Ball { velocity: Vec3::new(0.1, 0.2, 0.3), ..Ball::at(Vec3::new(1.0, 2.0, 3.3)) };
    let text = serde_json::to_string(&ball).expect("it can be written");
    assert_eq!(serde_json::from_str::<Ball>(&text).expect("and read"), ball);
    let config: BallConfig = serde_json::from_str(r#"{ "radius": 0.1 }"#).expect("the rest is default");
    assert_eq!(config, BallConfig { radius: 0.1, ..BallConfig::default() });
}
