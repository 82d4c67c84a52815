//! Where things go: signs, axes, a power of two, a translation.

use sidle::{FrictionLaw, MoveConfig, Quat, Shape, ShapeKind, Vec3};

use super::Case;

/// p -> scale * signs * (p with its axes exchanged) + shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Map {
    /// Which axis each new one was before.
    pub axes: [usize; 3],
    /// 1 or -1 for each new axis.
    pub signs: [f32; 3],
    /// A power of two.
    pub scale: f32,
    /// Metres.
    pub shift: Vec3,
}

impl Default for Map {
    fn default() -> Self {
        Self { axes: [0, 1, 2], signs: [1.0; 3], scale: 1.0, shift: Vec3::ZERO }
    }
}

impl Map {
    /// A vector.
    #[must_use]
    pub fn vector(&self, v: Vec3) -> Vec3 {
        self.normal(v) * self.scale
    }

    /// A unit vector.
    #[must_use]
    pub fn normal(&self, v: Vec3) -> Vec3 {
        Vec3::from([0, 1, 2].map(|k| self.signs[k] * v[self.axes[k]]))
    }

    /// A place.
    #[must_use]
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.vector(p) + self.shift
    }

    /// -1 for a mirror.
    fn handedness(&self) -> f32 {
        let [a, b, c] = self.axes;
        let even = (b + 3 - a) % 3 == 1 && (c + 3 - b) % 3 == 1;
        let [x, y, z] = self.signs;
        x * y * z * if even { 1.0 } else { -1.0 }
    }

    /// A shape. A rotation about an axis becomes that about the image of the axis, the other way
    /// round in a mirror.
    #[must_use]
    pub fn shape(&self, shape: &Shape) -> Shape {
        match shape.kind() {
            ShapeKind::Point => Shape::point(),
            ShapeKind::Sphere { radius } => Shape::sphere(radius * self.scale),
            ShapeKind::Ellipsoid { radii } => {
                let rotation = shape.rotation();
                let axis = Vec3::new(rotation.x, rotation.y, rotation.z);
                let axis = self.normal(axis) * self.handedness();
                let radii = Vec3::from(self.axes.map(|k| radii[k])) * self.scale;
                Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(axis.x, axis.y, axis.z, rotation.w))
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }

    /// A move.
    #[must_use]
    pub fn case(&self, case: &Case) -> Case {
        let config = &case.config;
        // Drag is counted per metre.
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
