//! Building: top down, by the surface-area heuristic over bins of centres.
//!
//! A node starts as one range of polygons; the range with the largest area times count is split in two until there are
//! four or all are leaves.

use std::ops::Range;

use glam::Vec3;

use super::node::{Node, WIDTH};
use super::{BALANCED_BELOW, Bvh, LEAF};
use crate::geometry::Aabb;

const BINS: usize = 16;

#[derive(Clone, Copy)]
struct Item {
    bounds: Aabb,
    polygon: u32,
}

impl Item {
    /// Twice the centre: all that sorting needs.
    fn centre(&self) -> Vec3 {
        self.bounds.min + self.bounds.max
    }
}

struct Builder {
    items: Vec<Item>,
    nodes: Vec<Node>,
    depth: u32,
}

impl Bvh {
    /// A tree over the boxes of the polygons, and the order in which its leaves name them.
    pub(crate) fn build(bounds: impl ExactSizeIterator<Item = Aabb>) -> (Self, Vec<u32>) {
        let items: Vec<Item> = bounds.zip(0..).map(|(bounds, polygon)| Item { bounds, polygon }).collect();
        let count = items.len();
        let mut builder = Builder { items, nodes: Vec::with_capacity(count / 6 + 1), depth: 0 };
        if count > 0 {
            builder.node(0..count, 0);
        }
        builder.nodes.shrink_to_fit();
        (
            Self { nodes: builder.nodes, depth: builder.depth },
            builder.items.iter().map(|i| i.polygon).collect(),
        )
    }
}

impl Builder {
    /// Adds the node of a range, below it everything, and returns its place.
    fn node(&mut self, range: Range<usize>, depth: u32) -> u32 {
        let mut parts = [const { 0..0 }; WIDTH];
        let mut bounds = [Aabb::EMPTY; WIDTH];
        bounds[0] = self.bounds(&range);
        parts[0] = range;
        let mut count = 1;
        while count < WIDTH {
            let cost = |i: &usize| bounds[*i].half_area() * parts[*i].len() as f32;
            let widest =
                (0..count).filter(|i| parts[*i].len() > LEAF).max_by(|a, b| cost(a).total_cmp(&cost(b)));
            let Some(widest) = widest else { break };
            let whole = parts[widest].clone();
            let middle = self.split(&whole, depth);
            parts[widest] = whole.start..middle;
            parts[count] = middle..whole.end;
            bounds[widest] = self.bounds(&parts[widest]);
            bounds[count] = self.bounds(&parts[count]);
            count += 1;
        }
        let place = self.nodes.len();
        self.depth = self.depth.max(depth + 1);
        self.nodes.push(Node::new(&bounds[..count]));
        for (i, part) in parts.into_iter().take(count).enumerate() {
            let child = if part.len() <= LEAF { Node::leaf(&part) } else { self.node(part, depth + 1) };
            self.nodes[place].child[i] = child;
        }
        place as u32
    }

    fn bounds(&self, range: &Range<usize>) -> Aabb {
        self.items[range.clone()].iter().fold(Aabb::EMPTY, |a, i| a.union(i.bounds))
    }

    /// Reorders a range of two or more so that both sides of the returned place belong together; neither is empty.
    fn split(&mut self, range: &Range<usize>, depth: u32) -> usize {
        let items = &mut self.items[range.clone()];
        if depth < BALANCED_BELOW
            && let Some((axis, limit)) = best_plane(items)
        {
            return range.start + partition(items, |i| i.centre()[axis] < limit);
        }
        range.start + items.len() / 2
    }
}

/// The cheapest plane between two bins: its axis and (doubled) coordinate. None when all centres coincide.
fn best_plane(items: &[Item]) -> Option<(usize, f32)> {
    let (low, high) = items.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), i| {
        let c = i.centre();
        (a.min(c), b.max(c))
    });
    let mut best: Option<(f32, usize, f32)> = None;
    for axis in 0..3 {
        let width = high[axis] - low[axis];
        if !(width > 0.0 && (BINS as f32 / width).is_finite()) {
            continue;
        }
        let mut bins = [(Aabb::EMPTY, 0_u32); BINS];
        for item in items {
            let bin = (((item.centre()[axis] - low[axis]) / width) * BINS as f32) as usize;
            let bin = &mut bins[bin.min(BINS - 1)];
            *bin = (bin.0.union(item.bounds), bin.1 + 1);
        }
        for (cost, after) in plane_costs(&bins) {
            if best.is_none_or(|b| cost < b.0) {
                let limit = low[axis] + width * (after as f32 / BINS as f32);
                best = Some((cost, axis, limit));
            }
        }
    }
    let (_, axis, limit) = best?;
    let left = items.iter().filter(|i| i.centre()[axis] < limit).count();
    (0 < left && left < items.len()).then_some((axis, limit))
}

/// The cost of each plane that has polygons on both sides, with the number of bins before it.
fn plane_costs(bins: &[(Aabb, u32); BINS]) -> impl Iterator<Item = (f32, usize)> {
    let mut right = [(Aabb::EMPTY, 0); BINS];
    let mut sum = (Aabb::EMPTY, 0);
    for i in (0..BINS).rev() {
        sum = (sum.0.union(bins[i].0), sum.1 + bins[i].1);
        right[i] = sum;
    }
    let mut left = (Aabb::EMPTY, 0);
    let mut costs = [(f32::INFINITY, 0); BINS];
    for i in 1..BINS {
        left = (left.0.union(bins[i - 1].0), left.1 + bins[i - 1].1);
        if left.1 > 0 && right[i].1 > 0 {
            let cost = left.0.half_area() * left.1 as f32 + right[i].0.half_area() * right[i].1 as f32;
            costs[i] = (cost, i);
        }
    }
    costs.into_iter().filter(|c| c.1 > 0)
}

/// Moves the items that pass to the front, in one pass; returns how many they are.
fn partition(items: &mut [Item], passes: impl Fn(&Item) -> bool) -> usize {
    let mut front = 0;
    for i in 0..items.len() {
        if passes(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
    front
}
