//! A separating axis of a mover and an obstacle, and the parts of both that are closest.

use glam::DVec3;

use crate::geometry::Feature;

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
