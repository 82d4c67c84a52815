//! Generates numbers and places that often coincide with others or lie very close to them.

use sidle::{DVec3, Vec3};

use crate::random::Rng;

/// Generates a coordinate, usually in -2..2: on a grid of half a metre, one unit in the last place
/// or 1e-6 beside it, or arbitrary. Sometimes returns 1000 (1 km) or a value close to 0.
pub fn coordinate(rng: &mut Rng) -> f32 {
    let kind = rng.weighted(&[24, 4, 4, 8, 2, 2, 2]);
    let grid = |rng: &mut Rng| f32::from(rng.below(9) as i8 - 4) * 0.5;
    match kind {
        0 => grid(rng),
        1 => grid(rng).next_up(),
        2 => grid(rng) + rng.signed_unit() * 1e-6,
        3 => 2.0 * rng.signed_unit(),
        4 => 1000.0,
        5 => rng.signed_unit() * 1e-30,
        _ => grid(rng).next_down(),
    }
}

/// Generates a point from three random coordinates.
pub fn place(rng: &mut Rng) -> Vec3 {
    Vec3::from([(); 3].map(|()| coordinate(rng)))
}

/// Generates a unit vector: along an axis, diagonal, nearly along an axis, or arbitrary.
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

/// Generates a unit vector perpendicular to `n`.
pub fn across(rng: &mut Rng, n: DVec3) -> DVec3 {
    n.cross(direction(rng)).try_normalize().unwrap_or_else(|| n.any_orthonormal_vector())
}

/// Generates two perpendicular unit vectors: usually x and z, otherwise arbitrary.
pub fn plane_axes(rng: &mut Rng) -> [DVec3; 2] {
    if !rng.chance(100) {
        return [DVec3::X, DVec3::Z];
    }
    let u = direction(rng);
    [u, across(rng, u)]
}

fn any_vector(rng: &mut Rng) -> DVec3 {
    DVec3::from([(); 3].map(|()| f64::from(rng.signed_unit())))
}

/// Returns `p`, or `p` with each coordinate changed by up to three units in the last place.
pub fn nudged(rng: &mut Rng, p: Vec3) -> Vec3 {
    if !rng.chance(128) {
        return p;
    }
    Vec3::from(p.to_array().map(|x| {
        let steps = rng.below(7) as i32 - 3;
        (0..steps.abs()).fold(x, |x, _| if steps > 0 { x.next_up() } else { x.next_down() })
    }))
}

/// Generates a gap in metres: zero, tiny, a fraction of the skin, a fraction of the body, or
/// larger. A negative gap is an overlap.
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
