//! Bodies, and for each of them the space in which it is a ball.

use crate::triangle::{Triangle, closest_to_origin, unit_normal};
use crate::vector::{V, add, direction, dot, length, scale, sub};

/// Shape of a moving body, relative to its centre. Lengths are in metres and finite; radii of
/// ellipsoids are above zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// A point: the centre alone.
    Point,
    /// A ball.
    Sphere {
        /// Radius in metres, zero or more.
        radius: f64,
    },
    /// An ellipsoid with any rotation.
    Ellipsoid {
        /// Semi-axes along the body's x, y and z in metres, above zero.
        radii: V,
        /// Rotation as a quaternion `[x, y, z, w]` of any length above zero. The rotation is the
        /// quaternion's matrix divided by its squared length.
        rotation: [f64; 4],
    },
}

impl Body {
    /// Returns the body with every radius longer by `skin` metres (a point becomes a ball).
    pub fn inflated(&self, skin: f64) -> Body {
        match *self {
            Body::Point => Body::Sphere { radius: skin },
            Body::Sphere { radius } => Body::Sphere { radius: radius + skin },
            Body::Ellipsoid { radii, rotation } => {
                Body::Ellipsoid { radii: radii.map(|radius| radius + skin), rotation }
            }
        }
    }

    pub(crate) fn frame(&self) -> Frame {
        match *self {
            Body::Point => Frame::ball(0.0),
            Body::Sphere { radius } => Frame::ball(radius),
            Body::Ellipsoid { radii, rotation } => Frame::ellipsoid(radii, rotation),
        }
    }
}

/// The linear space in which the body is a ball of radius `level` around the origin. For a sphere
/// it is in metres, for an ellipsoid it is the space of the unit sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Rows of the matrix that transforms world vectors to the frame.
    rows: [V; 3],
    pub(crate) level: f64,
    /// Half the size of the body's bounding box, in metres.
    pub(crate) half: V,
    /// Metres per unit of the frame in its shortest direction.
    pub(crate) shortest: f64,
    /// A triangle whose gap is g has a point within `half + stretch g` of the centre.
    pub(crate) stretch: f64,
}

/// The position of one triangle relative to the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Gap in metres along `normal`; see [`crate::Clearance::gap`].
    pub(crate) gap: f64,
    /// Unit vector in world space, from the triangle towards the body.
    pub(crate) normal: V,
    /// Distance from the centre to the triangle, in the frame.
    pub(crate) frame_distance: f64,
    /// Unit vector in the frame, from the triangle towards the centre.
    pub(crate) frame_normal: V,
    /// Nearest point of the triangle in the frame, relative to the centre.
    pub(crate) frame_point: V,
}

impl Frame {
    fn ball(radius: f64) -> Frame {
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Frame { rows, level: radius, half: [radius; 3], shortest: 1.0, stretch: 1.0 }
    }

    fn ellipsoid(radii: V, rotation: [f64; 4]) -> Frame {
        let axes = axes_of(rotation);
        let rows = [0, 1, 2].map(|i| scale(axes[i], 1.0 / radii[i]));
        let half = [0, 1, 2].map(|k| length([0, 1, 2].map(|i| axes[i][k] * radii[i])));
        let shortest = radii[0].min(radii[1]).min(radii[2]);
        let ratio = radii[0].max(radii[1]).max(radii[2]) / shortest;
        // |R n| |R^-1 n| <= (ratio + 1/ratio) / 2 for every unit n (Kantorovich).
        Frame { rows, level: 1.0, half, shortest, stretch: 0.5 * (ratio + 1.0 / ratio) }
    }

    /// Returns the longest radius in metres.
    pub(crate) fn longest(&self) -> f64 {
        // The stretch is (q + 1/q) / 2, where q is the ratio of longest to shortest radius.
        let q = self.stretch + (self.stretch * self.stretch - 1.0).max(0.0).sqrt();
        self.shortest * self.level * q
    }

    /// Transforms a world vector to the frame.
    pub(crate) fn vector(&self, v: V) -> V {
        self.rows.map(|row| dot(row, v))
    }

    /// Transforms the normal of a plane from the frame to the world, without normalising it.
    fn world_normal(&self, n: V) -> V {
        add(add(scale(self.rows[0], n[0]), scale(self.rows[1], n[1])), scale(self.rows[2], n[2]))
    }

    pub(crate) fn triangle(&self, triangle: &Triangle, centre: V) -> Triangle {
        triangle.map(|corner| self.vector(sub(corner, centre)))
    }

    /// Returns the gap to a triangle, with its normal and nearest point.
    ///
    /// Consider the plane through the nearest point that is perpendicular, in the frame, to the
    /// line to the centre. The whole triangle is behind it. In the world its normal is `m = R^-1 n
    /// / |R^-1 n|`. Along m the triangle is `d / |R^-1 n|` away and the body extends `level / |R^-1
    /// n|`. The gap is the difference of the two.
    pub(crate) fn touch(&self, triangle: &Triangle, centre: V) -> Touch {
        let triangle = self.triangle(triangle, centre);
        let frame_point = closest_to_origin(&triangle);
        let frame_distance = length(frame_point);
        // Within the rounding error the direction is noise; use the normal of the face instead.
        let frame_normal = (frame_distance > 1e-12 * self.level)
            .then(|| direction(scale(frame_point, -1.0)))
            .flatten()
            .unwrap_or_else(|| unit_normal(&triangle));
        let m = self.world_normal(frame_normal);
        let stretched = length(m);
        Touch {
            gap: (frame_distance - self.level) / stretched,
            normal: scale(m, 1.0 / stretched),
            frame_distance,
            frame_normal,
            frame_point,
        }
    }
}

/// Returns the body's x, y and z axes in the world: the columns of the quaternion's matrix divided
/// by its squared length.
fn axes_of([x, y, z, w]: [f64; 4]) -> [V; 3] {
    let s = 1.0 / (x * x + y * y + z * z + w * w);
    [
        [(w * w + x * x - y * y - z * z) * s, 2.0 * (x * y + w * z) * s, 2.0 * (x * z - w * y) * s],
        [2.0 * (x * y - w * z) * s, (w * w - x * x + y * y - z * z) * s, 2.0 * (y * z + w * x) * s],
        [2.0 * (x * z + w * y) * s, 2.0 * (y * z - w * x) * s, (w * w - x * x - y * y + z * z) * s],
    ]
}
