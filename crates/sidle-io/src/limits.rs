//! Limits on the size and the contents of one file: bytes, vertices, triangles, samples and others.
//! A file of a few bytes can declare billions of vertices, for example one mesh under many nodes.
//! With these limits, such a file is an error before memory is allocated.

/// The largest size of a level file or height map, and of all buffers of one glTF together, in
/// bytes: 1 GiB.
///
/// Larger levels are split into several files in practice. A smaller limit would refuse scans that
/// easily fit in memory.
pub const MAX_BYTES: u64 = 1 << 30;

/// The largest file of spawn points in bytes: 64 MiB, about two million points.
pub const MAX_SPAWNS_BYTES: u64 = 64 << 20;

/// The largest scale file of a height map in bytes: 1 MiB. Such a file holds only a few numbers.
pub const MAX_SCALE_BYTES: u64 = 1 << 20;

/// The largest number of vertices in one level: 2^25, or 400 MB of positions.
pub const MAX_VERTICES: usize = 1 << 25;

/// The largest number of triangles in one level: 2^25.
pub const MAX_TRIANGLES: usize = 1 << 25;

/// The largest number of materials in one level: the range of `u16`.
pub const MAX_MATERIALS: usize = 1 << 16;

/// The largest number of glTF primitives placed by nodes: 2^22. Empty primitives take time but
/// never reach the other limits.
pub const MAX_PRIMITIVES: usize = 1 << 22;

/// The largest number of samples in one height map: 2^28 (16,384 x 16,384), half a gigabyte.
pub const MAX_SAMPLES: usize = 1 << 28;

/// The number of different `mtllib` lines of an OBJ file, and of names in one line, that are
/// checked. The check makes a note for each material file that is missing. Material files are never
/// read. Further lines and names are not checked, and are no error.
pub const MAX_MATERIAL_FILES: usize = 256;
