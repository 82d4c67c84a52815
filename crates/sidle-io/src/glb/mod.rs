//! Reads the geometry of glTF 2.0 files: the triangles of the scene, placed by its nodes.
//!
//! The crate `gltf` parses the JSON into typed data. Its validation and its readers are not used,
//! because they use unchecked numbers from the file as indices and panic if the file is invalid.
//! This module checks every index, count and offset and returns an error if it is out of range.
//!
//! ```text
//! container   the JSON and binary chunks of a GLB
//! document    the parsed JSON, required extensions
//! buffers     bytes of a buffer: the binary chunk, a data: URI, or a file beside the level (uri)
//! accessor    typed elements out of those bytes
//! nodes       which mesh stands where (transform)
//! primitive   triangles of one mesh, placed
//! ```

mod accessor;
mod buffers;
mod container;
mod document;
mod nodes;
mod primitive;
mod transform;
mod uri;

use crate::level::Draft;
use crate::{LevelData, ReadError};
use buffers::Buffers;
use document::Document;
use std::path::Path;

/// Reads a binary glTF file from memory. Errors use `name` as the name of the file, and it becomes
/// the name of the level.
///
/// Reads the default scene, all scenes if there is no default, or all nodes if there is no scene.
/// Triangle lists, strips and fans are supported. If a node mirrors its mesh, the winding of the
/// triangles is reversed, so that they keep their front sides. This function cannot read buffers in
/// other files; [`read_level`](crate::read_level) can.
///
/// # Errors
/// [`ReadError::Gltf`] with the place, [`ReadError::Extension`] or [`ReadError::Empty`].
pub fn read_glb(bytes: &[u8], name: &str) -> Result<LevelData, ReadError> {
    read_glb_in(bytes, name, None)
}

/// Reads a glTF file in JSON form from memory. Everything else is as in [`read_glb`].
///
/// # Errors
/// [`ReadError::Gltf`] with the place, [`ReadError::Extension`] or [`ReadError::Empty`].
pub fn read_gltf(bytes: &[u8], name: &str) -> Result<LevelData, ReadError> {
    read_gltf_in(bytes, name, None)
}

/// Reads a binary glTF file like [`read_glb`], with buffers from `folder` if it is given.
pub(crate) fn read_glb_in(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<LevelData, ReadError> {
    let chunks = container::split(bytes).map_err(|fault| fault.of(name))?;
    read_parts(chunks.json, chunks.binary, name, folder)
}

/// Reads a glTF file like [`read_gltf`], with buffers from `folder` if it is given.
pub(crate) fn read_gltf_in(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<LevelData, ReadError> {
    read_parts(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), None, name, folder)
}

fn read_parts(
    json: &[u8],
    binary: Option<&[u8]>,
    name: &str,
    folder: Option<&Path>,
) -> Result<LevelData, ReadError> {
    let document = Document::parse(json).map_err(|fault| fault.of(name))?;
    if let Some(extension) = document.unsupported_extension() {
        return Err(ReadError::Extension { file: name.into(), extension: extension.into() });
    }
    let mut draft = Draft::default();
    let materials = build(&document, Buffers::new(&document, binary, folder), &mut draft)
        .map_err(|fault| fault.of(name))?;
    draft.finish(name, materials)
}

/// Fills the draft and returns the names of its materials.
fn build(document: &Document, buffers: Buffers<'_>, draft: &mut Draft) -> Result<Vec<String>, Fault> {
    document.note_ignored_extensions(&mut draft.notes);
    let placed = nodes::placed_meshes(document)?;
    nodes::note_unplaced(document, &placed, &mut draft.notes);
    let mut builder = primitive::Builder::new(document, buffers, draft);
    for mesh in &placed {
        builder.add_mesh(mesh)?;
    }
    Ok(builder.into_material_names())
}

/// A problem and its place, without the name of the file.
#[derive(Debug)]
struct Fault {
    place: String,
    what: String,
}

/// Returns a fault as the error of a `Result`.
fn fault<T>(place: impl Into<String>, what: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { place: place.into(), what: what.into() })
}

impl Fault {
    fn of(self, file: &str) -> ReadError {
        ReadError::Gltf { file: file.into(), place: self.place, what: self.what }
    }
}
