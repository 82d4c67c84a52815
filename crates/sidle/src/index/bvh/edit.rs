//! In-place changes of the BVH. A new polygon goes where the boxes grow least, and its leaf moves
//! to the end of the mesh.

use std::ops::Range;

use super::node::{Child, Node, WIDTH};
use super::{Bvh, LEAF};
use crate::geometry::Aabb;
use crate::mesh::Mesh;

/// Depth beyond which the tree must be rebuilt; [`super::STACK`] has room for more.
const DEEPEST: usize = 60;

impl Bvh {
    /// Inserts the polygon of the last slot. Returns false if the tree became too deep and must be
    /// rebuilt.
    pub(crate) fn insert(&mut self, mesh: &mut Mesh, slot: u32) -> bool {
        let new = box_of(mesh, slot);
        if self.nodes.is_empty() {
            let mut node = Node::new(&[new]);
            node.child[0] = Node::leaf(&(slot as usize..slot as usize + 1));
            self.nodes.push(node);
            self.depth = 1;
            return true;
        }
        let mut path = Vec::new();
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            let Some(child) = node.least_growth(&new) else {
                self.nodes[at].set(0, &new, Node::leaf(&(slot as usize..slot as usize + 1)));
                break;
            };
            if let Child::Node(below) = node.child(child) {
                path.push((at, child));
                at = below as usize;
            } else {
                self.insert_beside(mesh, (at, child), slot);
                break;
            }
        }
        for &(at, child) in path.iter().rev() {
            self.nodes[at].grow(child, &new);
        }
        // Counts the node at the end of the path and a possible new one below it.
        self.depth = self.depth.max(path.len() as u32 + 2);
        path.len() < DEEPEST
    }

    /// Removes the polygon of a slot from its leaf and from the mesh.
    pub(crate) fn remove(&mut self, mesh: &mut Mesh, slot: u32) {
        let query = box_of(mesh, slot);
        let mut stack: Vec<usize> = (0..self.nodes.len().min(1)).collect();
        while let Some(at) = stack.pop() {
            for i in 0..WIDTH {
                let node = &self.nodes[at];
                if !node.is_present(i) || !node.decoded(i).overlaps(query) {
                    continue;
                }
                match self.nodes[at].child(i) {
                    Child::Node(below) => stack.push(below as usize),
                    Child::Polygons(range) if range.contains(&slot) => {
                        mesh.take_out(range.clone(), slot);
                        let rest = range.start as usize..range.end as usize - 1;
                        self.nodes[at].shrink(i, &rest);
                        return;
                    }
                    Child::Polygons(_) => {}
                }
            }
        }
    }

    /// Adds a slot at a leaf: to its range, as a new leaf beside it, or below a new node that
    /// replaces it.
    fn insert_beside(&mut self, mesh: &mut Mesh, (at, child): (usize, usize), slot: u32) {
        let Child::Polygons(range) = self.nodes[at].child(child) else { return };
        let new = box_of(mesh, slot);
        if range.len() < LEAF {
            let slots: Vec<u32> = range.chain([slot]).collect();
            self.nodes[at].child[child] = moved(mesh, &slots).1;
            self.nodes[at].grow(child, &new);
        } else if let Some(free) = (0..WIDTH).find(|&i| !self.nodes[at].is_present(i)) {
            self.nodes[at].set(free, &new, Node::leaf(&(slot as usize..slot as usize + 1)));
        } else {
            let mut slots: Vec<u32> = range.chain([slot]).collect();
            let all = slots.iter().fold(Aabb::EMPTY, |all, &p| all.union(box_of(mesh, p)));
            let size = all.max - all.min;
            let axis =
                if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
            let center = |p: u32| {
                let b = box_of(mesh, p);
                b.min[axis] + b.max[axis]
            };
            slots.sort_by(|&a, &b| center(a).total_cmp(&center(b)));
            let (left, right) = slots.split_at(slots.len() / 2);
            let (left, right) = (moved(mesh, left), moved(mesh, right));
            let mut node = Node::new(&[left.0, right.0]);
            (node.child[0], node.child[1]) = (left.1, right.1);
            self.nodes[at].child[child] = self.nodes.len() as u32;
            self.nodes[at].grow(child, &new);
            self.nodes.push(node);
        }
    }
}

/// Moves slots to the end of the mesh, next to each other. Returns their box and their leaf.
fn moved(mesh: &mut Mesh, slots: &[u32]) -> (Aabb, u32) {
    let first = mesh.slots() as usize;
    let bounds = slots.iter().fold(Aabb::EMPTY, |all, &p| {
        let bounds = box_of(mesh, p);
        mesh.move_last(p);
        all.union(bounds)
    });
    (bounds, Node::leaf(&(first..first + slots.len())))
}

fn box_of(mesh: &Mesh, slot: u32) -> Aabb {
    Aabb::of_points(mesh.corners(slot))
}

impl Node {
    /// Returns the child whose box grows least if it includes `new`; None if there is no child.
    fn least_growth(&self, new: &Aabb) -> Option<usize> {
        let growth = |i: usize| {
            let b = self.decoded(i);
            b.union(*new).half_area() - b.half_area()
        };
        let present = (0..WIDTH).filter(|&i| self.is_present(i));
        present.min_by(|&a, &b| growth(a).total_cmp(&growth(b)))
    }

    /// Extends the box of a child to include another box.
    fn grow(&mut self, i: usize, new: &Aabb) {
        let old = self.decoded(i);
        let both = old.union(*new);
        if both != old {
            self.set(i, &both, self.child[i]);
        }
    }

    /// Replaces the box and the child at an index. The boxes of the other children never shrink.
    fn set(&mut self, i: usize, bounds: &Aabb, child: u32) {
        let (mut boxes, mut children) = ([Aabb::EMPTY; WIDTH], self.child);
        for (j, b) in boxes.iter_mut().enumerate().filter(|&(j, _)| self.is_present(j)) {
            *b = self.decoded(j);
        }
        (boxes[i], children[i]) = (*bounds, child);
        *self = Self { child: children, ..Self::new(&boxes) };
    }

    /// Replaces the range of a leaf that lost a slot. An empty leaf becomes an absent child.
    fn shrink(&mut self, i: usize, rest: &Range<usize>) {
        if rest.is_empty() {
            self.child[i] = Self::ABSENT;
            for axis in 0..3 {
                (self.min[axis][i], self.max[axis][i]) = (255, 0);
            }
        } else {
            self.child[i] = Self::leaf(rest);
        }
    }
}
