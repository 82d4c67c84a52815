use super::{Player, RATES, level};
use sidle::{AirControl, CharacterInput, GroundState, Vec3};
use sidle_scenes::Level;

fn floor() -> Level {
    level(|b| _ = b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]))
}

fn room(ceiling: f64) -> Level {
    level(|b| {
        b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
        b.floor(ceiling, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
    })
}

fn jump(held: bool) -> CharacterInput {
    CharacterInput { jump: true, jump_held: held, ..CharacterInput::default() }
}

#[test]
fn a_jump_reaches_its_height_at_any_rate_and_lands_once() {
    for rate in RATES {
        let mut player = Player::new(&floor(), [0.0; 3], rate);
        let _ = player.walk(Vec3::ZERO);
        let first = player.step(&jump(true));
        assert!(first.jumped);
        let (mut highest, mut landings, mut air) = (0.0_f64, 0, 1);
        for _ in 0..2 * rate {
            let report = player.step(&CharacterInput { jump_held: true, ..Default::default() });
            highest = highest.max(player.at().y);
            air += u32::from(!report.is_on_floor());
            if let Some(speed) = report.landed_speed {
                landings += 1;
                assert!((speed - 4.852).abs() < 0.02, "{rate} {speed}");
            }
        }
        // Between two steps, the top may be missed by half a step.
        let missed = 0.5 * 9.81 * (0.5 / f64::from(rate)).powi(2);
        assert!((1.2 - missed - 1e-3..1.2005).contains(&highest), "{rate} {highest}");
        assert_eq!((landings, player.at().y < 0.0011), (1, true));
        assert!((air as f32 / rate as f32 - 0.989).abs() < 1.5 / rate as f32, "{rate} {air}");
    }
}

#[test]
fn a_released_button_cuts_the_jump_once() {
    let top = |release: u32| {
        let mut player = Player::new(&floor(), [0.0; 3], 120);
        let _ = player.walk(Vec3::ZERO);
        let _ = player.step(&jump(true));
        let mut highest = 0.0_f64;
        for frame in 0..120 {
            let _ = player.step(&CharacterInput { jump_held: frame < release, ..Default::default() });
            highest = highest.max(player.at().y);
        }
        highest
    };
    let (short, middle, full) = (top(0), top(20), top(200));
    assert!(short < 0.4 && middle > short + 0.2 && full > middle + 0.1, "{short} {middle} {full}");
}

#[test]
fn coyote_time_and_jump_buffer_are_kept_and_no_longer() {
    let cliff = level(|b| _ = b.floor(0.0, [-50.0, -50.0], [0.0, 50.0], [1, 1]));
    for (late, works) in [(0.05, true), (0.09, true), (0.12, false), (0.3, false)] {
        let mut player = Player::new(&cliff, [-0.5, 0.0, 0.0], 240);
        while player.walk(Vec3::X * 4.0).is_on_floor() {}
        for _ in 1..(late * 240.0) as u32 {
            let _ = player.walk(Vec3::X * 4.0);
        }
        assert_eq!(player.step(&jump(true)).jumped, works, "{late}");
        if works {
            // One press, one jump.
            assert!(!player.step(&jump(true)).jumped);
        }
    }
    for (early, works) in [(0.05, true), (0.09, true), (0.12, false)] {
        let mut player = Player::new(&floor(), [0.0, 1.0, 0.0], 240);
        let frames = ((2.0_f32 / 9.81).sqrt() * 240.0) as u32;
        let (mut jumps, pressed) = (0, frames - (early * 240.0) as u32);
        for frame in 0..2 * frames {
            let input = if frame == pressed {
                jump(true)
            } else {
                CharacterInput { jump_held: true, ..Default::default() }
            };
            jumps += u32::from(player.step(&input).jumped);
        }
        assert_eq!(jumps, u32::from(works), "{early}");
    }
}

/// D2: a ceiling ends a jump.
#[test]
fn a_ceiling_does_not_hold_the_head() {
    for rate in [30, 60, 1000] {
        let mut player = Player::new(&room(2.0), [0.0; 3], rate);
        let _ = player.walk(Vec3::ZERO);
        let _ = player.step(&jump(true));
        let mut touching = 0;
        for _ in 0..rate {
            touching += u32::from(
                player.step(&CharacterInput { jump_held: true, ..Default::default() }).is_on_ceiling(),
            );
        }
        assert!((1..=(rate / 30).max(2)).contains(&touching), "{rate} {touching}");
        assert!(player.state.is_grounded());
    }
}

/// D4: no room to stand up below a slab, and room a centimetre after leaving it.
#[test]
fn it_stands_up_where_there_is_room() {
    let slab = level(|b| {
        b.floor(0.0, [-50.0, -50.0], [50.0, 50.0], [1, 1]);
        b.floor(1.2, [0.0, -50.0], [50.0, 50.0], [1, 1]);
    });
    let mut player = Player::new(&slab, [-1.0, 0.0, 0.0], 60);
    let crouch = CharacterInput { crouch: true, wish_velocity: Vec3::X * 2.0, ..Default::default() };
    let _ = player.walk(Vec3::ZERO);
    let feet = player.at();
    let _ = player.step(&CharacterInput { crouch: true, ..Default::default() });
    assert!(player.state.is_crouching() && (player.at() - feet).length() < 1e-6);
    while player.at().x < 0.1 {
        assert!(player.step(&crouch).is_on_floor());
    }
    let report = player.walk(Vec3::ZERO);
    assert!(report.is_held_down && player.state.is_crouching());
    while player.state.is_crouching() {
        let _ = player.walk(Vec3::NEG_X * 0.6);
        assert!(player.at().x > -0.322, "{}", player.at());
    }
    assert!(player.at().x < -0.3, "{}", player.at());
    assert!(player.at().y.abs() < 1e-5);
}

#[test]
fn the_air_is_steered_the_same_way_at_any_rate() {
    for control in [AirControl::Approach, AirControl::Strafe { max_speed: 0.76 }] {
        let end = |rate: u32| {
            let mut player = Player::new(&floor(), [0.0, 20.0, 0.0], rate);
            player.config.air_control = control;
            player.state.velocity = Vec3::new(3.0, 0.0, 0.0);
            for _ in 0..rate {
                let report = player.walk(Vec3::new(0.0, 0.0, 4.0));
                assert_eq!(report.ground, GroundState::Airborne);
            }
            player.state
        };
        let (coarse, fine) = (end(30), end(1000));
        assert!((coarse.position - fine.position).length() < 2e-3, "{coarse:?} {fine:?}");
        assert!((fine.position.y - 20.0 + 4.905).abs() < 1e-3);
        let expected = if control == AirControl::Approach {
            Vec3::new(0.0, -9.81, 4.0)
        } else {
            Vec3::new(3.0, -9.81, 0.76)
        };
        assert!((fine.velocity - expected).length() < 2e-3, "{}", fine.velocity);
    }
}

/// A game lifts a character off the ground by setting its velocity: a launch pad, an explosion.
#[test]
fn an_upward_velocity_lifts_it_off() {
    for rate in RATES {
        let mut player = Player::new(&floor(), [0.0; 3], rate);
        let _ = player.walk(Vec3::ZERO);
        player.state.velocity = Vec3::new(2.0, 8.0, 0.0);
        let mut highest = 0.0_f64;
        for _ in 0..rate {
            let _ = player.walk(Vec3::ZERO);
            highest = highest.max(player.at().y);
        }
        assert!((highest - 3.262).abs() < 0.02, "{rate} {highest}");
        assert!((player.at().x - 2.0).abs() < 1e-3);
    }
}
