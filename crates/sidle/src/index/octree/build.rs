//! Building of the octree, from the root cube down.

use std::ops::Range;

use super::{Cube, LEAF, NONE, Node, Octree};
use crate::geometry::Aabb;

type Item = (Aabb, u32);

impl Octree {
    /// Builds a tree over the boxes of the polygons. Also returns the order in which their slots
    /// must be arranged.
    pub(crate) fn build(boxes: impl ExactSizeIterator<Item = Aabb>) -> (Self, Vec<u32>) {
        let mut items: Vec<Item> = boxes.zip(0..).collect();
        let all = items.iter().fold(Aabb::EMPTY, |all, i| all.union(i.0));
        let root = Cube::around(&all);
        let mut tree = Self { nodes: Vec::new(), next: vec![NONE; items.len()], root };
        if !items.is_empty() {
            tree.node(&mut items, 0, root);
        }
        tree.nodes.shrink_to_fit();
        (tree, items.iter().map(|i| i.1).collect())
    }

    /// Adds the node of a cube and its subtree. Its polygons take the slots from `first` on.
    /// Returns the index of the node.
    fn node(&mut self, items: &mut [Item], first: usize, cube: Cube) -> u32 {
        let place = self.nodes.len();
        let bounds = items.iter().fold(Aabb::EMPTY, |all, i| all.union(i.0));
        self.nodes.push(Node { bounds, ..Node::EMPTY });
        if items.len() <= LEAF as usize {
            self.chain(place, first..first + items.len());
            return place as u32;
        }
        // Polygons that stay in this node come first, then those of each octant in turn.
        let home = |i: &Item| if cube.lets_down(&i.0) { 1 + cube.eighth(&i.0) } else { 0 };
        items.sort_by_key(home);
        let stay = items.partition_point(|i| home(i) == 0);
        self.chain(place, first..first + stay);
        self.nodes[place].is_cut = true;
        let mut begin = stay;
        for eighth in 0..8 {
            let end = items.partition_point(|i| home(i) <= 1 + eighth);
            if begin < end {
                let child = self.node(&mut items[begin..end], first + begin, cube.child(eighth));
                self.nodes[place].children[eighth] = child;
            }
            begin = end;
        }
        place as u32
    }

    fn chain(&mut self, place: usize, slots: Range<usize>) {
        let node = &mut self.nodes[place];
        node.count = slots.len() as u32;
        node.first = if slots.is_empty() { NONE } else { slots.start as u32 };
        for slot in slots.start..slots.end.saturating_sub(1) {
            self.next[slot] = slot as u32 + 1;
        }
    }
}
