//! Closest point of a convex polygon, degenerate polygons included.
//!
//! The projection onto the plane is inside exactly if it is on the inner side of every edge.
//! Otherwise, the closest point lies on one of the edges that have the point on their outer side,
//! because the polygon is convex. For a triangle, the code measures only those edges.
//!
//! A polygon with more corners can have collinear edges. By rounding, a point can then be on the
//! outer side of one of these edges, while another one is nearer. The code therefore measures all
//! edges of such polygons, and all edges of a polygon without a reliable plane.

use glam::DVec3;

use super::Feature;
use crate::tolerance::SLIVER;

/// Closest point, and the feature that contains it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    pub(crate) point: DVec3,
    pub(crate) feature: Feature,
}

/// Returns the normal of a convex polygon, with twice the area as its length; zero for a line or a
/// point.
pub(crate) fn area_normal(corners: &[DVec3]) -> DVec3 {
    let [a, rest @ ..] = corners else { return DVec3::ZERO };
    rest.windows(2).map(|w| (w[0] - *a).cross(w[1] - *a)).fold(DVec3::ZERO, |sum, n| sum + n)
}

/// Returns the unit normal of a convex polygon. Returns zero for a sliver, whose plane is not
/// reliable in f64.
pub(crate) fn unit_normal(corners: &[DVec3]) -> DVec3 {
    match corners {
        [a, b, c] => unit_normal_of(&[*a, *b, *c]),
        corners => unit_normal_of(corners),
    }
}

#[inline(always)]
fn unit_normal_of(corners: &[DVec3]) -> DVec3 {
    let area = area_normal(corners);
    let twice = area.length();
    let mut longest = 0.0;
    let mut previous = corners[corners.len() - 1];
    for &c in corners {
        let l = (c - previous).length_squared();
        longest = if l > longest { l } else { longest };
        previous = c;
    }
    if twice <= SLIVER * longest { DVec3::ZERO } else { area / twice }
}

/// Returns the point of a segment closest to `p`, as a fraction 0..=1 from `a` to `b`.
pub(crate) fn fraction_on_segment(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let e = b - a;
    let along = e.dot(p - a);
    let length2 = e.length_squared();
    if along <= 0.0 || length2 == 0.0 {
        0.0
    } else if along >= length2 {
        1.0
    } else {
        along / length2
    }
}

/// Returns the point of a convex polygon closest to `p`. `normal` is its [`unit_normal`]. Ties go
/// to the first edge.
pub(crate) fn nearest(p: DVec3, corners: &[DVec3], normal: DVec3) -> Nearest {
    // Both arms run the same code; for a triangle the compiler unrolls the loop.
    match corners {
        [a, b, c] => nearest_of(p, &[*a, *b, *c], normal),
        corners => nearest_of(p, corners, normal),
    }
}

/// Returns true if the closest point lies on the face, not on an edge.
pub(crate) fn is_below(p: DVec3, corners: &[DVec3], normal: DVec3) -> bool {
    let mut a = corners[corners.len() - 1];
    normal != DVec3::ZERO
        && corners.iter().all(|&b| {
            let edge = (a, b);
            a = b;
            is_inside(p, edge, normal)
        })
}

/// Returns true if a point is on the inner side of an edge, or on it.
#[inline(always)]
fn is_inside(p: DVec3, (a, b): (DVec3, DVec3), normal: DVec3) -> bool {
    (b - a).cross(p - a).dot(normal) >= 0.0
}

