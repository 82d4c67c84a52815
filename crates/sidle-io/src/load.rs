//! Loads a level file into a world in one call.

use std::fmt;
use std::path::Path;

use sidle::{BuildError, BuildReport, Material, MaterialId, Vec3, World, WorldBuilder};

use crate::{LevelData, ReadError, Skipped, Units, UnitsError, UpAxis, brief, read_level};

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
}

impl Default for LoadOptions<'_> {
    fn default() -> Self {
        let Units { scale, up } = Units::default();
        Self { scale, up, material: &|_| Material::default() }
    }
}

impl fmt::Debug for LoadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadOptions")
            .field("scale", &self.scale)
            .field("up", &self.up)
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
    /// The world, in metres with y up. Its polygon `i` is triangle `i` of the file.
    pub world: World,
    /// Names of the materials that the triangles use, in the order of their first use. The material
    /// named `materials[i]` has the id `i + 1`, because id 0 is the builder's own default material.
    pub materials: Vec<String>,
    /// Report of the load: skipped parts of the file, and flaws of the mesh.
    pub report: LoadReport,
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

/// Skipped parts of a level file, and flaws of its mesh.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LoadReport {
    /// Parts of the file that the reader skipped or changed.
    pub skipped: Vec<Skipped>,
    /// The report of the builder: the problems that it found in the mesh, and the changes that it
    /// made.
    pub build: BuildReport,
    /// Minimum and maximum corner of the box around the level, in metres with y up.
    pub bounds: (Vec3, Vec3),
}

impl LoadReport {
    /// Returns the size of the level in metres. A level of 4,000 m or 0.1 m often has a wrong
    /// [`LoadOptions::scale`].
    #[must_use]
    pub fn size(&self) -> Vec3 {
        self.bounds.1 - self.bounds.0
    }
}

/// Reason why a level file cannot become a world.
///
/// `Display` gives one sentence that starts with the name of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The scale is not usable, or a coordinate is out of range.
    #[error("{file}: {cause}")]
    Units {
        /// The name of the file, as it was given.
        file: String,
        /// The cause. The message of `LoadError` contains its text, so it is not repeated as a
        /// `source`.
        cause: UnitsError,
    },
    /// [`LoadOptions::material`] returned a material that no world accepts.
    #[error(
        "{file}: the options give the material \"{}\" friction {}, restitution {} and layer {}; friction must be \
         finite and 0 or more, restitution 0 to 1, and the layer 0 to 31",
        brief(.name), .material.friction, .material.restitution, .material.layer
    )]
    Material {
        /// The name of the file, as it was given.
        file: String,
        /// The name of the material in the file.
        name: String,
        /// The invalid material that [`LoadOptions::material`] returns for this name.
        material: Material,
    },
    /// The world cannot be built.
    #[error("{file}: {cause}")]
    Build {
        /// The name of the file, as it was given.
        file: String,
        /// The cause. The message of `LoadError` contains its text, so it is not repeated as a
        /// `source`.
        cause: BuildError,
    },
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
    build(read_level(path)?, options, file)
}

/// Builds a world from a level that has been read, for example from memory.
///
/// ```
/// use sidle::{Material, QueryFilter, Vec3};
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
/// assert_eq!(level.report.size(), Vec3::new(4.0, 0.0, 4.0));
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
    let mut builder = WorldBuilder::new();
    let materials: Vec<Material> = level.materials.iter().map(|name| (options.material)(name)).collect();
    let ids: Vec<MaterialId> = materials.iter().map(|&material| builder.add_material(material)).collect();
    let id = |&index: &u16| ids.get(usize::from(index)).copied().unwrap_or(MaterialId(u16::MAX));
    let of_triangles: Vec<MaterialId> = level.triangle_materials.iter().map(id).collect();
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&vertex| Vec3::from(vertex)).collect();
    builder.add_mesh(&vertices, &level.triangles, &of_triangles);
    let world = builder.build().map_err(|cause| refused(&file, cause, &level.materials, &materials))?;
    let Some(bounds) = world.bounds() else { return Err(ReadError::Empty { file }.into()) };
    let report = LoadReport { skipped: level.skipped, build: *world.report(), bounds };
    Ok(LoadedWorld { name: level.name, world, materials: level.materials, report })
}

/// Converts a build error; a refused material gets its name in the file.
fn refused(file: &str, cause: BuildError, names: &[String], materials: &[Material]) -> LoadError {
    let file = file.to_owned();
    if let BuildError::BadMaterial { material } = cause {
        let index = usize::from(material).wrapping_sub(1);
        if let (Some(name), Some(&material)) = (names.get(index), materials.get(index)) {
            return LoadError::Material { file, name: name.clone(), material };
        }
    }
    LoadError::Build { file, cause }
}
