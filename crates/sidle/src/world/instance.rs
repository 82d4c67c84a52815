//! Something solid at its place in the world: polygons, and the index that finds them.

use std::ops::{ControlFlow, Range};

use glam::Vec3;

use crate::geometry::{Aabb, Sweep};
use crate::index::Index;
use crate::mesh::{IndexKind, MaterialId, Mesh};

/// A mesh at its place in the world. Polygons are named by their slot, the order of the index.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(super) mesh: Mesh,
    pub(super) index: Index,
}

impl Instance {
    pub(super) fn of_mesh(mesh: Mesh, kind: IndexKind) -> Self {
        let boxes = (0..mesh.slots()).map(|p| Aabb::of_points(mesh.corners(p)));
        let (index, order) = Index::build(kind, boxes);
        Self { mesh: mesh.reordered(&order), index }
    }

    pub(super) fn polygons(&self) -> usize {
        self.mesh.polygons()
    }

    /// The corners of polygon `p` in order.
    #[inline]
    pub(crate) fn corners(&self, p: u32) -> impl ExactSizeIterator<Item = Vec3> + '_ {
        self.mesh.corners(p)
    }

    /// The caller's number of polygon `p`.
    pub(crate) fn source(&self, p: u32) -> u32 {
        self.mesh.source(p)
    }

    pub(crate) fn material_id(&self, p: u32) -> MaterialId {
        self.mesh.material_id(p)
    }

    /// The box of everything; empty when there is nothing.
    pub(super) fn bounds(&self) -> Aabb {
        Aabb::of_points(self.mesh.live_slots().flat_map(|p| self.mesh.corners(p)))
    }

    pub(super) fn bytes(&self) -> usize {
        self.mesh.bytes() + self.index.bytes()
    }

    /// Calls `visit` with polygons, as ranges of slots: at least those whose box meets `query`.
    #[inline]
    pub(super) fn gather(&self, query: &Aabb, visit: impl FnMut(Range<u32>)) {
        self.index.gather(query, visit);
    }

    /// Calls `visit` with the polygons along a sweep, roughly front to back. `visit` may shorten the limit; it starts at 1.
    #[inline]
    pub(super) fn sweep(&self, sweep: &Sweep, visit: impl FnMut(Range<u32>, &mut f64) -> ControlFlow<()>) {
        self.index.sweep(sweep, visit);
    }
}
