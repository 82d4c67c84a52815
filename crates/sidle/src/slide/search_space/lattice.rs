//! The lattices of the flood fill: their nodes as rows of bits, and places between the nodes.

/// Number of lattices, the widest first.
pub(super) const LEVELS: usize = 3;
/// Nodes from the start to the border of a lattice, along each axis. The border itself is closed.
pub(super) const HALF: i32 = 15;
/// Rows along one axis of a lattice, and in all of it. Row 0 and bit 0 are closed.
pub(super) const SIDE: usize = 32;
pub(super) const ROWS: usize = SIDE * SIDE;

/// Position of a node in its lattice, in nodes from the start.
pub(super) type Node = [i32; 3];

/// Returns the row of a node in its lattice, and its bit there.
pub(super) fn row_and_bit([x, y, z]: Node) -> (usize, u32) {
    let digit = |x: i32| (x + HALF + 1) as usize;
    (digit(z) * SIDE + digit(y), 1 << digit(x))
}

pub(super) fn node_of(row: usize, bit: usize) -> Node {
    [bit, row % SIDE, row / SIDE % SIDE].map(|digit| digit as i32 - HALF - 1)
}

pub(super) fn is_inside(node: Node) -> bool {
    node.iter().all(|x| x.abs() <= HALF)
}

/// Returns the largest integer that is at most `x`. The result must fit in an `i32`.
pub(super) fn floor(x: f64) -> i32 {
    let towards_zero = x as i32;
    if f64::from(towards_zero) > x { towards_zero - 1 } else { towards_zero }
}
