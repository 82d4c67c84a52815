//! The table of golden hashes.

use std::fmt::Write as _;

use crate::{Record, Scene};

/// The table at the time of compilation.
pub const GOLDENS: &str = include_str!("../goldens.txt");

const HEAD: &str = "\
# The bits of sidle: a hash over everything that a scene gave, how many answers that were, how many hits.
# Written by `cargo run --release -p sidle-bits -- --write`; a change of a line belongs into the changelog.
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
    let mut text = HEAD.to_owned();
    for (s, r) in scenes.iter().zip(records) {
        let _ = writeln!(text, "{:<32} {:016x} {:>5} {:>5}", s.name(), r.hash(), r.answers(), r.hits());
    }
    text
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
}
