//! The tree over the boxes of all instances.
//!
//! A binary tree: a new box becomes the sibling of the node that grows least, and a box that moves
//! only resizes the nodes above it. The tree is rebuilt when its nodes have become twice as
//! large as they were. Queries sort what they find, so no result depends on the shape of the tree.

use std::ops::ControlFlow;

use crate::geometry::WideBox;

const NONE: u32 = u32::MAX;

/// One node: a leaf has no children, and the number of its instance as `item`.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: WideBox,
    parent: u32,
    children: [u32; 2],
    item: u32,
}

/// A tree over numbered boxes.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    free: Vec<u32>,
    root: u32,
    /// The leaf of each item.
    leaves: Vec<u32>,
    /// Sum of the half areas of all inner nodes, now and after the last build.
    area: f64,
    built_area: f64,
    /// Boxes moved or inserted since the last build.
    changes: usize,
}

impl Default for Tree {
    fn default() -> Self {
        let (nodes, free, leaves) = Default::default();
        Self { nodes, free, leaves, root: NONE, area: 0.0, built_area: 0.0, changes: 0 }
    }
}

impl Tree {
    /// Sets the box of an item, which is inserted if it is new.
    pub(crate) fn set(&mut self, item: u32, bounds: WideBox) {
        if self.leaves.len() <= item as usize {
            self.leaves.resize(item as usize + 1, NONE);
        }
        self.changes += 1;
        let leaf = self.leaves[item as usize];
        if leaf == NONE {
            self.insert(item, bounds);
        } else {
            self.nodes[leaf as usize].bounds = bounds;
            self.refit_above(leaf);
        }
        let count = self.nodes.len() - self.free.len();
        if self.changes > count / 4 && self.area > 2.0 * self.built_area {
            self.rebuild();
        }
    }

    /// Removes an item.
    pub(crate) fn remove(&mut self, item: u32) {
        let Some(leaf) = self.leaves.get_mut(item as usize).map(|leaf| std::mem::replace(leaf, NONE)) else {
            return;
        };
        if leaf == NONE {
            return;
        }
        let parent = self.nodes[leaf as usize].parent;
        self.free.push(leaf);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Node { children, parent: above, bounds, .. } = self.nodes[parent as usize];
        let sibling = if children[0] == leaf { children[1] } else { children[0] };
        self.area -= bounds.half_area();
        self.free.push(parent);
        self.nodes[sibling as usize].parent = above;
        if above == NONE {
            self.root = sibling;
        } else {
            self.replace_child(above, parent, sibling);
            self.refit_above(sibling);
        }
    }

    /// Calls `visit` with every item whose box overlaps `query`, until it breaks.
    pub(crate) fn query(&self, query: &WideBox, mut visit: impl FnMut(u32) -> ControlFlow<()>) {
        if self.root == NONE {
            return;
        }
        let mut stack = Stack::new(self.root);
        while let Some(at) = stack.pop() {
            let node = &self.nodes[at as usize];
            if !node.bounds.overlaps(*query) {
                continue;
            }
            if node.children[0] == NONE {
                if visit(node.item).is_break() {
                    return;
                }
            } else {
                stack.push(node.children[1]);
                stack.push(node.children[0]);
            }
        }
    }

    /// Returns the box of an item of the tree.
    pub(crate) fn bounds_of(&self, item: u32) -> WideBox {
        self.nodes[self.leaves[item as usize] as usize].bounds
    }

    /// Returns the box around all items.
    pub(crate) fn bounds(&self) -> WideBox {
        if self.root == NONE { WideBox::EMPTY } else { self.nodes[self.root as usize].bounds }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + (self.leaves.capacity() + self.free.capacity()) * 4
    }

    fn insert(&mut self, item: u32, bounds: WideBox) {
        let leaf = self.new_node(Node { bounds, parent: NONE, children: [NONE; 2], item });
        self.leaves[item as usize] = leaf;
        if self.root == NONE {
            self.root = leaf;
            return;
        }
        let sibling = self.best_sibling(bounds);
        let above = self.nodes[sibling as usize].parent;
        let both = bounds.union(self.nodes[sibling as usize].bounds);
        let parent =
            self.new_node(Node { bounds: both, parent: above, children: [sibling, leaf], item: NONE });
        self.area += both.half_area();
        for child in [sibling, leaf] {
            self.nodes[child as usize].parent = parent;
        }
        if above == NONE {
            self.root = parent;
        } else {
            self.replace_child(above, sibling, parent);
            self.refit_above(parent);
        }
    }

