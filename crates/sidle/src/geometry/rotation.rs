//! Rotation matrices of quaternions.

use glam::{DMat3, DVec3};

use crate::tolerance::LEAST_QUATERNION;

/// Returns the rotation matrix of a quaternion of any length, without square roots. Returns `None`
/// if the squared length is not finite, or not above `LEAST_QUATERNION`.
pub(crate) fn rotation_matrix([x, y, z, w]: [f64; 4]) -> Option<DMat3> {
    let n = x * x + y * y + z * z + w * w;
    if !(n.is_finite() && n > LEAST_QUATERNION) {
        return None;
    }
    let s = 2.0 / n;
    Some(DMat3::from_cols(
        DVec3::new(1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)),
        DVec3::new(s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)),
        DVec3::new(s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)),
    ))
}
