//! A tree of boxes, eight children a node, the boxes of the children stored as bytes within the box
//! of the node.

mod build;
mod edit;
mod node;
mod traverse;

use node::Node;

use crate::geometry::Aabb;

/// The most polygons in a leaf: casts look at eight side by side. Fewer: a deeper tree and more
/// memory. More: more polygons looked at in vain.
const LEAF: usize = 8;

/// Deeper than this, ranges are halved by count, so that no input makes the tree deeper than
/// [`STACK`] can walk.
const BALANCED_BELOW: u32 = 40;

/// Entries of the stack of a walk: seven siblings a level, 40 levels plus the 32 halvings that take
/// 2^32 polygons apart.
const STACK: usize = SPARE + 7 * (BALANCED_BELOW as usize + 32) + 1;

/// A node may write places for all eight children, more than are met.
const SPARE: usize = 8;

/// Entries that do for almost every tree. A walk clears its stack first, so a small one is quicker.
const SHALLOW: usize = 80;

/// The tree. Leaves are ranges of polygons in the order that [`Bvh::build`] returns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bvh {
    nodes: Vec<Node>,
    /// Nodes from the root to the lowest leaf, at most.
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
