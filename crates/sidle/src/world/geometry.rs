//! Geometries: the polygons of a level or of an instance, with their index.

use std::ops::{ControlFlow, Range};

use glam::Vec3;

use crate::cull::{BallCull, Columns, LANES, Limit, RayCull, Reach, Sweep, Triangles, Untouched, Zone};
use crate::geometry::Aabb;
use crate::heightfield::HeightField;
use crate::index::Index;
use crate::mesh::{IndexKind, MaterialId, Mesh, NO_SECTOR, SectorId};

/// Polygons with an index: a mesh or a height field, in coordinates of their own.
#[derive(Clone, Debug)]
pub(crate) enum Geometry {
    Mesh(Indexed),
    Field(HeightField, MaterialId),
}

/// A mesh and its index. Polygons are identified by their slot, in the order of the index.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    pub(super) mesh: Mesh,
    pub(super) index: Index,
}

impl Indexed {
    pub(super) fn new(mesh: Mesh, kind: IndexKind) -> Self {
        let boxes = (0..mesh.slots()).map(|p| Aabb::of_points(mesh.corners(p)));
        let (index, order) = Index::build(kind, boxes);
        Self { mesh: mesh.reordered(&order), index }
    }
}

impl Geometry {
    pub(crate) fn polygons(&self) -> usize {
        match self {
            Self::Mesh(at) => at.mesh.polygons(),
            Self::Field(field, _) => field.triangle_count(),
        }
    }

