//! The guide quotes docs/soak.json and docs/attacks.json: the blocks between the markers are
//! generated again and compared.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sidle_attack::record::quote::Records;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn runs(name: &str) -> Vec<Value> {
    serde_json::from_str(&fs::read_to_string(docs().join(name)).unwrap()).unwrap()
}

fn records(soak: &[Value], attacks: &[Value]) -> Records {
    Records::parse(&json!(soak).to_string(), &json!(attacks).to_string()).unwrap()
}

/// The cells of the row whose command is `command`.
fn row(records: &Records, command: &str) -> Vec<String> {
    let table = records.block("attacks").unwrap();
    let cells = |line: &str| line.split(" | ").map(|cell| cell.trim_matches(['|', ' ']).to_owned()).collect();
    let mut rows =
        table.lines().map(cells).filter(|cells: &Vec<String>| cells.get(1) == Some(&format!("`{command}`")));
    let row = rows.next().unwrap_or_else(|| panic!("no row of {command} in {table}"));
    assert_eq!((row.len(), rows.next()), (5, None), "{table}");
    row
}

#[test]
fn the_guide_quotes_what_is_recorded() {
    let text = fs::read_to_string(docs().join("book/src/guarantee.md")).unwrap();
    assert_eq!(text.matches("<!-- record: ").count(), 2);
    // Not assert_eq: two whole chapters say less than the command that updates one.
    assert!(
        Records::read(&docs()).unwrap().fill(&text).unwrap() == text,
        "the guide is stale: cargo run --release -p sidle-attack -- quote --write"
    );
}

