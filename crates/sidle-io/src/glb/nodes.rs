//! Traverses the nodes of the scene and collects their meshes and transforms.

use super::document::Document;
use super::transform::Transform;
use super::{Fault, fault};
use crate::error::brief;
use crate::skipped::{Notes, SkippedKind};

/// A node of the scene.
pub(super) struct Reached {
    /// Index of the node in the file.
    pub(super) node: usize,
    /// Position of its parent in the list of reached nodes.
    pub(super) parent: Option<usize>,
    /// The transform from the space of the node to that of the scene.
    pub(super) transform: Transform,
    /// Index of its mesh in the file.
    pub(super) mesh: Option<usize>,
    pub(super) has_skin: bool,
    /// True if an animation changes the node or one of its ancestors.
    pub(super) is_animated: bool,
}

/// Returns the nodes of the default scene; without a default, those of all scenes; without scenes,
/// all nodes. Parents come before children, and children are in the order of the file.
pub(super) fn reached_nodes(document: &Document) -> Result<Vec<Reached>, Fault> {
    let root = &document.0;
    let mut walk = Walk {
        document,
        is_reached: vec![false; root.nodes.len()],
        is_target: animation_targets(document),
        reached: Vec::new(),
    };
    match root.scene {
        Some(scene) => {
            let Some(scene) = root.scenes.get(scene.value()) else {
                return fault(format!("scene {scene}"), "is the default scene, but not in the file");
            };
            for node in &scene.nodes {
                walk.from(node.value())?;
            }
        }
        None if !root.scenes.is_empty() => {
            // Scenes may share root nodes, so remove duplicates.
            let mut roots: Vec<usize> =
                root.scenes.iter().flat_map(|scene| &scene.nodes).map(|node| node.value()).collect();
            roots.sort_unstable();
            roots.dedup();
            for node in roots {
                walk.from(node)?;
            }
        }
        None => {
            let mut is_child = vec![false; root.nodes.len()];
            for child in root.nodes.iter().flat_map(|node| node.children.iter().flatten()) {
                if let Some(is_child) = is_child.get_mut(child.value()) {
                    *is_child = true;
                }
            }
            for (node, _) in is_child.iter().enumerate().filter(|(_, is_child)| !**is_child) {
                walk.from(node)?;
            }
            if let Some(node) = walk.is_reached.iter().position(|reached| !reached) {
                return fault(format!("node {node}"), "is its own descendant");
            }
        }
    }
    Ok(walk.reached)
}

/// Returns for each node of the file if an animation changes it.
fn animation_targets(document: &Document) -> Vec<bool> {
    let mut is_target = vec![false; document.0.nodes.len()];
    for channel in document.0.animations.iter().flat_map(|animation| &animation.channels) {
        if let Some(is_target) = is_target.get_mut(channel.target.node.value()) {
            *is_target = true;
        }
    }
    is_target
}

/// Returns the name of a node, or its index if it has no name.
pub(super) fn node_name(document: &Document, node: usize) -> String {
    let name = document.0.nodes.get(node).and_then(|node| node.name.clone());
    name.unwrap_or_else(|| format!("node {node}"))
}

/// Adds notes for each mesh that no node places, and for each placed mesh that moves.
pub(super) fn note_meshes(document: &Document, reached: &[Reached], notes: &mut Notes) {
    let mut is_placed = vec![false; document.0.meshes.len()];
    for node in reached {
        let Some(mesh) = node.mesh else { continue };
        if let Some(is_placed) = is_placed.get_mut(mesh) {
            *is_placed = true;
        }
        if node.has_skin {
            notes.add(SkippedKind::Skins, || format!("mesh {mesh}"));
        }
        if node.is_animated {
            notes.add(SkippedKind::Animations, || brief(&node_name(document, node.node)));
        }
    }
    for (mesh, _) in is_placed.iter().enumerate().filter(|(_, is_placed)| !**is_placed) {
        notes.add(SkippedKind::MeshesNotPlaced, || format!("mesh {mesh}"));
    }
}

struct Walk<'a> {
    document: &'a Document,
    is_reached: Vec<bool>,
    is_target: Vec<bool>,
    reached: Vec<Reached>,
}

impl Walk<'_> {
    /// Traverses a node and all its descendants. Uses an explicit stack, because the file controls
    /// the depth.
    fn from(&mut self, root: usize) -> Result<(), Fault> {
        let mut open: Vec<(usize, Option<usize>)> = vec![(root, None)];
        while let Some((index, parent)) = open.pop() {
            let place = || format!("node {index}");
            let Some(node) = self.document.0.nodes.get(index) else {
                return fault(place(), "is not in the file");
            };
            // Nodes form trees. A node that is reached twice would form a cycle, or duplicate all
            // of its descendants.
            if std::mem::replace(&mut self.is_reached[index], true) {
                return fault(place(), "is reached twice, but a node has one parent at most");
            }
            let own = Transform::of_node(node).or_else(|what| fault(place(), what))?;
            let above = parent.map(|parent| &self.reached[parent]);
            let transform = above.map_or(own, |above| above.transform.after(&own));
            let is_animated = self.is_target[index] || above.is_some_and(|above| above.is_animated);
            let mesh = node.mesh.map(|mesh| mesh.value());
            let here = self.reached.len();
            let has_skin = node.skin.is_some();
            self.reached.push(Reached { node: index, parent, transform, mesh, has_skin, is_animated });
            for child in node.children.iter().flatten().rev() {
                open.push((child.value(), Some(here)));
            }
        }
        Ok(())
    }
}
