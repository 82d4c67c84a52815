//! Independent rules of a character: the ground that holds it, and a slow character that walks by
//! the same rules.
//!
//! ```text
//! contacts   every triangle within two skins of the body, by brute force, without internal edges
//! ground     is it ground? yes, no, or too close to a threshold to say
//! walker     a naive character in small steps: ground, step rule, walls, jump, gravity
//! ```

mod contacts;
mod ground;
mod walker;

pub use ground::{Answer, Footing, Ground, Normals, Reason};
pub use walker::{CharacterWish, reference_character};

use crate::vector::V;

/// The rules of a character, as the documentation of the library states them. Lengths are in
/// metres, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterRules {
    /// Unit vector against gravity.
    pub up: V,
    /// Steepest slope to stand on.
    pub max_slope: f64,
    /// Distance that the body keeps at its position.
    pub skin: f64,
    /// Distance that the last move kept: the skin, or more far from the origin.
    pub kept_skin: f64,
    /// Highest step.
    pub step_height: f64,
    /// Width of the tread that a step needs, beyond half of the body.
    pub step_width: f64,
    /// How far the body follows the ground down.
    pub snap_distance: f64,
    /// Acceleration of a fall in m/s^2.
    pub gravity: f64,
    /// Height of a jump.
    pub jump_height: f64,
    /// Acceleration towards the desired velocity in the air in m/s^2.
    pub air_acceleration: f64,
}

/// Share of a threshold within which either answer is accepted.
const DOUBT: f64 = 0.01;
