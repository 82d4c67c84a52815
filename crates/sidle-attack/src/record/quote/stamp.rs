//! Commits and dates of runs, formatted for a reader.

use serde::Deserialize;

/// The date and the commit of a run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Stamp {
    /// A hash, or several with commas between them if a run was resumed on another commit.
    commit: String,
    date: String,
}

impl Stamp {
    /// Formats the commit and the date: "`54fd196`, 2026-11-21".
    pub(super) fn label(&self) -> String {
        let commits: Vec<String> = self.commit.split(", ").map(|hash| format!("`{hash}`")).collect();
        format!("{}, {}", commits.join(" and "), self.date)
    }
}
