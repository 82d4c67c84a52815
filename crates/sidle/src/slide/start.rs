//! What a move begins with: is it a move at all, and in which space does it take place?

use glam::Vec3;

use super::{Motion, MoveConfig};
use crate::geometry::is_in_range;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::{LANDING_ROOM, LEAST_SKIN, MAX_COORDINATE, RESTORE_REACH, SKIN_ULPS};

/// What is fixed for the whole of a move.
pub(super) struct Start {
    pub(super) space: Space,
    /// Metres: the config's skin, or four units in the last place of the largest coordinate in reach.
    pub(super) skin: f64,
    /// Metres: one such unit.
    pub(super) ulp: f64,
}

impl Start {
    /// Metres from the start to the furthest thing that can play a part in a move: the way, the body, its pushes, and what
    /// lies within reach of a push then.
    pub(super) fn reach(&self, shape: &Shape, motion: &Motion) -> f32 {
        let skins = (1.0 + LANDING_ROOM + RESTORE_REACH) * self.space.stretch_of_gaps();
        let body = f64::from(shape.longest_half_length()) + skins * self.skin;
        let reach = body + motion.displacement.as_dvec3().length();
        (reach as f32).next_up()
    }
}

/// None when the input means nothing.
pub(super) fn prepare(shape: &Shape, from: Vec3, motion: &Motion, config: &MoveConfig) -> Option<Start> {
    let numbers = is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite();
    let skin = (0.0..=MAX_COORDINATE).contains(&config.skin_width);
    let friction = config.friction_scale >= 0.0 && config.friction_scale.is_finite();
    let bounce = (0.0..=1.0).contains(&config.restitution_scale) && config.bounce_threshold >= 0.0;
    if !(numbers && skin && friction && bounce) {
        return None;
    }
    let furthest = furthest(shape, from, motion.displacement);
    let least = (SKIN_ULPS * ulp(furthest)).max(LEAST_SKIN);
    // A skin thicker than the shape would make another shape of it, whose nearest points say nothing about the bare one.
    let wished = config.skin_width.min(shape.shortest_half_length());
    let skin = f64::from(wished).max(least);
    Some(Start { space: Space::new(shape, from, skin)?, skin, ulp: ulp(furthest) })
}

/// The largest coordinate that the surface of the mover can reach.
fn furthest(shape: &Shape, from: Vec3, displacement: Vec3) -> f32 {
    from.abs().max_element() + displacement.length() + shape.longest_half_length()
}

/// The distance from `x` >= 0 to the next f32.
pub(crate) fn ulp(x: f32) -> f64 {
    f64::from(x.next_up()) - f64::from(x)
}
