//! The commit of the sources that a program was built from.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Result, ensure};

/// Recorded when the commit is not known.
pub const UNKNOWN: &str = "unknown";

/// Suffix of the hash when the sources had uncommitted changes.
const DIRTY: &str = "-dirty";

/// The sources that a run depends on. Documents are excluded: they include the lists of runs, which
/// each run changes.
const SOURCES: [&str; 7] =
    ["crates", ".ci", ".cargo", "Cargo.toml", "Cargo.lock", "rust-toolchain", "rust-toolchain.toml"];

/// Returns the short hash of the commit of the running program. [`DIRTY`] follows it if the sources
/// have changes. Without git, returns [`UNKNOWN`].
///
/// # Errors
/// The name of a source file that changed after the program was built: git then describes other
/// sources than those of the program.
pub(super) fn of_program() -> Result<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Some(commit) = of_tree(&root) else { return Ok(UNKNOWN.into()) };
    let changed = std::env::current_exe().ok().and_then(|program| changed_since(&program, &root));
    ensure!(
        changed.is_none(),
        "{}: changed after this program was built, so the commit of the program is not known; build it again, or name the commit with --commit",
        changed.unwrap_or_default().display()
    );
    Ok(commit)
}

/// Returns the commit of a workspace, if it is the top folder of a git repository with a commit.
fn of_tree(root: &Path) -> Option<String> {
    // An unpacked package can be inside another project's repository.
    let prefix = git(root, &["rev-parse", "--show-prefix"])?;
    let hash = git(root, &["rev-parse", "--short=7", "HEAD"])?;
    let changes = git(root, &[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    let mark = if changes.is_empty() { "" } else { DIRTY };
    prefix.is_empty().then(|| format!("{hash}{mark}"))
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    // Avoids locks that another git command could be waiting for.
    git.arg("--no-optional-locks").args(arguments).current_dir(root);
    // A git hook sets these for another repository.
    git.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    let output = git.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Returns the first source of a program that was changed or removed after the program was built.
/// Cargo writes the list of sources beside the program; without that file, returns `None`.
fn changed_since(program: &Path, root: &Path) -> Option<PathBuf> {
    let built = modified(program)?;
    let list = fs::read_to_string(program.with_extension("d")).ok()?;
    let (_, sources) = list.lines().next()?.split_once(": ")?;
    // Cargo writes a space inside a path as `\ `.
    let sources = sources.replace("\\ ", "\0");
    let mut sources = sources.split(' ').filter(|path| !path.is_empty()).map(|path| path.replace('\0', " "));
    let is_changed = |path: &PathBuf| modified(path).is_none_or(|time| time > built);
    sources.by_ref().map(|path| root.join(path)).find(is_changed)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::Duration;

    use super::*;

    /// An empty folder for this test only, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("sidle-commit {name} {}", std::process::id()));
            fs::create_dir_all(path.join("crates")).unwrap();
            fs::create_dir_all(path.join("docs")).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_commit_is_told_with_changes_and_without() {
        if Command::new("git").arg("--version").output().is_err() {
            println!("SKIPPED: sidle-attack test a_commit_is_told_with_changes_and_without (no git)");
            return;
        }
        let folder = Folder::new("tree");
        let root = &folder.0;
        fs::write(root.join("crates/a.rs"), "a").unwrap();
        assert_eq!(of_tree(root), None, "no repository");
        git(root, &["init", "--quiet"]).unwrap();
        assert_eq!(of_tree(root), None, "no commit");
        let named = ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"];
        git(root, &["add", "."]).unwrap();
        git(root, &[&named[..], &["commit", "--quiet", "-m", "m"]].concat()).unwrap();
        let commit = of_tree(root).unwrap();
        assert!(commit.len() >= 7 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{commit}");
        // A list of runs is not a source.
        fs::write(root.join("docs/runs.json"), "[]").unwrap();
        assert_eq!(of_tree(root), Some(commit.clone()));
        fs::write(root.join("crates/b.rs"), "new").unwrap();
        assert_eq!(of_tree(root), Some(format!("{commit}-dirty")), "a new file");
        fs::remove_file(root.join("crates/b.rs")).unwrap();
        fs::write(root.join("crates/a.rs"), "b").unwrap();
        assert_eq!(of_tree(root), Some(format!("{commit}-dirty")), "a changed file");
        // Not the top folder of the repository.
        assert_eq!(of_tree(&root.join("crates")), None);
    }

    #[test]
    fn a_source_newer_than_its_program_is_found() {
        let folder = Folder::new("program");
        let root = &folder.0;
        let (old, new, program) = (root.join("old.rs"), root.join("new one.rs"), root.join("program"));
        let begin = SystemTime::now() - Duration::from_secs(1000);
        let put = |path: &Path, second: u64| {
            let file = File::create(path).unwrap();
            file.set_modified(begin + Duration::from_secs(second)).unwrap();
        };
        put(&old, 1);
        put(&new, 2);
        put(&program, 3);
        assert_eq!(changed_since(&program, root), None, "without a list of sources");
        let escaped = |path: &Path| path.display().to_string().replace(' ', "\\ ");
        let list = format!("{}: {} new\\ one.rs\n", escaped(&program), escaped(&old));
        fs::write(program.with_extension("d"), list).unwrap();
        assert_eq!(changed_since(&program, root), None);
        put(&new, 4);
        assert_eq!(changed_since(&program, root), Some(new));
        fs::remove_file(&old).unwrap();
        assert_eq!(changed_since(&program, root), Some(old));
        assert_eq!(changed_since(&root.join("none"), root), None);
    }
}
