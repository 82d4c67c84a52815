//! `sidle-tour soak` as a program: the same totals on any number of threads and after any
//! interruption, and clear errors.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{Folder, json, obj, stderr, stdout};

/// Replays of faults go to target/soak in the folder of the run, which must not be the source
/// folder.
fn soak(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidle-tour"));
    command.arg("soak").args(args).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap()
}

/// Everything that does not depend on the clock or the threads.
fn bits(mut report: Value) -> Value {
    for key in ["hours", "moves_per_second", "threads"] {
        report.as_object_mut().unwrap().remove(key).unwrap();
    }
    report
}

#[test]
fn the_same_totals_with_any_number_of_threads() {
    let one = soak(&["soup", "field", "--moves", "20000", "--seed", "4", "--threads", "1", "--json"]);
    let two = soak(&["soup", "field", "--moves", "2e4", "--seed", "4", "--threads", "3", "--json"]);
    assert!(one.status.success() && two.status.success(), "{}{}", stderr(&one), stderr(&two));
    let report = json(&one);
    assert_eq!(bits(report.clone()), bits(json(&two)));
    assert_eq!((report["moves"].as_u64(), report["faults"].as_u64()), (Some(20_000), Some(0)));
    assert_eq!(report["levels"]["soup"]["moves"].as_u64(), Some(8192 + 20_000 - 2 * 8192));
    assert_eq!((report["seed"].as_u64(), report["passed"].as_bool()), (Some(4), Some(true)));
    let other = json(&soak(&["soup", "field", "--moves", "20000", "--seed", "5", "--json"]));
    assert_ne!(other["positions_hash"], report["positions_hash"]);
}

