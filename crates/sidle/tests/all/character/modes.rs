//! Swimming, climbing, and other upward directions.

use super::{Player, RATES, level, wish};
use sidle::{CharacterInput, CharacterMode, CharacterState, DVec3, Shape, Vec3};

fn pool() -> sidle_scenes::Level {
    level(|b| _ = b.room([-6.0, -4.0, -6.0], [6.0, 6.0, 6.0], 3.0))
}

fn swim(wish_velocity: Vec3, sink_speed: f32) -> CharacterInput {
    let mode = CharacterMode::Swim { acceleration: 4.0, sink_speed };
    CharacterInput { wish_velocity, mode, ..CharacterInput::default() }
}

#[test]
fn a_swimmer_follows_the_wish_in_all_directions_at_any_rate() {
    for rate in RATES {
        let mut player = Player::new(&pool(), [0.0; 3], rate);
        let report = player.run(&swim(Vec3::new(1.0, 1.0, -1.0), 0.0), 1.0);
        let at = player.at();
        // It speeds up for 0.433 s.
        assert!((at - DVec3::new(1.0, 1.0, -1.0) * 0.783).length() < 0.01, "{rate} {at}");
        assert!(!report.is_on_floor());
        // It sinks without input, and rests on the bottom.
        let report = player.run(&swim(Vec3::ZERO, 0.5), 12.0);
        assert!(report.is_on_floor() && (player.at().y + 4.0).abs() < 2e-3);
        let before = player.state;
        let _ = player.run(&swim(Vec3::ZERO, 0.5), 1.0);
        assert_eq!(player.at(), before.position);
        // With a negative speed it rises to the ceiling, 1.8 m lower.
        let _ = player.run(&swim(Vec3::ZERO, -2.0), 8.0);
        assert!((player.at().y - 4.2).abs() < 5e-3, "{}", player.at());
    }
}

#[test]
fn a_ladder_holds_without_input_and_is_left_by_a_jump() {
    for rate in RATES {
        let mut player = Player::new(&pool(), [5.6, -2.0, 0.0], rate);
        let climb = |wish_velocity| CharacterInput {
            wish_velocity,
            mode: CharacterMode::Climb,
            ..CharacterInput::default()
        };
        let _ = player.run(&climb(Vec3::new(1.0, 2.0, 0.0)), 1.0);
        assert!(player.at().y.abs() < 0.01, "{rate} {}", player.at());
        let _ = player.step(&climb(Vec3::ZERO));
        let before = player.state;
        let _ = player.run(&climb(Vec3::ZERO), 2.0);
        assert_eq!(player.at(), before.position);
        let off = CharacterInput {
            jump: true,
            jump_held: true,
            wish_velocity: Vec3::X * -2.0,
            ..climb(Vec3::ZERO)
        };
        let report = player.step(&off);
        assert!(report.jumped && player.state.velocity.y > 4.0);
        let walk = CharacterInput { mode: CharacterMode::Walk, jump: false, ..off };
        let _ = player.run(&walk, 2.0);
        assert!(player.state.is_grounded() && player.at().x < 4.5);
    }
}

#[test]
fn it_turns_with_its_upward_direction_where_there_is_room() {
    for up in [Vec3::X, Vec3::Z, Vec3::NEG_Y, Vec3::new(0.6, 0.8, 0.0)] {
        let mut player = Player::new(&pool(), [0.0, -2.0, 0.0], 60);
        let _ = player.walk(Vec3::ZERO);
        let (before, shape) = (player.state, player.config.shape.clone());
        player.config.up = up;
        player.config.gravity = 0.0;
        let report = player.world.step_character(
            &mut player.scratch,
            &player.config,
            &mut player.state,
            &CharacterInput::default(),
            1e-3,
        );
        assert_eq!(report.refused, None);
        assert_eq!(player.state.up(), Some(up));
        assert_eq!(player.state.shape(&player.config), player.config.posture(false));
        assert!(player.state.shape(&player.config) != shape);
        // The centre of the lower ball stays: 0.3 m above the feet, and a skin.
        let ball = |state: &CharacterState, up: Vec3| state.position + (up * 0.301).as_dvec3();
        assert!((ball(&before, Vec3::Y) - ball(&player.state, up)).length() < 0.01, "{up}");
    }
}

#[test]
fn in_a_narrow_place_it_turns_as_far_as_it_fits_and_goes_on_outside() {
    // A corridor 0.8 m wide along x: the body of 1.8 m cannot lie across it.
    let corridor = level(|b| {
        b.floor(0.0, [-9.0, -9.0], [9.0, 9.0], [1, 1]);
        b.wall([-9.0, -0.4], [0.0, -0.4], [0.0, 4.0]).wall([-9.0, 0.4], [0.0, 0.4], [0.0, 4.0]);
    });
    let mut player = Player::new(&corridor, [-4.0, 0.5, 0.0], 60);
    player.config.gravity = 0.0;
    let step = |player: &mut Player, velocity: Vec3| {
        let input = wish(velocity);
        let report = player.unjudged_step(&input);
        assert_eq!((report.refused, report.was_pushed_out), (None, false));
    };
    step(&mut player, Vec3::ZERO);
    player.config.up = Vec3::Z;
    for _ in 0..30 {
        step(&mut player, Vec3::ZERO);
    }
    // The upper ball, 1.2 m above the lower one, has 0.1 m to the wall.
    let up = player.state.up().unwrap();
    assert!((0.075..0.1 / 1.2).contains(&up.z), "{up}");
    for _ in 0..180 {
        step(&mut player, Vec3::X * 4.0);
    }
    assert_eq!(player.state.up(), Some(Vec3::Z), "{:?}", player.state);
}

#[test]
fn every_shape_crouches_to_the_height_asked_for() {
    for shape in [Shape::capsule(0.3, 1.8), Shape::ellipsoid(Vec3::new(0.3, 0.9, 0.3)), Shape::sphere(0.7)] {
        let mut player = Player::new(&pool(), [0.0, -4.0, 0.0], 60);
        player.config.shape = shape;
        let _ = player.walk(Vec3::ZERO);
        let crouch = CharacterInput { crouch: true, ..CharacterInput::default() };
        let _ = player.run(&crouch, 0.2);
        assert!(player.state.is_crouching());
        let room = player.world.headroom(&mut player.scratch, &player.config, &player.state, 20.0);
        assert!((room - 8.998).abs() < 2e-3, "{room}");
        player.config.crouch_height = 0.0;
        let _ = player.walk(Vec3::ZERO);
        let _ = player.run(&crouch, 0.2);
        assert!(!player.state.is_crouching());
    }
}
