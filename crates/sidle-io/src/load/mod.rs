//! Loads a level file into a world in one call.

mod error;
mod instances;
mod nodes;
mod pose;

use std::fmt;
use std::path::Path;

use sidle::{BuildError, BuildReport, DVec3, Material, MaterialId, Vec3, World, WorldBuilder};

use crate::skipped::Notes;
use crate::{
    LevelData, LevelNodes, ReadError, Skipped, SkippedKind, Units, UpAxis, brief, has_nodes, read_level,
    read_level_nodes,
};
pub use error::LoadError;
use nodes::Places;
pub use nodes::{BakeReason, LoadedNode, NodeContent};

/// Options of [`load_world`].
///
/// ```
/// use sidle_io::{LoadOptions, UpAxis};
///
/// let centimetres = LoadOptions { scale: 0.01, ..LoadOptions::default() };
/// assert_eq!(centimetres.up, UpAxis::Y);
/// ```
#[derive(Clone, Copy)]
pub struct LoadOptions<'a> {
    /// Length of one unit of the file in metres: finite and above 0. 1 for metres (the default),
    /// 0.01 for centimetres, 0.0254 for inches.
    pub scale: f64,
    /// The axis of the file that points up; [`UpAxis::Y`] by default.
    pub up: UpAxis,
    /// Returns the [`Material`] for a material name of the file. It is called once for each name in
    /// use. Triangles without a material use the name `default`. By default every material is
    /// [`Material::default`].
    pub material: &'a dyn Fn(&str) -> Material,
    /// Keeps the nodes of a glTF file: each node with a mesh becomes an instance of the world,
    /// which can get another pose. False by default: one mesh then holds all triangles.
    ///
    /// A mesh that several nodes use is stored once. A node that mirrors its mesh, or scales it
    /// unevenly, cannot be an instance; its triangles become part of the mesh of the level.
    /// [`LoadedWorld::nodes`] lists the nodes. An OBJ file has no nodes: the option changes
    /// nothing, and the report has the note [`SkippedKind::NoNodes`].
    pub instances: bool,
}

impl Default for LoadOptions<'_> {
    fn default() -> Self {
        let Units { scale, up } = Units::default();
        Self { scale, up, material: &|_| Material::default(), instances: false }
    }
}

impl fmt::Debug for LoadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadOptions")
            .field("scale", &self.scale)
            .field("up", &self.up)
            .field("instances", &self.instances)
            .finish_non_exhaustive()
    }
}

impl LoadOptions<'_> {
    /// Returns the unit and the up axis of the file.
    #[must_use]
    pub fn units(&self) -> Units {
        Units { scale: self.scale, up: self.up }
    }
}

/// A world made from a level file.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedWorld {
    /// The name of the level: the file name without folder and extension, or the name that was
    /// given to a reader from memory.
    pub name: String,
    /// The world, in metres with y up. Polygon `i` of its mesh is triangle `i` of the file. In a
    /// load with instances this is not so: there, [`triangle`](Self::triangle) returns the triangle
    /// of a surface.
    pub world: World,
    /// Names of the materials that the triangles use, in the order of their first use. The material
    /// named `materials[i]` has the id `i + 1`, because id 0 is the builder's own default material.
    pub materials: Vec<String>,
    /// The nodes of the scene in a load with [`LoadOptions::instances`], parents before children;
    /// otherwise empty.
    pub nodes: Vec<LoadedNode>,
    /// Report of the load: skipped parts of the file, and flaws of the mesh.
    pub report: LoadReport,
    places: Places,
}

impl LoadedWorld {
    /// Returns the id of the material with this name, or `None` if no triangle uses it. If the file
    /// has several materials of this name, returns the id of the first.
    #[must_use]
    pub fn material(&self, name: &str) -> Option<MaterialId> {
        let index = self.materials.iter().position(|known| known == name)?;
        u16::try_from(index + 1).ok().map(MaterialId)
    }

