//! The start of a move: validates the input, and chooses the space, the skin and the length of a
//! substep.

use glam::Vec3;

use crate::geometry::{is_in_range, ulp};
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::slide::{Motion, MoveConfig};
use crate::tolerance::{
    DEFAULT_SKIN, FINALIZE_ROOM, LEAST_SKIN, MAX_COORDINATE, RESTORE_REACH, SKIN_ULPS, SUBSTEP_ROOM,
};

/// The values that stay constant during a substep.
pub(crate) struct Start {
    pub(crate) space: Space,
    /// Skin width in metres: that of the config, or four units in the last place of the largest
    /// coordinate in reach if that is more.
    pub(crate) skin: f64,
    /// Unit in the last place of the largest coordinate in reach, in metres.
    pub(crate) ulp: f64,
}

impl Start {
    /// Returns the distance in metres from the start to the furthest object that can affect a move.
    /// It includes the displacement, the body, its pushes, and the objects within reach after a
    /// push.
    pub(in crate::slide) fn reach(&self, shape: &Shape, motion: &Motion) -> f32 {
        let skins = (1.0 + FINALIZE_ROOM + RESTORE_REACH) * self.space.stretch_of_gaps();
        let body = f64::from(shape.longest_half_length()) + skins * self.skin;
        let reach = body + motion.displacement.as_dvec3().length();
        (reach as f32).next_up()
    }
}

/// A part of a motion with one skin width.
#[derive(Clone, Copy, Debug)]
pub(in crate::slide) struct Substep {
    /// Room in metres from the start of the substep. Infinite if it is the whole motion, as for all
    /// motions below 4 km near the origin.
    pub(in crate::slide) room: f64,
    /// State at the start of the substep: remaining time, distance so far, corners of the path.
    pub(in crate::slide) time: f64,
    pub(in crate::slide) distance: f64,
    pub(in crate::slide) corners: usize,
}

impl Substep {
    pub(super) fn whole() -> Self {
        Self { room: f64::INFINITY, time: 1.0, distance: 0.0, corners: 1 }
    }
}

/// Returns the start of a move, or `None` if the input is invalid.
pub(crate) fn prepare(shape: &Shape, from: Vec3, motion: &Motion, config: &MoveConfig) -> Option<Start> {
    let start = || from_to(shape, from, furthest(shape, from, motion.displacement), config);
    is_a_move(from, motion, config).then(start).flatten()
}

// The functions that return a `Start` are inlined, so that it is built in place. It has about 250
// bytes, and each call would copy it.

/// Returns true if all numbers are finite and in range. `Space::new` checks the numbers of the
/// shape.
#[inline(always)]
pub(in crate::slide) fn is_a_move(from: Vec3, motion: &Motion, config: &MoveConfig) -> bool {
    let numbers = is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite();
    let skin = (0.0..=MAX_COORDINATE).contains(&config.skin_width);
    let friction = config.friction_scale >= 0.0 && config.friction_scale.is_finite();
    let bounce = (0.0..=1.0).contains(&config.restitution_scale) && config.bounce_threshold >= 0.0;
    numbers && skin && friction && bounce
}

/// Returns the start of a substep, and its room: how far the substep may go, in metres. Further
/// away the coordinates are larger and rounded more coarsely, so the skin of this substep would be
/// too thin. `motion` is the remaining motion, in metres.
///
/// The skin must grow with the coordinates, but a mover with a displacement of a thousand
/// kilometres usually hits a wall first. The whole motion may need a skin thicker than a millimetre
/// (or than that of the config). Then the substep ends before the coordinates at which the skin
/// must grow, and the rest of the motion is another substep. Otherwise the room is infinite.
#[inline(always)]
pub(crate) fn prepare_substep(
    shape: &Shape,
    from: Vec3,
    motion: Vec3,
    config: &MoveConfig,
) -> Option<(Start, f64)> {
    let whole = furthest(shape, from, motion);
    let fine = desired_skin(shape, config).max(DEFAULT_SKIN);
    if SKIN_ULPS * ulp(whole) <= f64::from(fine) {
        return Some((from_to(shape, from, whole, config)?, f64::INFINITY));
    }
    // Neighbouring f32 values below a power of two are 2^-24 of it apart.
    let mut limit = power_of_two_below(fine / SKIN_ULPS as f32 * MAX_COORDINATE);
    let here = furthest(shape, from, Vec3::ZERO);
    while limit - here < SUBSTEP_ROOM * limit {
        limit *= 2.0;
    }
    if whole < limit {
        return Some((from_to(shape, from, whole, config)?, f64::INFINITY));
    }
    Some((from_to(shape, from, limit.next_down(), config)?, f64::from(limit - here)))
}

/// Returns a start with the skin for coordinates up to `furthest`.
#[inline(always)]
fn from_to(shape: &Shape, from: Vec3, furthest: f32, config: &MoveConfig) -> Option<Start> {
    let least = (SKIN_ULPS * ulp(furthest)).max(LEAST_SKIN);
    let skin = f64::from(desired_skin(shape, config)).max(least);
    Some(Start { space: Space::new(shape, from, skin)?, skin, ulp: ulp(furthest) })
}

/// Returns the skin width that the config requests, limited to the size of the shape. A thicker
/// skin would change the shape so much that its nearest points say nothing about the bare shape.
fn desired_skin(shape: &Shape, config: &MoveConfig) -> f32 {
    config.skin_width.min(shape.shortest_half_length())
}

/// Returns the largest power of two that is at most `x`, for `x` above 0.
fn power_of_two_below(x: f32) -> f32 {
    const MANTISSA: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;
    f32::from_bits(x.to_bits() & !MANTISSA)
}

/// Returns the largest coordinate that the surface of the mover can reach.
fn furthest(shape: &Shape, from: Vec3, displacement: Vec3) -> f32 {
    from.abs().max_element() + displacement.length() + shape.longest_half_length()
}
