use super::{Player, level};
use sidle::{CharacterInput, DVec3, GroundState, PolygonId};
use sidle_scenes::Level;

const RATE: u32 = 60;
const TEN_MINUTES: u32 = 600 * RATE;

fn floor() -> Level {
    level(|b| _ = b.floor(0.0, [-5.0, -5.0], [5.0, 5.0], [3, 3]))
}

/// A slope of 35 degrees that rises towards +x.
fn slope() -> Level {
    let rise = 10.0 * 35.0_f64.to_radians().tan();
    level(|b| {
        _ = b.quad([-10.0, -rise, -10.0], [-10.0, -rise, 10.0], [10.0, rise, 10.0], [10.0, rise, -10.0])
    })
}

/// A floor, and a step of 0.3 m behind z = 0.
fn step() -> Level {
    level(|b| {
        b.floor(0.0, [-5.0, -5.0], [5.0, 0.0], [1, 1]);
        b.floor(0.3, [-5.0, 0.0], [5.0, 5.0], [1, 1]);
        b.quad([-5.0, 0.0, 0.0], [-5.0, 0.3, 0.0], [5.0, 0.3, 0.0], [5.0, 0.0, 0.0]);
    })
}

/// An idle character keeps every bit of its position for ten minutes. It falls in the first step
/// after the ground is removed.
#[test]
fn an_idle_character_stays_until_the_ground_is_removed() {
    for (name, level, feet) in [
        ("floor", floor(), [0.3, 0.05, -0.7]),
        ("slope", slope(), [0.0, 0.15, 0.0]),
        ("edge of a step", step(), [0.2, 0.35, -0.1]),
        ("beside a step", step(), [0.2, 0.05, -0.3015]),
    ] {
        let mut player = Player::new(&level, feet, RATE);
        let idle = CharacterInput::default();
        assert_eq!(player.run(&idle, 1.0).ground, GroundState::Grounded, "{name}");
        let bits = |at: DVec3| at.to_array().map(f64::to_bits);
        let rest = player.at();
        for number in 0..TEN_MINUTES {
            let report = player.step(&idle);
            assert_eq!(report.ground, GroundState::Grounded, "{name} {number}");
            assert_eq!(bits(player.at()), bits(rest), "{name} {number}");
        }
        for index in 0..level.triangles.len() as u32 {
            let _ = player.world.remove_polygon(PolygonId::from_index(index));
        }
        // The judge of `Player::step` still has the ground.
        let Player { world, config, state, scratch, dt, .. } = &mut player;
        let report = world.step_character(scratch, config, state, &idle, *dt);
        assert_eq!(report.ground, GroundState::Airborne, "{name}");
        assert!(state.position.y < rest.y, "{name}: {} {rest}", state.position);
    }
}
