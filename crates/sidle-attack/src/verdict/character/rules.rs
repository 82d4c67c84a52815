//! The rules of a character for the judge.

use sidle::{CharacterConfig, DVec3};
use sidle_judge::{Body, CharacterRules};

use crate::verdict::{body_of, spacing, wide};

/// The thinnest skin, in units in the last place of the coordinates in reach.
const UNITS: f64 = 4.0;
/// The thinnest skin at the origin, in metres.
const LEAST: f64 = 1e-9;

/// Returns the rules of a configuration for a posture at a place, after moves of `way` metres.
#[must_use]
pub fn rules_of(config: &CharacterConfig, crouches: bool, at: DVec3, way: f64) -> CharacterRules {
    let (least_half, size) = match body_of(&config.posture(crouches)) {
        Body::Point => (f64::INFINITY, 0.0),
        Body::Sphere { radius } => (f64::INFINITY, radius),
        Body::Capsule { radius, half_core: [a, b], .. } => (f64::INFINITY, radius + a + b),
        Body::Ellipsoid { radii: [a, b, c], .. } => (a.min(b).min(c), a.max(b).max(c)),
    };
    let asked = f64::from(config.skin_width).min(least_half);
    // Far from the origin the skin grows with the rounding of the coordinates.
    let thinnest = |far: f64| UNITS * spacing(far);
    let far = at.abs().max_element() + size;
    let skin = asked.max(thinnest(far)).max(LEAST);
    let kept_skin = skin.max(thinnest(far + way));
    CharacterRules {
        up: wide(config.up),
        max_slope: f64::from(config.max_slope_angle),
        skin,
        kept_skin,
        step_height: f64::from(config.step_height),
        step_width: f64::from(config.min_step_width),
        snap_distance: f64::from(config.snap_distance),
        gravity: f64::from(config.gravity),
        jump_height: f64::from(config.jump_height),
        air_acceleration: f64::from(config.air_acceleration),
    }
}
