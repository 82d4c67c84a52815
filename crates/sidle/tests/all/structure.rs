//! Checks the structure of the library: dependencies between modules, and the lengths of files and
//! functions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the library, from the bottom up. A folder uses only its own files and lower
/// layers.
const LAYERS: [&[&str]; 11] = [
    &["tolerance", "angle"],
    &["geometry"],
    &["cull"],
    &["shape", "heightfield"],
    &["mesh"],
    &["index", "narrow_phase", "solve"],
    &["world"],
    &["slide"],
    &["sdf", "ball", "character"],
    &["crowd", "player"],
    &["trace"],
];

/// Modules that use less than their layer allows: planes in, direction out; portals in, visible
/// sets out.
const RESTRICTED: [(&str, &str); 3] = [("solve", "shape"), ("solve", "mesh"), ("mesh/sectors", "mesh")];

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

/// The top-level modules of the library that a file names.
fn modules_used(text: &str) -> Vec<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code.lines().filter(|l| !l.trim_start().starts_with("//"));
    let paths = lines.flat_map(|l| l.split("crate::").skip(1));
    paths.map(|p| p.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")).collect()
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

#[test]
fn every_module_uses_its_own_files_and_lower_layers_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&src) {
        let place = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        let module = place.split(['/', '.']).next().unwrap_or_default();
        let text = fs::read_to_string(&file).expect("a text");
        if module == "lib" {
            continue;
        }
        let layer = layer_of(module)
            .unwrap_or_else(|| panic!("{place}: which layer is `{module}` in? Add it to LAYERS"));
        for used in modules_used(&text) {
            let Some(other) = layer_of(used) else { continue };
            assert!(
                used == module || other < layer,
                "{place} in layer {layer} uses `{used}` in layer {other}"
            );
            let restricted = RESTRICTED.iter().any(|(inner, from)| place.starts_with(inner) && used == *from);
            assert!(!restricted, "{place} uses `{used}`");
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

/// Literals outside of the tolerances that look like one: file, literal, and its meaning.
const NO_TOLERANCES: [(&str, &str, &str); 3] = [
    ("geometry/elementary.rs", "1.908_214_929_270_587_7e-10", "the low bits of ln 2"),
    ("trace/format.rs", "1e-4", "a number that is written with an exponent"),
    ("trace/format.rs", "1e3", "metres to millimetres"),
];

/// The code of a file: without its tests, comments and strings.
fn code_of(text: &str) -> impl Iterator<Item = String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    code.lines().map(|line| {
        let line = line.split("//").next().unwrap_or(line);
        line.split('"').step_by(2).collect::<Vec<_>>().join(" ")
    })
}

/// The float literals in a line, and their values. A quotient of two counts as one.
fn floats(line: &str) -> Vec<(String, f64)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut words: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for c in line.replace("..", " .. ").chars() {
        let is_sign = (c == '-' || c == '+') && before == 'e' && words.last().is_some_and(|w| w.len() > 1);
        let is_sign = is_sign && words.last().is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
        if is_part(c) || is_sign {
            words.last_mut().expect("one").push(c);
        } else if c != ' ' || words.last().is_some_and(|w| !w.is_empty()) {
            words.extend([c.to_string(), String::new()]);
        }
        before = c;
    }
    words.retain(|w| !w.trim().is_empty());
    let number = |word: &String| {
        let plain = word.replace('_', "");
        let plain = plain.trim_end_matches("f32").trim_end_matches("f64");
        let begins = plain.starts_with(|c: char| c.is_ascii_digit()) && !plain.starts_with("0x");
        (begins && plain.contains(['.', 'e'])).then(|| plain.parse::<f64>().ok()).flatten()
    };
    let mut found: Vec<(String, f64)> =
        words.iter().filter_map(|w| number(w).map(|x| (w.clone(), x))).collect();
    for three in words.windows(3).filter(|three| three[1] == "/") {
        if let (Some(a), Some(b)) = (number(&three[0]), number(&three[2])) {
            found.push((three.join(" "), a / b));
        }
    }
    found
}

/// Returns true if a literal looks like a tolerance: it is very small, very near to 1, or has an
/// exponent.
fn looks_like_a_tolerance(literal: &str, x: f64) -> bool {
    let has_exponent = literal.contains('e') && !literal.contains('/');
    has_exponent || (x != 0.0 && x.abs() < 0.01) || (x != 1.0 && (x - 1.0).abs() < 0.011)
}

