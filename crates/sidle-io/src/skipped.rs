//! Notes about parts of a file that are skipped or changed. There is one note per kind, so a file
//! with a million stray points produces a single note.

use std::collections::BTreeMap;
use std::fmt;

/// A kind of content that was skipped or changed, with its count and the first place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The kind of content that was skipped or changed.
    pub kind: SkippedKind,
    /// Number of times that this content occurs in the file.
    pub count: usize,
    /// Place in the file where this content first occurs, such as `line 12` or `mesh 0 primitive
    /// 1`.
    pub first: String,
}

/// Kinds of content that a reader skips or changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkippedKind {
    /// Points: OBJ `p`, OBJ faces with one corner, and glTF point primitives. Skipped.
    Points,
    /// Lines: OBJ `l`, OBJ faces with two corners, and glTF line primitives. Skipped.
    Lines,
    /// Faces with more than three corners. Kept, cut into triangles along diagonals inside the
    /// face.
    PolygonsCut,
    /// Faces that cross themselves, have no area, or have too many reflex corners. Kept, cut into a
    /// fan from their first corner.
    PolygonsFanned,
    /// OBJ curves and curved surfaces. Skipped.
    Curves,
    /// OBJ lines that start with an unknown keyword. Skipped.
    UnknownLines,
    /// Material files that an OBJ file names (`mtllib`) and that are not in its folder. Material
    /// files are never read: the names of materials come from `usemtl`. Only
    /// [`read_level`](crate::read_level) adds this note, because a reader from memory does not know
    /// the folder.
    MaterialFiles,
    /// glTF primitives without positions. Skipped.
    PrimitivesWithoutPositions,
    /// glTF primitives with an incomplete last triangle (one or two extra indices). Only the extra
    /// indices are skipped.
    TrailingIndices,
    /// glTF meshes that no node of the scene places. Skipped.
    MeshesNotPlaced,
    /// glTF meshes with a skeleton. Kept as stored, without the pose of the skeleton.
    Skins,
    /// glTF primitives with morph targets. Kept without applying the targets.
    MorphTargets,
    /// glTF nodes with a mesh that an animation changes, directly or through a parent. Kept in
    /// their rest pose, without the animation.
    Animations,
    /// glTF nodes that mirror their mesh. Only for a load with
    /// [`LoadOptions::instances`](crate::LoadOptions::instances): baked into the mesh of the level.
    MirroredNodes,
    /// glTF nodes that scale their mesh by different factors along different axes, shear it or
    /// flatten it. Only for a load with instances: baked into the mesh of the level.
    UnevenNodes,
    /// glTF nodes whose scale or coordinates are outside the range of a
    /// [`Pose`](sidle::Pose). Only for a load with instances: baked into the mesh of the level.
    NodesOutOfRange,
    /// Instances were requested, but the level has no nodes: an OBJ file, or a level that was read
    /// without its nodes. All triangles are in the mesh of the level.
    NoNodes,
    /// glTF extensions that move or duplicate geometry and that the file uses but does not require.
    /// Ignored.
    Extensions,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            SkippedKind::Points => "points left out",
            SkippedKind::Lines => "lines left out",
            SkippedKind::PolygonsCut => "polygons cut into triangles",
            SkippedKind::PolygonsFanned => "polygons cut into fans, as they cross themselves or have no area",
            SkippedKind::Curves => "curves or curved surfaces left out",
            SkippedKind::UnknownLines => "unknown lines left out",
            SkippedKind::MaterialFiles => {
                "material files (mtllib) that are not beside the level, whose materials keep their names"
            }
            SkippedKind::PrimitivesWithoutPositions => "primitives without positions left out",
            SkippedKind::TrailingIndices => "primitives with an incomplete last triangle, which is left out",
            SkippedKind::MeshesNotPlaced => "meshes that no node of the scene places left out",
            SkippedKind::Skins => "skinned meshes taken without their pose",
            SkippedKind::MorphTargets => "primitives taken without their morph targets",
            SkippedKind::Animations => "animated nodes taken in their rest pose",
            SkippedKind::MirroredNodes => "nodes baked into the mesh, as they mirror",
            SkippedKind::UnevenNodes => "nodes baked into the mesh, as they scale unevenly or shear",
            SkippedKind::NodesOutOfRange => "nodes baked into the mesh, as they are out of range",
            SkippedKind::NoNodes => "levels without nodes, which make no instances",
            SkippedKind::Extensions => "extensions ignored",
        };
        write!(f, "{what}: {} (first: {})", self.count, self.first)
    }
}

/// Collects notes, in the order of [`SkippedKind`].
#[derive(Default)]
pub(crate) struct Notes(BTreeMap<SkippedKind, Skipped>);

impl Notes {
    /// Counts one more item of `kind`. `place` is called only for the first occurrence.
    pub(crate) fn add(&mut self, kind: SkippedKind, place: impl FnOnce() -> String) {
        self.0.entry(kind).or_insert_with(|| Skipped { kind, count: 0, first: place() }).count += 1;
    }

    /// Continues a list of notes.
    pub(crate) fn of_list(list: Vec<Skipped>) -> Self {
        Self(list.into_iter().map(|skipped| (skipped.kind, skipped)).collect())
    }

    pub(crate) fn into_list(self) -> Vec<Skipped> {
        self.0.into_values().collect()
    }
}
