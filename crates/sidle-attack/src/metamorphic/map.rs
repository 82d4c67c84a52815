//! Maps of space: changes of signs, exchanges of axes, scaling by a power of two, and translation.

use sidle::{FrictionLaw, MoveConfig, Quat, Shape, ShapeKind, Vec3};

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

    /// Maps a point.
    #[must_use]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.vector(p) + self.shift
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
                // The core lies along the image of y.
                let along = Vec3::from(self.axes.map(|k| if k == 1 { 1.0 } else { 0.0 }));
                let rotation = self.rotation(shape.rotation());
                let rotation = match along.y > 0.0 {
                    true => rotation,
                    false => rotation * Quat::from_rotation_arc(Vec3::Y, along),
                };
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
