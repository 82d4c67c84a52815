//! Traversal of the octree: by box, or front to back along a sweep.

use std::ops::{ControlFlow, Range};

use super::{NONE, Node, Octree, STACK};
use crate::cull::{Limit, Sweep, Zone};

impl Octree {
    /// Calls `visit` with the polygons of every node whose box overlaps the box of `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Zone, mut visit: impl FnMut(Range<u32>)) {
        let mut stack = [0_u32; STACK];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let node = &self.nodes[stack[height] as usize];
            if !node.bounds.overlaps(query.bounds) {
                continue;
            }
            self.runs(node).for_each(&mut visit);
            for child in node.children.into_iter().filter(|&c| c != NONE) {
                stack[height] = child;
                height += 1;
            }
        }
    }

    /// Calls `visit` with the polygons along a sweep, roughly front to back. `visit` may shorten
    /// the limit, which starts at 1.
    pub(crate) fn sweep(
        &self,
        sweep: &Sweep,
        mut visit: impl FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>,
    ) {
        let (sweep, mut limit) = (sweep.timed(), Limit::ALL);
        let mut stack = [(0_u32, 0.0_f64); STACK];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let (place, entered) = stack[height];
            if limit.run_waiting_tests(entered, &mut visit).is_break() {
                return;
            }
            if entered > limit.fraction {
                continue;
            }
            let node = &self.nodes[place as usize];
            for run in self.runs(node) {
                if visit(run, &mut limit).is_break() {
                    return;
                }
            }
            let mut order = [(f64::INFINITY, NONE); 8];
            for (slot, &child) in order.iter_mut().zip(&node.children).filter(|o| *o.1 != NONE) {
                let bounds = self.nodes[child as usize].bounds;
                *slot = (sweep.enters(bounds.min.as_dvec3(), bounds.max.as_dvec3(), limit.fraction), child);
            }
            order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
            for &(enter, child) in order.iter().filter(|o| o.0.is_finite()) {
                stack[height] = (child, enter);
                height += 1;
            }
        }
        let _ = limit.run_waiting_tests(f64::INFINITY, &mut visit);
    }

    /// Returns the polygons of a node. Adjacent slots form one range.
    fn runs(&self, node: &Node) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut slot = node.first;
        std::iter::from_fn(move || {
            let first = slot;
            (first != NONE).then(|| {
                let mut last = first;
                while self.next[last as usize] == last + 1 {
                    last += 1;
                }
                slot = self.next[last as usize];
                first..last + 1
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::boxes;
    use super::*;
    use crate::geometry::Aabb;
    use glam::{DVec3, Vec3};

    #[test]
    fn a_tree_of_equal_boxes_stays_shallow() {
        let (tree, order) = Octree::build((0..100_000).map(|_| Aabb { min: Vec3::ONE, max: Vec3::ONE }));
        let mut seen = 0;
        tree.gather(&Aabb { min: Vec3::ZERO, max: Vec3::ONE }.into(), |r| seen += r.len());
        assert_eq!((seen, order.len()), (100_000, 100_000));
    }

    #[test]
    fn every_polygon_is_in_one_place_and_its_node_holds_it() {
        let all = boxes(5_000);
        let (tree, order) = Octree::build(all.iter().copied());
        let mut seen = vec![0; all.len()];
        for node in &tree.nodes {
            for slot in tree.runs(node).flatten() {
                let bounds = all[order[slot as usize] as usize];
                assert_eq!(node.bounds.union(bounds), node.bounds);
                seen[slot as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&n| n == 1));
        let nothing = Sweep::new(DVec3::splat(1e6), DVec3::X, DVec3::ZERO);
        tree.sweep(&nothing, |_, _| unreachable!("nothing is there"));
    }
}
