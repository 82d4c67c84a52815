//! The engines: how each is built and run.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::web;

pub(crate) enum Peer {
    /// A folder with a Cargo.toml.
    Rust(String),
    /// A program of web/.
    Web(String),
}

/// Folders of the workspace that are no engine.
const NOT_ENGINES: [&str; 2] = ["run", "work"];

/// Every engine there is, sidle first.
pub(crate) fn all(root: &Path) -> Vec<Peer> {
    let folders = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !NOT_ENGINES.contains(&name.as_str()))
        .collect();
    names.sort_by_key(|name| (name != "sidle", name.clone()));
    names.into_iter().map(Peer::Rust).chain(web::PROGRAMS.map(|name| Peer::Web(name.into()))).collect()
}

impl Peer {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Rust(name) | Self::Web(name) => name,
        }
    }

    pub(crate) fn build(&self, root: &Path) -> Result<(), String> {
        match self {
            Self::Rust(name) => {
                let package = format!("peers-{name}");
                let mut cargo = Command::new("cargo");
                cargo.args(["build", "--release", "--quiet", "--package", &package]).current_dir(root);
                finished(&mut cargo)
            }
            Self::Web(_) => web::install(root),
        }
    }

    pub(crate) fn run(&self, root: &Path, work: &Path, out: &Path) -> Result<(), String> {
        let mut command = match self {
            Self::Rust(name) => Command::new(root.join("target/release").join(format!("peers-{name}"))),
            Self::Web(name) => web::command(root, name),
        };
        finished(command.arg("--work").arg(work).arg("--out").arg(out))
    }
}

/// Runs a command to its end; the last line it said is the error.
pub(crate) fn finished(command: &mut Command) -> Result<(), String> {
    let done = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    if done.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let telling = said.lines().find(|line| line.to_lowercase().contains("error")).or(said.lines().last());
    Err(format!("{}: {}", done.status, telling.unwrap_or("it said nothing")))
}
