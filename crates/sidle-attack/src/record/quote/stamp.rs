//! Commits and dates of runs, for a reader.

use serde::Deserialize;

use super::Recorded;
use crate::record::{DIRTY, UNKNOWN};

/// When a run was made, and of which commit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Stamp {
    /// A hash. Several with commas between them if a run was resumed on another commit.
    #[serde(default = "unknown")]
    commit: String,
    #[serde(default = "unknown")]
    date: String,
    /// The commit that brought a figure into the guide, for figures that are older than the lists.
    #[serde(default)]
    written_in: Option<String>,
}

fn unknown() -> String {
    UNKNOWN.into()
}

/// Runs of one commit.
pub(super) struct Group<'a, T> {
    first: &'a Stamp,
    pub(super) runs: Vec<&'a Recorded<T>>,
}

/// Sorts runs by commit. The commit of the latest run comes first.
pub(super) fn by_commit<'a, T>(runs: &[&'a Recorded<T>]) -> Vec<Group<'a, T>> {
    let mut groups: Vec<Group<'a, T>> = Vec::new();
    for run in runs.iter().rev() {
        let stamp = &run.stamp;
        let is_same = |group: &&mut Group<T>| {
            (&group.first.commit, &group.first.written_in) == (&stamp.commit, &stamp.written_in)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.runs.insert(0, run),
            None => groups.push(Group { first: stamp, runs: vec![run] }),
        }
    }
    groups
}

impl<T> Group<'_, T> {
    /// Names the commit and the dates: "`54fd196`, 2026-11-21".
    pub(super) fn label(&self) -> String {
        format!("{}, {}", self.commit(), self.dates())
    }

    fn commit(&self) -> String {
        let commits: Vec<String> = self.first.commit.split(", ").map(commit).collect();
        match &self.first.written_in {
            Some(hash) => format!("{} (in the guide since `{hash}`)", commits.join(" and ")),
            None => commits.join(" and "),
        }
    }

    fn dates(&self) -> String {
        let dates = || self.runs.iter().map(|run| run.stamp.date.as_str());
        match (dates().min(), dates().max()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (Some(UNKNOWN), _) | (None, _) => "date not recorded".into(),
            (Some(date), _) => date.into(),
        }
    }
}

fn commit(commit: &str) -> String {
    match (commit, commit.strip_suffix(DIRTY)) {
        (UNKNOWN, _) => "commit not recorded".into(),
        (_, Some(hash)) => format!("`{hash}` with uncommitted changes"),
        (hash, None) => format!("`{hash}`"),
    }
}
