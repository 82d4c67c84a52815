//! Sine and cosine from + - * / alone, for every value that enters a vertex. The standard library's
//! results may differ between platforms.

use std::f64::consts::{FRAC_PI_2, PI};

/// Converts degrees to radians.
#[must_use]
pub fn degrees(angle: f64) -> f64 {
    angle * (PI / 180.0)
}

/// Returns the sine and cosine of an angle in radians, within 1e-15 for angles up to a few turns.
///
/// Uses Taylor's series after subtracting quarter turns; at 45 degrees its first omitted term is
/// below 1e-18.
#[must_use]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let quarters = (angle / FRAC_PI_2).round();
    let x = angle - quarters * FRAC_PI_2;
    let square = x * x;
    let (mut sin, mut cos) = (0.0, 0.0);
    for k in (0..9).rev() {
        let n = f64::from(2 * k);
        cos = 1.0 - square / ((n + 1.0) * (n + 2.0)) * cos;
        sin = 1.0 - square / ((n + 2.0) * (n + 3.0)) * sin;
    }
    let sin = x * sin;
    match (quarters as i64).rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Returns the rows of the rotation that yaws about y, then pitches about x, then rolls about z;
/// angles are in radians.
#[must_use]
pub fn rotation(yaw: f64, pitch: f64, roll: f64) -> [[f64; 3]; 3] {
    let (sy, cy) = sin_cos(yaw);
    let (sp, cp) = sin_cos(pitch);
    let (sr, cr) = sin_cos(roll);
    [
        [cy * cr + sy * sp * sr, sy * sp * cr - cy * sr, sy * cp],
        [cp * sr, cp * cr, -sp],
        [cy * sp * sr - sy * cr, sy * sr + cy * sp * cr, cy * cp],
    ]
}

#[cfg(test)]
mod tests {
    use super::{degrees, rotation, sin_cos};
    use crate::vec3::{cross, dot, length, sub};

    #[test]
    fn agrees_with_the_standard_library() {
        for i in -2000..2000 {
            let angle = f64::from(i) * 0.005;
            let (sin, cos) = sin_cos(angle);
            assert!((sin - angle.sin()).abs() < 2e-15 && (cos - angle.cos()).abs() < 2e-15, "{angle}");
        }
        assert_eq!(sin_cos(degrees(90.0)), (1.0, -0.0));
    }

    #[test]
    fn rotations_are_proper() {
        let [x, y, z] = rotation(0.3, -1.1, 2.5);
        for pair in [(x, y), (y, z), (z, x)] {
            assert!(dot(pair.0, pair.1).abs() < 1e-15);
        }
        assert!(length(sub(cross(x, y), z)) < 1e-15);
    }
}
