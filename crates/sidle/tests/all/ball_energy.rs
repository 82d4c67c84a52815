//! The energy of a ball over long runs, judged from outside: see `Ledger` in `ball_world`.

use crate::ball_world::{Ledger, energy, turf};
use crate::common::surface;
use sidle::{
    Ball, BallConfig, BallState, DVec3, HeightField, HeightGrid, Material, Scratch, StopReason, Vec3, World,
    WorldBuilder,
};
use sidle_scenes::{Level, SplitMix64, generate};

/// Two planes through a line along z at `at`. Each stands at `half` degrees to the vertical.
fn groove(half: f64, at: Vec3, material: Material) -> World {
    let (sine, cosine) = half.to_radians().sin_cos();
    let corner = |x: f64, z: f32| at + Vec3::new((x * sine) as f32, (x.abs() * cosine) as f32, z);
    let corners = [-50.0, 50.0].map(|z| [-3.0, 0.0, 3.0].map(|x| corner(x, z))).concat();
    surface(&corners, &[[0, 3, 1], [1, 3, 4], [1, 4, 2], [2, 4, 5]], material)
}

/// A paraboloid of `cells` by `cells` squares. At the speeds used here, no ball leaves it.
fn bowl(cells: u32, at: Vec3, material: Material) -> World {
    let place = |i: u32| (i as f32 / cells as f32 - 0.5) * 8.0;
    let corner = |i, j| {
        let (x, z) = (place(i), place(j));
        at + Vec3::new(x, 0.25 * (x * x + z * z), z)
    };
    let corners: Vec<Vec3> = (0..=cells).flat_map(|j| (0..=cells).map(move |i| corner(i, j))).collect();
    let triangles: Vec<[u32; 3]> = (0..cells * cells)
        .flat_map(|k| {
            let a = k / cells * (cells + 1) + k % cells;
            [[a, a + cells + 1, a + 1], [a + 1, a + cells + 1, a + cells + 2]]
        })
        .collect();
    surface(&corners, &triangles, material)
}

/// A rough height field with a raised border.
fn field(rng: &mut SplitMix64, at: Vec3, material: Material) -> World {
    let grid = HeightGrid { columns: 33, rows: 29, cell_x: 0.5, cell_z: 0.6, origin: at - Vec3::splat(8.0) };
    let rim = |k: usize| [0, 32].contains(&(k % 33)) || [0, 28].contains(&(k / 33));
    let heights = (0..33 * 29).map(|k| if rim(k) { 30.0 } else { rng.range(0.0, 0.4) as f32 }).collect();
    let field = HeightField::new(grid, heights).expect("a field");
    let mut builder = WorldBuilder::new();
    let id = builder.add_material(material);
    builder.add_height_field(field, id);
    builder.build().expect("a ground")
}

fn level(level: &Level, material: Material) -> World {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    surface(&vertices, &level.triangles, material)
}

/// Steps a ball until it rests, leaves, or the steps are used up. Its ledger judges every step.
fn watch(world: &World, mut ball: Ball, dt: f32, steps: u32, config: &BallConfig) -> (Ledger, Ball) {
    let (mut scratch, mut ledger) = (Scratch::default(), Ledger::default());
    let lowest = ball.position.y - 60.0;
    for _ in 0..steps {
        let step = world.step_ball(&mut scratch, &ball, dt, config);
        assert!(step.reason != StopReason::StartedInside && step.reason != StopReason::InvalidInput);
        ledger.enter(&ball, &step.ball, dt, config);
        ball = step.ball;
        if ball.state == BallState::Resting || ball.position.y < lowest {
            break;
        }
    }
    (ledger, ball)
}

fn any_material(rng: &mut SplitMix64) -> Material {
    let mut pick = |some: [f64; 2]| if rng.below(2) == 0 { some[rng.below(2)] } else { rng.range(0.0, 1.0) };
    turf(pick([0.0, 0.5]) as f32, pick([0.0, 1.0]) as f32)
}

fn any_ball(rng: &mut SplitMix64, at: Vec3, speed: f64) -> Ball {
    let mut v = || Vec3::from([0; 3].map(|_| rng.range(-speed, speed) as f32));
    Ball { velocity: v(), spin: v() * 10.0, ..Ball::at(at) }
}

fn any_config(rng: &mut SplitMix64) -> BallConfig {
    BallConfig {
        radius: rng.range(0.02, 0.3) as f32,
        rolling_resistance: if rng.below(2) == 0 { 0.0 } else { 0.05 },
        skin_width: if rng.below(2) == 0 { 0.001 } else { rng.range(0.000_2, 0.01) as f32 },
        ..BallConfig::default()
    }
}

