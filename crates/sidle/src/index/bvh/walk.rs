//! Walking the tree: everything in a box, or front to back along a sweep.

use std::ops::{ControlFlow, Range};

use super::node::{Child, Node, WIDTH};
use super::{Bvh, SHALLOW, STACK};
use crate::geometry::{Aabb, Slabs, Sweep};

impl Bvh {
    /// Calls `visit` with every leaf whose box meets `query`.
    #[inline]
    pub(crate) fn gather(&self, query: &Aabb, visit: impl FnMut(Range<u32>)) {
        if self.is_shallow() {
            self.gather_on(&mut [0; SHALLOW], query, visit);
        } else {
            self.gather_on(&mut [0; STACK], query, visit);
        }
    }

    #[inline]
    fn gather_on(&self, stack: &mut [u32], query: &Aabb, mut visit: impl FnMut(Range<u32>)) {
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            match Node::what(stack[height]) {
                Child::Polygons(range) => visit(range),
                Child::Node(place) => {
                    let node = &self.nodes[place as usize];
                    let hits = node.overlaps(query);
                    for (i, &child) in node.child.iter().enumerate() {
                        stack[height] = child;
                        height += (hits >> i & 1) as usize;
                    }
                }
            }
        }
    }

    /// Calls `visit` with the leaves along a sweep, roughly front to back. `visit` may shorten the limit; it starts at 1.
    #[inline]
    pub(crate) fn sweep(&self, sweep: &Sweep, visit: impl FnMut(Range<u32>, &mut f64) -> ControlFlow<()>) {
        if self.is_shallow() {
            self.sweep_on(&mut [0; SHALLOW], sweep, visit);
        } else {
            self.sweep_on(&mut [0; STACK], sweep, visit);
        }
    }

    fn sweep_on(
        &self,
        stack: &mut [u64],
        sweep: &Sweep,
        mut visit: impl FnMut(Range<u32>, &mut f64) -> ControlFlow<()>,
    ) {
        let slabs = Slabs::new(sweep);
        let (mut limit, mut limit32) = (1.0, 1.0_f32);
        let mut height = usize::from(!self.nodes.is_empty());
        while height > 0 {
            height -= 1;
            let (enter, word) = apart(stack[height]);
            if enter > limit32 {
                continue;
            }
            match Node::what(word) {
                Child::Node(place) => {
                    let (keys, count) = furthest_first(&self.nodes[place as usize], &slabs, limit32);
                    stack[height..height + WIDTH].copy_from_slice(&keys);
                    height += count;
                }
                Child::Polygons(range) => {
                    if visit(range, &mut limit).is_break() {
                        return;
                    }
                    limit32 = (limit as f32).next_up();
                }
            }
        }
    }
}

/// When a child is entered and what it is, as one number: those entered earlier are smaller, since the bits of two positive
/// floats are in the order of their values.
fn key(enter: f32, word: u32) -> u64 {
    u64::from(enter.to_bits()) << 32 | u64::from(word)
}

fn apart(key: u64) -> (f32, u32) {
    (f32::from_bits((key >> 32) as u32), key as u32)
}

/// The keys of the children that are met, the nearest last, zeros after it, and how many they are. A network of five comparisons
/// without a branch: which child is nearest, nobody can guess.
#[inline(always)]
fn furthest_first(node: &Node, slabs: &Slabs, limit: f32) -> ([u64; WIDTH], usize) {
    let (enter, hits) = node.enters(slabs, limit);
    let enter = enter.to_array();
    let key_of = |i: usize| if hits >> i & 1 == 1 { key(enter[i], node.child[i]) } else { 0 };
    let sorted = |a: u64, b: u64| if a > b { (a, b) } else { (b, a) };
    let ((a, b), (c, d)) = (sorted(key_of(0), key_of(1)), sorted(key_of(2), key_of(3)));
    let ((a, c), (b, d)) = (sorted(a, c), sorted(b, d));
    let (b, c) = sorted(b, c);
    ([a, b, c, d], hits.count_ones() as usize)
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
