//! The kinds of index over the polygons of a mesh.

/// The spatial index that a world uses to find nearby polygons. The choice changes only speed,
/// memory and the time of edits.
///
/// ```
/// use sidle::{IndexKind, MaterialId, Vec3, WorldBuilder};
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let mut builder = WorldBuilder::new();
/// builder.add_triangles(&floor, &[[0, 1, 2]], MaterialId(0)).set_index(IndexKind::Octree);
/// assert_eq!(builder.build()?.index_kind(), IndexKind::Octree);
/// # Ok::<(), sidle::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum IndexKind {
    /// A bounding volume hierarchy (BVH): a tree of boxes fitted to the polygons. The choice for
    /// levels that are queried more often than edited.
    #[default]
    Bvh,
    /// The octree of [Miller's text](crate::geometry): a cube divided recursively into eight. It
    /// takes more memory than the BVH. An edit changes only one path from the root and moves no
    /// other polygon.
    Octree,
}
