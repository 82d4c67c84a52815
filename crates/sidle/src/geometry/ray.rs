//! Watertight intersection of segments and polygons.

use glam::DVec3;

use super::wide::longest_axis;

/// Projection along a line. It shears points so that the line becomes the third axis, and drops
/// that axis. The projection of a point depends only on the point. Polygons that share a corner
/// therefore see it at bit-identical coordinates (Woop, Benthin and Wald, "Watertight Ray/Triangle
/// Intersection", 2013).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) along: usize,
    pub(crate) slopes: [f64; 2],
}

impl Line {
    /// Returns `None` for a motion without length.
    pub(crate) fn new(motion: DVec3) -> Option<Self> {
        let [along, i, j] = longest_axis(motion);
        let slopes = [motion[i] / motion[along], motion[j] / motion[along]];
        (motion[along].abs() > 0.0).then_some(Self { along, slopes })
    }

    fn seen(&self, p: DVec3) -> (f64, f64) {
        let depth = p[self.along];
        (p[(self.along + 1) % 3] - self.slopes[0] * depth, p[(self.along + 2) % 3] - self.slopes[1] * depth)
    }

    /// Returns true if the line through the origin passes inside a convex polygon. It does if the
    /// cross products of the edges have no opposite signs. The cross product of a shared edge has
    /// exactly opposite signs in its two polygons, so no line slips between them.
    fn passes(&self, corners: &[DVec3]) -> bool {
        let (mut left, mut right) = (false, false);
        let mut a = self.seen(corners[corners.len() - 1]);
        for &corner in corners {
            let b = self.seen(corner);
            let (one, other) = (a.0 * b.1, a.1 * b.0);
            left |= one > other;
            right |= one < other;
            a = b;
        }
        !(left && right)
    }

    /// Returns the fraction 0..=1 at which the segment from the origin along `motion` crosses a
    /// convex polygon. `motion` is the motion of this line, and `corners` are relative to the start
    /// of the segment. `normal` is their [`area_normal`](super::polygon::area_normal). A line in
    /// the polygon's plane does not cross it.
    pub(crate) fn crossing(&self, motion: DVec3, corners: &[DVec3], normal: DVec3) -> Option<f64> {
        let speed = normal.dot(motion);
        if speed == 0.0 || !self.passes(corners) {
            return None;
        }
        let t = normal.dot(corners[0]) / speed;
        (0.0..=1.0).contains(&t).then_some(t)
    }
}

#[cfg(test)]
mod tests {
    use super::super::polygon::area_normal;
    use super::*;

    fn crossing(motion: DVec3, corners: &[DVec3], normal: DVec3) -> Option<f64> {
        Line::new(motion)?.crossing(motion, corners, normal)
    }

    #[test]
    fn a_line_through_a_shared_edge_hits_a_neighbour() {
        let mut state = 7_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(((state >> 40) as f32 / (1_u32 << 24) as f32) * 2.0 - 1.0)
        };
        for case in 0..20_000 {
            // A fan around a central vertex: a line from above to a point inside the boundary must
            // hit a triangle of the fan.
            let rim: Vec<DVec3> = [(1.0, 0.1), (0.2, 1.0), (-1.0, 0.3), (-0.4, -1.0), (0.9, -0.8)]
                .map(|(x, z)| DVec3::new(x, unit() * 0.1, z))
                .to_vec();
            let middle = DVec3::new(unit() * 0.1, unit() * 0.1, unit() * 0.1);
            let eye = DVec3::new(unit(), 3.0, unit());
            let along = (rim[case % 5] - middle) * ((unit() + 1.0) * 0.45);
            let motion = (middle + along - eye) * 2.0;
            let hits = (0..5).filter(|&i| {
                let t = [middle - eye, rim[i] - eye, rim[(i + 1) % 5] - eye];
                crossing(motion, &t, area_normal(&t)).is_some()
            });
            assert!(hits.count() >= 1, "case {case}");
        }
    }

    #[test]
    fn parallel_and_short_segments_do_not_cross() {
        let t = [DVec3::new(1.0, -1.0, -1.0), DVec3::new(1.0, 1.0, -1.0), DVec3::new(1.0, 0.0, 1.0)];
        let n = area_normal(&t);
        assert_eq!(crossing(DVec3::Y, &t, n), None);
        assert_eq!(crossing(DVec3::X * 0.999, &t, n), None);
        assert_eq!(crossing(DVec3::X, &t, n), Some(1.0));
        assert_eq!(crossing(DVec3::NEG_X * 2.0, &t, n), None);
        assert_eq!(crossing(DVec3::X * 4.0, &t, n), Some(0.25));
    }
}
