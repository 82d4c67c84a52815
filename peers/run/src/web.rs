//! The programs for node.

use std::path::{Path, PathBuf};
use std::process::Command;

use peers_work::Tall;

use crate::peers::finished;

/// The programs, each with the tall shape that it has.
pub(crate) const PROGRAMS: [(&str, Tall); 7] = [
    ("sidle-npm", Tall::Capsule),
    ("three-octree", Tall::Capsule),
    ("three-mesh-bvh", Tall::Capsule),
    ("babylon", Tall::Ellipsoid),
    ("rapier-npm", Tall::Capsule),
    ("jolt-npm", Tall::Capsule),
    ("crashcat", Tall::Capsule),
];

/// Installs the packages of package-lock.json, once. The package of this repository must be built.
pub(crate) fn install(root: &Path, name: &str) -> Result<(), String> {
    let web = root.join("web");
    if name == "sidle-npm" && !root.join("../npm/dist/index.js").is_file() {
        return Err("npm/dist is missing: run `npm ci && npm run build` in npm/".into());
    }
    if web.join("node_modules").is_dir() {
        return Ok(());
    }
    finished(Command::new("npm").args(["ci", "--silent", "--ignore-scripts"]).current_dir(web))
}

pub(crate) fn command(root: &Path, name: &str) -> Vec<PathBuf> {
    vec!["node".into(), root.join("web").join(format!("{name}.mjs"))]
}
