//! The engines: how each is built and run.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use peers_work::Tall;

use crate::options::Options;
use crate::web;

pub(crate) enum Peer {
    /// A folder with a Cargo.toml.
    Rust(String),
    /// A program in web/.
    Web(String, Tall),
}

/// Folders of the workspace that contain no engine.
const NOT_ENGINES: [&str; 2] = ["run", "workload"];
/// Folders of the engines with a character controller.
const WITH_CHARACTERS: [&str; 3] = ["sidle", "jolt", "rapier"];

/// Returns all engines, sidle first.
pub(crate) fn all(root: &Path) -> Vec<Peer> {
    let folders = std::fs::read_dir(root).into_iter().flatten().flatten();
    let mut names: Vec<String> = folders
        .filter(|entry| entry.path().join("Cargo.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !NOT_ENGINES.contains(&name.as_str()))
        .collect();
    names.sort_by_key(|name| (name != "sidle", name.clone()));
    names
        .into_iter()
        .map(Peer::Rust)
        .chain(web::PROGRAMS.map(|(name, tall)| Peer::Web(name.into(), tall)))
        .collect()
}

impl Peer {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Rust(name) | Self::Web(name, _) => name,
        }
    }

    pub(crate) fn has_characters(&self) -> bool {
        WITH_CHARACTERS.contains(&self.name())
    }

    pub(crate) fn build(&self, root: &Path) -> Result<(), String> {
        match self {
            Self::Rust(name) => {
                let package = format!("peers-{name}");
                let mut cargo = Command::new("cargo");
                cargo.args(["build", "--release", "--quiet", "--package", &package]).current_dir(root);
                finished(&mut cargo)
            }
            Self::Web(name, _) => web::install(root, name),
        }
    }

    fn program(&self, options: &Options) -> Vec<PathBuf> {
        match self {
            Self::Rust(name) => vec![options.target().join("release").join(format!("peers-{name}"))],
            Self::Web(name, _) => web::command(&options.root, name),
        }
    }

    /// Returns the tall shapes of the engine, which must be built.
    pub(crate) fn tall_shapes(&self, options: &Options) -> Result<Vec<Tall>, String> {
        if let Self::Web(_, tall) = self {
            return Ok(vec![*tall]);
        }
        let mut command = Command::new(&self.program(options)[0]);
        let done = command.arg("--tall-shapes").output().map_err(|e| e.to_string())?;
        ended(done.status, &done.stderr)?;
        String::from_utf8_lossy(&done.stdout).split_whitespace().map(Tall::parse).collect()
    }

    /// Runs the engine with one work. `tall` is the shape of the tall movers, if there are any.
    pub(crate) fn run(
        &self,
        options: &Options,
        tall: Option<Tall>,
        work: &Path,
        out: &Path,
    ) -> Result<(), String> {
        let mut words: Vec<PathBuf> = Vec::new();
        if let Some(priority) = options.fifo {
            words.extend(["chrt".into(), "--fifo".into(), priority.to_string().into()]);
        }
        if let Some(core) = options.core {
            words.extend(["taskset".into(), "--cpu-list".into(), core.to_string().into()]);
        }
        words.extend(self.program(options));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg("--work").arg(work).arg("--out").arg(out);
        if let (Self::Rust(_), Some(tall)) = (self, tall) {
            command.arg("--tall").arg(tall.name());
        }
        in_time(&mut command, options)
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
