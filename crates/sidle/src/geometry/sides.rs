//! Solid sides of a polygon.

/// Sides from which a polygon is solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Sides {
    /// Solid from both sides: the safe choice, and the default.
    #[default]
    Two,
    /// Solid only for a mover that is in front of the polygon's plane, where the corners run
    /// counter-clockwise, with its centre (a capsule: with its whole centre line). A mover that
    /// starts behind the plane, or overlaps the polygon, passes through. Once an iteration of this
    /// move or of a later one starts in front and free of the polygon, it is solid for this mover.
    Front,
}
