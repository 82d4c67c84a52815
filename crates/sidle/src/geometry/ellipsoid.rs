//! Ellipsoids and spheres: support points, line intersections and swept bounds.

use glam::{DMat3, DVec3, Quat, Vec3};

use super::wide::wide;
use super::{Aabb, Plane, rotation_matrix};

/// Solid ellipsoid or sphere in world coordinates.
///
/// ```
/// use sidle::{Quat, Vec3, geometry::Ellipsoid};
/// let egg = Ellipsoid::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 1.0), Quat::IDENTITY).expect("radii above 0");
/// assert_eq!(egg.support(Vec3::Y), Vec3::new(0.0, 2.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    pub(super) center: DVec3,
    radii: DVec3,
    /// Columns are the axes of the body in world coordinates.
    axes: DMat3,
}

impl Ellipsoid {
    /// Creates an ellipsoid with the half lengths `radii`, in metres, along its own axes, oriented
    /// by `rotation`. The quaternion does not have to be normalised. Returns `None` if a radius is
    /// not a normal number above 0, or if a number is not finite. Also returns `None` if the length
    /// of the quaternion is at most 1e-15.
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::Ellipsoid};
    /// let quarter_turn_about_z = Quat::from_xyzw(0.0, 0.0, 1.0, 1.0);
    /// let lying = Ellipsoid::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 1.0), quarter_turn_about_z).expect("a body");
    /// assert_eq!(lying.half_width(Vec3::X), 2.0);
    /// assert!(Ellipsoid::new(Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0), Quat::IDENTITY).is_none());
    /// ```
    #[must_use]
    pub fn new(center: Vec3, radii: Vec3, rotation: Quat) -> Option<Self> {
        let center = wide(center)?;
        let are_lengths = radii.to_array().into_iter().all(|r| r >= f32::MIN_POSITIVE && r.is_finite());
        let axes = rotation_matrix(rotation.to_array().map(f64::from))?;
        are_lengths.then(|| Self { center, radii: radii.as_dvec3(), axes })
    }

    /// Creates a sphere. Returns `None` if the radius is not a normal number above 0, or the centre
    /// is not finite.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Ellipsoid};
    /// let ball = Ellipsoid::sphere(Vec3::X, 0.5).expect("a radius above 0");
    /// assert_eq!(ball.half_width(Vec3::Y * 3.0), 0.5);
    /// ```
    #[must_use]
    pub fn sphere(center: Vec3, radius: f32) -> Option<Self> {
        Self::new(center, Vec3::splat(radius), Quat::IDENTITY)
    }

    /// Returns the support point: the point of the body that is furthest along `direction`. It is
    /// the centre plus `R^2 n / |R n|` (R: the radii along the axes). The direction may have any
    /// length. Returns the centre for a direction that is zero or not finite.
    ///
    /// This is the point at which the body touches a plane with that normal. [Nettle](super) scales
    /// the unit normal by the radii (`R n`) instead. That point lies on the ellipsoid, but the
    /// tangent plane there has a different normal. With radii (3, 6) and the normal (0.6, 0.8), the
    /// body would sink 0.206 into the plane before it stops.
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::Ellipsoid};
    /// let egg = Ellipsoid::new(Vec3::ZERO, Vec3::new(3.0, 6.0, 1.0), Quat::IDENTITY).expect("a body");
    /// let foot = egg.support(Vec3::new(-0.6, -0.8, 0.0));
    /// assert!((foot - Vec3::new(-1.0534, -5.6180, 0.0)).length() < 1e-4);
    /// ```
    #[must_use]
    pub fn support(&self, direction: Vec3) -> Vec3 {
        let foremost = wide(direction).filter(|d| *d != DVec3::ZERO).map(|d| self.foremost(d));
        foremost.unwrap_or(self.center).as_vec3()
    }

    pub(super) fn foremost(&self, direction: DVec3) -> DVec3 {
        let scaled = self.radii * self.axes.transpose().mul_vec3(direction);
        self.center + self.axes.mul_vec3(self.radii * scaled / scaled.length())
    }

    /// Returns the extent of the body from its centre along `direction`, in metres: `|R n|` with
    /// the unit normal n. The direction may have any length. Returns 0 for a direction that is zero
    /// or not finite.
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::Ellipsoid};
    /// let egg = Ellipsoid::new(Vec3::ZERO, Vec3::new(3.0, 6.0, 1.0), Quat::IDENTITY).expect("a body");
    /// assert!((egg.half_width(Vec3::new(0.6, 0.8, 0.0)) - 5.1264).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn half_width(&self, direction: Vec3) -> f64 {
        let direction = wide(direction).filter(|d| *d != DVec3::ZERO);
        direction.map_or(0.0, |d| self.reach(d / d.length()))
    }

    pub(super) fn reach(&self, unit: DVec3) -> f64 {
        (self.radii * self.axes.transpose().mul_vec3(unit)).length()
    }

    /// Returns the signed distance from the front of a plane to the body, in metres: 0 if the body
    /// touches the plane, and minus the penetration depth if it reaches behind the plane.
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::{Ellipsoid, Plane}};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// let person = Ellipsoid::new(Vec3::Y, Vec3::new(0.5, 0.75, 0.5), Quat::IDENTITY).expect("a body");
    /// assert_eq!(person.distance_to_plane(&floor), 0.25);
    /// ```
    #[must_use]
    pub fn distance_to_plane(&self, plane: &Plane) -> f64 {
        plane.distance(self.center) - self.reach(plane.normal)
    }

    /// Returns the two fractions at which the infinite line through `start` along `direction`
    /// enters and leaves the body. The fractions are relative to the length of the direction, and
    /// the first is never above the second. Returns `None` if the line misses the body, the
    /// direction is zero or a number is not finite.
    ///
    /// A ray hits the body if the second fraction is 0 or more; it starts inside if the first is
    /// below 0. The function works in the space in which the body is the unit sphere, from the
    /// point q of the line closest to the centre. If a line barely touches the body, the textbook's
    /// `b^2 - 4 a c` subtracts nearly equal numbers and loses its digits. This function uses `(1 -
    /// |q|) (1 + |q|)`, which keeps them.
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::Ellipsoid};
    /// let egg = Ellipsoid::new(Vec3::ZERO, Vec3::new(1.0, 2.0, 1.0), Quat::IDENTITY).expect("a body");
    /// assert_eq!(egg.intersect_line(Vec3::new(0.0, 4.0, 0.0), -Vec3::Y), Some([2.0, 6.0]));
    /// assert_eq!(egg.intersect_line(Vec3::new(1.5, 4.0, 0.0), -Vec3::Y), None);
    /// ```
    #[must_use]
    pub fn intersect_line(&self, start: Vec3, direction: Vec3) -> Option<[f64; 2]> {
        let to_axes = self.axes.transpose();
        let start = to_axes.mul_vec3(wide(start)? - self.center) / self.radii;
        let direction = to_axes.mul_vec3(wide(direction)?) / self.radii;
        let speed2 = direction.length_squared();
        if speed2 == 0.0 {
            return None;
        }
        let nearest = -start.dot(direction) / speed2;
        let miss = (start + direction * nearest).length();
        if miss > 1.0 {
            return None;
        }
        let half = ((1.0 - miss) * (1.0 + miss) / speed2).sqrt();
        Some([nearest - half, nearest + half])
    }

    /// Returns the smallest axis-aligned box around the body and its path along `motion`, rounded
    /// outwards. A zero motion gives the bounds of the body. A motion that is not finite gives an
    /// empty box.
    ///
    /// [Nettle](super) collects potential colliders with this box. The box overlaps every polygon
    /// that the *straight* motion could reach. A slide can leave the box; a mover therefore
    /// collects candidates within a ball around the start.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Ellipsoid};
    /// let ball = Ellipsoid::sphere(Vec3::ZERO, 0.5).expect("a radius");
    /// let swept = ball.swept_bounds(Vec3::new(3.0, 0.0, 0.0));
    /// assert!((swept.min - Vec3::new(-0.5, -0.5, -0.5)).length() < 1e-6);
    /// assert!((swept.max - Vec3::new(3.5, 0.5, 0.5)).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn swept_bounds(&self, motion: Vec3) -> Aabb {
        let Some(motion) = wide(motion) else { return Aabb::EMPTY };
        let half = DVec3::new(self.reach(DVec3::X), self.reach(DVec3::Y), self.reach(DVec3::Z));
        Aabb::around(self.center, half).union(Aabb::around(self.center + motion, half))
    }
}
