//! The start of a move: validates the input, and chooses the space and the skin.

use glam::DVec3;

use crate::geometry::{is_in_range, ulp};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::slide::{MoveConfig, WideMotion};
use crate::tolerance::{FINALIZE_ROOM, LEAST_SKIN, MAX_COORDINATE, RESTORE_REACH, SKIN_ULPS};

/// The values that stay constant during a move.
pub(crate) struct Start {
    pub(crate) space: Space,
    /// Skin width in metres: that of the config, or four units of f64 in the last place of the
    /// largest coordinate in reach if that is more.
    pub(crate) skin: f64,
}

impl Start {
    /// Returns the distance in metres from the start to the furthest object that can affect a move.
    /// It includes the displacement, the body, its pushes, and the objects within reach after a
    /// push.
    pub(in crate::slide) fn reach(&self, shape: &Shape, motion: &WideMotion) -> f32 {
        let skins = (1.0 + FINALIZE_ROOM + RESTORE_REACH) * self.space.stretch_of_gaps();
        let body = f64::from(shape.longest_half_length()) + skins * self.skin;
        let reach = body + motion.displacement.length();
        (reach as f32).next_up()
    }
}

/// Returns the start of a move, or `None` if the input is invalid.
pub(crate) fn prepare(shape: &Shape, from: DVec3, motion: &WideMotion, config: &MoveConfig) -> Option<Start> {
    let start = || start_of(shape, from, motion, config);
    is_a_move(from, motion, config).then(start).flatten()
}

// The functions that return a `Start` are inlined, so that it is built in place. It has about 250
// bytes, and each call would copy it.

/// Returns true if all numbers are finite and in range. `Space::new` checks the numbers of the
/// shape.
#[inline(always)]
pub(in crate::slide) fn is_a_move(from: DVec3, motion: &WideMotion, config: &MoveConfig) -> bool {
    let numbers = is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite();
    let skin = (0.0..=MAX_COORDINATE).contains(&config.skin_width);
    let friction = config.friction_scale >= 0.0 && config.friction_scale.is_finite();
    let bounce = (0.0..=1.0).contains(&config.restitution_scale) && config.bounce_threshold >= 0.0;
    numbers && skin && friction && bounce
}

/// Returns the start of a valid move.
#[inline(always)]
fn start_of(shape: &Shape, from: DVec3, motion: &WideMotion, config: &MoveConfig) -> Option<Start> {
    let reach = motion.displacement.length() + f64::from(shape.longest_half_length());
    let least = (SKIN_ULPS * ulp(from.abs().max_element() + reach)).max(LEAST_SKIN);
    let skin = f64::from(desired_skin(shape, config)).max(least);
    Some(Start { space: Space::new(shape, from, skin)?, skin })
}

/// Returns the skin width that the config requests, limited to the size of the shape. A thicker
/// skin would change the shape so much that its nearest points say nothing about the bare shape.
fn desired_skin(shape: &Shape, config: &MoveConfig) -> f32 {
    config.skin_width.min(shape.shortest_half_length())
}
