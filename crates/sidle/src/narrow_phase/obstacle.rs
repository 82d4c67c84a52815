//! The certificate: a lower bound of the distance between a point and an obstacle that is valid
//! despite rounding.
//!
//! The obstacle of a mover is a convex polygon, minus the core of the mover's shape: every mover is
//! a core (a point, or the segment of a capsule) inflated by a ball, and touches the polygon where
//! its centre is within the radius of that ball of the difference.
//!
//! For any unit n, the polygon lies on the far side of the plane through its corner furthest along
//! n, so
//!     distance(x, polygon) >= min_i n . (x - v_i)  =: L(n, x).
//! A segment core from -c to c subtracts |n . c|, since the polygon and the core are bounded apart.
//! The bound does not depend on how n was found: a bad closest point makes L small, never wrong.
//! The returned bound already has the rounding of its own evaluation subtracted.

use glam::DVec3;

use super::{capsule, triangle};
use crate::cull::level;
use crate::geometry::Feature;
use crate::geometry::polygon::{self, Nearest};
use crate::shape::space::Space;
use crate::tolerance::{CERTIFICATE_ROUNDING, FLUSH_NORMAL, TOUCHING};

/// Largest number of corners that a builder accepts.
const MOST_CORNERS: usize = u8::MAX as usize;

/// Convex polygon in the space of a mover, minus the core of the mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Obstacle<'a> {
    /// Corners of the polygon.
    pub(crate) corners: &'a [DVec3],
    /// Unit length; zero for a sliver.
    pub(crate) normal: DVec3,
    /// Largest error that rounding can add to a certified distance.
    pub(crate) error: f64,
    /// Half the segment core of a capsule; `None` for a point core.
    pub(crate) core: Option<&'a DVec3>,
}

/// Part of the core that is closest to a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CorePart {
    /// The whole core if it is a point. Otherwise its end at x + c.
    End,
    /// The end of a segment core at x - c.
    Start,
    /// A segment core, between its ends.
    Between,
}

/// Kind of the part of an obstacle that is closest to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObstaclePart {
    /// A flat part: a mover slides along it.
    Face,
    /// A mover rolls over it.
    Edge,
    /// A mover rolls over it in any direction.
    Corner,
}

/// Rounding-error scale of a certificate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundingScale {
    /// Largest distance of query points from the origin, in world metres.
    pub(crate) reach: f64,
    /// [`Space::squeeze`]: the corners were rounded at up to this multiple of their distance.
    pub(crate) squeeze: f64,
}

/// Separating axis: a direction, and a lower bound of the distance of a point from a polygon along
/// it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeparatingAxis {
    /// Certified lower bound of the true distance.
    pub(crate) distance: f64,
    /// Unit length, from the polygon towards the point. The polygon lies beyond the plane at
    /// `distance` along it.
    pub(crate) normal: DVec3,
    /// Closest point of the obstacle (not certified).
    pub(crate) point: DVec3,
    /// Feature of the polygon that is closest to the core.
    pub(crate) feature: Feature,
    /// Part of the core that is closest to the polygon.
    pub(crate) part: CorePart,
}

impl SeparatingAxis {
    /// Returns the kind of the part of the obstacle that contains the closest point.
    #[inline(always)]
    pub(crate) fn obstacle_part(&self) -> ObstaclePart {
        match (self.feature, self.part) {
            (Feature::Face, _) | (Feature::Edge(_), CorePart::Between) => ObstaclePart::Face,
            (Feature::Edge(_), _) | (Feature::Corner(_), CorePart::Between) => ObstaclePart::Edge,
            (Feature::Corner(_), _) => ObstaclePart::Corner,
        }
    }

    /// Returns true if the closest part of the obstacle is flat.
    #[inline(always)]
    pub(crate) fn is_flat(&self) -> bool {
        self.obstacle_part() == ObstaclePart::Face
    }
}

