//! The depth of a body in triangles, by the independent checker, as functions with the C calling
//! convention for the playground.
//!
//! The host gets the address of the input ([`sidle_judge_input`]), writes triangles into it, and
//! asks for the depth ([`sidle_judge_depth`]). No function takes an address, so no argument can
//! make the module access memory that it does not own, and the crate has no unsafe block.
//!
//! `playground/src/depth.js` is the other side.

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use sidle_judge::{Body, clearance_among};

/// The three corners of a triangle, x, y and z of each, in metres.
type Corners = [f32; 9];

thread_local! {
    static INPUT: RefCell<Vec<Corners>> = RefCell::default();
}

/// Makes the input at least `triangles` triangles long, and returns its address. A triangle has
/// nine numbers: x, y and z of each corner, in metres. The address is valid until the next call of
/// this function.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_judge_input(triangles: u32) -> *mut f32 {
    INPUT.with_borrow_mut(|input| {
        if input.len() < triangles as usize {
            input.resize(triangles as usize, [0.0; 9]);
        }
        input.as_mut_ptr().cast()
    })
}

/// Returns the depth in metres of an upright body in the first `triangles` triangles of the input:
/// 0 if it overlaps none of them, else that of the deepest overlap with one of them.
///
/// `shape` is 0 for a sphere, 1 for a capsule and 2 for an ellipsoid, of this radius and height in
/// metres. A sphere is twice its radius high, and its height is ignored; a capsule is at least that
/// high. `x`, `y` and `z` are the lowest point of the body, its feet.
///
/// The depth is that of `sidle_judge::Clearance::gap`: the way out of one triangle, along the
/// normal at its nearest point. For spheres and capsules it is the shortest way out of a triangle.
/// For ellipsoids it is exact inside of a face, and never less than the shortest way out elsewhere.
///
/// Returns NaN for wrong input: an unknown shape, a number that is not finite, a size that is not
/// above 0, or more triangles than the input has.
#[unsafe(no_mangle)]
pub extern "C" fn sidle_judge_depth(
    shape: u32,
    radius: f64,
    height: f64,
    x: f64,
    y: f64,
    z: f64,
    triangles: u32,
) -> f64 {
    INPUT.with_borrow(|input| {
        let triangles = input.get(..triangles as usize);
        triangles.and_then(|triangles| depth(shape, radius, height, [x, y, z], triangles)).unwrap_or(f64::NAN)
    })
}

fn depth(shape: u32, radius: f64, height: f64, feet: [f64; 3], triangles: &[Corners]) -> Option<f64> {
    let is_size = |x: f64| x.is_finite() && x > 0.0;
    let is_finite =
        feet.iter().all(|x| x.is_finite()) && triangles.as_flattened().iter().all(|x| x.is_finite());
    if !is_finite || !is_size(radius) {
        return None;
    }
    let height = if shape == 0 { 2.0 * radius } else { height };
    if !is_size(height) {
        return None;
    }
    let upright = [0.0, 0.0, 0.0, 1.0];
    let body = match shape {
        0 => Body::Sphere { radius },
        1 if height >= 2.0 * radius => Body::capsule(radius, height, upright),
        2 => Body::Ellipsoid { radii: [radius, 0.5 * height, radius], rotation: upright },
        _ => return None,
    };
    let corner = |c: usize, triangle: &Corners| [0, 1, 2].map(|k| f64::from(triangle[3 * c + k]));
    let triangles: Vec<_> = triangles.iter().map(|t| [0, 1, 2].map(|c| corner(c, t))).collect();
    let centre = [feet[0], feet[1] + 0.5 * height, feet[2]];
    Some(0.0 - clearance_among(&triangles, &body, centre, 0.0).gap)
}
