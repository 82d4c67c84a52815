//! Maps of space: changes of signs, exchanges of axes, scaling by a power of two, and translation.

use sidle::{DVec3, FrictionLaw, MoveConfig, Quat, Shape, ShapeKind, Vec3};

use super::Case;

/// The map p -> scale * signs * (p with its axes exchanged) + shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    /// For each new axis, the index of the old one.
    pub axes: [usize; 3],
    /// 1 or -1 for each new axis.
    pub signs: [f32; 3],
    /// Scale factor, a power of two.
    pub scale: f32,
    /// Translation, in metres.
    pub shift: Vec3,
}

impl Default for Map {
    fn default() -> Self {
        Self { axes: [0, 1, 2], signs: [1.0; 3], scale: 1.0, shift: Vec3::ZERO }
    }
}

impl Map {
    /// Maps a vector.
    #[must_use]
    pub fn vector(&self, v: Vec3) -> Vec3 {
        self.normal(v) * self.scale
    }

    /// Maps a unit vector.
    #[must_use]
    pub fn normal(&self, v: Vec3) -> Vec3 {
        Vec3::from([0, 1, 2].map(|k| self.signs[k] * v[self.axes[k]]))
    }

    /// Maps a corner of a level.
    #[must_use]
    pub fn corner(&self, corner: Vec3) -> Vec3 {
        self.vector(corner) + self.shift
    }

    /// Maps a position.
    #[must_use]
    pub fn point(&self, p: DVec3) -> DVec3 {
        let turned = DVec3::from([0, 1, 2].map(|k| f64::from(self.signs[k]) * p[self.axes[k]]));
        turned * f64::from(self.scale) + self.shift.as_dvec3()
    }

    /// Returns true if `b` is the image of `a`. The sum with a shift is rounded, so the image of a
    /// computed position may differ by that.
    #[must_use]
    pub fn joins(&self, a: DVec3, b: DVec3) -> bool {
        let image = self.point(a);
        image == b || self.shift != Vec3::ZERO && image.distance(b) <= 1e-12 * image.length()
    }

    /// Returns -1 for a mirror, otherwise 1.
    fn handedness(&self) -> f32 {
        let [a, b, c] = self.axes;
        let even = (b + 3 - a) % 3 == 1 && (c + 3 - b) % 3 == 1;
        let [x, y, z] = self.signs;
        x * y * z * if even { 1.0 } else { -1.0 }
    }

