//! Flights, bounces, slides and rolls of a ball, compared with closed forms.

use crate::ball_world::{RATES, flat, ramp, run, turf};
use sidle::{Ball, BallConfig, BallState, DVec3, Scratch, Vec3};

const G: f32 = 9.81;
/// The height of the centre of the default ball on a floor at 0.
const ON_FLOOR: f32 = 0.022_35;

fn config() -> BallConfig {
    BallConfig::default()
}

#[test]
fn g05_a_flight_is_the_parabola_at_any_rate() {
    let ground = flat(4, turf(0.3, 0.5));
    for rate in RATES {
        let start = Ball { velocity: Vec3::new(12.0, 20.0, -5.0), ..Ball::at(Vec3::new(-30.0, 1.0, 10.0)) };
        let end = run(&ground, start, rate, 4.0, &config());
        let t = f64::from(end.steps) / f64::from(rate);
        let expected =
            start.position + start.velocity.as_dvec3() * t - DVec3::Y * (0.5 * f64::from(G) * t * t);
        // f64: positions are f64; what is left is the f32 velocity.
        // Every step stores a position: at 30 m, half a unit in the last place is a micrometre on
        // each axis.
        assert!(
            (end.ball.position - expected).length() < 1e-4 + 2e-6 * f64::from(end.steps),
            "{rate} Hz: {} {expected}",
            end.ball.position
        );
        assert_eq!((end.ball.state, end.impacts), (BallState::Flying, 0));
    }
}

#[test]
fn g04_only_what_is_approached_reflects_and_by_the_right_factor() {
    // H3: 20 to 70 m/s, restitution 0.3 to 0.8; the reflected direction is within 0.1 degrees on a
    // level floor of many triangles.
    for cells in [1, 160] {
        for (e, speed, steep) in [(0.3, 20.0, 0.2), (0.5, 45.0, 1.0), (0.8, 70.0, 0.5), (0.8, 30.0, 3.0)] {
            let ground = flat(cells, turf(0.0, e));
            let direction = Vec3::new(0.8, -steep, 0.6).normalize();
            for i in 0..40 {
                // Aims at 40 places of the floor, including internal edges and corners.
                let foot = Vec3::new((i % 7) as f32 * 0.25, ON_FLOOR, (i / 7) as f32 * 0.1);
                let start = Ball { velocity: direction * speed, ..Ball::at(foot - direction * 0.3) };
                let mut scratch = Scratch::default();
                let step = ground.world.step_ball(&mut scratch, &start, 0.03, &config());
                let [hit] = scratch.hits() else { panic!("{} impacts", scratch.hits().len()) };
                assert_eq!(hit.normal, Vec3::Y, "{start:?}");
                let t = 0.03 * hit.fraction as f32;
                let down = start.velocity.y - G * t;
                let up = -e * down - G * (0.03 - t);
                let expected = Vec3::new(start.velocity.x, up, start.velocity.z);
                let cosine = expected.normalize().dot(step.ball.velocity.normalize());
                assert!(cosine > 1.0 - 1.5e-6, "{expected} {}", step.ball.velocity);
                assert!((expected - step.ball.velocity).length() < 1e-4 * speed);
                assert!((hit.speed_removed - (1.0 + e) * -down).abs() < 1e-3);
            }
        }
    }
}

#[test]
fn g04_nothing_that_is_left_reflects() {
    let ground = flat(1, turf(0.0, 1.0));
    let start = Ball { velocity: Vec3::Y * 3.0, ..Ball::at(Vec3::Y * ON_FLOOR) };
    let mut scratch = Scratch::default();
    let step = ground.world.step_ball(&mut scratch, &start, 0.1, &config());
    assert!(scratch.hits().is_empty() && (step.ball.velocity.y - (3.0 - 0.1 * G)).abs() < 1e-5, "{step:?}");
}

#[test]
fn g05_a_dropped_ball_of_restitution_one_bounces_a_thousand_times_and_never_rises() {
    let ground = flat(1, turf(0.3, 1.0));
    for (rate, height) in [(60, 1.0_f32), (240, 0.3)] {
        let start = Ball::at(Vec3::new(0.3, height, 0.2));
        let period = 2.0 * (2.0 * (height - ON_FLOOR) / G).sqrt();
        let end = run(&ground, start, rate, 1_001.0 * period, &config());
        assert!(end.impacts >= 1_000, "{} bounces", end.impacts);
        assert!(end.highest <= f64::from(height), "rose to {}", end.highest);
        let apex = end.ball.energy(&config()) / f64::from(G);
        assert!(apex > f64::from(height) * 0.996, "sank to {apex} of {height}");
        assert!(end.ball.state == BallState::Flying, "{end:?}");
    }
}

#[test]
fn g05_the_heights_of_bounces_follow_the_restitution() {
    let e = 0.6_f32;
    let ground = flat(8, turf(0.2, e));
    let mut scratch = Scratch::default();
    for rate in RATES {
        let mut ball = Ball::at(Vec3::new(0.1, 2.0, 0.1));
        let mut speeds = Vec::new();
        for _ in 0..rate * 10 {
            ball = ground.world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &config()).ball;
            speeds.extend(scratch.hits().iter().map(|h| h.speed_removed / (1.0 + e)));
        }
        let first = (2.0 * G * (2.0 - ON_FLOOR)).sqrt();
        for (i, speed) in speeds.iter().take(6).enumerate() {
            let expected = first * e.powi(i as i32);
            assert!((speed - expected).abs() < 2e-3 * expected, "{rate} Hz, bounce {i}: {speed} {expected}");
        }
        assert_eq!((ball.state, ball.velocity), (BallState::Resting, Vec3::ZERO), "{rate} Hz");
        assert!((ball.position.y - f64::from(ON_FLOOR)).abs() < 2e-5, "{rate} Hz: {}", ball.position);
    }
}

