//! The scripts in `.ci`: they leave out nothing silently.

#![cfg(unix)]

use crate::common::Folder;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bash(folder: &Path, args: &[&str]) -> Output {
    Command::new("bash").args(args).current_dir(folder).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Copies a script of `.ci` into another folder's `.ci`.
fn copy(name: &str, folder: &Folder) {
    folder.write(&format!(".ci/{name}"), fs::read_to_string(workspace().join(".ci").join(name)).unwrap());
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Every file below a folder `tests` of a crate.
fn test_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(workspace().join("crates")).unwrap() {
        let tests = entry.unwrap().path().join("tests");
        if tests.is_dir() {
            rust_files(&tests, &mut found);
        }
    }
    found
}

#[test]
fn the_list_of_what_was_skipped_is_complete() {
    let folder = Folder::new("skipped");
    let log = "running 2 tests\nSKIPPED: b (why)\nnot SKIPPED: c\nSKIPPED: a\nSKIPPED without a colon\nSKIPPED: a\n";
    folder.write("log", log);
    let script = workspace().join(".ci/skipped").display().to_string();
    let list = |file: &str| stdout(&bash(&folder.0, &[&script, file]));
    assert_eq!(list("log"), "== skipped: 2\nSKIPPED: a\nSKIPPED: b (why)\n");
    folder.write("log", "all is well\n");
    assert_eq!(list("log"), "== nothing was skipped\n");
}

/// A folder in which `.ci/run` has a cargo that does nothing, except that one test skips or one
/// step fails.
struct FalseRun(Folder);

impl FalseRun {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        for script in ["run", "skipped", "features"] {
            copy(script, &folder);
        }
        folder.write(".ci/bits", "echo \"$1: fine\"\necho \"SKIPPED: wasm32 (no node)\"\n");
        for script in ["prose", "package", "sanitize", "web", "bevy"] {
            folder.write(&format!(".ci/{script}"), "echo fine\n");
        }
        folder.write("crates/sidle/examples/one.rs", "");
        folder.write("crates/sidle/Cargo.toml", "name = \"sidle\"\n[features]\n");
        folder.write("docs/trials.md", "| `crates/a.rs` | `one_trial` and `another`: cases | 1 | 2 |\n");
        folder.write("docs/book/src/figures/one.svg", "drawn\n");
        let cargo = r#"#!/usr/bin/env bash
[[ "$*" == "test -- --show-output" ]] && echo "SKIPPED: sidle-io test spawns (no levels)"
[[ "$*" == *"${FAILS:-nothing}"* ]] && { echo "it fails"; exit 101; }
[[ "$*" == *"figures --out target/figures" ]] && { mkdir -p target/figures; echo drawn >target/figures/one.svg; }
exit 0
"#;
        folder.write("Cargo.toml", "rust-version = \"1.89\"\n");
        let run = Self(folder);
        run.program("cargo", cargo);
        run.program("cargo-deny", "#!/usr/bin/env bash\n");
        run.program("rustup", "#!/usr/bin/env bash\necho 1.89.0-x86_64-unknown-linux-gnu\n");
        run.program("mdbook", "#!/usr/bin/env bash\n");
        // No other tool of this machine: it may have another mdbook.
        let path = std::env::var_os("PATH").unwrap();
        let tools = "awk basename bash cat cut diff dirname env git grep head mkdir rm sed sort tee tr wc";
        for tool in tools.split(' ') {
            let real =
                std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file());
            std::os::unix::fs::symlink(real.expect(tool), run.0.0.join("bin").join(tool)).unwrap();
        }
        run
    }

    fn program(&self, name: &str, text: &str) {
        let name = format!("bin/{name}");
        self.0.write(&name, text);
        fs::set_permissions(self.0.0.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn run(&self, options: &[&str], fails: &str) -> Output {
        Command::new("bash")
            .arg(".ci/run")
            .args(options)
            .current_dir(&self.0.0)
            .env("PATH", self.0.0.join("bin"))
            .env("FAILS", fails)
            .output()
            .unwrap()
    }

    /// Returns the names of the steps of `.ci/run`, without running them.
    fn steps(&self, options: &[&str]) -> Vec<String> {
        let text = stdout(&self.run(&[options, &["--list"]].concat(), "nothing"));
        let names = text.lines().filter_map(|line| line.strip_prefix("== ")?.split(": ").next());
        names.map(str::to_owned).collect()
    }

    fn git(&self, args: &[&str]) {
        git(&self.0, args);
    }
}

fn git(folder: &Folder, args: &[&str]) {
    let identity = ["-c", "user.name=test", "-c", "user.email=test"];
    let output = Command::new("git").args(identity).args(args).current_dir(&folder.0).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// Outside of a repository, `.ci/run` runs every step.
#[test]
fn a_run_lists_last_what_was_skipped() {
    let fake = FalseRun::new("run");
    let run = |fails: &str| fake.run(&[], fails);
    let tests = "SKIPPED: sidle-io test spawns (no levels)\nSKIPPED: wasm32 (no node)\n";
    let text = stdout(&run("nothing"));
    assert!(text.ends_with(&format!("== skipped: 2\n{tests}")), "{text}");
    for line in ["== guide: mdbook build docs/book", "--landing: fine", "--others: fine"] {
        assert!(text.contains(line), "{text}");
    }
    // A second run starts a new list.
    fs::remove_file(fake.0.0.join("bin/mdbook")).unwrap();
    let text = stdout(&run("nothing"));
    assert!(text.ends_with(&format!("== skipped: 3\nSKIPPED: guide (no mdbook)\n{tests}")), "{text}");
    // A step that fails ends the run, though its output goes through a pipe. The last four run
    // beside the others, some in functions of the script.
    let landing = ["test -- --show-output", "clippy --workspace"];
    let trials = "test --test all -- one_trial another";
    let beside = [trials, "figures --out", "--all-features --doc", "--manifest-path fuzz/Cargo.toml"];
    for fails in landing.into_iter().chain(beside) {
        let failed = run(fails);
        let text = String::from_utf8(failed.stdout).unwrap();
        assert_eq!(failed.status.code(), Some(101), "{fails}: {text}");
        assert!(!text.contains("== skipped"), "{fails}: {text}");
    }
    fake.0.write("docs/book/src/figures/one.svg", "drawn otherwise\n");
    assert_eq!(run("nothing").status.code(), Some(1));
}

/// Of the heavy steps, a run has one part and those whose own files changed within 100 commits.
#[test]
fn a_run_has_the_heavy_steps_whose_turn_it_is() {
    let fake = FalseRun::new("heavy");
    let all = fake.steps(&["--all"]);
    let heavy =
        ["full trials", "other bits", "sanitizer", "npm", "playground", "bevy", "all scenes", "package"];
    let heavy_steps = || {
        let steps = fake.steps(&[]);
        assert!(steps.iter().any(|step| step == "tests"), "{steps:?}");
        heavy.into_iter().filter(|name| steps.iter().any(|step| step == name)).collect::<Vec<_>>()
    };
    // In a short history, every file counts as changed.
    assert_eq!(heavy_steps(), heavy);
    fake.0.write(".gitignore", "/target\n/bin\n");
    for args in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "First"]] {
        fake.git(args);
    }
    assert_eq!(heavy_steps(), heavy);
    let commit = || fake.git(&["commit", "--quiet", "--allow-empty", "--message", "Next"]);
    (0..100).for_each(|_| commit());
    // 101 commits: part 5, and then one part after the other.
    let mut seen = Vec::new();
    for _ in 0..8 {
        let steps = heavy_steps();
        assert_eq!(steps.len(), 1, "{steps:?}");
        seen.extend(steps);
        commit();
    }
    assert_eq!(seen[..2], ["bevy", "all scenes"]);
    seen.sort_unstable();
    let mut expected = heavy;
    expected.sort_unstable();
    assert_eq!(seen, expected);
    // 109 commits: part 5 again. Files that are not committed count too.
    fake.0.write(".ci/bits", "echo changed\n");
    assert_eq!(heavy_steps(), ["other bits", "bevy"]);
    fake.0.write("npm/one.js", "");
    fake.git(&["add", "."]);
    fake.git(&["commit", "--quiet", "--message", "Change"]);
    assert_eq!(heavy_steps(), ["other bits", "npm", "all scenes"]);
    assert_eq!(fake.steps(&["--all"]), all);
    let text = stdout(&fake.run(&["--list"], "nothing"));
    assert!(text.contains("SKIPPED: bevy (part 5 of the heavy steps; this run has part 6)\n"), "{text}");
    assert_eq!(fake.run(&["--al"], "nothing").status.code(), Some(2));
}

