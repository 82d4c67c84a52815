//! Stabbing lines: computes the part of a polygon that straight lines through two openings can
//! reach.

use glam::DVec3;

use crate::geometry::convex::HalfSpace;
use crate::geometry::polygon;

/// Two openings that a line passes through, one after the other. Their true size may exceed the
/// given corners by `slack` metres.
pub(super) struct Gate<'a> {
    pub(super) first: &'a [DVec3],
    pub(super) second: &'a [DVec3],
    pub(super) slack: f64,
}

impl Gate<'_> {
    /// Returns the part of `target` that lines can reach after they pass through the first and then
    /// the second opening.
    ///
    /// A plane separates the openings if the first is below it and the second above. A line through
    /// both never crosses the plane again, so the part of `target` below it is unreachable. The
    /// relevant planes contain an edge of one opening and a corner of the other (as in Quake's
    /// `vis`), or one whole opening. The side from which a line enters an opening does not matter,
    /// so sectors need not be convex.
    pub(super) fn reachable_part(&self, target: &[DVec3]) -> Vec<DVec3> {
        let mut left = target.to_vec();
        let gain = furthest_apart(self.second, target) / gap(self.first, self.second);
        let mut cut = |normal: DVec3| {
            if let Some(beyond) = self.beyond(normal, gain) {
                left = beyond.clip(&left);
            }
            !left.is_empty()
        };
        let _ = cut(polygon::area_normal(self.first))
            && cut(polygon::area_normal(self.second))
            && each_edge_and_corner(self.first, self.second, &mut cut)
            && each_edge_and_corner(self.second, self.first, &mut cut);
        left
    }

    /// Returns the half-space beyond the second opening if a plane with this normal separates the
    /// two. Because of the slack, a line may lose height between the openings. It then loses up to
    /// `gain` times as much on the path to the target.
    fn beyond(&self, normal: DVec3, gain: f64) -> Option<HalfSpace> {
        let normal = normal.normalize_or_zero();
        let parts = |normal: DVec3| {
            let (below, above) = (-lowest(-normal, self.first), lowest(normal, self.second));
            let lost = below - above + 2.0 * self.slack;
            let lost = if lost > 0.0 { lost * gain } else { 0.0 };
            let level = above - 3.0 * self.slack - lost;
            (below <= above + self.slack && level.is_finite()).then_some(HalfSpace { normal, level })
        };
        if normal == DVec3::ZERO { None } else { parts(normal).or_else(|| parts(-normal)) }
    }
}

/// Calls `cut` with the normal of every plane through an edge of one polygon and a corner of the
/// other, until `cut` returns false.
fn each_edge_and_corner(edges: &[DVec3], corners: &[DVec3], cut: &mut impl FnMut(DVec3) -> bool) -> bool {
    (0..edges.len()).all(|i| {
        let (a, b) = (edges[i], edges[(i + 1) % edges.len()]);
        corners.iter().all(|&c| cut((b - a).cross(c - a)))
    })
}

fn lowest(normal: DVec3, corners: &[DVec3]) -> f64 {
    corners.iter().fold(f64::INFINITY, |low, c| low.min(normal.dot(*c)))
}

/// Returns the largest distance between a point of one polygon and a point of the other.
fn furthest_apart(a: &[DVec3], b: &[DVec3]) -> f64 {
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (*p - *q).length_squared()));
    pairs.fold(0.0, f64::max).sqrt()
}

/// Returns a lower bound of the distance between two polygons: the gap between their bounding
/// boxes.
fn gap(a: &[DVec3], b: &[DVec3]) -> f64 {
    let along = |axis: DVec3| {
        let between = (lowest(axis, a) + lowest(-axis, b)).max(lowest(axis, b) + lowest(-axis, a));
        between.max(0.0)
    };
    DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z)).length()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a square perpendicular to x with the half side length `half`.
    fn square(center: DVec3, half: f64) -> Vec<DVec3> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(y, z)| center + DVec3::new(0.0, y, z) * half)
            .to_vec()
    }

    fn part(first: &[DVec3], second: &[DVec3], target: &[DVec3]) -> f64 {
        let part = Gate { first, second, slack: 1e-9 }.reachable_part(target);
        polygon::area_normal(&part).length() / 2.0
    }

    #[test]
    fn two_squares_throw_a_cone_of_the_right_size() {
        let (first, second) = (square(DVec3::ZERO, 1.0), square(DVec3::X, 1.0));
        // The half side is 1 at x = 1 and grows by 2 per metre, so it is 5 at x = 3: an area of
        // 100.
        let seen = part(&first, &second, &square(DVec3::X * 3.0, 100.0));
        assert!((seen - 100.0).abs() < 1e-3, "{seen}");
        assert_eq!(part(&first, &second, &square(DVec3::new(3.0, 0.0, 20.0), 1.0)), 0.0);
        assert_eq!(part(&first, &second, &square(DVec3::X * -3.0, 1.0)), 0.0);
    }

    /// Checks that random lines through two polygons reach no removed part of a third polygon. The
    /// polygons may be tilted, crossing or touching.
    #[test]
    fn no_line_reaches_what_is_left_out() {
        let mut state = 5_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
        };
        let (mut reached, mut left_out) = (0, 0);
        for case in 0..400 {
            let mut v = |s: f64| DVec3::new(unit(), unit(), unit()) * s;
            let spread = [0.0, 1.0, 3.0, 9.0][case % 4];
            let mut quad = || {
                let (center, u, w) = (v(spread), v(1.0), v(1.0));
                [center - u - w, center + u - w, center + u + w, center - u + w]
            };
            let (first, second, target) = (quad(), quad(), quad());
            let part = Gate { first: &first, second: &second, slack: 1e-9 }.reachable_part(&target);
            let whole = polygon::area_normal(&target);
            left_out += usize::from(polygon::area_normal(&part).length() < 0.99 * whole.length());
            for _ in 0..200 {
                let mut inside = |q: &[DVec3; 4]| {
                    let (s, t) = (unit() * 0.5 + 0.5, unit() * 0.5 + 0.5);
                    q[0] + (q[1] - q[0]) * s + (q[3] - q[0]) * t
                };
                let (a, b) = (inside(&first), inside(&second));
                let t = whole.dot(target[0] - b) / whole.dot(b - a);
                let p = b + (b - a) * t;
                if !(t > 0.0 && is_inside(p, &target, 1e-12)) {
                    continue;
                }
                reached += 1;
                assert!(part.len() > 2 && is_inside(p, &part, 1e-6), "case {case}: {p} of {part:?}");
            }
        }
        assert!(reached > 2_000 && left_out > 100, "{reached} {left_out}");
    }

    fn is_inside(p: DVec3, corners: &[DVec3], room: f64) -> bool {
        let n = polygon::area_normal(corners).normalize();
        (0..corners.len()).all(|i| {
            let edge = corners[(i + 1) % corners.len()] - corners[i];
            edge.cross(p - corners[i]).dot(n) >= -room * edge.length() - room
        })
    }
}