#[inline(always)]
fn nearest_of(p: DVec3, corners: &[DVec3], normal: DVec3) -> Nearest {
    let count = corners.len();
    let face = || Nearest { point: p - normal * normal.dot(p - corners[0]), feature: Feature::Face };
    if count > 3 && is_below(p, corners, normal) {
        return face();
    }
    let measures_all = normal == DVec3::ZERO || count > 3;
    let mut best = Nearest { point: corners[0], feature: Feature::Corner(0) };
    let mut best_distance = f64::INFINITY;
    for i in 0..count {
        let j = if i + 1 == count { 0 } else { i + 1 };
        let (a, b) = (corners[i], corners[j]);
        if !measures_all && is_inside(p, (a, b), normal) {
            continue;
        }
        let s = fraction_on_segment(p, a, b);
        let point = if s == 1.0 { b } else { a + (b - a) * s };
        let distance = (p - point).length_squared();
        if distance < best_distance {
            best_distance = distance;
            let feature = match s {
                0.0 => Feature::Corner(i as u8),
                1.0 => Feature::Corner(j as u8),
                _ => Feature::Edge(i as u8),
            };
            best = Nearest { point, feature };
        }
    }
    if best_distance == f64::INFINITY { face() } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest_on(p: DVec3, corners: &[DVec3]) -> Nearest {
        nearest(p, corners, unit_normal(corners))
    }

    /// Reference implementation: the minimum over a dense grid of points of the triangle.
    fn sampled_distance(p: DVec3, t: &[DVec3; 3]) -> f64 {
        let n = 60;
        let mut best = f64::INFINITY;
        for i in 0..=n {
            for j in 0..=(n - i) {
                let (u, v) = (i as f64 / n as f64, j as f64 / n as f64);
                best = f64::min(best, (t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v - p).length());
            }
        }
        best
    }

    #[test]
    fn nearest_point_is_never_beaten_by_samples_and_lies_within_a_sample_step() {
        let mut state = 1_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        };
        for case in 0..500 {
            let mut v = || DVec3::new(unit(), unit(), unit());
            let mut t = [v(), v(), v()];
            let p = v() * 2.0;
            match case % 5 {
                1 => t[2] = t[0],
                2 => t[2] = t[0] + (t[1] - t[0]) * 0.3,
                3 => t = [t[0]; 3],
                4 => t[2] = t[0] + (t[1] - t[0]) * 1.7 + DVec3::new(0.0, 1e-9, 0.0),
                _ => {}
            }
            let found = (nearest_on(p, &t).point - p).length();
            let sampled = sampled_distance(p, &t);
            assert!(found <= sampled + 1e-7, "case {case}: {found} > {sampled}");
            assert!(found >= sampled - 0.1, "case {case}: {found} << {sampled}");
        }
    }

    /// Places corners on an edge, and points beside that edge, in random orientations. Rounding
    /// gives these collinear edges slightly different directions. That once hid the closest point
    /// from a point directly above it.
    #[test]
    fn corners_on_a_line_hide_no_nearer_point() {
        let mut rng = sidle_scenes::SplitMix64::new(5);
        for case in 0..20_000 {
            let turn = glam::DQuat::from_xyzw(
                rng.unit() - 0.5,
                rng.unit() - 0.5,
                rng.unit() - 0.5,
                rng.unit() + 0.1,
            )
            .normalize();
            let flat = |x: f64, z: f64| turn * DVec3::new(x, 0.0, z);
            let along = [rng.unit(), rng.unit()];
            let (u, v) = (along[0].min(along[1]), along[0].max(along[1]));
            let corners = [flat(0.0, 0.0), flat(u, 0.0), flat(v, 0.0), flat(1.0, 0.0), flat(0.7, 1.0)];
            let at = rng.range(-0.2, 1.2);
            let p =
                flat(at, 0.0) + turn * DVec3::new(0.0, rng.range(-1.0, 1.0), -1e-17 * rng.below(3) as f64);
            let found = (nearest_on(p, &corners).point - p).length();
            let fan = (2..corners.len())
                .map(|i| (nearest_on(p, &[corners[0], corners[i - 1], corners[i]]).point - p).length());
            let least = fan.fold(f64::INFINITY, f64::min);
            assert!(
                (found - least).abs() <= 1e-12,
                "case {case}: {found} and not {least}: {p} beside {corners:?}"
            );
        }
    }

    /// Regression test: a unit normal was once used as an area. Edges of 7 km then made this
    /// triangle a sliver, and a ball fell through it.
    #[test]
    fn a_huge_triangle_is_no_sliver() {
        let huge = [
            DVec3::new(-3168.2185, -1160.8651, -4238.431),
            DVec3::new(985.39764, -3183.0405, 320.59726),
            DVec3::new(3528.2766, 556.2381, 3204.4343),
        ];
        let found = nearest_on(DVec3::new(-1342.0267, -1734.5111, -2226.2637), &huge);
        assert_eq!(found.feature, Feature::Face);
    }

    #[test]
    fn features_are_named_by_their_corner() {
        let quad = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        let of = |x, y| nearest_on(DVec3::new(x, y, 1.0), &quad).feature;
        assert_eq!(of(0.5, 0.5), Feature::Face);
        assert_eq!(of(0.5, -1.0), Feature::Edge(0));
        assert_eq!(of(2.0, 0.5), Feature::Edge(1));
        assert_eq!(of(-1.0, 0.5), Feature::Edge(3));
        assert_eq!(of(2.0, 2.0), Feature::Corner(2));
    }
}
