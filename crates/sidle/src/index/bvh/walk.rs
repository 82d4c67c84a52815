//! Walking the tree: everything in a box, or front to back along a sweep.

use std::ops::{ControlFlow, Range};

use glam::DVec3;

use super::node::{Child, Node, WIDTH};
use super::{Bvh, STACK};
use crate::geometry::Aabb;

/// A box of half size `half` that moves from `from` along `motion`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    from: DVec3,
    inverse: DVec3,
    half: DVec3,
}

impl Sweep {
    pub(crate) fn new(from: DVec3, motion: DVec3, half: DVec3) -> Self {
        // A finite stand-in for 1 / 0: 0 times it is 0 and anything else leaves every range.
        let inverse = |d: f64| if d.abs() < 1e-300 { 1e300 } else { 1.0 / d };
        // Padded against the rounding of the slab test itself.
        let pad = (from.abs() + motion.abs() + half) * 1e-12;
        Self {
            from,
            inverse: DVec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)),
            half: half + pad,
        }
    }

    /// The fraction at which the box enters a child, at least 0; infinite when it misses it or enters after `limit`.
    fn enters(&self, node: &Node, i: usize, limit: f64) -> f64 {
        let (mut enter, mut leave) = (0.0, limit);
        for axis in 0..3 {
            let low = f64::from(node.decode(axis, node.min[axis][i])) - self.half[axis] - self.from[axis];
            let high = f64::from(node.decode(axis, node.max[axis][i])) + self.half[axis] - self.from[axis];
            let (a, b) = (low * self.inverse[axis], high * self.inverse[axis]);
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            enter = if a > enter { a } else { enter };
            leave = if b < leave { b } else { leave };
        }
        if enter <= leave && node.is_present(i) { enter } else { f64::INFINITY }
    }
}

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
                *slot = (sweep.enters(node, i, limit), i);
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

    fn boxes(count: usize) -> Vec<Aabb> {
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
    fn gather_and_sweep_miss_nothing_that_brute_force_finds() {
        for count in [0, 1, 4, 5, 300, 5_000] {
            let all = boxes(count);
            let (bvh, order) = Bvh::build(all.iter().copied());
            for query in boxes(200) {
                let mut found = vec![false; count];
                bvh.gather(&query, |r| r.for_each(|i| found[order[i as usize] as usize] = true));
                assert!((0..count).all(|i| found[i] || !all[i].overlaps(query)));

                let (from, to) = (query.min.as_dvec3(), query.max.as_dvec3());
                let mut found = vec![false; count];
                bvh.sweep(&Sweep::new(from, to - from, DVec3::splat(0.5)), |r, _| {
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

    #[test]
    fn a_tree_of_equal_boxes_stays_shallow() {
        let (bvh, order) = Bvh::build((0..100_000).map(|_| Aabb { min: Vec3::ONE, max: Vec3::ONE }));
        let mut seen = 0;
        bvh.gather(&Aabb { min: Vec3::ZERO, max: Vec3::ONE }, |r| seen += r.len());
        assert_eq!((seen, order.len()), (100_000, 100_000));
    }
}
