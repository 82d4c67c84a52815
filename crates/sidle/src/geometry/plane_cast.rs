//! Sphere and ellipsoid casts against a plane.

use glam::{DVec3, Vec3};

use super::wide::wide;
use super::{Ellipsoid, Plane, PlaneHit};

/// Space behind a plane.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    /// Free, like the space in front: the plane is a thin sheet.
    Free,
    Solid,
}

impl Plane {
    /// Returns the first contact of a moving sphere with the plane, treated as a sheet that is
    /// solid from both sides. The sphere stops on the side on which its centre starts; a centre on
    /// the plane counts as the front. Returns `None` if the sphere does not reach the plane, moves
    /// along it or moves away from it. Also returns `None` if a number is not finite or the radius
    /// is negative. A radius of 0 is a point.
    ///
    /// If the sphere overlaps the plane (the embedded plane of [Nettle's text](super), figure 3a),
    /// the fraction is 0 if the sphere moves deeper. There is no hit if it moves out. In the text,
    /// an overlap of one rounding error makes t negative, the hit is discarded, and the ball falls
    /// through the world. For planes that are solid from one side only, see
    /// [`cast_sphere_solid`](Self::cast_sphere_solid).
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// let hit = floor.cast_sphere(Vec3::new(0.0, 5.0, 0.0), 1.0, Vec3::new(3.0, -8.0, 0.0)).expect("it comes down");
    /// assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, Vec3::new(1.5, 0.0, 0.0), Vec3::Y));
    ///
    /// let embedded = Vec3::new(0.0, 0.999, 0.0);
    /// assert_eq!(floor.cast_sphere(embedded, 1.0, -Vec3::Y).map(|h| h.fraction), Some(0.0));
    /// assert_eq!(floor.cast_sphere(embedded, 1.0, Vec3::Y), None);
    /// ```
    #[must_use]
    pub fn cast_sphere(&self, center: Vec3, radius: f32, motion: Vec3) -> Option<PlaneHit> {
        self.cast_ball(center, radius, motion, Behind::Free)
    }

    /// Like [`cast_sphere`](Self::cast_sphere), for solid ground: the whole half-space behind the
    /// plane is solid. If the sphere overlaps this half-space, at any depth, the fraction is 0 when
    /// the sphere moves deeper, and there is no hit when it moves out.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Plane};
    /// let ground = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// let below = Vec3::new(0.0, -3.0, 0.0);
    /// assert_eq!(ground.cast_sphere(below, 1.0, -Vec3::Y), None);
    /// assert_eq!(ground.cast_sphere_solid(below, 1.0, -Vec3::Y).map(|h| h.fraction), Some(0.0));
    /// ```
    #[must_use]
    pub fn cast_sphere_solid(&self, center: Vec3, radius: f32, motion: Vec3) -> Option<PlaneHit> {
        self.cast_ball(center, radius, motion, Behind::Solid)
    }

    /// Returns the first contact of a moving ellipsoid with the plane, which is solid from both
    /// sides. All else is as in [`cast_sphere`](Self::cast_sphere). The extent of the body along
    /// the normal is `|R n|` (R: the radii along its axes), which is [`Ellipsoid::half_width`].
    ///
    /// ```
    /// use sidle::{Quat, Vec3, geometry::{Ellipsoid, Plane}};
    /// let floor = Plane::new(Vec3::Y, 0.0).expect("a normal");
    /// let person = Ellipsoid::new(Vec3::new(0.0, 2.9, 0.0), Vec3::new(0.4, 0.9, 0.4), Quat::IDENTITY).expect("radii");
    /// let hit = floor.cast_ellipsoid(&person, Vec3::new(0.0, -4.0, 0.0)).expect("it comes down");
    /// assert!((hit.fraction - 0.5).abs() < 1e-7);
    /// ```
    #[must_use]
    pub fn cast_ellipsoid(&self, ellipsoid: &Ellipsoid, motion: Vec3) -> Option<PlaneHit> {
        let (center, motion) = (ellipsoid.center, wide(motion)?);
        let reach = ellipsoid.reach(self.normal);
        let (fraction, normal) = self.cast(center, reach, motion, Behind::Free)?;
        let foremost = ellipsoid.foremost(-normal) + motion * fraction;
        Some(self.hit(fraction, foremost, normal))
    }

    fn cast_ball(&self, center: Vec3, radius: f32, motion: Vec3, behind: Behind) -> Option<PlaneHit> {
        let (center, motion) = (wide(center)?, wide(motion)?);
        if !(radius >= 0.0 && radius.is_finite()) {
            return None;
        }
        let (fraction, normal) = self.cast(center, f64::from(radius), motion, behind)?;
        Some(self.hit(fraction, center + motion * fraction, normal))
    }

    fn hit(&self, fraction: f64, above: DVec3, normal: DVec3) -> PlaneHit {
        let point = above - self.normal * self.distance(above);
        PlaneHit { fraction, point: point.as_vec3(), normal: normal.as_vec3() }
    }

    /// Returns the fraction of the motion before the contact, and the normal towards the body.
    /// `reach` is the extent of the body along the normal.
    fn cast(&self, center: DVec3, reach: f64, motion: DVec3, behind: Behind) -> Option<(f64, DVec3)> {
        let distance = self.distance(center);
        let flip = if behind == Behind::Free && distance < 0.0 { -1.0 } else { 1.0 };
        let closing = -flip * self.speed_along_normal(motion)?;
        if closing <= 0.0 {
            return None;
        }
        let gap = flip * distance - reach;
        let fraction = if gap <= 0.0 { 0.0 } else { gap / closing };
        (fraction <= 1.0).then(|| (fraction, self.normal * flip))
    }
}
