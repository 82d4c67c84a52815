//! A plane that separates the bare shape from a polygon at one place of a path, and for how long it
//! does so.

use super::polygon::Polygon;
use super::time_of_impact::{Impact, Path};
use crate::shape::space::Space;

/// The proof that a path is free of a polygon from one place on: there the plane of a bound lies
/// beyond the bare shape, and its distance changes linearly along the path. A value of this type
/// exists only where that is so, whatever direction the bound has.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClearPlane {
    /// Where on the path.
    fraction: f64,
    /// How far the bare shape reaches towards the plane.
    pub(super) bare: f64,
    /// The distance between the bare shape and the plane, 0 or more.
    room: f64,
    /// How fast the plane comes nearer, per unit of the fraction; negative where it falls back.
    pub(super) closing: f64,
}

impl ClearPlane {
    /// None where neither the bound nor the direction of the bare shape separates the two. Where
    /// the bound does not, but that direction does, it replaces the bound: inside a skin that is
    /// thick for a thin ellipsoid, the nearest point of the inflated shape says little about the
    /// bare one.
    #[inline(always)]
    pub(super) fn new(space: &Space, polygon: &Polygon<'_>, path: &Path, at: &mut Impact) -> Option<Self> {
        let here = Self::of_bound(space, path, at);
        if here.room >= 0.0 { Some(here) } else { Self::of_bare(space, polygon, path, at) }
    }

    #[cold]
    fn of_bare(space: &Space, polygon: &Polygon<'_>, path: &Path, at: &mut Impact) -> Option<Self> {
        if space.is_round() {
            // The direction of its nearest point is the same at every radius.
            return None;
        }
        at.axis = polygon.bound_of_bare(space, path.x + path.d * at.fraction)?;
        Some(Self::of_bound(space, path, at)).filter(|plane| plane.room >= 0.0)
    }

    /// The plane of a bound, whether it clears the shape or not.
    #[inline(always)]
    fn of_bound(space: &Space, path: &Path, at: &Impact) -> Self {
        let n = at.axis.normal;
        let bare = space.bare_radius(n);
        Self { fraction: at.fraction, bare, room: at.axis.distance - bare, closing: -n.dot(path.d) }
    }

    /// Whether the plane clears the bare shape up to a fraction of the path.
    #[inline(always)]
    pub(super) fn clears_until(&self, limit: f64) -> bool {
        self.closing <= 0.0 || self.room >= self.closing * (limit - self.fraction)
    }

    /// The fraction at which the plane has come nearer by `gap`, but not beyond the end of what it
    /// clears. Only for planes that come nearer.
    #[inline(always)]
    pub(super) fn after(&self, gap: f64) -> f64 {
        let gap = if gap < self.room { gap } else { self.room };
        self.fraction + gap / self.closing
    }
}
