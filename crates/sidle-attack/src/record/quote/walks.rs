//! The runs of `sidle soak`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Recorded;
use super::stamp::by_commit;
use crate::record::grouped;
use crate::soak::{Figures, GENERATED};

/// The quoted part of a run.
#[derive(Debug, Deserialize)]
pub(super) struct Walk {
    passed: bool,
    pub(super) faults: u64,
    hours: f64,
    simulated_hours: f64,
    levels: BTreeMap<String, IgnoredAny>,
    /// True for steps of characters.
    #[serde(default)]
    pub(super) characters: bool,
    /// Number of moving platforms in each level.
    #[serde(default)]
    pub(super) platforms: Option<u32>,
    findings: Vec<Finding>,
    #[serde(flatten)]
    pub(super) all: Figures,
}

#[derive(Debug, Deserialize)]
struct Finding {
    what: String,
    is_fault: bool,
}

impl Walk {
    /// Returns true if every level was generated.
    pub(super) fn is_generated(&self) -> bool {
        self.levels.keys().all(|level| GENERATED.contains(&level.as_str()))
    }
}

/// Formats a table with a row for the runs of each commit, and below it the kinds of their faults.
pub(super) fn summary(walks: &[Recorded<Walk>]) -> String {
    if walks.is_empty() {
        return "No run is recorded.".into();
    }
    let (riders, on_foot): (Vec<_>, Vec<_>) =
        walks.iter().partition(|recorded| recorded.run.platforms.is_some());
    let (characters, shapes): (Vec<_>, Vec<_>) =
        on_foot.into_iter().partition(|recorded| recorded.run.characters);
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for (what, walks) in [("bodies", shapes), ("characters", characters), ("among platforms", riders)] {
        for group in by_commit(&walks) {
            let runs: Vec<&Walk> = group.runs.iter().map(|recorded| &recorded.run).collect();
            rows.push(format!("| {what}, {} | {} |", group.label(), cells(&runs).join(" | ")));
            let kinds = kinds(&runs);
            if !kinds.is_empty() {
                faults.push(format!("- {what}, {}: {kinds}.", group.label()));
            }
        }
    }
    let head = "walkers, commit and date | runs passed | moves | simulated hours | hours | moves that hit | \
                penetrations, crossings, escapes, refusals | without progress for 2 s | of these wedged | \
                of these with a free way | iteration limits | widest gap at a stop, skins | faults";
    let mut text = format!("| {head} |\n|{}\n{}\n", "---|".repeat(13), rows.join("\n"));
    if !faults.is_empty() {
        text += &format!("\nKinds of the faults whose replays were kept:\n\n{}\n", faults.join("\n"));
    }
    text
}

/// Returns the numbers of a row.
fn cells(runs: &[&Walk]) -> [String; 12] {
    let mut all = Figures::default();
    runs.iter().for_each(|run| all.merge(&run.all));
    let hours = |pick: fn(&Walk) -> f64| runs.iter().map(|&run| pick(run)).sum::<f64>();
    let broken = [all.penetrations, all.crossings, all.escapes, all.refused];
    [
        format!("{} of {}", runs.iter().filter(|run| run.passed).count(), runs.len()),
        grouped(all.moves),
        grouped(hours(|run| run.simulated_hours).round() as u64),
        format!("{:.2}", hours(|run| run.hours)),
        grouped(all.touching),
        broken.map(grouped).join(", "),
        grouped(all.still),
        grouped(all.wedged),
        grouped(all.false_stuck),
        grouped(all.iteration_limit),
        format!("{:.3}", all.worst_stop_gap_skins),
        grouped(runs.iter().map(|run| run.faults).sum()),
    ]
}

/// Counts the faults of each kind. The kind is the description up to its numbers.
fn kinds(runs: &[&Walk]) -> String {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for found in runs.iter().flat_map(|run| &run.findings).filter(|found| found.is_fault) {
        let kind = found.what.split([':', ',', '\n']).next().unwrap_or_default();
        let words = kind.split(' ').map(|word| if word.parse::<f64>().is_ok() { ".." } else { word });
        *counts.entry(words.collect::<Vec<_>>().join(" ")).or_default() += 1;
    }
    let count = |(kind, count): (String, u64)| format!("{} × \"{kind}\"", grouped(count));
    counts.into_iter().map(count).collect::<Vec<_>>().join(", ")
}
