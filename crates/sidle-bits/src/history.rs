//! Rules for changes of the table. New rows may be added freely. A row changes only if the caller
//! names it, and then needs a line in the changelog.
//!
//! `first.txt` contains the first recorded hash of every row. Its lines never change, so comparing
//! with it finds all changed rows without the history of the repository. A line of the changelog
//! describes a changed row if it contains the name of the scene in backticks and the current hash,
//! or, for a row without a scene, the word "removed".

use std::fmt::Write as _;

use crate::Golden;

/// The first recorded hashes at the time of compilation.
pub const FIRST: &str = include_str!("../first.txt");

const HEAD: &str = "\
# The hash with which each scene was first recorded. `sidle-bits` only adds lines; never edit this file.
# A row of goldens.txt that differs from its line here needs a line in the changelog.
# It starts with positions in double precision, which changed every row.
";

/// Parses the first recorded hashes: a name and a hash per line.
///
/// # Errors
/// Returns the number (from 1) of the first invalid line.
pub fn parse_first(text: &str) -> Result<Vec<(&str, u64)>, usize> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(line, number)| parse_row(line).ok_or(number)).collect()
}

fn parse_row(line: &str) -> Option<(&str, u64)> {
    let (name, hash) = line.split_once(' ')?;
    Some((name, u64::from_str_radix(hash.trim(), 16).ok()?))
}

/// Formats the first recorded hashes, followed by the rows of the table that have none yet.
#[must_use]
pub fn print_first(first: &[(&str, u64)], goldens: &[Golden<'_>]) -> String {
    let new = goldens.iter().filter(|g| first.iter().all(|f| f.0 != g.scene));
    let mut text = HEAD.to_owned();
    for (name, hash) in first.iter().copied().chain(new.map(|g| (g.scene, g.hash))) {
        let _ = writeln!(text, "{name:<32} {hash:016x}");
    }
    text
}

/// Returns what a line of the changelog must contain for each row that differs from its first
/// recording: the name in backticks, and the current hash or "removed".
///
/// A row that was never recorded is reported too, since nothing would notice its next change.
#[must_use]
pub fn undocumented(first: &[(&str, u64)], goldens: &[Golden<'_>], changelog: &str) -> Vec<String> {
    let described = |name: &str, what: &str| {
        let name = format!("`{name}`");
        changelog.lines().any(|line| line.contains(&name) && line.contains(what))
    };
    let mut missing = Vec::new();
    for &(name, hash) in first {
        let what = match goldens.iter().find(|g| g.scene == name) {
            Some(g) if g.hash == hash => continue,
            Some(g) => format!("{:016x}", g.hash),
            None => "removed".to_owned(),
        };
        if !described(name, &what) {
            missing.push(format!("CHANGELOG.md needs a line with `{name}` and {what}"));
        }
    }
    let unrecorded = goldens.iter().filter(|g| first.iter().all(|f| f.0 != g.scene));
    missing.extend(unrecorded.map(|g| format!("first.txt lacks {}: run `sidle-bits --write`", g.scene)));
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GOLDENS, parse};

    fn goldens() -> Vec<Golden<'static>> {
        parse(GOLDENS).unwrap_or_else(|line| panic!("goldens.txt: line {line}"))
    }

    fn first() -> Vec<(&'static str, u64)> {
        parse_first(FIRST).unwrap_or_else(|line| panic!("first.txt: line {line}"))
    }

    /// Returns the rows with their first hashes: none has changed.
    fn unchanged() -> Vec<Golden<'static>> {
        let first = first();
        let hash = |row: &Golden<'_>| first.iter().find(|old| old.0 == row.scene).expect("a first hash").1;
        goldens().into_iter().map(|row| Golden { hash: hash(&row), ..row }).collect()
    }

    #[test]
    fn every_changed_row_has_a_line_in_the_changelog() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../CHANGELOG.md");
        let changelog = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let missing = undocumented(&first(), &goldens(), &changelog);
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }

    #[test]
    fn a_changed_row_without_its_line_is_named() {
        let (first, mut goldens) = (first(), unchanged());
        goldens[2].hash ^= 1;
        let removed = goldens.pop().expect("a row").scene;
        let (name, hash) = (goldens[2].scene, format!("{:016x}", goldens[2].hash));
        // The old hash, the name of another scene, and two separate lines do not count.
        let wrong =
            format!("- `{name}` {:016x}\n- `{name}x` {hash}\n- {hash}\n- `{removed}` changed\n", first[2].1);
        let missing = undocumented(&first, &goldens, &wrong);
        assert_eq!(missing.len(), 2, "{missing:?}");
        assert!(missing[0].contains(name) && missing[0].contains(&hash), "{missing:?}");
        assert!(missing[1].contains(removed) && missing[1].contains("removed"), "{missing:?}");
        let right =
            format!("- Golden bits of `{name}`: {hash}, since x.\n- Golden bits of `{removed}` removed.\n");
        assert_eq!(undocumented(&first, &goldens, &right), [""; 0]);
    }

    #[test]
    fn a_new_row_is_recorded_once_and_then_kept() {
        let mut goldens = unchanged();
        let unrecorded = undocumented(&first()[1..], &goldens, "");
        assert!(unrecorded.len() == 1 && unrecorded[0].contains(goldens[0].scene), "{unrecorded:?}");
        let text = print_first(&first()[1..], &goldens);
        let again = parse_first(&text).expect("a table");
        assert_eq!(again.last(), Some(&(goldens[0].scene, goldens[0].hash)));
        goldens[0].hash ^= 1;
        assert_eq!(print_first(&again, &goldens), text);
    }
}
