//! The guide quotes docs/soak.json and docs/attacks.json: the blocks between the markers are
//! generated again and compared.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sidle_attack::record::quote::{CHAPTERS, Records};

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
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_start_matches("| ").trim_end_matches(" |");
        line.split(" | ").map(str::to_owned).collect()
    };
    // The first two lines are the head and its rule.
    let rows: Vec<Vec<String>> = table.lines().skip(2).map(cells).collect();
    assert!(rows.iter().all(|row| row.len() == 6), "{table}");
    let mut rows: Vec<_> = rows.into_iter().filter(|row| row[1] == format!("`{command}`")).collect();
    assert_eq!(rows.len(), 1, "{command}: {rows:?}");
    rows.remove(0)
}

fn chapter(name: &str) -> String {
    fs::read_to_string(docs().join("book/src").join(name)).unwrap()
}

#[test]
fn the_guide_quotes_what_is_recorded() {
    for name in CHAPTERS {
        let text = chapter(name);
        assert_eq!(text.matches("<!-- record: ").count(), 1);
        // Not assert_eq: the command that updates a chapter helps more than two whole chapters.
        assert!(
            Records::read(&docs()).unwrap().fill(&text).unwrap() == text,
            "{name} is stale: cargo run --release -p sidle-attack -- quote"
        );
    }
}

#[test]
fn the_guarantee_is_short_and_a_run_is_one_line() {
    let lines = chapter("guarantee.md").lines().filter(|line| !line.starts_with('|')).count();
    assert!(lines <= 120, "guarantee.md has {lines} lines outside tables, at most 120");
    for name in ["soak.json", "attacks.json"] {
        let text = fs::read_to_string(docs().join(name)).unwrap();
        assert_eq!(text.lines().count(), 2 + runs(name).len(), "{name}");
    }
}

