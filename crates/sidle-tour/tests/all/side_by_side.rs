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
    for (path, least) in [("README.md", 1), ("docs/book/src/side-by-side.md", 10)] {
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

/// Rows of peers/record.json: 8 shared and 5 generated levels for 10 engines, of which Babylon.js
/// did not finish 2, the crowds, and 8 shared and 4 generated levels for 4 engines for the web.
const ROWS: usize = 10 * 13 - 2 + CAPSULE_CROWDS + 1 + 4 * (8 + 4);
/// Engines with a crowd of capsules: all but PhysX, which did not finish, and Babylon.js, which has
/// ellipsoids only.
const CAPSULE_CROWDS: usize = 8;

fn two_engines(times: [(&str, f64, &[f64]); 2]) -> quote::Record {
    quote::Record::parse(&record_of_two(times).to_string()).unwrap()
}

/// A record of two engines on all shared levels: every time is `ns` times `runs[i]` in run i, and
/// the median is `ns`.
fn record_of_two(times: [(&str, f64, &[f64]); 2]) -> serde_json::Value {
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
                "settings": "s", "padding": 0.001, "tall": null, "rounds": runs.len(), "share": 1,
                "load": 1.0, "build_ns": ns, "bytes": 100, "queries": vec![query; 6], "walks": [walk],
                "runs": runs.iter().map(run).collect::<Vec<_>>()
            })
        };
        let rows: Vec<_> = levels.iter().chain(&["etr_bunny_hill"]).map(|level| row(level)).collect();
        serde_json::json!({ "key": key, "name": key, "rows": rows })
    };
    let engines: Vec<_> = times.iter().map(engine).collect();
    serde_json::json!({ "engines": engines })
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

/// A capsule cast has its own columns and goals; a record from before has dashes there.
#[test]
fn capsule_casts_are_compared_if_they_were_measured() {
    let block = |name| two_engines([("sidle", 150.0, &[]), ("jolt", 100.0, &[])]).block(name).unwrap();
    let goals = block("goals");
    let line = goals.lines().find(|line| line.contains("capsule cast, long")).unwrap();
    assert!(line.contains("not measured on the same machine"), "{line}");
    let means = block("means");
    let head: Vec<&str> = means.lines().next().unwrap().split('|').map(str::trim).collect();
    let column = head.iter().position(|cell| cell.starts_with("capsule cast")).unwrap();
    let own = means.lines().find(|line| line.starts_with("| sidle |")).unwrap();
    assert_eq!(own.split('|').nth(column).map(str::trim), Some("-"), "{own}");
}

/// Engines with rows from another machine are marked, and not compared with sidle.
#[test]
fn rows_of_another_machine_are_marked_and_not_compared() {
    let mut json = record_of_two([("sidle", 100.0, &[]), ("jolt", 300.0, &[])]);
    for row in json["engines"][1]["rows"].as_array_mut().unwrap() {
        row["machine"] = "n, on one core".into();
    }
    let record = quote::Record::parse(&json.to_string()).unwrap();
    let facts = record.block("facts").unwrap();
    assert!(facts.contains(" on m; marked [2]: on n;"), "{facts}");
    assert!(record.block("short").unwrap().contains("| jolt [2] | 300 |"));
    let goals = record.block("goals").unwrap();
    let mut lines = goals.lines().filter(|line| line.contains("faster than jolt"));
    assert!(lines.all(|line| line.contains("| not measured on the same machine | - | - |")), "{goals}");
}

/// The record has one row for each engine, level and shape of tall movers.
#[test]
fn the_record_has_every_row_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let json = fs::read_to_string(root.join("peers/record.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    let mut keys = Vec::new();
    for engine in record["engines"].as_array().unwrap() {
        for row in engine["rows"].as_array().unwrap() {
            let (level, tall) = (text(&row["level"]).unwrap(), text(&row["tall"]));
            let walks = row["walks"].as_array().unwrap();
            let is_tall = walks.iter().any(|walk| text(&walk["name"]).unwrap().starts_with("tall"));
            assert_eq!(tall.is_some(), is_tall, "{} on {level}", engine["key"]);
            keys.push((text(&engine["key"]).unwrap(), level, tall));
        }
    }
    let count = keys.len();
    assert_eq!(count, ROWS, "rows in peers/record.json");
    let crowds = |shape| keys.iter().filter(|(.., tall)| tall.as_deref() == Some(shape)).count();
    assert_eq!((crowds("capsule"), crowds("ellipsoid")), (CAPSULE_CROWDS, 1));
    assert!(keys.contains(&("sidle".into(), "crowd".into(), Some("ellipsoid".into()))));
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count, "two rows with one key");
}

/// Every engine with characters has one row for each shared level and one for the course, with the
/// verdict on the three plans that have goals.
#[test]
fn characters_have_a_row_for_every_level() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let json = fs::read_to_string(root.join("peers/record.json")).unwrap();
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut engines = Vec::new();
    for engine in record["engines"].as_array().unwrap() {
        let Some(rows) = engine["characters"].as_array() else { continue };
        let mut levels: Vec<&str> = rows.iter().map(|row| row["level"].as_str().unwrap()).collect();
        levels.sort_unstable();
        levels.dedup();
        assert_eq!((levels.len(), rows.len()), (9, 9), "{}", engine["key"]);
        let walks = rows.iter().flat_map(|row| row["walks"].as_array().unwrap());
        assert_eq!(walks.filter(|walk| walk["character"].is_object()).count(), 3, "{}", engine["key"]);
        engines.push(engine["key"].as_str().unwrap());
    }
    engines.sort_unstable();
    assert_eq!(engines, ["jolt", "rapier", "sidle"]);
    let record = quote::Record::parse(&json).unwrap();
    let table = record.block("characters").unwrap();
    assert!(table.lines().any(|line| line.starts_with("| sidle | 0 | ")), "{table}");
}

/// Engines that were measured at another time have their own date, runs and load in their rows.
#[test]
fn made_levels_tell_runs_and_load_of_every_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let record = quote::Record::parse(&fs::read_to_string(root.join("peers/record.json")).unwrap()).unwrap();
    for (block, own) in [("made", "| sidle |"), ("web-made", "| sidle (npm)")] {
        let made = record.block(block).unwrap();
        let heads: Vec<&str> = made.lines().filter(|line| line.starts_with("| engine |")).collect();
        assert_eq!(heads.len(), 2, "one table for levels, one for crowds");
        assert!(heads.iter().all(|head| head.starts_with("| engine | date | runs | load |")), "{heads:?}");
        assert!(made.lines().any(|line| line.starts_with(own)), "{made}");
        for line in made.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| engine")) {
            let [_, _, date, runs, load, ..] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            assert!(date.starts_with("20") && runs.parse::<u32>().is_ok(), "{line}");
            assert!(load.split(" to ").all(|part| part.parse::<f64>().is_ok()), "{line}");
        }
    }
}
