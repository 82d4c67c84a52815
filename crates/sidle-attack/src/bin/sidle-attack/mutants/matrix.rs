//! Plants one mutant after the other in a copy of the sources, builds it, and runs the catchers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use sidle_attack::mutants::Mutant;

/// Time limit of the catchers, in times of a run without a mutant. A run that takes longer hangs,
/// which counts as a catch. On a loaded machine, a fixed limit would count as one too.
const PATIENCE: u32 = 10;

/// Library tests for faults that the catchers of this program cannot detect, fastest first: the
/// unit tests, then modules of the integration tests.
const TESTS: [&[&str]; 2] = [
    &["--lib"],
    &[
        "--test",
        "all",
        "--",
        "responses::",
        "friction::",
        "filters::",
        "queries_cast::",
        "queries_ray::",
        "impacts_and_ends::",
        "exact_ends::",
        "long_ways::",
        "replays::",
        "bounded_work::",
        "depenetrate_limits::",
        "solids::",
        "instances::",
        "carry::",
        "crowd::",
        "far::",
        "character::",
    ],
];

/// Prefix of the names of catchers that are library tests.
const TESTED: &str = "cargo test";

/// A caught mutant.
struct Caught {
    by: String,
    /// Number of cases and seconds until the catch.
    after: String,
    found: String,
}

struct Workshop {
    sources: PathBuf,
    target: PathBuf,
    /// Time limit of the catchers.
    limit: Duration,
}

/// Plants all mutants and prints the table. Returns the name of each mutant and its catcher, if it
/// was caught.
pub(crate) fn run(mutants: &[Mutant]) -> Result<Vec<(String, Option<String>)>> {
    let begun = Instant::now();
    let mut shop = Workshop::open().context("cannot copy the sources")?;
    shop.build().context("the sources as they are do not build")?;
    println!("built in {:.0} s; the library as it is:", begun.elapsed().as_secs_f64());
    let start = Instant::now();
    if let Some(caught) = shop.catch(true)? {
        bail!("caught without a mutant, by {}: {}", caught.by, caught.found);
    }
    shop.limit = start.elapsed() * PATIENCE;
    println!("\n| mutant | models | caught by | after | s in all | found |\n|---|---|---|---|---|---|");
    let mut verdicts = Vec::new();
    for mutant in mutants {
        let start = Instant::now();
        let caught = shop.with(mutant, |shop| match shop.catch(false)? {
            Some(caught) => Ok(Some(caught)),
            None => shop.test(),
        })?;
        // A test that fails without the mutant has caught nothing.
        if caught.as_ref().is_some_and(|c| c.by.starts_with(TESTED))
            && let Some(anyway) = shop.test()?
        {
            bail!("fails without a mutant: {} {}", anyway.by, anyway.found);
        }
        verdicts.push((mutant.name.clone(), caught.as_ref().map(|caught| caught.by.clone())));
        let Caught { by, after, found } =
            caught.unwrap_or(Caught { by: "SURVIVED".into(), after: String::new(), found: String::new() });
        let (seconds, found): (f64, String) =
            (start.elapsed().as_secs_f64(), found.chars().take(110).collect());
        println!("| {} | {} | {by} | {after} | {seconds:.0} | {found} |", mutant.name, mutant.models);
    }
    let survivors = verdicts.iter().filter(|(_, by)| by.is_none()).count();
    println!("\n{} mutants, {survivors} survived, {:.0} s", mutants.len(), begun.elapsed().as_secs_f64());
    Ok(verdicts)
}

