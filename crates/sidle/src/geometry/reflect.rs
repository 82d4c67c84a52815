//! Reflection of a velocity at a surface.

use glam::Vec3;

use super::wide::wide;

/// Returns the velocity after a bounce: `I - (1 + e) (n . I) n` for the velocity I, the unit normal
/// n and the restitution e. The velocity is unchanged if it points along the surface or away from
/// it.
///
/// The normal may have any length. A restitution of 1 keeps the speed along the normal, 0 removes
/// it (a slide), and values above 1 add speed. Values below 0 count as 0. A velocity that is not
/// finite becomes zero. A normal that is zero or not finite, or a restitution that is not finite,
/// leaves the velocity unchanged.
///
/// The function `calculateReflectionVector` of the [golf tutorial](super) computes `2 (n . I)` but
/// does not use it. It returns `I - n`, which turns (1, -1, 0) at a floor into (1, -2, 0),
/// downwards. It also does not check that the ball approaches the surface, so a ball that overlaps
/// and is leaving is pulled back in.
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
