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
//! primitive   triangles of one mesh, placed or in its own space
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
use crate::nodes::{LevelNodes, MeshSpan, NodeData};
use crate::{LevelData, ReadError};
use buffers::Buffers;
use document::Document;
use nodes::Reached;
use std::collections::HashMap;
use std::path::Path;
pub(crate) use transform::Transform;

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

/// Reads a binary glTF file from memory and keeps its nodes. Everything else is as in [`read_glb`].
///
/// # Errors
/// [`ReadError::Gltf`] with the place, [`ReadError::Extension`] or [`ReadError::Empty`].
pub fn read_glb_nodes(bytes: &[u8], name: &str) -> Result<LevelNodes, ReadError> {
    read_glb_nodes_in(bytes, name, None)
}

/// Reads a glTF file in JSON form from memory and keeps its nodes. Everything else is as in
/// [`read_glb`].
///
/// # Errors
/// [`ReadError::Gltf`] with the place, [`ReadError::Extension`] or [`ReadError::Empty`].
pub fn read_gltf_nodes(bytes: &[u8], name: &str) -> Result<LevelNodes, ReadError> {
    read_gltf_nodes_in(bytes, name, None)
}

/// Reads a binary glTF file like [`read_glb`], with buffers from `folder` if it is given.
pub(crate) fn read_glb_in(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<LevelData, ReadError> {
    let chunks = container::split(bytes).map_err(|fault| fault.of(name))?;
    read_baked(&Source { json: chunks.json, binary: chunks.binary, name, folder })
}

/// Reads a glTF file like [`read_gltf`], with buffers from `folder` if it is given.
pub(crate) fn read_gltf_in(bytes: &[u8], name: &str, folder: Option<&Path>) -> Result<LevelData, ReadError> {
    read_baked(&Source { json: without_mark(bytes), binary: None, name, folder })
}

/// Reads a binary glTF file like [`read_glb_nodes`], with buffers from `folder` if it is given.
pub(crate) fn read_glb_nodes_in(
    bytes: &[u8],
    name: &str,
    folder: Option<&Path>,
) -> Result<LevelNodes, ReadError> {
    let chunks = container::split(bytes).map_err(|fault| fault.of(name))?;
    read_nodes(&Source { json: chunks.json, binary: chunks.binary, name, folder })
}

/// Reads a glTF file like [`read_gltf_nodes`], with buffers from `folder` if it is given.
pub(crate) fn read_gltf_nodes_in(
    bytes: &[u8],
    name: &str,
    folder: Option<&Path>,
) -> Result<LevelNodes, ReadError> {
    read_nodes(&Source { json: without_mark(bytes), binary: None, name, folder })
}

/// Removes a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The parts of a file, and its name.
struct Source<'a> {
    json: &'a [u8],
    binary: Option<&'a [u8]>,
    name: &'a str,
    folder: Option<&'a Path>,
}

impl<'a> Source<'a> {
    fn document(&self) -> Result<Document, ReadError> {
        let document = Document::parse(self.json).map_err(|fault| fault.of(self.name))?;
        match document.unsupported_extension() {
            Some(extension) => {
                Err(ReadError::Extension { file: self.name.into(), extension: extension.into() })
            }
            None => Ok(document),
        }
    }

    fn buffers(&self, document: &'a Document) -> Buffers<'a> {
        Buffers::new(document, self.binary, self.folder)
    }
}

/// Returns the nodes of the scene, and adds notes about them.
fn reached_nodes(document: &Document, draft: &mut Draft) -> Result<Vec<Reached>, Fault> {
    document.note_ignored_extensions(&mut draft.notes);
    let reached = nodes::reached_nodes(document)?;
    nodes::note_meshes(document, &reached, &mut draft.notes);
    Ok(reached)
}

/// Reads a level whose meshes are placed by their nodes.
fn read_baked(source: &Source<'_>) -> Result<LevelData, ReadError> {
    let document = source.document()?;
    let mut draft = Draft::default();
    let materials =
        bake(&document, source.buffers(&document), &mut draft).map_err(|fault| fault.of(source.name))?;
    draft.finish(source.name, materials)
}

/// Fills the draft with the placed meshes and returns the names of its materials.
fn bake(document: &Document, buffers: Buffers<'_>, draft: &mut Draft) -> Result<Vec<String>, Fault> {
    let reached = reached_nodes(document, draft)?;
    let mut builder = primitive::Builder::new(document, buffers, draft);
    for node in &reached {
        if let Some(mesh) = node.mesh {
            builder.add_mesh(mesh, &node.transform)?;
        }
    }
    Ok(builder.into_material_names())
}

/// Reads a level whose nodes are kept.
fn read_nodes(source: &Source<'_>) -> Result<LevelNodes, ReadError> {
    let document = source.document()?;
    let mut draft = Draft::default();
    let (materials, spans, nodes) =
        collect(&document, source.buffers(&document), &mut draft).map_err(|fault| fault.of(source.name))?;
    Ok(LevelNodes { meshes: draft.finish(source.name, materials)?, spans, nodes })
}

/// The names of materials, the parts of a draft, and the nodes that place them.
type Collected = (Vec<String>, Vec<MeshSpan>, Vec<NodeData>);

/// Fills the draft with each mesh that a node places, once and in its own space.
fn collect(document: &Document, buffers: Buffers<'_>, draft: &mut Draft) -> Result<Collected, Fault> {
    let reached = reached_nodes(document, draft)?;
    let mut builder = primitive::Builder::new(document, buffers, draft);
    let (mut spans, mut nodes) = (Vec::new(), Vec::with_capacity(reached.len()));
    let mut known: HashMap<usize, usize> = HashMap::new();
    for Reached { node, parent, transform, mesh, has_skin, is_animated } in reached {
        if mesh.is_some() && !transform.is_finite() {
            return fault(format!("node {node}"), "is placed by a transform that is not finite");
        }
        if let Some(mesh) = mesh.filter(|mesh| !known.contains_key(mesh)) {
            let before = builder.size();
            builder.add_mesh(mesh, &Transform::IDENTITY)?;
            let after = builder.size();
            known.insert(mesh, spans.len());
            let (vertices, triangles) = (before[0]..after[0], before[1]..after[1]);
            spans.push(MeshSpan { mesh, vertices, triangles });
        }
        nodes.push(NodeData {
            name: nodes::node_name(document, node),
            index: node,
            parent,
            span: mesh.and_then(|mesh| known.get(&mesh).copied()),
            transform,
            is_skinned: has_skin,
            is_animated,
        });
    }
    Ok((builder.into_material_names(), spans, nodes))
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
