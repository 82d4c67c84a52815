//! Vectors of three f64.

use sidle_judge::V;

pub(super) fn add(a: V, b: V) -> V {
    std::array::from_fn(|i| a[i] + b[i])
}

pub(super) fn sub(a: V, b: V) -> V {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(super) fn scale(a: V, s: f64) -> V {
    a.map(|c| c * s)
}

pub(super) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the vector scaled to length 1, or up if it has no direction.
pub(super) fn unit(a: V) -> V {
    let l = length(a);
    if l > 0.0 { scale(a, 1.0 / l) } else { [0.0, 1.0, 0.0] }
}
