//! Two bodies: how far they are apart.

use crate::body::{Body, Frame};
use crate::vector::{V, add, along, cross, direction, dot, length, scale, sub};

/// Largest number of steps of the search for a direction. Bodies that are further apart than a
/// hundredth of their size need about ten.
const STEPS: usize = 500;

/// Returns the distance between two bodies in metres, within about 1e-12 of the distance between
/// their centres. If they overlap, the result is minus the depth along some direction, not always
/// the shortest one.
///
/// ```
/// use sidle_judge::{Body, distance_between};
/// let ball = Body::Sphere { radius: 0.5 };
/// let post = Body::capsule(0.25, 2.0, [0.0, 0.0, 0.0, 1.0]);
/// assert_eq!(distance_between(&ball, [0.0; 3], &post, [1.0, 0.5, 0.0]), 0.25);
/// ```
pub fn distance_between(a: &Body, at: V, b: &Body, there: V) -> f64 {
    search((a, at), (b, there), f64::INFINITY)
}

/// Returns true if two bodies do not overlap, with a plane between them as the proof.
pub fn are_apart(a: &Body, at: V, b: &Body, there: V) -> bool {
    search((a, at), (b, there), f64::MIN_POSITIVE) > 0.0
}

/// Searches for the direction in which two bodies are furthest apart, until they are as far apart
/// as `enough`. This is the method of Gilbert, Johnson and Keerthi (1988): the nearest point to the
/// origin in a simplex inside of the difference of the two bodies, which gets a corner that is
/// furthest towards the origin.
fn search((a, at): (&Body, V), (b, there): (&Body, V), enough: f64) -> f64 {
    let (a, b, between) = (a.frame(), b.frame(), sub(at, there));
    // The difference of the cores. The margins around them are subtracted in the end.
    let margins = a.margin() + b.margin();
    let mut simplex = vec![between];
    let (mut inside, mut best) = (between, f64::NEG_INFINITY);
    for _ in 0..STEPS {
        let towards = direction(inside);
        let n = towards.unwrap_or([1.0, 0.0, 0.0]);
        let corner = sub(between, add(a.core_point(n), b.core_point(n)));
        let found = dot(n, corner) - margins;
        best = if found > best { found } else { best };
        let is_exact = length(inside) - dot(n, corner) <= 1e-12 * length(between);
        if is_exact || best >= enough || towards.is_none() {
            break;
        }
        simplex.push(corner);
        let (nearest, kept) = nearest_in(&simplex);
        if length(nearest) >= length(inside) {
            break;
        }
        (inside, simplex) = (nearest, kept);
    }
    best
}

/// Returns the point nearest to the origin in the convex hull of at most five points, and the
/// corners of the simplex that has it inside.
fn nearest_in(points: &[V]) -> (V, Vec<V>) {
    let mut best: Option<(V, Vec<V>)> = None;
    for set in 1_u32..1 << points.len() {
        let corners: Vec<V> = (0..points.len()).filter(|i| set >> i & 1 == 1).map(|i| points[i]).collect();
        let Some(point) = (corners.len() < 5).then(|| foot_in(&corners)).flatten() else { continue };
        if best.as_ref().is_none_or(|(least, _)| length(point) < length(*least)) {
            best = Some((point, corners));
        }
    }
    best.unwrap_or_else(|| (points[0], vec![points[0]]))
}

/// Returns the foot of the perpendicular from the origin on the simplex of up to four corners, or
/// `None` if it is outside.
fn foot_in(corners: &[V]) -> Option<V> {
    let (first, rest) = corners.split_first()?;
    let edges: Vec<V> = rest.iter().map(|&corner| sub(corner, *first)).collect();
    // Cramer's rule for the weights of the edges.
    let gram: Vec<V> =
        edges.iter().map(|&e| std::array::from_fn(|k| edges.get(k).map_or(0.0, |&f| dot(e, f)))).collect();
    let right: Vec<f64> = edges.iter().map(|&e| -dot(e, *first)).collect();
    let full = |column: Option<usize>| -> [V; 3] {
        std::array::from_fn(|i| {
            std::array::from_fn(|k| match (gram.get(i), column == Some(k)) {
                (Some(_), true) => right[i],
                (Some(row), false) if k < edges.len() => row[k],
                _ => f64::from(u8::from(i == k)),
            })
        })
    };
    let determinant = |m: [V; 3]| dot(m[0], cross(m[1], m[2]));
    let whole = determinant(full(None));
    if !edges.is_empty() && whole <= 0.0 {
        return None;
    }
    let weights: Vec<f64> = (0..edges.len()).map(|k| determinant(full(Some(k))) / whole).collect();
    let is_inside = weights.iter().all(|&w| w >= 0.0) && weights.iter().sum::<f64>() <= 1.0;
    is_inside.then(|| edges.iter().zip(weights).fold(*first, |sum, (&edge, w)| along(sum, edge, w)))
}

