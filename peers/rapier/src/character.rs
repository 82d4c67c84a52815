//! The characters of Rapier: KinematicCharacterController with autostep and snapping to the ground.

use peers_work::{BODY, Characters, GRAVITY, MAX_SLOPE, P, SNAP_DISTANCE, STEP_HEIGHT, Stepped};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::*;

use crate::{OFFSET, Rapier};

/// The free width that a step needs, in metres. Of 0.02, 0.05, 0.15 and 0.3, this keeps the most
/// speed on the stairs.
const STEP_WIDTH: f32 = 0.15;

pub struct Character {
    at: Vector,
    /// In m/s, upwards.
    rise: f32,
    grounded: bool,
}

impl Characters for Rapier {
    type Character = Character;

    fn character_settings() -> String {
        format!(
            "one trimesh collider; KinematicCharacterController with offset 10 mm, autostep (0.4 m, width {STEP_WIDTH} m), snapping \
             to the ground 0.4 m, climbs up to 50 degrees and slides from there, the rest by default; the vertical speed starts \
             again at 0 on the ground"
        )
    }

    fn character(&mut self, at: P) -> Character {
        Character { at: at.into(), rise: 0.0, grounded: false }
    }

    fn step_character(&mut self, character: &mut Character, wish: P, dt: f32) -> Stepped {
        if character.grounded {
            character.rise = 0.0;
        }
        character.rise -= GRAVITY * dt;
        let motion = (Vector::from(wish) + self.controller.up * character.rise) * dt;
        let at = Pose::from_translation(character.at);
        let made = self.character.move_shape(dt, &self.queries(), &*self.body, &at, motion, |_| {});
        character.at += made.translation;
        character.grounded = made.grounded;
        Stepped { centre: character.at.into(), grounded: made.grounded }
    }
}

pub fn controller(up: P) -> KinematicCharacterController {
    KinematicCharacterController {
        up: up.into(),
        offset: CharacterLength::Absolute(OFFSET),
        autostep: Some(CharacterAutostep {
            max_height: CharacterLength::Absolute(STEP_HEIGHT),
            min_width: CharacterLength::Absolute(STEP_WIDTH),
            include_dynamic_bodies: false,
        }),
        snap_to_ground: Some(CharacterLength::Absolute(SNAP_DISTANCE)),
        max_slope_climb_angle: MAX_SLOPE.to_radians(),
        min_slope_slide_angle: MAX_SLOPE.to_radians(),
        ..KinematicCharacterController::default()
    }
}

pub fn body(up: P) -> SharedShape {
    let end = Vector::from(BODY.end(up));
    SharedShape::capsule(-end, end, BODY.radius)
}

#[cfg(test)]
mod tests {
    #[test]
    fn characters_are_sane() {
        peers_work::sanity::check_characters::<super::Rapier>();
    }
}
