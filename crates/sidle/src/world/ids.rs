//! Identifiers of the parts of a world.

/// Identifies an instance of a [`World`](crate::World): its mesh, or one of its height fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct InstanceId(u32);

impl InstanceId {
    /// The id of the world's mesh, which has all triangles and polygons that were added.
    pub const MESH: Self = Self(0);

    pub(crate) const fn new(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the instance: 0 for the mesh, and 1 or more for the height fields, in
    /// the order in which they were added.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Identifies a polygon of an instance.
///
/// Polygons of the mesh are numbered from 0 in the order they were added; numbers are never reused.
/// [`HeightField`](crate::HeightField) documents the numbers of its triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct PolygonId(u32);

impl PolygonId {
    /// Returns the id of the polygon that was added as number `index`.
    #[must_use]
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }

    /// Returns the number of the polygon in its instance.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}
