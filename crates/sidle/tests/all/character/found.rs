//! Cases that the attack found.

use super::{Player, RATES, level};
use sidle::trace::CharacterReplay;
use sidle::{CharacterInput, DVec3, GroundState, Quat, Scratch, Shape, SteepGround, Vec3};
use sidle_scenes::catalogue::{self, Form, Variant};

#[test]
fn a_kerb_at_the_edge_of_a_roof_is_no_ramp() {
    let roof = level(|b| {
        b.floor(3.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [3.0, 3.1]);
        b.floor(3.1, [0.0, -9.0], [0.1, 9.0], [1, 1]).wall([0.1, -9.0], [0.1, 9.0], [0.0, 3.1]);
    });
    for (rate, snap) in RATES.into_iter().flat_map(|rate| [(rate, 0.0), (rate, 0.4)]) {
        for speed in [2.0, 5.0, 9.0] {
            let mut player = Player::new(&roof, [-1.0, 3.0, 0.0], rate);
            player.config.snap_distance = snap;
            for _ in 0..(1.6 / speed * rate as f32) as u32 {
                let _ = player.walk(Vec3::X * speed);
                let v = player.state.velocity;
                assert!(v.y < 0.05 && v.length() < speed + 0.05 || v.y < 0.0, "{rate} {snap} {speed}: {v}");
            }
            assert!(player.state.position.x > 0.3 && !player.state.is_grounded());
        }
    }
}