/// In a groove, restoring the skin lifts a ball by the missing skin divided by the sine of the half
/// angle: 1.95 skins here, or 0.191 J/kg. Earlier this cost no energy.
#[test]
fn g05_a_ball_in_a_groove_pays_for_its_skin() {
    let world = groove(30.0, Vec3::ZERO, turf(0.5, 0.5));
    let config = BallConfig { radius: 0.1, skin_width: 0.01, ..BallConfig::default() };
    let placed = Ball::at(Vec3::new(0.0, 0.2005, 0.0));
    // A ball without energy stays where it is.
    let (_, still) = watch(&world, placed, 1.0 / 60.0, 1, &config);
    assert_eq!((still.position, still.state), (placed.position, BallState::Resting));
    // A ball with too little energy for the lift keeps its height.
    let (_, slow) = watch(&world, Ball { velocity: Vec3::Z * 0.4, ..placed }, 1.0 / 60.0, 1, &config);
    assert!((slow.position.y - 0.2005).abs() < 1e-5 && slow.position.z > 0.005, "{slow:?}");
    // Of 0.5 J/kg, the lift takes 0.191.
    let fast = Ball { velocity: Vec3::Z, ..placed };
    let (_, lifted) = watch(&world, fast, 1.0 / 60.0, 1, &BallConfig { friction_scale: 0.0, ..config });
    assert!((lifted.position.y - 0.22).abs() < 1e-5, "{lifted:?}");
    let kinetic: f64 = 0.5 - 9.81 * (0.22 - 0.2005);
    // It pays before it moves, not afterwards.
    assert!((lifted.position.z - (2.0 * kinetic).sqrt() / 60.0).abs() < 1e-4, "{lifted:?}");
    assert!((0.5 * f64::from(lifted.velocity.length_squared()) - kinetic).abs() < 1e-3, "{lifted:?}");
}

/// Steps from random places between contact and the full skin, in grooves of every angle. Earlier,
/// 17 of 165,193 gained more than one skin of height.
#[test]
fn g05_no_start_within_the_skin_gains_energy() {
    let mut rng = SplitMix64::new(21);
    let mut lifted = 0;
    for _ in 0..400 {
        let half = rng.range(3.0, 87.0);
        let world = groove(half, Vec3::ZERO, any_material(&mut rng));
        let config = any_config(&mut rng);
        for _ in 0..50 {
            let gap = f64::from(config.radius) + f64::from(config.skin_width) * rng.range(0.001, 1.2);
            let at = Vec3::new(0.0, (gap / half.to_radians().sin()) as f32, 0.0);
            let speed = [0.0, 0.03, 0.3, 3.0][rng.below(4)];
            let start = any_ball(&mut rng, at, speed);
            let (_, end) = watch(&world, start, 1.0 / 60.0, 1, &config);
            lifted += u32::from(end.position.y > f64::from(at.y + 0.5 * config.skin_width));
        }
    }
    assert!(lifted > 300, "only {lifted} were lifted");
}

#[test]
fn g05_long_runs_in_grooves_bowls_and_height_fields_make_no_energy() {
    let mut rng = SplitMix64::new(22);
    let (mut steps, mut rested) = (0, 0);
    for round in 0..48 {
        let at = Vec3::splat([0.0, 3.0, 100.0, 1000.0][round % 4]);
        let material = any_material(&mut rng);
        let config = any_config(&mut rng);
        let world = match round % 3 {
            0 => groove(rng.range(10.0, 80.0), at, material),
            1 => bowl(6 + rng.below(20) as u32, at, material),
            _ => field(&mut rng, at, material),
        };
        let start = any_ball(&mut rng, at + Vec3::new(0.1, 1.5, 0.2), 2.0);
        let rate = [30.0, 60.0, 240.0, 1000.0][rng.below(4)];
        let (ledger, end) = watch(&world, start, 1.0 / rate, 10_000, &config);
        steps += ledger.steps;
        rested += u32::from(end.state == BallState::Resting);
    }
    println!("{steps} steps, {rested} came to rest");
    assert!(steps > 150_000 && rested >= 12, "{steps} steps, {rested} came to rest");
}

#[test]
fn g05_long_runs_in_random_worlds_make_no_energy() {
    let mut rng = SplitMix64::new(23);
    let mut steps = 0;
    for round in 0..32 {
        let generated = match round % 4 {
            0 => generate::soup(round, 2_000),
            1 => generate::terrain(round, 2_000),
            2 => generate::hall(round, 2_000),
            _ => generate::rooms(round, [3, 3], 20).level,
        };
        let world = level(&generated, any_material(&mut rng));
        let config = any_config(&mut rng);
        let spawn = generated.spawns[rng.below(generated.spawns.len())];
        let start = any_ball(&mut rng, spawn.into(), 9.0);
        let rate = [30.0, 60.0, 240.0, 1000.0][rng.below(4)];
        steps += watch(&world, start, 1.0 / rate, 10_000, &config).0.steps;
    }
    println!("{steps} steps");
    assert!(steps > 150_000, "{steps} steps");
}