/// `.ci/prose` finds each kind of fault in a finished file, and its list of unfinished files only
/// shrinks.
#[test]
fn prose_is_checked_and_the_unfinished_files_become_fewer() {
    let folder = Folder::new("prose");
    copy("prose", &folder);
    let list = "docs/unfinished-prose.txt";
    let good = "/// Returns one.\nfn one() {}\n";
    let bad = "/// What two returns.\nfn two() {}\n";
    folder.write("README.md", "# Title\n");
    folder.write("one.rs", good);
    folder.write("two.rs", bad);
    folder.write(list, "two.rs\n");
    let commit = || {
        git(&folder, &["add", "."]);
        git(&folder, &["commit", "--quiet", "--message", "Next"]);
    };
    git(&folder, &["init", "--quiet"]);
    let run = || bash(&folder.0, &[".ci/prose"]);
    let fails = |fault: &str| {
        let output = run();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success() && text.contains(fault), "{fault}: {text}");
    };
    commit();
    assert!(stdout(&run()).contains("2 of 3 files are finished"));
    let long = format!("// {}\n", "long ".repeat(20));
    for (fault, line) in [
        ("word one.rs 1", concat!("// Some hero, or no", "body.\n")),
        ("headless one.rs 1", "/// What one returns.\n"),
        ("long one.rs 1", &long),
    ] {
        folder.write("one.rs", line);
        fails(fault);
    }
    // A file cannot be added to the list, and a finished file has to leave it.
    folder.write("one.rs", bad);
    folder.write(list, "one.rs\ntwo.rs\n");
    fails("one.rs was added");
    commit();
    fails("one.rs was added");
    folder.write("one.rs", good);
    fails("one.rs follows the rules");
    folder.write(list, "gone.rs\ntwo.rs\n");
    fails("gone.rs does not exist");
    folder.write("two.rs", good);
    folder.write(list, "");
    assert!(stdout(&run()).contains("3 of 3 files are finished"));
}