/// The body lands beside a wall, whose upper edge touches its side.
#[test]
fn an_edge_beside_the_body_does_not_raise_the_limit_of_a_step() {
    let wall = level(|b| {
        b.triangle([120.0, 0.0, 600.0], [0.0, 0.0, 600.0], [120.0, 0.0, 0.0]);
        b.triangle([0.0, 0.0, 600.0], [0.0, 0.0, 0.0], [120.0, 0.0, 0.0]);
        b.triangle([0.0, 0.0, 600.0], [-120.0, 0.0, 600.0], [0.0, 0.0, 0.0]);
        b.triangle([-120.0, 0.0, 600.0], [-120.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
        b.triangle([120.0, 0.0, 0.0], [0.0, 0.0, 0.0], [120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [0.0, 12.0012, 0.60006], [120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [-120.0, 0.0, 0.0], [-120.0, 12.0012, 0.60006]);
        b.triangle([0.0, 0.0, 0.0], [-120.0, 12.0012, 0.60006], [0.0, 12.0012, 0.60006]);
        b.triangle([120.0, 12.0012, 0.60006], [-120.0, 12.0012, 0.60006], [120.0, 12.0012, -599.39996]);
        b.triangle([-120.0, 12.0012, 0.60006], [-120.0, 12.0012, -599.39996], [120.0, 12.0012, -599.39996]);
    });
    for start in [0.044, 0.5, 2.0, 5.0] {
        let mut player = Player::new(&wall, [0.0, start, 7.95], 30);
        player.config.shape = Shape::ellipsoid(Vec3::new(6.0, 15.0, 7.5));
        player.config.step_height = 6.0;
        player.config.snap_distance = 0.0;
        player.config.skin_width = 1e-4;
        player.config.min_step_width = 0.0;
        for _ in 0..90 {
            let report = player.walk(Vec3::NEG_Z * 150.0);
            assert!(report.stepped <= 6.1, "{start} {}", report.stepped);
        }
        assert!(player.state.position.y < 6.1, "{start} {}", player.state.position);
    }
}

#[test]
fn a_change_of_posture_on_a_slope_keeps_the_ground() {
    let ramp = level(|b| _ = b.ramp(0.5, 60.0));
    for (rate, shape) in RATES.into_iter().flat_map(|rate| {
        [(rate, Shape::ellipsoid(Vec3::new(0.36, 0.9, 0.45))), (rate, Shape::capsule(0.3, 1.8))]
    }) {
        let mut player = Player::new(&ramp, [0.0, 0.1, 0.0], rate);
        let bounds = player.world.bounds().unwrap();
        player.state = sidle::CharacterState::at(0.5 * (bounds.0 + bounds.1) + Vec3::Y * 0.3);
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
        let Player { world, scratch, config, state, .. } = &mut player;
        assert!(world.snap_character(scratch, config, state, 1.0).is_some(), "{x} {z}");
        assert!(player.step(&CharacterInput::default()).is_on_floor(), "{x} {z}");
        let report = player.step(&CharacterInput { crouch: true, ..CharacterInput::default() });
        assert!(player.state.is_crouching() && report.is_on_floor(), "{x} {z}: {:?}", report.ground);
    }
}

#[test]
fn a_body_without_a_skin_keeps_the_ground() {
    let floor = level(|b| _ = b.floor(0.0, [-60.0, -60.0], [60.0, 60.0], [5, 5]));
    for rate in RATES {
        let mut player = Player::new(&floor, [0.2, 0.0, 0.2], rate);
        player.config.skin_width = 0.0;
        for step in 0..rate * 2 {
            let way = Quat::from_rotation_y(step as f32 * 0.1) * Vec3::X;
            let input = CharacterInput { wish_velocity: way * 10.0, ..CharacterInput::default() };
            let (world, config) = (&player.world, &player.config);
            let report =
                world.step_character(&mut player.scratch, config, &mut player.state, &input, player.dt);
            assert!(report.is_on_floor() || step == 0, "{rate} step {step}");
        }
    }
}

#[test]
fn a_body_between_an_edge_and_a_wall_stands_and_jumps() {
    let gap = level(|b| {
        b.floor(3.0, [-9.0, -9.0], [0.0, 9.0], [1, 1]).wall([0.0, -9.0], [0.0, 9.0], [-9.0, 3.0]);
        b.wall([0.5, -9.0], [0.5, 9.0], [-9.0, 9.0]);
    });
    for rate in RATES {
        let mut player = Player::new(&gap, [0.19, 3.3, 0.0], rate);
        let _ = player.run(&CharacterInput::default(), 2.0);
        assert!(player.state.is_grounded() && player.state.position.y > 2.5, "{rate} {:?}", player.state);
        let report = player.step(&CharacterInput { jump: true, jump_held: true, ..Default::default() });
        assert!(report.jumped);
    }
}

/// A fast ball walks up a slope of 42 degrees and over its top. The ground does not drop there, so
/// it is lowered by up to the snap distance.
#[test]
fn beyond_the_top_of_a_slope_it_snaps_by_the_whole_distance() {
    let rise = 10.0 * 42.0_f64.to_radians().tan();
    let crest = level(|b| {
        b.quad([-10.0, -rise, -9.0], [-10.0, -rise, 9.0], [0.0, 0.0, 9.0], [0.0, 0.0, -9.0]);
        b.floor(0.0, [0.0, -9.0], [40.0, 9.0], [1, 1]);
    });
    let (mut snapped, mut left) = (0, 0);
    for i in 0..100 {
        let x = -3.0 + 0.005 * f64::from(i);
        let mut player = Player::new(&crest, [x, 0.9005 * x + 0.04, 0.0], 30);
        player.config.shape = Shape::sphere(0.102_468_15);
        player.config.step_height = 0.0;
        while player.state.position.x < 0.6 {
            let report = player.walk(Vec3::X * 20.0);
            let height = player.state.position.y;
            assert!(report.is_on_floor() || height > 0.396, "{i}: {height}");
            snapped += u32::from(report.is_on_floor() && report.snapped > 0.38);
            left += u32::from(!report.is_on_floor());
        }
    }
    assert!(snapped > 0 && left > 0, "{snapped} {left}");
}

/// Two slopes of 55 degrees hold a body between them. Their crease rises by 8 degrees.
#[test]
fn it_walks_up_the_crease_of_two_steep_slopes() {
    let (steep, rise) = (55.0_f64.to_radians().tan(), 8.0_f64.to_radians().tan());
    let gully = level(|b| {
        for side in [-1.0, 1.0] {
            let (low, high) = ([-9.0, -9.0 * rise, 0.0], [9.0, 9.0 * rise, 0.0]);
            let up = |[x, y, _]: [f64; 3]| [x, y + 4.0 * steep, 4.0 * side];
            b.quad(low, high, up(high), up(low));
        }
    });
    for (rate, shape) in
        RATES.into_iter().flat_map(|rate| [(rate, Shape::capsule(0.3, 1.8)), (rate, Shape::sphere(0.3))])
    {
        let mut player = Player::new(&gully, [0.0, 0.3, 0.0], rate);
        player.config.shape = shape;
        let _ = player.run(&CharacterInput::default(), 1.0);
        assert!(player.state.is_grounded());
        for way in [Vec3::X, Vec3::NEG_X] {
            let start = player.state.position;
            let input = CharacterInput { wish_velocity: way * 2.0, ..CharacterInput::default() };
            let report = player.run(&input, 1.0);
            let gained = (player.state.position - start).dot(way);
            assert!(gained > 1.8 && gained < 2.01 && report.is_on_floor(), "{rate} {way}: {gained}");
        }
    }
}

/// A jump beside a wall that leans by 20 degrees touches it on the way up.
#[test]
fn a_jump_past_steep_ground_does_not_end_on_it() {
    let lean = 70.0_f64.to_radians().tan();
    let place = level(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [3, 3]);
        b.quad([0.0, 0.0, -9.0], [0.0, 0.0, 9.0], [2.0, 2.0 * lean, 9.0], [2.0, 2.0 * lean, -9.0]);
    });
    for rate in RATES {
        let mut player = Player::new(&place, [-0.8, 0.0, 0.0], rate);
        player.config.steep_ground = SteepGround::Stand;
        player.config.shape = Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4));
        let wish_velocity = Vec3::X * 1.5;
        let input = CharacterInput { wish_velocity, jump_held: true, ..CharacterInput::default() };
        let _ = player.run(&input, 0.2);
        let _ = player.step(&CharacterInput { jump: true, ..input });
        let (mut highest, mut touched) = (0.0_f32, false);
        for _ in 0..rate / 2 {
            touched |= player.step(&input).ground == GroundState::Steep;
            highest = highest.max(player.state.position.y);
        }
        assert!(touched && highest > 1.1, "{rate}: {highest}, {touched}");
    }
}

