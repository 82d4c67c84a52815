//! `sidle inspect`: the contents of a level file and its mesh defects.

mod nodes;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use sidle::Vec3;

use crate::Verdict;
use crate::files::say;
use crate::guess::{Evidence, warn};
use crate::level::{Level, UnitArgs};
use crate::numbers::readable;
use nodes::{Mesh, Node};

/// Prints the counts, the size, the mesh defects and the likely unit of a level file.
#[derive(Args, Debug)]
pub struct InspectArgs {
    /// Level: a .obj, .gltf or .glb file of at most 1 GiB
    level: PathBuf,
    #[command(flatten)]
    units: UnitArgs,
    /// List the nodes of a glTF file: which of them become instances, where, and which are baked
    /// into the mesh and why. Also list the meshes of instances and their defects
    #[arg(long)]
    instances: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// All results. The fields are in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Inspection {
    level: String,
    triangles: usize,
    vertices: usize,
    /// Vertices after merging bit-identical ones and removing unused ones.
    welded_vertices: usize,
    unused_vertices: usize,
    materials: Vec<MaterialCount>,
    bounds_min: [f32; 3],
    bounds_max: [f32; 3],
    size: [f64; 3],
    median_edge: f64,
    degenerate: usize,
    duplicate: usize,
    open_edges: usize,
    non_manifold_edges: usize,
    shared_edges: usize,
    build_ms: f64,
    bytes_per_triangle: f64,
    unit: &'static str,
    unit_reason: String,
    notes: Vec<String>,
    /// Scale and up axis used to read the level.
    metres_per_unit: f64,
    up: &'static str,
    doubts: Vec<String>,
    /// Only with `--instances`: the number of instances, all nodes, and the meshes of instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<Node>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meshes: Option<Vec<Mesh>>,
}

#[derive(Debug, Serialize)]
struct MaterialCount {
    name: String,
    triangles: usize,
}

/// Runs the command.
pub fn run(args: &InspectArgs) -> Result<Verdict> {
    let level = Level::open(&args.level, args.units.units())?;
    let mut inspection = inspect(&level);
    if args.instances {
        inspection.add_nodes(&Level::open_with_instances(&args.level, args.units.units())?);
    }
    warn(&args.level, &inspection.doubts);
    if args.json {
        say(&format!("{}\n", serde_json::to_string(&inspection)?));
    } else {
        say(&inspection.table());
    }
    Ok(Verdict::Passed)
}

fn inspect(level: &Level) -> Inspection {
    let report = level.world.report();
    let data = &level.data;
    let (low, high) = level.bounds;
    let evidence = Evidence::of(level, &[]);
    let farthest = f64::from(low.abs().max(high.abs()).max_element());
    let plain = |x: f32| readable(f64::from(x), farthest);
    let [open_edges, shared_edges, non_manifold_edges] = edges(level);
    let guess = evidence.unit(level.units.scale);
    let mut counts = vec![0; data.materials.len()];
    for &material in &data.triangle_materials {
        if let Some(count) = counts.get_mut(usize::from(material)) {
            *count += 1;
        }
    }
    let materials = data.materials.iter().cloned().zip(counts);
    Inspection {
        level: data.name.clone(),
        triangles: data.triangles.len(),
        vertices: data.vertices.len(),
        welded_vertices: report.vertices,
        unused_vertices: report.unused,
        materials: materials.map(|(name, triangles)| MaterialCount { name, triangles }).collect(),
        bounds_min: low.to_array(),
        bounds_max: high.to_array(),
        size: (high - low).to_array().map(plain),
        median_edge: plain(evidence.median_edge),
        degenerate: report.degenerate,
        duplicate: duplicates(level),
        open_edges,
        non_manifold_edges,
        shared_edges,
        build_ms: level.build_ms,
        bytes_per_triangle: level.world.memory_bytes() as f64 / data.triangles.len() as f64,
        unit: guess.unit,
        unit_reason: guess.reason,
        notes: data.skipped.iter().map(ToString::to_string).collect(),
        metres_per_unit: level.units.scale,
        up: level.up_axis(),
        doubts: evidence.doubts(level.units),
        instances: None,
        nodes: None,
        meshes: None,
    }
}

/// The bits of the coordinates of a point.
type Place = [u32; 3];

