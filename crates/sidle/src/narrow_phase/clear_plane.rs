//! Planes that separate the bare shape from a polygon along a part of a path.

use glam::DVec3;

use super::obstacle::Obstacle;
use super::separating_axis::SeparatingAxis;
use crate::shape::space::Space;

/// Position at which a mover has to stop for a polygon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impact {
    /// Fraction of the motion at which the polygon is a skin away.
    pub(crate) fraction: f64,
    /// Separating axis there.
    pub(crate) axis: SeparatingAxis,
}

/// Motion to test: `x + t d`, t in 0..=1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) x: DVec3,
    pub(crate) d: DVec3,
    /// Closing speeds up to this, per unit of t, are rounding.
    pub(crate) parallel: f64,
}

/// Proof that a path is clear of a polygon from one fraction on. At that fraction, the plane of a
/// separating axis lies beyond the bare shape, and its distance changes linearly along the path. A
/// value of this type exists only if this is true; the direction of the axis does not matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClearPlane {
    /// Fraction of the path.
    fraction: f64,
    /// Extent of the bare shape towards the plane.
    pub(super) bare: f64,
    /// Distance between the bare shape and the plane, 0 or more.
    room: f64,
    /// Speed at which the plane approaches, per unit of the fraction; negative if it recedes.
    pub(super) closing: f64,
}

impl ClearPlane {
    /// Returns `None` if neither the known axis nor the bare shape's own axis separates the two. If
    /// only the bare shape's own axis does, it replaces the known axis. With a skin that is thick
    /// for a thin ellipsoid, the closest point of the inflated shape says little about the bare
    /// shape.
    #[inline(always)]
    pub(super) fn new(space: &Space, obstacle: &Obstacle<'_>, path: &Path, at: &mut Impact) -> Option<Self> {
        let here = Self::of_bound(space, path, at);
        if here.room >= 0.0 { Some(here) } else { Self::of_bare(space, obstacle, path, at) }
    }

    #[cold]
    fn of_bare(space: &Space, obstacle: &Obstacle<'_>, path: &Path, at: &mut Impact) -> Option<Self> {
        if space.is_round() {
            // The direction to the closest point is the same at every radius.
            return None;
        }
        at.axis = obstacle.bound_of_bare(space, path.x + path.d * at.fraction)?;
        Some(Self::of_bound(space, path, at)).filter(|plane| plane.room >= 0.0)
    }

    /// Returns the plane of an axis, even if it does not clear the shape.
    #[inline(always)]
    fn of_bound(space: &Space, path: &Path, at: &Impact) -> Self {
        let n = at.axis.normal;
        let bare = space.bare_radius(n);
        Self { fraction: at.fraction, bare, room: at.axis.distance - bare, closing: -n.dot(path.d) }
    }

    /// Returns true if the plane clears the bare shape up to a fraction of the path.
    #[inline(always)]
    pub(super) fn clears_until(&self, limit: f64) -> bool {
        self.closing <= 0.0 || self.room >= self.closing * (limit - self.fraction)
    }

    /// Returns the fraction at which the plane has approached by `gap`, but at most the fraction up
    /// to which it clears the shape. Only for planes that approach.
    #[inline(always)]
    pub(super) fn after(&self, gap: f64) -> f64 {
        let gap = if gap < self.room { gap } else { self.room };
        self.fraction + gap / self.closing
    }
}
