//! Helpers for people who think in degrees. The library itself uses no trigonometry.

/// Radians from degrees.
///
/// ```
/// assert!((sidle::angle::radians(180.0) - std::f32::consts::PI).abs() < 1e-6);
/// ```
#[must_use]
pub fn radians(degrees: f32) -> f32 {
    degrees.to_radians()
}

/// Degrees from radians.
#[must_use]
pub fn degrees(radians: f32) -> f32 {
    radians.to_degrees()
}

/// The least friction that holds on a slope of so many degrees, 0 up to 90 (exclusive): its
/// tangent.
///
/// ```
/// use sidle::{angle, Material};
/// let grass = Material { friction: angle::friction_holding(35.0), ..Material::default() };
/// assert!((grass.friction - 0.7002).abs() < 1e-4);
/// ```
#[must_use]
pub fn friction_holding(degrees: f32) -> f32 {
    degrees.to_radians().tan()
}

/// How steep a surface with this normal is, in degrees from flat ground, given the direction of up.
/// Neither needs unit length; 0 for a normal or an up without length.
///
/// ```
/// use sidle::{angle, Vec3};
/// assert!((angle::slope(Vec3::new(1.0, 1.0, 0.0), Vec3::Y) - 45.0).abs() < 1e-4);
/// ```
#[must_use]
pub fn slope(normal: glam::Vec3, up: glam::Vec3) -> f32 {
    normal.cross(up).length().atan2(normal.dot(up)).to_degrees()
}
