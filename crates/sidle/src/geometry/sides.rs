//! Which sides of a surface count.

/// Which sides of a polygon are solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// Solid from both sides: the safe choice, and the default.
    #[default]
    Two,
    /// Solid only for a mover whose centre is in front of it (the side from which the corners run
    /// counter-clockwise). A mover that starts behind it, or overlapping it, passes through; once
    /// it has come to its front, in the same move or a later one, it is solid.
    Front,
}
