//! A geometry where it stands in the world: the level itself, or an instance with a pose.
//!
//! The index and the tests of eight polygons work in the space of the geometry. A query is
//! therefore moved into that space, slightly enlarged. The exact tests use the corners in the
//! world.

use glam::DVec3;

use super::Placement;
use super::geometry::Geometry;
use super::instances::Placed;
use crate::cull::{Axes, BallCull, Reach, Rotated, Sweep, Zone};
use crate::geometry::{Aabb, WideBox};
use crate::mesh::{MaterialId, NO_SECTOR, SectorId};
use crate::shape::space::Space;

/// A geometry, and its place if it is an instance.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) placed: Option<&'a Placed>,
}

impl<'a> Part<'a> {
    /// Returns the map from a corner of the geometry to its position relative to an origin.
    #[inline(always)]
    pub(crate) fn relative_to(self, origin: DVec3) -> impl Fn(DVec3) -> DVec3 + Copy + 'a {
        let placement = self.placed.map(Placed::placement);
        move |v| match placement {
            None => v - origin,
            Some(placement) => placement.world_from(v, origin),
        }
    }

    #[inline]
    pub(crate) fn source(self, p: u32) -> u32 {
        self.geometry.source(p)
    }

    #[inline]
    pub(crate) fn material_id(self, p: u32) -> MaterialId {
        self.placed.and_then(Placed::material).unwrap_or_else(|| self.geometry.material_id(p))
    }

    #[inline]
    pub(crate) fn sector(self, p: u32) -> SectorId {
        if self.placed.is_some() { NO_SECTOR } else { self.geometry.sector(p) }
    }

    /// Returns the corners of a polygon in the world.
    pub(crate) fn corners(self, p: u32) -> impl ExactSizeIterator<Item = DVec3> + 'a {
        let map = self.relative_to(DVec3::ZERO);
        self.geometry.corners(p).map(move |v| map(v.as_dvec3()))
    }

    /// Returns a box around a polygon in the world.
    pub(crate) fn polygon_box(self, p: u32) -> WideBox {
        let Some(placed) = self.placed else { return self.geometry.polygon_box(p).into() };
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for corner in self.geometry.corners(p) {
            let corner = placed.placement().world(corner.as_dvec3());
            (low, high) = (low.min(corner), high.max(corner));
        }
        WideBox::around(0.5 * (low + high), 0.5 * (high - low))
    }
}

impl Placement {
    /// Returns a zone in the space of the geometry that contains a box of the world.
    pub(super) fn local_zone(&self, bounds: &WideBox) -> Zone {
        self.local_box(bounds).into()
    }

    /// Returns half the size, in the space of the geometry, of a box around the inflated shape. The
    /// shape itself is measured along the axes of the geometry: its box in the world is larger.
    fn local_half_of(&self, space: &Space) -> DVec3 {
        let [x, y, z] = self.axes().map(|axis| space.inflated_support(axis));
        DVec3::new(x, y, z) / self.scale
    }

    /// Returns the test of [`Reach`], in the space of the geometry, for a shape whose centre is
    /// within `radius` of `center`.
    pub(super) fn local_reach(&self, space: &Space, center: DVec3, radius: f64) -> Reach {
        let rounding = self.local_rounding(center, space.half_extents + radius);
        let local = self.local(center);
        let half = self.local_half_of(space) + radius / self.scale + rounding;
        let reach = (space.bounding_radius() + radius) / self.scale + rounding;
        let bounds = Aabb::around(local, half);
        let zone = if space.is_round() && space.core().is_none() {
            Zone::round(bounds, local, DVec3::splat(reach), 0.0)
        } else {
            bounds.into()
        };
        Reach::new(zone, (local, half), reach, self.local_axes(space))
    }

    /// Returns the sweep of a ray in the space of the geometry.
    pub(super) fn local_ray(&self, from: DVec3, motion: DVec3) -> Sweep {
        let half = DVec3::splat(self.local_rounding(from, motion.abs()));
        Sweep::new(self.local(from), self.local_vector(motion), half)
    }

    /// Returns the sweep of a shape and the test of [`BallCull`], in the space of the geometry. The
    /// shape is enlarged by the factor `slack`, and its box by `more` metres.
    pub(super) fn local_sweep(
        &self,
        space: &Space,
        (from, motion): (DVec3, DVec3),
        (slack, more): (f64, f64),
    ) -> (Sweep, BallCull) {
        let rounding = self.local_rounding(from, motion.abs() + space.half_extents + more);
        let segment = (self.local(from), self.local_vector(motion));
        let half = self.local_half_of(space) * slack + more / self.scale + rounding;
        let radius = space.bounding_radius() * slack / self.scale + rounding;
        let seen = self.local_axes(space).map(|axes| (axes, space.unit_from_world(motion) / self.scale));
        (Sweep::new(segment.0, segment.1, half), BallCull::new(segment, half, radius, seen))
    }

    /// Returns the axes of the geometry in the space of a shape, divided by the scale.
    fn local_axes(&self, space: &Space) -> Option<Axes> {
        let seen = self.axes().map(|axis| space.unit_from_world(axis).as_vec3());
        (!space.is_round()).then_some(Axes::Rotated(Rotated(seen)))
    }
}