    /// Maps a shape. A rotation about an axis becomes a rotation about the mapped axis; a mirror
    /// reverses its direction.
    #[must_use]
    pub fn shape(&self, shape: &Shape) -> Shape {
        match shape.kind() {
            ShapeKind::Point => Shape::point(),
            ShapeKind::Sphere { radius } => Shape::sphere(radius * self.scale),
            ShapeKind::Ellipsoid { radii } => {
                let radii = Vec3::from(self.axes.map(|k| radii[k])) * self.scale;
                Shape::ellipsoid(radii).with_rotation(self.rotation(shape.rotation()))
            }
            ShapeKind::Capsule { radius, height } => {
                let rotation = self.rotation_of_core(shape.rotation());
                Shape::capsule(radius * self.scale, height * self.scale).with_rotation(rotation)
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }

    fn rotation(&self, rotation: Quat) -> Quat {
        let axis = Vec3::new(rotation.x, rotation.y, rotation.z);
        let axis = self.normal(axis) * self.handedness();
        Quat::from_xyzw(axis.x, axis.y, axis.z, rotation.w)
    }

    /// Returns a rotation of a capsule whose core is the image of the core of `rotation`.
    ///
    /// The core lies along the image of y. Many rotations have this core; their matrices differ by
    /// roundings. The function tries a few and returns the one with the most accurate core.
    fn rotation_of_core(&self, rotation: Quat) -> Quat {
        let target = self.wide_normal(core_direction(rotation));
        let image = self.rotation(rotation);
        // Rotations of y onto the image of y or its opposite, with exact components.
        let flips = match self.axes {
            [1, ..] => [Quat::from_xyzw(0.0, 0.0, -1.0, 1.0), Quat::from_xyzw(0.0, 0.0, 1.0, 1.0)],
            [_, 1, _] => [Quat::IDENTITY, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0)],
            _ => [Quat::from_xyzw(1.0, 0.0, 0.0, 1.0), Quat::from_xyzw(-1.0, 0.0, 0.0, 1.0)],
        };
        let twists = [[0.0, 1.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [1.0, 3.0]];
        let twists = twists.map(|[y, w]| Quat::from_xyzw(0.0, y, 0.0, w));
        let all = flips.iter().flat_map(|&flip| twists.map(|twist| product(product(image, flip), twist)));
        let error = |q: &Quat| (core_direction(*q) - target).length();
        all.min_by(|a, b| error(a).total_cmp(&error(b))).unwrap_or(image)
    }

    /// Returns true if the mapped shape is the image of the shape to the last bit. Only rotated
    /// capsules can be inexact.
    #[must_use]
    pub fn is_exact_for(&self, shape: &Shape) -> bool {
        let is_capsule = matches!(shape.kind(), ShapeKind::Capsule { .. });
        let core = core_direction(self.shape(shape).rotation());
        !is_capsule || core == self.wide_normal(core_direction(shape.rotation()))
    }

    fn wide_normal(&self, v: DVec3) -> DVec3 {
        DVec3::from([0, 1, 2].map(|k| f64::from(self.signs[k]) * v[self.axes[k]]))
    }

    /// Maps a move.
    #[must_use]
    pub fn case(&self, case: &Case) -> Case {
        let config = &case.config;
        // The coefficient of drag is per metre.
        let per_metre = match config.friction_law {
            FrictionLaw::Coulomb => 1.0,
            FrictionLaw::Drag => self.scale,
        };
        Case {
            shape: self.shape(&case.shape),
            config: MoveConfig {
                skin_width: config.skin_width * self.scale,
                friction_scale: config.friction_scale / per_metre,
                ..*config
            },
            from: self.point(case.from),
            motion: self.vector(case.motion),
        }
    }
}

/// Returns the direction of a capsule's core, with the roundings of the library: the y axis of the
/// rotation matrix of a quaternion of any length.
fn core_direction(rotation: Quat) -> DVec3 {
    let [x, y, z, w] = rotation.to_array().map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    DVec3::new(s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w))
}

/// Returns the product of two quaternions of any length. It is exact for small whole numbers.
fn product(a: Quat, b: Quat) -> Quat {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a.to_array(), b.to_array());
    Quat::from_xyzw(
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
}

#[cfg(test)]
mod tests {
    use sidle::Quat;

    use super::{DVec3, Map, Shape, core_direction};

    /// An upright or lying core maps to exactly the permuted axis, under every map.
    #[test]
    fn cores_along_axes_map_exactly() {
        let rotations = [
            Quat::IDENTITY,
            Quat::from_xyzw(0.0, 0.0, 1.0, 1.0),
            Quat::from_xyzw(0.0, 0.0, -1.0, 1.0),
            Quat::from_xyzw(1.0, 0.0, 0.0, 1.0),
        ];
        let cores = [DVec3::Y, DVec3::NEG_X, DVec3::X, DVec3::Z];
        let orders = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
        for (rotation, core) in rotations.into_iter().zip(cores) {
            assert_eq!(core_direction(rotation), core);
            for (axes, signs) in orders.into_iter().flat_map(|axes| {
                (0..8).map(move |i| (axes, [0, 1, 2].map(|k| if i >> k & 1 == 0 { 1.0 } else { -1.0 })))
            }) {
                let map = Map { axes, signs, ..Map::default() };
                let shape = Shape::capsule(0.2, 1.0).with_rotation(rotation);
                let image = core_direction(map.shape(&shape).rotation());
                assert_eq!(image, map.wide_normal(core), "{map:?} of {core}");
                assert!(map.is_exact_for(&shape));
            }
        }
    }
}
