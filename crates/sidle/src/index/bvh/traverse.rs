//! Traversal of the BVH: by box, or front to back along a sweep.
//!
//! Both traversals are compiled once for each SIMD instruction set. A whole traversal runs within
//! one of these versions, and calls back for each leaf.

use std::ops::{ControlFlow, Range};

use fearless_simd::{Simd, dispatch};

use super::node::{Child, Node, WIDTH};
use super::{Bvh, SHALLOW, STACK};
use crate::cull::{Limit, OverlapTest, Slabs, Sweep, Zone, key_of, of_key, traversal_simd_level};

/// The callback of a sweep, called with polygons and the limit, which it may shorten.
type Visit<'a> = &'a mut dyn FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>;

impl Bvh {
    /// Calls `visit` with every leaf whose box overlaps `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Zone, mut visit: impl FnMut(Range<u32>)) {
        if self.is_shallow() {
            self.gather_with(&mut [0; SHALLOW], query, &mut visit);
        } else {
            self.gather_with(&mut [0; STACK], query, &mut visit);
        }
    }

    fn gather_with(&self, stack: &mut [u32], query: &Zone, visit: &mut dyn FnMut(Range<u32>)) {
        let (nodes, level) = (&self.nodes[..], traversal_simd_level());
        match &query.round {
            Some(round) => dispatch!(level, simd => gather_on(simd, nodes, stack, round, visit)),
            None => dispatch!(level, simd => gather_on(simd, nodes, stack, &query.bounds, visit)),
        }
    }

    /// Calls `visit` with the leaves along a sweep, roughly front to back. `visit` may shorten the
    /// limit, which starts at 1. It may defer candidates (set `Limit::waiting`) only if `WAITS` is
    /// true; rays are faster without.
    #[inline]
    pub(crate) fn sweep<const WAITS: bool>(
        &self,
        sweep: &Sweep,
        mut visit: impl FnMut(Range<u32>, &mut Limit) -> ControlFlow<()>,
    ) {
        if self.is_shallow() {
            self.sweep_with::<WAITS>(&mut [0; SHALLOW], sweep, &mut visit);
        } else {
            self.sweep_with::<WAITS>(&mut [0; STACK], sweep, &mut visit);
        }
    }

    #[inline(always)]
    fn sweep_with<const WAITS: bool>(&self, stack: &mut [u64], sweep: &Sweep, visit: Visit<'_>) {
        let (nodes, level) = (&self.nodes[..], traversal_simd_level());
        if WAITS {
            // Built outside the SIMD dispatch: a cast has just written `sweep`, and reading it with
            // wider instructions than it was written with is slow.
            let slabs = Slabs::new(sweep);
            dispatch!(level, simd => sweep_on::<_, true>(simd, nodes, stack, &slabs, visit));
        } else {
            // A ray has less data to read, and its slabs are built faster inside the SIMD dispatch.
            dispatch!(level, simd => sweep_on::<_, false>(simd, nodes, stack, &Slabs::new(sweep), visit));
        }
    }
}

#[inline(always)]
fn gather_on<S: Simd>(
    simd: S,
    nodes: &[Node],
    stack: &mut [u32],
    query: &impl OverlapTest,
    visit: &mut dyn FnMut(Range<u32>),
) {
    let mut height = usize::from(!nodes.is_empty());
    while height > 0 {
        height -= 1;
        match Node::what(stack[height]) {
            Child::Polygons(range) => visit(range),
            Child::Node(place) => {
                let node = &nodes[place as usize];
                let mut hits = node.overlaps(simd, query);
                while hits != 0 {
                    stack[height] = node.child[hits.trailing_zeros() as usize];
                    height += 1;
                    hits &= hits - 1;
                }
            }
        }
    }
}

#[inline(always)]
fn sweep_on<S: Simd, const WAITS: bool>(
    simd: S,
    nodes: &[Node],
    stack: &mut [u64],
    slabs: &Slabs,
    visit: Visit<'_>,
) {
    if nodes.is_empty() {
        return;
    }
    let (mut limit, mut limit32) = (Limit::ALL, 1.0_f32);
    let (mut height, mut next, mut entered) = (0, 0, 0.0);
    loop {
        if WAITS && entered > limit.waiting {
            if visit(0..0, &mut limit).is_break() {
                return;
            }
            limit32 = (limit.fraction as f32).next_up();
            continue;
        }
        if entered <= limit32 {
            match Node::what(next) {
                Child::Node(place) => {
                    let node = &nodes[place as usize];
                    let (enter, hits) = node.enters(simd, slabs, limit32);
                    if hits != 0 {
                        // The nearest child is visited next, without a detour over the stack.
                        let others;
                        (others, entered, next) =
                            push(&mut stack[height..height + WIDTH], node, &enter, hits);
                        height += others;
                        continue;
                    }
                }
                Child::Polygons(range) => {
                    if visit(range, &mut limit).is_break() {
                        return;
                    }
                    limit32 = (limit.fraction as f32).next_up();
                }
            }
        }
        if height > 0 {
            height -= 1;
            (entered, next) = of_key(stack[height]);
        } else if WAITS && limit.waiting < f32::INFINITY {
            entered = f32::INFINITY;
        } else {
            return;
        }
    }
}

/// Pushes all children that are hit except the nearest one, nearer children last. Returns the
/// number of pushed children, and the entry time and value of the nearest one.
#[inline(always)]
fn push(stack: &mut [u64], node: &Node, enter: &[f32; WIDTH], mut hits: u32) -> (usize, f32, u32) {
    // There is only one child: nothing to sort, and no time is needed to choose it.
    if hits & (hits - 1) == 0 {
        let i = hits.trailing_zeros() as usize % WIDTH;
        return (0, enter[i], node.child[i]);
    }
    let (mut keys, mut nearest) = ([0; WIDTH], u64::MAX);
    let mut count = 0;
    while hits != 0 {
        let i = hits.trailing_zeros() as usize % WIDTH;
        let key = key_of(enter[i], node.child[i]);
        nearest = if key < nearest { key } else { nearest };
        keys[count % WIDTH] = key;
        count += 1;
        hits &= hits - 1;
    }
    if count > 4 {
        keys.sort_unstable_by(|a, b| b.cmp(a));
        stack.copy_from_slice(&keys);
    } else {
        let (a, b, c, _) = furthest_first(keys[0], keys[1], keys[2], keys[3]);
        stack[..3].copy_from_slice(&[a, b, c]);
    }
    let (entered, next) = of_key(nearest);
    (count - 1, entered, next)
}

/// Sorts by a network of five comparisons without branches, since the order is unpredictable.
#[inline(always)]
fn furthest_first(a: u64, b: u64, c: u64, d: u64) -> (u64, u64, u64, u64) {
    let ((a, b), (c, d)) = (sorted(a, b), sorted(c, d));
    let ((a, c), (b, d)) = (sorted(a, c), sorted(b, d));
    let (b, c) = sorted(b, c);
    (a, b, c, d)
}

#[inline(always)]
fn sorted(a: u64, b: u64) -> (u64, u64) {
    if a > b { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use glam::Vec3;

    #[test]
    fn a_tree_of_equal_boxes_stays_shallow() {
        let (bvh, order) = Bvh::build((0..100_000).map(|_| Aabb { min: Vec3::ONE, max: Vec3::ONE }));
        let mut seen = 0;
        bvh.gather(&Aabb { min: Vec3::ZERO, max: Vec3::ONE }.into(), |r| seen += r.len());
        assert_eq!((seen, order.len()), (100_000, 100_000));
    }
}
