//! Conversion from the caller's f32 to the f64 of the formulas.

use glam::{DVec3, Vec3};

/// Converts a point to f64, exactly. Returns `None` if a coordinate is not finite.
///
/// Differences of two f32 values of similar size are exact in f64. Products of up to six f32 values
/// neither overflow nor underflow. No formula of this module therefore has to scale its input.
pub(crate) fn wide(v: Vec3) -> Option<DVec3> {
    v.is_finite().then(|| v.as_dvec3())
}

/// Passes the corners in f64 to `f`. Returns `None` if there are no corners, or if a corner is not
/// finite. Allocates only for more than 16 corners.
pub(crate) fn with_corners<R>(corners: &[Vec3], f: impl FnOnce(&mut [DVec3]) -> Option<R>) -> Option<R> {
    if corners.is_empty() || !corners.iter().all(|c| c.is_finite()) {
        return None;
    }
    let mut few = [DVec3::ZERO; 16];
    let Some(few) = few.get_mut(..corners.len()) else {
        return f(&mut corners.iter().map(|c| c.as_dvec3()).collect::<Vec<_>>());
    };
    for (wide, corner) in few.iter_mut().zip(corners) {
        *wide = corner.as_dvec3();
    }
    f(few)
}

/// Returns every edge of a closed polygon, starting with the edge that ends in the first corner.
pub(crate) fn edges(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    corners.iter().scan(corners[corners.len() - 1], |from, &to| Some((std::mem::replace(from, to), to)))
}

/// Returns the axis of the largest component of a vector, and the two other axes in cyclic order.
pub(crate) fn longest_axis(v: DVec3) -> [usize; 3] {
    let size = v.abs();
    let along = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    [along, (along + 1) % 3, (along + 2) % 3]
}
