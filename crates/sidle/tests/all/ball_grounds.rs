//! Balls on real grounds: no energy gain, nothing crossed, at rest in the end, and at the same
//! place at any rate.

use crate::ball_world::{Ground, ground, level_ground, run, sheet, turf};
use sidle::{Ball, BallConfig, BallState, Material, Vec3};
use sidle_scenes::{Level, SplitMix64, generate};

fn shot(rng: &mut SplitMix64, from: Vec3, speed: f64) -> Ball {
    let mut v = || rng.range(-1.0, 1.0) as f32;
    let direction = Vec3::new(v(), v(), v());
    let spin = Vec3::new(v(), v(), v()) * 100.0;
    Ball { velocity: direction * speed as f32, spin, ..Ball::at(from) }
}

/// Shots from every spawn, observed for a while. Returns the steps and iterations.
fn shoot(level: &Level, material: Material, config: &BallConfig, speed: f64, seed: u64) -> (u32, u64) {
    let ground = level_ground(level, material);
    let mut rng = SplitMix64::new(seed);
    let (mut steps, mut iterations, mut impacts) = (0, 0, 0);
    for &spawn in level.spawns.iter().take(24) {
        let end = run(&ground, shot(&mut rng, spawn.into(), speed), 60, 4.0, config);
        (steps, iterations, impacts) =
            (steps + end.steps, iterations + end.iterations, impacts + end.impacts);
    }
    assert!(impacts > 25, "{}: {impacts} impacts are no test", level.name);
    (steps, iterations)
}

#[test]
fn g05_energy_never_grows_and_nothing_is_crossed() {
    let levels = [generate::hall(1, 5_000), generate::terrain(2, 5_000), generate::soup(3, 5_000)];
    for (i, level) in levels.iter().enumerate() {
        for (radius, material, skin_width) in [
            (0.021_35, turf(0.4, 0.5), 0.001),
            (0.11, turf(0.7, 0.8), 0.001),
            (0.3, turf(0.1, 0.0), 0.000_1),
            (0.05, turf(0.0, 1.0), 0.000_3),
        ] {
            let config = BallConfig { radius, skin_width, ..BallConfig::default() };
            let (steps, iterations) = shoot(level, material, &config, 12.0, i as u64);
            assert!(
                steps > 500 && iterations < 30 * u64::from(steps),
                "{}: {steps} {iterations}",
                level.name
            );
        }
    }
}

#[test]
fn g05_balls_in_grooves_pits_and_corners_come_to_rest() {
    // An inverted pyramid, a sloping gutter, and the corner of a room.
    let (a, b, c, d) = (
        Vec3::new(-2.0, 1.0, -2.0),
        Vec3::new(2.0, 1.0, -2.0),
        Vec3::new(2.0, 1.0, 2.0),
        Vec3::new(-2.0, 1.0, 2.0),
    );
    let pit =
        ground(&[a, b, c, d, Vec3::ZERO], &[[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]], turf(0.5, 0.5));
    let gutter = ground(
        &[Vec3::new(-1.0, 1.0, -9.0), Vec3::new(0.0, 0.0, -9.0), Vec3::new(1.0, 1.0, -9.0)]
            .into_iter()
            .flat_map(|v| [v, v + Vec3::new(0.0, 0.0, 18.0)])
            .collect::<Vec<_>>(),
        &[[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]],
        turf(0.4, 0.6),
    );
    let corner = sheet(6.0, 12, turf(0.3, 0.7), |x, z| Vec3::new(x.max(-1.0), (-1.0 - x).max(0.0) * 9.0, z));
    let mut rng = SplitMix64::new(4);
    for (ground, seconds) in [(&pit, 60.0), (&gutter, 60.0), (&corner, 60.0)] {
        let mut rested = 0;
        for _ in 0..12 {
            let start = Ball { spin: Vec3::X * 20.0, ..shot(&mut rng, Vec3::new(0.1, 0.8, 0.3), 1.0) };
            let end = run(ground, start, 60, seconds, &BallConfig::default());
            let left = end.ball.position.y < -0.1 || end.ball.position.abs().max_element() > 3.0;
            assert!(end.ball.state == BallState::Resting || left, "{end:?}");
            rested += u32::from(end.ball.state == BallState::Resting);
        }
        assert!(rested > 0, "all of them left");
    }
}

/// A ball in a groove of 90 degrees that rolls on both sides turns about an axis nearer to the
/// contacts. It accelerates by 1 / (1 + 4/5) of gravity's component, less the resistance of both
/// sides. Found when a ball neither rolled nor rested.
#[test]
fn g05_a_gutter_holds_a_ball_or_lets_it_roll_by_the_formula() {
    for (slope, holds) in [(0.1_f32, true), (0.2, false)] {
        let side = |x: f32, z: f32| Vec3::new(x, x.abs() - slope * z, z);
        let corners: Vec<Vec3> =
            [-1.0, 0.0, 1.0].into_iter().flat_map(|x| [side(x, -9.0), side(x, 9.0)]).collect();
        let ground = ground(&corners, &[[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]], turf(0.9, 0.0));
        // The sides are at 90 degrees across a level groove, and at a little more in a sloping one.
        let normal = |x: f32| Vec3::new(-x, 1.0, slope).normalize();
        let along = Vec3::new(0.0, -slope, 1.0).normalize();
        let half = (0.5 * (1.0 + normal(1.0).dot(normal(-1.0)))).sqrt();
        let drive = 9.81 * slope / (1.0 + slope * slope).sqrt();
        let press = 9.81 / (1.0 + slope * slope).sqrt() / half;
        let a = drive / (1.0 + 0.4 / (half * half)) - 0.06 * press;
        for rate in [30, 60, 240] {
            let centre = (normal(1.0) + normal(-1.0)) * (0.022_35 / (2.0 * half * half));
            let end = run(&ground, Ball::at(centre + Vec3::Y * 1e-5), rate, 1.0, &BallConfig::default());
            let way = (end.ball.position - centre.as_dvec3()).dot(along.as_dvec3());
            assert_eq!(end.ball.state == BallState::Resting, holds, "{slope} {rate}: {end:?}");
            let expected = if holds { 0.0 } else { f64::from(0.5 * a) };
            assert!((way - expected).abs() < 2e-3, "{slope}, {rate} Hz: {way}, not {expected}");
        }
    }
}

