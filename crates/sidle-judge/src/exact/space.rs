//! The space in which a body is a ball, in integers.

use num_bigint::BigInt;

use super::whole::{Unit, W, dot, sub};
use crate::body::Body;
use crate::triangle::Triangle;
use crate::vector::{V, is_finite};

/// A body at a position, and a triangle: the body is a ball of radius `level` around the origin.
///
/// For a sphere the coordinates are relative to its centre. For an ellipsoid they are those of the
/// space of the unit sphere, `y_i = axis_i . (p - centre) / R_i`. This space is scaled by the
/// squared length s of the quaternion and by all three radii. Then no division is left: `s axis_i`
/// is a polynomial in the quaternion, and `R_1 R_2 R_3 / R_i` is a product.
pub(super) struct Space {
    pub(super) triangle: [W; 3],
    /// End of the centre's path, relative to its start.
    pub(super) to: W,
    pub(super) level: BigInt,
}

impl Space {
    /// Returns `None` if a number is not finite, or if an ellipsoid has a radius or a quaternion of
    /// zero.
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
                Space { triangle: corners, to, level: unit.whole(lengths[0]) }
            }
            Body::Ellipsoid { rotation, .. } => {
                let (axes, squared) = axes_of(rotation);
                let r = unit.vector(lengths);
                let others = [&r[1] * &r[2], &r[2] * &r[0], &r[0] * &r[1]];
                let map = |p: &W| [0, 1, 2].map(|i| &others[i] * dot(&axes[i], p));
                let level = squared * &others[0] * &r[0];
                Space { triangle: corners.each_ref().map(map), to: map(&to), level }
            }
        })
    }
}

/// Returns the radii along the body's axes, or `None` if a size or the rotation is invalid.
pub(super) fn lengths_of(body: &Body) -> Option<V> {
    let (lengths, sound) = match *body {
        Body::Point => ([0.0; 3], true),
        Body::Sphere { radius } => ([radius; 3], radius >= 0.0),
        Body::Ellipsoid { radii, rotation } => {
            let turns = rotation.iter().all(|x| x.is_finite()) && rotation.iter().any(|x| *x != 0.0);
            (radii, turns && radii.iter().all(|r| *r > 0.0))
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
