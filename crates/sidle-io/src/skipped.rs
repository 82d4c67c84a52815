//! Notes about what a file holds and a level does not. One note per kind: a file with a million
//! stray points gets one.

use std::collections::BTreeMap;
use std::fmt;

/// One kind of thing that was left out or changed: how many there are, and where the first one
/// stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// What it is.
    pub kind: SkippedKind,
    /// How many of them the file has.
    pub count: usize,
    /// Where the first one is, such as `line 12` or `mesh 0 primitive 1`.
    pub first: String,
}

/// What can be left out of a level, or not taken as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkippedKind {
    /// Points: OBJ `p` and faces with one corner, glTF point primitives. Left out.
    Points,
    /// Lines: OBJ `l` and faces with two corners, glTF line primitives. Left out.
    Lines,
    /// Faces with more than three corners, cut into triangles along diagonals inside them. All of
    /// them are kept.
    PolygonsCut,
    /// Faces that cross themselves, have no area, or too many inward corners; cut into a fan from
    /// their first corner.
    PolygonsFanned,
    /// OBJ curves and curved surfaces. Left out.
    Curves,
    /// OBJ lines that start with an unknown word. Left out.
    UnknownLines,
    /// Material files that an OBJ names (`mtllib`) and that are not beside it. They are never read:
    /// the names of materials come from `usemtl`. Only [`read_level`](crate::read_level) notes
    /// them, since a reader from memory knows no folder.
    MaterialFiles,
    /// glTF primitives without positions. Left out.
    PrimitivesWithoutPositions,
    /// glTF primitives with one or two indices more than whole triangles take. The rest is kept.
    TrailingIndices,
    /// glTF meshes that no node of the scene places. Left out.
    MeshesNotPlaced,
    /// glTF meshes with a skeleton, taken as they lie, without its pose.
    Skins,
    /// glTF primitives with morph targets, taken without them.
    MorphTargets,
    /// glTF extensions that move or multiply geometry, named as used but not required. Ignored.
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
            SkippedKind::Extensions => "extensions ignored",
        };
        write!(f, "{what}: {} (first: {})", self.count, self.first)
    }
}

/// Collects notes, in the order of [`SkippedKind`].
#[derive(Default)]
pub(crate) struct Notes(BTreeMap<SkippedKind, Skipped>);

impl Notes {
    /// Notes one more of `kind`; `place` is asked only for the first.
    pub(crate) fn add(&mut self, kind: SkippedKind, place: impl FnOnce() -> String) {
        self.0.entry(kind).or_insert_with(|| Skipped { kind, count: 0, first: place() }).count += 1;
    }

    pub(crate) fn into_list(self) -> Vec<Skipped> {
        self.0.into_values().collect()
    }
}
