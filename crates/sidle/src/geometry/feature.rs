//! The parts of a polygon.

/// The part of a polygon that was touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// The inside of the polygon.
    Face,
    /// The edge from corner `i` to the next one.
    Edge(u8),
    /// Corner `i`.
    Corner(u8),
}