#[test]
fn a_stale_block_is_seen() {
    let mut soak = runs("soak.json");
    for run in &mut soak {
        run["moves"] = json!(1);
    }
    for name in CHAPTERS {
        let text = chapter(name);
        assert_ne!(records(&soak, &runs("attacks.json")).fill(&text).unwrap(), text);
    }
    let text = chapter("guarantee.md");
    let more = json!({"attack": "fuzz", "command": "sidle-attack fuzz", "commit": "0000000", "date": "2026-11-21", "seconds": 1,
        "passed": true, "faults": 0, "seed": 1, "executions": 7, "targets": {}, "failed": []});
    let attacks = [&runs("attacks.json")[..], &[more]].concat();
    assert_ne!(records(&runs("soak.json"), &attacks).fill(&text).unwrap(), text);
    let records = Records::read(&docs()).unwrap();
    for wrong in ["<!-- record: attacks -->", "<!-- record: x --><!-- record end -->", "<!-- record: attacks"]
    {
        assert!(records.fill(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_run_in_the_repository_names_a_commit_and_is_counted_once() {
    let mut inputs = BTreeSet::new();
    for run in runs("soak.json").iter().chain(&runs("attacks.json")) {
        let is_hash = |hash: &str| hash.len() >= 7 && hash.chars().all(|c| c.is_ascii_hexdigit());
        assert!(run["commit"].as_str().unwrap().split(", ").all(is_hash), "{run}");
        assert!(!run.to_string().contains("\"/"), "the path of a machine: {run}");
        if run["seed"].is_u64() {
            let input = json!([run["commit"], run["attack"], run["seed"], run["levels"]]).to_string();
            assert!(inputs.insert(input.clone()), "two runs with the same input: {input}");
        }
    }
}

#[test]
fn an_attack_has_its_last_run_and_the_sums_since_its_last_fault() {
    let run = |commit: &str, seed: u64, cases: u64, faults: u64| {
        json!({
            "attack": "moves", "command": "sidle-attack moves", "commit": commit, "date": "2026-11-21", "seed": seed,
            "cases": cases, "moves": 2 * cases, "ball_steps": cases, "queries": 5, "seconds": 1.5,
            "passed": faults == 0, "faults": faults
        })
    };
    let mut runs = vec![run("aaaaaaa", 1, 7, 0), run("aaaaaaa", 2, 9, 1)];
    let cells = |runs: &[Value]| row(&records(&[], runs), "sidle-attack moves")[2..].to_vec();
    let last = "9 worlds, 18 moves, 9 steps of balls, 0 steps of characters, 5 queries";
    assert_eq!(cells(&runs), [last, "1", "`aaaaaaa`, 2026-11-21", "none"]);
    runs.push(run("bbbbbbb", 3, 1000, 0));
    let last = "1,000 worlds, 2,000 moves, 1,000 steps of balls, 0 steps of characters, 5 queries";
    assert_eq!(cells(&runs), [last, "0", "`bbbbbbb`, 2026-11-21", &format!("1 run: {last}")]);
    runs.push(run("ccccccc", 4, 234, 0));
    let last = "234 worlds, 468 moves, 234 steps of balls, 0 steps of characters, 5 queries";
    let since = "2 runs: 1,234 worlds, 2,468 moves, 1,234 steps of balls, 0 steps of characters, 10 queries";
    assert_eq!(cells(&runs), [last, "0", "`ccccccc`, 2026-11-21", since]);
    assert_eq!(cells(&[]), ["none recorded", "-", "-", "-"]);
}

#[test]
fn mutants_are_counted_once() {
    let run = |caught: &[&str], survivors: &[&str]| {
        let caught: Value = caught.iter().map(|name| ((*name).to_owned(), json!("walks"))).collect();
        json!({
            "attack": "mutants", "command": "sidle-attack mutants", "commit": "aaaaaaa", "date": "2026-11-21",
            "seconds": 9, "caught": caught, "survivors": survivors, "passed": survivors.is_empty(),
            "faults": survivors.len()
        })
    };
    let runs = [run(&["v"], &["w"]), run(&["x", "y"], &[]), run(&["y", "z"], &[])];
    let row = row(&records(&[], &runs), "sidle-attack mutants");
    assert_eq!(row[2..], ["2 mutants", "0", "`aaaaaaa`, 2026-11-21", "2 runs: 3 mutants"]);
}

#[test]
fn builds_and_what_was_skipped_are_named() {
    let target = |name: &str, passed: bool| json!({"name": name, "scenes": 88, "passed": passed});
    let run = json!({
        "attack": "bits", "command": "bash .ci/bits", "commit": "aaaaaaa", "date": "2026-11-21",
        "host": "x86_64 linux", "targets": [target("opt-level 1", true), target("wasm32", false)],
        "skipped": ["aarch64 (no qemu)"], "passed": false, "faults": 1, "seconds": 100
    });
    let row = row(&records(&[], &[run]), ".ci/bits");
    let amount =
        "88 scenes in 2 builds on x86_64 linux: opt-level 1; wasm32 FAILED. Skipped: aarch64 (no qemu)";
    assert_eq!(row[2..], [amount, "1", "`aaaaaaa`, 2026-11-21", "none"]);
}

#[test]
fn runs_among_platforms_have_a_row_with_their_crushes() {
    let mut run = runs("soak.json")[0].clone();
    for (key, value) in
        [("platforms", 50), ("platform_contacts", 270), ("crushed", 12), ("crushed_refuted", 3)]
    {
        run[key] = json!(value);
    }
    let all = records(&[run], &[]);
    let amount = "600,000,000 moves, 270 of them with a platform; 12 crushes, 3 of them refuted";
    assert_eq!(row(&all, "sidle-tour soak --platforms N")[2], amount);
    assert_eq!(row(&all, "sidle-tour soak")[2], "none recorded");
    let walks = all.block("walks").unwrap();
    assert!(walks.lines().nth(2).unwrap().starts_with("| among platforms, "), "{walks}");
}

#[test]
fn walks_are_summed_since_the_last_fault() {
    // Steps of characters, and runs among platforms, have rows of their own.
    let mut soak = runs("soak.json");
    soak.retain(|run| run["characters"] != true && run["platforms"].is_null());
    let last = soak.last().unwrap()["faults"].as_u64().unwrap();
    let summary = |soak: &[Value]| records(soak, &[]).block("walks").unwrap();
    if last > 0 {
        assert!(summary(&soak).contains("| bodies, last run, `"), "{}", summary(&soak));
    }
    for (commit, seed) in [("bbbbbbb, ccccccc", 1), ("ddddddd", 2)] {
        let mut run = soak[0].clone();
        for (key, value) in [
            ("commit", json!(commit)),
            ("date", json!("2026-12-01")),
            ("seed", json!(seed)),
            ("faults", json!(0)),
            ("moves", json!(1000)),
            ("passed", json!(true)),
        ] {
            run[key] = value;
        }
        soak.push(run);
    }
    let text = summary(&soak);
    let row = "| bodies, since `bbbbbbb` and `ccccccc`, 2026-12-01 | 2 of 2 | 2,000 |";
    assert!(last == 0 || text.contains(row), "{text}");
    let clean = &soak[soak.len() - 2..];
    assert_eq!(row_of_generated(clean)[2..4], ["1,000 moves", "0"]);
    assert_eq!(row_of_generated(clean)[5], "2 runs: 2,000 moves");
}

fn row_of_generated(soak: &[Value]) -> Vec<String> {
    row(&records(soak, &[]), "sidle-tour soak")
}