    /// Returns the node beside which a new box makes the boxes of the tree grow least, found by one
    /// way down.
    fn best_sibling(&self, bounds: WideBox) -> u32 {
        let mut at = self.root;
        loop {
            let node = &self.nodes[at as usize];
            if node.children[0] == NONE {
                return at;
            }
            let growth = |child: u32| {
                let b = self.nodes[child as usize].bounds;
                b.union(bounds).half_area() - b.half_area()
            };
            let here = node.bounds.union(bounds).half_area();
            let [left, right] = node.children.map(growth);
            let least = if left <= right { left } else { right };
            if here <= least {
                return at;
            }
            at = node.children[usize::from(right < left)];
        }
    }

    /// Resizes the nodes above a node, until one does not change.
    fn refit_above(&mut self, node: u32) {
        let mut at = self.nodes[node as usize].parent;
        while at != NONE {
            let Node { bounds, children: [a, b], parent, .. } = self.nodes[at as usize];
            let both = self.nodes[a as usize].bounds.union(self.nodes[b as usize].bounds);
            if both == bounds {
                return;
            }
            self.area += both.half_area() - bounds.half_area();
            self.nodes[at as usize].bounds = both;
            at = parent;
        }
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        let children = &mut self.nodes[parent as usize].children;
        children[usize::from(children[0] != old)] = new;
    }

    fn new_node(&mut self, node: Node) -> u32 {
        if let Some(at) = self.free.pop() {
            self.nodes[at as usize] = node;
            return at;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Rebuilds the tree, by splitting the items at the middle of the longest axis.
    fn rebuild(&mut self) {
        let mut items: Vec<(u32, WideBox)> = (0..)
            .zip(&self.leaves)
            .filter(|&(_, &leaf)| leaf != NONE)
            .map(|(item, &leaf): (u32, &u32)| (item, self.nodes[leaf as usize].bounds))
            .collect();
        self.nodes.clear();
        self.free.clear();
        self.area = 0.0;
        self.root = if items.is_empty() { NONE } else { self.build(&mut items, NONE) };
        (self.built_area, self.changes) = (self.area, 0);
    }

    fn build(&mut self, items: &mut [(u32, WideBox)], parent: u32) -> u32 {
        let bounds = items.iter().fold(WideBox::EMPTY, |all, i| all.union(i.1));
        if let [(item, bounds)] = *items {
            let leaf = self.new_node(Node { bounds, parent, children: [NONE; 2], item });
            self.leaves[item as usize] = leaf;
            return leaf;
        }
        let size = bounds.max - bounds.min;
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        let middle = items.len() / 2;
        let center = |b: &WideBox| b.min[axis] + b.max[axis];
        items
            .select_nth_unstable_by(middle, |a, b| center(&a.1).total_cmp(&center(&b.1)).then(a.0.cmp(&b.0)));
        let at = self.new_node(Node { bounds, parent, children: [NONE; 2], item: NONE });
        self.area += bounds.half_area();
        let (left, right) = items.split_at_mut(middle);
        let children = [self.build(left, at), self.build(right, at)];
        self.nodes[at as usize].children = children;
        at
    }
}

/// A stack of node numbers, the first of them without an allocation.
struct Stack {
    few: [u32; 64],
    count: usize,
    many: Vec<u32>,
}

impl Stack {
    fn new(root: u32) -> Self {
        let mut few = [0; 64];
        few[0] = root;
        Self { few, count: 1, many: Vec::new() }
    }

    fn push(&mut self, node: u32) {
        match self.few.get_mut(self.count) {
            Some(place) => (*place, self.count) = (node, self.count + 1),
            None => self.many.push(node),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        self.many.pop().or_else(|| {
            self.count = self.count.checked_sub(1)?;
            Some(self.few[self.count])
        })
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use sidle_scenes::SplitMix64;

    use super::*;

    /// Items are inserted, moved and removed at random. Every query finds exactly the items whose
    /// boxes overlap it.
    #[test]
    fn finds_what_a_list_finds() {
        let mut rng = SplitMix64::new(4);
        let mut tree = Tree::default();
        let mut list: Vec<Option<WideBox>> = vec![None; 300];
        let mut found_in_all = 0;
        for _ in 0..20_000 {
            let item = rng.below(list.len());
            let mut v = |s: f64| DVec3::from([0; 3].map(|_| rng.range(0.0, s)));
            let (low, size, query) = (v(100.0), v(5.0), v(100.0));
            let bounds = WideBox { min: low, max: low + size };
            if rng.below(4) == 0 {
                tree.remove(item as u32);
                list[item] = None;
            } else {
                tree.set(item as u32, bounds);
                list[item] = Some(bounds);
            }
            let query = WideBox { min: query, max: query + DVec3::splat(10.0) };
            let mut found = Vec::new();
            tree.query(&query, |item| {
                found.push(item);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            found_in_all += found.len();
            let expected = (0..).zip(&list).filter(|(_, b)| b.is_some_and(|b| b.overlaps(query)));
            assert_eq!(found, expected.map(|(i, _)| i).collect::<Vec<u32>>());
        }
        assert!(found_in_all > 5_000, "{found_in_all}");
    }
}