#[test]
fn every_tolerance_stands_in_its_file() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut excused: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    for file in rust_files(&src) {
        let place = file.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
        if place.starts_with("tolerance") || place.contains("tests") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text");
        for (i, line) in code_of(&text).enumerate() {
            for (literal, _) in floats(&line).into_iter().filter(|(l, x)| looks_like_a_tolerance(l, *x)) {
                let excuse = NO_TOLERANCES.iter().find(|e| e.0 == place && e.1 == literal);
                let line = i + 1;
                assert!(
                    excuse.is_some(),
                    "{place}:{line}: {literal} belongs into tolerance.rs, with its reason"
                );
                excused.extend(excuse);
            }
        }
    }
    for excuse in &NO_TOLERANCES {
        assert!(excused.contains(excuse), "{excuse:?} is an excuse for nothing");
    }
}

#[test]
fn tolerances_are_found_in_every_form() {
    for line in [
        "if x < 1e-9 {",
        "x * (1.0 + 1.0e-6)",
        "const A: f64 = 2.5E-3;".to_lowercase().as_str(),
        "let a = 0.001_f32;",
        "a.max(0.002_5)",
        "const PAD: f32 = 1.0 / 1_048_576.0;",
        "reach * 1.001",
        "0.99 * upper",
        "-1e-12,",
        "1e9",
        "(1e-4..8.0)",
        "f(1e+3)",
    ] {
        let found = floats(line);
        assert!(found.iter().any(|(l, x)| looks_like_a_tolerance(l, *x)), "{line}: {found:?}");
    }
    for line in [
        "0.5 * x",
        "1.0 - 1.0 / 64.0",
        "0x1e9",
        "p.0.1",
        "2.0 / 7.0",
        "some_1e9",
        "t.0 < 100.0",
        "7",
        "e - 9.0",
    ] {
        let found = floats(line);
        assert!(!found.iter().any(|(l, x)| looks_like_a_tolerance(l, *x)), "{line}: {found:?}");
    }
    let text = "let a = 1.0; // 1e-9\nlet b = \"1e-9\";\n#[cfg(test)]\nmod tests {\n let c = 1e-9;";
    assert!(code_of(text).all(|line| !line.contains("1e-9")));
}

/// ARCHITECTURE.md is short. It names every module of the library, and each file that it names is
/// one file.
#[test]
fn the_architecture_names_modules_and_files_that_exist() {
    let text = fs::read_to_string(workspace().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    assert!(text.len() <= 18_000, "ARCHITECTURE.md has {} bytes, at most 18,000", text.len());
    for module in LAYERS.into_iter().flatten() {
        assert!(text.contains(&format!("`{module}`")), "ARCHITECTURE.md does not name `{module}`");
    }
    let mut all = rust_files(&workspace().join("crates"));
    all.extend(rust_files(&workspace().join("bevy")));
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    for name in text.split(|c: char| !is_part(c)).filter(|name| name.ends_with(".rs")) {
        let count = all.iter().filter(|file| file.ends_with(name)).count();
        assert_eq!(count, 1, "ARCHITECTURE.md names {name}, which is {count} files");
    }
}

/// The first line of a file says what it is for, since no other file lists them.
#[test]
fn every_file_begins_with_its_subject() {
    for entry in fs::read_dir(workspace().join("crates")).expect("a folder").flatten() {
        for file in rust_files(&entry.path().join("src")) {
            let text = fs::read_to_string(&file).expect("a text");
            let is_of_tests = file.ends_with("tests.rs");
            assert!(is_of_tests || text.starts_with("//! "), "{} has no first line", file.display());
        }
    }
}

/// Every row of the capabilities, by its id: N1 to N14, M1 to M14, C1 to C10, G1 to G5.
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

/// A file in `tests/all` that its `main.rs` does not name is not compiled.
#[test]
fn every_file_of_tests_is_a_module() {
    let mut files = 0;
    for entry in fs::read_dir(workspace().join("crates")).expect("a folder").flatten() {
        let folder = entry.path().join("tests/all");
        let Ok(main) = fs::read_to_string(folder.join("main.rs")) else { continue };
        for file in fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            let module = file.file_stem().expect("a name").to_string_lossy().into_owned();
            let named = main.lines().any(|line| line == format!("mod {module};"));
            assert!(named || module == "main", "{} is not compiled", file.display());
            files += 1;
        }
    }
    assert!(files > 60, "{files} files");
}
