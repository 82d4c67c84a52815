//! The engines: how each is built and run.

use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::options::Options;
use crate::web;

pub(crate) enum Peer {
    /// A folder with a Cargo.toml.
    Rust(String),
    /// A program in web/.
    Web(String),
}

/// Folders of the workspace that contain no engine.
const NOT_ENGINES: [&str; 2] = ["run", "workload"];

/// Returns all engines, sidle first.
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

    pub(crate) fn run(&self, options: &Options, work: &Path, out: &Path) -> Result<(), String> {
        let program = match self {
            Self::Rust(name) => vec![options.target().join("release").join(format!("peers-{name}"))],
            Self::Web(name) => web::command(&options.root, name),
        };
        let mut command = Command::new("taskset");
        match options.core {
            Some(core) => command.arg("--cpu-list").arg(core.to_string()).args(&program),
            None => {
                command = Command::new(&program[0]);
                command.args(&program[1..])
            }
        };
        in_time(command.arg("--work").arg(work).arg("--out").arg(out), options)
    }
}

/// Runs an engine to its end, or to its time limit.
fn in_time(command: &mut Command, options: &Options) -> Result<(), String> {
    let said = options.work().join("said");
    let file = std::fs::File::create(&said).map_err(|e| format!("{}: {e}", said.display()))?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return ended(status, &std::fs::read(&said).unwrap_or_default());
        }
        if started.elapsed() > options.limit {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            return Err(format!("not done after {} s", options.limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a command to its end. If it fails, the error is the last line of its output.
pub(crate) fn finished(command: &mut Command) -> Result<(), String> {
    let done = command.stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    ended(done.status, &done.stderr)
}

fn ended(status: ExitStatus, said: &[u8]) -> Result<(), String> {
    if status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(said);
    let telling = said.lines().find(|line| line.to_lowercase().contains("error")).or(said.lines().last());
    Err(format!("{}: {}", status, telling.unwrap_or("it said nothing")))
}
