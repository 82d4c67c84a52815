//! Numbers and places that are often the same as others, or a hair beside them.

use sidle::{DVec3, Vec3};

use crate::random::Rng;

/// A coordinate in -2..2 for the most part: on a grid of half a metre, a bit or a hair beside it,
/// or anywhere; sometimes 1 km away, or as good as 0.
pub fn coordinate(rng: &mut Rng) -> f32 {
    let kind = rng.weighted(&[24, 4, 4, 8, 2, 2, 2]);
    let grid = |rng: &mut Rng| f32::from(rng.below(9) as i8 - 4) * 0.5;
    match kind {
        0 => grid(rng),
        1 => grid(rng).next_up(),
        2 => grid(rng) + rng.signed() * 1e-6,
        3 => 2.0 * rng.signed(),
        4 => 1000.0,
        5 => rng.signed() * 1e-30,
        _ => grid(rng).next_down(),
    }
}

/// Three coordinates.
pub fn place(rng: &mut Rng) -> Vec3 {
    Vec3::from([(); 3].map(|()| coordinate(rng)))
}

/// A unit vector: along an axis, diagonal, nearly along an axis, or any.
pub fn direction(rng: &mut Rng) -> DVec3 {
    let axis = DVec3::AXES[rng.below(3)];
    let sign = if rng.chance(128) { -1.0 } else { 1.0 };
    let d = match rng.weighted(&[3, 1, 1, 4]) {
        0 => axis,
        1 => axis + DVec3::AXES[rng.below(3)],
        2 => axis + any_vector(rng) * f64::from(rng.magnitude(1e-7, 1e-2)),
        _ => any_vector(rng),
    };
    d.try_normalize().unwrap_or(DVec3::Y) * sign
}

/// A unit vector at a right angle to `n`.
pub fn across(rng: &mut Rng, n: DVec3) -> DVec3 {
    n.cross(direction(rng)).try_normalize().unwrap_or_else(|| n.any_orthonormal_vector())
}

/// Two unit vectors at right angles: x and z for the most part, else any.
pub fn plane_axes(rng: &mut Rng) -> [DVec3; 2] {
    if !rng.chance(100) {
        return [DVec3::X, DVec3::Z];
    }
    let u = direction(rng);
    [u, across(rng, u)]
}

fn any_vector(rng: &mut Rng) -> DVec3 {
    DVec3::from([(); 3].map(|()| f64::from(rng.signed())))
}

/// `x`, or up to three units in the last place beside it, on every axis.
pub fn nudged(rng: &mut Rng, p: Vec3) -> Vec3 {
    if !rng.chance(128) {
        return p;
    }
    Vec3::from(p.to_array().map(|x| {
        let steps = rng.below(7) as i32 - 3;
        (0..steps.abs()).fold(x, |x, _| if steps > 0 { x.next_up() } else { x.next_down() })
    }))
}

/// A gap that may be none: 0, 1e-7, a part of a skin, a part of the body, more; below 0 it
/// overlaps.
pub fn gap(rng: &mut Rng, skin: f32, size: f32) -> f32 {
    match rng.weighted(&[4, 3, 4, 4, 4, 4, 1]) {
        0 => 0.0,
        1 => rng.magnitude(1e-9, 1e-6),
        2 => skin * 2.0 * rng.unit(),
        3 => skin,
        4 => size * rng.unit(),
        5 => size * 10.0 * rng.unit(),
        _ => -rng.magnitude(1e-9, 1e-1) * size,
    }
}