impl Frame {
    /// Returns the point of the core that is furthest along a unit vector. The core of an ellipsoid
    /// is the whole of it.
    fn core_point(&self, n: V) -> V {
        if self.is_round() {
            return if dot(n, self.core) < 0.0 { scale(self.core, -1.0) } else { self.core };
        }
        // The semi-axes are row / |row|^2.
        let axes = self.rows.map(|row| scale(row, 1.0 / dot(row, row)));
        let parts = axes.map(|axis| dot(axis, n));
        let far = axes.iter().zip(parts).fold([0.0; 3], |sum, (&axis, part)| along(sum, axis, part));
        scale(far, 1.0 / length(parts))
    }

    /// Returns the radius of the ball around each point of the core.
    fn margin(&self) -> f64 {
        if self.is_round() { self.level } else { 0.0 }
    }

    fn is_round(&self) -> bool {
        self.rows == Frame::ball(0.0).rows
    }
}

#[cfg(test)]
mod tests {
    use super::distance_between;
    use crate::Body;

    const STRAIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

    #[test]
    fn closed_forms_of_balls_and_capsules() {
        let (ball, post) = (Body::Sphere { radius: 0.3 }, Body::capsule(0.25, 2.0, STRAIGHT));
        for (there, expected) in [([3.0, 4.0, 0.0], 4.7 - 0.3), ([0.0, 0.59, 0.0], -0.01), ([0.0; 3], -0.6)] {
            let found = distance_between(&ball, [0.0; 3], &Body::Sphere { radius: 0.3 }, there);
            assert!((found - expected).abs() < 1e-12, "{there:?}: {found}");
        }
        // Beside the core, above it, and towards its end.
        for (there, expected) in [
            ([0.9, 0.7, 0.0], 0.35),
            ([0.0, 1.4, 0.0], 0.1),
            ([0.3, 1.15, 0.0], -0.05),
            ([0.5, -0.7, 0.0], -0.05),
        ] {
            let found = distance_between(&ball, there, &post, [0.0; 3]);
            assert!((found - expected).abs() < 1e-9, "{there:?}: {found}");
        }
        // Side by side.
        let found = distance_between(&post, [0.3, 0.2, -0.4], &post, [0.0; 3]);
        assert!(found.abs() < 1e-12, "{found}");
        // Two posts that cross at right angles, 0.6 m apart.
        let h = 0.5_f64.sqrt();
        let lying = Body::capsule(0.25, 2.0, [0.0, 0.0, h, h]);
        let found = distance_between(&post, [0.0; 3], &lying, [0.1, 0.2, 0.6]);
        assert!((found - 0.1).abs() < 1e-9, "{found}");
    }

    #[test]
    fn ellipsoids_are_apart_along_their_axes_and_as_balls() {
        let egg = Body::Ellipsoid { radii: [0.4, 0.9, 0.3], rotation: STRAIGHT };
        let ball = Body::Ellipsoid { radii: [0.5; 3], rotation: STRAIGHT };
        for (there, expected) in [([0.95, 0.0, 0.0], 0.05), ([0.0, 1.5, 0.0], 0.1), ([0.0, 0.0, 0.79], -0.01)]
        {
            let found = distance_between(&egg, [0.0; 3], &ball, there);
            assert!((found - expected).abs() < 1e-6, "{there:?}: {found}");
        }
        // A post that stands as high beside it: at the height of the centres.
        let post = Body::capsule(0.3, 1.8, STRAIGHT);
        let found = distance_between(&egg, [0.0; 3], &post, [0.7008, 0.0, 0.0]);
        assert!((found - 0.0008).abs() < 1e-9, "{found}");
        let post = Body::Sphere { radius: 0.5 };
        for there in [[0.7, 0.8, 0.3], [0.6, 1.2, 0.1], [0.2, 0.3, 0.9]] {
            let (a, b) = (
                distance_between(&egg, [0.0; 3], &ball, there),
                distance_between(&egg, [0.0; 3], &post, there),
            );
            assert!((a - b).abs() < 1e-6, "{there:?}: {a} {b}");
        }
    }
}
