//! The guide quotes docs/soak.json and docs/attacks.json: the blocks between the markers are
//! generated again and compared.

use std::collections::BTreeSet;
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

/// The cells of the rows whose command is `command`.
fn rows(records: &Records, command: &str) -> Vec<Vec<String>> {
    let table = records.block("attacks").unwrap();
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_start_matches("| ").trim_end_matches(" |");
        line.split(" | ").map(str::to_owned).collect()
    };
    // The first two lines are the head and its rule.
    let rows: Vec<Vec<String>> = table.lines().skip(2).map(cells).collect();
    assert!(rows.iter().all(|row| row.len() == 5), "{table}");
    rows.into_iter().filter(|row| row[1] == format!("`{command}`")).collect()
}

/// The only one of those rows.
fn row(records: &Records, command: &str) -> Vec<String> {
    let mut rows = rows(records, command);
    assert_eq!(rows.len(), 1, "{command}: {rows:?}");
    rows.remove(0)
}

#[test]
fn the_guide_quotes_what_is_recorded() {
    let text = fs::read_to_string(docs().join("book/src/guarantee.md")).unwrap();
    assert_eq!(text.matches("<!-- record: ").count(), 2);
    // Not assert_eq: the command that updates a chapter is more helpful than two whole chapters.
    assert!(
        Records::read(&docs()).unwrap().fill(&text).unwrap() == text,
        "the guide is stale: cargo run --release -p sidle-attack -- quote"
    );
}

#[test]
fn a_stale_block_is_seen() {
    let mut soak = runs("soak.json");
    let text = fs::read_to_string(docs().join("book/src/guarantee.md")).unwrap();
    soak[0]["moves"] = json!(1);
    assert_ne!(records(&soak, &runs("attacks.json")).fill(&text).unwrap(), text);
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
            let levels = run["levels"].as_object().map(|levels| levels.keys().collect::<Vec<_>>());
            let input = json!([run["commit"], run["attack"], run["seed"], levels]).to_string();
            assert!(inputs.insert(input.clone()), "two runs with the same input: {input}");
        }
    }
}

#[test]
fn amounts_of_one_commit_are_added_and_each_commit_has_a_row() {
    let run = |commit: &str, date: &str, seed: u64, cases: u64, faults: u64| {
        json!({
            "attack": "moves", "command": "sidle-attack moves", "commit": commit, "date": date, "seed": seed,
            "cases": cases, "moves": 2 * cases, "ball_steps": cases, "queries": 5, "seconds": 1.5,
            "passed": faults == 0, "faults": faults
        })
    };
    let first = run("aaaaaaa", "2026-11-21", 1, 1000, 0);
    let second = run("aaaaaaa", "2026-11-22", 2, 234, 1);
    let third = run("bbbbbbb", "2026-11-23", 1, 6, 0);
    let all = records(&[], &[first, second, third]);
    let rows = rows(&all, "sidle-attack moves");
    assert_eq!(rows.len(), 2, "{rows:?}");
    let latest = [
        "6 worlds, 12 moves, 6 steps of balls, 0 steps of characters, 5 queries",
        "0",
        "`bbbbbbb`, 2026-11-23",
    ];
    assert_eq!(rows[0][2..], latest);
    assert_eq!(
        rows[1][2],
        "1,234 worlds, 2,468 moves, 1,234 steps of balls, 0 steps of characters, 10 queries"
    );
    assert_eq!(rows[1][3..], ["1", "`aaaaaaa`, 2026-11-21 to 2026-11-22"]);
    assert_eq!(row(&records(&[], &[]), "sidle-attack moves")[2..], ["none recorded", "-", "-"]);
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
    let row = row(&records(&[], &[run(&["x", "y"], &[]), run(&["y"], &["z"])]), "sidle-attack mutants");
    assert_eq!(row[2..], ["3 mutants", "1", "`aaaaaaa`, 2026-11-21"]);
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
    assert_eq!(row[2..], [amount, "1", "`aaaaaaa`, 2026-11-21"]);
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
    let row = row(&all, "sidle soak --platforms N");
    let amount = "600,000,000 moves, 270 of them with a platform; 12 crushes, 3 of them refuted";
    assert_eq!(row[2], amount);
    assert!(rows(&all, "sidle soak").iter().all(|row| row[2] == "none recorded"));
    let walks = all.block("walks").unwrap();
    assert!(walks.lines().nth(2).unwrap().starts_with("| among platforms, "), "{walks}");
}

#[test]
fn walks_are_summed_by_commit() {
    // Steps of characters, and runs among platforms, have rows of their own.
    let mut old = runs("soak.json");
    old.retain(|run| run["characters"] != true && run["platforms"].is_null());
    let mut new = old[..2].to_vec();
    for run in &mut new {
        run["commit"] = json!("bbbbbbb, ccccccc");
        run["date"] = json!("2026-12-01");
    }
    new[1]["findings"] = json!([]);
    let all = records(&[old.clone(), new.clone()].concat(), &[]);
    let (generated, files) = (rows(&all, "sidle soak"), rows(&all, "sidle soak LEVEL.."));
    assert_eq!(generated[0][4], "`bbbbbbb` and `ccccccc`, 2026-12-01");
    let total = |runs: &[Value]| runs.iter().map(|run| run["moves"].as_u64().unwrap()).sum::<u64>();
    let grouped = sidle_attack::record::grouped;
    let sum = |row: &[String]| row[2].trim_end_matches(" moves").replace(',', "").parse::<u64>().unwrap();
    assert_eq!(generated.iter().chain(&files).map(|row| sum(row)).sum::<u64>(), total(&old) + total(&new));
    let walks = all.block("walks").unwrap();
    let lines: Vec<&str> = walks.lines().collect();
    let mut commits: Vec<&str> = old.iter().filter_map(|run| run["commit"].as_str()).collect();
    commits.dedup();
    let rows = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!(rows("| bodies, "), commits.len() + 1, "{walks}");
    let latest = "bodies, `bbbbbbb` and `ccccccc`, 2026-12-01";
    let start = format!("| {latest} | 1 of 2 | {} |", grouped(total(&new)));
    assert!(lines[2].starts_with(&start) && lines[2].ends_with(" | 1 |"), "{walks}");
    // Faults are listed by kind; a finding that breaks no promise is not.
    let kinds = format!("- {latest}: 1 × \"goes .. m further than asked\".");
    assert!(lines.contains(&kinds.as_str()), "{walks}");
}
