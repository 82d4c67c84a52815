//! The level data that readers return.

use crate::{ReadError, Skipped, limits, skipped::Notes};

/// A level as plain data. Indices are in range, coordinates finite, and there is at least one
/// triangle.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelData {
    /// The name of the file without folder and extension, or the name given to a reader from
    /// memory.
    pub name: String,
    /// Positions in the file's own unit and axes, until [`into_metres`](Self::into_metres) converts
    /// them. For OBJ they are in the file's order, and none is left out.
    pub vertices: Vec<[f32; 3]>,
    /// Three indices into `vertices` each, in the file's order; the front is the side seen
    /// counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Names of the materials in use, in order of first use. A triangle without material has one
    /// named `default`.
    pub materials: Vec<String>,
    /// For each triangle an index into `materials`.
    pub triangle_materials: Vec<u16>,
    /// What the file holds and this level does not, or not as it stands there.
    pub skipped: Vec<Skipped>,
}

/// The name of the material of triangles that have none.
pub(crate) const DEFAULT_MATERIAL: &str = "default";

/// A level on its way, bounded by [`limits`].
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) vertices: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) triangle_materials: Vec<u16>,
    pub(crate) notes: Notes,
}

impl Draft {
    /// Whether `more` vertices still fit; asked before memory is.
    pub(crate) fn room_for_vertices(&self, more: usize) -> Result<(), String> {
        room(self.vertices.len(), more, limits::MAX_VERTICES, "vertices")
    }

    /// Whether `more` triangles still fit; asked before memory is.
    pub(crate) fn room_for_triangles(&self, more: usize) -> Result<(), String> {
        room(self.triangles.len(), more, limits::MAX_TRIANGLES, "triangles")
    }

    /// Adds a triangle; the caller has checked its indices and the room.
    pub(crate) fn push(&mut self, triangle: [u32; 3], material: u16) {
        self.triangles.push(triangle);
        self.triangle_materials.push(material);
    }

    /// The finished level.
    pub(crate) fn finish(self, name: &str, materials: Vec<String>) -> Result<LevelData, ReadError> {
        if self.triangles.is_empty() {
            return Err(ReadError::Empty { file: name.into() });
        }
        Ok(LevelData {
            name: name.into(),
            vertices: self.vertices,
            triangles: self.triangles,
            materials,
            triangle_materials: self.triangle_materials,
            skipped: self.notes.into_list(),
        })
    }
}

fn room(have: usize, more: usize, limit: usize, what: &str) -> Result<(), String> {
    // Not `have + more`: a count straight from a file may be anything.
    if more > limit - have {
        return Err(format!("the level would have more than {limit} {what}"));
    }
    Ok(())
}
