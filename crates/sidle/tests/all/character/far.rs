//! Far from the origin, where the coordinates of a body are millimetres to centimetres apart.

use super::{Player, RATES, level, triangles, wish};
use sidle::{CharacterInput, Shape, Vec3};

/// Rounding raises a body at the foot of a steep face, which then holds it above the ground.
#[test]
fn far_from_the_origin_it_keeps_the_ground_at_the_foot_of_a_steep_face() {
    let field = level(|b| {
        let corners = [
            [-4122.408, 1023.4781, 2057.683],
            [-4122.408, 1024.9641, 2058.5635],
            [-4121.5283, 1023.20886, 2058.5635],
            [-4121.5283, 1023.78723, 2057.683],
            [-4120.648, 1023.434, 2058.5635],
            [-4120.648, 1022.8076, 2057.683],
            [-4121.5283, 1023.81464, 2059.4436],
            [-4120.648, 1023.3482, 2059.4436],
        ];
        triangles(
            b,
            &corners,
            &[[0, 1, 2], [0, 2, 3], [3, 2, 4], [3, 4, 5], [1, 6, 2], [2, 6, 7], [2, 7, 4]],
        );
    });
    for i in 0..40 {
        let mut player = Player::new(&field, [-4121.734, 1023.3695 + 1e-3 * f64::from(i), 2058.2634], 60);
        player.config.shape = Shape::sphere(0.140_516_5);
        player.config.crouch_shape = None;
        let _ = player.run(&CharacterInput::default(), 0.1);
        for step in 0..8 {
            let report = player.walk(Vec3::new(0.747_342_6, 0.0, 4.943_832_4));
            assert!(report.is_on_floor(), "{i}, {step}: {:?}", report.ground);
        }
    }
}

/// Far below the origin, a box 0.34 m behind the body is no ground.
#[test]
fn at_4_km_a_box_behind_it_is_no_ground() {
    let steps = level(|b| {
        b.floor(65536.0, [-262_161.0, 131_055.0], [-262_127.0, 131_089.0], [1, 1]);
        b.floor(65536.58, [-262_142.56, 131_076.42], [-262_139.75, 131_079.39], [1, 1]);
        b.wall([-262_142.56, 131_076.42], [-262_142.56, 131_079.39], [65536.0, 65536.58]);
        b.wall([-262_142.56, 131_079.39], [-262_139.75, 131_079.39], [65536.0, 65536.58]);
    });
    let input = wish(Vec3::new(-4.711_735, 0.0, 1.673_186_1));
    let mut airborne = 0;
    for i in 0..64 {
        let start = [-262_141.5 - 0.03 * f64::from(i % 32), 65536.6, 131_077.14 + f64::from(i / 32)];
        let mut player = Player::new(&steps, start, 30);
        for step in 0..16 {
            let report = player.unjudged_step(&input);
            let behind = -262_142.56 - player.at().x;
            if behind > 0.6 && player.at().y > 65536.3 {
                assert!(!report.is_on_floor(), "{i}, {step}: the box is {behind} m behind it");
                airborne += 1;
            }
        }
    }
    assert!(airborne > 60, "{airborne}");
}

/// A body at rest on a slope, 262 km from the origin.
#[test]
fn it_rests_on_a_slope_at_262_km() {
    let slope = level(|b| {
        let corner = |x: f64, z: f64| [x, 1.08 - 0.24 * x, z];
        let (near, far) = (-262_120.0, -262_170.0);
        b.triangle(corner(-20.0, far), corner(20.0, near), corner(20.0, far));
        b.triangle(corner(-20.0, far), corner(-20.0, near), corner(20.0, near));
    });
    for i in 0..64 {
        let start = [4.837, 0.1, -262_144.25 + f64::from(i) / 64.0];
        let mut player = Player::new(&slope, start, 30);
        player.config.shape = Shape::sphere(0.4);
        player.config.snap_distance = 0.0;
        player.config.skin_width = 1e-4;
        let mut before = player.at();
        for step in 0..40 {
            let _ = player.unjudged_step(&CharacterInput::default());
            let moved = player.at().distance(before);
            assert!(step < 20 || moved == 0.0, "{i}, {step}: moves {moved} m at rest");
            before = player.at();
        }
        assert!(player.state.is_grounded(), "{i}");
    }
}

/// A body falls past an edge and lands, 65 km from the origin. The way that the surfaces took from
/// its fall is not walked afterwards.
#[test]
fn a_slide_before_a_landing_is_not_walked_again() {
    let ledge = level(|b| {
        let corners = [
            [-65_553.0, 16_384.0, 32_751.0],
            [-65_519.0, 16_384.0, 32_785.0],
            [-65_519.0, 16_384.0, 32_751.0],
            [-65_523.715, 16_384.822, 32_770.9],
            [-65_521.73, 16_384.822, 32_772.88],
            [-65_521.73, 16_384.822, 32_770.9],
        ];
        triangles(b, &corners, &[[0, 1, 2], [3, 4, 5]]);
    });
    let mut player = Player::new(&ledge, [-65_521.844, 16_384.45, 32_773.5], 20);
    player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    player.config.max_slope_angle = 0.872_664_6;
    player.config.snap_distance = 0.0;
    player.state.velocity = Vec3::new(3.143_19, -2.4525, -3.888_490_4);
    let mut landed = 0;
    for step in 0..8 {
        let (before, was_grounded) = (player.at(), player.state.is_grounded());
        let _ = player.walk(Vec3::new(3.143_19, 0.0, -3.888_490_4));
        if was_grounded {
            let way = before.distance(player.at());
            // Positions are 4 mm apart, and up to three of these distances are made up for.
            assert!(way < 0.27, "{step}: {way} m of 0.25 m");
            landed += 1;
        }
    }
    assert!(landed > 2, "{landed}");
}

