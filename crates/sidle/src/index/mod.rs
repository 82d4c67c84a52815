//! Spatial indexes over polygons, for queries by box and by sweep.

mod bvh;
mod octree;

use std::ops::{ControlFlow, Range};

use bvh::Bvh;
use octree::Octree;

use crate::cull::{Limit, Sweep, Zone};
use crate::geometry::Aabb;
use crate::mesh::{IndexKind, Mesh};

/// A spatial index. All kinds find the same polygons, each in its own order.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    Bvh(Bvh),
    Octree(Octree),
}

impl Index {
    /// Builds an index over the boxes of the polygons. Also returns the order in which the slots of
    /// the polygons must be arranged.
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

    /// Returns a box that contains everything, close to the smallest; empty if there is nothing.
    pub(crate) fn bounds(&self) -> Aabb {
        match self {
            Self::Bvh(bvh) => bvh.bounds(),
            Self::Octree(octree) => octree.bounds(),
        }
    }

    /// Calls `visit` with at least every polygon whose box overlaps `query`. The octree uses only
    /// the box of `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Zone, visit: impl FnMut(Range<u32>)) {
        match self {
            Self::Bvh(bvh) => bvh.gather(query, visit),
            Self::Octree(octree) => octree.gather(query, visit),
        }
    }

    /// Calls `visit` with the polygons along a sweep, roughly front to back. `visit` may shorten
    /// the [`Limit`], which starts at 1. It may defer candidates (set `Limit::waiting`) only if
    /// `WAITS` is true.
    #[inline]
    pub(crate) fn sweep<const WAITS: bool>(
        &self,
        sweep: &Sweep,
        visit: impl FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>,
    ) {
        match self {
            Self::Bvh(bvh) => bvh.sweep::<WAITS>(sweep, visit),
            Self::Octree(octree) => octree.sweep(sweep, visit),
        }
    }

    /// Inserts the polygon of the last slot, which was just pushed. May move other polygons of the
    /// mesh to new slots. Returns false if the index should be rebuilt.
    pub(crate) fn insert(&mut self, mesh: &mut Mesh, slot: u32) -> bool {
        match self {
            Self::Bvh(bvh) => bvh.insert(mesh, slot),
            Self::Octree(octree) => octree.insert(mesh, slot),
        }
    }

    /// Removes the polygon of a slot from the index and the mesh. May move other polygons.
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
                    index.gather(&query.into(), |r| r.for_each(|i| found[order[i as usize] as usize] = true));
                    assert!((0..count).all(|i| found[i] || !all[i].overlaps(query)));

                    let (from, to) = (query.min.as_dvec3(), query.max.as_dvec3());
                    let mut found = vec![false; count];
                    index.sweep::<true>(&Sweep::new(from, to - from, DVec3::splat(0.5)), |r, _| {
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

    /// Difficult boxes and paths: points, plates and lines, up to 1e7 m away and 1e7 m long, 1e-30
    /// m thin, both signs, hundreds in one place. Paths run along an axis or from corner to corner,
    /// and have a length of 0 or 1e-30 m.
    fn nasty_boxes(count: usize, seed: u64) -> Vec<Aabb> {
        let mut state = seed;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % n
        };
        let sizes: [f32; 8] = [0.0, 1e-30, 1e-7, 0.25, 1.0, 3.0, 1e3, 1e7];
        let mut all: Vec<Aabb> = Vec::new();
        for _ in 0..count {
            let far = sizes[below(8)].max(1.0);
            let mut v = |s: f32| Vec3::from([0; 3].map(|_| s * (below(4001) as f32 / 2000.0 - 1.0)));
            let (min, size) = (v(far), v(1.0).abs());
            let size = size * Vec3::from([0; 3].map(|_| sizes[below(8)]));
            let new = Aabb { min, max: min + size };
            let old = all.get(below(count)).copied().unwrap_or(new);
            all.push(match below(6) {
                0 => old,
                1 => Aabb { min: old.max, max: old.max + size },
                2 => Aabb { min: Vec3::ONE, max: Vec3::ONE },
                _ => new,
            });
        }
        all
    }

    /// Reference implementation: intersects a segment with a box axis by axis.
    fn surely_hits(from: DVec3, to: DVec3, b: &Aabb, half: f64) -> bool {
        let (mut enter, mut leave) = (0.0f64, 1.0f64);
        for k in 0..3 {
            let (low, high) = (f64::from(b.min[k]) - half, f64::from(b.max[k]) + half);
            let motion = to[k] - from[k];
            if motion == 0.0 {
                if from[k] < low || from[k] > high {
                    return false;
                }
            } else {
                let (s, t) = ((low - from[k]) / motion, (high - from[k]) / motion);
                (enter, leave) = (enter.max(s.min(t)), leave.min(s.max(t)));
            }
        }
        enter <= leave
    }

    #[test]
    fn m11_nothing_is_missed_among_nasty_boxes() {
        let (mut overlapped, mut in_balls, mut crossed) = (0, 0, 0);
        for (seed, kind) in [IndexKind::Bvh, IndexKind::Octree].into_iter().cycle().take(40).enumerate() {
            let all = nasty_boxes([1, 3, 17, 200, 700][seed / 2 % 5], seed as u64 / 2);
            let (index, order) = Index::build(kind, all.iter().copied());
            let queries = nasty_boxes(150, 77 + seed as u64);
            for query in queries.iter().chain(&all) {
                let mut found = vec![false; all.len()];
                index.gather(&(*query).into(), |r| r.for_each(|i| found[order[i as usize] as usize] = true));
                for (b, found) in all.iter().zip(found) {
                    let overlaps = (0..3).all(|k| b.min[k] <= query.max[k] && b.max[k] >= query.min[k]);
                    assert!(found || !overlaps, "{kind:?}: {query:?} overlaps {b:?}");
                    overlapped += usize::from(overlaps);
                }
                // The ball in the middle of the query that touches its nearer sides.
                let (low, high) = (query.min.as_dvec3(), query.max.as_dvec3());
                let (center, radius) = (0.5 * (low + high), 0.5 * (high - low).min_element());
                let ball = Zone::round(*query, center, DVec3::splat(radius), 0.0);
                let mut found = vec![false; all.len()];
                index.gather(&ball, |r| r.for_each(|i| found[order[i as usize] as usize] = true));
                for (b, found) in all.iter().zip(found) {
                    let nearest = center.clamp(b.min.as_dvec3(), b.max.as_dvec3());
                    let overlaps = (nearest - center).length() <= radius && b.overlaps(*query);
                    assert!(found || !overlaps, "{kind:?}: the ball in {query:?} overlaps {b:?}");
                    in_balls += usize::from(overlaps);
                }
                let (from, to) = (query.min.as_dvec3(), query.max.as_dvec3());
                for half in [0.0, 0.5] {
                    let mut found = vec![false; all.len()];
                    index.sweep::<true>(&Sweep::new(from, to - from, DVec3::splat(half)), |r, _| {
                        r.for_each(|i| found[order[i as usize] as usize] = true);
                        ControlFlow::Continue(())
                    });
                    for (b, found) in all.iter().zip(found) {
                        let overlaps = surely_hits(from, to, b, half);
                        assert!(found || !overlaps, "{kind:?}: from {from} to {to} +- {half} overlaps {b:?}");
                        crossed += usize::from(overlaps);
                    }
                }
            }
        }
        assert!(
            overlapped > 100_000 && crossed > 100_000 && in_balls > 100_000,
            "{overlapped} {crossed} {in_balls}"
        );
    }
}