    /// Returns the name of the material with this id (for example the id in a hit), or `None` if
    /// the id is not one of this level.
    #[must_use]
    pub fn material_name(&self, id: MaterialId) -> Option<&str> {
        let index = usize::from(id.0).checked_sub(1)?;
        self.materials.get(index).map(String::as_str)
    }
}

/// Report of a load: the parts of the level file that were skipped, the flaws of its mesh, and its
/// size.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LoadReport {
    /// Parts of the file that the reader skipped or changed.
    pub skipped: Vec<Skipped>,
    /// The report of the builder: the problems that it found in the mesh of the level, and the
    /// changes that it made. [`meshes`](Self::meshes) has those of the meshes of instances.
    pub build: BuildReport,
    /// The reports of the builder on the meshes of instances, each mesh once, in the order of their
    /// first nodes. Empty in a load without instances.
    pub meshes: Vec<MeshReport>,
    /// Minimum and maximum corner of the box around the level, in metres with y up. The box of a
    /// rotated instance may be larger than the instance.
    pub bounds: (DVec3, DVec3),
}

/// Report of a mesh that instances use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MeshReport {
    /// Index of the mesh in the file, as in [`LoadedNode::mesh`].
    pub mesh: usize,
    /// The problems that the builder found in the mesh, and the changes that it made. The mesh
    /// counts once, however many instances use it.
    pub build: BuildReport,
}

impl LoadReport {
    fn of(file: &str, world: &World, notes: Notes, meshes: Vec<MeshReport>) -> Result<Self, LoadError> {
        let Some(bounds) = world.bounds() else { return Err(ReadError::Empty { file: file.into() }.into()) };
        Ok(Self { skipped: notes.into_list(), build: *world.report(), meshes, bounds })
    }

    /// Returns the size of the level in metres. A level of 4,000 m or 0.1 m often has a wrong
    /// [`LoadOptions::scale`].
    #[must_use]
    pub fn size(&self) -> DVec3 {
        self.bounds.1 - self.bounds.0
    }
}

/// Loads the level at `path` (see [`read_level`] for the formats) and builds a world from it, in
/// metres with y up.
///
/// ```no_run
/// use sidle::Material;
/// use sidle_io::{LoadOptions, UpAxis, load_world};
///
/// let options = LoadOptions {
///     scale: 0.01,
///     up: UpAxis::Z,
///     material: &|name| Material {
///         friction: if name.starts_with("ice") { 0.02 } else { 0.6 },
///         ..Material::default()
///     },
///     ..LoadOptions::default()
/// };
/// let level = load_world("levels/castle.obj".as_ref(), &options)?;
/// println!("{} is {} m large", level.name, level.report.size());
/// level.report.skipped.iter().for_each(|skipped| println!("note: {skipped}"));
/// # Ok::<(), sidle_io::LoadError>(())
/// ```
///
/// # Errors
/// Any [`LoadError`].
pub fn load_world(path: &Path, options: &LoadOptions<'_>) -> Result<LoadedWorld, LoadError> {
    // Check the scale before reading a large file.
    let file = path.display().to_string();
    options.units().check().map_err(|cause| LoadError::Units { file: file.clone(), cause })?;
    if options.instances && has_nodes(path) {
        return instances::build(read_level_nodes(path)?, options, file);
    }
    build(read_level(path)?, options, file)
}

/// Builds a world of instances from a glTF level that was read from memory with its nodes, as
/// [`load_world`] does with [`LoadOptions::instances`]. The value of that option does not matter
/// here.
///
/// ```
/// use sidle_io::{LoadOptions, build_instances, read_gltf_nodes};
///
/// // Two nodes place the triangle of one mesh.
/// let file = br#"{"asset": {"version": "2.0"},
///     "nodes": [{"name": "left", "mesh": 0}, {"name": "right", "mesh": 0, "translation": [5, 0, 0]}],
///     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
///     "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3}],
///     "bufferViews": [{"buffer": 0, "byteLength": 36}],
///     "buffers": [{"byteLength": 36, "uri":
///         "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}"#;
/// let level = build_instances(read_gltf_nodes(file, "two")?, &LoadOptions::default())?;
/// let right = level.node("right").and_then(|node| node.instance()).unwrap();
/// assert_eq!(level.world.instance(right).unwrap().pose.translation.x, 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Any [`LoadError`], with [`LevelNodes::name`] as the file.
pub fn build_instances(level: LevelNodes, options: &LoadOptions<'_>) -> Result<LoadedWorld, LoadError> {
    let name = level.name().to_owned();
    instances::build(level, options, name)
}

