//! From the f32 of the caller to the f64 of the formulas.

use glam::{DVec3, Vec3};

/// The same place in f64, exactly; None when a coordinate is not finite.
///
/// Differences of two f32 values of similar size are exact in f64, and products of up to six f32
/// values neither overflow nor vanish: no formula of this module has to scale its input.
pub(crate) fn wide(v: Vec3) -> Option<DVec3> {
    v.is_finite().then(|| v.as_dvec3())
}

/// The corners in f64, to `f`; None when there are none, or one is not finite. Allocates only above
/// 16 corners.
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

/// Every edge of a closed polygon, from the one that ends in the first corner.
pub(crate) fn edges(corners: &[DVec3]) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
    corners.iter().scan(corners[corners.len() - 1], |from, &to| Some((std::mem::replace(from, to), to)))
}

/// The axis along which a vector is longest, and the two others in cyclic order.
pub(crate) fn longest_axis(v: DVec3) -> [usize; 3] {
    let size = v.abs();
    let along = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    [along, (along + 1) % 3, (along + 2) % 3]
}
