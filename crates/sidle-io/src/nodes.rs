//! A glTF level with its nodes, before it becomes a world of instances.

use std::ops::Range;

use crate::LevelData;
use crate::glb::Transform;

/// A glTF level whose nodes are kept: each mesh once, and the nodes that place it.
///
/// [`read_glb_nodes`](crate::read_glb_nodes) and [`read_gltf_nodes`](crate::read_gltf_nodes) return
/// it, and [`build_instances`](crate::build_instances) makes a world of it.
#[derive(Debug, Clone)]
pub struct LevelNodes {
    /// All meshes, one after the other, in their own space.
    pub(crate) meshes: LevelData,
    /// The parts of `meshes`.
    pub(crate) spans: Vec<MeshSpan>,
    /// The nodes of the scene; parents come before children.
    pub(crate) nodes: Vec<NodeData>,
}

/// The vertices and triangles of one mesh in a list of all meshes.
#[derive(Debug, Clone)]
pub(crate) struct MeshSpan {
    /// Index of the mesh in the file.
    pub(crate) mesh: usize,
    pub(crate) vertices: Range<usize>,
    pub(crate) triangles: Range<usize>,
}

/// A node of a glTF scene.
#[derive(Debug, Clone)]
pub(crate) struct NodeData {
    pub(crate) name: String,
    /// Index of the node in the file.
    pub(crate) index: usize,
    /// Position of its parent in the list of nodes.
    pub(crate) parent: Option<usize>,
    /// Position of its mesh in [`LevelNodes::spans`].
    pub(crate) span: Option<usize>,
    pub(crate) transform: Transform,
    pub(crate) is_skinned: bool,
    pub(crate) is_animated: bool,
}

impl LevelNodes {
    /// Returns the name of the level: the name that was given to the reader.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.meshes.name
    }
}
