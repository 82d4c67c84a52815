//! The program and `.ci/bits` add their runs to a list, with the commit and the date.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use crate::common::{Folder, stderr, stdout};

fn runs_of(folder: &Folder, name: &str) -> Vec<Value> {
    serde_json::from_str(&fs::read_to_string(folder.0.join(name)).unwrap()).unwrap()
}

fn attack(folder: &Folder, args: &[&str]) -> Output {
    let out = folder.path("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidle-attack"));
    command.args(args).stdin(Stdio::null());
    if matches!(args[0], "moves" | "fuzz") {
        command.args(["--out", &out]);
    }
    command.output().unwrap()
}

/// Seven or more hexadecimal digits, marked if the sources have changes; or no git.
fn is_commit(text: &str) -> bool {
    let hash = text.strip_suffix("-dirty").unwrap_or(text);
    text == "unknown" || (hash.len() >= 7 && hash.chars().all(|c| c.is_ascii_hexdigit()))
}

#[test]
fn runs_are_added_with_commit_and_date() {
    let folder = Folder::new("added");
    // A run of another version, with a number whose digits must not change.
    let old = r#"[{"attack": "other", "figure": 0.20875375889527778, "kept": true}]"#;
    let file = folder.file("runs.json", old);
    let passes = |args: &[&str]| {
        let output = attack(&folder, args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    };
    passes(&["moves", "--cases", "300", "--seed", "3", "--kind", "balls", "--record", &file]);
    passes(&["fuzz", "--seconds", "0.2", "--target", "obj", "--record", &file, "--commit", "abc1234"]);
    passes(&["moves", "--cases", "10"]);
    passes(&["mutants", "--list", "--record", &file]);
    let runs = runs_of(&folder, "runs.json");
    assert_eq!(runs.len(), 3, "neither a run without --record nor a list of mutants is recorded");
    assert_eq!(runs[0], serde_json::from_str::<Value>(old).unwrap()[0]);
    assert!(fs::read_to_string(&file).unwrap().contains("0.20875375889527778,"));
    for run in &runs[1..] {
        assert!(run["date"].as_str().unwrap().starts_with("20"), "{run}");
        assert!(run["seconds"].as_f64().is_some());
        assert_eq!((&run["passed"], &run["faults"]), (&json!(true), &json!(0)), "{run}");
    }
    let moves = &runs[1];
    assert!(is_commit(moves["commit"].as_str().unwrap()), "{moves}");
    assert_eq!(moves["command"], "sidle-attack moves --cases 300 --seed 3 --kind balls");
    assert_eq!(
        (&moves["attack"], &moves["cases"], &moves["moves"]),
        (&json!("moves"), &json!(300), &json!(0))
    );
    assert_eq!((&moves["seed"], &moves["queries"]), (&json!(3), &json!(0)));
    assert!(moves["ball_steps"].as_u64().unwrap() >= 300, "{moves}");
    let fuzz = &runs[2];
    assert_eq!((&fuzz["attack"], &fuzz["commit"]), (&json!("fuzz"), &json!("abc1234")));
    assert_eq!(fuzz["targets"]["obj"], fuzz["executions"]);
    assert!(fuzz["executions"].as_u64().unwrap() > 10, "{fuzz}");
}

#[test]
fn a_list_that_cannot_be_used_is_refused_before_the_run() {
    let folder = Folder::new("refused");
    let (text, nowhere) = (folder.file("text", "{\"a\": 1}"), folder.path("no/such/folder.json"));
    for (file, word) in [(&text, "is not a list of runs"), (&nowhere, "cannot be written")] {
        // Without the check, the last one would take hours.
        for args in [&["fuzz", "--seconds", "600"][..], &["moves", "--cases", "1e9"], &["mutants"]] {
            let output = attack(&folder, &[args, &["--record", file]].concat());
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert!(
                output.stdout.is_empty() && stderr(&output).contains(word),
                "{args:?}: {}",
                stderr(&output)
            );
        }
    }
    assert_eq!(fs::read_to_string(&text).unwrap(), "{\"a\": 1}");
    let output = attack(&folder, &["moves", "--commit", "a, b"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    // Invalid outcomes of builds.
    let list = folder.path("list.json");
    let output = attack(&folder, &["bits", "--seconds", "1", "--record", &list]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("stdin: there is no outcome of a build"), "{}", stderr(&output));
    assert!(!Path::new(&list).exists());
}

/// `.ci/bits` in its own folder, with a cargo that builds nothing and starts the real program.
#[cfg(unix)]
#[test]
fn the_script_adds_what_it_ran_and_what_it_skipped() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("bits");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.ci/bits");
    for name in [".ci", "bin", "inner"] {
        fs::create_dir_all(folder.0.join(name)).unwrap();
    }
    fs::copy(script, folder.0.join(".ci/bits")).unwrap();
    let cargo = format!(
        r#"#!/usr/bin/env bash
if [[ "$*" == *"-p sidle-attack"* ]]; then
  mkdir -p target/release
  ln -sf "{}" target/release/sidle-attack
  exit
fi
[[ "$*" == *"opt-level=1"* && -n ${{FAILS-}} ]] && {{ echo "DIFFERS hall"; exit 3; }}
echo "a warning"
echo "88 of 88 scenes have the golden bits in all of 3 runs"
"#,
        env!("CARGO_BIN_EXE_sidle-attack")
    );
    for (name, text) in [("cargo", cargo.as_str()), ("rustc", "#!/usr/bin/env bash\necho /no/such/folder\n")]
    {
        let path = folder.0.join("bin").join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.path("bin"), std::env::var("PATH").unwrap());
    let bits = |args: &[&str], fails: &str| {
        let mut bash = Command::new("bash");
        bash.arg("../.ci/bits").args(args).current_dir(folder.0.join("inner")).env("PATH", &path);
        bash.env("FAILS", fails).env_remove("SIDLE_RUSTC").env_remove("CARGO_TARGET_DIR").output().unwrap()
    };
    // A relative path starts at the folder of the caller.
    let output = bits(&["--record", "runs.json"], "");
    let text = stdout(&output);
    assert!(output.status.success(), "{text}{}", stderr(&output));
    let failed = bits(&["--record", "runs.json"], "yes");
    assert_eq!(failed.status.code(), Some(1), "{}", stderr(&failed));
    let runs = runs_of(&folder, "inner/runs.json");
    assert_eq!(runs.len(), 2);
    let run = &runs[0];
    assert_eq!((&run["attack"], &run["command"]), (&json!("bits"), &json!("bash .ci/bits")));
    assert_eq!((&run["passed"], &run["faults"]), (&json!(true), &json!(0)), "{run}");
    assert!(is_commit(run["commit"].as_str().unwrap()) && run["date"].as_str().is_some(), "{run}");
    let targets = run["targets"].as_array().unwrap();
    assert_eq!((&targets[0]["name"], &targets[0]["scenes"]), (&json!("opt-level 0, checked"), &json!(88)));
    assert!(targets.len() >= 3 && targets.iter().all(|target| target["passed"] == true), "{run}");
    // Neither wasm32 nor, on another processor, aarch64 can be built here.
    let skipped: Vec<&str> = run["skipped"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
    assert!(skipped.iter().any(|what| what.starts_with("wasm32 (")), "{skipped:?}");
    let printed: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("SKIPPED: ")).collect();
    assert_eq!(skipped, printed);
    let run = &runs[1];
    assert_eq!((&run["passed"], &run["faults"]), (&json!(false), &json!(1)), "{run}");
    assert_eq!(
        (&run["targets"][1]["name"], &run["targets"][1]["passed"]),
        (&json!("opt-level 1"), &json!(false))
    );
    // Without the option nothing is added, and no other option is mistaken for it.
    assert!(bits(&[], "").status.success());
    assert_eq!(bits(&["--record"], "").status.code(), Some(2));
    assert_eq!(runs_of(&folder, "inner/runs.json").len(), 2);
}
