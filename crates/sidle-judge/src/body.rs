//! Bodies, and for each of them the space in which it is a ball.

use crate::obstacle::offset_of;
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
    /// All points within `radius` of a segment, the core. It overlaps a triangle if a point of the
    /// triangle is nearer to the core than `radius`, or if the core passes through the triangle
    /// from strictly one side to strictly the other, inside its border.
    Capsule {
        /// Radius in metres, zero or more.
        radius: f64,
        /// Half the length of the core in metres: the exact sum of the two numbers, zero or more.
        half_core: [f64; 2],
        /// Rotation as for an ellipsoid. The core lies along the body's y.
        rotation: [f64; 4],
    },
}

impl Body {
    /// Returns a capsule of total height `height`, at least twice its radius, in metres. It stands
    /// along y and is turned by `rotation`, a quaternion of any length above zero.
    ///
    /// Half the length of the core is `height / 2 - radius`. Both terms are kept, so the exact
    /// tests see it without rounding. The f64 methods use their rounded sum. That sum is exact for
    /// sizes from f32 if the radius is zero or the height is below 2^29 radii. Otherwise its error
    /// is at most 2^-53 of it.
    pub fn capsule(radius: f64, height: f64, rotation: [f64; 4]) -> Body {
        Body::Capsule { radius, half_core: [0.5 * height, -radius], rotation }
    }

    /// Returns the body with every radius longer by `skin` metres (a point becomes a ball).
    pub fn inflated(&self, skin: f64) -> Body {
        match *self {
            Body::Point => Body::Sphere { radius: skin },
            Body::Sphere { radius } => Body::Sphere { radius: radius + skin },
            Body::Ellipsoid { radii, rotation } => {
                Body::Ellipsoid { radii: radii.map(|radius| radius + skin), rotation }
            }
            Body::Capsule { radius, half_core, rotation } => {
                Body::Capsule { radius: radius + skin, half_core, rotation }
            }
        }
    }

    pub(crate) fn frame(&self) -> Frame {
        match *self {
            Body::Point => Frame::ball(0.0),
            Body::Sphere { radius } => Frame::ball(radius),
            Body::Ellipsoid { radii, rotation } => Frame::ellipsoid(radii, rotation),
            Body::Capsule { radius, half_core: [a, b], rotation } => {
                Frame::capsule(radius, scale(axes_of(rotation)[1], a + b))
            }
        }
    }
}

/// The linear space in which the body is a ball of radius `level` around the origin, or around the
/// points of a segment (the core). For a sphere and a capsule it is in metres, for an ellipsoid it
/// is the space of the unit sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Rows of the matrix that transforms world vectors to the frame.
    pub(crate) rows: [V; 3],
    pub(crate) level: f64,
    /// Half the core, in the frame: the core leads from `-core` to `core`. Zero for all bodies but
    /// capsules.
    pub(crate) core: V,
    /// Half the size of the body's bounding box, in metres.
    pub(crate) half: V,
    /// Metres per unit of the frame in its shortest direction.
    pub(crate) shortest: f64,
    /// A triangle whose gap is g has a point within `half + stretch g` of the centre.
    pub(crate) stretch: f64,
}

