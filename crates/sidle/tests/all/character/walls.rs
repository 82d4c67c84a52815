use super::{Player, RATES, level, wish};
use sidle::{CharacterInput, CharacterState, DVec3, GroundState, Scratch, StopReason, Vec3};
use sidle_scenes::Builder;
use sidle_scenes::catalogue::ordered;

/// Adds a box by its centre and its half lengths.
fn cuboid(b: &mut Builder, centre: [f64; 3], half: [f64; 3]) {
    b.block([0, 1, 2].map(|i| centre[i] - half[i]), [0, 1, 2].map(|i| centre[i] + half[i]));
}

/// A4: walking along a wall is not a step, and adds no speed.
#[test]
fn a_wall_is_not_a_stair() {
    for rate in [60, 120, 240, 360] {
        let level = level(|b| {
            b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
            cuboid(b, [0.0, 1.0, -0.351], [50.0, 1.0, 0.05]);
        });
        let mut player = Player::new(&level, [0.0; 3], rate);
        for _ in 0..rate {
            let report = player.walk(Vec3::new(5.0, 0.0, -1.0));
            assert!(report.is_on_floor() && report.stepped == 0.0);
        }
        assert!((player.at() - DVec3::new(5.0, 0.0, 0.0)).length() < 1e-2, "{}", player.at());
    }
}

/// A3: stairs beside a wall, pressed into it.
#[test]
fn it_climbs_stairs_beside_a_wall() {
    for rate in RATES {
        for degrees in [15.0, 30.0, 45.0_f32] {
            let level = level(|b| {
                b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
                for i in 0..10 {
                    let i = f64::from(i);
                    cuboid(b, [-15.0, 0.3 * (0.5 + i), 2.5 + 0.3 * i], [2.0, 0.15, 0.15]);
                }
                cuboid(b, [-17.5, 2.0, 4.0], [0.5, 2.0, 1.5]);
            });
            let mut player = Player::new(&level, [-16.2, 0.0, 2.0], rate);
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (mut stalls, mut frames) = (0, 0);
            while player.at().z < 5.0 {
                let z = player.at().z;
                assert!(
                    player.walk(Vec3::new(-4.0 * sin, 0.0, 4.0 * cos)).is_on_floor(),
                    "{rate} {degrees} {}",
                    player.at()
                );
                stalls = if player.at().z - z < 1e-4 { stalls + 1 } else { 0 };
                frames += 1;
                assert!(stalls <= 3, "{rate} {degrees} {}", player.at());
            }
            let speed = 3.0 / (frames as f32 / rate as f32);
            assert!(speed > 0.6 * 4.0 * cos, "{rate} {degrees} {speed}");
        }
    }
}

/// A5 and C15: small bumps and noise.
#[test]
fn small_bumps_do_not_lift_it_off() {
    for rate in RATES {
        for speed in [1.0, 2.0, 4.0, 6.0] {
            let level = level(|b| {
                b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
                for i in 0..10 {
                    cuboid(b, [0.0, 0.025, 0.5 * f64::from(i)], [2.0, 0.025, 0.005]);
                }
            });
            let mut player = Player::new(&level, [0.0, 0.0, -1.0], rate);
            let frames = (6.5 / speed * rate as f32) as u32;
            for _ in 0..frames {
                assert!(player.walk(Vec3::Z * speed).is_on_floor());
            }
            let kept = (player.at().z + 1.0) / f64::from(speed * frames as f32 / rate as f32);
            assert!((0.99..1.0001).contains(&kept), "{rate} {speed} {kept}");
        }
    }
}

/// C16: the ground state does not depend on the order of the triangles.
#[test]
fn the_order_of_triangles_does_not_matter() {
    let run = |order| {
        let mut player = Player::new(&ordered(order), [0.0, 0.5, 0.0], 60);
        (0..60).map(|_| (player.walk(Vec3::X * 4.0).ground, player.at())).collect::<Vec<_>>()
    };
    let first = run([0, 1, 2, 3]);
    assert_eq!(first.last().unwrap().0, GroundState::Grounded);
    for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1], [0, 3, 2, 1]] {
        assert_eq!(first, run(order));
    }
}

