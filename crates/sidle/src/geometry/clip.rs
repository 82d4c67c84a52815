//! Overlap test and clipping of convex polygons against boxes.

use glam::{DVec3, Vec3};

use super::polygon::area_normal;
use super::wide::{edges, with_corners};
use super::{Aabb, WideBox};
use crate::tolerance::AXIS_ROUNDING;

impl Aabb {
    /// Returns true if the box and a **convex** polygon have a point in common.
    ///
    /// Uses the separating axis test: disjoint shapes have disjoint projections onto some axis. The
    /// candidates are the axes of the box, the polygon's normal, and the cross products of a box
    /// axis and a polygon edge. A box and a polygon that only touch count as overlapping. Along
    /// axes other than those of the box, so do a box and a polygon with a gap below 1e-15 of their
    /// size, which rounding hides. One corner is a point, two corners are a segment. Returns false
    /// for an empty box, for no corners, and if a number is not finite.
    ///
    /// [Nettle](super) tests if a corner of the polygon is in the box, and clips in all other
    /// cases. A floor of 100 m has no corner near the box around a foot; this test needs no
    /// clipping.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Aabb};
    /// let foot = Aabb { min: Vec3::splat(-0.1), max: Vec3::splat(0.1) };
    /// let floor = [Vec3::new(-300.0, 0.0, -300.0), Vec3::new(0.0, 0.0, 500.0), Vec3::new(300.0, 0.0, -300.0)];
    /// assert!(foot.overlaps_polygon(&floor));
    /// assert!(!foot.overlaps_polygon(&floor.map(|corner| corner + Vec3::Y)));
    /// ```
    #[must_use]
    pub fn overlaps_polygon(&self, corners: &[Vec3]) -> bool {
        // On the axes of the box itself, f32 comparisons are exact.
        if !self.is_solid() || !Self::of_points(corners.iter().copied()).overlaps(*self) {
            return false;
        }
        let (min, max) = (self.min.as_dvec3(), self.max.as_dvec3());
        let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let answer = with_corners(corners, |corners| {
            for corner in corners.iter_mut() {
                *corner -= center;
            }
            Some(!lie_apart(half, corners))
        });
        answer.unwrap_or(false)
    }

    /// Returns the part of a **convex** polygon inside the box, as corners in the same winding
    /// order.
    ///
    /// Uses Sutherland-Hodgman clipping (1974) against the six planes of the box. The result has at
    /// most six corners more than the input. If the polygon only touches the box, the result has
    /// one or two corners (or no corners, if a rounded intersection misses the box). The result is
    /// empty if the polygon and the box do not overlap, the box is empty or a number is not finite.
    ///
    /// Every corner is exactly inside the box. Polygons that share an edge get bit-identical
    /// intersections on it. [Nettle](super) clips to find out if a polygon overlaps a box; for
    /// that, [`overlaps_polygon`](Self::overlaps_polygon) is faster and does not allocate.
    ///
    /// ```
    /// use sidle::{Vec3, geometry::Aabb};
    /// let unit = Aabb { min: Vec3::ZERO, max: Vec3::ONE };
    /// let part = unit.clip_polygon(&[Vec3::new(0.5, 0.5, 0.5), Vec3::new(9.0, 0.5, 0.5), Vec3::new(0.5, 9.0, 0.5)]);
    /// assert_eq!(part.len(), 4);
    /// assert!(part.contains(&Vec3::new(1.0, 1.0, 0.5)));
    /// ```
    #[must_use]
    pub fn clip_polygon(&self, corners: &[Vec3]) -> Vec<Vec3> {
        if !self.is_solid() {
            return Vec::new();
        }
        let mut part = with_corners(corners, |corners| Some(corners.to_vec())).unwrap_or_default();
        for axis in 0..3 {
            part = clipped(&part, axis, f64::from(self.min[axis]), 1.0);
            part = clipped(&part, axis, f64::from(self.max[axis]), -1.0);
        }
        let mut rounded: Vec<Vec3> = part.iter().map(|corner| self.nearest(corner.as_vec3())).collect();
        rounded.dedup();
        while rounded.len() > 1 && rounded.first() == rounded.last() {
            rounded.pop();
        }
        rounded
    }

    fn nearest(&self, p: Vec3) -> Vec3 {
        let between = |x: f32, min: f32, max: f32| {
            if x < min {
                min
            } else if x > max {
                max
            } else {
                x
            }
        };
        Vec3::new(
            between(p.x, self.min.x, self.max.x),
            between(p.y, self.min.y, self.max.y),
            between(p.z, self.min.z, self.max.z),
        )
    }

    /// Returns true if the box is finite and not empty.
    fn is_solid(&self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.cmple(self.max).all()
    }
}

impl WideBox {
    /// Does the same as [`Aabb::overlaps_polygon`] in double precision. The corners are then
    /// relative to the centre of the box.
    pub(crate) fn overlaps_polygon(&self, corners: &mut [DVec3]) -> bool {
        let around = corners.iter().fold(Self::EMPTY, |b, &c| b.union(Self { min: c, max: c }));
        if self.is_empty() || !around.overlaps(*self) {
            return false;
        }
        let (center, half) = ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5);
        corners.iter_mut().for_each(|corner| *corner -= center);
        !lie_apart(half, corners)
    }
}

/// Returns true if an axis separates a convex polygon from the box with half size `half` around the
/// origin.
fn lie_apart(half: DVec3, corners: &[DVec3]) -> bool {
    let size = corners.iter().map(|c| c.abs().max_element()).fold(half.max_element(), f64::max);
    let separates = |axis: DVec3| {
        let reach = half.dot(axis.abs());
        let slack = AXIS_ROUNDING * size * axis.abs().element_sum();
        let shadow = || corners.iter().map(|c| axis.dot(*c));
        let apart = reach + slack;
        shadow().all(|s| s > apart) || shadow().all(|s| s < -apart)
    };
    [DVec3::X, DVec3::Y, DVec3::Z, area_normal(corners)].into_iter().any(separates)
        || edges(corners).any(|(a, b)| {
            let e = b - a;
            let of_each_axis =
                [DVec3::new(0.0, -e.z, e.y), DVec3::new(e.z, 0.0, -e.x), DVec3::new(-e.y, e.x, 0.0)];
            of_each_axis.into_iter().any(separates)
        })
}

/// Clips a polygon against a plane perpendicular to an axis. Keeps the part above `limit` if `sign`
/// is 1, or below it if `sign` is -1.
fn clipped(corners: &[DVec3], axis: usize, limit: f64, sign: f64) -> Vec<DVec3> {
    let mut part = Vec::with_capacity(corners.len() + 1);
    if corners.is_empty() {
        return part;
    }
    let is_in = |p: DVec3| sign * (p[axis] - limit) >= 0.0;
    for (a, b) in edges(corners) {
        match (is_in(a), is_in(b)) {
            (true, false) => part.push(cut(a, b, axis, limit)),
            (false, true) => part.push(cut(b, a, axis, limit)),
            _ => {}
        }
        if is_in(b) {
            part.push(b);
        }
    }
    part
}

/// Returns the intersection of an edge with the plane, computed from the end inside. Both polygons
/// of a shared edge therefore get the same point.
fn cut(inside: DVec3, outside: DVec3, axis: usize, limit: f64) -> DVec3 {
    let along = (limit - inside[axis]) / (outside[axis] - inside[axis]);
    let mut place = inside + (outside - inside) * along;
    place[axis] = limit;
    place
}
