//! A bounding volume hierarchy (BVH) with eight children per node. The boxes of the children are
//! stored as bytes relative to the box of the node.

mod build;
mod edit;
mod node;
mod traverse;

use node::Node;

use crate::geometry::Aabb;

/// Largest number of polygons in a leaf: casts test eight at a time. Smaller: a deeper tree and
/// more memory. Larger: more polygons are tested in vain.
const LEAF: usize = 8;

/// From this depth on, ranges are split by count, so that no input makes the tree deeper than
/// [`STACK`] allows.
const BALANCED_BELOW: u32 = 40;

/// Capacity of the traversal stack: seven siblings per level, for 40 levels plus the 32 halvings
/// that separate 2^32 polygons.
const STACK: usize = SPARE + 7 * (BALANCED_BELOW as usize + 32) + 1;

/// Spare entries: a node may write all eight children to the stack, including those that are not
/// hit.
const SPARE: usize = 8;

/// Stack capacity that suffices for almost every tree. A traversal clears its stack first, so a
/// small stack is faster.
const SHALLOW: usize = 80;

/// The tree. Leaves are ranges of polygons in the order that [`Bvh::build`] returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bvh {
    nodes: Vec<Node>,
    /// Upper bound of the number of nodes from the root to the lowest leaf.
    depth: u32,
}

impl Bvh {
    #[inline]
    fn is_shallow(&self) -> bool {
        7 * self.depth as usize + 1 + SPARE <= SHALLOW
    }

    pub(crate) fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, Node::bounds)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
    }
}