/// D6: a ceiling that comes down to the floor.
#[test]
fn a_wedge_of_floor_and_ceiling_stops_it() {
    for rate in RATES {
        for degrees in [10.0, 20.0, 30.0, 40.0_f64] {
            let end = 30.0 * degrees.to_radians().tan();
            let level = level(|b| {
                b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
                b.quad([0.0, 0.0, -20.0], [0.0, 0.0, 20.0], [-30.0, end, 20.0], [-30.0, end, -20.0]);
            });
            let mut player = Player::new(&level, [-15.0, 0.0, 0.0], rate);
            for _ in 0..5 * rate {
                assert!(player.walk(Vec3::X * 6.0).is_on_floor(), "{rate} {degrees} {}", player.at());
            }
            let stopped = player.at();
            player.walks(Vec3::X * 6.0, rate);
            assert!((player.at() - stopped).length() < 1e-4, "{rate} {degrees}");
            assert!(stopped.y < 0.0011, "{rate} {degrees} {stopped}");
        }
    }
}

/// Where a slope meets a ceiling that rises less, it stops, and can walk back down.
#[test]
fn it_leaves_a_wedge_of_a_slope_and_a_ceiling() {
    for rate in RATES {
        let [floor, ceiling] = [20.0, 15.0_f64].map(|degrees| degrees.to_radians().tan());
        let level = level(|b| {
            let at = |x: f64, z: f64| [[x, floor * x, z], [x, 2.6 + ceiling * x, z]];
            let [[a, e], [b_, f], [c, g], [d, h]] =
                [at(-20.0, -20.0), at(-20.0, 20.0), at(20.0, 20.0), at(20.0, -20.0)];
            b.quad(a, b_, c, d);
            b.quad(e, h, g, f);
        });
        let mut player = Player::new(&level, [0.0, 0.1, 0.0], rate);
        player.walks(Vec3::X * 4.0, 4 * rate);
        let stopped = player.at();
        player.walks(Vec3::X * 4.0, rate);
        assert!((player.at() - stopped).length() < 1e-3, "{rate} {stopped} {}", player.at());
        player.walks(Vec3::X * -4.0, rate);
        assert!(stopped.x - player.at().x > 3.0, "{rate} {stopped} {}", player.at());
    }
}

/// Beside a wall, the speed grows with the whole acceleration up to the part of the wish along it,
/// at every rate, whether it touches the wall from the start or comes to it.
#[test]
fn beside_a_wall_the_acceleration_is_the_same_at_every_rate() {
    for distance in [0.0, 0.1] {
        let level = level(|b| {
            b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
            cuboid(b, [0.0, 1.0, -0.351 - distance], [50.0, 1.0, 0.05]);
        });
        let mut ends = Vec::new();
        for rate in RATES.into_iter().chain([20]) {
            let mut player = Player::new(&level, [0.0; 3], rate);
            player.config.ground_acceleration = Some(20.0);
            player.walks(Vec3::new(5.0, 0.0, -5.0), rate / 2);
            ends.push(player.at());
        }
        for end in &ends {
            assert!((*end - ends[0]).length() < 2e-3, "{distance} {ends:?}");
            assert!(distance > 0.0 || (end.x - 1.875).abs() < 2e-3, "{ends:?}");
        }
    }
}

