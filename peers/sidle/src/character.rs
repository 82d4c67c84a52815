//! The characters of sidle.

use peers_work::{BODY, Characters, MAX_SLOPE, SNAP_DISTANCE, STEP_HEIGHT, Stepped};
use sidle::{CharacterConfig, CharacterInput, CharacterState, MoverCache, Shape};

use crate::{P, Sidle};

pub struct Character {
    state: CharacterState,
    around: MoverCache,
}

impl Characters for Sidle {
    type Character = Character;

    fn character_settings() -> String {
        "World::step_character with CharacterConfig::default(): capsule of 0.3 m and 1.8 m, steps of 0.4 m, snap 0.4 m, slopes \
         of 50 degrees, skin 1 mm; a MoverCache for each character"
            .into()
    }

    fn character(&mut self, at: P) -> Character {
        // The feet are the lowest point of the body, less the skin.
        let below = 0.5 * BODY.height + self.character.skin_width;
        let feet = sidle::Vec3::from(at) - self.character.up * below;
        Character { state: CharacterState::at(feet), around: MoverCache::default() }
    }

    fn step_character(&mut self, character: &mut Character, wish: P, dt: f32) -> Stepped {
        let input = CharacterInput { wish_velocity: wish.into(), ..Default::default() };
        let Character { state, around } = character;
        let Self { world, scratch, character: config, .. } = self;
        let report = scratch.with_cache(around, |s| world.step_character(s, config, state, &input, dt));
        Stepped { centre: state.centre(config).as_vec3().into(), grounded: report.is_on_floor() }
    }
}

/// Returns the default settings. They are those of the comparison.
pub fn config(up: P) -> CharacterConfig {
    let config = CharacterConfig { up: up.into(), ..Default::default() };
    assert_eq!(config.shape, Shape::capsule(BODY.radius, BODY.height));
    assert_eq!((config.step_height, config.snap_distance), (STEP_HEIGHT, SNAP_DISTANCE));
    assert!((config.max_slope_angle.to_degrees() - MAX_SLOPE).abs() < 1e-3);
    config
}

#[cfg(test)]
mod tests {
    #[test]
    fn characters_are_sane() {
        peers_work::sanity::check_characters::<super::Sidle>();
    }
}
