//! The rules of the house, checked: who may use whom, and how long a file or a function may get.

use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the library, from the ground up. A folder uses its own files and lower floors only.
const FLOORS: [&[&str]; 9] = [
    &["tolerance", "angle"],
    &["geometry"],
    &["shape", "heightfield"],
    &["mesh"],
    &["index", "pair"],
    &["world"],
    &["slide"],
    &["pseudo", "ball"],
    &["trace"],
];

/// Rooms that know less than their floor allows: planes in, direction out; portals in, visible sets out.
const SHUT: [(&str, &str); 2] = [("world/solve", "world"), ("mesh/sectors", "mesh")];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "target") {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The top-level rooms of the library that a file names.
fn rooms_used(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|l| !l.trim_start().starts_with("//"));
    let paths = lines.flat_map(|l| l.split("crate::").skip(1));
    paths.map(|p| p.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")).collect()
}

fn floor_of(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

#[test]
fn every_room_uses_its_own_files_and_lower_floors_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let place = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        let room = place.split(['/', '.']).next().unwrap_or_default();
        let text = fs::read_to_string(&file).expect("a text");
        if room == "lib" {
            continue;
        }
        let floor =
            floor_of(room).unwrap_or_else(|| panic!("{place}: which floor is `{room}` on? Add it to FLOORS"));
        for used in rooms_used(&text) {
            let Some(other) = floor_of(used) else { continue };
            assert!(used == room || other < floor, "{place} on floor {floor} uses `{used}` on floor {other}");
            let shut = SHUT.iter().any(|(inner, from)| place.starts_with(inner) && used == *from);
            assert!(!shut, "{place} uses `{used}`");
        }
    }
}

#[test]
fn files_and_functions_stay_short() {
    let mut lengths = Vec::new();
    for file in rust_files(&workspace().join("crates")) {
        let text = fs::read_to_string(&file).expect("a text");
        let name = file.display();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() <= 400, "{name} has {} lines", lines.len());
        lengths.push(lines.len());
        if file.components().any(|c| c.as_os_str() == "tests") {
            // Tables of cases may be long.
            continue;
        }
        let mut open: Option<(usize, usize)> = None;
        for (i, line) in lines.iter().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let starts = line.trim_start().split(' ').take(4).any(|word| word == "fn")
                && !line.trim_start().starts_with("//");
            if starts && line.ends_with('{') {
                open = Some((i, indent));
            } else if let Some((start, at)) = open
                && indent == at
                && line.trim_start() == "}"
            {
                assert!(i - start <= 80, "{name}:{} has a function of {} lines", start + 1, i - start);
                open = None;
            }
        }
    }
    lengths.sort_unstable();
    assert!(
        lengths[lengths.len() / 2] <= 200,
        "half of the files have more than {} lines",
        lengths[lengths.len() / 2]
    );
}

#[test]
fn every_tolerance_stands_in_its_file() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src).into_iter().filter(|f| !f.ends_with("tolerance.rs")) {
        let text = fs::read_to_string(&file).expect("a text");
        for (i, line) in text.lines().enumerate() {
            assert!(
                !(line.starts_with("const ") && line.contains("e-") && !line.contains("LN_2")),
                "{}:{}: a tolerance belongs into tolerance.rs",
                file.display(),
                i + 1
            );
        }
    }
}

/// The map of the house names every room that there is, and none that there is not.
#[test]
fn the_map_of_the_house_is_true() {
    let map = fs::read_to_string(workspace().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let folder =
            file.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned();
        let known = if name == "mod.rs" { map.contains(&format!("{folder}/")) } else { map.contains(&name) };
        assert!(known, "ARCHITECTURE.md does not name {folder}/{name}");
    }
    for word in map.split(|c: char| c.is_whitespace() || c == '`' || c == ',' || c == '(' || c == ')') {
        if word.ends_with(".rs") && !word.contains('*') {
            let name = word.rsplit('/').next().unwrap_or(word);
            let all = rust_files(&workspace().join("crates"));
            assert!(
                all.iter().any(|f| f.ends_with(name)),
                "ARCHITECTURE.md names {word}, which is not there"
            );
        }
    }
}

/// Every row of what sidle must do, by its id: N1 to N14, M1 to M14, C1 to C10, G1 to G5.
#[test]
fn every_row_has_a_test_that_is_named_after_it() {
    let code: String = rust_files(&workspace().join("crates"))
        .iter()
        .map(|file| fs::read_to_string(file).expect("a text"))
        .collect();
    for (letter, count) in [('n', 14), ('m', 14), ('c', 10), ('g', 5)] {
        for row in 1..=count {
            let id = format!("{letter}{row:02}_");
            let first = code.contains(&format!("fn {id}"));
            let second = code.contains(&format!("_{id}"));
            assert!(first || second, "no test is called {id}...");
        }
    }
}

#[test]
fn examples_fit_on_a_screen() {
    for file in rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")) {
        let lines = fs::read_to_string(&file).expect("a text").lines().count();
        assert!(lines <= 60, "{}: {lines} lines", file.display());
    }
}
