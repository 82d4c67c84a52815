//! The own coordinates of a triangle.

use glam::{DMat3, DVec3, Vec3};

use super::polygon::unit_normal;
use super::wide::wide;

/// Coordinates in which a triangle lies flat: its first corner is the origin, x runs along its
/// first edge, y is its normal, z completes the right-handed set. Lengths and angles stay as they
/// are.
///
/// The golf tutorial builds it as a matrix and inverts that with sixteen lines of cofactors. The
/// axes are of unit length and upright on each other, so the inverse is the transpose. Its origin
/// is missing there, so that far from the origin of the world the numbers are as large as before;
/// here they are relative to the corner.
///
/// What the tutorial then does with it, comparing the ball with the height of "any of the
/// vertices", tests the endless plane: in these coordinates all three have the height 0. Ask
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
    /// Columns are the axes in the world.
    axes: DMat3,
}

impl Frame {
    /// The frame of a triangle. None when its corners lie on a line (see
    /// [`polygon_normal`](super::polygon_normal)) or are not finite.
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

    /// The axes x, y (the normal) and z in the world: unit length, upright on each other.
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

    /// A place of the world in these coordinates. Infinite for a place that is not finite.
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

    /// Back: a place in these coordinates in the world. Infinite for a place that is not finite.
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

    /// A direction or velocity of the world in these coordinates. Zero for one that is not finite.
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

    /// Back: a direction or velocity in these coordinates in the world. Zero for one that is not
    /// finite.
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
