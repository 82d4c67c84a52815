//! Speed far from the origin, where a step is as short as the distance between two coordinates.

use super::{Player, RATES, level, wish};
use sidle::{CharacterInput, Vec3};

/// The part of a step that rounding loses is made up for in the next one.
#[test]
fn far_from_the_origin_it_keeps_its_speed_on_the_ground_and_in_the_air() {
    let floor = level(|b| _ = b.floor(0.0, [7990.0, -10.0], [8010.0, 10.0], [3, 3]));
    for rate in RATES {
        let mut player = Player::new(&floor, [8000.0, 0.0, 0.0], rate);
        let _ = player.run(&CharacterInput::default(), 0.1);
        let start = player.at();
        for second in [1.0, 2.0] {
            let input =
                CharacterInput { wish_velocity: Vec3::X * 1.3, jump: second > 1.5, ..Default::default() };
            let _ = player.step(&input);
            let _ = player.run(&CharacterInput { jump: false, jump_held: true, ..input }, 1.0 - player.dt);
            let way = player.at().x - start.x;
            assert!((way - 1.3 * second).abs() < 3e-3, "{rate} {second} {way}");
        }
    }
}

/// There a step is shorter than the distance between two coordinates.
#[test]
fn at_262_km_it_walks_with_its_speed_at_1000_hz() {
    let floor = level(|b| _ = b.floor(0.0, [262_130.0, -10.0], [262_150.0, 10.0], [3, 3]));
    for rate in RATES {
        let mut player = Player::new(&floor, [262_135.0, 0.0, 0.0], rate);
        let _ = player.run(&CharacterInput::default(), 0.1);
        let start = player.at();
        let _ = player.run(&wish(Vec3::X * 1.3), 4.0);
        let way = player.at().x - start.x;
        assert!((way - 5.2).abs() < 0.05, "{rate} {way}");
    }
}

/// There the motion of a step is shorter than the distance between two coordinates, also along
/// steep ground.
#[test]
fn at_300_km_it_slides_down_steep_ground_at_any_rate() {
    let slope = level(|b| {
        let corner = |x: f64, z: f64| [300_000.0 + x, 200_000.0 - 1.75 * x, z];
        b.triangle(corner(-20.0, -20.0), corner(-20.0, 20.0), corner(20.0, 20.0));
        b.triangle(corner(-20.0, -20.0), corner(20.0, 20.0), corner(20.0, -20.0));
    });
    for rate in RATES {
        let mut player = Player::new(&slope, [300_000.0, 200_000.5, 0.0], rate);
        let _ = player.run(&CharacterInput::default(), 0.3);
        let (start, speed) = (player.at().y, player.state.velocity.y);
        let _ = player.run(&CharacterInput::default(), 1.0);
        // 60.3 degrees.
        let down = 9.81 * 0.868_f64.powi(2) * 0.5 - f64::from(speed);
        let way = start - player.at().y;
        // f64: the position is not rounded to f32.
        // The position is rounded after some of the steps at 1000 Hz.
        let most = if rate == 1000 { 0.25 } else { 0.05 };
        assert!((way - down).abs() < most * down, "{rate}: {way} of {down} m");
    }
}

/// Along a wall, a step that is shorter than the distance between two coordinates is not lost.
#[test]
fn far_from_the_origin_it_keeps_its_speed_along_walls() {
    for far in [8_000.0, 65_540.0, 262_150.0] {
        let hall = level(|b| {
            b.floor(0.0, [far - 10.0, -2.0], [far + 10.0, 2.0], [3, 3]);
            b.wall([far - 10.0, -2.0], [far + 10.0, -2.0], [0.0, 3.0]);
        });
        for rate in RATES {
            let mut player = Player::new(&hall, [far - 6.0, 0.0, -1.0], rate);
            let input = wish(Vec3::new(1.5, 0.0, -1.5));
            let _ = player.run(&input, 2.0);
            let start = player.at();
            let _ = player.run(&input, 2.0);
            let way = player.at().x - start.x;
            assert!((way - 3.0).abs() < 0.05, "{far} {rate} {way}");
        }
    }
}

/// The same on slopes, which shorten the steps.
#[test]
fn far_from_the_origin_it_keeps_its_speed_on_slopes() {
    for (far, rise) in
        [8_000.0_f64, 65_540.0, 262_150.0].iter().flat_map(|&f| [0.1, 0.6, 0.9].map(|r| (f, r)))
    {
        let slope = level(|b| {
            let corner = |x: f64, z: f64| [far + x, rise * x, z];
            b.quad(corner(-10.0, -5.0), corner(-10.0, 5.0), corner(10.0, 5.0), corner(10.0, -5.0));
        });
        for rate in RATES {
            let Player { world, mut scratch, config, mut state, dt, .. } =
                Player::new(&slope, [far - 6.0, 0.1 - 6.0 * rise, 0.0], rate);
            let input = wish(Vec3::X * 2.0);
            let mut walk = || {
                for _ in 0..2 * rate {
                    let _ = world.step_character(&mut scratch, &config, &mut state, &input, dt);
                }
                assert!(state.is_grounded(), "{far} {rise} {rate}");
                state.position.x
            };
            let start = walk();
            let (way, expected) = (walk() - start, 4.0 / (1.0 + rise * rise).sqrt());
            assert!((way - expected).abs() < 0.02 * expected, "{far} {rise} {rate}: {way}, not {expected} m");
        }
    }
}
