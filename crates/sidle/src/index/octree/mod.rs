//! Miller's octree: a cube cut into eight, again and again, where there are many polygons.
//!
//! A polygon belongs to the smallest cube that holds its middle and is not smaller than it (a
//! "loose" octree), so it is in one place only, whatever planes it crosses. Every node keeps the
//! tight box of all below it, and queries ask that box and not the cube: the cubes decide who lives
//! where, never what is found.

mod build;
mod edit;
mod traverse;

use glam::Vec3;

use crate::geometry::Aabb;

/// More polygons than this make a cube be cut. Fewer: more nodes. More: more polygons looked at in
/// vain.
const LEAF: u32 = 8;

/// Cuts of the first cube; a level of 16 km is cut down to a millimetre. It bounds the stack of a
/// walk.
const DEEPEST: u32 = 24;

/// Entries of the stack of a walk: seven siblings a level, and one.
const STACK: usize = 7 * (DEEPEST as usize + 1) + 1;

/// No node, or no slot.
const NONE: u32 = u32::MAX;

/// The tree. The polygons of a node are a chain of slots.
#[derive(Clone, Debug)]
pub(crate) struct Octree {
    nodes: Vec<Node>,
    /// The slot after each slot in the chain of its node.
    next: Vec<u32>,
    /// The first cube.
    root: Cube,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Of everything here and below.
    bounds: Aabb,
    /// The first of the polygons that belong here, and how many they are.
    first: u32,
    count: u32,
    children: [u32; 8],
    is_cut: bool,
}

impl Node {
    const EMPTY: Self =
        Self { bounds: Aabb::EMPTY, first: NONE, count: 0, children: [NONE; 8], is_cut: false };
}

/// Where in space a node is.
#[derive(Clone, Copy, Debug)]
struct Cube {
    middle: Vec3,
    half: f32,
    depth: u32,
}

impl Cube {
    /// Around everything.
    fn around(all: &Aabb) -> Self {
        let is_empty = all.min.cmpgt(all.max).any();
        let (min, max) = if is_empty { (Vec3::ZERO, Vec3::ZERO) } else { (all.min, all.max) };
        Self { middle: (min + max) * 0.5, half: (max - min).max_element() * 0.5, depth: 0 }
    }

    /// Whether a polygon of this box can live further down.
    fn lets_down(&self, polygon: &Aabb) -> bool {
        self.depth < DEEPEST && (polygon.max - polygon.min).max_element() <= self.half
    }

    /// The eighth that holds the middle of a box.
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