#[test]
fn a_stale_block_is_seen() {
    let mut soak = runs("soak.json");
    let text = fs::read_to_string(docs().join("book/src/guarantee.md")).unwrap();
    soak[0]["moves"] = json!(1);
    assert_ne!(records(&soak, &runs("attacks.json")).fill(&text).unwrap(), text);
    let mut attacks = runs("attacks.json");
    attacks[0]["commit"] = json!("0000000");
    assert_ne!(records(&runs("soak.json"), &attacks).fill(&text).unwrap(), text);
    let records = Records::read(&docs()).unwrap();
    for wrong in ["<!-- record: attacks -->", "<!-- record: x --><!-- record end -->", "<!-- record: attacks"]
    {
        assert!(records.fill(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_recorded_run_has_what_the_guide_needs() {
    for run in runs("soak.json").iter().chain(&runs("attacks.json")) {
        assert!(run["commit"].is_string() && run["date"].is_string(), "{run}");
        // Figures that are older than the list name the commit that wrote them into the guide.
        let has_result = run["passed"].is_boolean() && run["faults"].is_u64();
        assert!(has_result || run["written_in"].is_string(), "{run}");
    }
}

#[test]
fn amounts_of_one_commit_are_added_and_several_commits_are_named() {
    let run = |commit: &str, date: &str, cases: u64, faults: u64| {
        json!({
            "attack": "moves", "command": "sidle-attack moves", "commit": commit, "date": date, "seed": 1,
            "cases": cases, "moves": 2 * cases, "ball_steps": cases, "queries": 5, "seconds": 1.5,
            "passed": faults == 0, "faults": faults
        })
    };
    let first = run("aaaaaaa", "2026-11-21", 1000, 0);
    let second = run("aaaaaaa", "2026-11-22", 234, 1);
    let one = row(&records(&[], &[first.clone(), second.clone()]), "sidle-attack moves");
    assert_eq!(one[2], "1,234 worlds, 2,468 moves, 1,234 steps of balls, 10 queries");
    assert_eq!(one[3..], ["1", "`aaaaaaa`, 2026-11-21 to 2026-11-22"]);
    let third = run("bbbbbbb-dirty", "2026-11-23", 6, 0);
    let two = row(&records(&[], &[first.clone(), second, third]), "sidle-attack moves");
    assert!(two[2].starts_with("1,240 worlds, 2,480 moves") && two[3] == "1", "{two:?}");
    let latest = "several commits: `bbbbbbb` with uncommitted changes, 2026-11-23 (6 worlds, 12 moves";
    assert!(two[4].starts_with(latest), "{two:?}");
    assert!(two[4].contains("; `aaaaaaa`, 2026-11-21 to 2026-11-22 (1,234 worlds"), "{two:?}");
    assert!(two[4].ends_with("faults: 1)"), "{two:?}");
    // An older run: no commit, not everything counted, no result.
    let mut old = first;
    for key in ["commit", "ball_steps", "queries", "seed", "seconds", "passed", "faults"] {
        old.as_object_mut().unwrap().remove(key);
    }
    old["written_in"] = json!("f6efc67");
    let old = row(&records(&[], &[old]), "sidle-attack moves");
    assert_eq!(old[2..4], ["1,000 worlds, 2,000 moves", "not recorded"]);
    assert_eq!(old[4], "commit not recorded (in the guide since `f6efc67`), 2026-11-21");
    assert_eq!(row(&records(&[], &[]), "sidle-attack moves")[2..], ["none recorded", "-", "-"]);
}

#[test]
fn mutants_are_counted_once_and_of_the_latest_commit() {
    let run = |commit: &str, caught: &[&str], survivors: &[&str]| {
        let caught: Value = caught.iter().map(|name| ((*name).to_owned(), json!("walks"))).collect();
        json!({
            "attack": "mutants", "command": "sidle-attack mutants", "commit": commit, "date": "2026-11-21",
            "planted": 1, "caught": caught, "survivors": survivors, "passed": survivors.is_empty(),
            "faults": survivors.len()
        })
    };
    let chunks = [run("aaaaaaa", &["x", "y"], &[]), run("aaaaaaa", &["y"], &["z"])];
    let one = row(&records(&[], &chunks), "sidle-attack mutants");
    assert_eq!(one[2..], ["3 mutants", "1", "`aaaaaaa`, 2026-11-21"]);
    let several = [&chunks[..], &[run("bbbbbbb", &["x"], &[])]].concat();
    let two = row(&records(&[], &several), "sidle-attack mutants");
    assert_eq!(two[2..4], ["1 mutants", "0"]);
    assert!(two[4].contains("several commits") && two[4].contains("`aaaaaaa`"), "{two:?}");
}

#[test]
fn builds_and_what_was_skipped_are_named() {
    let target =
        |name: &str, passed: bool| json!({"name": name, "scenes": 88, "passed": passed, "seconds": 1});
    let run = json!({
        "attack": "bits", "command": "bash .ci/bits", "commit": "aaaaaaa", "date": "2026-11-21",
        "host": "x86_64 linux", "targets": [target("opt-level 1", true), target("wasm32", false)],
        "skipped": ["aarch64 (no qemu)"], "passed": false, "faults": 1
    });
    let row = row(&records(&[], &[run]), ".ci/bits");
    let amount =
        "88 scenes in 2 builds on x86_64 linux: opt-level 1; wasm32 FAILED. Skipped: aarch64 (no qemu)";
    assert_eq!(row[2..], [amount, "1", "`aaaaaaa`, 2026-11-21"]);
}

#[test]
fn walks_are_summed_by_commit() {
    let old = runs("soak.json");
    let mut new = old[..2].to_vec();
    for run in &mut new {
        run["commit"] = json!("bbbbbbb, ccccccc");
        run["date"] = json!("2026-12-01");
    }
    new[1]["findings"] = json!([]);
    let all = records(&[old.clone(), new.clone()].concat(), &[]);
    let generated = row(&all, "sidle soak");
    assert!(generated[4].contains("`bbbbbbb` and `ccccccc`, 2026-12-01 ("), "{generated:?}");
    let total = |runs: &[Value]| runs.iter().map(|run| run["moves"].as_u64().unwrap()).sum::<u64>();
    let files = row(&all, "sidle soak LEVEL..");
    let grouped = sidle_attack::record::grouped;
    let sum = |row: &[String]| row[2].trim_end_matches(" moves").replace(',', "").parse::<u64>().unwrap();
    assert_eq!(sum(&generated) + sum(&files), total(&old) + total(&new));
    let walks = all.block("walks").unwrap();
    let lines: Vec<&str> = walks.lines().collect();
    assert_eq!(lines.len(), 2, "{walks}");
    assert!(
        lines[0].starts_with("- `bbbbbbb` and `ccccccc`, 2026-12-01: 2 runs, of which 1 passed."),
        "{walks}"
    );
    assert!(lines[0].contains(&format!(" {} moves, ", grouped(total(&new)))), "{walks}");
    // Each fault is named; a finding that breaks no promise is not.
    let faults = lines[0].split("Faults in all: 1.").nth(1).unwrap();
    assert_eq!(faults.matches("Seed ").count(), 1, "{walks}");
    // A run without a commit stays readable.
    let mut nameless = old[0].clone();
    nameless.as_object_mut().unwrap().remove("commit");
    let walks = records(&[nameless], &[]).block("walks").unwrap();
    assert!(walks.starts_with("- commit not recorded, 20"), "{walks}");
}
