//! Runs the program in a folder of the test.

#![allow(dead_code)] // Each test binary uses its own part.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use sidle_scenes::Level;

/// The program whose tests these are: `sidle`, `sidle-tour`, which has all of its commands, or
/// `sidle-attack`.
const PROGRAM: &str = match (
    option_env!("CARGO_BIN_EXE_sidle"),
    option_env!("CARGO_BIN_EXE_sidle-tour"),
    option_env!("CARGO_BIN_EXE_sidle-attack"),
) {
    (Some(program), ..) | (_, Some(program), _) | (.., Some(program)) => program,
    (None, None, None) => panic!("no program"),
};

/// The folder of this test, removed at the end. The program runs in it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sidle-cli-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A folder with `hall.obj`, a closed hall with room to walk.
    pub(crate) fn with_hall(name: &str) -> Self {
        let folder = Self::new(name);
        folder.write("hall.obj", obj(&sidle_scenes::generate::hall(2, 600)));
        folder
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        self.write(name, content);
        self.path(name)
    }

    /// Writes a level as an OBJ file and returns its path.
    pub(crate) fn level(&self, level: &Level) -> String {
        self.file(&format!("{}.obj", level.name), obj(level))
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn sparse(&self, name: &str, bytes: u64) {
        File::create(self.0.join(name)).unwrap().set_len(bytes).unwrap();
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.0.join(name).symlink_metadata().is_ok()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    pub(crate) fn sidle(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Requires exit code 0.
    pub(crate) fn passes(&self, args: &[&str]) {
        let output = self.sidle(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    }

    /// Requires exit code 2, an empty stdout and all of these words on stderr, and no new files.
    pub(crate) fn is_refused(&self, args: &[&str], words: &[&str]) {
        let before = self.names();
        let output = self.sidle(args);
        refused(args, &output, words);
        assert_eq!(self.names(), before, "{args:?}");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn obj(level: &Level) -> String {
    let vertices = level.vertices.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n"));
    let faces = level.triangles.iter().map(|t| format!("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1));
    vertices.chain(faces).collect()
}

pub(crate) fn sidle(args: &[&str]) -> Output {
    Command::new(PROGRAM).args(args).output().unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// Requires exit code 2, an empty stdout and all of these words on stderr.
pub(crate) fn is_refused(args: &[&str], words: &[&str]) {
    refused(args, &sidle(args), words);
}

pub(crate) fn refused(args: &[&str], output: &Output, words: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(!message.contains("panicked") && message.len() < 2000, "{message}");
    for word in words {
        assert!(message.contains(word), "{args:?}: no '{word}' in: {message}");
    }
}
