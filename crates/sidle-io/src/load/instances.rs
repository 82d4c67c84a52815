//! Builds a world whose nodes are instances.
//!
//! Nodes that have no pose are baked first, into the mesh of the level. Then each mesh that an
//! instance uses becomes a geometry, and each other node an instance.

use sidle::{DVec3, GeometryId, InstanceId, InstanceOptions, Pose, Vec3, World};

use super::nodes::{BakeReason, LoadedNode, NodeContent, Places};
use super::pose::pose_of;
use super::{LoadError, LoadOptions, LoadReport, LoadedWorld, MeshReport, Table};
use crate::level::Draft;
use crate::nodes::{LevelNodes, MeshSpan, NodeData};
use crate::skipped::Notes;
use crate::units::is_in_range;
use crate::{LevelData, ReadError, SkippedKind, Units, brief};

/// Where the triangles of a node go.
#[derive(Clone, Copy)]
enum Plan {
    Empty,
    Instance(usize, Pose),
    Bake(usize, BakeReason),
}

pub(super) fn build(
    level: LevelNodes,
    options: &LoadOptions<'_>,
    file: String,
) -> Result<LoadedWorld, LoadError> {
    let units = options.units();
    units.check().map_err(|cause| LoadError::Units { file: file.clone(), cause })?;
    let plans = plan(&level, units);
    let mut notes = Notes::of_list(level.meshes.skipped.clone());
    note_baked(&level.nodes, &plans, &mut notes);
    let (baked, places) = bake(&level, &plans, &file)?;
    let baked = baked.into_metres(units).map_err(|cause| LoadError::Units { file: file.clone(), cause })?;
    let table = Table::new(&level.meshes.materials, options);
    let mut world = table.build(&file, &baked)?;
    let loader = InstanceLoader { level: &level, units, table: &table, file: &file };
    let (contents, meshes) = loader.add_instances(&mut world, &plans)?;
    let nodes = list(&level, contents);
    let report = LoadReport::of(&file, &world, notes, meshes)?;
    let instances = nodes.iter().enumerate().filter_map(|(i, node)| Some((node.instance()?, i))).collect();
    let places = Places { instances, ..places };
    let LevelData { name, materials, .. } = level.meshes;
    Ok(LoadedWorld { name, world, materials, nodes, report, places })
}

/// Decides for each node if it becomes an instance.
fn plan(level: &LevelNodes, units: Units) -> Vec<Plan> {
    let boxes: Vec<Option<[DVec3; 2]>> =
        level.spans.iter().map(|span| box_of(&level.meshes, span, units)).collect();
    let of_node = |node: &NodeData| {
        let Some(span) = node.span.filter(|&span| !level.spans[span].triangles.is_empty()) else {
            return Plan::Empty;
        };
        let pose = match boxes[span] {
            Some(bounds) => pose_of(&node.transform, units, bounds),
            None => Err(BakeReason::OutOfRange),
        };
        pose.map_or_else(|reason| Plan::Bake(span, reason), |pose| Plan::Instance(span, pose))
    };
    level.nodes.iter().map(of_node).collect()
}

/// Returns the box around a mesh in the unit and axes of the file, or `None` if a coordinate in
/// metres is outside the range of a world.
fn box_of(meshes: &LevelData, span: &MeshSpan, units: Units) -> Option<[DVec3; 2]> {
    let vertices = &meshes.vertices[span.vertices.clone()];
    if !vertices.iter().all(|&vertex| is_in_range(units.point(vertex))) {
        return None;
    }
    Some(vertices.iter().fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], &vertex| {
        let vertex = Vec3::from(vertex).as_dvec3();
        [low.min(vertex), high.max(vertex)]
    }))
}

/// Adds a note for each kind of baked nodes, with the name of the first.
fn note_baked(nodes: &[NodeData], plans: &[Plan], notes: &mut Notes) {
    for (node, plan) in nodes.iter().zip(plans) {
        let Plan::Bake(_, reason) = plan else { continue };
        let kind = match reason {
            BakeReason::Mirrored => SkippedKind::MirroredNodes,
            BakeReason::Uneven => SkippedKind::UnevenNodes,
            BakeReason::OutOfRange => SkippedKind::NodesOutOfRange,
        };
        notes.add(kind, || brief(&node.name));
    }
}

/// Returns the level of all nodes that have no pose, in the unit and axes of the file, and the
/// places of their triangles.
fn bake(level: &LevelNodes, plans: &[Plan], file: &str) -> Result<(LevelData, Places), LoadError> {
    let mut draft = Draft::default();
    let mut places = Places::default();
    for (i, (node, plan)) in level.nodes.iter().zip(plans).enumerate() {
        let &Plan::Bake(span, _) = plan else { continue };
        places.baked.push((draft.triangles.len(), i));
        bake_node(&level.meshes, &level.spans[span], node, &mut draft).map_err(|what| {
            let place = format!("node {}", node.index);
            ReadError::Gltf { file: file.into(), place, what }
        })?;
    }
    let Draft { vertices, triangles, triangle_materials, .. } = draft;
    let (materials, name) = (level.meshes.materials.clone(), level.meshes.name.clone());
    let skipped = Vec::new();
    Ok((LevelData { name, vertices, triangles, materials, triangle_materials, skipped }, places))
}

