//! Vectors of three f64, with only the functions that the checker needs.

/// A point or a vector in metres, `[x, y, z]`.
pub type V = [f64; 3];

pub(crate) fn add(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: V, s: f64) -> V {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// Returns `a + s b`.
pub(crate) fn along(a: V, b: V, s: f64) -> V {
    add(a, scale(b, s))
}

pub(crate) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// Returns the unit vector, or `None` if the vector is not finite or too short to have a direction.
pub(crate) fn direction(a: V) -> Option<V> {
    let largest = a[0].abs().max(a[1].abs()).max(a[2].abs());
    // Scale first: the square of a length below 1e-154 is zero.
    let a = scale(a, 1.0 / largest);
    (largest > 1e-290 && is_finite(a)).then(|| scale(a, 1.0 / length(a)))
}

pub(crate) fn is_finite(a: V) -> bool {
    a.iter().all(|x| x.is_finite())
}

pub(crate) fn lower(a: V, b: V) -> V {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2])]
}

pub(crate) fn upper(a: V, b: V) -> V {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])]
}