/// Builds a world from a level that has been read, for example from memory.
///
/// ```
/// use sidle::{DVec3, Material, QueryFilter, Vec3};
/// use sidle_io::{LoadOptions, build_world, read_obj};
///
/// // A pond of 4 m x 4 m, in centimetres.
/// let file = b"v -200 0 200\nv 200 0 200\nv 200 0 -200\nv -200 0 -200\nusemtl ice\nf 1 2 3 4\n";
/// let ice = Material { friction: 0.02, ..Material::default() };
/// let options = LoadOptions { scale: 0.01, material: &|_| ice, ..LoadOptions::default() };
/// let level = build_world(read_obj(file, "pond")?, &options)?;
///
/// let hit = level.world.cast_ray(Vec3::new(0.5, 1.0, 0.0), Vec3::Y * -2.0, &QueryFilter::ALL).unwrap();
/// assert_eq!(level.material_name(hit.surface.material), Some("ice"));
/// assert_eq!(level.report.size(), DVec3::new(4.0, 0.0, 4.0));
/// assert_eq!(level.report.build.triangles, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Any [`LoadError`], with [`LevelData::name`] as the file. The only possible [`ReadError`] is
/// [`ReadError::Empty`], for a level made by hand without triangles.
pub fn build_world(level: LevelData, options: &LoadOptions<'_>) -> Result<LoadedWorld, LoadError> {
    let name = level.name.clone();
    build(level, options, name)
}

fn build(level: LevelData, options: &LoadOptions<'_>, file: String) -> Result<LoadedWorld, LoadError> {
    let level = match level.into_metres(options.units()) {
        Ok(level) => level,
        Err(cause) => return Err(LoadError::Units { file, cause }),
    };
    let LevelData { name, materials, skipped, .. } = &level;
    let table = Table::new(materials, options);
    let world = table.build(&file, &level)?;
    let mut notes = Notes::of_list(skipped.clone());
    if options.instances {
        notes.add(SkippedKind::NoNodes, || brief(&file));
    }
    let report = LoadReport::of(&file, &world, notes, Vec::new())?;
    let (name, materials) = (name.clone(), materials.clone());
    Ok(LoadedWorld { name, world, materials, nodes: Vec::new(), report, places: Places::default() })
}

/// The materials of a level.
struct Table<'a> {
    names: &'a [String],
    materials: Vec<Material>,
}

impl<'a> Table<'a> {
    fn new(names: &'a [String], options: &LoadOptions<'_>) -> Self {
        Self { names, materials: names.iter().map(|name| (options.material)(name)).collect() }
    }

    /// Returns the ids of materials of triangles. The id of an unknown material is refused later.
    fn ids(&self, of_triangles: &[u16]) -> Vec<MaterialId> {
        let id = |&index: &u16| {
            let is_known = usize::from(index) < self.materials.len();
            MaterialId(if is_known { index.saturating_add(1) } else { u16::MAX })
        };
        of_triangles.iter().map(id).collect()
    }

    /// Builds a world with all materials from a level in metres.
    fn build(&self, file: &str, level: &LevelData) -> Result<World, LoadError> {
        let mut builder = WorldBuilder::new();
        for &material in &self.materials {
            builder.add_material(material);
        }
        let vertices: Vec<Vec3> = level.vertices.iter().map(|&vertex| Vec3::from(vertex)).collect();
        builder.add_mesh(&vertices, &level.triangles, &self.ids(&level.triangle_materials));
        builder.build().map_err(|cause| self.refused(file, cause))
    }

    fn refused(&self, file: &str, cause: BuildError) -> LoadError {
        LoadError::of_build(file, cause, self.names, &self.materials)
    }
}