/// The position of one triangle relative to the body. For a body with a core, the triangle is
/// widened by the core (see [`crate::obstacle`]), and the distance is negative inside of that.
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
    pub(crate) fn ball(radius: f64) -> Frame {
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Frame { rows, level: radius, core: [0.0; 3], half: [radius; 3], shortest: 1.0, stretch: 1.0 }
    }

    fn capsule(radius: f64, core: V) -> Frame {
        let ball = Frame::ball(radius);
        Frame { core, half: core.map(|c| c.abs() + radius), ..ball }
    }

    fn ellipsoid(radii: V, rotation: [f64; 4]) -> Frame {
        let axes = axes_of(rotation);
        let rows = [0, 1, 2].map(|i| scale(axes[i], 1.0 / radii[i]));
        let half = [0, 1, 2].map(|k| length([0, 1, 2].map(|i| axes[i][k] * radii[i])));
        let shortest = radii[0].min(radii[1]).min(radii[2]);
        let ratio = radii[0].max(radii[1]).max(radii[2]) / shortest;
        // |R n| |R^-1 n| <= (ratio + 1/ratio) / 2 for every unit n (Kantorovich).
        Frame { rows, level: 1.0, core: [0.0; 3], half, shortest, stretch: 0.5 * (ratio + 1.0 / ratio) }
    }

    /// Returns the largest distance from the centre to the surface, in metres.
    pub(crate) fn longest(&self) -> f64 {
        // The stretch is (q + 1/q) / 2, where q is the ratio of longest to shortest radius.
        let q = self.stretch + (self.stretch * self.stretch - 1.0).max(0.0).sqrt();
        self.shortest * self.level * q + length(self.core)
    }

    /// Returns a bound of the speed at which the extent of the body along a unit vector changes, if
    /// the vector turns at unit speed: the largest distance of a point of the surface from the foot
    /// of its tangent plane.
    pub(crate) fn swing(&self) -> f64 {
        if self.core != [0.0; 3] {
            return length(self.core);
        }
        // The margin is the rounding of `longest` for nearly equal radii.
        self.longest() - self.shortest * self.level * (1.0 - 1e-7)
    }

    /// Returns the extent of the body along a unit vector of the frame.
    pub(crate) fn reach(&self, n: V) -> f64 {
        self.level + dot(n, self.core).abs()
    }

    /// Returns the unit vector in the frame from the centre towards a triangle of the frame, or
    /// `None` if the centre touches the triangle. For a body with a core, the triangle is widened
    /// by the core.
    pub(crate) fn towards(&self, triangle: &Triangle) -> Option<V> {
        if self.core == [0.0; 3] {
            return direction(closest_to_origin(triangle));
        }
        let offset = offset_of(triangle, self.core, self.level);
        (offset.distance > 0.0).then(|| scale(offset.normal, -1.0))
    }

    /// Returns the distance from the centre to a triangle of the frame. For a body with a core, the
    /// triangle is widened by the core, and the distance is negative inside.
    pub(crate) fn distance(&self, triangle: &Triangle) -> f64 {
        if self.core == [0.0; 3] {
            return length(closest_to_origin(triangle));
        }
        offset_of(triangle, self.core, self.level).distance
    }

    /// Transforms a world vector to the frame.
    pub(crate) fn vector(&self, v: V) -> V {
        self.rows.map(|row| dot(row, v))
    }

    /// Returns the extent of the ball of the frame along a unit vector of the world, in metres.
    pub(crate) fn support(&self, n: V) -> f64 {
        // The semi-axes are row / |row|^2.
        self.level * length(self.rows.map(|row| dot(row, n) / dot(row, row)))
    }

    /// Transforms a vector of the frame to the world. The rows are perpendicular.
    pub(crate) fn world(&self, v: V) -> V {
        let part = |i: usize| scale(self.rows[i], v[i] / dot(self.rows[i], self.rows[i]));
        add(add(part(0), part(1)), part(2))
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
        if self.core != [0.0; 3] {
            return self.touch_of_core(&triangle);
        }
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

    /// Returns true if the ball around the middle of a core overlaps a triangle. A body without a
    /// core needs no test before that of [`Frame::touch`], which is as fast.
    pub(crate) fn covers(&self, triangle: &Triangle, centre: V) -> bool {
        self.core != [0.0; 3] && length(closest_to_origin(&self.triangle(triangle, centre))) < self.level
    }

    /// Returns the gap to a triangle for a body with a core. Its frame is in metres.
    fn touch_of_core(&self, triangle: &Triangle) -> Touch {
        let offset = offset_of(triangle, self.core, self.level);
        Touch {
            gap: offset.distance - self.level,
            normal: offset.normal,
            frame_distance: offset.distance,
            frame_normal: offset.normal,
            frame_point: offset.point,
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
