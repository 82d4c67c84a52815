//! Miller's octree: a cube is divided into octants recursively where there are many polygons.
//!
//! A polygon belongs to the smallest cube that contains its centre and is at least as large (a
//! "loose" octree). Each polygon is therefore in one node only, whatever planes it crosses. Every
//! node keeps the tight box of its subtree. Queries test that box, not the cube: the cubes decide
//! only in which node a polygon is stored.

mod build;
mod edit;
mod traverse;

use glam::Vec3;

use crate::geometry::Aabb;

/// A cube with more polygons than this is split. Smaller: more nodes. Larger: more polygons are
/// tested in vain.
const LEAF: u32 = 8;

/// Largest depth: a world of 16 km is divided down to a millimetre. It limits the traversal stack.
const DEEPEST: u32 = 24;

/// Capacity of the traversal stack: seven siblings per level, plus one.
const STACK: usize = 7 * (DEEPEST as usize + 1) + 1;

/// The index of an absent node or slot.
const NONE: u32 = u32::MAX;

/// The tree. The polygons of a node form a linked list of slots.
#[derive(Clone, Debug)]
pub(crate) struct Octree {
    nodes: Vec<Node>,
    /// Next slot of each slot, in the list of its node.
    next: Vec<u32>,
    /// The root cube.
    root: Cube,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Box of the polygons of this node and all nodes below it.
    bounds: Aabb,
    /// First slot and number of the polygons stored in this node.
    first: u32,
    count: u32,
    children: [u32; 8],
    is_cut: bool,
}

impl Node {
    const EMPTY: Self =
        Self { bounds: Aabb::EMPTY, first: NONE, count: 0, children: [NONE; 8], is_cut: false };
}

/// The region of space of a node.
#[derive(Clone, Copy, Debug)]
struct Cube {
    middle: Vec3,
    half: f32,
    depth: u32,
}

impl Cube {
    /// Returns a cube around a box.
    fn around(all: &Aabb) -> Self {
        let is_empty = all.min.cmpgt(all.max).any();
        let (min, max) = if is_empty { (Vec3::ZERO, Vec3::ZERO) } else { (all.min, all.max) };
        Self { middle: (min + max) * 0.5, half: (max - min).max_element() * 0.5, depth: 0 }
    }

    /// Returns true if a polygon with this box fits into an octant.
    fn lets_down(&self, polygon: &Aabb) -> bool {
        self.depth < DEEPEST && (polygon.max - polygon.min).max_element() <= self.half
    }

    /// Returns the octant that contains the centre of a box.
    fn eighth(&self, polygon: &Aabb) -> usize {
        let middle = (polygon.min + polygon.max) * 0.5;
        let above = middle.cmpge(self.middle);
        usize::from(above.x) + 2 * usize::from(above.y) + 4 * usize::from(above.z)
    }

    fn child(&self, eighth: usize) -> Self {
        let half = self.half * 0.5;
        let side = |bit: usize| if eighth & bit == 0 { -half } else { half };
        Self { middle: self.middle + Vec3::new(side(1), side(2), side(4)), half, depth: self.depth + 1 }
    }
}

impl Octree {
    pub(crate) fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, |n| n.bounds)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.next.capacity() * size_of::<u32>()
    }
}
