//! Angle helpers in degrees. The simulation itself uses no trigonometry.

/// Converts degrees to radians.
///
/// ```
/// assert!((sidle::angle::radians(180.0) - std::f32::consts::PI).abs() < 1e-6);
/// ```
#[must_use]
pub fn radians(degrees: f32) -> f32 {
    degrees.to_radians()
}

/// Converts radians to degrees.
#[must_use]
pub fn degrees(radians: f32) -> f32 {
    radians.to_degrees()
}

/// Returns the smallest friction coefficient that holds a body on a slope of this many degrees: the
/// tangent of the angle. The angle is from 0 to below 90.
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

/// Returns the slope of a surface with this normal, in degrees from flat ground, for the given up
/// direction. The vectors may have any length. Returns 0 if one of them is zero.
///
/// ```
/// use sidle::{angle, Vec3};
/// assert!((angle::slope(Vec3::new(1.0, 1.0, 0.0), Vec3::Y) - 45.0).abs() < 1e-4);
/// ```
#[must_use]
pub fn slope(normal: glam::Vec3, up: glam::Vec3) -> f32 {
    normal.cross(up).length().atan2(normal.dot(up)).to_degrees()
}