fn putts(ground: &Ground, level: &Level, rates: [u32; 2], speed: f32, count: usize) -> (f64, f64) {
    let (mut worst, mut way) = (0.0_f64, 0.0);
    let mut rng = SplitMix64::new(u64::from(speed.to_bits()));
    for _ in 0..count {
        let (x, z) = (rng.range(-2.0, 2.0) as f32, rng.range(-2.0, 2.0) as f32);
        let start = Vec3::new(x, level.bounds().1[1] + 0.05, z);
        let direction = Vec3::new(rng.range(-1.0, 1.0) as f32, 0.0, rng.range(-1.0, 1.0) as f32).normalize();
        // Placed at rest first, then hit.
        let still = run(ground, Ball::at(start), 60, 20.0, &BallConfig::default()).ball;
        let hit = Ball { velocity: direction * speed, state: BallState::Flying, ..still };
        let ends = rates.map(|rate| run(ground, hit, rate, 30.0, &BallConfig::default()));
        for end in ends {
            assert!(end.ball.state == BallState::Resting, "{end:?}");
        }
        worst = worst.max((ends[0].ball.position - ends[1].ball.position).length());
        way = f64::max(way, (ends[0].ball.position - still.position).length());
    }
    (worst, way)
}

#[test]
fn g05_putts_end_within_a_radius_at_60_and_240_hz() {
    // A gentle green with slopes of a few degrees, on which balls stop.
    let level = generate::green(7, 24.0, 0.06);
    let ground = level_ground(&level, turf(0.5, 0.4));
    for speed in [0.5, 1.0, 2.0, 3.0] {
        let (worst, way) = putts(&ground, &level, [60, 240], speed, 6);
        println!("putts of {speed} m/s: at most {way} m, {worst} m apart");
        assert!(worst < 0.021_35, "{speed} m/s: {worst} m apart");
        assert!(way > f64::from(0.3 * speed * speed), "{speed} m/s: {way} m");
    }
}

#[test]
fn g05_long_shots_come_to_rest_at_every_speed() {
    // H3: cells of half a metre.
    let hilly = |x: f32, z: f32| Vec3::new(x, 0.02 * ((x * 0.21).sin() + (z * 0.17).cos()), z);
    let mut rng = SplitMix64::new(9);
    for (e, speed) in [(0.3, 20.0), (0.5, 40.0), (0.8, 70.0)] {
        // A plain that no ball leaves, and hills that some leave.
        let plain = sheet(4000.0, 160, turf(0.4, e), |x, z| Vec3::new(x + 1900.0, 0.0, z + 1900.0));
        let grounds = [plain, sheet(200.0, 400, turf(0.4, e), hilly)];
        let mut rested = 0;
        for ground in &grounds {
            for _ in 0..3 {
                let up = rng.range(0.1, 0.7) as f32;
                let velocity = Vec3::new(0.3, up, 0.4).normalize() * speed;
                let start =
                    Ball { velocity, spin: Vec3::X * -200.0, ..Ball::at(Vec3::new(-30.0, 0.5, -30.0)) };
                let end = run(ground, start, 60, 200.0, &BallConfig::default());
                let left = end.ball.position.y < -1.0;
                assert!(end.ball.state == BallState::Resting || left, "{e} {speed}: {end:?}");
                assert!(end.most_iterations < 60, "{end:?}");
                rested += u32::from(end.ball.state == BallState::Resting);
            }
        }
        assert!(rested >= 3, "{e} {speed}: only {rested} came to rest");
    }
}

/// A kilometre out, a ball deep inside its skin could pay for no place outside of it. It stayed
/// where it was and kept its speed, for ever.
#[test]
fn a_slow_ball_inside_its_skin_rolls_on() {
    let slope = [
        Vec3::new(1000.0, 1001.225, 978.5),
        Vec3::new(1000.0, 1001.156, 979.0),
        Vec3::new(1000.5, 1001.1382, 979.0),
    ];
    let slope = ground(&slope, &[[0, 1, 2]], turf(0.4, 0.8));
    let start = Ball {
        velocity: Vec3::new(0.014_379_66, -0.008_188_513, 0.055_647_29),
        spin: Vec3::new(2.632_75, 3.381_687_5e-8, -0.680_321_5),
        state: BallState::Rolling,
        ..Ball::at(Vec3::new(1_000.085_75, 1_001.177_06, 978.981_7))
    };
    let config = BallConfig { rolling_resistance: 0.1, ..BallConfig::default() };
    let mut scratch = sidle::Scratch::default();
    let mut ball = start;
    for _ in 0..24 {
        let before = ball;
        ball = slope.world.step_ball(&mut scratch, &before, 1.0 / 240.0, &config).ball;
        assert!(ball.energy(&config) <= before.energy(&config) + 9.81 * 6.2e-5);
    }
    assert!((4e-3..9e-3).contains(&ball.position.distance(start.position)), "{ball:?}");
}
