//! Builds small files in memory, and random numbers that are the same on every machine.

#![allow(dead_code)] // Each test binary uses its own part.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A glTF scene under construction: its JSON, and one buffer.
pub(crate) struct Scene {
    pub(crate) json: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Scene {
    /// No meshes, no nodes, and no scene: all nodes are read.
    pub(crate) fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0" },
            "buffers": [], "bufferViews": [], "accessors": [], "meshes": [], "nodes": [],
        });
        Self { json, bytes: Vec::new() }
    }

    /// One triangle with the corners (0,0,0) (1,0,0) (0,1,0), not indexed, as mesh 0 under node 0.
    pub(crate) fn triangle() -> Self {
        let mut scene = Self::new();
        let positions = scene.positions(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        scene.mesh(json!({ "attributes": { "POSITION": positions } }));
        scene.node(json!({ "mesh": 0 }));
        scene
    }

    pub(crate) fn push(&mut self, list: &str, item: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    /// Adds bytes as a buffer view at a multiple of four.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.push("bufferViews", json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }))
    }

    pub(crate) fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let accessor =
            json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        self.push("accessors", accessor)
    }

    pub(crate) fn positions(&mut self, positions: &[[f32; 3]]) -> usize {
        let bytes: Vec<u8> = positions.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        self.accessor(&bytes, 5126, "VEC3", positions.len())
    }

    pub(crate) fn indices(&mut self, indices: &[u16]) -> usize {
        let bytes: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
        self.accessor(&bytes, 5123, "SCALAR", indices.len())
    }

    /// Adds a mesh of one primitive.
    pub(crate) fn mesh(&mut self, primitive: Value) -> usize {
        self.push("meshes", json!({ "primitives": [primitive] }))
    }

    pub(crate) fn node(&mut self, node: Value) -> usize {
        self.push("nodes", node)
    }

    /// The scene as GLB.
    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        if json["buffers"] == json!([]) && !self.bytes.is_empty() {
            json["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        }
        glb(json.to_string().as_bytes(), &self.bytes)
    }

    /// The scene as JSON, its buffer at `uri`.
    pub(crate) fn gltf(&self, uri: &str) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{ "byteLength": self.bytes.len(), "uri": uri }]);
        json.to_string().into_bytes()
    }

    pub(crate) fn read(&self) -> sidle_io::LevelData {
        sidle_io::read_glb(&self.glb(), "test.glb").unwrap()
    }

    pub(crate) fn error(&self) -> String {
        sidle_io::read_glb(&self.glb(), "test.glb").unwrap_err().to_string()
    }
}

/// A GLB of these chunks.
pub(crate) fn glb(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, chunk, padding) in [(b"JSON", json, b' '), (b"BIN\0", binary, 0)] {
        let length = chunk.len().next_multiple_of(4);
        bytes.extend_from_slice(&(length as u32).to_le_bytes());
        bytes.extend_from_slice(kind);
        bytes.extend_from_slice(chunk);
        bytes.resize(bytes.len() + length - chunk.len(), padding);
    }
    let length = bytes.len() as u32;
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// The three corners of each triangle.
pub(crate) fn corners(level: &sidle_io::LevelData) -> Vec<[[f32; 3]; 3]> {
    level.triangles.iter().map(|t| t.map(|i| level.vertices[i as usize])).collect()
}

/// The notes about skipped parts, as text.
pub(crate) fn notes(level: &sidle_io::LevelData) -> Vec<String> {
    level.skipped.iter().map(ToString::to_string).collect()
}

/// A linear congruential generator: poor, but the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// Returns the folder of levels made by other people: `shared/levels` beside a folder above this
/// crate, or the folder of the environment variable `SIDLE_LEVELS`.
///
/// If there is none, prints a line that starts with `SKIPPED:`. `.ci/run` lists such lines at its
/// end, so that a skipped test is not mistaken for one that passed.
pub(crate) fn shared_levels(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SIDLE_LEVELS").map_or_else(
        || {
            let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
            above.map(|above| above.join("shared/levels")).find(|folder| folder.is_dir())
        },
        |named| Some(PathBuf::from(named)).filter(|folder| folder.is_dir()),
    );
    if folder.is_none() {
        println!("SKIPPED: sidle-io test {test} (no folder shared/levels above the repository)");
    }
    folder
}

/// A folder for the files of one test, removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sidle-io-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // If the folder cannot be removed, the system cleans it up. This must not hide the failure
        // of a test.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