    /// Returns the corners of polygon `p` in order.
    #[inline]
    pub(crate) fn corners(&self, p: u32) -> impl ExactSizeIterator<Item = Vec3> + '_ {
        match self {
            Self::Mesh(at) => Either::One(at.mesh.corners(p)),
            Self::Field(field, _) => Either::Other(field.corners(p).into_iter()),
        }
    }

    /// Returns the corners of polygon `p` if it is a triangle.
    #[inline]
    pub(super) fn triangle(&self, p: u32) -> Option<[Vec3; 3]> {
        match self {
            Self::Mesh(at) => at.mesh.triangle(p),
            Self::Field(field, _) => Some(field.corners(p)),
        }
    }

    /// Calls `ask` with a lane block of up to eight consecutive triangles, filled up to eight with
    /// other triangles. Returns `None` if not all polygons of the mesh are triangles.
    #[inline]
    fn of_eight<R>(&self, row: &Range<u32>, ask: impl FnOnce(&Triangles<'_>) -> R) -> Option<R> {
        match self {
            Self::Mesh(at) => {
                let (vertices, ids) = at.mesh.triangles_from(row.start)?;
                let last;
                // The lanes after the block hold the next triangles in memory: masking them out
                // costs more than testing them.
                let ids = match ids.first_chunk() {
                    Some(ids) => ids,
                    None => {
                        last = std::array::from_fn(|i| ids[i % ids.len()]);
                        &last
                    }
                };
                Some(ask(&Triangles { vertices, ids }))
            }
            Self::Field(field, _) => {
                let mut corners = [field.corners(row.start); LANES];
                for (corners, p) in corners.iter_mut().zip(row.clone()).skip(1) {
                    *corners = field.corners(p);
                }
                Some(ask(&Triangles::of(&corners)))
            }
        }
    }

    /// Finds, for each of up to eight consecutive polygons, a fraction of the path before which the
    /// shape does not touch it. Contacts after `limit` are ignored.
    #[inline]
    pub(super) fn untouched(&self, row: &Range<u32>, cull: &BallCull, limit: f64, out: &mut Untouched) {
        if self.of_eight(row, |eight| cull.untouched((limit as f32).next_up(), eight, out)).is_none() {
            *out = Untouched::ANY;
        }
        out.keep_first(row.len());
    }

    /// Returns the bounding box of a polygon.
    pub(super) fn polygon_box(&self, p: u32) -> Aabb {
        Aabb::of_points(self.corners(p))
    }

    /// Returns true if the bounding box of a polygon overlaps a zone.
    pub(super) fn may_overlap(&self, p: u32, zone: &Zone) -> bool {
        zone.overlaps(self.polygon_box(p))
    }

    /// Returns a bit mask of the polygons that may be in reach, out of up to eight consecutive
    /// ones. It does not depend on which polygons are in a row.
    pub(super) fn in_reach(&self, row: &Range<u32>, reach: &Reach) -> u32 {
        let bits = self.of_eight(row, |eight| reach.contains(eight));
        bits.unwrap_or_else(|| self.any_in_reach(row, reach)) & ((1 << row.len()) - 1)
    }

    /// Does the same for polygons with any number of corners. Only those that are not triangles are
    /// in reach if just their boxes overlap the zone.
    fn any_in_reach(&self, row: &Range<u32>, reach: &Reach) -> u32 {
        let (mut columns, mut triangles, mut others) = (Columns::default(), 0, 0);
        for (lane, p) in row.clone().enumerate() {
            match self.triangle(p) {
                Some(corners) => {
                    columns.set(lane, &corners);
                    triangles |= 1 << lane;
                }
                None => others |= u32::from(self.may_overlap(p, reach.zone())) << lane,
            }
        }
        if triangles == 0 { others } else { others | triangles & reach.contains_lanes(&columns) }
    }

    /// Returns a bit mask of the polygons that a ray may cross before the fraction `limit`, out of
    /// up to eight consecutive ones.
    pub(super) fn may_cross(&self, row: &Range<u32>, cull: &RayCull, limit: f64) -> u32 {
        let bits = self.of_eight(row, |eight| cull.may_cross((limit as f32).next_up(), eight));
        bits.unwrap_or(255) & ((1 << row.len()) - 1)
    }

    /// Returns the caller's number of polygon `p`.
    pub(crate) fn source(&self, p: u32) -> u32 {
        match self {
            Self::Mesh(at) => at.mesh.source(p),
            Self::Field(..) => p,
        }
    }

    pub(crate) fn material_id(&self, p: u32) -> MaterialId {
        match self {
            Self::Mesh(at) => at.mesh.material_id(p),
            Self::Field(_, material) => *material,
        }
    }

    /// Returns the sector of polygon `p`. A height field has no sector and is visible from
    /// everywhere.
    pub(crate) fn sector(&self, p: u32) -> SectorId {
        match self {
            Self::Mesh(at) => at.mesh.sector(p),
            Self::Field(..) => NO_SECTOR,
        }
    }

    /// Calls `visit` with the slot of every polygon.
    pub(super) fn each_slot(&self, visit: impl FnMut(u32)) {
        match self {
            Self::Mesh(at) => at.mesh.live_slots().for_each(visit),
            Self::Field(field, _) => (0..field.triangle_count() as u32).for_each(visit),
        }
    }

    /// Returns the exact bounding box, which is empty if the instance has no polygons.
    pub(super) fn bounds(&self) -> Aabb {
        match self {
            Self::Mesh(at) => Aabb::of_points(at.mesh.live_slots().flat_map(|p| at.mesh.corners(p))),
            Self::Field(field, _) => field.aabb(),
        }
    }

    /// Returns [`Geometry::bounds`] or a slightly larger box, in constant time.
    pub(super) fn rough_bounds(&self) -> Aabb {
        match self {
            Self::Mesh(at) => at.index.bounds(),
            Self::Field(field, _) => field.aabb(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Mesh(at) => at.mesh.bytes() + at.index.bytes(),
            Self::Field(field, _) => field.memory_bytes(),
        }
    }

    /// Calls `visit` with ranges of slots. They contain at least the polygons whose box overlaps
    /// `query`.
    #[inline]
    pub(super) fn gather(&self, query: &Zone, visit: impl FnMut(Range<u32>)) {
        match self {
            Self::Mesh(at) => at.index.gather(query, visit),
            Self::Field(field, _) => {
                field.gather(&query.bounds, visit);
            }
        }
    }

    /// Calls `visit` with every polygon that may be in reach: the same ones with every index, in
    /// the order of the index.
    #[inline(always)]
    pub(super) fn each_in_reach(&self, reach: &Reach, mut visit: impl FnMut(u32)) {
        self.gather(reach.zone(), |range| {
            for row in rows_of(range) {
                let mut bits = self.in_reach(&row, reach);
                while bits != 0 {
                    visit(row.start + bits.trailing_zeros());
                    bits &= bits - 1;
                }
            }
        });
    }

    /// Calls `visit` with the polygons along a sweep, roughly front to back. `visit` may lower the
    /// limit, which starts at 1. It may set [`Limit::waiting`] only if `WAITS` is true.
    #[inline]
    pub(super) fn sweep<const WAITS: bool>(
        &self,
        sweep: &Sweep,
        visit: impl FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>,
    ) {
        match self {
            Self::Mesh(at) => at.index.sweep::<WAITS>(sweep, visit),
            Self::Field(field, _) => {
                field.sweep(sweep, visit);
            }
        }
    }
}

/// Splits a range of polygons into lane blocks of up to eight.
#[inline(always)]
pub(super) fn rows_of(polygons: Range<u32>) -> impl Iterator<Item = Range<u32>> {
    let mut rest = polygons;
    std::iter::from_fn(move || {
        let row = rest.start..rest.end.min(rest.start + LANES as u32);
        rest.start = row.end;
        (!row.is_empty()).then_some(row)
    })
}

/// One of two iterators.
enum Either<A, B> {
    One(A),
    Other(B),
}

impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Either<A, B> {
    type Item = A::Item;

    #[inline]
    fn next(&mut self) -> Option<A::Item> {
        match self {
            Self::One(a) => a.next(),
            Self::Other(b) => b.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::One(a) => a.size_hint(),
            Self::Other(b) => b.size_hint(),
        }
    }

    /// Selects the iterator once, not at every step.
    #[inline]
    fn fold<T, F: FnMut(T, A::Item) -> T>(self, first: T, step: F) -> T {
        match self {
            Self::One(a) => a.fold(first, step),
            Self::Other(b) => b.fold(first, step),
        }
    }
}

impl<A: ExactSizeIterator, B: ExactSizeIterator<Item = A::Item>> ExactSizeIterator for Either<A, B> {}