impl Workshop {
    fn open() -> io::Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
        let folder = root.join("target/mutants");
        let shop =
            Self { sources: folder.join("sources"), target: folder.join("target"), limit: Duration::MAX };
        copy(&root, &shop.sources)?;
        Ok(shop)
    }

    /// Applies a mutant to the sources, runs `then`, and restores the sources.
    fn with<T>(&self, mutant: &Mutant, then: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        let mut before: Vec<(PathBuf, String)> = Vec::new();
        for edit in &mutant.edits {
            let path = self.sources.join(&edit.file);
            let text = fs::read_to_string(&path).with_context(|| edit.file.clone())?;
            let planted = edit.plant(&text).map_err(|e| anyhow!("{}: {e}", mutant.name))?;
            fs::write(&path, planted).with_context(|| edit.file.clone())?;
            before.push((path, text));
        }
        let built = self.build().with_context(|| format!("{} does not build", mutant.name));
        let result = built.and_then(|()| then(self));
        for (path, text) in before.iter().rev() {
            fs::write(path, text).with_context(|| path.display().to_string())?;
        }
        result
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).current_dir(&self.sources);
        cargo.env("SIDLE_TRIALS", "full");
        cargo.env("CARGO_TARGET_DIR", &self.target).env("RUSTFLAGS", "-Awarnings");
        // Incremental, because only one function changes at a time.
        cargo.env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
        cargo
    }

    fn build(&self) -> Result<()> {
        let build = ["build", "--quiet", "--locked", "--release", "-p", "sidle-attack"];
        let output = self.cargo(&build).output()?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    /// Runs the catchers of the program. `aloud` prints the cost of each.
    fn catch(&self, aloud: bool) -> Result<Option<Caught>> {
        let mut program = Command::new(self.target.join("release/sidle-attack"));
        program.arg("catch").current_dir(&self.sources).stderr(Stdio::null());
        let (status, text) = finish(program, self.limit)?;
        let fields = |line: &str| line.split('\t').map(String::from).collect::<Vec<_>>();
        if aloud {
            for line in text.lines().map(fields) {
                println!("  {:<28} {:>7} cases {:>6} s", line[1], line[2], line[3]);
            }
        }
        let caught = text.lines().map(fields).find(|f| f[0] == "caught" && f.len() == 5);
        let passed = text.lines().filter(|l| l.starts_with("passed")).count();
        Ok(match (caught, status) {
            (Some(f), _) => Some(Caught {
                by: f[1].clone(),
                after: format!("{} cases, {} s", f[2], f[3]),
                found: f[4].clone(),
            }),
            (None, Some(status)) if status.success() => None,
            (None, status) => Some(Caught {
                by: format!("catcher {}", passed + 1),
                after: String::new(),
                found: status.map_or("does not come to an end".into(), |s| format!("dies: {s}")),
            }),
        })
    }

    /// Runs the library tests.
    fn test(&self) -> Result<Option<Caught>> {
        for tests in TESTS {
            let start = Instant::now();
            let mut cargo = self.cargo(&["test", "--quiet", "--locked", "--release", "-p", "sidle"]);
            let output = cargo.args(tests).output()?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if !output.status.success() {
                let failed = text.lines().skip_while(|l| *l != "failures:").find(|l| l.starts_with("---- "));
                let Some(failed) = failed else {
                    bail!("{}", String::from_utf8_lossy(&output.stderr));
                };
                let found = failed.trim_matches(|c| c == '-' || c == ' ').replace(" stdout", "");
                let after = format!("{:.0} s", start.elapsed().as_secs_f64());
                return Ok(Some(Caught { by: format!("{TESTED} {}", tests[0]), after, found }));
            }
        }
        Ok(None)
    }
}

/// Runs a program to its end or to the time limit. Returns no status at the time limit.
fn finish(mut program: Command, limit: Duration) -> io::Result<(Option<ExitStatus>, String)> {
    let start = Instant::now();
    let mut child = program.stdout(Stdio::piped()).spawn()?;
    // The output of the program fits into a pipe.
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(Duration::from_millis(50));
    };
    let mut text = String::new();
    if let Some(mut out) = child.stdout.take() {
        io::Read::read_to_string(&mut out, &mut text)?;
    }
    Ok((status, text))
}

/// Copies the files that differ, so that unchanged files are not built again.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    // Remove files of an earlier copy that no longer exist in the sources.
    for entry in fs::read_dir(to)? {
        let stale = entry?.path();
        if stale.file_name().is_some_and(|name| !from.join(name).exists()) {
            if stale.is_dir() { fs::remove_dir_all(&stale)? } else { fs::remove_file(&stale)? }
        }
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (name, path) = (entry.file_name(), entry.path());
        if name == "target" || name == ".git" {
            continue;
        }
        let copied = to.join(&name);
        if path.is_dir() {
            copy(&path, &copied)?;
        } else {
            let text = fs::read(&path)?;
            if fs::read(&copied).ok().as_ref() != Some(&text) {
                fs::write(&copied, text)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_filter_selects_a_file_of_the_library_tests() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sidle/tests/all");
        let filters: Vec<&str> = TESTS[1].iter().filter_map(|word| word.strip_suffix("::")).collect();
        assert!(!filters.is_empty());
        for module in filters {
            let file = folder.join(module).with_extension("rs");
            assert!(file.is_file() || folder.join(module).join("mod.rs").is_file(), "no tests {module}");
        }
    }
}
