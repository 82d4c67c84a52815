//! The nodes of a loaded level: what became of each, and the triangles of its file.

use std::collections::HashMap;
use std::ops::Range;

use sidle::{InstanceId, Surface};

use super::LoadedWorld;

/// A node of a glTF scene in a loaded world.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LoadedNode {
    /// The name of the node. Names need not be unique. A node without a name is called `node 3`,
    /// after its index.
    pub name: String,
    /// Index of the node in the file. Also the
    /// [`user_data`](sidle::InstanceOptions::user_data) of its instance.
    pub index: usize,
    /// The parent, as a position in [`LoadedWorld::nodes`]; `None` for a root of the scene.
    pub parent: Option<usize>,
    /// Index of the mesh in the file, if the node has one.
    pub mesh: Option<usize>,
    /// The form that the node has in the world: no triangles, an instance, or a part of the mesh.
    pub content: NodeContent,
    /// True if the node has a skeleton. Its mesh is loaded as stored in the file, without the pose
    /// of the skeleton.
    pub is_skinned: bool,
    /// True if an animation of the file changes the node or one of its ancestors. The node is
    /// loaded in its rest pose.
    pub is_animated: bool,
    /// The triangles of the node, as a range of indices into the triangles that
    /// [`read_level`](crate::read_level) returns for the file.
    pub triangles: Range<usize>,
}

impl LoadedNode {
    /// Returns the instance of the node, if it is one.
    #[must_use]
    pub fn instance(&self) -> Option<InstanceId> {
        match self.content {
            NodeContent::Instance(id) => Some(id),
            _ => None,
        }
    }
}

/// The form that a node of a glTF scene has in the loaded world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeContent {
    /// The node has no triangles.
    Empty,
    /// The node is an instance of the world. Its pose is in metres with y up, relative to the world
    /// and not to its parent.
    Instance(InstanceId),
    /// The triangles of the node are in the mesh of the level.
    Baked(BakeReason),
}

/// Reason why a node cannot become an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BakeReason {
    /// The node mirrors its mesh.
    Mirrored,
    /// The node scales its mesh by different factors along different axes, shears it or flattens
    /// it. This includes the effect of its parents.
    Uneven,
    /// The scale of the node is outside 1e-6..=1e6, or a coordinate of the mesh or of the instance
    /// is near or beyond 16,777,216 m.
    OutOfRange,
}

/// Where the triangles of the file are in a world of instances.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The node of each instance.
    pub(super) instances: HashMap<InstanceId, usize>,
    /// The first polygon of each baked node in the mesh of the level, and the node.
    pub(super) baked: Vec<(usize, usize)>,
}

impl LoadedWorld {
    /// Returns the first node with this name, or `None` if there is none or the load was without
    /// instances.
    #[must_use]
    pub fn node(&self, name: &str) -> Option<&LoadedNode> {
        self.nodes.iter().find(|node| node.name == name)
    }

    /// Returns the node of an instance.
    #[must_use]
    pub fn node_of(&self, instance: InstanceId) -> Option<&LoadedNode> {
        self.nodes.get(*self.places.instances.get(&instance)?)
    }

    /// Returns the triangle of the file to which a surface, for example that of a hit, belongs: its
    /// index in the triangles that [`read_level`](crate::read_level) returns. `None` for a surface
    /// that was not loaded from the file.
    #[must_use]
    pub fn triangle(&self, surface: &Surface) -> Option<usize> {
        let polygon = surface.polygon.index();
        if let Some(node) = self.node_of(surface.instance) {
            return (polygon < node.triangles.len()).then_some(node.triangles.start + polygon);
        }
        if surface.instance != InstanceId::MESH {
            return None;
        }
        if self.nodes.is_empty() {
            return (polygon < self.report.build.polygons).then_some(polygon);
        }
        let after = self.places.baked.partition_point(|&(first, _)| first <= polygon);
        let &(first, node) = self.places.baked.get(after.checked_sub(1)?)?;
        let triangles = &self.nodes.get(node)?.triangles;
        (polygon - first < triangles.len()).then_some(triangles.start + (polygon - first))
    }
}