#[test]
fn a_resumed_soak_ends_with_the_totals_of_an_unbroken_one() {
    let folder = Folder::new("resume");
    let (whole, half) = (folder.path("whole.json"), folder.path("half.json"));
    let args = ["terrain", "--moves", "30000", "--seed", "9", "--json", "--threads", "1", "--checkpoint"];
    let run = |file: &str, more: &[&str]| soak(&[&args[..], &[file], more].concat());
    let unbroken = json(&run(&whole, &[]));
    // The checkpoint of an interrupted soak: two of its chunks are not done.
    let mut checkpoint: Value = serde_json::from_str(&fs::read_to_string(&whole).unwrap()).unwrap();
    assert_eq!(checkpoint["totals"]["done"], serde_json::json!([[0, 4]]));
    // The first two chunks are whole ones in a shorter soak too, so their totals are the same.
    let short = folder.path("short.json");
    let output = soak(&["terrain", "--moves", "16384", "--seed", "9", "--json", "--checkpoint", &short]);
    assert!(output.status.success(), "{}", stderr(&output));
    let broken_off: Value = serde_json::from_str(&fs::read_to_string(&short).unwrap()).unwrap();
    checkpoint["totals"] = broken_off["totals"].clone();
    assert_eq!(checkpoint["totals"]["done"], serde_json::json!([[0, 2]]));
    fs::write(&half, checkpoint.to_string()).unwrap();
    let resumed = run(&half, &["--resume"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(bits(json(&resumed)), bits(unbroken.clone()));
    // No work is left: the result is the same.
    assert_eq!(bits(json(&run(&half, &["--resume"]))), bits(unbroken));
}

#[cfg(unix)]
#[test]
fn an_interrupted_soak_writes_a_checkpoint_and_goes_on_from_it() {
    let folder = Folder::new("interrupt");
    let file = folder.path("soak.json");
    let args = ["soak", "soup", "--moves", "200000", "--seed", "2", "--threads", "1", "--json"];
    let child = Command::new(env!("CARGO_BIN_EXE_sidle-tour"))
        .args(args)
        .args(["--checkpoint", &file])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Once the first checkpoint exists, the program handles Ctrl-C or is about to.
    while !PathBuf::from(&file).exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(kill.success());
    // On a fast machine it may have finished before.
    let code = ended.status.code();
    assert!(matches!(code, Some(130 | 0)), "{code:?} {}", stderr(&ended));
    let resumed = soak(&[&args[1..], &["--checkpoint", &file, "--resume"]].concat());
    let unbroken = soak(&args[1..]);
    assert_eq!(bits(json(&resumed)), bits(json(&unbroken)));
}

#[test]
fn runs_are_added_to_the_record() {
    let folder = Folder::new("record");
    let file = folder.path("soak.json");
    for seed in ["1", "2"] {
        let args = ["hall", "--moves", "5000", "--seed", seed, "--record", &file, "--commit", "abc"];
        let output = soak(&args);
        assert!(output.status.success(), "{}", stderr(&output));
        let table = stdout(&output);
        assert!(table.contains("false stuck") && table.contains("verdict: passed"), "{table}");
    }
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().count(), 4, "a run is one line: {text}");
    let runs: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(runs.as_array().unwrap().len(), 2);
    assert_eq!((runs[1]["seed"].as_u64(), runs[1]["commit"].as_str()), (Some(2), Some("abc")));
    assert!(
        runs[0]["date"].as_str().unwrap().starts_with("20")
            && runs[0]["levels"] == serde_json::json!(["hall"])
            && runs[0]["moves"] == 5000
    );
}

#[test]
fn the_record_names_the_commit_of_every_sitting() {
    let folder = Folder::new("commits");
    let (file, checkpoint) = (folder.path("soak.json"), folder.path("checkpoint.json"));
    // A run that was recorded without a commit.
    fs::write(&file, r#"[{"seed": 5, "hours": 0.20875375889527778}]"#).unwrap();
    let run = |more: &[&str]| {
        let args = ["soup", "--moves", "20000", "--threads", "1", "--record", &file];
        let output = soak(&[&args[..], more].concat());
        assert!(output.status.success(), "{}", stderr(&output));
    };
    run(&["--commit", "aaaaaaa", "--checkpoint", &checkpoint]);
    // As if it had been interrupted after the first chunk, and another program continued.
    let mut broken_off: Value = serde_json::from_str(&fs::read_to_string(&checkpoint).unwrap()).unwrap();
    broken_off["totals"]["done"] = serde_json::json!([[0, 1]]);
    fs::write(&checkpoint, broken_off.to_string()).unwrap();
    run(&["--commit", "bbbbbbb", "--checkpoint", &checkpoint, "--resume"]);
    // A checkpoint of a version without commits.
    broken_off["totals"].as_object_mut().unwrap().remove("commits").unwrap();
    fs::write(&checkpoint, broken_off.to_string()).unwrap();
    run(&["--commit", "ccccccc", "--checkpoint", &checkpoint, "--resume"]);
    let runs: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(runs[0], serde_json::json!({"seed": 5, "hours": 0.208_753_758_895_277_78}));
    let commits: Vec<&str> = (1..4).map(|i| runs[i]["commit"].as_str().unwrap()).collect();
    assert_eq!(commits, ["aaaaaaa", "aaaaaaa, bbbbbbb", "unknown, ccccccc"]);
    for i in 1..4 {
        assert!(runs[i]["date"].as_str().unwrap().starts_with("20") && runs[i]["passed"].is_boolean());
    }
}

#[test]
fn levels_from_files_are_soaked_too() {
    let folder = Folder::new("file");
    let level = sidle_scenes::generate::hall(5, 3000);
    let file = folder.file("place.obj", obj(&level));
    let found = soak(&[&file, "--moves", "9000", "--json"]);
    assert!(found.status.success(), "{}", stderr(&found));
    assert_eq!(json(&found)["levels"]["place"]["moves"].as_u64(), Some(9000));
    let [x, y, z] = level.spawns[0];
    folder.write("place.spawns.json", format!("[[{x}, {y}, {z}]]"));
    let listed = soak(&[&file, "--moves", "9000", "--json"]);
    assert_ne!(json(&listed)["positions_hash"], json(&found)["positions_hash"]);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new("errors");
    let file = folder.path("soak.json");
    let fails = |args: &[&str], with: &str| {
        let output = soak(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(with), "{args:?}: {}", stderr(&output));
    };
    fails(&["castle.png"], "castle.json");
    fails(&["castle"], "castle: neither a file nor one of the generated levels hall, soup");
    fails(&["castle.obj"], "castle.obj");
    fails(&["--moves", "0"], "whole number from 1 to 1e12");
    fails(&["--moves", "1.5"], "whole number from 1 to 1e12");
    fails(&["--resume"], "--checkpoint");
    fails(&["--checkpoint", &file, "--resume"], "cannot be read");
    fails(&["--checkpoint", &folder.path("no/such/folder.json"), "--moves", "1"], "cannot be written");
    fs::write(&file, "{\"format\": 2, \"se").unwrap();
    fails(&["--checkpoint", &file, "--resume"], "is not a checkpoint");
    fails(&["--checkpoint", &file, "--moves", "1"], "is there already");
    fails(&["--record", &file, "--moves", "1"], "is not a list of runs");
    let both = folder.path("both.json");
    fails(&["--record", &both, "--checkpoint", &both, "--moves", "1"], "need different files");
    fails(&["--checkpoint", &file, "--resume", "--force"], "cannot be used with");
    let good = folder.path("good.json");
    let soup = ["soup", "--moves", "100", "--checkpoint", &good];
    assert!(soak(&soup).status.success());
    fails(&[&soup[..], &["--resume", "--seed", "2"]].concat(), "belongs to a soak with the seed 1, not 2");
    fails(&["soup", "--moves", "101", "--checkpoint", &good, "--resume"], "number of moves 100, not 101");
    fails(&["hall", "--moves", "100", "--checkpoint", &good, "--resume"], "a soak of other levels: soup");
    let broken = fs::read_to_string(&good).unwrap().replace("\"done\":[[0,1]]", "\"done\":[[0,9]]");
    fs::write(&good, broken).unwrap();
    fails(&[&soup[..], &["--resume"]].concat(), "its numbers disagree");
    assert!(soak(&[&soup[..], &["--force"]].concat()).status.success());
    // A finding names the file of its replay.
    let mut checkpoint: Value = serde_json::from_str(&fs::read_to_string(&good).unwrap()).unwrap();
    for (level, is_known) in [("../soup", false), ("soup", true)] {
        checkpoint["totals"]["findings"] = serde_json::json!([
            { "level": level, "chunk": 0, "move_number": 1, "what": "x", "is_fault": true, "replay": "" }
        ]);
        fs::write(&good, checkpoint.to_string()).unwrap();
        let faults = folder.path("faults");
        let runs = folder.path("runs.json");
        let args = [&soup[..], &["--resume", "--faults", &faults, "--record", &runs, "--commit", "abcdef0"]];
        let args = args.concat();
        if is_known {
            assert!(soak(&args).status.success());
            assert_eq!(fs::read_dir(&faults).unwrap().count(), 1);
            let runs: Value = serde_json::from_str(&fs::read_to_string(&runs).unwrap()).unwrap();
            let fault = serde_json::json!({ "level": "soup", "chunk": 0, "move_number": 1, "what": "x" });
            assert_eq!(runs[0]["findings"], serde_json::json!([fault]));
        } else {
            fails(&args, "its numbers disagree");
            assert!(!PathBuf::from(&faults).exists());
        }
    }
}

#[test]
fn platforms_are_counted() {
    let args = ["hall", "--platforms", "20", "--moves", "8192", "--seed", "4", "--threads", "1", "--json"];
    let output = soak(&args);
    assert!(output.status.success(), "{}", stderr(&output));
    let report = json(&output);
    let count = |key: &str| report[key].as_u64().unwrap_or(0);
    assert_eq!((count("platforms"), count("faults")), (20, 0));
    assert!(20 * count("platform_contacts") >= 8192 && count("carried") > 0, "{report}");
    assert!(count("platform_contacts") >= count("carried"), "{report}");
}
