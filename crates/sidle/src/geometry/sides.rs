//! Solid sides of a polygon.

/// Sides from which a polygon is solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// Solid from both sides: the safe choice, and the default.
    #[default]
    Two,
    /// Solid only for a mover whose centre is in front of the polygon, where the corners run
    /// counter-clockwise. A mover that starts behind the polygon, or overlaps it, passes through.
    /// Once the mover reaches the front, in the same move or in a later move, the polygon is solid
    /// for this mover.
    Front,
}
