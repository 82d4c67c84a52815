//! Planning of output paths. Every command follows one rule: it replaces existing files only if the
//! user asks for it, and creates nothing before its inputs are checked.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::files::OutputFolder;

/// The `--force` option, shared by all commands that write results.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Overwrite {
    /// Write to a folder or file that already exists: files with the same names are replaced, other
    /// files are kept
    #[arg(long)]
    pub force: bool,
}

/// An output folder that has been checked but not created.
#[derive(Debug)]
pub struct OutputPlan {
    path: PathBuf,
}

impl OutputPlan {
    /// Plans to write into a folder that the user named. The folder must be empty or absent, unless
    /// `overwrite` allows replacement.
    pub fn named(path: &Path, overwrite: Overwrite) -> Result<Self> {
        check_folder(path, overwrite.force)?;
        Ok(Self { path: path.to_owned() })
    }

    /// Plans to write into a default folder below `target`. Existing files in it are replaced.
    pub fn of_program(path: PathBuf) -> Result<Self> {
        check_folder(&path, true)?;
        Ok(Self { path })
    }

    /// Plans to write into the folder that the user named, or into `default` if there is none.
    pub fn choose(
        named: Option<&Path>,
        overwrite: Overwrite,
        default: impl FnOnce() -> PathBuf,
    ) -> Result<Self> {
        named.map_or_else(|| Self::of_program(default()), |path| Self::named(path, overwrite))
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the folder can be created and written to, and then removes everything it
    /// created. For results that are only written at the end of a long run, or not at all.
    pub fn rehearse(&self) -> Result<()> {
        let is_absent = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let absent: Vec<&Path> = self.path.ancestors().take_while(is_absent).collect();
        let tried = self.create();
        // Deepest first. A folder that is not empty is in use and stays.
        absent.iter().for_each(|folder| _ = fs::remove_dir(folder));
        tried.map(|_| ())
    }

    /// Creates the folder. Call it when there is something to write, or when a long run begins.
    pub fn create(&self) -> Result<OutputFolder> {
        OutputFolder::open(&self.path)
    }
}

/// Returns the default folder `target/COMMAND/LEVEL` for results about a level of this name.
pub fn default_folder(command: &str, level: &str) -> PathBuf {
    // The file stem of `...obj` is `..`, which would lead to the parent folder.
    let level = if level.chars().all(|c| c == '.') { "level" } else { level };
    Path::new("target").join(command).join(level)
}

/// Checks that a file can be created: it does not exist, or it is a regular file that may be
/// replaced. `advice` is the end of the error message if the file may not be replaced.
pub fn check_file(path: &Path, overwrite: Overwrite, advice: &str) -> Result<()> {
    let name = path.display();
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => bail!("{name}: is not a regular file"),
        Ok(_) if !overwrite.force => bail!("{name}: is there already; {advice}"),
        Ok(_) => Ok(()),
        Err(error) => check_absent(path, error),
    }
}

fn check_folder(path: &Path, may_replace: bool) -> Result<()> {
    let name = path.display();
    match fs::metadata(path) {
        Ok(found) if !found.is_dir() => bail!("{name}: is not a folder"),
        Ok(_) if may_replace => Ok(()),
        Ok(_) => {
            let first = fs::read_dir(path).and_then(|mut entries| entries.next().transpose());
            match first.with_context(|| format!("{name}: cannot list this folder"))? {
                None => Ok(()),
                Some(entry) => bail!(
                    "{name}: this folder is not empty, it holds {}; name another one, or replace results with --force",
                    entry.file_name().display()
                ),
            }
        }
        Err(error) => check_absent(path, error),
    }
}

