//! Bouncing off a surface.

use glam::Vec3;

use super::wide::wide;

/// The velocity after a bounce: `I - (1 + e) (n . I) n` for the unit normal n and the restitution
/// e, if the velocity points into the surface; unchanged if it leads along the surface or away from
/// it.
///
/// The normal may have any length. A restitution of 1 gives all of the speed along the normal back,
/// 0 none (a slide); below 0 counts as 0, above 1 adds speed. A velocity that is not finite becomes
/// zero; a normal that is zero or not finite, or a restitution that is not finite, leaves the
/// velocity as it is.
///
/// The golf tutorial's `calculateReflectionVector` works `2 (n . I)` out and then forgets it: it
/// returns `I - n`, which sends (1, -1, 0) off a floor as (1, -2, 0), down. It does not ask whether
/// the ball approaches either; a ball that overlaps on its way out is pulled back in.
///
/// ```
/// use sidle::{Vec3, geometry::reflect};
/// let fall = Vec3::new(1.0, -1.0, 0.0);
/// assert_eq!(reflect(fall, Vec3::Y, 1.0), Vec3::new(1.0, 1.0, 0.0));
/// assert_eq!(reflect(fall, Vec3::Y * 7.0, 0.5), Vec3::new(1.0, 0.5, 0.0));
/// assert_eq!(reflect(-fall, Vec3::Y, 1.0), -fall, "it is leaving already");
/// ```
#[must_use]
pub fn reflect(velocity: Vec3, normal: Vec3, restitution: f32) -> Vec3 {
    let Some(incoming) = wide(velocity) else { return Vec3::ZERO };
    let Some(normal) = wide(normal).filter(|_| restitution.is_finite()) else { return velocity };
    let towards = normal.dot(incoming);
    if towards >= 0.0 {
        return velocity;
    }
    let restitution = if restitution > 0.0 { f64::from(restitution) } else { 0.0 };
    let change = normal * ((1.0 + restitution) * towards / normal.length_squared());
    (incoming - change).as_vec3()
}
