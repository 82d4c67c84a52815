//! Crouching and standing up where the ground is not flat.

use super::{Player, RATES, level, triangles};
use sidle::{CharacterInput, Shape, Vec3};

#[test]
fn a_change_of_posture_on_a_slope_keeps_the_ground() {
    let ramp = level(|b| _ = b.ramp(0.5, 60.0));
    for (rate, shape) in RATES.into_iter().flat_map(|rate| {
        [(rate, Shape::ellipsoid(Vec3::new(0.36, 0.9, 0.45))), (rate, Shape::capsule(0.3, 1.8))]
    }) {
        let mut player = Player::new(&ramp, [0.0, 0.1, 0.0], rate);
        let bounds = player.world.bounds().unwrap();
        player.state = sidle::CharacterState::at(0.5 * (bounds.0 + bounds.1) + sidle::DVec3::Y * 0.3);
        player.config.shape = shape;
        player.config.crouch_shape = Some(Shape::capsule(0.2, 1.0));
        let _ = player.run(&CharacterInput::default(), 1.0);
        assert!(player.state.is_grounded());
        for step in 0..40 {
            let crouch = step / 5 % 2 == 0;
            let wish_velocity = Vec3::Z * 0.9;
            let report = player.step(&CharacterInput { crouch, wish_velocity, ..CharacterInput::default() });
            assert!(report.is_on_floor(), "{rate} step {step}");
            assert_eq!(player.state.is_crouching(), crouch);
        }
    }
}

/// The crouched ellipsoid touches the steep face behind it, some millimetres above the ground.
#[test]
fn crouching_at_the_foot_of_a_steep_face_keeps_the_ground() {
    let [left, middle, right] = [-4097.0938, -4096.547, -4096.0];
    let slopes = level(|b| {
        let steep = [middle, 1022.439, 2024.4867];
        let top = [[left, 1021.782, 2025.0334], [middle, 1021.737, 2025.0334], [right, 1021.837, 2025.0334]];
        let foot = [[left, 1021.359, 2025.5803], [middle, 1021.257, 2025.5803], [right, 1021.069, 2025.5803]];
        b.triangle([left, 1022.279, 2024.4867], top[1], steep);
        b.triangle(steep, top[1], top[2]);
        for i in 0..2 {
            b.triangle(top[i], foot[i + 1], top[i + 1]);
            b.triangle(top[i], foot[i], foot[i + 1]);
        }
        b.triangle(top[1], foot[2], top[2]);
    });
    for (x, z) in [(-4096.52, 2025.46), (-4096.51, 2025.46), (-4096.19, 2025.728)] {
        let mut player = Player::new(&slopes, [x, 1022.0, z], 50);
        player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        (player.config.max_slope_angle, player.config.step_height) = (0.872_664_6, 0.6);
        player.config.skin_width = 0.002;
        let Player { world, scratch, config, state, .. } = &mut player;
        assert!(world.snap_character(scratch, config, state, 1.0).is_some(), "{x} {z}");
        assert!(player.step(&CharacterInput::default()).is_on_floor(), "{x} {z}");
        let report = player.step(&CharacterInput { crouch: true, ..CharacterInput::default() });
        assert!(player.state.is_crouching() && report.is_on_floor(), "{x} {z}: {:?}", report.ground);
    }
}

/// On its way down from a kerb of three steps the body stands on the edge, which is higher than a
/// step above its feet. Upright it is more pointed.
#[test]
fn standing_up_on_the_edge_of_a_high_kerb_keeps_the_ground() {
    let kerb = level(|b| {
        b.floor(0.3, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [0.0, 0.3]);
        b.floor(0.0, [0.0, -9.0], [9.0, 9.0], [1, 1]);
    });
    let mut high = 0;
    for (rate, steps) in RATES.into_iter().flat_map(|rate| (1..60).map(move |steps| (rate, steps))) {
        let mut player = Player::new(&kerb, [-0.1, 0.3, 0.0], rate);
        player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        player.config.crouch_height = 1.0;
        player.config.step_height = 0.1;
        let crouch = CharacterInput { crouch: true, ..CharacterInput::default() };
        let _ = player.run(&crouch, 0.1);
        let walk = CharacterInput { wish_velocity: Vec3::X, ..crouch };
        let _ = player.run(&walk, steps as f32 / 100.0);
        high += i32::from(player.state.is_grounded() && (0.02..0.19).contains(&player.at().y));
        let Player { world, scratch, config, state, dt, .. } = &mut player;
        for _ in 0..3 {
            let input = CharacterInput { crouch: false, ..walk };
            let report = world.step_character(scratch, config, state, &input, *dt);
            assert!(report.is_on_floor(), "{rate} {steps}: {}", state.position);
        }
    }
    assert!(high > 20, "{high}");
}

/// It crouches on a step that is 0.07 m above its feet. The drop that it follows is measured from
/// its feet, not from the step.
#[test]
fn a_body_that_crouches_beside_a_step_keeps_the_ground() {
    let steps = level(|b| {
        b.floor(0.0, [-17.0, -17.0], [17.0, 17.0], [1, 1]);
        let corners = [
            [-3.421_252_7, 0.325_833_74, -0.725_905],
            [-3.421_252_7, 0.325_833_74, -0.304_463_98],
            [-2.307_102_7, 0.325_833_74, -0.304_463_98],
            [-3.421_252_7, 0.651_667_5, -0.304_463_98],
            [-2.307_102_7, 0.651_667_5, 0.116_977_04],
            [-2.307_102_7, 0.651_667_5, -0.304_463_98],
        ];
        triangles(b, &corners, &[[0, 1, 2], [3, 4, 5]]);
    });
    let mut player = Player::new(&steps, [-3.771_186_8, 0.0, -0.511_578_6], 30);
    player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
    player.config.snap_distance = 0.2;
    let wish_velocity = Vec3::new(3.532_578_5, 0.0, -3.538_487);
    let mut crouched = 0;
    for step in 0..8 {
        let before = player.state.is_crouching();
        let input = CharacterInput { wish_velocity, crouch: step > 0, ..CharacterInput::default() };
        let report = player.step(&input);
        if !before && player.state.is_crouching() {
            assert!(report.is_on_floor(), "{step}: {}", player.at());
            crouched += 1;
        }
    }
    assert_eq!(crouched, 1);
}