impl<'a> Obstacle<'a> {
    pub(crate) fn new(corners: &'a [DVec3], core: Option<&'a DVec3>, rounding_scale: RoundingScale) -> Self {
        let (normal, error) = plane_and_error(corners, rounding_scale);
        Self { corners, normal, error, core }
    }

    #[inline]
    pub(crate) fn axis(&self, x: DVec3) -> SeparatingAxis {
        if let Some(&core) = self.core {
            return capsule::axis(self, core, x);
        }
        let near = polygon::nearest(x, self.corners, self.normal);
        let normal = match near.feature {
            Feature::Face if self.normal.dot(x - self.corners[0]) < 0.0 => -self.normal,
            Feature::Face => self.normal,
            feature => self.away_from(&near, feature, x),
        };
        SeparatingAxis {
            distance: self.separation(normal, x),
            normal,
            point: near.point,
            feature: near.feature,
            part: CorePart::End,
        }
    }

    /// Like `axis`, but computed in SIMD lanes; bit-identical. It is faster if the closest point is
    /// mostly on an edge, and slower if it is mostly on the face.
    pub(crate) fn axis_by_lanes(&self, x: DVec3) -> SeparatingAxis {
        match <&[DVec3; 3]>::try_from(self.corners) {
            Ok(corners) if self.core.is_none() => {
                triangle::axis(level(), corners, self.normal, self.error, x)
            }
            _ => self.axis(x),
        }
    }

    /// Returns L(n, x) minus its rounding error: a lower bound of the distance from x to the
    /// obstacle along n.
    #[inline(always)]
    pub(crate) fn separation(&self, n: DVec3, x: DVec3) -> f64 {
        let least = match self.corners {
            [a, b, c] => lowest(&[*a, *b, *c], n, x),
            corners => lowest(corners, n, x),
        };
        let least = match self.core {
            None => least,
            Some(core) => least - n.dot(*core).abs(),
        };
        least - self.error
    }

    /// Returns true if the core at `x` is nearer to the polygon than `distance`, or crosses it.
    pub(crate) fn is_within(&self, x: DVec3, distance: f64) -> bool {
        match self.core {
            None => (polygon::nearest(x, self.corners, self.normal).point - x).length() < distance,
            Some(core) => capsule::is_within(self, *core, x, distance),
        }
    }

    /// Returns true if the face of the polygon is closest to the point `x`, not an edge.
    pub(crate) fn is_below(&self, x: DVec3) -> bool {
        polygon::is_below(x, self.corners, self.normal)
    }

    /// Returns true if a point lies on or in the obstacle, within rounding.
    pub(crate) fn contains(&self, p: DVec3) -> bool {
        if let Some(&core) = self.core {
            let height = self.normal.dot(p - self.corners[0]).abs();
            return height <= self.normal.dot(core).abs() + 8.0 * self.error
                && capsule::is_within(self, core, p, 4.0 * self.error);
        }
        // The closest point is at least as far away as the plane.
        if self.normal.dot(p - self.corners[0]).abs() > 8.0 * self.error {
            return false;
        }
        (polygon::nearest(p, self.corners, self.normal).point - p).length() <= 4.0 * self.error
    }

    /// Returns true if the bare shape at `x` overlaps the polygon. Contact without penetration is
    /// not an overlap; a point never overlaps. A capsule of radius 0 overlaps if its core passes
    /// through the polygon.
    ///
    /// The direction to the closest point in the inflated space decides almost every case. If it
    /// finds no gap for an ellipsoid, the space of the bare shape decides.
    pub(crate) fn overlaps_bare(&self, space: &Space, x: DVec3) -> bool {
        self.overlaps_bare_at(&self.axis(x), space, x)
    }

