//! The programs for node.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::peers::finished;

pub(crate) const PROGRAMS: [&str; 3] = ["three-octree", "three-mesh-bvh", "babylon"];

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
