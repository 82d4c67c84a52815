//! Numbers and places that are often the same as others, or a hair beside them.

use sidle::{DVec3, Vec3};

use crate::random::Dice;

/// A coordinate in -2..2 for the most part: on a grid of half a metre, a bit or a hair beside it,
/// or anywhere; sometimes 1 km away, or as good as 0.
pub fn coordinate(dice: &mut Dice) -> f32 {
    let kind = dice.weighted(&[24, 4, 4, 8, 2, 2, 2]);
    let grid = |dice: &mut Dice| f32::from(dice.below(9) as i8 - 4) * 0.5;
    match kind {
        0 => grid(dice),
        1 => grid(dice).next_up(),
        2 => grid(dice) + dice.signed() * 1e-6,
        3 => 2.0 * dice.signed(),
        4 => 1000.0,
        5 => dice.signed() * 1e-30,
        _ => grid(dice).next_down(),
    }
}

/// Three coordinates.
pub fn place(dice: &mut Dice) -> Vec3 {
    Vec3::from([(); 3].map(|()| coordinate(dice)))
}

/// A unit vector: along an axis, diagonal, nearly along an axis, or any.
pub fn direction(dice: &mut Dice) -> DVec3 {
    let axis = DVec3::AXES[dice.below(3)];
    let sign = if dice.chance(128) { -1.0 } else { 1.0 };
    let d = match dice.weighted(&[3, 1, 1, 4]) {
        0 => axis,
        1 => axis + DVec3::AXES[dice.below(3)],
        2 => axis + any_vector(dice) * f64::from(dice.magnitude(1e-7, 1e-2)),
        _ => any_vector(dice),
    };
    d.try_normalize().unwrap_or(DVec3::Y) * sign
}

/// A unit vector at a right angle to `n`.
pub fn across(dice: &mut Dice, n: DVec3) -> DVec3 {
    n.cross(direction(dice)).try_normalize().unwrap_or_else(|| n.any_orthonormal_vector())
}

/// Two unit vectors at right angles: x and z for the most part, else any.
pub fn plane_axes(dice: &mut Dice) -> [DVec3; 2] {
    if !dice.chance(100) {
        return [DVec3::X, DVec3::Z];
    }
    let u = direction(dice);
    [u, across(dice, u)]
}

fn any_vector(dice: &mut Dice) -> DVec3 {
    DVec3::from([(); 3].map(|()| f64::from(dice.signed())))
}

/// `x`, or up to three units in the last place beside it, on every axis.
pub fn nudged(dice: &mut Dice, p: Vec3) -> Vec3 {
    if !dice.chance(128) {
        return p;
    }
    Vec3::from(p.to_array().map(|x| {
        let steps = dice.below(7) as i32 - 3;
        (0..steps.abs()).fold(x, |x, _| if steps > 0 { x.next_up() } else { x.next_down() })
    }))
}

/// A gap that may be none: 0, 1e-7, a part of a skin, a part of the body, more; below 0 it
/// overlaps.
pub fn gap(dice: &mut Dice, skin: f32, size: f32) -> f32 {
    match dice.weighted(&[4, 3, 4, 4, 4, 4, 1]) {
        0 => 0.0,
        1 => dice.magnitude(1e-9, 1e-6),
        2 => skin * 2.0 * dice.unit(),
        3 => skin,
        4 => size * dice.unit(),
        5 => size * 10.0 * dice.unit(),
        _ => -dice.magnitude(1e-9, 1e-1) * size,
    }
}
