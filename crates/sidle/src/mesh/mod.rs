//! The polygon mesh and the data around it: builder, materials, reports, sectors.

mod builder;
mod edges;
mod hull_builder;
#[cfg(test)]
mod hull_tests;
mod index_kind;
mod material;
mod report;
mod sector_builder;
pub(crate) mod sectors;
mod slots;
mod solid_builder;

pub(crate) use builder::Clean;
pub use builder::WorldBuilder;
pub use index_kind::IndexKind;
pub use material::{Material, MaterialId, Sides};
pub use report::{BuildError, BuildReport};
pub(crate) use sectors::{NO_SECTOR, SectorList};
pub use sectors::{Portal, Sector, SectorError, SectorId, SectorSet, Sectors};
pub(crate) use solid_builder::Solid;

use std::ops::Range;

use glam::Vec3;

/// Polygons over shared vertices. Slots follow the order of the index; `source` gives the caller's
/// numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mesh {
    vertices: Vec<Vec3>,
    corners: Vec<u32>,
    /// Start of each polygon's corners, and the end of the last; empty if all polygons are
    /// triangles.
    starts: Vec<u32>,
    source: Vec<u32>,
    /// Empty if all polygons have material 0.
    material: Vec<MaterialId>,
    /// Empty if no polygon is in a sector.
    sector: Vec<SectorId>,
    /// Count of numbers given to polygons so far. Numbers are never reused.
    numbers: u32,
    /// Number of slots whose polygon was removed or moved.
    gone: usize,
    /// Slot of each of the caller's polygons; empty until the first edit needs it.
    slot_of: Vec<u32>,
}

impl Mesh {
    pub(crate) fn polygons(&self) -> usize {
        self.source.len() - self.gone
    }

    /// Returns the vertex indices of polygon `p`.
    #[inline]
    pub(crate) fn corner_ids(&self, p: u32) -> &[u32] {
        &self.corners[self.corner_range(p)]
    }

    #[inline]
    fn corner_range(&self, p: u32) -> Range<usize> {
        let p = p as usize;
        if self.starts.is_empty() {
            3 * p..3 * p + 3
        } else {
            self.starts[p] as usize..self.starts[p + 1] as usize
        }
    }

    /// Returns the corners of polygon `p` in order.
    #[inline]
    pub(crate) fn corners(&self, p: u32) -> impl ExactSizeIterator<Item = Vec3> + '_ {
        self.corner_ids(p).iter().map(|&i| self.vertices[i as usize])
    }

    /// Returns the corners of polygon `p` if it is a triangle.
    #[inline]
    pub(crate) fn triangle(&self, p: u32) -> Option<[Vec3; 3]> {
        let &[a, b, c] = self.corner_ids(p) else { return None };
        Some([a, b, c].map(|i| self.vertices[i as usize]))
    }

    /// Returns all vertices, and the vertex indices from triangle `first` on, or `None` if not all
    /// polygons are triangles.
    #[inline]
    pub(crate) fn triangles_from(&self, first: u32) -> Option<(&[Vec3], &[u32])> {
        self.starts.is_empty().then(|| (&self.vertices[..], &self.corners[3 * first as usize..]))
    }

    /// Returns the caller's number of polygon `p`.
    pub(crate) fn source(&self, p: u32) -> u32 {
        self.source[p as usize]
    }

    pub(crate) fn material_id(&self, p: u32) -> MaterialId {
        self.material.get(p as usize).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn sector(&self, p: u32) -> SectorId {
        self.sector.get(p as usize).copied().unwrap_or(NO_SECTOR)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vec3>()
            + (self.corners.capacity() + self.starts.capacity() + self.source.capacity()) * size_of::<u32>()
            + self.slot_of.capacity() * size_of::<u32>()
            + self.material.capacity() * size_of::<MaterialId>()
            + self.sector.capacity() * size_of::<SectorId>()
    }

    /// Returns the mesh with its polygons in another order: slot `i` gets the polygon of slot
    /// `order[i]`. Vertices are reordered too, so that neighbours in the world are neighbours in
    /// memory.
    pub(crate) fn reordered(self, order: &[u32]) -> Self {
        let mut sorted = Self {
            corners: Vec::with_capacity(self.corners.len()),
            source: Vec::with_capacity(order.len()),
            material: Vec::with_capacity(self.material.len()),
            sector: Vec::with_capacity(self.sector.len()),
            starts: Vec::with_capacity(self.starts.len()),
            numbers: self.numbers,
            ..Self::default()
        };
        for &p in order {
            if !self.starts.is_empty() {
                sorted.starts.push(sorted.corners.len() as u32);
            }
            sorted.corners.extend_from_slice(self.corner_ids(p));
            sorted.source.push(self.source(p));
            if !self.material.is_empty() {
                sorted.material.push(self.material_id(p));
            }
            if !self.sector.is_empty() {
                sorted.sector.push(self.sector(p));
            }
        }
        if !self.starts.is_empty() {
            sorted.starts.push(sorted.corners.len() as u32);
        }
        sorted.vertices = in_order_of_use(&self.vertices, &mut sorted.corners);
        sorted
    }
}

/// Returns the vertices in the order of their first use by `corners`, without unused vertices.
/// Renumbers `corners` accordingly.
fn in_order_of_use(vertices: &[Vec3], corners: &mut [u32]) -> Vec<Vec3> {
    const UNUSED: u32 = u32::MAX;
    let mut place = vec![UNUSED; vertices.len()];
    let mut used = Vec::with_capacity(vertices.len());
    for corner in corners {
        let place = &mut place[*corner as usize];
        if *place == UNUSED {
            *place = used.len() as u32;
            used.push(vertices[*corner as usize]);
        }
        *corner = *place;
    }
    used.shrink_to_fit();
    used
}
