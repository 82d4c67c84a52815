//! Generates poses and motions of instances, valid and invalid.

use sidle::{DQuat, DVec3, Pose};

use crate::adversarial::number;
use crate::random::Rng;

/// Generates a pose: usually a valid one near the origin; otherwise with numbers that are not
/// finite, zero, negative, huge or tiny.
pub(super) fn pose(rng: &mut Rng) -> Pose {
    let translation = DVec3::from([(); 3].map(|()| coordinate(rng)));
    Pose { translation, rotation: rotation(rng), scale: scale(rng) }
}

/// Generates a pose that an instance moves to from this pose.
pub(super) fn next(rng: &mut Rng, from: &Pose) -> Pose {
    let mut to = *from;
    match rng.weighted(&[12, 8, 4, 1, 1, 1]) {
        0 => to.translation += DVec3::from([(); 3].map(|()| 0.25 * f64::from(rng.signed_unit()))),
        1 => {
            to.translation += DVec3::from([(); 3].map(|()| f64::from(rng.signed_unit())));
            to.rotation = turned(rng, from.rotation);
        }
        2 => to.rotation = turned(rng, from.rotation),
        3 => to.translation += DVec3::from([(); 3].map(|()| f64::from(rng.signed_unit()) * 1e4)),
        4 => to.scale = scale(rng),
        _ => to = pose(rng),
    }
    to
}

/// Turns by a small angle, by a large one, by half a turn, nearly half a turn, or more.
fn turned(rng: &mut Rng, from: DQuat) -> DQuat {
    let axis = number::direction(rng);
    // The sine and cosine of half the angle, times any factor.
    let (sine, cosine) = match rng.weighted(&[16, 1, 1, 1, 1]) {
        0 => (0.05 * f64::from(rng.signed_unit()), 1.0),
        1 => (f64::from(rng.signed_unit()), f64::from(rng.unit())),
        2 => (1.0, 0.0),
        3 => (1.0, 1e-8 * f64::from(rng.signed_unit())),
        _ => (f64::from(rng.signed_unit()), -1.0),
    };
    DQuat::from_xyzw(axis.x * sine, axis.y * sine, axis.z * sine, cosine) * from
}

fn coordinate(rng: &mut Rng) -> f64 {
    match rng.weighted(&[90, 4, 1, 1]) {
        0 => f64::from(number::coordinate(rng)),
        1 => f64::from(number::coordinate(rng)) + 1e-9,
        2 => rng.pick(&[16_777_215.0, 16_777_216.0, -16_777_217.0, 1e5, 1e300]),
        _ => rng.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MIN_POSITIVE]),
    }
}

fn rotation(rng: &mut Rng) -> DQuat {
    let mut number = || f64::from(rng.signed_unit());
    let any = [number(), number(), number(), number()];
    match rng.weighted(&[16, 10, 1, 1, 1, 1]) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_array(any),
        2 => DQuat::from_array(any) * 1e-150,
        3 => DQuat::from_array(any) * 1e150,
        4 => DQuat::from_xyzw(0.0, 0.0, 0.0, rng.pick(&[0.0, f64::NAN, f64::INFINITY, -1.0])),
        _ => DQuat::from_array(rng.pick(&[
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 1e-12],
            [0.0, 0.0, 1.0, 1.0],
            [1e-9, 0.0, 0.0, 1.0],
        ])),
    }
}

fn scale(rng: &mut Rng) -> f64 {
    match rng.weighted(&[24, 12, 1, 1]) {
        0 => 1.0,
        1 => rng.pick(&[0.5, 2.0, 1.0 + 1e-12, 0.1, 7.0]),
        2 => rng.pick(&[1e-6, 1e6, 1e-3, 1e3]),
        _ => rng.pick(&[0.0, -1.0, f64::NAN, f64::INFINITY, 1e7, 1e-7, -0.0, f64::MIN_POSITIVE]),
    }
}
