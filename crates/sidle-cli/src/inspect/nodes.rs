//! The nodes of a glTF file and the meshes of its instances, for `sidle inspect --instances`.

use serde::Serialize;
use sidle_io::{BakeReason, LoadedNode, MeshReport, NodeContent, brief};

use crate::level::Level;
use crate::numbers::{decimals, grouped};

/// Number of nodes, and of meshes, that the table lists.
const SHOWN: usize = 24;

/// A node of the file. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct Node {
    name: String,
    /// Index in the file.
    index: usize,
    /// Name and index of the parent.
    parent: Option<String>,
    parent_index: Option<usize>,
    mesh: Option<usize>,
    triangles: usize,
    content: &'static str,
    /// The pose of an instance: metres, a quaternion (x, y, z, w), and a factor.
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<f64>,
    skinned: bool,
    animated: bool,
}

/// A mesh that instances use. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
pub(super) struct Mesh {
    /// Index in the file.
    index: usize,
    triangles: usize,
    welded_vertices: usize,
    unused_vertices: usize,
    degenerate: usize,
    open_edges: usize,
    non_manifold_edges: usize,
}

/// Lists the meshes of a level that was opened with instances.
pub(super) fn meshes(level: &Level) -> Vec<Mesh> {
    let of_mesh = |&MeshReport { mesh, build, .. }: &MeshReport| Mesh {
        index: mesh,
        triangles: build.triangles,
        welded_vertices: build.vertices,
        unused_vertices: build.unused,
        degenerate: build.degenerate,
        open_edges: build.open_edges,
        non_manifold_edges: build.non_manifold_edges,
    };
    level.mesh_reports().iter().map(of_mesh).collect()
}

/// Lists the nodes of a level that was opened with instances.
pub(super) fn list(level: &Level) -> Vec<Node> {
    let nodes = level.nodes();
    let of_node = |node: &LoadedNode| {
        let parent = node.parent.and_then(|parent| nodes.get(parent));
        let pose = node.instance().and_then(|id| level.world.instance(id)).map(|info| info.pose);
        Node {
            name: node.name.clone(),
            index: node.index,
            parent: parent.map(|parent| parent.name.clone()),
            parent_index: parent.map(|parent| parent.index),
            mesh: node.mesh,
            triangles: node.triangles.len(),
            content: content(node.content),
            translation: pose.map(|pose| pose.translation.to_array()),
            rotation: pose.map(|pose| pose.rotation.to_array()),
            scale: pose.map(|pose| pose.scale),
            skinned: node.is_skinned,
            animated: node.is_animated,
        }
    };
    nodes.iter().map(of_node).collect()
}

/// Rounds to a micrometre. Adding 0 turns -0 into 0.
fn short(x: f64) -> f64 {
    decimals(x, 6) + 0.0
}

fn content(content: NodeContent) -> &'static str {
    match content {
        NodeContent::Empty => "empty",
        NodeContent::Instance(_) => "instance",
        NodeContent::Baked(BakeReason::Mirrored) => "baked, as it mirrors",
        NodeContent::Baked(BakeReason::Uneven) => "baked, as it scales unevenly or shears",
        NodeContent::Baked(_) => "baked, as it is out of range",
        _ => "other",
    }
}

/// Returns the lines of the table.
pub(super) fn table(nodes: &[Node], meshes: &[Mesh]) -> String {
    let count = |start: &str| nodes.iter().filter(|node| node.content.starts_with(start)).count();
    let mut text = format!(
        "  nodes: {}, of which {} are instances, {} are baked into the mesh and {} are empty\n",
        grouped(nodes.len() as u64),
        grouped(count("instance") as u64),
        grouped(count("baked") as u64),
        grouped(count("empty") as u64),
    );
    // The lines of their children name the nodes without triangles.
    let listed: Vec<&Node> = nodes.iter().filter(|node| node.content != "empty").collect();
    listed.iter().take(SHOWN).for_each(|node| text += &node.line());
    if listed.len() > SHOWN {
        text += &format!("  and {} more nodes; --json lists all\n", listed.len() - SHOWN);
    }
    meshes.iter().take(SHOWN).for_each(|mesh| text += &mesh.line());
    if meshes.len() > SHOWN {
        text += &format!("  and {} more meshes; --json lists all\n", meshes.len() - SHOWN);
    }
    text
}

impl Mesh {
    fn line(&self) -> String {
        let mut text = format!("  mesh {}: {} triangles", self.index, self.triangles);
        for (count, what) in [
            (self.degenerate, "degenerate"),
            (self.open_edges, "open edges"),
            (self.non_manifold_edges, "non-manifold edges"),
            (self.unused_vertices, "unused vertices"),
        ] {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
        text + "\n"
    }
}

impl Node {
    fn line(&self) -> String {
        let mut text = format!("  node {} {}: {}", self.index, brief(&self.name), self.content);
        if let Some([x, y, z]) = self.translation.map(|at| at.map(short)) {
            text += &format!(" at {x} {y} {z}");
        }
        if let Some(scale) = self.scale.filter(|&scale| short(scale) != 1.0) {
            text += &format!(", scale {}", short(scale));
        }
        text += &format!(", {} triangles", self.triangles);
        if let Some(parent) = &self.parent {
            text += &format!(", child of {}", brief(parent));
        }
        for (is_so, what) in [(self.skinned, "skinned"), (self.animated, "animated")] {
            if is_so {
                text += &format!(", {what}");
            }
        }
        text + "\n"
    }
}