/// A test that needs the real levels says so if they are absent.
#[test]
fn whatever_needs_the_real_levels_can_be_skipped_aloud() {
    let mut found = 0;
    for file in test_files() {
        let text = fs::read_to_string(&file).unwrap();
        // As a path, and not in a sentence.
        if text.contains("shared/levels\"") && !file.ends_with("sidle-tour/tests/all/ci.rs") {
            assert!(text.contains("println!(\"SKIPPED: "), "{} skips silently", file.display());
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn every_test_behind_a_feature_is_run() {
    let list = stdout(&bash(&workspace(), &[".ci/features", "--list"]));
    let words: Vec<&str> = list.split_whitespace().collect();
    let runs = |module: &str| words.contains(&&*format!("{module}::")) || words.contains(&"--tests");
    // Those that were forgotten once, and whatever names a feature today.
    for module in ["ball_contract", "sectors", "serde", "batch"] {
        assert!(runs(module), "{module}: {list}");
    }
    let tests = workspace().join("crates/sidle/tests/all");
    for file in test_files() {
        let Ok(place) = file.strip_prefix(&tests) else { continue };
        let names_one = fs::read_to_string(&file).unwrap().contains("(feature = \"");
        let module = place.with_extension("").display().to_string();
        assert!(!names_one || runs(&module), "{module}: {list}");
    }
    for wanted in ["--lib", "--doc", "--all-features"] {
        assert!(words.contains(&wanted), "{list}");
    }
}

#[test]
fn features_are_found_wherever_a_test_names_them() {
    let folder = Folder::new("features");
    copy("features", &folder);
    let plain = "[package]\nname = \"plain\"\n";
    let manifest = "[package]\nname = \"a-crate\"\n\n[features]\nx = []\n\n[[test]]\nname = \"two\"\n";
    folder.write("crates/plain/Cargo.toml", plain);
    folder.write("crates/plain/tests/one.rs", "#[cfg(feature = \"x\")]");
    folder.write("crates/a/Cargo.toml", manifest);
    let list = || stdout(&bash(&folder.0, &[".ci/features", "--list"]));
    let expected = |targets: &[&str]| {
        let line = |wanted: &str| format!("cargo test --quiet -p a-crate --all-features {wanted}\n");
        targets.iter().map(|wanted| line(wanted)).collect::<String>() + &line("--doc")
    };
    // Without any tests, then with tests that name no feature.
    assert_eq!(list(), expected(&["--lib "]));
    folder.write("crates/a/tests/none.rs", "#[test] fn features() {}");
    folder.write("crates/a/tests/all/main.rs", "mod big; mod part;");
    assert_eq!(list(), expected(&["--lib "]));
    folder.write("crates/a/tests/one.rs", "#[cfg(all(unix, feature=\"x\"))]");
    assert_eq!(list(), expected(&["--lib --test one"]));
    folder.write("crates/a/tests/all/big.rs", "#![cfg(feature = \"x\")]");
    folder.write("crates/a/tests/all/part.rs", "if cfg!(feature = \"x\") {}");
    let found = ["--lib --test one", "--test all -- big:: part::"];
    assert_eq!(list(), expected(&found));
    folder.write("crates/a/Cargo.toml", format!("{manifest}required-features = [\"x\"]\n"));
    assert_eq!(list(), expected(&["--lib --tests"]));
    // Of a bench only.
    folder.write("crates/a/Cargo.toml", format!("{manifest}\n[[bench]]\nrequired-features = [\"x\"]\n"));
    assert_eq!(list(), expected(&found));
    folder.write("crates/a/tests/all/common/mod.rs", "#[cfg(feature = \"x\")]");
    assert_eq!(list(), expected(&["--lib --tests"]));
}

/// `.ci/levels` with a program that prints what a walk prints, with one key less each time.
#[test]
fn a_walk_without_one_of_its_keys_fails() {
    let folder = Folder::new("levels");
    copy("levels", &folder);
    folder.write("levels/one.obj", "");
    folder.write("levels/one.spawns.json", "[]");
    let program = |name: &str, text: &str| {
        folder.write(name, text);
        fs::set_permissions(folder.0.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    };
    program("bin/cargo", "#!/bin/sh\n");
    program("target/release/sidle", "#!/bin/sh\necho \"$WALK\"\n");
    let run = |walk: &str| {
        let path = std::env::var("PATH").unwrap();
        let output = Command::new("bash")
            .args([".ci/levels", "levels"])
            .current_dir(&folder.0)
            .env("PATH", format!("{}:{path}", folder.0.join("bin").display()))
            .env("WALK", walk)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let keys = [
        "p50_ns",
        "skin_m",
        "worst_penetration_m",
        "crossings",
        "escaped",
        "stuck",
        "not_finite",
        "distance_m",
        "twin_distance_m",
        "passed",
        // Of characters.
        "air_share",
        "steps_climbed",
        "speed_kept",
    ];
    let walk = |left_out: &str, passed: &str| {
        let value = |key: &str| if key == "passed" { passed.to_owned() } else { "0.5".to_owned() };
        let pairs =
            keys.iter().filter(|key| **key != left_out).map(|key| format!("\"{key}\":{}", value(key)));
        format!("{{\"moves\":1,{}}}", pairs.collect::<Vec<_>>().join(","))
    };
    let whole = run(&walk("", "true"));
    assert_eq!(whole.0, Some(0), "{}", whole.1);
    assert_eq!(run(&walk("", "false")).0, Some(1));
    assert_eq!(run("").0, Some(1));
    for key in keys {
        let (code, text) = run(&walk(key, "true"));
        assert_eq!(code, Some(1), "{key}");
        assert!(text.contains(&format!("one: the output of walk has no \"{key}\"")), "{text}");
    }
    let (code, text) = run(&walk("", "true").replace("\"escaped\":0.5", "\"escaped\":null"));
    assert!(code == Some(1) && text.contains("no \"escaped\""), "{text}");
}
