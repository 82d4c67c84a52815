//! `docs/trials.md` lists the random trials that `cargo test` runs in part.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The two counts of each trial, by the path of its file.
type Trials = BTreeMap<String, Vec<[String; 2]>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Adds the calls `trials(USUAL, FULL)` in the code below a folder.
fn add_calls(folder: &Path, calls: &mut Trials) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            add_calls(&path, calls);
            continue;
        }
        if path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for call in text.split("trials(").skip(1) {
            let inside = call.split(')').next().unwrap().replace('_', "");
            let Some((usual, full)) = inside.split_once(", ") else { continue };
            if usual.parse::<u64>().is_ok() && full.parse::<u64>().is_ok() {
                let place = path.strip_prefix(workspace()).unwrap().display().to_string();
                calls.entry(place).or_default().push([usual.to_owned(), full.to_owned()]);
            }
        }
    }
}

#[test]
fn the_table_of_trials_is_complete() {
    let mut calls = Trials::new();
    add_calls(&workspace().join("crates"), &mut calls);
    let mut listed = Trials::new();
    for line in fs::read_to_string(workspace().join("docs/trials.md")).unwrap().lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, file, _, usual, full, _] = cells[..]
            && file.ends_with(".rs`")
        {
            let counts = [usual, full].map(|count| count.replace(',', ""));
            listed.entry(file.trim_matches('`').to_owned()).or_default().push(counts);
        }
    }
    assert_eq!(listed, calls);
    assert!(calls.len() > 5, "{calls:?}");
}
