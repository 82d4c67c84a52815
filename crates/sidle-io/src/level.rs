//! The level data that readers return.

use crate::{ReadError, Skipped, limits, skipped::Notes};

/// A level as plain data. Indices are in range, coordinates finite, and there is at least one
/// triangle.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelData {
    /// The name of the level: the file name without folder and extension, or the name that was
    /// given to a reader from memory.
    pub name: String,
    /// Positions of the vertices in the file's own unit and axes, until
    /// [`into_metres`](Self::into_metres) converts them. The vertices of an OBJ file are in the
    /// file's order, and unused ones are kept.
    pub vertices: Vec<[f32; 3]>,
    /// The triangles in the file's order, each as three indices into `vertices`. The front is the
    /// side from which the corners appear counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Names of the materials that the triangles use, in the order of their first use. Triangles
    /// without a material use the name `default`.
    pub materials: Vec<String>,
    /// The material of each triangle, as an index into `materials`.
    pub triangle_materials: Vec<u16>,
    /// Parts of the file that the reader skipped or changed.
    pub skipped: Vec<Skipped>,
}

/// Material name of triangles that have no material.
pub(crate) const DEFAULT_MATERIAL: &str = "default";

/// A level under construction, with its size limited by [`limits`].
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) vertices: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    pub(crate) triangle_materials: Vec<u16>,
    pub(crate) notes: Notes,
}

impl Draft {
    /// Checks that `more` vertices fit. Call this before allocating memory for them.
    pub(crate) fn room_for_vertices(&self, more: usize) -> Result<(), String> {
        room(self.vertices.len(), more, limits::MAX_VERTICES, "vertices")
    }

    /// Checks that `more` triangles fit. Call this before allocating memory for them.
    pub(crate) fn room_for_triangles(&self, more: usize) -> Result<(), String> {
        room(self.triangles.len(), more, limits::MAX_TRIANGLES, "triangles")
    }

    /// Adds a triangle. The caller has already checked its indices and the limit.
    pub(crate) fn push(&mut self, triangle: [u32; 3], material: u16) {
        self.triangles.push(triangle);
        self.triangle_materials.push(material);
    }

    /// Returns the finished level, or an error if it has no triangles.
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
    // Not `have + more`, which can overflow: a count from a file can be any number.
    if more > limit - have {
        return Err(format!("the level would have more than {limit} {what}"));
    }
    Ok(())
}