#[test]
fn g05_a_putt_slides_rolls_and_stops_where_the_formula_says() {
    let (mu, c, speed) = (0.4_f32, 0.06_f32, 3.0_f32);
    // Sliding until 5/7 of the speed, then rolling to a stop.
    let slide = 2.0 / 7.0 * speed / (mu * G);
    let rolling = speed * 5.0 / 7.0;
    let way = speed * slide - 0.5 * mu * G * slide * slide + rolling * rolling / (2.0 * c * G);
    for cells in [1, 320] {
        let ground = flat(cells, turf(mu, 0.4));
        for rate in RATES {
            let start = Ball {
                velocity: Vec3::new(0.8, 0.0, 0.6) * speed,
                ..Ball::at(Vec3::new(-1.3, ON_FLOOR, 0.7))
            };
            let end = run(&ground, start, rate, 10.0, &config());
            let expected = start.position + (Vec3::new(0.8, 0.0, 0.6) * way).as_dvec3();
            assert!(
                (end.ball.position - expected).length() < 1e-3,
                "{cells} cells, {rate} Hz: {end:?} {expected}"
            );
            assert_eq!((end.ball.state, end.ball.velocity, end.impacts), (BallState::Resting, Vec3::ZERO, 0));
        }
    }
}

#[test]
fn g05_on_a_slope_it_rolls_with_five_sevenths() {
    for (slope, cells) in [(0.1_f32, 1), (0.5, 400)] {
        let ground = ramp(slope, cells, turf(0.9, 0.4));
        let cosine = 1.0 / (1.0 + slope * slope).sqrt();
        let (normal, down) = (Vec3::new(slope, 1.0, 0.0) * cosine, Vec3::new(1.0, -slope, 0.0) * cosine);
        let a = 5.0 / 7.0 * G * slope * cosine - 0.06 * G * cosine;
        for rate in RATES {
            let start = Ball::at(normal * ON_FLOOR);
            let end = run(&ground, start, rate, 2.0, &config());
            let way = (end.ball.position - start.position).dot(down.as_dvec3());
            assert!((way - f64::from(2.0 * a)).abs() < 1e-3, "{slope}, {rate} Hz: {way} {}", 2.0 * a);
            let expected = Vec3::Z * (-2.0 * a / config().radius);
            assert!((end.ball.spin - expected).length() < 1e-2 * expected.length(), "{}", end.ball.spin);
            assert_eq!((end.ball.state, end.impacts), (BallState::Rolling, 0));
        }
    }
}

#[test]
fn g05_resistance_holds_up_to_its_slope_and_what_rests_rests_for_ever() {
    for (share, holds) in [(0.98_f32, true), (1.02, false)] {
        let slope = 0.06 * 7.0 / 5.0 * share;
        let ground = ramp(slope, 40, turf(0.5, 0.3));
        for rate in [30, 240] {
            let normal = Vec3::new(slope, 1.0, 0.0).normalize();
            let start = Ball { velocity: Vec3::Z * 0.2, ..Ball::at(normal * ON_FLOOR) };
            let end = run(&ground, start, rate, 30.0, &config());
            assert_eq!(end.ball.state == BallState::Resting, holds, "{share} {rate} {end:?}");
        }
    }
    let ground = flat(1, turf(0.5, 0.3));
    let mut scratch = Scratch::default();
    let rest = run(&ground, Ball::at(Vec3::Y), 60, 30.0, &config()).ball;
    let mut ball = rest;
    for i in 0..10_000 {
        ball = ground.world.step_ball(&mut scratch, &ball, 0.001 * (i % 100) as f32, &config()).ball;
    }
    assert_eq!(ball, rest);
    // It wakes if it gets a velocity or another state.
    let hit = Ball { velocity: Vec3::X, ..ball };
    assert!(ground.world.step_ball(&mut scratch, &hit, 0.1, &config()).ball.position.x > 0.05);
    let woken =
        ground.world.step_ball(&mut scratch, &Ball { state: BallState::Flying, ..ball }, 0.1, &config());
    assert_eq!((woken.ball.state, woken.ball.velocity), (BallState::Resting, Vec3::ZERO));
    assert!((woken.ball.position - ball.position).length() < 1e-6);
}

#[test]
fn g05_backspin_brings_a_ball_back() {
    let ground = flat(8, turf(0.4, 0.3));
    let start = Ball {
        velocity: Vec3::new(2.0, 0.0, 0.0),
        spin: Vec3::Z * (9.0 / config().radius),
        ..Ball::at(Vec3::Y * ON_FLOOR)
    };
    let end = run(&ground, start, 60, 0.9, &config());
    // It rolls with 5/7 v - 2/7 r w, and then the resistance removes c g t.
    let slide = 2.0 / 7.0 * 11.0 / (0.4 * G);
    let expected = -(9.0 * 2.0 - 2.0 * 5.0) / 7.0 + 0.06 * G * (0.9 - slide);
    assert!((end.ball.velocity.x - expected).abs() < 2e-3, "{} {expected}", end.ball.velocity);
}
