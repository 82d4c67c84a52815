//! Building of the BVH: top down, by the surface-area heuristic over bins of centres.
//!
//! A node starts as one range of polygons. The range with the largest area times count is split in
//! two until there are eight ranges or all are leaves. One pass over a range puts its polygons into
//! the bins of all three axes. The bins give the cost of each plane between two of them and the
//! boxes of both halves, so no further pass is necessary.

use std::ops::Range;

use glam::{Vec3, Vec4};

use super::node::{Node, WIDTH};
use super::{BALANCED_BELOW, Bvh, LEAF};
use crate::geometry::Aabb;

const BINS: usize = 16;

/// An [`Aabb`] in vectors of four, which take one operation each; the fourth component is 0.
#[derive(Clone, Copy)]
struct Bounds {
    min: Vec4,
    max: Vec4,
}

impl Bounds {
    const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    fn half_area(self) -> f32 {
        let d = self.max - self.min;
        d.x * d.y + d.y * d.z + d.z * d.x
    }

    /// Returns twice the centre, which is sufficient for sorting.
    fn center(self) -> Vec4 {
        self.min + self.max
    }

    fn to_aabb(self) -> Aabb {
        Aabb { min: self.min.truncate(), max: self.max.truncate() }
    }
}

impl From<Aabb> for Bounds {
    fn from(b: Aabb) -> Self {
        Self { min: b.min.extend(0.0), max: b.max.extend(0.0) }
    }
}

#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds,
    polygon: u32,
}

struct Builder {
    items: Vec<Item>,
    nodes: Vec<Node>,
    depth: u32,
}

/// A range of polygons, and its box.
#[derive(Clone)]
struct Part {
    range: Range<usize>,
    bounds: Bounds,
}

impl Part {
    const NONE: Self = Self { range: 0..0, bounds: Bounds::EMPTY };

    fn cost(&self) -> f32 {
        self.bounds.half_area() * self.range.len() as f32
    }
}

impl Bvh {
    /// Builds a tree over the boxes of the polygons. Also returns the order of the polygons in its
    /// leaves.
    pub(crate) fn build(bounds: impl ExactSizeIterator<Item = Aabb>) -> (Self, Vec<u32>) {
        let items: Vec<Item> =
            bounds.zip(0..).map(|(b, polygon)| Item { bounds: b.into(), polygon }).collect();
        let count = items.len();
        let mut builder = Builder { items, nodes: Vec::with_capacity(count / 12 + 1), depth: 0 };
        if count > 0 {
            let all = builder.part(0..count);
            builder.node(all, 0);
        }
        builder.nodes.shrink_to_fit();
        let order = builder.items.iter().map(|i| i.polygon).collect();
        (Self { nodes: builder.nodes, depth: builder.depth }, order)
    }
}

impl Builder {
    /// Adds the node of a range and its subtree. Returns the index of the node.
    fn node(&mut self, all: Part, depth: u32) -> u32 {
        let mut parts = [const { Part::NONE }; WIDTH];
        parts[0] = all;
        let mut count = 1;
        while count < WIDTH {
            let large = (0..count).filter(|&i| parts[i].range.len() > LEAF);
            let Some(widest) = large.max_by(|&a, &b| parts[a].cost().total_cmp(&parts[b].cost())) else {
                break;
            };
            (parts[widest], parts[count]) = self.split(&parts[widest].range.clone(), depth);
            count += 1;
        }
        let place = self.nodes.len();
        self.depth = self.depth.max(depth + 1);
        let boxes = parts.each_ref().map(|part| part.bounds.to_aabb());
        self.nodes.push(Node::new(&boxes[..count]));
        for (i, part) in parts.into_iter().take(count).enumerate() {
            let is_leaf = part.range.len() <= LEAF;
            let child = if is_leaf { Node::leaf(&part.range) } else { self.node(part, depth + 1) };
            self.nodes[place].child[i] = child;
        }
        place as u32
    }

    fn part(&self, range: Range<usize>) -> Part {
        let bounds = self.items[range.clone()].iter().fold(Bounds::EMPTY, |all, i| all.union(i.bounds));
        Part { range, bounds }
    }