#[test]
fn invalid_input_changes_nothing_and_overlaps_are_left() {
    let level = level(|b| _ = b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]));
    let mut player = Player::new(&level, [0.0; 3], 60);
    let _ = player.walk(Vec3::X);
    let before = player.state;
    let mut scratch = Scratch::default();
    let good = wish(Vec3::X);
    let bad = [
        wish(Vec3::NAN),
        wish(Vec3::splat(1e30)),
        CharacterInput { root_motion: Some(Vec3::INFINITY), ..Default::default() },
    ];
    for (input, dt) in
        bad.iter().map(|input| (input, 0.01)).chain([0.0, -1.0, f32::NAN, 1e9].map(|dt| (&good, dt)))
    {
        let report = player.world.step_character(&mut scratch, &player.config, &mut player.state, input, dt);
        assert_eq!((report.refused, player.state), (Some(StopReason::InvalidInput), before));
    }
    // Half in the floor.
    player.state = CharacterState::at(Vec3::new(0.0, -0.4, 0.0));
    let report = player.walk(Vec3::ZERO);
    assert!(report.was_pushed_out && player.at().y > -0.01, "{}", player.at());
}

/// When the floor is removed, the character falls in the next step.
#[test]
fn a_removed_floor_drops_it() {
    let level = level(|b| _ = b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]));
    let mut player = Player::new(&level, [0.0; 3], 60);
    let _ = player.walk(Vec3::ZERO);
    let before = player.state;
    player.walks(Vec3::ZERO, 600);
    assert_eq!((before.position, before.ground()), (player.at(), player.state.ground()));
    player.world = sidle::World::from_triangles(&[], &[]).unwrap();
    let report = player.unjudged_step(&CharacterInput::default());
    assert!(report.ground == GroundState::Airborne && player.at().y < before.position.y);
}

/// The raised body slides up a riser that leans and finds the tread above it, which is higher than
/// the character may climb.
#[test]
fn a_leaning_riser_above_the_limit_is_not_climbed() {
    for (kerb, top, run) in [(0.0, 0.45, 0.05), (0.0, 0.5, 0.2), (0.3, 0.45, 0.1), (0.2, 0.6, 0.2)] {
        let level = level(|b| {
            b.floor(0.0, [-20.0, -20.0], [20.0, 0.0], [1, 1]);
            b.quad([-20.0, 0.0, 0.0], [-20.0, kerb, 0.0], [20.0, kerb, 0.0], [20.0, 0.0, 0.0]);
            b.quad([-20.0, kerb, 0.0], [-20.0, top, run], [20.0, top, run], [20.0, kerb, 0.0]);
            b.quad([-20.0, top, run], [-20.0, top, 20.0], [20.0, top, 20.0], [20.0, top, run]);
        });
        for (rate, speed) in RATES.into_iter().flat_map(|rate| [(rate, 1.0), (rate, 4.0)]) {
            let mut player = Player::new(&level, [0.0, 0.0, -1.0], rate);
            for _ in 0..2 * rate {
                let _ = player.walk(Vec3::Z * speed);
                let height = player.at().y;
                assert!(
                    height <= f64::from(player.config.step_height),
                    "{kerb} {top} {run} {rate} {speed}: {height}"
                );
            }
        }
    }
}

// f64: no step is lost by rounding.
/// A wall that it touches took the part of a step that rounding loses, also of a step away from it.
/// It never got away at 1000 Hz.
#[test]
fn at_262_km_it_walks_away_from_a_wall_at_1000_hz() {
    let corner = level(|b| {
        b.floor(0.0, [262_130.0, -10.0], [262_150.0, 10.0], [3, 3]);
        let (x, z) = (262_130.0, [-10.0, 10.0]);
        b.quad([x, 0.0, z[0]], [x, 0.0, z[1]], [x, 4.0, z[1]], [x, 4.0, z[0]]);
    });
    for rate in RATES {
        for aside in [0.0, 0.5, 3.0] {
            let mut player = Player::new(&corner, [262_130.6, 0.0, -5.0], rate);
            let towards = wish(Vec3::X * -1.3);
            let _ = player.run(&towards, 1.0);
            let start = player.at();
            assert!(start.x < 262_130.5, "{rate} {start}");
            let wish_velocity = Vec3::new(1.3, 0.0, aside);
            let _ = player.run(&wish(wish_velocity), 2.0);
            let missed = player.at() - start - (2.0 * wish_velocity).as_dvec3();
            assert!(missed.length() < 0.05, "{rate} {aside} {missed}");
        }
    }
}
