//! Morton codes: points that are close in space mostly get codes that are close in order.

use glam::DVec3;

/// Returns the Morton code of a point in the cube from -1 to 1, with ten bits for each axis. Points
/// outside are clamped to the cube.
pub(crate) fn morton(place: DVec3) -> u32 {
    let [x, y, z] = place.to_array().map(|x| ((x + 1.0) * 512.0).clamp(0.0, 1023.0) as u32);
    (0..10).fold(0, |code, i| {
        let bit = |digits: u32, at: u32| (digits >> i & 1) << (3 * i + at);
        code | bit(x, 0) | bit(y, 1) | bit(z, 2)
    })
}
