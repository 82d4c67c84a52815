//! Writing of results: a file is written completely or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sidle_walkers::files::temporary_name;

pub use sidle_walkers::files::{check_writable, write_whole};

/// Prints a text, which must end with a newline. A closed pipe (`sidle walk .. | head`) is ignored.
/// Any other write error, such as a full disk, ends the program with exit code 2.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("sidle: the output cannot be written: {error}");
        std::process::exit(2);
    }
}

/// A folder for results.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
}

impl OutputFolder {
    /// Creates the folder and tests that it is writable, so that a long run does not fail at its
    /// end.
    pub fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).with_context(|| format!("{}: cannot make this folder", path.display()))?;
        let folder = Self { path: path.to_owned() };
        let probe = folder.path.join(temporary_name("probe"));
        fs::write(&probe, b"")
            .and_then(|()| fs::remove_file(&probe))
            .with_context(|| format!("{}: cannot write into this folder", path.display()))?;
        Ok(folder)
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file under a temporary name in the same folder, then renames it. An existing file
    /// stays complete until the new one replaces it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        Ok(self.write_all(&[(name, bytes)])?.remove(0))
    }

    /// Writes files that belong together and returns their paths. No file is renamed to its final
    /// name before all of them are on the disk.
    pub fn write_all(&self, files: &[(&str, &[u8])]) -> Result<Vec<PathBuf>> {
        for (name, _) in files {
            let is_plain = Path::new(name).file_name().is_some_and(|plain| plain == *name);
            ensure!(is_plain, "{}: {name} is not the name of a file", self.path.display());
        }
        let temporary = |name: &str| self.path.join(temporary_name(name));
        let written = files.iter().try_for_each(|(name, bytes)| {
            fs::write(temporary(name), bytes)
                .with_context(|| format!("{}: cannot be written", self.path.join(name).display()))
        });
        let written = written.and_then(|()| {
            let take_place = |(name, _): &(&str, &[u8])| {
                let place = self.path.join(name);
                fs::rename(temporary(name), &place)
                    .with_context(|| format!("{}: cannot be written", place.display()))?;
                Ok(place)
            };
            files.iter().map(take_place).collect()
        });
        if written.is_err() {
            // If the removal fails too, nothing more can be done.
            files.iter().for_each(|(name, _)| _ = fs::remove_file(temporary(name)));
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::OutputFolder;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let path = std::env::temp_dir().join(format!("sidle-files-{}", std::process::id()));
        let folder = OutputFolder::open(&path).unwrap();
        folder.write("a.txt", b"old and long").unwrap();
        folder.write("a.txt", b"new").unwrap();
        assert_eq!(std::fs::read(path.join("a.txt")).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
        std::fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn files_that_belong_together_are_all_replaced_or_none() {
        let path = std::env::temp_dir().join(format!("sidle-files-together-{}", std::process::id()));
        let folder = OutputFolder::open(&path).unwrap();
        folder.write("a.txt", b"old").unwrap();
        // Names that are too long for a file system or do not name a file in this folder.
        for impossible in ["x".repeat(1000).as_str(), "../b.txt", "/b.txt", "..", ""] {
            let written = folder.write_all(&[("a.txt", b"new"), (impossible, b"new")]);
            assert!(written.is_err(), "{impossible}");
        }
        assert_eq!(std::fs::read(path.join("a.txt")).unwrap(), b"old");
        folder.write_all(&[("a.txt", b"new"), ("b.txt", b"new")]).unwrap();
        assert_eq!(std::fs::read(path.join("a.txt")).unwrap(), b"new");
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), 2);
        std::fs::remove_dir_all(&path).unwrap();
    }
}
