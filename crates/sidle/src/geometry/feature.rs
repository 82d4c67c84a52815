//! Features of a polygon.

/// Feature of a polygon: its face, an edge or a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// The interior of the polygon.
    Face,
    /// The edge from the corner with this index to the next corner.
    Edge(u8),
    /// The corner with this index.
    Corner(u8),
}