    /// Splits a range of two or more polygons and reorders it accordingly. Neither part is empty.
    fn split(&mut self, range: &Range<usize>, depth: u32) -> (Part, Part) {
        let items = &mut self.items[range.clone()];
        if depth < BALANCED_BELOW
            && let Some((left, right)) = Bins::new(items).and_then(|(bins, scale)| bins.cut(items, &scale))
        {
            let middle = range.start + left.1;
            return (
                Part { range: range.start..middle, bounds: left.0 },
                Part { range: middle..range.end, bounds: right.0 },
            );
        }
        let middle = range.start + items.len() / 2;
        (self.part(range.start..middle), self.part(middle..range.end))
    }
}

/// The mapping from centres to bins.
struct Scale {
    low: Vec4,
    per_length: Vec4,
}

impl Scale {
    /// Returns None if all centres coincide.
    fn new(items: &[Item]) -> Option<Self> {
        let (low, high) = items.iter().fold((Vec4::INFINITY, Vec4::NEG_INFINITY), |(low, high), i| {
            let c = i.bounds.center();
            (low.min(c), high.max(c))
        });
        let per_length = Vec3::from((high - low).truncate().to_array().map(|width| {
            let per = BINS as f32 / width;
            // An axis that cannot be split has one bin.
            if width > 0.0 && per.is_finite() { per } else { 0.0 }
        }));
        (per_length != Vec3::ZERO).then_some(Self { low, per_length: per_length.extend(0.0) })
    }

    #[inline(always)]
    fn bins(&self, bounds: &Bounds) -> [usize; 3] {
        let [x, y, z, _] = ((bounds.center() - self.low) * self.per_length).to_array();
        [x, y, z].map(|b| (b as u32 as usize).min(BINS - 1))
    }
}

type Bin = (Bounds, usize);

const EMPTY: Bin = (Bounds::EMPTY, 0);

fn both(a: Bin, b: Bin) -> Bin {
    (a.0.union(b.0), a.1 + b.1)
}

/// Box and number of the polygons in each bin of each axis.
struct Bins([[Bin; BINS]; 3]);

impl Bins {
    fn new(items: &[Item]) -> Option<(Self, Scale)> {
        let scale = Scale::new(items)?;
        let mut bins = Self([[EMPTY; BINS]; 3]);
        for item in items {
            for (axis, bin) in scale.bins(&item.bounds).into_iter().enumerate() {
                let bin = &mut bins.0[axis][bin];
                *bin = (bin.0.union(item.bounds), bin.1 + 1);
            }
        }
        Some((bins, scale))
    }

    /// Finds the cheapest plane between two bins and moves the polygons before it to the front.
    /// Returns the boxes and counts of both sides.
    fn cut(&self, items: &mut [Item], scale: &Scale) -> Option<(Bin, Bin)> {
        let mut best: Option<(f32, usize, usize)> = None;
        for (axis, bins) in self.0.iter().enumerate() {
            for (cost, after) in plane_costs(bins) {
                if best.is_none_or(|b| cost < b.0) {
                    best = Some((cost, axis, after));
                }
            }
        }
        let (_, axis, after) = best?;
        let (left, right) = self.0[axis].split_at(after);
        partition(items, |i| scale.bins(&i.bounds)[axis] < after);
        let sum = |bins: &[Bin]| bins.iter().fold(EMPTY, |all, &b| both(all, b));
        Some((sum(left), sum(right)))
    }
}

/// Returns the cost of each plane that has polygons on both sides, with the number of bins before
/// it.
fn plane_costs(bins: &[Bin; BINS]) -> impl Iterator<Item = (f32, usize)> {
    let mut right = [0.0; BINS];
    let mut sum = EMPTY;
    for i in (1..BINS).rev() {
        sum = both(sum, bins[i]);
        right[i] = if sum.1 > 0 { sum.0.half_area() * sum.1 as f32 } else { f32::INFINITY };
    }
    let mut left = EMPTY;
    let mut costs = [(f32::INFINITY, 0); BINS];
    for i in 1..BINS {
        left = both(left, bins[i - 1]);
        if left.1 > 0 {
            costs[i] = (left.0.half_area() * left.1 as f32 + right[i], i);
        }
    }
    costs.into_iter().filter(|c| c.0 < f32::INFINITY)
}

/// Moves the items that pass to the front, in one pass.
fn partition(items: &mut [Item], passes: impl Fn(&Item) -> bool) {
    let mut front = 0;
    for i in 0..items.len() {
        if passes(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
}
