//! The transform of a node: an affine map in `f64`, so that a deep node hierarchy is rounded only
//! once, at the end.

use gltf::json::scene::Node;

/// Three rows of four numbers: the linear part, then the translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Transform(pub(crate) [[f64; 4]; 3]);

impl Transform {
    pub(crate) const IDENTITY: Self =
        Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// Returns the local transform of a node. The error describes an invalid transform.
    pub(super) fn of_node(node: &Node) -> Result<Self, String> {
        let transform = match &node.matrix {
            Some(columns) => Self::from_columns(columns)?,
            None => Self::from_parts(
                node.translation.unwrap_or([0.0; 3]),
                node.rotation.unwrap_or_default().0,
                node.scale.unwrap_or([1.0; 3]),
            )?,
        };
        if transform.is_finite() { Ok(transform) } else { Err("the transform is not finite".into()) }
    }

    fn from_columns(columns: &[f32; 16]) -> Result<Self, String> {
        let m = columns.map(f64::from);
        if [m[3], m[7], m[11], m[15]] != [0.0, 0.0, 0.0, 1.0] {
            return Err("the last row of the matrix is not 0 0 0 1".into());
        }
        Ok(Self([0, 1, 2].map(|row| [m[row], m[row + 4], m[row + 8], m[row + 12]])))
    }

    fn from_parts(translation: [f32; 3], rotation: [f32; 4], scale: [f32; 3]) -> Result<Self, String> {
        let [x, y, z, w] = rotation.map(f64::from);
        // A quaternion stored as f32 never has a length of exactly 1. Dividing by its squared
        // length prevents it from scaling the level.
        let square = x * x + y * y + z * z + w * w;
        if (square.sqrt() - 1.0).abs() > OFF_UNIT {
            return Err("the rotation is not a unit quaternion".into());
        }
        // The diagonal uses sums of squares, not 1 minus squares, so that quarter and half turns
        // are exact.
        let rows = [
            [w * w + x * x - y * y - z * z, 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), w * w - x * x + y * y - z * z, 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), w * w - x * x - y * y + z * z],
        ]
        .map(|row| row.map(|x| x / square));
        let [sx, sy, sz] = scale.map(f64::from);
        let row = |i: usize| [rows[i][0] * sx, rows[i][1] * sy, rows[i][2] * sz, f64::from(translation[i])];
        Ok(Self([row(0), row(1), row(2)]))
    }

    /// Returns the transform that applies `inner` first, then `self`.
    pub(super) fn after(&self, inner: &Self) -> Self {
        Self(self.0.map(|row| {
            let mut product = [0.0, 0.0, 0.0, row[3]];
            for (factor, inner_row) in row.iter().zip(&inner.0) {
                for (sum, x) in product.iter_mut().zip(inner_row) {
                    *sum += factor * x;
                }
            }
            product
        }))
    }

    /// Returns true if every number is finite.
    pub(super) fn is_finite(&self) -> bool {
        self.0.iter().flatten().all(|x| x.is_finite())
    }

    /// Transforms a point and rounds it to f32. The result is not finite if it is out of range.
    pub(crate) fn apply(&self, point: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = point.map(f64::from);
        self.0.map(|row| (row[0] * x + row[1] * y + row[2] * z + row[3]) as f32)
    }

    /// Returns true if the transform mirrors, that is, if its determinant is negative.
    pub(crate) fn is_mirroring(&self) -> bool {
        let [a, b, c] = self.0;
        let determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]);
        determinant < 0.0
    }
}

/// Largest accepted deviation of the length of a quaternion from 1. Quantization to bytes, the
/// coarsest in use, deviates by less than 2 %. Larger deviations are not valid rotations.
const OFF_UNIT: f64 = 0.02;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_products() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let turn_and_move =
            Transform::from_parts([10.0, 0.0, 0.0], [0.0, half, 0.0, half], [1.0; 3]).unwrap();
        let scale = Transform::from_parts([0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [2.0, 3.0, 4.0]).unwrap();
        assert_eq!(scale.apply([1.0, 1.0, 1.0]), [2.0, 4.0, 4.0]);
        // A quarter turn about y takes x to -z and z to x.
        assert_eq!(turn_and_move.apply([1.0, 2.0, 3.0]), [13.0, 2.0, -1.0]);
        let both = turn_and_move.after(&scale);
        assert_eq!(both.apply([1.0, 1.0, 1.0]), [14.0, 4.0, -2.0]);
        assert_eq!(both.after(&Transform::IDENTITY), both);
        assert_eq!(Transform::IDENTITY.after(&both), both);
    }

    #[test]
    fn mirrors() {
        let scaled = |scale| Transform::from_parts([0.0; 3], [0.0, 0.0, 0.0, 1.0], scale).unwrap();
        assert!(scaled([-1.0, 1.0, 1.0]).is_mirroring());
        assert!(!scaled([-1.0, -1.0, 1.0]).is_mirroring());
        assert!(scaled([-1.0, -2.0, -1.0]).is_mirroring());
        assert!(!scaled([0.0, -2.0, -1.0]).is_mirroring());
    }
}