/// Two hollows of height fields, 262 km from the origin. Walkable ground that falls away and steep
/// faces hold the body together, and it leaves along the crease of the steep faces.
#[test]
fn at_262_km_a_crease_beside_walkable_ground_is_a_way() {
    let round = level(|b| {
        let corners = [
            [-262153.13, 65534.54, 131075.03],
            [-262153.13, 65533.03, 131075.55],
            [-262152.63, 65534.113, 131075.03],
            [-262154.13, 65533.957, 131075.55],
            [-262154.13, 65532.996, 131076.05],
            [-262153.63, 65533.367, 131075.55],
            [-262153.13, 65532.777, 131076.05],
            [-262153.63, 65534.023, 131076.55],
            [-262153.13, 65533.594, 131076.55],
        ];
        triangles(b, &corners, &[[0, 1, 2], [3, 4, 5], [5, 6, 1], [6, 7, 8]]);
    });
    let long = level(|b| {
        let corners = [
            [-262155.66, 65533.793, 131083.14],
            [-262155.66, 65533.52, 131083.64],
            [-262155.16, 65534.195, 131083.64],
            [-262156.16, 65533.277, 131083.64],
            [-262156.66, 65534.215, 131084.14],
            [-262156.16, 65533.2, 131084.14],
            [-262155.66, 65533.555, 131084.14],
        ];
        triangles(b, &corners, &[[0, 1, 2], [3, 4, 5], [1, 5, 6], [1, 6, 2]]);
    });
    let bodies = [
        (&round, Shape::sphere(0.4), [-262153.34, 65533.188, 131075.86]),
        (&long, Shape::capsule(0.3, 1.8), [-262155.97, 65533.41, 131083.75]),
    ];
    for (hollow, shape, feet) in bodies {
        for rate in RATES {
            let mut best = 0.0_f64;
            for i in 0..16 {
                let mut player = Player::new(hollow, feet, rate);
                player.config.shape = shape.clone();
                player.config.crouch_shape = None;
                player.config.max_slope_angle = 0.785;
                player.config.step_height = 0.4;
                player.config.snap_distance = 0.4;
                player.config.ground_acceleration = None;
                let _ = player.run(&CharacterInput::default(), 0.1);
                let start = player.at();
                let (sin, cos) = (std::f32::consts::TAU * i as f32 / 16.0).sin_cos();
                let mut gained = 0.0_f64;
                for _ in 0..rate {
                    let report = player.walk(Vec3::new(cos, 0.0, sin) * 4.0);
                    if !report.is_on_floor() {
                        break;
                    }
                    gained = gained.max(player.at().with_y(start.y).distance(start));
                }
                best = best.max(gained);
            }
            println!("{rate}: {best} m");
            assert!(best > 0.3, "{rate}: {best} m");
        }
    }
}

/// 4 km from the origin, the upper edge of a wall beside the body does not hold it above ground
/// that falls away.
#[test]
fn at_4_km_the_edge_of_a_wall_does_not_hide_the_ground() {
    // A road over a hilltop, with a wall beside it.
    let height = |x: f64| -4095.0 - 0.05 * x * x;
    let corner = |i: i32, up: f64, z: f64| {
        let x = f64::from(i) * 0.25;
        [x, height(x) + up, z]
    };
    let mut walked = 0;
    for tall in [0.80, 0.82, 0.84, 0.86, 0.88] {
        let road = level(|b| {
            for i in -4..24 {
                b.quad(
                    corner(i, 0.0, -1.0),
                    corner(i, 0.0, 2.0),
                    corner(i + 1, 0.0, 2.0),
                    corner(i + 1, 0.0, -1.0),
                );
                b.quad(
                    corner(i, 0.0, 0.0),
                    corner(i + 1, 0.0, 0.0),
                    corner(i + 1, tall, 0.0),
                    corner(i, tall, 0.0),
                );
            }
        });
        for (rate, speed) in RATES.iter().flat_map(|&rate| [2.0, 4.0, 6.0].map(|speed| (rate, speed))) {
            let mut player = Player::new(&road, [0.0, -4094.9, 0.45], rate);
            player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
            player.config.crouch_shape = None;
            player.config.snap_distance = 0.4;
            player.config.ground_acceleration = None;
            let _ = player.run(&CharacterInput::default(), 0.3);
            while player.at().x < 5.0 {
                let report = player.walk(Vec3::new(speed, 0.0, -speed));
                let at = player.at();
                assert!(report.is_on_floor(), "{tall} {rate} {speed}: {:?} at {at}", report.ground);
                walked += 1;
            }
        }
    }
    assert!(walked > 1000, "{walked}");
}

/// 4 km from the origin, a body walks off a ledge. The wall beside it is three skins away,
/// within the reach of the move that looked for ground below and found none.
#[test]
fn at_4_km_a_wall_that_only_a_failed_move_sees_is_not_reported() {
    let ledge = level(|b| {
        b.floor(-4095.6, [-4.0, -1.0], [0.0, 0.303], [1, 1]);
        b.wall([-4.0, 0.303], [4.0, 0.303], [-4100.0, -4090.0]);
    });
    for rate in RATES {
        let mut player = Player::new(&ledge, [-0.05, -4095.599, 0.0], rate);
        player.config.shape = Shape::capsule(0.3, 1.8);
        player.config.snap_distance = 0.6;
        let _ = player.run(&CharacterInput::default(), 0.1);
        assert!(player.state.is_grounded(), "{rate}");
        while player.state.is_grounded() {
            let report = player.walk(Vec3::new(0.4 / player.dt, 0.0, 1e-3));
            assert_eq!(report.wall, None, "{rate}: {}", player.at());
        }
    }
}