// f64: places are not rounded, so nothing is given back; only velocities are rounded.
/// Without friction and with full restitution, only storing takes energy. The loss from rounding a
/// place is returned. So only velocities lose energy, because they are rounded towards zero: 2^-23
/// of the kinetic energy per step.
#[test]
fn g05_what_storing_takes_is_given_back() {
    for far in [0.0, 100.0, 1000.0] {
        for rate in [60.0, 240.0, 1000.0] {
            let at = Vec3::splat(far);
            let world = groove(45.0, at, turf(0.0, 1.0));
            let config = BallConfig { radius: 0.1, ..BallConfig::default() };
            let start = Ball::at(at + Vec3::new(0.3, 1.5, 0.0));
            let (ledger, end) = watch(&world, start, 1.0 / rate, 20_000, &config);
            let lost = energy(&start, &config) - energy(&end, &config);
            let most = 20_000.0 * f64::from(f32::EPSILON) * 9.81 * 1.5;
            println!("{far} m, {rate} Hz: lost {lost} J/kg of {most}");
            assert_eq!(ledger.steps, 20_000);
            assert!(lost <= most, "{far} m, {rate} Hz: {lost} J/kg");
        }
    }
}

// f64: a step is no longer shorter than a unit of the position.
/// Earlier, a ball paid for every rounding with all of its kinetic energy. This held it in the air
/// forever where a step falls less than half a unit in the last place.
#[test]
fn g05_a_ball_that_is_let_go_falls_at_any_rate_and_height() {
    let world = groove(60.0, Vec3::ZERO, turf(0.5, 0.5));
    let (mut scratch, config) = (Scratch::default(), BallConfig::default());
    for height in [100.0, 1000.0, 3000.0, 10_000.0] {
        for rate in [60, 240, 1000] {
            let mut ball = Ball::at(DVec3::Y * height);
            for _ in 0..rate {
                ball = world.step_ball(&mut scratch, &ball, 1.0 / rate as f32, &config).ball;
            }
            let fell = height - ball.position.y;
            assert!((fell - 4.905).abs() < 0.1, "{height} m, {rate} Hz: fell {fell} m");
        }
    }
}

/// The same for a ball that is released on a slope.
#[test]
fn g05_a_ball_that_is_let_go_on_a_slope_rolls_at_any_rate() {
    for (far, most) in [(1.0, 0.01), (10.0, 0.01), (100.0, 0.05)] {
        let at = Vec3::splat(far);
        let corner = |x: f32, z: f32| at + Vec3::new(x, -0.1 * x, z);
        let corners = [corner(-9.0, -9.0), corner(-9.0, 9.0), corner(9.0, -9.0), corner(9.0, 9.0)];
        let world = surface(&corners, &[[0, 1, 2], [2, 1, 3]], turf(0.5, 0.5));
        let config = BallConfig { rolling_resistance: 0.0, ..BallConfig::default() };
        for rate in [60, 240, 1000] {
            let start = Ball::at(at + Vec3::new(0.1, 1.0, 0.0).normalize() * 0.022_35);
            let (_, end) = watch(&world, start, 1.0 / rate as f32, rate, &config);
            let expected = 5.0 / 7.0 * 9.81 * 0.1 / 1.01_f32.sqrt();
            let speed = end.velocity.length();
            assert!((speed / expected - 1.0).abs() < most, "{far} m, {rate} Hz: {speed}, not {expected}");
        }
    }
}

/// Two facets form a valley of less than half a degree. Earlier, an impact turned the ball along
/// the far facet, and the near facet turned it back, because the ball left it too slowly to fly.
/// All 256 iterations of every step then happened in one place.
#[test]
fn g05_a_ball_crosses_a_shallow_valley() {
    let world = level(&generate::green(51, 24.0, 0.5), turf(0.2, 0.08));
    let config = BallConfig {
        radius: 0.328_626_6,
        rolling_resistance: 0.0,
        skin_width: 0.000_195_358_5,
        ..BallConfig::default()
    };
    let mut ball = Ball {
        velocity: Vec3::new(-4.302_175, 0.181_864_13, 0.995_558_44),
        spin: Vec3::new(3.084_277_4, 1.316_838_3, 13.087_746),
        ..Ball::at(Vec3::new(-6.331_543, 0.491_873_56, 2.745_123_1))
    };
    let mut scratch = Scratch::default();
    for _ in 0..30 {
        let step = world.step_ball(&mut scratch, &ball, 1.0 / 60.0, &config);
        assert!(step.reason == StopReason::Arrived && step.iterations < 100, "{step:?}");
        ball = step.ball;
    }
    assert!(ball.position.x < -7.5, "{ball:?}");
}
