//! The JSON of a glTF file as typed data, and its extensions. Every index into it must be checked.

use super::{Fault, fault};
use crate::error::brief;
use crate::skipped::{Notes, SkippedKind};
use gltf::json;

/// The parsed JSON. Its content is not validated.
pub(super) struct Document(pub(super) json::Root);

impl Document {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        let root = match json::Root::from_slice(bytes) {
            Ok(root) => root,
            Err(error) => return fault("JSON", brief(&error.to_string())),
        };
        if root.asset.version.split('.').next() != Some("2") {
            let shown: String = root.asset.version.chars().take(16).collect();
            return fault("asset", format!("the glTF version is {shown:?}, only 2.x is known"));
        }
        Ok(Self(root))
    }

    /// Returns the first required extension without which the geometry would be wrong or
    /// unreadable.
    pub(super) fn unsupported_extension(&self) -> Option<&str> {
        self.0.extensions_required.iter().map(String::as_str).find(|name| !is_harmless(name))
    }

    /// Adds a note for each extension that changes geometry and that the file does not require.
    pub(super) fn note_ignored_extensions(&self, notes: &mut Notes) {
        for name in self.0.extensions_used.iter().filter(|name| MOVES_GEOMETRY.contains(&name.as_str())) {
            notes.add(SkippedKind::Extensions, || name.clone());
        }
    }
}

/// Returns true for extensions that do not affect the position of triangles, and for the supported
/// one (KHR_mesh_quantization).
fn is_harmless(name: &str) -> bool {
    const FAMILIES: [&str; 8] = [
        "KHR_materials_",
        "KHR_texture_",
        "KHR_lights_",
        "KHR_xmp",
        "KHR_animation_",
        "EXT_texture_",
        "EXT_lights_",
        "MSFT_texture_",
    ];
    name == "KHR_mesh_quantization" || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Extensions that a file may use without requiring them and that change the geometry.
const MOVES_GEOMETRY: [&str; 3] = ["EXT_mesh_gpu_instancing", "MSFT_lod", "KHR_node_visibility"];
