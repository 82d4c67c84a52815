//! The programs for node.

use std::path::{Path, PathBuf};
use std::process::Command;

use peers_work::Tall;

use crate::peers::finished;

/// The programs, each with the tall shape that it has.
pub(crate) const PROGRAMS: [(&str, Tall); 3] =
    [("three-octree", Tall::Capsule), ("three-mesh-bvh", Tall::Capsule), ("babylon", Tall::Ellipsoid)];

/// Installs the packages of package-lock.json, once.
pub(crate) fn install(root: &Path) -> Result<(), String> {
    let web = root.join("web");
    if web.join("node_modules").is_dir() {
        return Ok(());
    }
    finished(Command::new("npm").args(["ci", "--silent", "--ignore-scripts"]).current_dir(web))
}

pub(crate) fn command(root: &Path, name: &str) -> Vec<PathBuf> {
    vec!["node".into(), root.join("web").join(format!("{name}.mjs"))]
}