/// One wall leans by less than a degree and stops the body on its way down, and the other one does
/// not let it aside.
#[test]
fn it_is_lowered_between_two_walls() {
    let normals = [DVec3::new(0.8717, 0.0, -0.49), DVec3::new(-0.9986, 5.65e-4, -0.052)];
    let walls = level(|b| {
        b.floor(0.0, [-4.0, -4.0], [4.0, 4.0], [1, 1]);
        for normal in normals.map(DVec3::normalize) {
            // A plane 0.301 m from the axis at a height of 0.3 m above the feet.
            let middle = DVec3::Y * 0.5 - normal * 0.301;
            let (across, up) = (DVec3::Y.cross(normal).normalize(), normal.cross(DVec3::Y).cross(normal));
            let corner = |x: f64, y: f64| (middle + across * x + up.normalize() * y).to_array();
            b.triangle(corner(-3.0, -0.6), corner(3.0, -0.6), corner(0.0, 4.0));
        }
    });
    let mut player = Player::new(&walls, [0.0, 0.2, 0.0], 60);
    player.config.shape = Shape::capsule(0.3, 1.8);
    let Player { world, scratch, config, state, .. } = &mut player;
    let lowered = world.snap_character(scratch, config, state, 0.4);
    assert!(lowered.is_some_and(|by| (by - 0.2).abs() < 1e-3), "{lowered:?} {}", state.position);
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
        high += i32::from(player.state.is_grounded() && (0.02..0.19).contains(&player.state.position.y));
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
        b.triangle(
            [-3.421_252_7, 0.325_833_74, -0.725_905],
            [-3.421_252_7, 0.325_833_74, -0.304_463_98],
            [-2.307_102_7, 0.325_833_74, -0.304_463_98],
        );
        b.triangle(
            [-3.421_252_7, 0.651_667_5, -0.304_463_98],
            [-2.307_102_7, 0.651_667_5, 0.116_977_04],
            [-2.307_102_7, 0.651_667_5, -0.304_463_98],
        );
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
            assert!(report.is_on_floor(), "{step}: {}", player.state.position);
            crouched += 1;
        }
    }
    assert_eq!(crouched, 1);
}

/// It stands on the edge of a face and touches another edge, 5 cm higher, which is above the step
/// height of 0. After a step that lifted it by 0.4 mm, both edges together still hold it.
#[test]
fn a_body_between_an_edge_and_a_higher_one_keeps_the_ground() {
    let replay: CharacterReplay = include_str!("between_edges.replay").parse().expect("a replay");
    let world = replay.world().expect("a world");
    let (mut scratch, mut state) = (Scratch::default(), replay.state);
    for step in &replay.steps {
        let report = world.step_character(&mut scratch, &replay.config, &mut state, &step.input, step.dt);
        assert!(report.is_on_floor(), "{}", state.position);
    }
    assert!(state.position.distance(replay.state.position) > 0.25, "{}", state.position);
}

/// It climbs stairs beside a wall that ends at its height. Lowered onto a tread, it met the upper
/// edge of the wall, and moved away from it by a whole skin of 20 mm.
#[test]
fn a_step_beside_a_wall_is_not_longer_than_the_wish() {
    let scene = catalogue::all().into_iter().find(|scene| scene.id == "A3").expect("the stairs");
    for (yaw, rate) in [(17.0, 360), (17.0, 1000), (45.0, 360)] {
        let variant = Variant { form: Form::Ellipsoid, yaw, rate, ..Variant::default() };
        let stairs = variant.level(&(scene.build)(&variant)[0].level, [0.0; 3]);
        let mut player = Player::new(&stairs, variant.place([-16.2, 0.0, 2.0], [0.0; 3]), rate);
        player.config.shape = Shape::ellipsoid(Vec3::new(0.3, 0.975, 0.3));
        player.config.skin_width = 0.02;
        let wish = crate::common::narrow(variant.turn([-1.035_276_2, 0.0, 3.863_703_3]));
        while player.state.position.y < 2.9 {
            let before = player.state.position;
            let report = player.walk(wish);
            let way = (player.state.position - before).with_y(0.0).length();
            let most = wish.length() * player.dt + 1e-3;
            assert!(report.is_on_floor() && way < most, "{yaw} {rate}: {way} at {before}");
        }
    }
}
