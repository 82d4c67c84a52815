//! The table of golden hashes.

use std::fmt::Write as _;

use crate::{Record, Scene};

/// The table at the time of compilation.
pub const GOLDENS: &str = include_str!("../goldens.txt");

const HEAD: &str = "\
# The bits of sidle: a hash over everything that a scene gave, how many answers that were, how many hits.
# Rows are added by `cargo run --release -p sidle-bits -- --write`. `--change NAME..` changes rows; each needs a line in the changelog.
";

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden<'a> {
    /// Name of the scene.
    pub scene: &'a str,
    /// Hash of its [`Record`].
    pub hash: u64,
    /// Number of answers in the record.
    pub answers: u64,
    /// Number of hits in the record.
    pub hits: u64,
}

impl Golden<'_> {
    fn agrees(&self, record: &Record) -> bool {
        (self.hash, self.answers, self.hits) == (record.hash(), record.answers(), record.hits())
    }
}

/// Parses a table.
///
/// # Errors
/// Returns the number (from 1) of the first line that is not a valid line of the table.
pub fn parse(text: &str) -> Result<Vec<Golden<'_>>, usize> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let golden = |line| {
        let mut words = str::split_whitespace(line);
        Some(Golden {
            scene: words.next()?,
            hash: u64::from_str_radix(words.next()?, 16).ok()?,
            answers: words.next()?.parse().ok()?,
            hits: words.next()?.parse().ok()?,
        })
        .filter(|_| words.next().is_none())
    };
    lines.map(|(line, number)| golden(line).ok_or(number)).collect()
}

/// Formats the table of these records.
#[must_use]
pub fn print(scenes: &[Scene], records: &[Record]) -> String {
    print_rows(&rows(scenes, records))
}

/// Formats a table.
#[must_use]
pub fn print_rows(goldens: &[Golden<'_>]) -> String {
    let mut text = HEAD.to_owned();
    for g in goldens {
        let _ = writeln!(text, "{:<32} {:016x} {:>5} {:>5}", g.scene, g.hash, g.answers, g.hits);
    }
    text
}

fn rows<'a>(scenes: &'a [Scene], records: &[Record]) -> Vec<Golden<'a>> {
    let row = |(s, r): (&'a Scene, &Record)| Golden {
        scene: s.name(),
        hash: r.hash(),
        answers: r.answers(),
        hits: r.hits(),
    };
    scenes.iter().zip(records).map(row).collect()
}

/// Returns the table with the rows of new scenes added, and with the rows named in `change` changed
/// or, if their scene is gone, removed. The order is that of the scenes.
///
/// # Errors
/// Returns the names of other rows that would change, and of rows in `change` that need no change.
pub fn update<'a>(
    goldens: &[Golden<'_>],
    scenes: &'a [Scene],
    records: &[Record],
    change: &[&str],
) -> Result<Vec<Golden<'a>>, Vec<String>> {
    let known = |name: &str| goldens.iter().any(|g| g.scene == name);
    let mut different = differing(goldens, scenes, records);
    different.retain(|name| known(name));
    let unnamed = different.iter().filter(|name| !change.contains(&name.as_str())).cloned();
    let needless = change.iter().filter(|&&name| different.iter().all(|d| d != name));
    let refused: Vec<String> = unnamed.chain(needless.map(|&name| name.to_owned())).collect();
    if refused.is_empty() { Ok(rows(scenes, records)) } else { Err(refused) }
}

/// Returns the names of the scenes that differ from the table or are missing in it, and of table
/// entries without a scene.
#[must_use]
pub fn differing(goldens: &[Golden<'_>], scenes: &[Scene], records: &[Record]) -> Vec<String> {
    let agrees = |name: &str, record| goldens.iter().any(|g| g.scene == name && g.agrees(record));
    let wrong = scenes.iter().zip(records).filter(|(s, r)| !agrees(s.name(), r)).map(|(s, _)| s.name());
    let gone = goldens.iter().map(|g| g.scene).filter(|&g| scenes.iter().all(|s| s.name() != g));
    wrong.chain(gone).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_none_is_named() {
        assert_eq!(parse("# head\n\nwalk 00ff 3 4\n").map(|g| (g[0].scene, g[0].hash)), Ok(("walk", 255)));
        assert_eq!(parse("# head\nwalk 00ff 3\n"), Err(2));
        assert_eq!(parse("walk 00ff 3 4 5\n"), Err(1));
    }

    /// The scenes that take the least time, with their records and rows.
    fn example() -> (Vec<Scene>, Vec<Record>) {
        let scenes: Vec<Scene> =
            crate::all().into_iter().filter(|s| s.name().starts_with("geometry/")).collect();
        let records = crate::run(&scenes, sidle::IndexKind::Bvh, 1);
        (scenes, records)
    }

    #[test]
    fn rows_are_added_freely_and_changed_only_by_name() {
        let (scenes, records) = example();
        let new = rows(&scenes, &records);
        assert_eq!(update(&[], &scenes, &records, &[]), Ok(new.clone()));
        assert_eq!(update(&new[1..], &scenes, &records, &[]), Ok(new.clone()));

        let mut old = new.clone();
        old[1].hash ^= 1;
        let name = scenes[1].name();
        assert_eq!(update(&old, &scenes, &records, &[]), Err(vec![name.to_owned()]));
        assert_eq!(update(&old, &scenes, &records, &[name]), Ok(new.clone()));
        // A name that needs no change is a typing error.
        let other = scenes[0].name();
        assert_eq!(update(&old, &scenes, &records, &[name, other]), Err(vec![other.to_owned()]));
        assert_eq!(update(&[], &scenes, &records, &[name]), Err(vec![name.to_owned()]));

        old[1] = Golden { scene: "gone", ..old[1].clone() };
        assert_eq!(update(&old, &scenes, &records, &[]), Err(vec!["gone".to_owned()]));
        assert_eq!(update(&old, &scenes, &records, &["gone"]), Ok(new));
    }
}
