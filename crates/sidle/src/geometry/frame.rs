//! Local coordinates of a triangle.

use glam::{DMat3, DVec3, Vec3};

use super::polygon::unit_normal;
use super::wide::wide;

/// Coordinate frame of a triangle. The first corner is the origin, x runs along the first edge, y
/// is the normal, and z completes the right-handed frame. The transform preserves lengths and
/// angles.
///
/// The [golf tutorial](super) builds this frame as a matrix, for the triangle below a golf ball,
/// and inverts the matrix with sixteen lines of cofactors. The axes are orthonormal, so the inverse
/// is the transpose. The tutorial's frame has no origin, so its local coordinates are as large as
/// the world coordinates. Here they are relative to the first corner.
///
/// The tutorial reports a hit if the local height of the ball is below that of "any of the
/// vertices". All three corners have the same local height, so its code tests the infinite plane
/// and not the triangle. To test the triangle, use
/// [`closest_on_polygon`](super::closest_on_polygon).
///
/// ```
/// use sidle::{Vec3, geometry::Frame};
/// let frame = Frame::from_triangle(Vec3::new(5.0, 1.0, 0.0), Vec3::new(7.0, 1.0, 0.0), Vec3::new(5.0, 1.0, -3.0));
/// let frame = frame.expect("a triangle with an area");
/// assert_eq!(frame.axes(), [Vec3::X, Vec3::Y, Vec3::Z]);
/// assert_eq!(frame.to_local(Vec3::new(6.0, 3.0, 0.0)), Vec3::new(1.0, 2.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    origin: DVec3,
    /// Columns are the axes in world coordinates.
    axes: DMat3,
}

impl Frame {
    /// Creates the frame of a triangle. Returns `None` if the corners are collinear (see
    /// [`polygon_normal`](super::polygon_normal)) or not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// assert!(Frame::from_triangle(Vec3::ZERO, Vec3::X, Vec3::Y).is_some());
    /// assert!(Frame::from_triangle(Vec3::ZERO, Vec3::ZERO, Vec3::Y).is_none());
    /// ```
    #[must_use]
    pub fn from_triangle(a: Vec3, b: Vec3, c: Vec3) -> Option<Self> {
        let [a, b, c] = [wide(a)?, wide(b)?, wide(c)?];
        let (along, up) = (b - a, unit_normal(&[a, b, c]));
        if up == DVec3::ZERO || along == DVec3::ZERO {
            return None;
        }
        let x = along / along.length();
        Some(Self { origin: a, axes: DMat3::from_cols(x, up, x.cross(up)) })
    }

    /// Returns the axes x, y (the normal) and z in world coordinates. They have unit length and are
    /// perpendicular to each other.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// let frame = Frame::from_triangle(Vec3::ZERO, Vec3::Z * 2.0, Vec3::X).expect("a triangle with an area");
    /// assert_eq!(frame.axes(), [Vec3::Z, Vec3::Y, -Vec3::X]);
    /// ```
    #[must_use]
    pub fn axes(&self) -> [Vec3; 3] {
        [self.axes.x_axis, self.axes.y_axis, self.axes.z_axis].map(|axis| axis.as_vec3())
    }

    /// Transforms a point from world to local coordinates. Returns infinity for a point that is not
    /// finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// let frame = Frame::from_triangle(Vec3::Y, Vec3::Y + Vec3::Z, Vec3::Y + Vec3::X).expect("a triangle");
    /// assert_eq!(frame.to_local(Vec3::new(0.0, 3.0, 4.0)), Vec3::new(4.0, 2.0, 0.0));
    /// ```
    #[must_use]
    pub fn to_local(&self, place: Vec3) -> Vec3 {
        let local = |p: DVec3| self.axes.transpose().mul_vec3(p - self.origin).as_vec3();
        wide(place).map_or(Vec3::INFINITY, local)
    }

    /// Transforms a point from local to world coordinates. Returns infinity for a point that is not
    /// finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// let frame = Frame::from_triangle(Vec3::Y, Vec3::Y + Vec3::Z, Vec3::Y + Vec3::X).expect("a triangle");
    /// assert_eq!(frame.to_world(Vec3::new(4.0, 2.0, 0.0)), Vec3::new(0.0, 3.0, 4.0));
    /// ```
    #[must_use]
    pub fn to_world(&self, place: Vec3) -> Vec3 {
        wide(place).map_or(Vec3::INFINITY, |p| (self.axes.mul_vec3(p) + self.origin).as_vec3())
    }

    /// Transforms a direction or velocity from world to local coordinates. Returns zero for one
    /// that is not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// let frame = Frame::from_triangle(Vec3::Y, Vec3::Y + Vec3::Z, Vec3::Y + Vec3::X).expect("a triangle");
    /// assert_eq!(frame.direction_to_local(Vec3::Z * 3.0), Vec3::X * 3.0);
    /// ```
    #[must_use]
    pub fn direction_to_local(&self, direction: Vec3) -> Vec3 {
        wide(direction).map_or(Vec3::ZERO, |d| self.axes.transpose().mul_vec3(d).as_vec3())
    }

    /// Transforms a direction or velocity from local to world coordinates. Returns zero for one
    /// that is not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Frame};
    /// let frame = Frame::from_triangle(Vec3::Y, Vec3::Y + Vec3::Z, Vec3::Y + Vec3::X).expect("a triangle");
    /// assert_eq!(frame.direction_to_world(Vec3::X * 3.0), Vec3::Z * 3.0);
    /// ```
    #[must_use]
    pub fn direction_to_world(&self, direction: Vec3) -> Vec3 {
        wide(direction).map_or(Vec3::ZERO, |d| self.axes.mul_vec3(d).as_vec3())
    }
}
