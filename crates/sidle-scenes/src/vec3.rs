//! The few vector operations that this crate needs, so that it has no dependency.

pub(crate) type V3 = [f64; 3];

pub(crate) fn add(a: V3, b: V3) -> V3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn scale(a: V3, s: f64) -> V3 {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// Returns `a + s b`.
pub(crate) fn along(a: V3, b: V3, s: f64) -> V3 {
    add(a, scale(b, s))
}

pub(crate) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: V3) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn normalize(a: V3) -> V3 {
    scale(a, 1.0 / length(a))
}

pub(crate) fn wide(a: [f32; 3]) -> V3 {
    a.map(f64::from)
}

pub(crate) fn narrow(a: V3) -> [f32; 3] {
    a.map(|x| x as f32)
}
