//! Generates the starts and motions of moves. Starts are in contact, just off the surface or free.
//! Motions graze, run along the surface, run head-on, or are zero.

use sidle::{DVec3, Motion, Shape, Vec3};

use super::body::{from_touch_to_centre, least_of, size_of};
use super::number::{across, direction, gap, nudged, place};
use super::scene::{Polygon, Yard};
use crate::random::Rng;

/// A point on the surface of a world.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Position, in metres.
    pub point: DVec3,
    /// Unit vector that points away from the surface; at an edge or corner, one of the possible
    /// normals.
    pub normal: DVec3,
    /// Unit vector along the surface or its edge.
    pub along: DVec3,
}

/// Picks a corner, a point on an edge, or a point inside a polygon.
pub fn mark(rng: &mut Rng, polygons: &[Polygon]) -> Mark {
    let Some(Polygon { corners, .. }) = polygons.get(rng.below(polygons.len())) else {
        return Mark { point: DVec3::ZERO, normal: DVec3::Y, along: DVec3::X };
    };
    let i = rng.below(corners.len());
    let [a, b, c] = [0, 1, 2].map(|k| corners[(i + k) % corners.len()].as_dvec3());
    let along = (b - a).try_normalize().unwrap_or(DVec3::X);
    let face = (b - a).cross(c - a).try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
    let face = if rng.chance(100) { -face } else { face };
    let share = f64::from(rng.unit());
    let (point, normal) = match rng.weighted(&[4, 3, 2]) {
        0 => (a + ((b - a) * (1.0 - f64::from(rng.unit())) + (c - b)) * (share * 0.99 + 0.005), face),
        1 => (a + (b - a) * share, tilted(rng, face, along)),
        _ => {
            let edge = direction(rng);
            (a, tilted(rng, face, edge))
        }
    };
    Mark { point, normal, along }
}

/// Returns the normal of the face, or that normal turned about the edge `along`.
fn tilted(rng: &mut Rng, face: DVec3, along: DVec3) -> DVec3 {
    let turned = face + along.cross(face) * f64::from(rng.signed_unit()) * 2.0;
    if rng.chance(170) { turned.try_normalize().unwrap_or(face) } else { face }
}

/// Returns a start near `mark`: in contact, off by a few units in the last place, within the skin,
/// or at a distance. Sometimes returns an arbitrary place.
pub fn start(rng: &mut Rng, shape: &Shape, skin: f32, mark: &Mark, yard: &Yard) -> DVec3 {
    if rng.chance(40) {
        return (yard.shift + place(rng) * yard.scale).as_dvec3();
    }
    let out = from_touch_to_centre(shape, mark.normal);
    let gap = f64::from(gap(rng, skin, size_of(shape)));
    let at = (mark.point + out + mark.normal * gap).as_vec3();
    nudged(rng, at).as_dvec3()
}

/// Returns a motion for a body at `from`; `mark` is the target to hit or to pass.
pub fn motion(rng: &mut Rng, from: DVec3, shape: &Shape, mark: &Mark, yard: &Yard) -> Motion {
    let displacement = displacement(rng, from, shape, mark, yard.scale);
    match rng.weighted(&[14, 1, 1]) {
        0 => Motion::displacement(displacement, 1.0),
        1 => Motion { displacement, velocity: displacement * 60.0 },
        _ => {
            let velocity = place(rng) * rng.pick(&[1.0, 1e-20, 1e20, 3e35]);
            Motion { displacement, velocity }
        }
    }
}

/// Length of a motion, in smallest half lengths of the body, at which the skin becomes as thick as
/// that half length. The skin is at least four units in the last place of the coordinates in use.
const SKIN_AS_THICK: f32 = 4_194_304.0;

/// Returns a motion that passes `mark` and goes far beyond it. Its skin ranges from thin to much
/// thicker than the body.
pub fn long_motion(rng: &mut Rng, from: DVec3, shape: &Shape, mark: &Mark) -> Vec3 {
    let to = mark.point - from;
    let aside = direction(rng) * f64::from(size_of(shape)) * f64::from(rng.unit());
    let length = least_of(shape) * SKIN_AS_THICK * rng.magnitude(0.015_625, 64.0);
    ((to + aside).normalize_or_zero() * f64::from(length.min(1e7))).as_vec3()
}

fn displacement(rng: &mut Rng, from: DVec3, shape: &Shape, mark: &Mark, scale: f32) -> Vec3 {
    let size = size_of(shape);
    let to = mark.point - from;
    let far = |rng: &mut Rng| f64::from(size * rng.pick(&[1.0, 0.1, 4.0, 30.0]));
    let v = match rng.weighted(&[8, 4, 5, 4, 4, 2, 2, 1, 1, 3, 1]) {
        0 => return place(rng) * scale,
        // Towards the mark, stopping short of it or going past it.
        1 => to * f64::from(rng.range(0.5, 2.0)),
        // Past the mark, at a distance of about the size of the body.
        2 => {
            let aside = across(rng, to.try_normalize().unwrap_or(DVec3::X));
            let off = f64::from(size) * (1.0 + f64::from(rng.pick(&[0.0_f32, 1e-7, -1e-7, 1e-3, -1e-2])));
            (to + aside * off) * f64::from(rng.range(0.5, 3.0))
        }
        // Along the surface, or slightly into it or away from it.
        3 => {
            let dip = f64::from(rng.pick(&[0.0_f32, -1e-7, 1e-7, -1e-3, -0.1]));
            (mark.along + mark.normal * dip) * far(rng)
        }
        4 => -mark.normal * far(rng),
        5 => direction(rng) * f64::from(rng.magnitude(1e-7, 1e-2)),
        6 => direction(rng) * f64::from(rng.magnitude(30.0, 3e4)),
        7 => DVec3::ZERO,
        8 => return place(rng) * 1e-39,
        9 => return long_motion(rng, from, shape, mark),
        _ => return place(rng) * rng.pick(&[1e30, 1e38, f32::INFINITY, f32::NAN, 1e7]),
    };
    v.as_vec3()
}
