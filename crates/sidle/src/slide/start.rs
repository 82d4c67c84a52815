//! What a move begins with: is it a move at all, in which space does it take place, and how far
//! does its skin serve?

use glam::Vec3;

use super::{Motion, MoveConfig};
use crate::geometry::is_in_range;
use crate::shape::Shape;
use crate::shape::space::Space;
use crate::tolerance::{
    DEFAULT_SKIN, FINALIZE_ROOM, LEAST_SKIN, MAX_COORDINATE, RESTORE_REACH, SKIN_ULPS, SUBSTEP_ROOM,
};

/// What is fixed for the whole of a move.
pub(crate) struct Start {
    pub(crate) space: Space,
    /// Metres: the config's skin, or four units in the last place of the largest coordinate in
    /// reach.
    pub(crate) skin: f64,
    /// Metres: one such unit.
    pub(crate) ulp: f64,
}

impl Start {
    /// Metres from the start to the furthest thing that can play a part in a move: the way, the
    /// body, its pushes, and what lies within reach of a push then.
    pub(super) fn reach(&self, shape: &Shape, motion: &Motion) -> f32 {
        let skins = (1.0 + FINALIZE_ROOM + RESTORE_REACH) * self.space.stretch_of_gaps();
        let body = f64::from(shape.longest_half_length()) + skins * self.skin;
        let reach = body + motion.displacement.as_dvec3().length();
        (reach as f32).next_up()
    }
}

/// None when the input means nothing.
pub(crate) fn prepare(shape: &Shape, from: Vec3, motion: &Motion, config: &MoveConfig) -> Option<Start> {
    let start = || from_to(shape, from, furthest(shape, from, motion.displacement), config);
    is_a_move(from, motion, config).then(start).flatten()
}

// The functions that make a start are inlined, so that it is made where the mover keeps it: it is
// some 250 bytes, and each call would copy it.

/// Whether numbers are numbers and in range; those of the shape are looked at with its space.
#[inline(always)]
pub(super) fn is_a_move(from: Vec3, motion: &Motion, config: &MoveConfig) -> bool {
    let numbers = is_in_range(from) && is_in_range(motion.displacement) && motion.velocity.is_finite();
    let skin = (0.0..=MAX_COORDINATE).contains(&config.skin_width);
    let friction = config.friction_scale >= 0.0 && config.friction_scale.is_finite();
    let bounce = (0.0..=1.0).contains(&config.restitution_scale) && config.bounce_threshold >= 0.0;
    numbers && skin && friction && bounce
}

/// The start of one leg of a way, and how many metres from it the leg may lead: as far as the skin
/// serves.
///
/// The skin has to grow with the coordinates, but a mover that is asked to go a thousand kilometres
/// mostly meets a wall first. So where the whole motion would make the skin thicker than a
/// millimetre (or than the config's), a leg ends before the coordinates at which it must grow, and
/// the rest is another leg. `motion`: what is left of it.
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
    // Neighbouring numbers below a power of two are 2^-24 of it apart.
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

/// A start with the skin for coordinates up to `furthest`.
#[inline(always)]
fn from_to(shape: &Shape, from: Vec3, furthest: f32, config: &MoveConfig) -> Option<Start> {
    let least = (SKIN_ULPS * ulp(furthest)).max(LEAST_SKIN);
    let skin = f64::from(desired_skin(shape, config)).max(least);
    Some(Start { space: Space::new(shape, from, skin)?, skin, ulp: ulp(furthest) })
}

/// The skin that the config asks for. One thicker than the shape would make another shape of it,
/// whose nearest points say nothing about the bare one.
fn desired_skin(shape: &Shape, config: &MoveConfig) -> f32 {
    config.skin_width.min(shape.shortest_half_length())
}

/// The largest power of two that is not above `x` > 0.
fn power_of_two_below(x: f32) -> f32 {
    const MANTISSA: u32 = (1 << (f32::MANTISSA_DIGITS - 1)) - 1;
    f32::from_bits(x.to_bits() & !MANTISSA)
}

/// The largest coordinate that the surface of the mover can reach.
fn furthest(shape: &Shape, from: Vec3, displacement: Vec3) -> f32 {
    from.abs().max_element() + displacement.length() + shape.longest_half_length()
}

/// The distance from `x` >= 0 to the next f32.
pub(crate) fn ulp(x: f32) -> f64 {
    f64::from(x.next_up()) - f64::from(x)
}