/// Returns an error if nothing can be created at `path`, given the `error` of looking it up.
fn check_absent(path: &Path, error: std::io::Error) -> Result<()> {
    let name = path.display();
    if error.kind() != ErrorKind::NotFound {
        return Err(error).with_context(|| format!("{name}: cannot write there"));
    }
    if path.is_symlink() {
        bail!("{name}: is a symbolic link to a place that does not exist");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEEP: Overwrite = Overwrite { force: false };
    const FORCE: Overwrite = Overwrite { force: true };

    /// Creates an empty folder that only this test uses.
    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("sidle-output-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_named_folder_must_be_empty_or_absent() {
        let root = folder("named");
        let out = root.join("out/deep");
        OutputPlan::named(&out, KEEP).unwrap();
        assert!(!root.join("out").exists(), "a plan creates nothing");
        OutputPlan::named(&out, KEEP).unwrap().rehearse().unwrap();
        assert!(!root.join("out").exists(), "a rehearsal leaves nothing");
        OutputPlan::named(&out, KEEP).unwrap().create().unwrap();
        OutputPlan::named(&out, KEEP).unwrap().rehearse().unwrap();
        assert!(out.exists(), "a rehearsal removes only what it created");
        OutputPlan::named(&out, KEEP).unwrap().create().unwrap();
        fs::write(out.join(".hidden"), b"").unwrap();
        let error = OutputPlan::named(&out, KEEP).unwrap_err().to_string();
        assert!(error.contains("not empty, it holds .hidden") && error.contains("--force"), "{error}");
        OutputPlan::named(&out, FORCE).unwrap().create().unwrap();
        OutputPlan::choose(None, KEEP, || out.clone()).unwrap();
        OutputPlan::choose(Some(&out), KEEP, || root.clone()).unwrap_err();
        let too_long = OutputPlan::of_program(root.join("new").join("x".repeat(1000)));
        too_long.and_then(|plan| plan.rehearse()).unwrap_err();
        assert!(!root.join("new").exists());
        let file = out.join(".hidden");
        for (path, overwrite) in [(file.clone(), FORCE), (file.join("below"), FORCE), (file, KEEP)] {
            let error = OutputPlan::named(&path, overwrite).unwrap_err().to_string();
            assert!(error.starts_with(&path.display().to_string()), "{error}");
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_file_that_exists_is_kept() {
        let root = folder("file");
        let file = root.join("a.json");
        check_file(&file, KEEP, "").unwrap();
        fs::write(&file, b"").unwrap();
        let error = check_file(&file, KEEP, "delete it").unwrap_err().to_string();
        assert!(error.ends_with("a.json: is there already; delete it"), "{error}");
        check_file(&file, FORCE, "").unwrap();
        // Never replace a folder or a device: the rename would remove it.
        for path in [&root, Path::new("/dev/null")].into_iter().filter(|path| path.exists()) {
            let error = check_file(path, FORCE, "").unwrap_err().to_string();
            assert!(error.ends_with("is not a regular file"), "{error}");
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn default_folders_stay_below_target() {
        assert_eq!(default_folder("walk", "hall"), Path::new("target/walk/hall"));
        assert_eq!(default_folder("walk", "a..b"), Path::new("target/walk/a..b"));
        for odd in ["", ".", "..", "..."] {
            assert_eq!(default_folder("walk", odd), Path::new("target/walk/level"));
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_or_refused() {
        let root = folder("links");
        let link = |target: &str, name: &str| {
            let place = root.join(name);
            std::os::unix::fs::symlink(target, &place).unwrap();
            place
        };
        fs::create_dir(root.join("full")).unwrap();
        fs::write(root.join("full/a"), b"").unwrap();
        let error = OutputPlan::named(&link("full", "to-full"), KEEP).unwrap_err().to_string();
        assert!(error.contains("not empty, it holds a"), "{error}");
        let nowhere = link("nowhere", "to-nowhere");
        for error in
            [OutputPlan::named(&nowhere, FORCE).unwrap_err(), check_file(&nowhere, FORCE, "").unwrap_err()]
        {
            assert!(error.to_string().ends_with("does not exist"), "{error}");
        }
        OutputPlan::named(&link("loop", "loop"), FORCE).unwrap_err();
        fs::remove_dir_all(root).unwrap();
    }
}
