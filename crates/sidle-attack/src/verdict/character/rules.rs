//! The rules of a character for the judge.

use sidle::{CharacterConfig, Vec3};
use sidle_judge::{Body, CharacterRules};

use crate::verdict::{body_of, wide};

/// Returns the rules of a configuration at a place. Far from the origin the skin is at least four
/// units in the last place of the coordinates that a step may reach.
#[must_use]
pub fn rules_of(config: &CharacterConfig, at: Vec3) -> CharacterRules {
    let least_half = match body_of(&config.shape) {
        Body::Ellipsoid { radii: [a, b, c], .. } => a.min(b).min(c),
        _ => f64::INFINITY,
    };
    let asked = f64::from(config.skin_width).min(least_half);
    let far = f64::from(at.abs().max_element());
    // Half a unit in the last place is 2^-24 of a power of two, and up to twice that of others.
    let units = 4.0 * far / f64::from(1 << 24);
    CharacterRules {
        up: wide(config.up),
        max_slope: f64::from(config.max_slope_angle),
        skin: [asked.max(units), asked.max(2.5 * units + 1e-6)],
        step_height: f64::from(config.step_height),
        step_width: f64::from(config.min_step_width),
        snap_distance: f64::from(config.snap_distance),
        gravity: f64::from(config.gravity),
        jump_height: f64::from(config.jump_height),
    }
}
