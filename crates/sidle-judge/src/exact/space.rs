//! The space in which a body is a ball, in integers.

use num_bigint::BigInt;

use super::whole::{Unit, W, dot, sign, sub};
use crate::body::Body;
use crate::triangle::Triangle;
use crate::vector::{V, is_finite};

/// A body at a position, and a triangle: the body is a ball of radius `level` around the origin.
///
/// For a sphere the coordinates are relative to its centre. For an ellipsoid they are those of the
/// space of the unit sphere, `y_i = axis_i . (p - centre) / R_i`. This space is scaled by the
/// squared length s of the quaternion and by all three radii. Then no division is left: `s axis_i`
/// is a polynomial in the quaternion, and `R_1 R_2 R_3 / R_i` is a product. For a capsule,
/// everything is scaled by s.
pub(super) struct Space {
    pub(super) triangle: [W; 3],
    /// End of the centre's path, relative to its start.
    pub(super) to: W,
    pub(super) level: BigInt,
    /// Half the core, if it is not a point.
    pub(super) core: Option<W>,
}

impl Space {
    /// Returns `None` if a number is not finite, if a size is negative (or zero, for the radius of
    /// an ellipsoid), or if a quaternion is zero.
    pub(super) fn new(body: &Body, centre: V, to: V, triangle: &Triangle) -> Option<Space> {
        let lengths = lengths_of(body)?;
        if !is_finite(centre) || !is_finite(to) || !triangle.iter().all(|corner| is_finite(*corner)) {
            return None;
        }
        let unit = Unit::of([centre, to, lengths].into_iter().chain(*triangle).flatten());
        let centre = unit.vector(centre);
        let relative = |p: V| sub(&unit.vector(p), &centre);
        let (corners, to) = (triangle.map(relative), relative(to));
        Some(match *body {
            Body::Point | Body::Sphere { .. } => {
                Space { triangle: corners, to, level: unit.whole(lengths[0]), core: None }
            }
            Body::Ellipsoid { rotation, .. } => {
                let (axes, squared) = axes_of(rotation);
                let r = unit.vector(lengths);
                let others = [&r[1] * &r[2], &r[2] * &r[0], &r[0] * &r[1]];
                let map = |p: &W| [0, 1, 2].map(|i| &others[i] * dot(&axes[i], p));
                let level = squared * &others[0] * &r[0];
                Space { triangle: corners.each_ref().map(map), to: map(&to), level, core: None }
            }
            Body::Capsule { rotation, .. } => {
                let (core, squared) = core_of(unit, lengths, rotation);
                let map = |p: &W| p.each_ref().map(|x| x * &squared);
                let level = &squared * unit.whole(lengths[0]);
                let core = core.iter().any(|x| sign(x) != 0).then_some(core);
                Space { triangle: corners.each_ref().map(map), to: map(&to), level, core }
            }
        })
    }
}

/// Returns half the core of a capsule times the squared length of its quaternion, and that squared
/// length. `lengths` are those of [`lengths_of`].
pub(super) fn core_of(unit: Unit, lengths: V, rotation: [f64; 4]) -> (W, BigInt) {
    let ([_, axis, _], squared) = axes_of(rotation);
    let half = unit.whole(lengths[1]) + unit.whole(lengths[2]);
    (axis.map(|x| x * &half), squared)
}

/// Returns the radii along the body's axes; for a capsule its radius and both terms of the half
/// core. Returns `None` if a size or the rotation is invalid.
pub(super) fn lengths_of(body: &Body) -> Option<V> {
    let turns = |q: [f64; 4]| q.iter().all(|x| x.is_finite()) && q.iter().any(|x| *x != 0.0);
    let (lengths, sound) = match *body {
        Body::Point => ([0.0; 3], true),
        Body::Sphere { radius } => ([radius; 3], radius >= 0.0),
        Body::Ellipsoid { radii, rotation } => (radii, turns(rotation) && radii.iter().all(|r| *r > 0.0)),
        Body::Capsule { radius, half_core: [a, b], rotation } => {
            // The sign of a sum is exact. The rounded sum must be finite too.
            let sound = (0.0..f64::INFINITY).contains(&(a + b));
            ([radius, a, b], sound && radius >= 0.0 && turns(rotation))
        }
    };
    (sound && is_finite(lengths)).then_some(lengths)
}

/// Returns the body's x, y and z axes in the world, each times the squared length of the
/// quaternion, and that squared length.
pub(super) fn axes_of(rotation: [f64; 4]) -> ([W; 3], BigInt) {
    let unit = Unit::of(rotation);
    let [x, y, z, w] = rotation.map(|q| unit.whole(q));
    let two = |a: BigInt| a << 1;
    let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
    let (xy, xz, yz) = (&x * &y, &x * &z, &y * &z);
    let (wx, wy, wz) = (&w * &x, &w * &y, &w * &z);
    let axes = [
        [&ww + &xx - &yy - &zz, two(&xy + &wz), two(&xz - &wy)],
        [two(&xy - &wz), &ww - &xx + &yy - &zz, two(&yz + &wx)],
        [two(&xz + &wy), two(&yz - &wx), &ww - &xx - &yy + &zz],
    ];
    (axes, xx + yy + zz + ww)
}
