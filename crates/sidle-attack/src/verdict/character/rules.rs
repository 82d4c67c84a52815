//! The rules of a character for the judge.

use sidle::{CharacterConfig, Vec3};
use sidle_judge::{Body, CharacterRules};

use crate::verdict::{body_of, wide};

/// Returns the rules of a configuration at a place. Far from the origin the skin is at least four
/// units in the last place of the coordinates that a step may reach.
#[must_use]
pub fn rules_of(config: &CharacterConfig, at: Vec3) -> CharacterRules {
    let (least_half, size) = match body_of(&config.shape) {
        Body::Point => (f64::INFINITY, 0.0),
        Body::Sphere { radius } => (f64::INFINITY, radius),
        Body::Capsule { radius, half_core: [a, b], .. } => (f64::INFINITY, radius + a + b),
        Body::Ellipsoid { radii: [a, b, c], .. } => (a.min(b).min(c), a.max(b).max(c)),
    };
    let asked = f64::from(config.skin_width).min(least_half);
    let far = f64::from(at.abs().max_element());
    // Four units in the last place: 2^-21 to 2^-22 of the coordinates.
    let units = |far: f64| 4.0 * far / f64::from(1 << 24);
    let (least, most) = (units(far), 2.5 * units(far + 2.0 * size) + 1e-6);
    CharacterRules {
        up: wide(config.up),
        max_slope: f64::from(config.max_slope_angle),
        skin: [asked.max(least), asked.max(most)],
        step_height: f64::from(config.step_height),
        step_width: f64::from(config.min_step_width),
        snap_distance: f64::from(config.snap_distance),
        gravity: f64::from(config.gravity),
        jump_height: f64::from(config.jump_height),
    }
}
