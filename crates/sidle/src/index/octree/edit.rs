//! In-place changes of the octree: only one path from the root changes, and no other polygon moves.

use super::{Cube, LEAF, NONE, Node, Octree};
use crate::geometry::Aabb;
use crate::mesh::Mesh;

impl Octree {
    /// Inserts the polygon of the last slot. Always returns true: the depth of the tree is limited.
    pub(crate) fn insert(&mut self, mesh: &Mesh, slot: u32) -> bool {
        self.next.resize(mesh.slots() as usize, NONE);
        let new = box_of(mesh, slot);
        if self.nodes.is_empty() {
            self.root = Cube::around(&new);
            self.nodes.push(Node::EMPTY);
        }
        self.insert_at(mesh, (0, self.root), slot);
        true
    }

    /// Removes the polygon of a slot from its chain and from the mesh. The boxes do not shrink.
    pub(crate) fn remove(&mut self, mesh: &mut Mesh, slot: u32) {
        let bounds = box_of(mesh, slot);
        let (mut at, mut cube) = (0, self.root);
        while !self.unchain(at, slot) {
            let eighth = cube.eighth(&bounds);
            (at, cube) = (self.nodes[at].children[eighth] as usize, cube.child(eighth));
        }
        mesh.retire(slot);
    }

    fn insert_at(&mut self, mesh: &Mesh, (mut at, mut cube): (usize, Cube), slot: u32) {
        let new = box_of(mesh, slot);
        loop {
            self.nodes[at].bounds = self.nodes[at].bounds.union(new);
            if !self.nodes[at].is_cut && self.nodes[at].count < LEAF || !cube.lets_down(&new) {
                break;
            }
            self.cut(mesh, at, cube);
            let eighth = cube.eighth(&new);
            cube = cube.child(eighth);
            at = self.child(at, eighth);
        }
        let node = &mut self.nodes[at];
        self.next[slot as usize] = node.first;
        node.first = slot;
        node.count += 1;
    }

    /// Splits a node that was not split before. Its polygons move to its octants where they fit.
    fn cut(&mut self, mesh: &Mesh, at: usize, cube: Cube) {
        let node = &mut self.nodes[at];
        if node.is_cut {
            return;
        }
        let mut slot = node.first;
        (node.is_cut, node.first, node.count) = (true, NONE, 0);
        while slot != NONE {
            let after = self.next[slot as usize];
            self.insert_at(mesh, (at, cube), slot);
            slot = after;
        }
    }

    fn child(&mut self, at: usize, eighth: usize) -> usize {
        if self.nodes[at].children[eighth] == NONE {
            self.nodes[at].children[eighth] = self.nodes.len() as u32;
            self.nodes.push(Node::EMPTY);
        }
        self.nodes[at].children[eighth] as usize
    }

    /// Removes a slot from the chain of a node. Returns true if it was there.
    fn unchain(&mut self, at: usize, slot: u32) -> bool {
        let after = self.next[slot as usize];
        let (mut before, mut here) = (NONE, self.nodes[at].first);
        while here != slot {
            if here == NONE {
                return false;
            }
            (before, here) = (here, self.next[here as usize]);
        }
        if before == NONE {
            self.nodes[at].first = after;
        } else {
            self.next[before as usize] = after;
        }
        self.nodes[at].count -= 1;
        true
    }
}

fn box_of(mesh: &Mesh, slot: u32) -> Aabb {
    Aabb::of_points(mesh.corners(slot))
}
