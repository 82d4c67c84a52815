//! Ellipsoids and spheres: how far they reach, where a line goes in and out, what they sweep.

use glam::{DMat3, DVec3, Quat, Vec3};

use super::wide::wide;
use super::{Aabb, Plane, rotation_matrix};

/// A solid ellipsoid, or a sphere, somewhere in the world.
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
    /// Columns are the axes of the body in the world.
    axes: DMat3,
}

impl Ellipsoid {
    /// An ellipsoid with the half lengths `radii` along its own axes, which `rotation` turns into
    /// the world. Of the quaternion only the direction counts, not the length. None when a radius
    /// is not a normal number above 0, the rotation is shorter than 1e-15, or anything is not
    /// finite.
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

    /// A sphere. None when the radius is not a normal number above 0, or the centre not finite.
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

    /// The point of the body that is furthest along a direction of any length: the centre plus `R^2
    /// n / |R n|` (R: the radii along the axes). The centre itself for a direction that is zero or
    /// not finite.
    ///
    /// This is the point with which the body touches a plane of that normal. Nettle scales the unit
    /// normal by the radii, `R n`: that point lies on the ellipsoid, but the tangent plane there is
    /// another one. With radii (3, 6) and the normal (0.6, 0.8) the body would sink 0.206 into the
    /// plane before it stops.
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

    /// How far the body reaches from its centre along a direction of any length, in metres: `|R n|`
    /// with the unit normal n. 0 for a direction that is zero or not finite.
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

    /// The gap between the body and the front of a plane, along its normal and in metres: 0 when it
    /// touches, negative when it reaches behind the plane, by how deep.
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

    /// Where the endless line through `start` along `direction` goes into the body and out of it:
    /// two fractions, in lengths of the direction, the first not above the last. None when it
    /// passes by, the direction is zero or anything is not finite.
    ///
    /// A ray hits when the last is 0 or more; it starts inside when the first is below 0. Found in
    /// the space where the body is the unit sphere, from the point q of the line nearest to its
    /// centre: `(1 - |q|) (1 + |q|)` stays exact where the textbook's `b^2 - 4 a c` cancels, for a
    /// line that only just touches.
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

    /// The smallest box along the axes of the world round the body and its whole way along
    /// `motion`, rounded outwards. A motion of zero gives the box of the body; one that is not
    /// finite, an empty box.
    ///
    /// Nettle finds his potential colliders with this box. It holds every polygon that the
    /// *straight* way could touch; a slide can leave it, so the mover gathers within a ball round
    /// the start instead.
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
