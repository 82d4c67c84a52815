//! README and guide quote peers/record.json: the blocks between the markers are generated again and
//! compared.

use std::fs;
use std::path::Path;

// The code that writes the quotes. It needs serde only; the workspace of the peers is not built for
// it.
#[path = "../../../../peers/run/src/quote/mod.rs"]
mod quote;

#[test]
fn what_is_quoted_is_what_was_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
    let record = quote::Record::parse(&read("peers/record.json")).unwrap();
    for (path, least) in [("README.md", 1), ("docs/book/src/side-by-side.md", 7)] {
        let text = read(path);
        let blocks = text.matches("<!-- peers: ").count();
        assert!(blocks >= least, "{path} quotes {blocks} blocks");
        // Not assert_eq: the command that updates a file is more helpful than two whole files.
        assert!(
            record.fill(&text).unwrap() == text,
            "{path} is stale; in peers/: cargo run --release -p peers-run -- --table --write"
        );
    }
}

#[test]
fn a_stale_quote_is_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let json = fs::read_to_string(root.join("peers/record.json")).unwrap();
    let record = quote::Record::parse(&json).unwrap();
    let stale = "<!-- peers: short -->\n\n| sidle | 1 |\n\n<!-- peers end -->\n";
    let filled = record.fill(stale).unwrap();
    assert!(filled.contains("| sidle | ") && filled != stale, "{filled}");
    assert!(
        record.fill("<!-- peers: short -->").is_err()
            && record.fill("<!-- peers: x --><!-- peers end -->").is_err()
    );
}

/// A record of two engines on all shared levels: every time is `ns` times `runs[i]` in run i, and
/// the median is `ns`.
fn two_engines(times: [(&str, f64, &[f64]); 2]) -> quote::Record {
    let levels =
        ["lq_e1m2", "oa_kaos2", "c2_zdm2", "godot_truck_town", "bevy_terrain", "nb_hump", "nb_loop1"];
    let engine = |&(key, ns, runs): &(&str, f64, &[f64])| {
        let row = |level: &str| {
            let query = serde_json::json!({ "ns": ns, "checked": 1, "early": 0, "late": 0, "missed": 0 });
            let walk = serde_json::json!({
                "name": "walk", "moves": 1, "mean_ns": ns, "with_candidates": { "p50_ns": ns, "p99_ns": ns },
                "penetrating": 0, "deep": 0, "deepest_mm": 0.0, "deepest_padded_mm": 0.0, "crossings": 0,
                "metres": 1.0, "lost": 0
            });
            let run = |part: &f64| {
                let ns = ns * part;
                serde_json::json!({ "build_ns": ns, "queries": vec![ns; 6], "walks": [[ns, ns, ns]] })
            };
            serde_json::json!({
                "level": level, "triangles": 10, "date": "2026-11-23", "machine": "m", "version": "v",
                "settings": "s", "padding": 0.001, "tall": "capsule", "rounds": runs.len(), "share": 1,
                "load": 1.0, "build_ns": ns, "bytes": 100, "queries": vec![query; 6], "walks": [walk],
                "runs": runs.iter().map(run).collect::<Vec<_>>()
            })
        };
        let rows: Vec<_> = levels.iter().chain(&["etr_bunny_hill"]).map(|level| row(level)).collect();
        serde_json::json!({ "key": key, "name": key, "rows": rows })
    };
    let engines: Vec<_> = times.iter().map(engine).collect();
    quote::Record::parse(&serde_json::json!({ "engines": engines }).to_string()).unwrap()
}

/// If a goal is met by less than 5 %, the row shows how much the runs differ, or that this is not
/// known.
#[test]
fn a_close_goal_has_its_spread_beside_it() {
    let line = |times| {
        let goals = two_engines(times).block("goals").unwrap();
        goals.lines().find(|line| line.contains("sphere cast, long")).unwrap().to_owned()
    };
    let close = line([("sidle", 100.0, &[]), ("jolt", 204.0, &[])]);
    assert!(close.ends_with("| 2.04 times | not recorded | yes |"), "{close}");
    let clear = line([("sidle", 100.0, &[]), ("jolt", 214.0, &[])]);
    assert!(clear.ends_with("| 2.14 times | - | yes |"), "{clear}");
    let known = line([("sidle", 100.0, &[1.0, 1.1, 1.0]), ("jolt", 204.0, &[1.0, 1.0, 1.05])]);
    assert!(known.ends_with("| 2.04 times | 1.85 to 2.14 | yes |"), "{known}");
    let once = line([("sidle", 100.0, &[1.0]), ("jolt", 204.0, &[1.0])]);
    assert!(once.contains("not recorded"), "{once}");
}

/// Engines that were measured at another time have their own date, runs and load in their rows.
#[test]
fn made_levels_tell_runs_and_load_of_every_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let record = quote::Record::parse(&fs::read_to_string(root.join("peers/record.json")).unwrap()).unwrap();
    let made = record.block("made").unwrap();
    let heads: Vec<&str> = made.lines().filter(|line| line.starts_with("| engine |")).collect();
    assert_eq!(heads.len(), 2, "one table for levels, one for crowds");
    assert!(heads.iter().all(|head| head.starts_with("| engine | date | runs | load |")), "{heads:?}");
    for line in made.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| engine")) {
        let [_, _, date, runs, load, ..] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        assert!(date.starts_with("20") && runs.parse::<u32>().is_ok(), "{line}");
        assert!(load.split(" to ").all(|part| part.parse::<f64>().is_ok()), "{line}");
    }
}
