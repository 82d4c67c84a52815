//! Commits and dates of runs, formatted for a reader.

use serde::Deserialize;

use super::Recorded;

/// The date and the commit of a run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Stamp {
    /// A hash, or several with commas between them if a run was resumed on another commit.
    commit: String,
    date: String,
}

/// Runs of one commit, in the order of the list.
pub(super) struct Group<'a, T> {
    pub(super) runs: Vec<&'a Recorded<T>>,
    first: &'a Stamp,
}

/// Groups runs by commit. The commit of the latest run comes first.
pub(super) fn by_commit<'a, T>(runs: &[&'a Recorded<T>]) -> Vec<Group<'a, T>> {
    let mut groups: Vec<Group<'a, T>> = Vec::new();
    for run in runs.iter().rev() {
        match groups.iter_mut().find(|group| group.first.commit == run.stamp.commit) {
            Some(group) => group.runs.insert(0, run),
            None => groups.push(Group { first: &run.stamp, runs: vec![run] }),
        }
    }
    groups
}

impl<T> Group<'_, T> {
    /// Formats the commit and the dates: "`54fd196`, 2026-11-21".
    pub(super) fn label(&self) -> String {
        let commits: Vec<String> = self.first.commit.split(", ").map(|hash| format!("`{hash}`")).collect();
        let dates = || self.runs.iter().map(|run| run.stamp.date.as_str());
        let dates = match (dates().min(), dates().max()) {
            (Some(first), Some(last)) if first != last => format!("{first} to {last}"),
            (date, _) => date.unwrap_or_default().into(),
        };
        format!("{}, {dates}", commits.join(" and "))
    }
}
