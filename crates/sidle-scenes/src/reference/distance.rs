//! Distances between a point and a triangle.

use crate::vec3::{V3, along, cross, dot, length, sub};

/// Returns the point of a segment nearest to `p`. A segment of length 0 is its first point.
#[must_use]
pub fn closest_on_segment(p: [f64; 3], a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    let edge = sub(b, a);
    let square = dot(edge, edge);
    if square == 0.0 {
        return a;
    }
    along(a, edge, (dot(sub(p, a), edge) / square).clamp(0.0, 1.0))
}

/// Returns the point of a triangle nearest to `p`: the best of its three edges and, where `p` is
/// over the face, its projection. It is also correct for slivers and for triangles without area.
#[must_use]
pub fn closest_on_triangle(p: [f64; 3], t: [[f64; 3]; 3]) -> [f64; 3] {
    let mut best = closest_on_segment(p, t[0], t[1]);
    for candidate in [closest_on_segment(p, t[1], t[2]), closest_on_segment(p, t[2], t[0])] {
        if length(sub(p, candidate)) < length(sub(p, best)) {
            best = candidate;
        }
    }
    let n = cross(sub(t[1], t[0]), sub(t[2], t[0]));
    let square = dot(n, n);
    let over = |a: V3, b: V3| dot(cross(n, sub(b, a)), sub(p, a)) >= 0.0;
    if square > 0.0 && over(t[0], t[1]) && over(t[1], t[2]) && over(t[2], t[0]) {
        let foot = along(p, n, -dot(sub(p, t[0]), n) / square);
        if length(sub(p, foot)) < length(sub(p, best)) {
            best = foot;
        }
    }
    best
}

/// Returns the distance between a point and a triangle in metres.
#[must_use]
pub fn point_triangle(p: [f64; 3], t: [[f64; 3]; 3]) -> f64 {
    length(sub(p, closest_on_triangle(p, t)))
}

#[cfg(test)]
mod tests {
    use super::point_triangle;
    use crate::rng::SplitMix64;
    use crate::vec3::{add, length, scale, sub};

    #[test]
    fn no_sampled_point_of_the_triangle_is_nearer() {
        let mut rng = SplitMix64::new(1);
        for _ in 0..300 {
            let mut point = || [rng.range(-2.0, 2.0), rng.range(-2.0, 2.0), rng.range(-2.0, 2.0)];
            let (t, p) = ([point(), point(), point()], point());
            let exact = point_triangle(p, t);
            let mut nearest = f64::MAX;
            for i in 0..=60 {
                for j in 0..=60 - i {
                    let (u, v) = (f64::from(i) / 60.0, f64::from(j) / 60.0);
                    let on = add(scale(t[0], 1.0 - u - v), add(scale(t[1], u), scale(t[2], v)));
                    nearest = nearest.min(length(sub(p, on)));
                }
            }
            assert!(exact <= nearest + 1e-12 && nearest < exact + 0.1);
        }
    }

    #[test]
    fn triangles_without_area_are_segments_and_points() {
        let a = [0.0, 0.0, 0.0];
        assert_eq!(point_triangle([0.0, 2.0, 0.0], [a, a, a]), 2.0);
        assert_eq!(point_triangle([2.0, 3.0, 0.0], [a, [1.0, 0.0, 0.0], [4.0, 0.0, 0.0]]), 3.0);
    }
}
