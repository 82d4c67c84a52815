//! Loading of a level file: its data, the world built from it, and the build time.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use sidle::{Surface, Vec3, World};
use sidle_io::{LevelData, LoadOptions, LoadedNode, LoadedWorld, MeshReport, Units, UpAxis};

/// The unit options, shared by all commands that read a level file.
#[derive(Args, Clone, Copy, Debug)]
pub struct UnitArgs {
    /// Metres per unit of the level file and of the spawn file: 0.01 for centimetres, 0.0254 for
    /// inches
    #[arg(long, value_name = "METRES_PER_UNIT", default_value_t = 1.0, allow_negative_numbers = true, value_parser = parse_scale)]
    scale: f64,
    /// Up axis of these files
    #[arg(long, value_name = "y|z", value_enum, default_value_t = Up::Y)]
    up: Up,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Up {
    /// As in glTF, Unity, Godot and Bevy
    Y,
    /// As in Blender, Unreal and Quake: (x, y, z) becomes (x, z, -y)
    Z,
}

impl UnitArgs {
    /// Returns the units in the form that the file reader takes.
    pub fn units(self) -> Units {
        let up = match self.up {
            Up::Y => UpAxis::Y,
            Up::Z => UpAxis::Z,
        };
        Units { scale: self.scale, up }
    }
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let wrong = "must be a finite number above 0, such as 0.01 for a level in centimetres";
    let scale: f64 = text.parse().map_err(|_| wrong)?;
    Units { scale, ..Units::default() }.check().map_err(|_| wrong)?;
    Ok(scale)
}

/// A level that was read, converted to metres with y up, and built.
pub struct Level {
    /// The data of the file, in metres with y up.
    pub data: LevelData,
    /// The unit and the up axis of the file.
    pub units: Units,
    /// The world built from the data. Every triangle is two-sided and without friction.
    pub world: World,
    /// Build time in milliseconds, without reading; with reading if the nodes were requested.
    pub build_ms: f64,
    /// Minimum and maximum corner of the bounding box.
    pub bounds: (Vec3, Vec3),
    /// The nodes of the file, if they were requested. Its world is empty: `world` has been taken
    /// out of it.
    placed: Option<Box<LoadedWorld>>,
}

impl Level {
    /// Reads the level file and builds the world.
    pub fn open(path: &Path, units: Units) -> Result<Self> {
        let file = || path.display().to_string();
        Self::of_data(sidle_io::read_level(path)?, units).with_context(file)
    }

    /// Reads the level file and makes each node of a glTF file an instance of the world. The data
    /// are the same as without instances: all triangles, posed.
    pub fn open_with_instances(path: &Path, units: Units) -> Result<Self> {
        let file = || path.display().to_string();
        let data = sidle_io::read_level(path)?.into_metres(units).with_context(file)?;
        let options = LoadOptions { scale: units.scale, up: units.up, instances: true, ..Default::default() };
        let start = Instant::now();
        let mut placed = sidle_io::load_world(path, &options)?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        let world = std::mem::take(&mut placed.world);
        let (low, high) = data.bounds().with_context(|| format!("{}: holds no triangles", path.display()))?;
        let bounds = (Vec3::from(low), Vec3::from(high));
        Ok(Self { data, units, world, build_ms, bounds, placed: Some(Box::new(placed)) })
    }

    /// Builds the world of a level from its data, in the unit and axes of a file.
    pub fn of_data(data: LevelData, units: Units) -> Result<Self> {
        let data = data.into_metres(units)?;
        let vertices: Vec<Vec3> = data.vertices.iter().map(|&v| Vec3::from(v)).collect();
        let start = Instant::now();
        let world = World::from_triangles(&vertices, &data.triangles)?;
        let build_ms = start.elapsed().as_secs_f64() * 1e3;
        let (low, high) = world.bounds().context("holds no triangles")?;
        let bounds = (low.as_vec3(), high.as_vec3());
        Ok(Self { data, units, world, build_ms, bounds, placed: None })
    }

    /// Returns the nodes of the file, or an empty list if they were not requested.
    pub fn nodes(&self) -> &[LoadedNode] {
        self.placed.as_ref().map_or(&[], |placed| &placed.nodes)
    }

    /// Returns the reports of the meshes that instances use.
    pub fn mesh_reports(&self) -> &[MeshReport] {
        self.placed.as_ref().map_or(&[], |placed| &placed.report.meshes)
    }

    /// Returns the number of nodes that are instances.
    pub fn instances(&self) -> usize {
        self.nodes().iter().filter(|node| node.instance().is_some()).count()
    }

    /// Returns a sentence if instances were requested and there are none.
    pub fn doubt_about_instances(&self) -> Option<String> {
        let placed = self.placed.as_ref().filter(|_| self.instances() == 0)?;
        let why = if placed.nodes.is_empty() {
            "an OBJ file has no nodes"
        } else {
            "no node of the file has a pose, and all are baked into the mesh (inspect --instances lists them)"
        };
        Some(format!("--instances has no effect: {why}"))
    }

    /// Returns the number of the triangle that a hit of the world reports.
    pub fn triangle(&self, surface: &Surface) -> u32 {
        let triangle = self.placed.as_ref().and_then(|placed| placed.triangle(surface));
        triangle.unwrap_or(surface.polygon.index()) as u32
    }

    /// Returns the name of the up axis of the file.
    pub fn up_axis(&self) -> &'static str {
        match self.units.up {
            UpAxis::Y => "y",
            UpAxis::Z => "z",
        }
    }

    /// Returns the corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [Vec3; 3] {
        self.data.triangles[triangle as usize].map(|i| Vec3::from(self.data.vertices[i as usize]))
    }

    /// Returns the unit normal on the front of a triangle, given by the order of its corners. Zero
    /// if the triangle has no area.
    pub fn front(&self, triangle: u32) -> Vec3 {
        let [a, b, c] = self.corners(triangle);
        (b - a).as_dvec3().cross((c - a).as_dvec3()).normalize_or_zero().as_vec3()
    }
}

#[cfg(test)]
impl Level {
    /// Builds the level of a scene, for tests.
    pub fn of_scene(scene: &sidle_scenes::Level) -> Self {
        let data = LevelData {
            name: scene.name.clone(),
            vertices: scene.vertices.clone(),
            triangles: scene.triangles.clone(),
            materials: vec!["default".into()],
            triangle_materials: vec![0; scene.triangles.len()],
            skipped: Vec::new(),
        };
        Self::of_data(data, Units::default()).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::parse_scale;

    #[test]
    fn scales_are_understood_or_refused() {
        for (right, scale) in [("1", 1.0), ("0.01", 0.01), ("1e-3", 0.001), ("39.37", 39.37)] {
            assert_eq!(parse_scale(right), Ok(scale), "{right}");
        }
        for wrong in ["0", "-1", "nan", "inf", "1e999", "1e-999", "x", "", "1cm"] {
            assert!(parse_scale(wrong).is_err_and(|said| said.contains("0.01")), "{wrong}");
        }
    }
}