fn bake_node(meshes: &LevelData, span: &MeshSpan, node: &NodeData, draft: &mut Draft) -> Result<(), String> {
    draft.room_for_vertices(span.vertices.len())?;
    draft.room_for_triangles(span.triangles.len())?;
    let base = draft.vertices.len();
    let placed = meshes.vertices[span.vertices.clone()].iter().map(|&vertex| node.transform.apply(vertex));
    draft.vertices.extend(placed);
    let is_mirrored = node.transform.is_mirroring();
    for i in span.triangles.clone() {
        let [a, b, c] = meshes.triangles[i].map(|v| (v as usize - span.vertices.start + base) as u32);
        draft.push(if is_mirrored { [a, c, b] } else { [a, b, c] }, meshes.triangle_materials[i]);
    }
    Ok(())
}

/// Adds the geometries and instances of a level to a world.
struct InstanceLoader<'a> {
    level: &'a LevelNodes,
    units: Units,
    table: &'a Table<'a>,
    file: &'a str,
}

impl InstanceLoader<'_> {
    /// Returns the form of each node in the world, and the reports of the meshes of instances.
    fn add_instances(
        &self,
        world: &mut World,
        plans: &[Plan],
    ) -> Result<(Vec<NodeContent>, Vec<MeshReport>), LoadError> {
        let mut meshes = Vec::new();
        let mut known: Vec<Option<GeometryId>> = vec![None; self.level.spans.len()];
        let mut contents = Vec::with_capacity(plans.len());
        for (node, plan) in self.level.nodes.iter().zip(plans) {
            contents.push(match plan {
                Plan::Empty => NodeContent::Empty,
                Plan::Bake(_, reason) => NodeContent::Baked(*reason),
                &Plan::Instance(span, pose) => {
                    let geometry = match known[span] {
                        Some(geometry) => geometry,
                        None => {
                            let geometry = self.add_geometry(world, &self.level.spans[span])?;
                            let build = world.geometry_report(geometry).copied().unwrap_or_default();
                            meshes.push(MeshReport { mesh: self.level.spans[span].mesh, build });
                            geometry
                        }
                    };
                    known[span] = Some(geometry);
                    NodeContent::Instance(self.add_instance(world, geometry, &pose, node)?)
                }
            });
        }
        Ok((contents, meshes))
    }

    fn add_geometry(&self, world: &mut World, span: &MeshSpan) -> Result<GeometryId, LoadError> {
        let meshes = &self.level.meshes;
        let vertices: Vec<Vec3> = meshes.vertices[span.vertices.clone()]
            .iter()
            .map(|&vertex| Vec3::from(self.units.point(vertex)))
            .collect();
        let triangles: Vec<[u32; 3]> = meshes.triangles[span.triangles.clone()]
            .iter()
            .map(|t| t.map(|v| v - span.vertices.start as u32))
            .collect();
        let materials = self.table.ids(&meshes.triangle_materials[span.triangles.clone()]);
        let mut builder = world.geometry_builder();
        builder.add_mesh(&vertices, &triangles, &materials);
        world.add_geometry(builder).map_err(|cause| self.table.refused(self.file, cause))
    }

    fn add_instance(
        &self,
        world: &mut World,
        geometry: GeometryId,
        pose: &Pose,
        node: &NodeData,
    ) -> Result<InstanceId, LoadError> {
        let options = InstanceOptions { user_data: node.index as u64, ..InstanceOptions::default() };
        world.add_instance(geometry, pose, options).map_err(|cause| LoadError::Instance {
            file: self.file.into(),
            node: node.name.clone(),
            cause,
        })
    }
}

/// Lists the nodes, with the triangles that they have in the file.
fn list(level: &LevelNodes, contents: Vec<NodeContent>) -> Vec<LoadedNode> {
    let mut next = 0;
    let of_node = |(node, content): (&NodeData, NodeContent)| {
        let span = node.span.map(|span| &level.spans[span]);
        let first = next;
        next += span.map_or(0, |span| span.triangles.len());
        LoadedNode {
            name: node.name.clone(),
            index: node.index,
            parent: node.parent,
            mesh: span.map(|span| span.mesh),
            content,
            is_skinned: node.is_skinned,
            is_animated: node.is_animated,
            triangles: first..next,
        }
    };
    level.nodes.iter().zip(contents).map(of_node).collect()
}