    /// Like [`Obstacle::overlaps_bare`], with the known separating axis at `x`.
    pub(crate) fn overlaps_bare_at(&self, axis: &SeparatingAxis, space: &Space, x: DVec3) -> bool {
        if axis.distance + 2.0 * self.error >= space.bare_radius(axis.normal) {
            return false;
        }
        if let Some(&core) = self.core {
            return capsule::is_within(self, core, x, space.radius_of_bare_ball() * (1.0 - TOUCHING));
        }
        if space.bare_half_lengths().min_element() <= 0.0 {
            return false;
        }
        self.nearest_to_bare(space, x).point.length() < 1.0 - TOUCHING
    }

    /// Returns the separating axis along the normal of the bare shape at its point closest to the
    /// polygon. Returns `None` if the two overlap. A thin ellipsoid with a thick skin can be free
    /// although the normal of the inflated shape does not separate it.
    pub(crate) fn bound_of_bare(&self, space: &Space, x: DVec3) -> Option<SeparatingAxis> {
        let bare = space.bare_half_lengths();
        let Nearest { point, feature } = self.nearest_to_bare(space, x);
        if point.length() < 1.0 {
            return None;
        }
        let normal = (-point / bare).normalize();
        Some(SeparatingAxis {
            distance: self.separation(normal, x),
            normal,
            point: x + point * bare,
            feature,
            part: CorePart::End,
        })
    }

    /// Returns the closest point in the space in which the bare shape at `x` is the unit ball
    /// around the origin.
    fn nearest_to_bare(&self, space: &Space, x: DVec3) -> Nearest {
        let bare = space.bare_half_lengths();
        let nearest =
            |corners: &[DVec3]| polygon::nearest(DVec3::ZERO, corners, polygon::unit_normal(corners));
        if let Ok(corners) = <&[DVec3; 3]>::try_from(self.corners) {
            return nearest(&corners.map(|c| (c - x) / bare));
        }
        let mut corners = [DVec3::ZERO; MOST_CORNERS];
        for (corner, &c) in corners.iter_mut().zip(self.corners) {
            *corner = (c - x) / bare;
        }
        nearest(&corners[..self.corners.len()])
    }

    /// Returns true if any part of the core of a mover at `x` is not in front of the polygon's
    /// plane; false for a polygon without a plane.
    pub(crate) fn is_behind(&self, x: DVec3) -> bool {
        let depth = self.core.map_or(0.0, |core| self.normal.dot(*core).abs());
        self.normal != DVec3::ZERO && self.normal.dot(x - self.corners[0]) <= depth
    }

    /// Returns the point of the polygon that is closest to the core, for an axis of this obstacle.
    pub(crate) fn point_on_polygon(&self, axis: &SeparatingAxis) -> DVec3 {
        match self.core {
            None => axis.point,
            Some(core) => capsule::point_on_polygon(self, *core, axis),
        }
    }

    /// Returns the ends of the edge of the obstacle that contains the closest point, or `None` if
    /// that is a face or a corner.
    pub(crate) fn edge(&self, axis: &SeparatingAxis) -> Option<[DVec3; 2]> {
        match (axis.feature, self.core) {
            (Feature::Edge(e), None) => Some(self.side(e.into())),
            (_, Some(core)) => capsule::edge(self, *core, axis),
            _ => None,
        }
    }

    /// Returns true if the face of an axis is also the closest part of the obstacle to `x`.
    pub(crate) fn has_same_face_at(&self, axis: &SeparatingAxis, x: DVec3) -> bool {
        let Some(core) = self.core else { return self.is_below(x) };
        let there = capsule::axis(self, *core, x);
        there.is_flat() && there.normal.dot(axis.normal) > FLUSH_NORMAL
    }

    /// Returns the number of faces that [`Obstacle::each_side_of_face`] knows: the face of the
    /// polygon, and one face for each of its edges.
    pub(crate) fn face_count(&self) -> usize {
        1 + self.corners.len()
    }

