//! Traverses the nodes of the scene and collects the placed meshes.

use super::document::Document;
use super::transform::Transform;
use super::{Fault, fault};
use crate::skipped::{Notes, SkippedKind};

/// A mesh with the transform of its node.
pub(super) struct Placed {
    pub(super) mesh: usize,
    pub(super) transform: Transform,
    pub(super) has_skin: bool,
}

/// Returns the meshes of the default scene; without a default, those of all scenes; without scenes,
/// those of all nodes. Parents come before children, and children are in the order of the file.
pub(super) fn placed_meshes(document: &Document) -> Result<Vec<Placed>, Fault> {
    let root = &document.0;
    let mut walk = Walk { document, reached: vec![false; root.nodes.len()], placed: Vec::new() };
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
            if let Some(node) = walk.reached.iter().position(|reached| !reached) {
                return fault(format!("node {node}"), "is its own descendant");
            }
        }
    }
    Ok(walk.placed)
}

/// Adds a note for each mesh that no node places.
pub(super) fn note_unplaced(document: &Document, placed: &[Placed], notes: &mut Notes) {
    let mut is_placed = vec![false; document.0.meshes.len()];
    for placed in placed {
        if let Some(is_placed) = is_placed.get_mut(placed.mesh) {
            *is_placed = true;
        }
    }
    for (mesh, _) in is_placed.iter().enumerate().filter(|(_, is_placed)| !**is_placed) {
        notes.add(SkippedKind::MeshesNotPlaced, || format!("mesh {mesh}"));
    }
}

struct Walk<'a> {
    document: &'a Document,
    reached: Vec<bool>,
    placed: Vec<Placed>,
}

impl Walk<'_> {
    /// Traverses a node and all its descendants. Uses an explicit stack, because the file controls
    /// the depth.
    fn from(&mut self, root: usize) -> Result<(), Fault> {
        let mut open = vec![(root, Transform::IDENTITY)];
        while let Some((index, parent)) = open.pop() {
            let place = || format!("node {index}");
            let Some(node) = self.document.0.nodes.get(index) else {
                return fault(place(), "is not in the file");
            };
            // Nodes form trees. A node that is reached twice would form a cycle, or duplicate all
            // of its descendants.
            if std::mem::replace(&mut self.reached[index], true) {
                return fault(place(), "is reached twice, but a node has one parent at most");
            }
            let own = Transform::of_node(node).or_else(|what| fault(place(), what))?;
            let transform = parent.after(&own);
            if let Some(mesh) = node.mesh {
                self.placed.push(Placed { mesh: mesh.value(), transform, has_skin: node.skin.is_some() });
            }
            for child in node.children.iter().flatten().rev() {
                open.push((child.value(), transform));
            }
        }
        Ok(())
    }
}