fn places(level: &Level) -> impl Iterator<Item = [Place; 3]> + '_ {
    // Adding 0 turns -0 into 0.
    let place = |v: Vec3| v.to_array().map(|x| (x + 0.0).to_bits());
    (0..level.data.triangles.len() as u32).map(move |i| level.corners(i).map(place))
}

/// Counts triangles that have the same three corners, in any order, as an earlier triangle.
fn duplicates(level: &Level) -> usize {
    let mut seen = HashSet::with_capacity(level.data.triangles.len());
    let is_new = |mut corners: [Place; 3]| {
        corners.sort_unstable();
        seen.insert(corners)
    };
    places(level).map(is_new).filter(|is_new| !is_new).count()
}

/// Counts the edges with one triangle, with two, and with more. Triangles that repeat a corner are
/// skipped: each of their edges would count twice.
fn edges(level: &Level) -> [usize; 3] {
    let mut triangles: HashMap<[Place; 2], usize> = HashMap::new();
    for [a, b, c] in places(level).filter(|[a, b, c]| a != b && b != c && c != a) {
        for (p, q) in [(a, b), (b, c), (c, a)] {
            *triangles.entry([p.min(q), p.max(q)]).or_default() += 1;
        }
    }
    let mut counts = [0; 3];
    triangles.values().for_each(|&count| counts[count.min(3) - 1] += 1);
    counts
}

impl Inspection {
    /// Adds the nodes of a level that was opened with instances.
    fn add_nodes(&mut self, level: &Level) {
        self.instances = Some(level.instances());
        self.nodes = Some(nodes::list(level));
        self.meshes = Some(nodes::meshes(level));
        self.doubts.extend(level.doubt_about_instances());
    }

    fn table(&self) -> String {
        fn point<T: std::fmt::Display>([x, y, z]: [T; 3]) -> String {
            format!("{x} {y} {z}")
        }
        let welded = self.vertices - self.unused_vertices - self.welded_vertices;
        let read = format!("x y z in metres, read with --scale {} --up {}", self.metres_per_unit, self.up);
        let rows = [
            (
                "triangles",
                self.triangles.to_string(),
                format!("built in {:.1} ms, {:.1} bytes each", self.build_ms, self.bytes_per_triangle),
            ),
            (
                "vertices",
                self.vertices.to_string(),
                format!("{welded} repeat another one, {} are not used", self.unused_vertices),
            ),
            ("materials", self.materials.len().to_string(), String::new()),
            ("lowest corner", point(self.bounds_min), read),
            ("highest corner", point(self.bounds_max), String::new()),
            ("size", point(self.size), "in metres".into()),
            ("unit", self.unit.to_owned(), format!("a guess: {}", self.unit_reason)),
            (
                "degenerate",
                self.degenerate.to_string(),
                "triangles without area; they stay, as solid as their edges".into(),
            ),
            ("duplicate", self.duplicate.to_string(), "triangles that repeat another one".into()),
            (
                "open edges",
                self.open_edges.to_string(),
                "with a triangle on one side only; a closed surface has none".into(),
            ),
            ("non-manifold", self.non_manifold_edges.to_string(), "edges of three triangles or more".into()),
            ("shared edges", self.shared_edges.to_string(), "of two triangles".into()),
        ];
        let wide = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
        let mut text = format!("{}\n", self.level);
        for (name, value, note) in rows {
            text += format!("  {name:<14} {value:>wide$}   {note}").trim_end();
            text.push('\n');
        }
        const SHOWN: usize = 12;
        for material in self.materials.iter().take(SHOWN) {
            text += &format!("  material {}: {} triangles\n", material.name, material.triangles);
        }
        if self.materials.len() > SHOWN {
            text += &format!("  and {} more materials\n", self.materials.len() - SHOWN);
        }
        if let (Some(nodes), Some(meshes)) = (&self.nodes, &self.meshes) {
            text += &nodes::table(nodes, meshes);
        }
        for note in &self.notes {
            text += &format!("  note: {note}\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::inspect;
    use crate::level::Level;
    use sidle_scenes::generate;

    #[test]
    fn flaws_are_counted() {
        let soup = inspect(&Level::of_scene(&generate::soup(1, 3000)));
        assert!(soup.degenerate > 10 && soup.duplicate > 10 && soup.open_edges > 1000);
        let hall = inspect(&Level::of_scene(&generate::hall(1, 3000)));
        assert_eq!((hall.degenerate, hall.open_edges, hall.unit), (0, 0, "metres"));
    }
}
