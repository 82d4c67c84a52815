//! Finding the polygons near something without looking at all of them.

mod bvh;
mod octree;

use std::ops::{ControlFlow, Range};

use bvh::Bvh;
use octree::Octree;

use crate::geometry::{Aabb, Sweep};
use crate::mesh::{IndexKind, Mesh};

/// One of the indexes. All find the same polygons, in an order of their own.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    Bvh(Bvh),
    Octree(Octree),
}

impl Index {
    /// An index over the boxes of the polygons, and the order in which their slots have to stand.
    pub(crate) fn build(kind: IndexKind, boxes: impl ExactSizeIterator<Item = Aabb>) -> (Self, Vec<u32>) {
        match kind {
            IndexKind::Bvh => {
                let (bvh, order) = Bvh::build(boxes);
                (Self::Bvh(bvh), order)
            }
            IndexKind::Octree => {
                let (octree, order) = Octree::build(boxes);
                (Self::Octree(octree), order)
            }
        }
    }

    pub(crate) fn kind(&self) -> IndexKind {
        match self {
            Self::Bvh(_) => IndexKind::Bvh,
            Self::Octree(_) => IndexKind::Octree,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Bvh(bvh) => bvh.bytes(),
            Self::Octree(octree) => octree.bytes(),
        }
    }

    /// A box that holds everything, roughly the smallest; empty when there is nothing.
    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            Self::Bvh(bvh) => bvh.bounds(),
            Self::Octree(octree) => octree.bounds(),
        }
    }

    /// Calls `visit` with at least every polygon whose box meets `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Aabb, visit: impl FnMut(Range<u32>)) {
        match self {
            Self::Bvh(bvh) => bvh.gather(query, visit),
            Self::Octree(octree) => octree.gather(query, visit),
        }
    }

    /// Calls `visit` with the polygons along a sweep, roughly front to back. `visit` may shorten the limit; it starts at 1.
    #[inline]
    pub(crate) fn sweep(&self, sweep: &Sweep, visit: impl FnMut(Range<u32>, &mut f64) -> ControlFlow<()>) {
        match self {
            Self::Bvh(bvh) => bvh.sweep(sweep, visit),
            Self::Octree(octree) => octree.sweep(sweep, visit),
        }
    }

    /// Takes in the polygon of the last slot, just pushed; may move other polygons of the mesh to new slots. Returns false
    /// when it had better be built anew.
    pub(crate) fn insert(&mut self, mesh: &mut Mesh, slot: u32) -> bool {
        match self {
            Self::Bvh(bvh) => bvh.insert(mesh, slot),
            Self::Octree(octree) => octree.insert(mesh, slot),
        }
    }

    /// Takes the polygon of a slot out, and out of the mesh; may move others.
    pub(crate) fn remove(&mut self, mesh: &mut Mesh, slot: u32) {
        match self {
            Self::Bvh(bvh) => bvh.remove(mesh, slot),
            Self::Octree(octree) => octree.remove(mesh, slot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    pub(super) fn boxes(count: usize) -> Vec<Aabb> {
        let mut state = 3_u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u32 << 24) as f32
        };
        let mut v = |s: f32| Vec3::new(unit(), unit(), unit()) * s;
        (0..count)
            .map(|i| {
                let min = if i % 50 == 0 { Vec3::splat(7.0) } else { v(100.0) };
                Aabb { min, max: min + v(if i % 17 == 0 { 60.0 } else { 2.0 }) }
            })
            .collect()
    }

    #[test]
    fn m11_gather_and_sweep_miss_nothing_that_brute_force_finds() {
        for kind in [IndexKind::Bvh, IndexKind::Octree] {
            for count in [0, 1, 4, 5, 300, 5_000] {
                let all = boxes(count);
                let (index, order) = Index::build(kind, all.iter().copied());
                for query in boxes(200) {
                    let mut found = vec![false; count];
                    index.gather(&query, |r| r.for_each(|i| found[order[i as usize] as usize] = true));
                    assert!((0..count).all(|i| found[i] || !all[i].overlaps(query)));

                    let (from, to) = (query.min.as_dvec3(), query.max.as_dvec3());
                    let mut found = vec![false; count];
                    index.sweep(&Sweep::new(from, to - from, DVec3::splat(0.5)), |r, _| {
                        r.for_each(|i| found[order[i as usize] as usize] = true);
                        ControlFlow::Continue(())
                    });
                    for (i, b) in all.iter().enumerate() {
                        let inside = |s: f64| {
                            let p = from + (to - from) * s;
                            let (low, high) = (b.min.as_dvec3() - 0.5, b.max.as_dvec3() + 0.5);
                            p.cmpge(low).all() && p.cmple(high).all()
                        };
                        assert!(found[i] || !(0..=20).any(|s| inside(f64::from(s) / 20.0)));
                    }
                }
            }
        }
    }
}
