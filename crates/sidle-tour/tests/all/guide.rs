//! Checks of the guide: its links lead somewhere, the tests that it names exist, and its snippets
//! are compiled. `.ci/run` compares its figures with what the program draws.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn book() -> PathBuf {
    workspace().join("docs/book/src")
}

/// The names of the figures in a folder: drawings and films.
fn figures(folder: &Path) -> BTreeSet<String> {
    let mut all = names(folder, "svg");
    all.extend(names(folder, "png"));
    all
}

fn names(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let chosen = entries.filter(|path| path.extension().is_some_and(|e| e == extension));
    chosen.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

/// Every chapter with its text, without SUMMARY.
fn chapters() -> Vec<(String, String)> {
    let read = |name: String| (fs::read_to_string(book().join(&name)).unwrap(), name);
    let texts = names(&book(), "md").into_iter().filter(|name| name != "SUMMARY.md").map(read);
    texts.map(|(text, name)| (name, text)).collect()
}

/// The targets of `[words](target)`, pictures included; snippets have none.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let starts = prose.flat_map(|part| part.split("](").skip(1));
    starts.filter_map(|rest| rest.split(')').next()).collect()
}

/// The anchor of a heading in mdBook and GitHub: lower case, dashes for spaces, without
/// punctuation.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.split("```").step_by(2).flat_map(str::lines).filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn figures_are_chosen_by_name_and_listed_without_being_drawn() {
    let folder = std::env::temp_dir().join(format!("sidle-figures-{}", std::process::id()));
    let sidle = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_sidle-tour"))
            .arg("figures")
            .arg("--out")
            .arg(&folder)
            .args(args)
            .output()
            .unwrap()
    };
    let listed = sidle(&["--list", "--only", "golf-0"]);
    assert_eq!(String::from_utf8_lossy(&listed.stdout), "golf-01\ngolf-02\ngolf-03\n");
    assert!(!folder.exists());
    assert!(sidle(&["--only", "golf-0", "--png"]).status.success());
    assert_eq!((names(&folder, "svg").len(), names(&folder, "png").len()), (3, 3));
    let none = sidle(&["--only", "nothing-like-it"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("nothing-like-it"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_summary_names_every_chapter_and_nothing_else() {
    let summary = fs::read_to_string(book().join("SUMMARY.md")).unwrap();
    let named: BTreeSet<String> = links(&summary).into_iter().map(str::to_owned).collect();
    assert_eq!(named.len(), links(&summary).len(), "a chapter is named twice");
    let there: BTreeSet<String> = chapters().into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, there);
}

#[test]
fn every_link_leads_somewhere_and_every_figure_is_shown() {
    let mut shown = BTreeSet::new();
    for (name, text) in chapters() {
        for link in links(&text).into_iter().filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let place = if file.is_empty() { book().join(&name) } else { book().join(file) };
            assert!(place.is_file(), "{name}: {link} is not there");
            if !anchor.is_empty() {
                let target = fs::read_to_string(&place).unwrap();
                assert!(anchors(&target).contains(anchor), "{name}: {link}: no such heading");
            }
            shown.extend(file.strip_prefix("figures/").map(str::to_owned));
        }
    }
    assert_eq!(shown, figures(&book().join("figures")), "a figure that no chapter shows");
}

#[test]
fn every_chapter_begins_with_its_title_and_has_no_blanks_left() {
    for (name, text) in chapters() {
        assert!(text.starts_with("# "), "{name} has no title");
        let prose: String = text.split("```").step_by(2).collect();
        let words = prose.split('`').step_by(2).flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        for word in words.filter(|word| word.chars().count() > 5) {
            assert!(word.chars().any(char::is_lowercase), "{name}: is {word} a blank to be filled in?");
        }
    }
}

#[test]
fn every_chapter_with_snippets_is_compiled() {
    let read = |name: &str| fs::read_to_string(workspace().join(name).join("src/lib.rs")).unwrap();
    let list = read("crates/sidle") + &read("crates/sidle-io") + &read("bevy");
    for (name, text) in chapters() {
        let path = format!("docs/book/src/{name}");
        assert!(
            !text.contains("```rust") || list.contains(&path),
            "{name} has snippets that nobody compiles"
        );
    }
}

/// Every word of the code, so that a name in the guide can be looked up.
fn words_of(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            words_of(&entry, words);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&entry).unwrap();
            let split = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
            words.extend(split.map(str::to_owned));
        }
    }
}

#[test]
fn tests_and_cases_that_the_guide_names_are_there() {
    let mut words = BTreeSet::new();
    words_of(&workspace().join("crates"), &mut words);
    let mut looked_up = 0;
    for (name, text) in chapters() {
        // The tables of these chapters name functions of other engines.
        if name == "porting-tables.md" || name == "in-bevy.md" {
            continue;
        }
        // Between single backticks, outside of snippets: names of tests have underlines, names of
        // cases have dashes.
        let prose: String = text.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2) {
            let is_name =
                code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c));
            if is_name && code.contains(['_', '-']) {
                assert!(words.contains(code), "{name} names `{code}`, which is nowhere in the code");
                looked_up += 1;
            }
        }
    }
    assert!(looked_up > 100, "only {looked_up} names found: is the guide still read rightly?");
}

/// A row makes a claim about the library, so its tests must use the library. Tests of a judge or a
/// reference alone prove nothing about it.
#[test]
fn tests_of_the_rows_use_the_library() {
    let [mut users, mut all] = [BTreeSet::new(), BTreeSet::new()];
    words_of(&workspace().join("crates"), &mut all);
    for folder in ["sidle/src", "sidle/tests", "sidle-attack/tests", "sidle-cli/tests", "sidle-tour/tests"] {
        words_of(&workspace().join("crates").join(folder), &mut users);
    }
    let (mut rows, mut tests) = (0, 0);
    for line in fs::read_to_string(book().join("rows.md")).unwrap().lines() {
        let [_, id, _, _, column, ..] = line.split('|').collect::<Vec<_>>()[..] else { continue };
        if id.trim() == "row" || id.trim().starts_with('-') {
            continue;
        }
        rows += 1;
        for name in column.split('`').skip(1).step_by(2).filter(|name| !name.contains('-')) {
            assert!(all.contains(name), "row {id} names `{name}`, which is nowhere");
            assert!(users.contains(name), "row {id} names `{name}`, which does not use the library");
            tests += 1;
        }
    }
    assert!(rows >= 43 && tests > 80, "only {rows} rows with {tests} tests found");
}
