//! Loads level files (OBJ, glTF and GLB) into a [`sidle::World`] with [`load_world`], or into plain
//! triangles with [`read_level`]. Also reads spawn points (JSON) and height maps (PNG).
//!
//! This crate parses every level file that sidle did not write itself, so the crates that use it do
//! not have to validate untrusted bytes. It guarantees, for any input:
//!
//! - no panic, no unbounded recursion, and no allocation that is larger than the size of the file
//!   or a limit in [`limits`] allows;
//! - every failure is one [`ReadError`]: a single sentence that names the file and the place in it;
//! - every skipped or changed part of a file is reported in [`LevelData::skipped`];
//! - every returned coordinate is finite and every returned index is in range.
//!
//! Readers keep degenerate and duplicate triangles, because real levels have them; `sidle` handles
//! them when it builds a world. Readers do not depend on `sidle`; only [`load_world`],
//! [`build_world`] and [`build_instances`] do.
//!
//! ```
//! let square = b"v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nusemtl grass\nf 1 2 3 4\n";
//! let level = sidle_io::read_obj(square, "square.obj")?;
//! assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3]]);
//! assert_eq!(level.materials, ["grass"]);
//! # Ok::<(), sidle_io::ReadError>(())
//! ```

mod error;
mod file;
mod glb;
mod heightmap;
mod level;
pub mod limits;
mod load;
mod materials;
mod nodes;
mod obj;
mod polygon;
mod skipped;
mod spawns;
mod units;

use std::path::Path;

pub use error::{ReadError, brief};
pub use file::{read_file, read_stream, read_text, to_text};
pub use glb::{read_glb, read_glb_nodes, read_gltf, read_gltf_nodes};
pub use heightmap::{
    Heightmap, HeightmapScale, parse_heightmap, parse_heightmap_scale, read_heightmap, read_heightmap_scale,
    read_heightmap_with_scale,
};
pub use level::LevelData;
pub use load::{
    BakeReason, LoadError, LoadOptions, LoadReport, LoadedNode, LoadedWorld, MeshReport, NodeContent,
    build_instances, build_world, load_world,
};
pub use nodes::LevelNodes;
pub use obj::read_obj;
pub use skipped::{Skipped, SkippedKind};
pub use spawns::{parse_spawns, read_spawns};
pub use units::{Units, UnitsError, UpAxis};

/// File name extensions that [`read_level`] supports, in lower case.
pub const KNOWN_EXTENSIONS: [&str; 3] = ["obj", "gltf", "glb"];

/// Reads the level at `path`. The extension selects the format, ignoring case (see
/// [`KNOWN_EXTENSIONS`]).
///
/// The name of the level is the file name without folder and extension. A `.gltf` or `.glb` file
/// may name buffers in other files. These are read only from the folder of the level or below it,
/// and never over a network. A buffer is refused if a symbolic link leads out of that folder. No
/// other file that a level names is opened: materials (`mtllib`) and images do not matter for
/// collision. If a material file of an OBJ is not beside it, [`LevelData::skipped`] contains a
/// note.
///
/// # Errors
/// Any [`ReadError`] except [`ReadError::Spawns`] and [`ReadError::Heightmap`].
pub fn read_level(path: &Path) -> Result<LevelData, ReadError> {
    let read = match extension(path).as_str() {
        "obj" => obj::read_obj_in,
        "gltf" => glb::read_gltf_in,
        "glb" => glb::read_glb_in,
        _ => return Err(unknown_extension(path)),
    };
    let mut level = read_with(path, read)?;
    level.name = stem(path);
    Ok(level)
}

/// Returns true if the format of a level has nodes, as its extension says.
fn has_nodes(path: &Path) -> bool {
    matches!(extension(path).as_str(), "gltf" | "glb")
}

/// Reads the level at `path` with its nodes. Everything else is as in [`read_level`].
fn read_level_nodes(path: &Path) -> Result<LevelNodes, ReadError> {
    let read = match extension(path).as_str() {
        "gltf" => glb::read_gltf_nodes_in,
        "glb" => glb::read_glb_nodes_in,
        _ => return Err(unknown_extension(path)),
    };
    let mut level = read_with(path, read)?;
    level.meshes.name = stem(path);
    Ok(level)
}

/// A reader, which takes the bytes of a file, its name and its folder.
type Reader<T> = fn(&[u8], &str, Option<&Path>) -> Result<T, ReadError>;

fn read_with<T>(path: &Path, read: Reader<T>) -> Result<T, ReadError> {
    let bytes = read_file(path, limits::MAX_BYTES)?;
    read(&bytes, &path.display().to_string(), Some(path.parent().unwrap_or(Path::new(""))))
}

/// Returns the extension of a file name in lower case.
fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn unknown_extension(path: &Path) -> ReadError {
    ReadError::UnknownExtension { file: path.display().to_string(), extension: extension(path) }
}

/// Returns the file name without folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// Compiles and runs the examples of the README and of the guide's chapter as doctests. Not part of
/// the library. The README is here because it also uses this crate.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/book/src/loading-a-level.md")]
    struct LoadingALevel;
}
