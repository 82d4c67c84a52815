//! What one file may ask for. A few bytes can claim billions of vertices, by placing one mesh under
//! many nodes or by an accessor without data; these bounds turn such a claim into an error before
//! memory is asked for.

/// The largest level file or height map that is read, in bytes, and the largest sum of the buffers
/// of one glTF: 1 GiB.
///
/// Larger levels exist only as several files; a smaller limit would refuse scans that fit in memory
/// without trouble.
pub const MAX_BYTES: u64 = 1 << 30;

/// The largest file of spawn points that is read: 64 MiB, about two million points.
pub const MAX_SPAWNS_BYTES: u64 = 64 << 20;

/// The largest scale file of a height map that is read: 1 MiB. It holds a handful of numbers.
pub const MAX_SCALE_BYTES: u64 = 1 << 20;

/// The most vertices in one level, 2^25: 400 MB of positions, some 800 times the levels this is
/// tested with.
pub const MAX_VERTICES: usize = 1 << 25;

/// The most triangles in one level, 2^25.
pub const MAX_TRIANGLES: usize = 1 << 25;

/// The most materials in one level: what a `u16` can tell apart.
pub const MAX_MATERIALS: usize = 1 << 16;

/// The most glTF primitives placed by nodes, 2^22. Empty ones cost time without ever reaching the
/// other limits.
pub const MAX_PRIMITIVES: usize = 1 << 22;

/// The most samples in one height map, 2^28: 16,384 x 16,384, half a gigabyte.
pub const MAX_SAMPLES: usize = 1 << 28;

/// The most different `mtllib` lines of one OBJ file, and the most names in one of them, whose
/// files are looked for.
pub const MAX_MATERIAL_FILES: usize = 256;
