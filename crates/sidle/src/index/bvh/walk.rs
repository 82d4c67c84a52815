//! Walking the tree: everything in a box, or front to back along a sweep.

use std::ops::{ControlFlow, Range};

use super::node::{Child, WIDTH};
use super::{Bvh, STACK};
use crate::geometry::{Aabb, Sweep};

impl Bvh {
    /// Calls `visit` with every leaf whose box meets `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Aabb, mut visit: impl FnMut(Range<u32>)) {
        let mut stack = [0_u32; STACK];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let node = &self.nodes[stack[height] as usize];
            for (i, hit) in node.overlaps(query).into_iter().enumerate() {
                match hit.then(|| node.child(i)) {
                    Some(Child::Node(child)) => {
                        stack[height] = child;
                        height += 1;
                    }
                    Some(Child::Polygons(range)) => visit(range),
                    None => {}
                }
            }
        }
    }

    /// Calls `visit` with the leaves along a sweep, roughly front to back. `visit` may shorten the limit; it starts at 1.
    pub(crate) fn sweep(
        &self,
        sweep: &Sweep,
        mut visit: impl FnMut(Range<u32>, &mut f64) -> ControlFlow<()>,
    ) {
        let mut limit = 1.0;
        let mut stack = [(0_u32, 0.0_f64); STACK];
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let (place, entered) = stack[height];
            if entered > limit {
                continue;
            }
            let node = &self.nodes[place as usize];
            let mut order = [(f64::INFINITY, 0); WIDTH];
            for (i, slot) in order.iter_mut().enumerate() {
                if node.is_present(i) {
                    let (min, max) = node.child_box(i);
                    *slot = (sweep.enters(min, max, limit), i);
                }
            }
            order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            // Leaves at once, nearest first; nodes onto the stack, nearest on top.
            for &(enter, i) in order.iter().filter(|o| o.0.is_finite()) {
                if let Child::Polygons(range) = node.child(i)
                    && enter <= limit
                    && visit(range, &mut limit).is_break()
                {
                    return;
                }
            }
            for &(enter, i) in order.iter().rev().filter(|o| o.0.is_finite()) {
                if let Child::Node(child) = node.child(i) {
                    stack[height] = (child, enter);
                    height += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn a_tree_of_equal_boxes_stays_shallow() {
        let (bvh, order) = Bvh::build((0..100_000).map(|_| Aabb { min: Vec3::ONE, max: Vec3::ONE }));
        let mut seen = 0;
        bvh.gather(&Aabb { min: Vec3::ZERO, max: Vec3::ONE }, |r| seen += r.len());
        assert_eq!((seen, order.len()), (100_000, 100_000));
    }
}
