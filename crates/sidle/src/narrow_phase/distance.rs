//! The distance of a mover's core from an obstacle, and the closest parts: by the core, a point or
//! a segment.

use glam::DVec3;

use super::obstacle::Obstacle;
use super::separating_axis::{CorePart, SeparatingAxis, away};
use super::{capsule, triangle};
use crate::cull::level;
use crate::geometry::Feature;
use crate::geometry::polygon::{self, Nearest};
use crate::shape::space::Space;
use crate::tolerance::{FLUSH_NORMAL, TOUCHING};

/// Largest number of corners that a builder accepts.
const MOST_CORNERS: usize = u8::MAX as usize;

impl Obstacle<'_> {
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

    /// Returns true if the core at `x` is nearer to the polygon than `distance`, or crosses it.
    pub(crate) fn is_within(&self, x: DVec3, distance: f64) -> bool {
        match self.core {
            None => (polygon::nearest(x, self.corners, self.normal).point - x).length() < distance,
            Some(core) => capsule::is_within(self, *core, x, distance),
        }
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

    /// Returns the normals of the faces of the obstacle that may meet in the edge or corner that
    /// contains the closest point, and their number. They have any sign.
    pub(crate) fn faces_at(&self, axis: &SeparatingAxis) -> ([DVec3; 3], usize) {
        match self.core {
            None => ([self.normal, DVec3::ZERO, DVec3::ZERO], usize::from(self.normal != DVec3::ZERO)),
            Some(core) => capsule::faces_at(self, *core, axis),
        }
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