    /// Calls `visit` with each side of a face of the obstacle, if the face lies in the plane of an
    /// axis, within `level`: the inward direction of the side (not of unit length) and a point on
    /// it. Returns false if the face lies elsewhere. Face 0 is the face of the polygon. Face i + 1
    /// is swept by edge i along the core. Only for obstacles with a segment core.
    pub(crate) fn each_side_of_face(
        &self,
        face: usize,
        axis: &SeparatingAxis,
        level: f64,
        visit: impl FnMut(DVec3, DVec3),
    ) -> bool {
        self.core.is_some_and(|core| capsule::each_side_of_face(self, *core, face, axis, level, visit))
    }

    /// Returns the edges of the obstacle that meet in the corner that is its closest point, and
    /// their number. There are none if the closest point is on an edge or a face.
    pub(crate) fn edges_at_corner(&self, axis: &SeparatingAxis) -> ([DVec3; 3], usize) {
        let Feature::Corner(i) = axis.feature else { return ([DVec3::ZERO; 3], 0) };
        let (corners, i) = (self.corners, usize::from(i));
        let count = corners.len();
        let [next, before] = [corners[(i + 1) % count], corners[(i + count - 1) % count]];
        let core = self.core.copied();
        if axis.part == CorePart::Between {
            return ([DVec3::ZERO; 3], 0);
        }
        let edges = [next - corners[i], before - corners[i], core.unwrap_or(DVec3::ZERO)];
        (edges, if core.is_some() { 3 } else { 2 })
    }

    /// Returns the normals of the faces of the obstacle that may meet in the edge or corner that
    /// contains the closest point, and their number. They have any sign.
    pub(crate) fn faces_at(&self, axis: &SeparatingAxis) -> ([DVec3; 3], usize) {
        match self.core {
            None => ([self.normal, DVec3::ZERO, DVec3::ZERO], usize::from(self.normal != DVec3::ZERO)),
            Some(core) => capsule::faces_at(self, *core, axis),
        }
    }

    /// Returns edge `e` of the polygon.
    pub(super) fn side(&self, e: usize) -> [DVec3; 2] {
        let corners = self.corners;
        [corners[e], corners[if e + 1 == corners.len() { 0 } else { e + 1 }]]
    }

    fn away_from(&self, near: &Nearest, feature: Feature, x: DVec3) -> DVec3 {
        let edge = if let Feature::Edge(e) = feature {
            let [start, end] = self.side(e.into());
            Some(end - start)
        } else {
            None
        };
        away(x, near.point, edge, self.normal)
    }
}

/// Returns the direction from the closest point to `x`. `edge` is the edge that contains the point,
/// unless it is a corner. `normal` is the normal of the polygon.
#[inline(always)]
pub(super) fn away(x: DVec3, point: DVec3, edge: Option<DVec3>, normal: DVec3) -> DVec3 {
    let mut away = x - point;
    if let Some(edge) = edge {
        // Perpendicular to the edge to the last bit. For a long edge, a tilt by rounding times its
        // length would be as large as the gap.
        away -= edge * (away.dot(edge) / edge.length_squared());
    }
    let length = away.length();
    if length > 0.0 {
        away / length
    } else if normal != DVec3::ZERO {
        normal
    } else {
        DVec3::Y
    }
}

/// Returns the distance from the nearest corner to `x`, measured along `n`.
#[inline(always)]
fn lowest(corners: &[DVec3], n: DVec3, x: DVec3) -> f64 {
    let mut least = f64::INFINITY;
    for &corner in corners {
        let s = n.dot(x - corner);
        if s < least {
            least = s;
        }
    }
    least
}

pub(super) fn plane_and_error(
    corners: &[DVec3],
    RoundingScale { reach, squeeze }: RoundingScale,
) -> (DVec3, f64) {
    let furthest = corners.iter().fold(0.0, |far, c| {
        let l = c.length_squared();
        if l > far { l } else { far }
    });
    (polygon::unit_normal(corners), CERTIFICATE_ROUNDING * (squeeze * furthest.sqrt() + reach))
}

#[cfg(test)]
mod tests;
